// Splits a board into independent components.
//
// Unknown cells of one line depend on each other, unless a cell between them is white and the same
// number of blocks comes before it in every filling: then the line acts as two lines.  Cells
// connected by such stretches of lines form a component, and the number of solutions is the product
// over the components.
#pragma once

#include <cstdint>
#include <vector>

#include "nonogram/deduction.hpp"

namespace combien::nonogram {

class Components {
 public:
  explicit Components(const Deduction& board);

  // The unknown ones of these cells, by component; components and their cells in increasing order.
  // require: board.propagate() has returned `all`; `cells` are in increasing order
  std::vector<std::vector<std::uint32_t>> of(const std::vector<std::uint32_t>& cells);

 private:
  void find_cuts(std::uint32_t line);
  bool leftmost(const Line& line, bool turned, std::vector<std::uint32_t>& starts);
  std::uint32_t root(std::uint32_t cell);

  const Deduction& board_;
  std::vector<std::uint64_t> sets_;     // The letters of the cells of the current line.
  std::vector<std::uint8_t> cuts_;      // Whether the line is cut at a cell.
  std::vector<std::uint8_t> possible_;  // By block and boundary.
  std::vector<std::uint32_t> ones_;     // By letter and cell: cells from there on that may have it.
  std::vector<std::uint32_t> earliest_;
  std::vector<std::uint32_t> latest_;
  std::vector<std::uint32_t> parent_;  // By cell of the board.
  std::vector<std::uint32_t> place_;
};

}  // namespace combien::nonogram
