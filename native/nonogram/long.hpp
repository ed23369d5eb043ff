// The line solver for lines of many words: the same passes as for short lines, word by word.
//
// Each block is considered only between its leftmost and rightmost positions, so that thousands of
// blocks on thousands of cells stay cheap; and the pass from the right is not stored but combined
// with the left one immediately.
#pragma once

#include <cstdint>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

// The number of words of scratch memory that solve_long_line() needs.
// require: line.fits()
std::uint64_t long_words(const Line& line);

// Like solve_line(), with scratch memory in `room`.
// require: line.fits(), and long_words(line) words of room
bool solve_long_line(const Line& line, std::uint64_t* planes, std::uint64_t* room);

}  // namespace combien::nonogram
