// Exact marginals for one line of a nonogram with weighted cells: the weighted share of fillings in
// which a cell has a color.
//
// With all blocks pushed to the left, the line has some *slack*; block j begins at its leftmost
// position plus some shift, and shifts never decrease from one block to the next.  So the fillings
// are the paths through a table of blocks by shifts, and one pass from each end computes their
// total weight.  The weights are numbers, or groups of numbers for several weightings at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "base/require.hpp"
#include "nonogram/lanes.hpp"
#include "nonogram/puzzle.hpp"
#include "nonogram/windows.hpp"

namespace combien::nonogram {

// The positions of the blocks of a line.
class ChainLayout {
 public:
  // Sets the line; keeps no reference to it.
  // require: line.fits()
  void open(const Line& line);

  std::size_t slack() const { return slack_; }

 protected:
  std::vector<Block> blocks_;
  std::vector<std::size_t> first_;  // Where each block begins, pushed to the left; and the end.
  std::vector<std::uint8_t> gap_;   // Whether a white cell must follow the block.
  std::size_t length_ = 0;
  std::size_t slack_ = 0;
  double scale_ = 1;  // A factor for each cell's weight that keeps the sum near 1.
};

template <class Number>
class Chain : public ChainLayout {
  // Blocks of at most this length are computed without windows.
  static constexpr std::size_t shortest = 3;
  // The type of a single number.
  using Single = std::conditional_t<std::is_same_v<Number, double>, double, float>;

 public:
  // The size in bytes of the tables for a line.
  static std::uint64_t bytes_for(std::size_t blocks, std::size_t slack) {
    return std::uint64_t{2} * (blocks + 2) * (slack + 1) * sizeof(Number);
  }
  std::uint64_t bytes() const {
    return (left_.capacity() + right_.capacity() + runs_.capacity() + white_.capacity()) *
           sizeof(Number);
  }

  // Weighs all fillings: `weights` has `colors` numbers for each cell, of which the largest is 1.
  // Adds to `shares`, which has the same layout, the weight of the fillings in which the cell has
  // the color, divided by the total weight and by the cell's own weight: the message from the other
  // cells.
  // ensure: the result is false if the total weight is 0; `shares` is meaningless then
  // cost: (slack + 1) (blocks + 1), and the colored cells
  [[gnu::always_inline]] auto weigh(std::span<const Number> weights, std::size_t colors,
                                    std::span<Number> shares);

 private:
  Number& left(std::size_t block, std::size_t shift) { return left_[block * (slack_ + 1) + shift]; }
  Number& run(std::size_t block, std::size_t shift) { return runs_[block * (slack_ + 1) + shift]; }

  [[gnu::always_inline]] void weigh_runs(std::span<const Number> weights, std::size_t colors);
  [[gnu::always_inline]] void share_out(std::size_t colors, const Number& factor,
                                        std::span<Number> shares);
  [[gnu::always_inline]] Number share_white(std::size_t block, std::size_t shift,
                                            const Number& after, std::size_t colors,
                                            std::span<Number> shares);

