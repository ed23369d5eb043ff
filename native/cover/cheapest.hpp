// The cheapest solutions: a search that leaves every branch that cannot beat what is known.
//
// Each option's cost is divided evenly among its primary items, so every item that waits must pay at
// least the smallest share that any of its options asks; the sum of these is a lower bound for what
// is to come.  Options lie in their rings by share, so that smallest share is the first of the ring,
// and the first option of a ring that is too dear ends it.  After Knuth's algorithm for costs (The Art
// of Computer Programming 4B, 7.2.2.1, algorithm C$), with the shares as the bound.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/slice.hpp"
#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// A solution with its cost.
struct Priced {
  std::int64_t cost;
  std::vector<OptionId> options;  // In increasing order.
};

class Cheapest {
 public:
  virtual ~Cheapest() = default;

  // Goes on until the cheapest solutions are known.
  // ensure: `done` => best() is final; `out_of_slice` => call again to go on
  virtual Outcome run(Slice& slice) = 0;

  // The cheapest solutions found so far, by cost, then by their options.
  virtual std::vector<Priced> best() const = 0;

  virtual Work work() const = 0;
  virtual double fraction() const = 0;
};

// A search for the `wanted` cheapest solutions.
// require: costs has one entry for each option; no cost is negative, and their sum fits 62 bits
std::unique_ptr<Cheapest> cheapest(const Problem& problem, std::span<const std::int64_t> costs,
                                   std::uint32_t wanted);

}  // namespace combien
