// What one line tells when the lengths of some of its blocks are not told.
#pragma once

#include <cstdint>
#include <vector>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

// The same as settle(), for a line of any length whose clue has blotted blocks.
// require: line.fits()
// cost:    blocks times cells
bool settle_blotted(const Line& line, std::uint64_t* planes, std::vector<std::uint64_t>& room);

}  // namespace combien::nonogram
