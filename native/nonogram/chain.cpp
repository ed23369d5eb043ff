#include "base/require.hpp"
#include "nonogram/chain.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace combien::nonogram {

void Chain::open(const Line& line) {
  COMBIEN_REQUIRE(line.fits());
  length_ = line.length();
  blocks_.clear();
  first_.clear();
  gap_.clear();
  for (std::uint32_t block = 0; block < line.block_count(); ++block) {
    blocks_.push_back(line.block(block));
    first_.push_back(line.earliest(block) + (line.apart(block) ? 1 : 0));
    gap_.push_back(line.apart(block + 1) ? 1 : 0);
  }
  first_.push_back(line.earliest(line.block_count()));
  slack_ = length_ - first_.back();
  // Each filling multiplies the weights of all cells, so this factor per cell divides the sum by
  // the number of fillings; otherwise lines of a thousand cells would exceed the range of doubles.
  const auto blocks = static_cast<double>(blocks_.size());
  const auto room = static_cast<double>(slack_);
  const double ways =
      std::lgamma(room + blocks + 1) - std::lgamma(room + 1) - std::lgamma(blocks + 1);
  scale_ = std::exp(-ways / static_cast<double>(std::max<std::size_t>(1, length_)));
}

std::uint64_t Chain::bytes_for(std::size_t blocks, std::size_t slack) {
  return std::uint64_t{3} * (blocks + 1) * (slack + 1) * sizeof(double);
}

std::uint64_t Chain::bytes() const {
  return (left_.capacity() + right_.capacity() + runs_.capacity() + white_.capacity()) *
         sizeof(double);
}

bool Chain::weigh(std::span<const double> weights, std::size_t colors, std::span<double> shares) {
  COMBIEN_REQUIRE(weights.size() >= length_ * colors);
  COMBIEN_REQUIRE(shares.size() >= length_ * colors);
  const std::size_t blocks = blocks_.size();
  const std::size_t size = (blocks + 1) * (slack_ + 1);
  left_.resize(size);
  right_.resize(size);
  runs_.resize(size);
  white_.resize(length_);
  for (std::size_t cell = 0; cell < length_; ++cell) {
    white_[cell] = scale_ * weights[cell * colors];
  }
  weigh_runs(weights, colors);

  for (std::size_t block = 0; block <= blocks; ++block) {
    double sum = block == 0 ? 1 : 0;
    for (std::size_t shift = 0; shift <= slack_; ++shift) {
      const std::size_t here = first_[block] + shift;
      if (shift > 0) sum *= white_[here - 1];
      if (block > 0) {
        const double gap = gap_[block - 1] != 0 ? white_[here - 1] : 1;
        sum += left(block - 1, shift) * run(block - 1, shift) * gap;
      }
      left(block, shift) = sum;
    }
  }
  const double all = left(blocks, slack_);
  if (!(all > 0) || !std::isfinite(all)) return false;

  for (std::size_t block = blocks + 1; block-- > 0;) {
    double sum = block == blocks ? 1 / all : 0;
    for (std::size_t shift = slack_ + 1; shift-- > 0;) {
      const std::size_t here = first_[block] + shift;
      if (shift < slack_) sum *= white_[here];
      if (block < blocks) {
        const double gap = gap_[block] != 0 ? white_[here + blocks_[block].length] : 1;
        sum += run(block, shift) * gap * right(block + 1, shift);
      }
      right(block, shift) = sum;
    }
  }
  share_out(colors, shares);
  for (std::size_t cell = 0; cell < length_ * colors; ++cell) {
    if (!std::isfinite(shares[cell])) return false;
    // A color of weight 0 has share 0; without its own weight the share might be positive, but the
    // line that excluded the color does not use it.
    shares[cell] = weights[cell] > 0 ? shares[cell] / weights[cell] : 0;
  }
  return true;
}

void Chain::weigh_runs(std::span<const double> weights, std::size_t colors) {
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    in_.resize(slack_ + blocks_[block].length);
    for (std::size_t k = 0; k < in_.size(); ++k) {
      in_[k] = scale_ * weights[(first_[block] + k) * colors + blocks_[block].letter];
    }
    windows_.fold(in_, blocks_[block].length, {&run(block, 0), slack_ + 1}, std::multiplies<>());
  }
}

void Chain::share_out(std::size_t colors, std::span<double> shares) {
  std::fill(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(length_ * colors), 0.0);
  const std::size_t blocks = blocks_.size();
  for (std::size_t block = 0; block <= blocks; ++block) {
    // A cell that is white because the block has not started yet.
    for (std::size_t shift = 0; shift < slack_; ++shift) {
      const std::size_t here = first_[block] + shift;
      shares[here * colors] += left(block, shift) * white_[here] * right(block, shift + 1);
    }
    if (block == blocks) break;
    // The block's share at each shift, padded with zeros: a cell's share is the sum over a window.
    const std::size_t length = blocks_[block].length;
    in_.assign(slack_ + 2 * length - 1, 0.0);
    for (std::size_t shift = 0; shift <= slack_; ++shift) {
      const std::size_t end = first_[block] + shift + length;
      const double gap = gap_[block] != 0 ? white_[end] : 1;
      const double share = left(block, shift) * run(block, shift) * gap * right(block + 1, shift);
      in_[length - 1 + shift] = share;
      if (gap_[block] != 0) shares[end * colors] += share;
    }
    out_.resize(slack_ + length);
    windows_.fold(in_, length, out_, std::plus<>());
    for (std::size_t k = 0; k < out_.size(); ++k) {
      shares[(first_[block] + k) * colors + blocks_[block].letter] += out_[k];
    }
  }
}

}  // namespace combien::nonogram