  std::vector<Number> white_;
  std::vector<Number> left_;   // Weight of the blocks before one that begins here.
  std::vector<Number> right_;  // Weight of this block and all later ones, from here on.
  std::vector<Number> runs_;   // Weight of the cells of a block that begins here.
  Windows<Number> windows_;
  std::vector<Number> in_;  // For one block: the input and the output of its windows.
  std::vector<Number> out_;
};

template <class Number>
[[gnu::always_inline]] inline auto Chain<Number>::weigh(std::span<const Number> weights,
                                                        std::size_t colors,
                                                        std::span<Number> shares) {
  COMBIEN_REQUIRE(weights.size() >= length_ * colors);
  COMBIEN_REQUIRE(shares.size() >= length_ * colors);
  const std::size_t blocks = blocks_.size();
  const std::size_t size = (blocks + 1) * (slack_ + 1);
  left_.resize(size);
  runs_.resize(size);
  white_.resize(length_);
  const auto scale = Number(static_cast<Single>(scale_));
  const Number zero = 0;
  const Number one = 1;
  for (std::size_t cell = 0; cell < length_; ++cell) {
    white_[cell] = weights[cell * colors] * scale;
  }
  weigh_runs(weights, colors);

  for (std::size_t block = 0; block <= blocks; ++block) {
    Number sum = block == 0 ? one : zero;
    for (std::size_t shift = 0; shift <= slack_; ++shift) {
      const std::size_t here = first_[block] + shift;
      if (shift > 0) sum *= white_[here - 1];
      if (block > 0) {
        Number entering = left(block - 1, shift) * run(block - 1, shift);
        if (gap_[block - 1] != 0) entering *= white_[here - 1];
        sum += entering;
      }
      left(block, shift) = sum;
    }
  }
  const Number infinite = std::numeric_limits<Single>::infinity();
  const Number all = left(blocks, slack_);
  auto valid = (all > zero) & (infinite > all);

  share_out(colors, one / select(valid, all, one), shares);
  for (std::size_t cell = 0; cell < length_ * colors; ++cell) {
    valid = valid & (infinite > shares[cell]);
    // A color of weight 0 has share 0; without its own weight the share might be positive, but the
    // line that excluded the color does not use it.
    const auto possible = weights[cell] > zero;
    shares[cell] = select(possible, shares[cell] / select(possible, weights[cell], one), zero);
  }
  return valid;
}

template <class Number>
[[gnu::always_inline]] inline void Chain<Number>::weigh_runs(std::span<const Number> weights,
                                                             std::size_t colors) {
  const auto scale = Number(static_cast<Single>(scale_));
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const std::size_t length = blocks_[block].length;
    const Number* const cells = &weights[first_[block] * colors + blocks_[block].letter];
    if (length <= shortest) {
      for (std::size_t shift = 0; shift <= slack_; ++shift) {
        Number product = cells[shift * colors] * scale;
        for (std::size_t k = 1; k < length; ++k) product *= cells[(shift + k) * colors] * scale;
        run(block, shift) = product;
      }
      continue;
    }
    in_.resize(slack_ + length);
    for (std::size_t k = 0; k < in_.size(); ++k) in_[k] = cells[k * colors] * scale;
    windows_.fold(in_, length, {&run(block, 0), slack_ + 1},
                  [](const Number& a, const Number& b)
                      __attribute__((always_inline)) { return a * b; });
  }
}

// Computes the weights from the right, and of each part of the fillings: the weight from the left,
// its own, and that from the right.
template <class Number>
[[gnu::always_inline]] inline void Chain<Number>::share_out(std::size_t colors,
                                                            const Number& factor,
                                                            std::span<Number> shares) {
  const Number zero = 0;
  std::fill(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(length_ * colors), zero);
  right_.resize(slack_ + 1);
  const std::size_t blocks = blocks_.size();
  Number sum = factor;
  for (std::size_t shift = slack_ + 1; shift-- > 0;) {
    sum = share_white(blocks, shift, sum, colors, shares);
    right_[shift] = sum;
  }
  for (std::size_t block = blocks; block-- > 0;) {
    const std::size_t length = blocks_[block].length;
    const bool direct = length <= shortest;
    const bool gap = gap_[block] != 0;
    Number* const cells = &shares[first_[block] * colors + blocks_[block].letter];
    // The block's share at each shift, padded with zeros: a cell's share is the sum over a window.
    if (!direct) in_.assign(slack_ + 2 * length - 1, zero);
    sum = zero;
    for (std::size_t shift = slack_ + 1; shift-- > 0;) {
      sum = share_white(block, shift, sum, colors, shares);
      const std::size_t end = first_[block] + shift + length;
      Number entering = run(block, shift) * right_[shift];
      if (gap) entering *= white_[end];
      sum += entering;
      right_[shift] = sum;
      const Number share = left(block, shift) * entering;
      if (gap) shares[end * colors] += share;
      if (!direct) {
        in_[length - 1 + shift] = share;
        continue;
      }
      for (std::size_t k = 0; k < length; ++k) cells[(shift + k) * colors] += share;
    }
    if (direct) continue;
    out_.resize(slack_ + length);
    windows_.fold(in_, length, out_,
                  [](const Number& a, const Number& b)
                      __attribute__((always_inline)) { return a + b; });
    for (std::size_t k = 0; k < out_.size(); ++k) cells[k * colors] += out_[k];
  }
}

// Adds the share of a cell that is white because the block has not started yet; returns the weight
// from that cell on.
template <class Number>
[[gnu::always_inline]] inline Number Chain<Number>::share_white(std::size_t block,
                                                                std::size_t shift,
                                                                const Number& after,
                                                                std::size_t colors,
                                                                std::span<Number> shares) {
  if (shift == slack_) return after;
  const std::size_t here = first_[block] + shift;
  const Number weight = after * white_[here];
  shares[here * colors] += left(block, shift) * weight;
  return weight;
}

}  // namespace combien::nonogram
