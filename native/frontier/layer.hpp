// The states after one step, each with the number of ways to reach it.
//
// States lie in the order in which they were first reached, so that the same problem gives the same
// layers; an open-addressing table of their numbers finds them by value.  Counts have as many limbs
// as the whole layer could need, and none are ever lost.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/natural.hpp"

namespace combien {

template <std::uint32_t words>
using State = std::array<std::uint64_t, words>;

template <std::uint32_t words>
class Layer {
 public:
  std::size_t size() const { return states_.size(); }
  const State<words>& state(std::size_t k) const { return states_[k]; }
  const std::uint64_t* count(std::size_t k) const { return counts_.data() + k * limbs_; }

  // Empties the layer and sets how many limbs its counts have; memory is kept for the next states,
  // but of the table only what about `expected` states need, so that small layers stay cheap.
  void reset(std::uint32_t limbs, std::size_t expected) {
    limbs_ = limbs;
    states_.clear();
    counts_.clear();
    const std::size_t room = std::bit_ceil(4 * std::max<std::size_t>(16, expected));
    table_.assign(std::min(room, std::max<std::size_t>(64, std::bit_floor(table_.capacity()))),
                  empty);
  }

  // Whether `more` states fit without growing; growth() is what growing would take.
  bool has_room(std::size_t more) const {
    return 2 * (size() + more) <= table_.size() && size() + more <= states_.capacity() &&
           (size() + more) * limbs_ <= counts_.capacity();
  }
  std::uint64_t growth(std::size_t more) const {
    const std::size_t room = grown(more);
    return std::uint64_t{room} * (2 * sizeof(std::uint32_t) + sizeof(State<words>) + 8 * limbs_);
  }
  void grow(std::size_t more) {
    const std::size_t room = grown(more);
    states_.reserve(room);
    counts_.reserve(room * limbs_);
    if (table_.size() >= 2 * room) return;
    std::vector<std::uint32_t> larger(2 * room, empty);
    table_.swap(larger);
    for (std::size_t k = 0; k < size(); ++k) table_[place_of(states_[k])] = narrow(k);
  }

  // Adds `count` ways to reach `state`.
  // require: has_room(1), and the sum fits into the limbs
  void add(const State<words>& state, const std::uint64_t* count) {
    std::uint32_t& slot = table_[place_of(state)];
    if (slot == empty) {
      slot = narrow(size());
      states_.push_back(state);
      counts_.insert(counts_.end(), count, count + limbs_);
      return;
    }
    std::uint64_t* sum = counts_.data() + std::size_t{slot} * limbs_;
    unsigned char carry = 0;
    for (std::uint32_t k = 0; k < limbs_; ++k) {
      const std::uint64_t part = sum[k] + carry;
      carry = static_cast<unsigned char>(part < carry);
      sum[k] = part + count[k];
      carry = static_cast<unsigned char>(carry | (sum[k] < part));
    }
  }

  // Gives every count one limb more.
  void widen() {
    std::vector<std::uint64_t> wider(size() * (limbs_ + std::size_t{1}));
    for (std::size_t k = 0; k < size(); ++k) {
      std::copy_n(count(k), limbs_, wider.data() + k * (limbs_ + std::size_t{1}));
    }
    counts_ = std::move(wider);
    ++limbs_;
  }

  std::uint32_t limbs() const { return limbs_; }

  // The number of ways to reach any state.
  Natural total() const {
    // Limb by limb in 128 bits: a layer has fewer than 2^32 states, so no sum overflows.
    Natural sum;
    for (std::uint32_t limb = limbs_; limb-- > 0;) {
      Wide column = 0;
      for (std::size_t k = 0; k < size(); ++k) column += counts_[k * limbs_ + limb];
      for (int half = 0; half < 2; ++half) sum *= std::uint64_t{1} << 32;
      const std::uint64_t parts[] = {static_cast<std::uint64_t>(column),
                                     static_cast<std::uint64_t>(column >> 64)};
      sum += Natural(parts, 2);
    }
    return sum;
  }

  std::uint64_t bytes() const {
    return states_.capacity() * sizeof(State<words>) + counts_.capacity() * 8 +
           table_.capacity() * sizeof(std::uint32_t);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint32_t empty = UINT32_MAX;

  static std::uint32_t narrow(std::size_t k) { return static_cast<std::uint32_t>(k); }

  std::size_t grown(std::size_t more) const {
    return std::bit_ceil(std::max<std::size_t>(64, size() + more));
  }

  static std::uint64_t hash(const State<words>& state) {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : state) {
      mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
      mixed ^= mixed >> 32;
    }
    return mixed * 0xd6e8feb86659fd93u;
  }

  // Where in the table this state is, or would be.
  std::size_t place_of(const State<words>& state) const {
    const std::size_t last = table_.size() - 1;
    std::size_t place = (hash(state) >> 20) & last;
    while (table_[place] != empty && states_[table_[place]] != state) place = (place + 1) & last;
    return place;
  }

  std::uint32_t limbs_ = 1;
  std::vector<State<words>> states_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> table_;
};

}  // namespace combien
