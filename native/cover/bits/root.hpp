// A problem as bit sets: the options and items that each option excludes, and each item's options.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// How often the options of a set may be taken: an item with bounds.
struct Quota {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

// Items to be covered exactly once; secondary items are represented by conflicts, and items with
// other bounds by quotas.  Rows of bits are contiguous.
struct BitSets {
  std::uint32_t options = 0;
  std::uint32_t items = 0;
  std::uint32_t option_words = 0;           // Words per set of options.
  std::uint32_t item_words = 0;             // Words per set of items.
  std::vector<std::uint64_t> conflicts;     // By option: the options it excludes, plus itself.
  std::vector<std::uint64_t> option_items;  // For each option, its items.
  std::vector<std::uint64_t> item_options;  // For each item, its options.
  std::vector<Quota> quotas;
  std::vector<std::uint64_t> quota_options;  // For each quota, its options.

  // Throws std::invalid_argument if no item of an option is to be covered exactly once.
  explicit BitSets(const Problem& problem);
};

}  // namespace combien
