// A cache of settled lines: the same line with the same knowledge is asked again and again by probes.
//
// Each key has one place, and the latest wins; nothing is ever wrong, only forgotten.  Long lines,
// which are rare, are not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

class SettledLines {
 public:
  static constexpr std::size_t most_words = 8;

  // For lines of which one takes at most so many words; of so many places, a power of two.
  SettledLines(std::size_t words, std::size_t places)
      : key_words_(words), mask_(places - 1), table_(places * (1 + 2 * words), 0) {}

  // What is known of a line: null if nothing, else a word that says whether anything fits and the
  // words that are left.  `place` is where to put what is found out.
  const std::uint64_t* find(std::uint32_t line, const std::uint64_t* planes, std::size_t words,
                            std::size_t& place) const {
    std::uint64_t hash = line + 1;
    for (std::size_t k = 0; k < words; ++k) {
      hash = (hash ^ planes[k]) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    place = (hash & mask_) * (1 + 2 * key_words_);
    const std::uint64_t* entry = table_.data() + place;
    if (entry[0] >> 1 != line + 1) return nullptr;
    for (std::size_t k = 0; k < words; ++k) {
      if (entry[1 + k] != planes[k]) return nullptr;
    }
    return entry;
  }

  bool fits(const std::uint64_t* entry) const { return (entry[0] & 1) != 0; }
  const std::uint64_t* left(const std::uint64_t* entry) const { return entry + 1 + key_words_; }

  // require: `place` is what find() said for this key
  void keep(std::uint32_t line, const std::uint64_t* planes, const std::uint64_t* left,
            std::size_t words, bool fits, std::size_t place) {
    std::uint64_t* entry = table_.data() + place;
    entry[0] = std::uint64_t{line + 1} << 1 | (fits ? 1 : 0);
    std::memcpy(entry + 1, planes, words * sizeof(std::uint64_t));
    std::memcpy(entry + 1 + key_words_, left, words * sizeof(std::uint64_t));
  }

  std::uint64_t bytes() const { return table_.capacity() * sizeof(std::uint64_t); }

 private:
  std::size_t key_words_;
  std::size_t mask_;
  std::vector<std::uint64_t> table_;
};

}  // namespace combien::nonogram
