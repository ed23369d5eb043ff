// In which order to sweep over the items: this decides everything.
//
// The cost of a sweep is its widest layer, and no single rule finds the best order: on 6x10
// pentominoes the given order makes 9 million states where reverse Cuthill-McKee makes over 20; on
// Aztec diamonds it is the other way round.  So several orders are made here, and raced.
#pragma once

#include <vector>

#include "cover/problem.hpp"

namespace combien {

// The primary items in order of their numbers.
std::vector<ItemId> given_order(const Problem& problem);

// By the last option that mentions them: whoever lists the options board line by board line, say, has
// said which items are done with first.
std::vector<ItemId> closing_order(const Problem& problem);

// Reverse Cuthill-McKee: breadth first from an item at the rim, turned round.  Items that meet most
// others (a tile that is used once) say nothing about nearness: they are left for the end.
std::vector<ItemId> cuthill_mckee_order(const Problem& problem);

// Along the long axis of the problem: by the slowest way of levelling out values that differ between
// neighbours (the Fiedler vector), found by smoothing a breadth-first order.  Hubs come last; empty for
// a problem too large for it.
std::vector<ItemId> spectral_order(const Problem& problem);

// Always the item that brings the fewest new items into play; empty for a problem too large for it.
std::vector<ItemId> greedy_order(const Problem& problem);

}  // namespace combien
