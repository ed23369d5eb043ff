// What one line tells: which letters its cells can have, given those that they may have.
#pragma once

#include <cstdint>
#include <vector>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

// Room that is used again from line to line.
struct LineSolverRoom {
  std::vector<std::uint64_t> words;
};

// Takes from each plane the cells that cannot have that letter: letters() planes of words() words
// each, one after another, a bit a cell.  What is left are exactly the letters that cells have in
// some filling of the line.
// ensure: false when nothing fits; the planes are as they were then
// cost:   blocks times words, some 2 ns a cell when the line is short; blocks times cells when some
//         blocks are blotted
bool solve_line(const Line& line, std::uint64_t* planes, LineSolverRoom& room);

}  // namespace combien::nonogram
