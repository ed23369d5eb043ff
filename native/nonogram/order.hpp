// Order encoding of a nonogram as clauses: a variable for "this block begins at this position or
// later".
//
// Variables of cells come first, one for each color of each cell that is not known; then, line by
// line, the variables of the blocks, one for each possible position except the first.  Known cells
// make the encoding smaller: a block has thresholds only for its possible positions, and constants
// are in no clause.
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
    std::int32_t first_variable = 0;  // "At the second of the positions, or later."
    std::vector<std::uint32_t> places;
  };

  // `known` has the letter of each cell, row by row; any letter not in the puzzle means unknown.
  // Throws InvalidNonogram for the wrong number of cells, and for blotted blocks.
  OrderClauses(Puzzle puzzle, std::span<const std::uint8_t> known);

  std::uint32_t line_count() const { return puzzle_.line_count(); }
  std::int32_t variable_count() const { return variables_; }
  // The meaning of the variables of cells, starting with variable 1.
  const std::vector<Meaning>& meanings() const { return meanings_; }
  // The blocks of a line and their possible starts; empty if the clue does not fit the known cells.
  std::span<const Places> blocks(LineId line) const;

  // The clauses of a line, each terminated by 0; negative literals are negated variables.
  std::vector<std::int32_t> clauses(LineId line) const;

 private:
  class Writer;

  void number_cells();
  void number_blocks();
  std::optional<std::vector<std::vector<std::uint32_t>>> places_of(LineId line) const;
  // The literal for a cell having this letter.
  std::int32_t literal(std::uint32_t cell, std::uint32_t letter) const {
    return literals_[std::size_t{cell} * (puzzle_.letters() - 1) + letter - 1];
  }

  Puzzle puzzle_;
  std::vector<std::uint8_t> known_;
  std::vector<std::int32_t> literals_;
  std::vector<Meaning> meanings_;
  std::vector<Places> blocks_;
  std::vector<std::size_t> first_block_;  // By line, and the end.
  std::vector<std::uint8_t> impossible_;  // Whether the line has no filling.
  std::int32_t variables_ = 0;
};

}  // namespace combien::nonogram
