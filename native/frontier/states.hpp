// The states of one layer of a sweep, numbered in the order in which they are reached.
//
// Finding the number of a state takes two unpredictable memory accesses, so states are looked up in
// batches: all places are prefetched before the first one is read.  Where nearly all values of the
// bits occur, they are the place themselves.
//
// Numbers in the table continue from layer to layer, so that entries of earlier layers count as
// vacant and the table need not be emptied.
//
// As in the layers of a count, passes over a whole layer run in slices.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/pages.hpp"
#include "base/peer.hpp"
#include "base/slice.hpp"

namespace combien {

template <std::uint32_t words>
class States {
 public:
  using Bits = std::array<std::uint64_t, words>;

  // The maximum number of states that are looked up at once.
  static constexpr std::size_t batch = 256;

  std::uint32_t size() const { return size_; }
  // require: k < size()
  const Bits& operator[](std::size_t k) const {
    COMBIEN_REQUIRE(k < size_);
    return states_[k];
  }

  // Takes over the table of the layer before, so that layers in turns use one table, which stays in
  // the cache.
  // require: of `before`, only states and their number are used until it is reset
  // ensure: reset() must be called next
  void take_table(States& before) {
    table_.swap(before.table_);
    std::swap(places_, before.places_);
    std::swap(before_, before.before_);
    before_ += before.size_;
    size_ = 0;
  }

  // Empties the layer; of the table only what about `expected` states need is kept.  States use
  // at most this many bits.
  // ensure: clear() must return true before the layer is used
  void reset(std::size_t expected, std::uint32_t bits = 64 * words) {
    before_ += size_;
    size_ = 0;
    direct_ = is_direct(expected, bits);
    use(places_to_reset(expected, bits));
    if (table_.size() < places_) {
      table_ = Zeroed<std::uint32_t>(places_);
      before_ = 0;
    }
    cursor_ = places_;
    if (before_ > most_before) {
      before_ = 0;
      use(table_.size());
      direct_ = false;
      cursor_ = 0;
    }
  }

  // The memory needed for that; 0 if the table is large enough.
  std::uint64_t growth_to_reset(std::size_t expected, std::uint32_t bits) const {
    const std::size_t places = places_to_reset(expected, bits);
    return places > table_.size() ? places * sizeof(std::uint32_t) : 0;
  }

  // Continues emptying the table; true when it is empty.
  bool clear(Slice& slice) {
    while (!moving_ && cursor_ < places_) {
      if (!slice.tick(512)) return false;
      const std::size_t part = std::min(block, places_ - cursor_);
      std::fill_n(table_.data() + cursor_, part, vacant);
      cursor_ += part;
    }
    return true;
  }

  // The memory needed to make room for this many more; 0 if there is room.
  // cost: constant
  std::uint64_t growth(std::size_t more) const {
    std::uint64_t bytes = 0;
    if (size_ + more > states_.size()) bytes += 2 * (size_ + more) * sizeof(Bits);
    if (table_grows(size_ + more)) bytes += places_for(more) * sizeof(std::uint32_t);
    return bytes;
  }
  // require: !moving()
  void begin_growth(std::size_t more) {
    COMBIEN_REQUIRE(!moving_);
    moved_ = indexed_ = size_;
    if (size_ + more > states_.size()) {
      old_states_ = std::move(states_);
      states_ = Zeroed<Bits>(2 * (size_ + more));
      moved_ = 0;
    }
    if (table_grows(size_ + more)) {
      // The old table is not needed: each state is inserted into the new one.
      const std::size_t places = places_for(more);
      table_ = {};
      table_ = Zeroed<std::uint32_t>(places);
      before_ = 0;
      direct_ = false;
      use(places);
      cursor_ = places;
      indexed_ = 0;
    }
    moving_ = true;
  }

  // Whether growing is under way; then nothing else may be done with the layer.
  bool moving() const { return moving_; }

  // Continues growing; true when there is room.
  bool move(Slice& slice) {
    while (moved_ < size_) {
      if (!slice.tick(512)) return false;
      const std::size_t part = std::min(block / (std::size_t{2} * words), size_ - moved_);
      std::copy_n(old_states_.data() + moved_, part, states_.data() + moved_);
      moved_ += part;
    }
    old_states_ = {};
    while (indexed_ < size_) {
      if (!slice.tick(512)) return false;
      const std::size_t end = std::min<std::size_t>(indexed_ + 512, size_);
      for (; indexed_ < end; ++indexed_) {
        table_[place_of(states_[indexed_])] = before_ + static_cast<std::uint32_t>(indexed_ + 1);
      }
    }
    moving_ = false;
    return true;
  }

  // Writes the numbers of these states.
  // require: count <= batch; growth(count) == 0; clear() has returned true
  void find(const Bits* wanted, std::size_t count, std::uint32_t* numbers) {
    COMBIEN_REQUIRE(count <= batch);
    COMBIEN_REQUIRE(growth(count) == 0);
    COMBIEN_REQUIRE(!moving());
    COMBIEN_REQUIRE(cursor_ >= places_);
    if (direct_) {
      for (std::size_t k = 0; k < count; ++k) {
        numbers[k] = number_at(static_cast<std::size_t>(wanted[k][0]), wanted[k]);
      }
      return;
    }
    std::size_t places[batch];
    for (std::size_t k = 0; k < count; ++k) {
      places[k] = first_place(wanted[k]);
      __builtin_prefetch(&table_[places[k]]);
    }
    // Not worth its time where the states are in the cache.
    for (std::size_t k = 0; k < count && size_ > cached; ++k) {
      __builtin_prefetch(&states_[index_at(places[k])]);
    }
    const std::size_t last = places_ - 1;
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t place = places[k];
      // One branch for both: that the first place is vacant or has this state can be predicted, but
      // not which of them.
      while ((table_[place] > before_) & !same(states_[index_at(place)], wanted[k])) {
        place = (place + 1) & last;
      }
      numbers[k] = number_at(place, wanted[k]);
    }
  }

