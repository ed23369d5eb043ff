// One line of a nonogram, solved exactly for weighted cells: in which share of all ways to lay its
// blocks does a cell have a color?
//
// All blocks pushed to the left, the line has some *slack*; block j then begins at its first place
// plus some shift, and shifts never fall from one block to the next.  So the ways are the paths
// through a table of blocks by shifts, and two passes over it, from either end, weigh them all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nonogram/puzzle.hpp"
#include "nonogram/windows.hpp"

namespace combien::nonogram {

class Chain {
 public:
  // Takes a line; keeps no reference to it.
  // require: line.fits()
  void open(const Line& line);

  // What the tables of this line need.
  static std::uint64_t bytes_for(std::size_t blocks, std::size_t slack);
  std::uint64_t bytes() const;
  std::size_t slack() const { return slack_; }

  // Weighs all ways: `weights` has `colors` numbers for each cell, of which the largest is 1.
  // Adds up in `shares`, of the same form, the weight of the ways where the cell has the color,
  // divided by the weight of all and by the cell's own weight: what the others say about it.
  // ensure: false if all ways together weigh nothing, and `shares` says nothing
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
  std::vector<std::uint8_t> gap_;   // Whether a white cell must follow it.
  std::size_t length_ = 0;
  std::size_t slack_ = 0;
  double scale_ = 1;  // What each cell's weight is multiplied with: the sum of all is near 1 then.
  std::vector<double> white_;
  std::vector<double> left_;   // Of the ways to lay the blocks before one that begins here.
  std::vector<double> right_;  // Of the ways to lay this block and those after, from here on.
  std::vector<double> runs_;   // Of the cells of a block that begins here.
  Windows windows_;
  std::vector<double> in_;  // Of one block: what its windows are made of, and what they are.
  std::vector<double> out_;
};

}  // namespace combien::nonogram
