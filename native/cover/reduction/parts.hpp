// The components of what remains, which have no item in common, each as a separate problem.
//
// A solution of the whole combines one solution of each component, so the counts multiply.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/reduction/remains.hpp"

namespace combien {

// The remaining options of each component, in increasing order; components in the order of their
// first options.
std::vector<std::vector<OptionId>> components(const Remains& remains);

// The problem of some options and of their remaining items, with the current bounds.  Items and
// options keep their order; colors are numbered by first use.
struct Part {
  // The items and colors of the whole problem; color k is at place k - 1.
  std::vector<std::int32_t> items;
  std::vector<std::int32_t> color_numbers;

  std::vector<std::uint8_t> primary;
  // An item, its low and its high, for each primary item that is not in exactly one option.
  std::vector<std::int32_t> bounds;
  // Where each option ends, its items, and their colors (empty if there are none).
  std::vector<std::int32_t> ends;
  std::vector<std::int32_t> entries;
  std::vector<std::int32_t> colors;
};

// Makes parts of one problem; the tables are allocated once.
class PartMaker {
 public:
  // require: what remains outlives this, and does not change
  explicit PartMaker(const Remains& remains);

  // require: the options remain, and each has a remaining item
  Part part(const std::vector<OptionId>& options);

 private:
  const Remains* remains_;
  // The numbers in the part, counted from 1; 0 for what is not in it.
  Table<ItemId, std::int32_t> item_number_;
  std::vector<std::int32_t> color_number_;
};

}  // namespace combien
