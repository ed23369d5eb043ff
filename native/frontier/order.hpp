// In which order to sweep over the items: this decides everything.
//
// The cost of a sweep is its widest layer, and no single rule finds the best order: on 6x10
// pentominoes the given order makes 9 million states where reverse Cuthill-McKee makes over 20; on
// Aztec diamonds it is the other way round.  So several orders are made here, and raced.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/gradual.hpp"
#include "cover/problem.hpp"

namespace combien {

// The primary items in order of their numbers.
std::vector<ItemId> given_order(const Problem& problem);

// The search for an order by its name, in slices:
// - given: the primary items in order of their numbers;
// - closing: by the last option that mentions them: whoever lists the options board line by board
//   line, say, has said which items are done with first;
// - rcm, reverse Cuthill-McKee: breadth first from an item at the rim, turned round.  Items that meet
//   most others (a tile that is used once) say nothing about nearness: they are left for the end;
// - spectral: along the long axis of the problem, by the slowest way of levelling out values that
//   differ between neighbors (the Fiedler vector), found by smoothing a breadth-first order.  Hubs
//   come last; none for a problem too large for it;
// - greedy: always the item that brings the fewest new items into play; none for a problem too large
//   for it.
class OrderSearch {
 public:
  // require: the problem outlives this
  // Throws std::invalid_argument for another name.
  OrderSearch(const Problem& problem, const std::string& name);

  // Goes on; true when the order is found, or is known to take too long.
  bool run(Slice& slice);

  // The primary items, or nothing at all.
  // require: run() has returned true
  const std::vector<ItemId>& order() const { return order_; }

 private:
  std::unique_ptr<Pace> pace_;  // In one place, wherever this is moved.
  Gradual<std::vector<ItemId>> finding_;
  std::vector<ItemId> order_;
  bool done_ = false;
};

// The order with this name, at once.
std::vector<ItemId> named_order(const Problem& problem, const std::string& name);

}  // namespace combien
