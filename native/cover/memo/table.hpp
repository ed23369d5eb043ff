// A table of exact counts with full keys, within a memory limit.
//
// An entry is stored in one of a few slots after the one that half of its hash selects.  The table
// doubles when it is half full; if it cannot grow, a new entry replaces the one with the smallest
// subtree.  So entries may be lost, but are never wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/pages.hpp"
#include "base/peer.hpp"

namespace combien {

// A hash of `count` words.
inline std::uint64_t mix(const std::uint64_t* words, std::size_t count) {
  std::uint64_t mixed = count;
  for (std::size_t k = 0; k < count; ++k) {
    mixed = (mixed ^ words[k]) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
  }
  mixed *= 0xbf58476d1ce4e5b9u;
  return mixed ^ (mixed >> 32);
}

class MemoTable {
 public:
  explicit MemoTable(std::size_t key_words) : key_words_(key_words) {}

  struct Entry {
    const std::uint64_t* count;  // limbs() of them.
    std::uint32_t size;          // Nodes that its subtree would have without a table.
  };

  // The entry with this key; its count is null if there is none.
  Entry find(const std::uint64_t* key, std::uint64_t hash) const;

  // Stores a count, if there is room within `bytes` or a smaller entry to replace.
  // require: size > 0, there is no entry with this key
  void store(const std::uint64_t* key, std::uint64_t hash, const std::uint64_t* count,
             std::uint32_t size, std::uint64_t bytes);

  // Resizes each count to this many limbs.  Entries that would not fit into `bytes` are dropped.
  // require: limbs > limbs()
  void widen(std::size_t limbs, std::uint64_t bytes);

  void clear();

  // The entries of these slots, each with stride() words; `end` may be too large.
  std::vector<std::uint64_t> saved(std::size_t begin, std::size_t end) const;
  // Stores the entries of another table of the same problem, whose counts have this many limbs.
  // Throws std::invalid_argument if the words are not entries.
  // require: limbs <= limbs()
  void load(std::span<const std::uint64_t> words, std::size_t limbs, std::uint64_t bytes);

  // Checks the invariants; returns what is wrong, or nothing.
  // cost: the table
  std::string_view unsound() const;

  std::size_t limbs() const { return limbs_; }
  std::size_t stride() const { return stride(limbs_); }
  std::size_t slots() const { return words_.size() / stride(); }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

 private:
  friend struct tests::Peer;

  static constexpr std::size_t window = 8;
  static constexpr std::size_t first_capacity = 256;

  // The words of an entry: its size and half of its hash (0: empty), the key, the count.
  std::size_t stride(std::size_t limbs) const { return 1 + key_words_ + limbs; }
  std::size_t words_for(std::size_t capacity, std::size_t limbs) const {
    return (capacity + window - 1) * stride(limbs);
  }
  bool rebuild(std::size_t capacity, std::size_t limbs, std::uint64_t bytes);
  void put(std::uint64_t head, const std::uint64_t* key, const std::uint64_t* count,
           std::size_t count_limbs);

  std::size_t key_words_;
  std::size_t limbs_ = 1;
  std::size_t capacity_ = 0;  // A power of two, or 0 initially.
  std::uint64_t entries_ = 0;
  LargeVector<std::uint64_t> words_;
};

}  // namespace combien
