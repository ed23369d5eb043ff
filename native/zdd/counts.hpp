// The number of sets of each node of a diagram, and queries that follow from it: the rank of a set,
// the set at a rank, random sets.
//
// Each count has as many limbs as it needs, side by side in blocks: in a deep diagram the few at
// the top are long, and most are short.  A full block is left as it is and the next one begun, so
// no slice of work is spent on moving a gigabyte.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/require.hpp"
#include "base/dice.hpp"
#include "base/limbs.hpp"
#include "base/natural.hpp"
#include "base/pages.hpp"
#include "base/slice.hpp"
#include "zdd/frozen.hpp"

namespace combien {

class Counts {
 public:
  // require: the diagram outlives this
  // cost: the nodes times the limbs of their counts
  explicit Counts(const Frozen& diagram, std::uint64_t most_limbs = UINT64_MAX);

  // Continues; true when all counts are available, or when more limbs are needed than allowed.
  bool run(Slice& slice);

  // Whether all counts are available; everything below requires it.
  bool complete() const { return begins_.size() == diagram_.variables.size(); }

  const Frozen& diagram() const { return diagram_; }
  // The limbs of a count.
  // require: the count of the node is available
  limbs::Limbs of(std::uint32_t node) const {
    COMBIEN_REQUIRE(node < begins_.size());
    const std::size_t block = begins_[node] / block_size;
    const std::size_t next = node + std::size_t{1};
    const std::size_t begin = begins_[node] % block_size;
    const std::size_t end = next < begins_.size() && begins_[next] / block_size == block
                                ? begins_[next] % block_size
                                : blocks_[block].size();
    return {blocks_[block].data() + begin, end - begin};
  }
  Natural total() const;

  // The number of sets before this one in increasing order (see Members).
  // require: the family contains it, and its variables increase
  Natural rank(std::span<const Variable> set) const;

  // The set at this place, counting from 0.
  // require: place < total
  std::vector<Variable> unrank(limbs::Limbs place) const;

  // A random set, uniformly distributed.
  // require: there is one
  std::vector<Variable> draw(Dice& dice) const;

 private:
  // Limbs per block, unless one number takes more: 8 MB.
  static constexpr std::size_t block_size = std::size_t{1} << 20;
  using Block = LargeVector<std::uint64_t>;

  Block& begin(std::size_t width);
  std::vector<Variable> walk(std::vector<std::uint64_t> place) const;

  const Frozen& diagram_;
  std::uint64_t limbs_left_;
  LargeVector<std::uint64_t> begins_;  // For each node, the block and the place in it.
  std::vector<Block> blocks_;
};

}  // namespace combien
