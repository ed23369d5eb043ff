// Exact marginals for one line of a nonogram with weighted cells: the weighted share of fillings in
// which a cell has a color.
//
// With all blocks pushed to the left, the line has some *slack*; block j begins at its leftmost
// position plus some shift, and shifts never decrease from one block to the next.  So the fillings
// are the paths through a table of blocks by shifts, and one pass from each end computes their
// total weight.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nonogram/puzzle.hpp"
#include "nonogram/windows.hpp"

namespace combien::nonogram {

class Chain {
 public:
  // Sets the line; keeps no reference to it.
  // require: line.fits()
  void open(const Line& line);

  // The size in bytes of the tables for a line.
  static std::uint64_t bytes_for(std::size_t blocks, std::size_t slack);
  std::uint64_t bytes() const;
  std::size_t slack() const { return slack_; }

  // Weighs all fillings: `weights` has `colors` numbers for each cell, of which the largest is 1.
  // Adds to `shares`, which has the same layout, the weight of the fillings in which the cell has
  // the color, divided by the total weight and by the cell's own weight: the message from the other
  // cells.
  // ensure: false if the total weight is 0; `shares` is meaningless then
  // cost: (slack + 1) (blocks + 1), and the colored cells
  bool weigh(std::span<const double> weights, std::size_t colors, std::span<double> shares);

 private:
  double& left(std::size_t block, std::size_t shift) { return left_[block * (slack_ + 1) + shift]; }
  double& right(std::size_t block, std::size_t shift) {
    return right_[block * (slack_ + 1) + shift];
  }
  double& run(std::size_t block, std::size_t shift) { return runs_[block * (slack_ + 1) + shift]; }

  void weigh_runs(std::span<const double> weights, std::size_t colors);
  void share_out(std::size_t colors, std::span<double> shares);

  std::vector<Block> blocks_;
  std::vector<std::size_t> first_;  // Where each block begins, pushed to the left; and the end.
  std::vector<std::uint8_t> gap_;   // Whether a white cell must follow the block.
  std::size_t length_ = 0;
  std::size_t slack_ = 0;
  double scale_ = 1;  // A factor for each cell's weight that keeps the sum near 1.
  std::vector<double> white_;
  std::vector<double> left_;   // Weight of the blocks before one that begins here.
  std::vector<double> right_;  // Weight of this block and all later ones, from here on.
  std::vector<double> runs_;   // Weight of the cells of a block that begins here.
  Windows windows_;
  std::vector<double> in_;  // For one block: the input and the output of its windows.
  std::vector<double> out_;
};

}  // namespace combien::nonogram
