// In how many sets of a family each variable is.
//
// A node is met by as many sets as there are ways from the root down to it, times as many as go on
// below it; so the ways are counted from the top down, beside the counts from below.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limbs.hpp"
#include "base/natural.hpp"
#include "base/pages.hpp"
#include "base/slice.hpp"
#include "zdd/counts.hpp"

namespace combien {

class DiagramMarginals {
 public:
  // require: the counts are complete, and outlive this
  // cost: the nodes times the limbs of their counts, twice
  explicit DiagramMarginals(const Counts& counts);

  // Goes on; true when the marginals are there.
  bool run(Slice& slice);

  // How many variables there are: from 0 to the largest one of the family.
  // require: run() has returned true
  std::size_t size() const { return variables_; }
  // How many sets hold a variable.
  Natural of(Variable variable) const { return {sums_.data() + variable * width_, width_}; }

 private:
  bool lay_out(Slice& slice);
  std::span<std::uint64_t> ways_to(std::uint32_t node) {
    return {ways_.data() + begins_[node], begins_[node + std::size_t{1}] - begins_[node]};
  }

  const Counts& counts_;
  std::uint32_t root_;
  std::uint32_t here_;  // Nodes above this one have been added.
  std::size_t width_;   // Limbs of a marginal.
  std::size_t variables_ = 0;
  bool done_ = false;
  LargeVector<std::uint64_t> begins_;  // Where the ways to each node begin; one more at the end.
  LargeVector<std::uint64_t> ways_;
  LargeVector<std::uint64_t> sums_;
};

}  // namespace combien
