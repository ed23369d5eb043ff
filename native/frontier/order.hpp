// The order in which to sweep over the items: it determines the cost.
//
// The cost of a sweep is its widest layer, and no single rule finds the best order: on 6x10
// pentominoes the given order makes 9 million states where reverse Cuthill-McKee makes over 20; on
// Aztec diamonds it is the other way round.  So several orders are computed here, and raced.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/require.hpp"
#include "base/gradual.hpp"
#include "cover/problem.hpp"
#include "frontier/entropy.hpp"

namespace combien {

// The primary items in order of their numbers.
std::vector<ItemId> given_order(const Problem& problem);

// The search for an order by its name, in slices:
// - given: the primary items in order of their numbers;
// - closing: by the last option that mentions them: if the options are listed row by row of a
//   board, their order already shows which items are finished first;
// - rcm, reverse Cuthill-McKee: breadth first from a peripheral item, reversed.  Items that meet
//   most others (a tile that is used once) carry no information about nearness: they come last;
// - spectral: along the long axis of the problem, by the slowest way of levelling out values that
//   differ between neighbors (the Fiedler vector), found by smoothing a breadth-first order.  Hubs
//   come last; none for a problem too large for it;
// - entropy: always the item after which the states are expected to be fewest, from several starts;
//   the only order that sees how secondary items connect (frontier/entropy.hpp); none for a problem
//   too large for it;
// - greedy: always the item that brings the fewest new items into play; none for a problem too large
//   for it.
class OrderSearch {
 public:
  // require: the problem outlives this
  // Throws std::invalid_argument for another name.
  OrderSearch(const Problem& problem, const std::string& name);

  // Continues; true when the order is found, or is known to take too long.
  bool run(Slice& slice);

  // The transitions that a sweep in this order is expected to make; 0 if that is not known.
  // require: run() has returned true
  double expected() const {
    COMBIEN_REQUIRE(done_);
    return expected_;
  }

  // The same for another order, if expected() is known; 0 otherwise.
  // require: run() has returned true; `order` has the same items
  double expected_in(const std::vector<ItemId>& order) const {
    COMBIEN_REQUIRE(done_);
    return outline_ == nullptr ? 0 : combien::expected_in(*outline_, order);
  }

  // The primary items, or nothing at all.
  // require: run() has returned true
  const std::vector<ItemId>& order() const {
    COMBIEN_REQUIRE(done_);
    return order_;
  }

 private:
  std::unique_ptr<Pace> pace_;  // At a fixed address, even if this is moved.
  Gradual<EstimatedOrder> finding_;
  std::vector<ItemId> order_;
  double expected_ = 0;
  std::shared_ptr<const Outline> outline_;
  bool done_ = false;
};

// The order with this name, computed in one call.
std::vector<ItemId> named_order(const Problem& problem, const std::string& name);

}  // namespace combien
