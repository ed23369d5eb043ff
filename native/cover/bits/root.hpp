// A problem as bit sets: what each option excludes and covers, and which options each item has.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// Primary items only; secondary ones are in the conflicts.  Rows of bits lie end to end.
struct BitSets {
  std::uint32_t options = 0;
  std::uint32_t items = 0;
  std::uint32_t option_words = 0;           // Words of a set of options.
  std::uint32_t item_words = 0;             // Words of a set of items.
  std::vector<std::uint64_t> conflicts;     // For each option, the options it excludes, itself too.
  std::vector<std::uint64_t> option_items;  // For each option, its items.
  std::vector<std::uint64_t> item_options;  // For each item, its options.

  explicit BitSets(const Problem& problem);
};

}  // namespace combien
