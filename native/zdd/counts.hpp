// How many sets each node of a diagram stands for, and what follows from that: the place of a set in
// the order of all, the set at a place, sets drawn at random, and how many hold each variable.
//
// Each count takes the limbs that it needs, side by side in one array: in a deep diagram the few at
// the top are long, and most are short.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/dice.hpp"
#include "base/limbs.hpp"
#include "base/natural.hpp"
#include "base/pages.hpp"
#include "zdd/frozen.hpp"

namespace combien {

class Counts {
 public:
  // Gives up when more than so many limbs are needed: see complete().
  // require: the diagram outlives this
  // cost: the nodes times the limbs of their counts
  explicit Counts(const Frozen& diagram, std::uint64_t most_limbs = UINT64_MAX);

  // Whether all counts are there; all that follows requires it.
  bool complete() const { return begins_.size() == diagram_.variables.size() + 1; }

  limbs::Limbs of(std::uint32_t node) const {
    return {limbs_.data() + begins_[node], begins_[node + std::size_t{1}] - begins_[node]};
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

  // For each variable up to the largest, how many sets hold it.
  std::vector<Natural> marginals() const;

  std::uint64_t bytes() const {
    return limbs_.capacity() * sizeof(std::uint64_t) + begins_.capacity() * sizeof(std::uint64_t);
  }

 private:
  std::vector<Variable> walk(std::vector<std::uint64_t> place) const;

  const Frozen& diagram_;
  LargeVector<std::uint64_t> begins_;  // Where the limbs of each node begin; one more at the end.
  LargeVector<std::uint64_t> limbs_;
};

}  // namespace combien
