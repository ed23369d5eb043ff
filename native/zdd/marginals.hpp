// The number of sets of a family that contain each variable.
//
// The number of sets through a node is the number of paths from the root down to it times the
// number of its completions below; so paths are counted from the top down, beside the counts from
// below.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/require.hpp"
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

  // Continues; true when the marginals are available.
  bool run(Slice& slice);

  // The number of variables: from 0 to the largest one of the family.
  // require: run() has returned true
  std::size_t size() const {
    COMBIEN_REQUIRE(done_);
    return variables_;
  }
  // The number of sets that contain a variable.
  // require: variable < size()
  Natural of(Variable variable) const {
    COMBIEN_REQUIRE(variable < size());
    return {sums_.data() + variable * width_, width_};
  }

 private:
  bool lay_out(Slice& slice);
  std::span<std::uint64_t> ways_to(std::uint32_t node) {
    const auto begin = static_cast<std::size_t>(begins_[node]);
    return {ways_.data() + begin, static_cast<std::size_t>(begins_[node + std::size_t{1}]) - begin};
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
