// A linear order of the items with few of them open at a time, by simulated annealing.
//
// After each item of the order, an item is open if it shares an option with an earlier one and comes
// later itself.  A table of all sets of open items has 2^width entries; the order should make the
// sum of these small.
#pragma once

#include <cstdint>
#include <vector>

#include "base/gradual.hpp"
#include "tree/adjacency.hpp"

namespace combien {

struct LineOrder {
  std::vector<std::uint32_t> order;
  std::uint32_t widest = 0;
  double cost = 0;  // The sum of 2^width.
};

// The best order found in this many runs, each of `moves` moves; the same on every machine.
// require: the graph has an item and outlives the search
Gradual<LineOrder> line_order(const Adjacency& graph, std::uint64_t moves, std::uint32_t runs,
                              Pace& pace);

}  // namespace combien
