// A set of lines, as a bit set.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/require.hpp"

namespace combien::nonogram {

class LineSet {
 public:
  explicit LineSet(std::uint32_t lines) : words_((lines + 63) / 64, 0) {}

  void add(std::uint32_t line) {
    COMBIEN_REQUIRE(line / 64 < words_.size());
    words_[line / 64] |= std::uint64_t{1} << (line % 64);
  }
  void remove(std::uint32_t line) {
    COMBIEN_REQUIRE(line / 64 < words_.size());
    words_[line / 64] &= ~(std::uint64_t{1} << (line % 64));
  }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  // The first line in the set from `from` up to `end`, exclusive; `end` if there is none.
  std::uint32_t next(std::uint32_t from, std::uint32_t end) const {
    if (from >= end) return end;
    std::uint32_t w = from / 64;
    std::uint64_t word = words_[w] >> (from % 64) << (from % 64);
    while (word == 0) {
      if (++w >= words_.size()) return end;
      word = words_[w];
    }
    return std::min(end, w * 64 + static_cast<std::uint32_t>(std::countr_zero(word)));
  }

  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace combien::nonogram
