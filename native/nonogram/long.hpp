// What one line tells, when it takes many words: the same passes as for short lines, word by word.
//
// Each block is looked at only between the least and the greatest place that the others leave it, so
// that thousands of blocks on thousands of cells stay cheap; and the pass from the right is not kept
// but met with the left one at once.
#pragma once

#include <cstdint>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

// How many words solve_long_line() wants to work in.
// require: line.fits()
std::uint64_t long_words(const Line& line);

// As solve_line(), in `room`.
// require: line.fits(), and long_words(line) words of room
bool solve_long_line(const Line& line, std::uint64_t* planes, std::uint64_t* room);

}  // namespace combien::nonogram
