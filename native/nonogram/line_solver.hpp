// The line solver: finds which letters the cells of one line can have.
#pragma once

#include <cstdint>
#include <vector>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

// Scratch memory, reused from line to line.
struct LineSolverRoom {
  std::vector<std::uint64_t> words;
};

// Removes from each plane the cells that cannot have that letter: letters() planes of words() words
// each, one after another, one bit per cell.  What remains are exactly the letters that cells have
// in some filling of the line.
// ensure: false if nothing fits; the planes are unchanged then
// cost:   blocks times words, about 2 ns per cell for short lines; blocks times cells if some
//         blocks are blotted
bool solve_line(const Line& line, std::uint64_t* planes, LineSolverRoom& room);

}  // namespace combien::nonogram
