// Items by size, so that the first of the smallest is found without visiting the others.
//
// For each size below 64, a set of items as a tree of words: a bit at one level is set if the word
// below it is not zero.  The words of all sizes for the same items are neighbors, because an item
// mostly moves between two sizes that differ by one.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "base/require.hpp"

namespace combien {

class ItemsBySize {
 public:
  static constexpr std::uint32_t sizes = 64;

  // Without items; larger sizes are never recorded.
  explicit ItemsBySize(std::uint32_t items = 0) {
    do {
      items = (items + 63) / 64;
      levels_.emplace_back(std::size_t{items} * sizes);
    } while (items > 1);
  }

  // The memory that this takes for a number of items is proportional to it.
  // require: the item is not recorded
  void add(ItemId item, std::uint32_t size) {
    if (size >= sizes) return;
    std::uint32_t place = number(item);
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[std::size_t{place / 64} * sizes + size];
      COMBIEN_REQUIRE((word >> place % 64 & 1) == 0);
      const bool was_empty = word == 0;
      word |= std::uint64_t{1} << place % 64;
      if (!was_empty) return;
      place /= 64;
    }
    used_ |= std::uint64_t{1} << size;
  }

  // require: the item is recorded with this size, or the size is too large
  void remove(ItemId item, std::uint32_t size) {
    if (size >= sizes) return;
    std::uint32_t place = number(item);
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[std::size_t{place / 64} * sizes + size];
      COMBIEN_REQUIRE((word >> place % 64 & 1) != 0);
      word &= ~(std::uint64_t{1} << place % 64);
      if (word != 0) return;
      place /= 64;
    }
    used_ &= ~(std::uint64_t{1} << size);
  }

  bool empty() const { return used_ == 0; }

  // The smallest size recorded.
  // require: not empty()
  std::uint32_t smallest() const {
    COMBIEN_REQUIRE(!empty());
    return static_cast<std::uint32_t>(std::countr_zero(used_));
  }

  // The first item of a size.
  // require: there is one
  ItemId first(std::uint32_t size) const {
    COMBIEN_REQUIRE((used_ >> size & 1) != 0);
    std::uint32_t place = 0;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      const std::uint64_t word = (*level)[std::size_t{place} * sizes + size];
      place = 64 * place + static_cast<std::uint32_t>(std::countr_zero(word));
    }
    return ItemId{place};
  }

  bool contains(ItemId item, std::uint32_t size) const {
    const std::uint32_t place = number(item);
    return (levels_[0][std::size_t{place / 64} * sizes + size] >> place % 64 & 1) != 0;
  }

 private:
  std::vector<std::vector<std::uint64_t>> levels_;  // The items first, the root last.
  std::uint64_t used_ = 0;                          // The sizes that have items.
};

}  // namespace combien
