// Shared by the bindings of nonograms: a puzzle from flat arrays.
#pragma once

#include "bindings/bindings.hpp"
#include "nonogram/puzzle.hpp"

namespace combien::bindings {

// Where the blocks of each line begin, rows first, and the end of the last; the length and the
// letter of each block.  Throws InvalidNonogram.
nonogram::Puzzle puzzle_of(std::uint32_t height, std::uint32_t letters, const Array& starts,
                           const Array& lengths, const Array& inks);

void register_nonogram_order(nb::module_& module);

}  // namespace combien::bindings
