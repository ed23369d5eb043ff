// A cache of solved lines: probes solve the same line with the same known cells again and again.
//
// Direct-mapped: each key has one slot, and the latest entry wins, so entries may be lost but are
// never wrong.  Long lines, which are rare, are not cached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/require.hpp"
#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

class SolvedLines {
 public:
  static constexpr std::size_t most_words = 8;
  // A larger table does not fit the processor's caches, and costs more than it saves.
  static constexpr std::size_t most_places = 1 << 14;
  static constexpr std::size_t most_table_words = most_places * (1 + 2 * most_words);

  // For lines of at most this many words.
  explicit SolvedLines(std::size_t words) : key_words_(words) {}

  // Whether the cache is in use; not initially, because lines alone solve most puzzles, and
  // creating a table takes longer than that.
  bool open() const { return !table_.empty(); }
  void begin() { table_.resize(places_ * (1 + 2 * key_words_), 0); }

  // The cached result for a line: null if there is none, else a word for whether anything fits,
  // then the remaining words.  `place` is set to where the result should be stored.
  const std::uint64_t* find(std::uint32_t line, const std::uint64_t* planes, std::size_t words,
                            std::size_t& place) const {
    place = place_of(line, planes, words);
    const std::uint64_t* entry = table_.data() + place;
    if (entry[0] >> 1 != line + 1) return nullptr;
    for (std::size_t k = 0; k < words; ++k) {
      if (entry[1 + k] != planes[k]) return nullptr;
    }
    return entry;
  }

  bool fits(const std::uint64_t* entry) const { return (entry[0] & 1) != 0; }
  const std::uint64_t* left(const std::uint64_t* entry) const { return entry + 1 + key_words_; }

  // require: `place` was set by find() for this key
  void keep(std::uint32_t line, const std::uint64_t* planes, const std::uint64_t* left,
            std::size_t words, bool fits, std::size_t place) {
    COMBIEN_REQUIRE(open());
    COMBIEN_REQUIRE(place == place_of(line, planes, words));
    std::uint64_t* entry = table_.data() + place;
    entry[0] = std::uint64_t{line + 1} << 1 | (fits ? 1 : 0);
    std::memcpy(entry + 1, planes, words * sizeof(std::uint64_t));
    std::memcpy(entry + 1 + key_words_, left, words * sizeof(std::uint64_t));
    // The table starts small, and is cleared when it grows: creating a large one takes longer than
    // most puzzles.
    if (++kept_ < 4 * places_ || places_ == most_places) return;
    places_ *= 4;
    table_.assign(places_ * (1 + 2 * key_words_), 0);
  }

  std::uint64_t bytes() const { return table_.capacity() * sizeof(std::uint64_t); }

 private:
  std::size_t place_of(std::uint32_t line, const std::uint64_t* planes, std::size_t words) const {
    std::uint64_t hash = line + 1;
    for (std::size_t k = 0; k < words; ++k) {
      hash = (hash ^ planes[k]) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    return (hash & (places_ - 1)) * (1 + 2 * key_words_);
  }

  std::size_t key_words_;
  std::size_t places_ = 1 << 10;
  std::size_t kept_ = 0;
  std::vector<std::uint64_t> table_;
};

}  // namespace combien::nonogram
