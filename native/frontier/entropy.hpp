// The order in which the states of a sweep are expected to be fewest.
#pragma once

#include <memory>
#include <vector>

#include "base/gradual.hpp"
#include "cover/problem.hpp"
#include "frontier/outline.hpp"

namespace combien {

struct EstimatedOrder {
  std::vector<ItemId> items;
  double expected = 0;  // Transitions of a sweep; 0 if that is not known.
  std::shared_ptr<const Outline> outline = nullptr;  // What other orders are estimated by.
};

// The transitions that a sweep in an order of the same items is expected to make.
double expected_in(const Outline& outline, const std::vector<ItemId>& order);

// Always the item after which the estimate (frontier/estimate.hpp) is lowest, of those that meet an
// earlier one in an option or in a secondary item; the best of several starts.  Empty if it would
// take too long.
Gradual<EstimatedOrder> entropy_order(const Problem& problem, Pace& pace);

}  // namespace combien
