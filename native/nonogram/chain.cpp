#include "nonogram/chain.hpp"

#include <algorithm>
#include <cmath>

namespace combien::nonogram {

void ChainLayout::open(const Line& line) {
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

}  // namespace combien::nonogram