  // Checks the invariants; returns what is wrong, or nothing.
  // require: not moving(), and clear() has returned true
  // cost: the states, and the places of the table
  std::string_view unsound() const {
    COMBIEN_REQUIRE(!moving());
    COMBIEN_REQUIRE(cursor_ >= places_);
    if (!std::has_single_bit(places_) || places_ > table_.size()) return "the table has no size";
    if (!direct_ && 2 * std::size_t{size_} > places_) return "the table is too full";
    std::vector<std::size_t> found(size_, places_);
    std::size_t occupied = 0;
    for (std::size_t place = 0; place < places_; ++place) {
      if (table_[place] <= before_) continue;
      ++occupied;
      if (table_[place] - before_ > size_) return "a number has no state";
      found[table_[place] - before_ - 1] = place;
    }
    if (occupied != size_) return "the table does not hold each state once";
    for (std::size_t k = 0; k < size_; ++k) {
      std::size_t place = first_place(states_[k]);
      while (place != found[k] && table_[place] > before_ &&
             !same(states_[table_[place] - before_ - 1], states_[k])) {
        place = (place + 1) & (places_ - 1);
      }
      if (place != found[k]) return "a state is not found, or there twice";
    }
    return {};
  }

  std::uint64_t bytes() const { return states_.bytes() + old_states_.bytes() + table_.bytes(); }

 private:
  friend struct tests::Peer;

  static constexpr std::uint32_t vacant = 0;
  // Places that a state may take where its bits are the place: as many bytes as otherwise.
  static constexpr std::size_t most_places_a_state = 8;
  // The table is emptied before its numbers overflow.
  static constexpr std::uint32_t most_before = std::uint32_t{1} << 31;
  // States that a large cache holds, beside the table.
  static constexpr std::size_t cached = (std::size_t{1} << 22) / sizeof(Bits);
  // Numbers processed between two checks of the clock.
  static constexpr std::size_t block = std::size_t{1} << 14;

  std::size_t places_for(std::size_t more) const { return 2 * std::bit_ceil(2 * (size_ + more)); }
  bool table_grows(std::size_t size) const {
    return (!direct_ && 2 * size > places_) || size > UINT32_MAX - before_;
  }
  static bool is_direct(std::size_t expected, std::uint32_t bits) {
    return words == 1 && bits < 32 && std::size_t{1} << bits <= most_places_a_state * expected;
  }
  std::size_t places_to_reset(std::size_t expected, std::uint32_t bits) const {
    if (is_direct(expected, bits)) return std::size_t{1} << bits;
    const std::size_t kept = std::bit_ceil(std::max<std::size_t>(2 * batch, 2 * expected));
    return std::min(kept, std::max<std::size_t>(2 * batch, table_.size()));
  }
  // The number of the state at this place, or of any state if it is vacant.
  std::size_t index_at(std::size_t place) const {
    const std::uint32_t there = table_[place];
    return there > before_ ? there - before_ - 1 : 0;
  }
  // The number of the state at this place, which is new if the place is vacant.  (Without a branch,
  // which would be unpredictable.)
  std::uint32_t number_at(std::size_t place, const Bits& state) {
    states_[size_] = state;
    const std::uint32_t there = table_[place];
    const bool fresh = there <= before_;
    size_ += fresh ? 1 : 0;
    const std::uint32_t entry = fresh ? before_ + size_ : there;
    table_[place] = entry;
    return entry - before_ - 1;
  }

  // Uses this many places of the table.
  void use(std::size_t places) {
    places_ = places;
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(places));
  }

  // As ==, which compilers leave to a function that compares any memory.
  static bool same(const Bits& a, const Bits& b) {
    std::uint64_t different = 0;
    for (std::uint32_t k = 0; k < words; ++k) different |= a[k] ^ b[k];
    return different == 0;
  }

  // The upper bits of a product depend on all bits of the state.
  std::size_t first_place(const Bits& state) const {
    if (direct_) return static_cast<std::size_t>(state[0]);
    std::uint64_t mixed = state[0] * 0x9e3779b97f4a7c15u;
    for (std::uint32_t k = 1; k < words; ++k) {
      mixed = (mixed ^ mixed >> 32 ^ state[k]) * 0xd6e8feb86659fd93u;
    }
    return (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> shift_;
  }
  std::size_t place_of(const Bits& state) const {
    std::size_t place = first_place(state);
    while (table_[place] > before_) place = (place + 1) & (places_ - 1);
    return place;
  }

  Zeroed<Bits> states_;  // The first size_ are in use.
  std::uint32_t size_ = 0;
  // Numbers of states by their bits, each one more than it is, and than all in earlier layers.
  Zeroed<std::uint32_t> table_;
  std::uint32_t before_ = 0;  // The number of states in earlier layers.
  bool direct_ = false;       // Whether the bits of a state are its place.
  std::size_t places_ = 0;    // The number of places of the table in use.
  std::uint32_t shift_ = 0;
  std::size_t cursor_ = 0;  // Up to here, the table is empty.
  // While the layer grows: the states in their old place, and how many are in the new one, and found.
  Zeroed<Bits> old_states_;
  std::size_t moved_ = 0;
  std::size_t indexed_ = 0;
  bool moving_ = false;
};

}  // namespace combien
