// The cheapest solutions: a branch-and-bound search.
//
// Each option's cost is divided evenly among its primary items, so each waiting item costs at least
// the smallest share of any of its options; the sum of these is a lower bound on the remaining
// cost.  Options are sorted by share in their rings, so the smallest share is the first of the
// ring, and the first option of a ring that is too expensive ends it.  After Knuth's algorithm for
// costs (The Art of Computer Programming 4B, 7.2.2.1, algorithm C$), with the shares as the bound.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/slice.hpp"
#include "cover/problem.hpp"
#include "cover/search.hpp"
#include "cover/side_constraints.hpp"

namespace combien {

// A solution and its cost.
struct Priced {
  std::int64_t cost;
  std::vector<OptionId> options;  // In increasing order.
};

// The costs of the options less the prices of their items, in units of `unit` to a cost of one.  No
// solution costs less than `base`, and one within `gap` of it has only options within that gap.
struct ReducedCosts {
  std::vector<std::int64_t> options;
  std::int64_t unit = 1;
  std::int64_t base = 0;
  std::int64_t gap = 0;  // The gap that is searched.
};

class Cheapest {
 public:
  virtual ~Cheapest() = default;

  // Continues until the cheapest solutions are known.
  // ensure: `done` => best() is final; `out_of_slice` => call again to continue
  virtual Outcome run(Slice& slice) = 0;

  // From now on, solutions that cost more than `most` need not be found.
  virtual void cut(std::int64_t most) = 0;

  // The cheapest solutions found so far, sorted by cost, then by their options.
  virtual std::vector<Priced> best() const = 0;

  // The number of solutions in best(), and the cost of the first, without a copy.
  virtual std::uint64_t found() const = 0;
  virtual std::optional<std::int64_t> least() const = 0;

  // No solution that is not among best() costs less.
  virtual std::optional<std::int64_t> bound() const { return std::nullopt; }

  // If there are prices.
  virtual std::optional<ReducedCosts> reduced() const { return std::nullopt; }

  virtual Work work() const = 0;
  virtual double fraction() const = 0;

  // Checks the invariants; returns what is wrong, or nothing.
  // cost: the entries of the problem, and the levels
  virtual std::string_view unsound() const = 0;
};

// A limit on the costs of solutions, and what the costs of two solutions have in common.
struct CostLimit {
  std::int64_t most = INT64_MAX;
  std::int64_t step = 1;  // Costs differ by multiples of it.
};

// A search for the `wanted` cheapest solutions that satisfy the side constraints.
// Throws std::overflow_error if the sum of the costs does not fit 62 bits.
// require: costs has one entry for each option, and no cost is negative
std::unique_ptr<Cheapest> cheapest(const Problem& problem, std::span<const std::int64_t> costs,
                                   std::uint32_t wanted, CostLimit limit = {},
                                   std::span<const SideConstraint> constraints = {});

}  // namespace combien
