// Which moves of a step fit a state, with respect to plain bits.
//
// A few moves are tried one by one.  When there are many, most do not fit most states: then each
// byte of a state is looked up in a table that has a set of moves for each value of each byte that
// some move touches, unless these sets would be too large for the cache.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace combien {

template <std::uint32_t words>
bool touches(const std::array<std::uint64_t, words>& state,
             const std::array<std::uint64_t, words>& bits) {
  std::uint64_t common = 0;
  for (std::uint32_t k = 0; k < words; ++k) common |= state[k] & bits[k];
  return common != 0;
}

template <std::uint32_t words>
class Fitting {
 public:
  using Bits = std::array<std::uint64_t, words>;

  static constexpr std::size_t few = 6;  // Up to this number, moves are best tried in turn.

  void load(const Bits* moves, std::size_t count) {
    moves_ = moves;
    count_ = count;
    touched_.clear();
    excluded_.clear();
    if (count <= few) return;
    sets_ = (count + 63) / 64;
    for (std::uint32_t byte = 0; byte < 8 * words; ++byte) {
      Bits part{};
      part[byte / 8] = std::uint64_t{255} << byte % 8 * 8;
      bool touched = false;
      for (std::size_t m = 0; m < count && !touched; ++m) touched = touches<words>(part, moves[m]);
      if (touched) touched_.push_back(byte);
    }
    if (touched_.size() * 256 * sets_ > most_places) return;
    excluded_.assign(touched_.size() * 256 * sets_, 0);
    for (std::size_t t = 0; t < touched_.size(); ++t) fill(t);
  }

  // Whether set() knows all moves.
  bool one_set() const { return count_ <= 64 && (count_ <= few || !excluded_.empty()); }
  // The moves that fit, as bits.
  // require: one_set()
  std::uint64_t set(const Bits& state) const {
    if (count_ <= few) {
      std::uint64_t possible = 0;
      for (std::size_t m = 0; m < count_; ++m) {
        possible |= std::uint64_t{touches<words>(state, moves_[m]) ? 0u : 1u} << m;
      }
      return possible;
    }
    std::uint64_t excluded = 0;
    const std::uint64_t* sets = excluded_.data();
    for (const std::uint32_t byte : touched_) {
      excluded |= sets[state[byte / 8] >> byte % 8 * 8 & 255];
      sets += 256;
    }
    return ~excluded & ~std::uint64_t{0} >> (64 - count_);
  }

  // Calls `act` with the number of each move that fits, in their order.
  template <class Act>
  void each(const Bits& state, const Act& act) const {
    if (excluded_.empty()) {
      for (std::size_t m = 0; m < count_; ++m) {
        if (!touches<words>(state, moves_[m])) act(m);
      }
      return;
    }
    for (std::size_t set = 0; set < sets_; ++set) {
      const std::size_t left = count_ - 64 * set;
      std::uint64_t possible = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
      const std::uint64_t* excluded = excluded_.data() + set;
      for (const std::uint32_t byte : touched_) {
        possible &= ~excluded[(state[byte / 8] >> byte % 8 * 8 & 255) * sets_];
        excluded += 256 * sets_;
      }
      for (; possible != 0; possible &= possible - 1) {
        act(64 * set + static_cast<std::size_t>(std::countr_zero(possible)));
      }
    }
  }

 private:
  static constexpr std::size_t most_places = 1 << 17;  // A megabyte, which stays in the cache.

  void fill(std::size_t t) {
    const std::uint32_t byte = touched_[t];
    std::uint64_t* excluded = excluded_.data() + t * 256 * sets_;
    for (std::size_t m = 0; m < count_; ++m) {
      std::uint64_t left = moves_[m][byte / 8] >> byte % 8 * 8 & 255;
      for (; left != 0; left &= left - 1) {
        excluded[(left & (0 - left)) * sets_ + m / 64] |= std::uint64_t{1} << m % 64;
      }
    }
    for (std::size_t value = 1; value < 256; ++value) {
      const std::size_t rest = value & (value - 1);
      if (rest == 0) continue;
      for (std::size_t set = 0; set < sets_; ++set) {
        excluded[value * sets_ + set] =
            excluded[rest * sets_ + set] | excluded[(value ^ rest) * sets_ + set];
      }
    }
  }

  const Bits* moves_ = nullptr;
  std::size_t count_ = 0;
  std::size_t sets_ = 0;                 // Of 64 moves each.
  std::vector<std::uint32_t> touched_;   // The bytes that some move uses.
  std::vector<std::uint64_t> excluded_;  // By touched byte, its value, and the set of moves; empty
                                         // where moves are tried one by one.
};

}  // namespace combien
