// Columns of items that can be exchanged as a whole: the colors of a graph, the digits of a Latin
// square.
//
// In the coloring of a graph, each color has an item for each edge.  Exchanging the items of two
// colors, edge by edge, maps the options to themselves: (vertex, red) becomes (vertex, blue).
// Twins (cover/twins.hpp) are columns of one item each.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// Columns of equally many items, two columns or more.  Any permutation of the columns, in all rows
// at once, is an automorphism that moves nothing else.
using Palette = std::vector<std::vector<ItemId>>;

// Returns palettes that have no item in common, and none with the classes of `twins`; no item has
// colors.  `weights` of options must be preserved too; empty: all are 1.  Columns are sought only
// where some item has an option of each, with no other item in common; not all palettes are found.
// cost: a few passes over the options
std::vector<Palette> palettes(const Problem& problem, const std::vector<std::uint64_t>& weights,
                              const std::vector<std::vector<ItemId>>& twins);

}  // namespace combien
