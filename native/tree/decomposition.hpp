// A tree decomposition of the items of a problem, as an elimination order.
//
// Two items are adjacent if an option has both.  Eliminating an item joins all of its neighbors with
// each other; the item and its neighbors at that time are its bag.  The bags form a tree: a bag
// without its item lies in the bag of the first of its items to be eliminated.  An order with small
// bags is found greedily, by fewest new edges or fewest neighbors, with ties broken at random, in
// several attempts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/gradual.hpp"
#include "cover/problem.hpp"
#include "tree/adjacency.hpp"

namespace combien {

struct TreeDecomposition {
  struct Bag {
    // Positions in the elimination order, increasing: the first is the item's own.
    std::vector<std::uint32_t> places;
    double cost = 0;  // The forecast number of transitions, if every set of items was a state.
  };
  std::vector<ItemId> order;
  std::vector<Bag> bags;  // In the order of elimination.
  std::uint32_t widest = 0;
  double cost = 0;
};

// Problems with more items are refused: their adjacency matrix would be too large.
inline constexpr std::uint32_t most_tree_items = 8192;

// The cheapest decomposition found; the same on every machine.
// require: at most most_tree_items items, and the graph outlives the search
Gradual<TreeDecomposition> tree_decomposition(const Adjacency& graph, Pace& pace);

// The cost of a decomposition by fewest neighbors, which is found quickly; infinite if it is not.
// require: at most most_tree_items items
double tree_forecast(const Problem& problem);

}  // namespace combien
