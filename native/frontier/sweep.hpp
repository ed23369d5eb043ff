// Counting without enumeration: all partial solutions at once, merged where their futures agree.
//
// The sweep goes over the items in some order.  Two partial solutions that have covered the same
// items *among the items that still matter* have the same futures, so only the number of ways to
// reach that state is kept.  A layer is the states after one step; only two layers exist at a time.
// The idea is the frontier method (Simpath, TAOCP 7.1.4); the counts are exact, of any size.
// One hash table for each layer was replaced by buckets that fit the cache: queens 14 takes 1.1 s
// and 105 MB instead of 3.8 s and 757 MB.
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
#include "frontier/place.hpp"
#include "frontier/plan.hpp"
#include "frontier/sample.hpp"
#include "frontier/shares.hpp"
#include "frontier/tracing.hpp"

namespace combien {

// What a question looks at in a solution.  States are merged if their futures agree in all of this:
// if they differ in a permutation of items that are alike, unless the options matter.
struct Values {
  // The weight of each option: a solution counts as the product of its options' weights. Empty: all
  // weights are 1.
  std::vector<std::uint64_t> weights;
  // Only the remainder modulo this is kept; 0: the whole number.
  std::uint64_t modulus = 0;
  // Whether it matters which options a solution has, and not only how many solutions there are.
  bool options = false;
  // Columns and colors are exchanged if that saves as many bits of the widest layer: the layers are no
  // longer merged in order then, and each state takes longer.
  double least_exchanged = 1.5;
};

struct SweepWork {
  std::uint64_t transitions = 0;  // States looked at, and moves from one state to the next.
  std::uint64_t states = 0;       // States of all layers.
  std::uint64_t widest = 0;       // States of the widest layer.
  std::uint64_t step = 0;         // Steps that are complete.
  std::uint64_t passes = 0;       // Passes over a layer that this sweep has made.
  std::uint64_t sorted = 0;       // Transitions from sorted layers that it has made.
};

class Sweep {
 public:
  virtual ~Sweep() = default;

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  // Stops after this many passes, as at the end of a slice.  Large layers in no order are shared by
  // this many threads, which end before it returns; the counters do not depend on them.
  // ensure: after `out_of_bytes` it can be called again with a larger limit
  virtual Outcome run(Slice& slice, std::uint64_t bytes, std::uint64_t passes = UINT64_MAX,
                      std::size_t threads = 1) = 0;

  // The number of solutions, weighted or modulo as requested.
  // require: run() has returned `done`
  virtual Natural count() const = 0;

  // The estimated number of remaining transitions, from the widths of the steps ahead and from how
  // many states a bit of width has been worth so far.  For choosing between orders; never an
  // answer.
  virtual double forecast() const = 0;

  // By how many bits the widest layer is expected to be narrower because columns and colors can be
  // exchanged.
  virtual double exchanged() const = 0;

  // Begins to estimate the transitions of the whole sweep from at most this many states of a layer.
  // require: this outlives the sample
  virtual std::unique_ptr<Sample> sample(std::size_t most) const = 0;

  // Begins to trace ways back through layers that were saved.
  // Throws std::invalid_argument unless the options matter and there is no modulus.
  // require: this outlives it
  virtual std::unique_ptr<Tracing> tracing() const = 0;

  // Begins to count the solutions with each option, from layers that were saved.
  // Throws std::invalid_argument unless the options matter and there is no modulus.
  // require: this outlives it, and run() has returned `done`
  virtual std::unique_ptr<Shares> shares() const = 0;

  // Checks the invariants of the layers, unless one of them is being moved; returns what is wrong,
  // or nothing.
  // cost: the states
  virtual std::string_view unsound() const = 0;

  virtual SweepWork work() const = 0;
  virtual std::uint64_t bytes() const = 0;

  // The items in the order of the sweep.
  virtual std::vector<ItemId> items() const = 0;

  // A number that depends on the order and on everything that gives the words of a state a meaning.
  virtual std::uint64_t fingerprint() const = 0;

  // The number of passes over all layers.
  virtual std::uint64_t all_passes() const = 0;

  // Whether no pass is under way, so that the layer can be saved.
  virtual bool between() const = 0;
  virtual SweepPlace place() const = 0;
  // The number of states of the layer, the words of each, with its count, and the sum of the counts.
  virtual std::uint64_t size() const = 0;
  virtual std::uint64_t stride() const = 0;
  virtual Natural total() const = 0;

  // Divides the layers after each pass from now on.  A layer that is divided may be a part of one,
  // so the sweep goes on even if it has no states.
  // require: nothing was merged, and at most SweepPlan::most_division bits
  virtual void divide(const Division& division) = 0;
  virtual Division division() const = 0;

  // Begins to save the layer; returns the number of states in each of its parts.
  // require: between()
  virtual std::vector<std::uint64_t> begin_saving() = 0;
  // Writes the next words of the layer; returns how many, 0 at the end.
  virtual std::size_t save(std::uint64_t* to, std::size_t room) = 0;

  // Begins to load a layer of about this many states: a whole one, or what belongs to a part of one
  // that was divided by this many bits.
  // Throws std::invalid_argument if there is no such place.
  // require: nothing was done before
  virtual void begin_loading(const SweepPlace& place, std::uint64_t states,
                             std::uint32_t divided) = 0;
  // Adds entries with counts of `limbs` limbs, but only those of the share `chosen` of 2^`shares`.
  // Throws std::invalid_argument if one is not a state of the sweep.
  // require: limbs is at most that of the place
  virtual Outcome load(const std::uint64_t* entries, std::size_t count, std::uint32_t limbs,
                       std::uint32_t shares, std::uint64_t chosen, std::uint64_t bytes) = 0;
  // Ends loading; `once` if each state was loaded once, and is in the counters before.  If not, run()
  // with 0 passes combines and counts them.
  virtual void end_loading(bool once, const SweepWork& before) = 0;
};

// A sweep over the items in this order.  The plan is made here, because which items are alike depends
// on the values.
// require: the order has each primary item once; there is a weight for each option, or none; no weight
// is zero, and the modulus is less than 2^63
// Throws TooWide, and what SweepPlan's constructor throws.
std::unique_ptr<Sweep> sweep(const Problem& problem, const std::vector<ItemId>& order,
                             Values values = {});

}  // namespace combien
