// A nonogram as clauses, by thresholds of blocks: a variable for "this block begins at this place or
// later".
//
// Variables of cells come first, one for each color that a cell which is not known can have; then, line
// by line, those of the blocks, one for each possible place but the first.  What is known makes it
// smaller: a block has thresholds for its possible places only, and what is always true or always
// false is in no clause.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

class OrderClauses {
 public:
  struct Meaning {
    std::uint32_t cell;
    std::uint32_t letter;
  };
  struct Places {
    std::int32_t first_variable = 0;  // "At the second of the places, or later."
    std::vector<std::uint32_t> places;
  };

  // `known` has the letter of each cell, row by row; others than the puzzle's for what is not known.
  // Throws InvalidNonogram for another number of cells, and for blotted blocks.
  OrderClauses(Puzzle puzzle, std::span<const std::uint8_t> known);

  std::uint32_t line_count() const { return puzzle_.line_count(); }
  std::int32_t variable_count() const { return variables_; }
  // What the variables of cells mean, from variable 1 on.
  const std::vector<Meaning>& meanings() const { return meanings_; }
  // The blocks of a line and where each can begin; nothing when the clue does not fit what is known.
  std::span<const Places> blocks(LineId line) const;

  // The clauses of a line, each ended by 0: literals are variables, negative for "not".
  std::vector<std::int32_t> clauses(LineId line) const;

 private:
  class Writer;

  void number_cells();
  void number_blocks();
  std::optional<std::vector<std::vector<std::uint32_t>>> places_of(LineId line) const;
  // The literal that says that a cell has this letter.
  std::int32_t literal(std::uint32_t cell, std::uint32_t letter) const {
    return literals_[std::size_t{cell} * (puzzle_.letters() - 1) + letter - 1];
  }

  Puzzle puzzle_;
  std::vector<std::uint8_t> known_;
  std::vector<std::int32_t> literals_;
  std::vector<Meaning> meanings_;
  std::vector<Places> blocks_;
  std::vector<std::size_t> first_block_;  // Of each line, and the end.
  std::vector<std::uint8_t> impossible_;  // Whether no way to lay the line is left.
  std::int32_t variables_ = 0;
};

}  // namespace combien::nonogram
