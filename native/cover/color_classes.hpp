// Colors that can be exchanged everywhere at once.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// Returns classes of colors, of two colors and more: any permutation of a class, in all items at
// once, maps the options to themselves.  `weights` of options must be preserved too; empty: all are
// 1.  None for a problem too large for it.
// cost: for each color, sorting the options that have it
std::vector<std::vector<Color>> color_classes(const Problem& problem,
                                              const std::vector<std::uint64_t>& weights);

}  // namespace combien
