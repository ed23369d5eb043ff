// The distinct states of a small part of a layer, each with its count, in the order in which they
// were first met.
//
// Numbers in the table continue from one part to the next, so that entries of earlier parts count
// as vacant and the table need not be emptied.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/pages.hpp"
#include "base/require.hpp"
#include "frontier/adder.hpp"
#include "frontier/state.hpp"

namespace combien {

template <std::uint32_t words>
class Distinct {
 public:
  std::size_t size() const { return size_; }
  std::uint64_t bytes() const { return entries_.bytes() + table_.bytes(); }
  // Words of an entry: the state, then the limbs of its count.
  std::size_t stride() const { return words + limbs_; }
  // require: k < size()
  const std::uint64_t* entry(std::size_t k) const {
    COMBIEN_REQUIRE(k < size_);
    return entries_.data() + k * stride();
  }

  // Removes all states; counts have this many limbs from now on.
  void reset(std::uint32_t limbs) {
    before_ += static_cast<std::uint32_t>(size_);
    size_ = 0;
    limbs_ = limbs;
    capacity_ = entries_.size() / stride();
    if (before_ > most_before) {
      std::fill_n(table_.data(), table_.size(), 0);
      before_ = 0;
    }
  }

  // The memory that room for `more` states takes; 0 if there is room.
  std::uint64_t growth(std::size_t more) const {
    const std::size_t needed = size_ + more + 1;
    std::uint64_t words_needed = 0;
    if (needed > capacity_) words_needed += room_for(needed) * stride();
    if (2 * needed > table_.size()) words_needed += places_for(needed) / 2;
    return words_needed * sizeof(std::uint64_t);
  }
  // Makes room for `more` states.
  void grow(std::size_t more) {
    const std::size_t needed = size_ + more + 1;
    if (needed > capacity_) {
      ZeroWords entries(room_for(needed) * stride());
      std::copy_n(entries_.data(), size_ * stride(), entries.data());
      entries_.swap(entries);
      capacity_ = entries_.size() / stride();
    }
    if (2 * needed <= table_.size()) return;
    const std::size_t places = places_for(needed);
    table_ = {};
    table_ = Zeroed<std::uint32_t>(places);
    before_ = 0;
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(places));
    for (std::size_t k = 0; k < size_; ++k) {
      std::size_t place = hash<words>(state_at<words>(entry(k))) >> shift_;
      while (table_[place] != 0) place = (place + 1) & (places - 1);
      table_[place] = static_cast<std::uint32_t>(k + 1);
    }
  }

  // Prefetches the place of the state with this hash.
  void hint(std::uint64_t hash) const { __builtin_prefetch(table_.data() + (hash >> shift_)); }

  // The count of the state with this hash; null if it is not there.
  const std::uint64_t* find(const State<words>& state, std::uint64_t hash) const {
    for (std::size_t place = hash >> shift_;; place = (place + 1) & (table_.size() - 1)) {
      const std::uint32_t there = table_[place];
      if (there <= before_) return nullptr;
      const std::uint64_t* const found = entry(there - before_ - 1);
      if (same<words>(state, found)) return found + words;
    }
  }

  // A state to be added, with `weight` times a count.
  struct Addend {
    State<words> state;
    std::uint64_t hash;
    std::uint64_t weight;
    const std::uint64_t* count;
  };

  // Adds the counts of states.
  // require: growth(size) == 0
  void add(const Addend* addends, std::size_t size, const Adder& adder) {
    COMBIEN_REQUIRE(growth(size) == 0);
    if (adder.modulus != 0) {
      add_to<Sums::modular>(addends, size, adder);
    } else if (limbs_ == 1) {
      add_to<Sums::single>(addends, size, adder);
    } else {
      add_to<Sums::long_numbers>(addends, size, adder);
    }
  }

 private:
  // How counts are added: in one limb that is known to suffice, in one limb modulo a number, or in
  // several limbs.
  enum class Sums : std::uint8_t { single, modular, long_numbers };

  static constexpr std::size_t least = 256;
  static constexpr std::uint32_t most_before = std::uint32_t{1} << 30;

  static std::size_t room_for(std::size_t states) { return std::max(least, states + states / 2); }
  static std::size_t places_for(std::size_t states) {
    return std::bit_ceil(std::max(least, 4 * states));
  }

  // Members are copied to local variables, because they could be changed by what is written to
  // the entries, for all that a compiler knows.
  template <Sums sums>
  void add_to(const Addend* addends, std::size_t size, const Adder& given) {
    const Adder adder = given;
    const std::size_t stride = sums != Sums::long_numbers ? words + 1 : words + limbs_;
    std::uint64_t* const entries = entries_.data();
    std::uint32_t* const table = table_.data();
    const std::size_t last = table_.size() - 1;
    const std::uint32_t before = before_;
    const std::uint32_t shift = shift_;
    std::size_t end = size_;
    for (const Addend* next = addends; next != addends + size; ++next) {
      // Written at the end even if it is already there, so that a vacant place can lead there too:
      // whether a state is new would be an unpredictable branch.
      std::uint64_t* const fresh = entries + end * stride;
      for (std::uint32_t k = 0; k < words; ++k) fresh[k] = next->state[k];
      for (std::size_t k = words; k < stride; ++k) fresh[k] = 0;
      for (std::size_t place = next->hash >> shift;; place = (place + 1) & last) {
        const std::uint32_t there = table[place];
        const std::size_t number = there > before ? there - before - 1 : end;
        std::uint64_t* const entry = entries + number * stride;
        if (!same<words>(next->state, entry)) continue;
        table[place] = before + static_cast<std::uint32_t>(number + 1);
        end += number == end ? 1 : 0;
        if constexpr (sums == Sums::single) {
          entry[words] += next->weight * *next->count;
          COMBIEN_ENSURE(entry[words] != 0);
        } else if constexpr (sums == Sums::modular) {
          adder.add_residue(entry[words], *next->count, next->weight);
        } else {
          adder.add(entry + words, next->count, next->weight);
        }
        break;
      }
    }
    size_ = end;
  }

  ZeroWords entries_;
  std::uint32_t limbs_ = 1;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  // Numbers of states by their hashes, each one more than it is, and than all in earlier parts.
  Zeroed<std::uint32_t> table_;
  std::uint32_t before_ = 0;
  std::uint32_t shift_ = 63;
};

}  // namespace combien
