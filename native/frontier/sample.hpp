// A sweep over a sample of the states, which estimates the cost of a whole sweep.
//
// Of each layer only some states are kept, those with the lowest hashes.  How many states the layer
// has follows from the number of moves, and from how often two moves of the sample lead to the same
// state: if states are kept with probability p and each is reached k times, then a move leads to
// (1 - (1 - p)^k) / (p k) distinct states on average.  An error in the number of states is corrected
// by the layers after it, because collisions do not depend on the estimate.  (The idea of keeping
// representatives: P. C. Chen, Heuristic sampling, 1992.)
//
// States that are reached in many ways are found more often than others, so the estimate is too low
// where layers are large.
//
// Tried and dropped: strata by the number of covered items (up to twice as close, but the same
// choices), and estimates without collisions added to those that are found (torus dominoes 12x12: three
// times the transitions, because two good orders were dropped).
#pragma once

#include <cstdint>
#include <memory>

#include "base/slice.hpp"
#include "frontier/plan.hpp"

namespace combien {

class Sample {
 public:
  virtual ~Sample() = default;

  // Continues until the last layer, or until the slice is used up.
  virtual Outcome run(Slice& slice) = 0;

  // The estimated transitions of the layers so far.
  virtual double estimate() const = 0;

  // States looked at, and moves from one state to the next.
  virtual std::uint64_t transitions() const = 0;
};

// Keeps at most `most` states of a layer.
// require: the plan outlives the sample
std::unique_ptr<Sample> sample(const SweepPlan& plan, std::size_t most);

}  // namespace combien
