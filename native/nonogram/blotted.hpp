// A line solver for clues in which some block lengths are unknown.
#pragma once

#include <cstdint>
#include <vector>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

// The same as solve_line(), for a line of any length whose clue has blotted blocks.
// require: line.fits()
// cost:    blocks times cells
bool solve_blotted_line(const Line& line, std::uint64_t* planes, std::vector<std::uint64_t>& room);

}  // namespace combien::nonogram
