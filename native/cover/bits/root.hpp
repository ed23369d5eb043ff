// A problem as bit sets: the options and items that each option excludes, and each item's options.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// Primary items only; secondary items are represented by conflicts.  Rows of bits are contiguous.
struct BitSets {
  std::uint32_t options = 0;
  std::uint32_t items = 0;
  std::uint32_t option_words = 0;           // Words per set of options.
  std::uint32_t item_words = 0;             // Words per set of items.
  std::vector<std::uint64_t> conflicts;     // By option: the options it excludes, plus itself.
  std::vector<std::uint64_t> option_items;  // For each option, its items.
  std::vector<std::uint64_t> item_options;  // For each item, its options.

  explicit BitSets(const Problem& problem);
};

}  // namespace combien
