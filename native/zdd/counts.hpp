// How many sets each node of a diagram stands for, and what follows from that: the place of a set in
// the order of all, the set at a place, sets drawn at random.
//
// Each count takes the limbs that it needs, side by side in blocks: in a deep diagram the few at the
// top are long, and most are short.  A block that is full is left as it is and the next one begun, so
// no slice of work is spent on moving a gigabyte.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

  // Goes on; true when all counts are there, or when more limbs are needed than were allowed.
  bool run(Slice& slice);

  // Whether all counts are there; all that follows requires it.
  bool complete() const { return begins_.size() == diagram_.variables.size(); }

  const Frozen& diagram() const { return diagram_; }
  limbs::Limbs of(std::uint32_t node) const {
    const std::size_t block = begins_[node] / block_size;
    const std::size_t next = node + std::size_t{1};
    const std::size_t begin = begins_[node] % block_size;
    const std::size_t end = next < begins_.size() && begins_[next] / block_size == block
                                ? begins_[next] % block_size
                                : blocks_[block].size();
    return {blocks_[block].data() + begin, end - begin};
  }
  Natural total() const;

  // How many sets come before this one in increasing order (see Members).
  // require: the family holds it, and its variables increase
  Natural rank(std::span<const Variable> set) const;

  // The set before which so many come.
  // require: place < total
  std::vector<Variable> unrank(limbs::Limbs place) const;

  // Any set, each as likely as any other.
  // require: there is one
  std::vector<Variable> draw(Dice& dice) const;

 private:
  // Limbs of a block, unless one number takes more: 8 MB.
  static constexpr std::size_t block_size = std::size_t{1} << 20;
  using Block = LargeVector<std::uint64_t>;

  Block& begin(std::size_t width);
  std::vector<Variable> walk(std::vector<std::uint64_t> place) const;

  const Frozen& diagram_;
  std::uint64_t limbs_left_;
  LargeVector<std::uint64_t> begins_;  // Of each node, the block and the place in it.
  std::vector<Block> blocks_;
};

}  // namespace combien
