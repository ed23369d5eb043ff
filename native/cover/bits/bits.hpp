// The bit kernel: exact cover with bit sets, for problems whose options fit into them.
//
// The state of a node is two plain values, so nothing is ever undone: the options still available
// and the items not yet covered.  Choosing an option removes the options that it conflicts with and
// the items that it covers.  Colors cost nothing: they only add conflicts.
//
// Branches on the smallest item (ties are broken by item order) and takes forced options
// immediately.  Items with bounds are not branched on: each limits how many of its options are taken.  At the root and where many options are left, arc consistency removes options that
// would leave an item without any.  The search tree does not depend on the processor's instruction set.
//
// Tried and dropped: a table of failed states (fewer nodes, and more time), a second round of arc
// consistency at a node, arc consistency for items with few options only, and beginning it with the
// option that emptied the item the last time (pentominoes 5 % slower).  Figures of these, and of lanes
// and slices that gained nothing: docs/engines/bits.md.
#pragma once

#include <cstdint>
#include <memory>

#include "base/processor.hpp"
#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// Whether to search several states at once: never, where it pays, or wherever it is
// possible (for tests).  The solutions, their order and the counters are the same.
enum class LaneUse { never, paying, always };

// The size in bytes of the problem's bit sets at the root.
std::uint64_t bit_set_bytes(const Problem& problem);

// Whether each option has an item that is to be covered exactly once, which bit_search() needs.
bool has_item_to_branch_on(const Problem& problem);

// A search with bit sets, from the root or from a position.
// require: has_item_to_branch_on(problem), and this processor supports the instructions
// Keeps no reference to `problem`.
// Throws std::invalid_argument if there is no item to branch on,
//        InvalidPosition if the position is not in this search tree.
std::unique_ptr<Search> bit_search(const Problem& problem, Vectors vectors,
                                   const Position& start = {}, LaneUse lanes = LaneUse::paying);

}  // namespace combien
