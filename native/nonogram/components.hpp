// Splits a board into independent components.
//
// Unknown cells of one line depend on each other, unless a cell between them is white and the same
// number of blocks comes before it in every filling: then the line acts as two lines.  Cells
// connected by such stretches of lines form a component, and the number of solutions is the product
// over the components.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nonogram/deduction.hpp"

namespace combien::nonogram {

// The unknown cells of a component in increasing order, and its key: components of one puzzle with
// equal keys have the same cells and the same number of solutions.
struct Component {
  std::vector<std::uint32_t> cells;
  std::string key;
};

class Components {
 public:
  explicit Components(const Deduction& board);

  // The components of the unknown ones of these cells, in the order of their first cells.
  // require: board.propagate() has returned `all`; `cells` are in increasing order
  std::vector<Component> of(const std::vector<std::uint32_t>& cells);

 private:
  // A stretch of a line: one of its unknown cells, and the end of its part of the key in text_.
  struct Stretch {
    std::uint32_t cell;
    std::size_t end;
  };

  void join(std::uint32_t line);
  void add_stretch(std::uint32_t line, std::uint32_t begin, std::uint32_t end);
  void write(std::uint64_t number, std::uint32_t bytes);
  void find_cuts(std::uint32_t line);
  bool leftmost(const Line& line, bool turned, std::vector<std::uint32_t>& starts);
  std::uint32_t root(std::uint32_t cell);

  const Deduction& board_;
  std::vector<std::uint64_t> sets_;     // The letters of the cells of the current line.
  std::vector<std::uint8_t> cuts_;      // Whether the line is cut at a cell.
  std::vector<std::uint32_t> before_;   // At a cut: the number of blocks before it.
  std::vector<std::uint8_t> possible_;  // By block and boundary.
  std::vector<std::uint32_t> ones_;     // By letter and cell: cells from there on that may have it.
  std::vector<std::uint32_t> earliest_;
  std::vector<std::uint32_t> latest_;
  std::vector<std::uint32_t> parent_;  // By cell of the board.
  std::vector<std::uint32_t> place_;
  std::vector<Stretch> stretches_;
  std::string text_;
};

}  // namespace combien::nonogram
