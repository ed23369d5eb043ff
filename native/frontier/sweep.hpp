// Counting without enumeration: all partial solutions at once, merged where their futures agree.
//
// The sweep goes over the items in some order.  Two partial solutions that have covered the same
// items *among the items that still matter* have the same futures, so only the number of ways to
// reach that state is kept.  A layer is the states after one step; only two layers exist at a time.
// The idea is the frontier method (Simpath, TAOCP 7.1.4); the counts are exact, of any size.
//
// Like the search, the sweep is a machine: it can stop in the middle of a layer and resume later.
// This makes it possible to race several orders and to keep the work of the winner.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/natural.hpp"
#include "base/slice.hpp"
#include "frontier/plan.hpp"

namespace combien {

// What is counted.
struct Values {
  // The weight of each option: a solution counts as the product of its options' weights. Empty: all
  // weights are 1.
  std::vector<std::uint64_t> weights;
  // Only the remainder modulo this is kept; 0: the whole number.
  std::uint64_t modulus = 0;
};

struct SweepWork {
  std::uint64_t transitions = 0;  // States looked at, and moves from one state to the next.
  std::uint64_t states = 0;       // States of all layers.
  std::uint64_t widest = 0;       // States of the widest layer.
  std::uint64_t step = 0;         // Steps that are complete.
};

class Sweep {
 public:
  virtual ~Sweep() = default;

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  // ensure: after `out_of_bytes` it can be called again with a larger limit
  virtual Outcome run(Slice& slice, std::uint64_t bytes) = 0;

  // The number of solutions, weighted or modulo as requested.
  // require: run() has returned `done`
  virtual Natural count() const = 0;

  // The estimated number of remaining transitions, from the widths of the steps ahead and from how
  // many states a bit of width has been worth so far.  For choosing between orders; never an
  // answer.
  virtual double forecast() const = 0;

  // Checks the invariants of the layers, unless one of them is being moved; returns what is wrong,
  // or nothing.
  // cost: the states
  virtual std::string_view unsound() const = 0;

  virtual SweepWork work() const = 0;
  virtual std::uint64_t bytes() const = 0;
};

// require: no weight is zero, and the modulus is less than 2^63
// Throws TooWide, and what SweepPlan's constructor throws.
std::unique_ptr<Sweep> sweep(SweepPlan plan, Values values = {});

}  // namespace combien
