// The counts of components that have been counted, with full keys, so entries are never wrong.
//
// The key of a component holds all that its count depends on: for each stretch of a line between
// two cuts, the letters that its cells can have from the first unknown one to the last, and how
// much of the clue the known cells outside of them take up.  What other components contain, and
// the order of the choices that led here, is not in it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/natural.hpp"

namespace combien::nonogram {

class ComponentCache {
 public:
  // The count of the component with this key; null if it is not known.
  const Natural* find(const std::string& key) const {
    const auto found = counts_.find(key);
    return found == counts_.end() ? nullptr : &found->second;
  }

  // Stores a count.  If it does not fit into `bytes`, all earlier entries are dropped.
  void store(std::string key, const Natural& count, std::uint64_t bytes) {
    const std::uint64_t size = key.capacity() + count.bit_length() / 8 + bytes_each;
    if (bytes_ + size > bytes) clear();
    if (size > bytes || !counts_.emplace(std::move(key), count).second) return;
    bytes_ += size;
  }

  void clear() {
    counts_.clear();
    bytes_ = 0;
  }

  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t entries() const { return counts_.size(); }

 private:
  // Of an entry, without its key and its limbs: the node, the bucket and what malloc adds.
  static constexpr std::uint64_t bytes_each = 160;

  std::unordered_map<std::string, Natural> counts_;
  std::uint64_t bytes_ = 0;
};

}  // namespace combien::nonogram
