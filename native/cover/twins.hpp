// Items that can be exchanged: rooms that are alike, vertices of a complete graph, equal pieces.
//
// Two items are twins if exchanging them, and nothing else, maps the options to themselves.  Being
// twins is transitive, so that any permutation of a class of twins is an automorphism.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// Returns classes of twins, of two items and more, in increasing order; twins of one class have
// equal bounds, and no colors.  `weights` of options must be preserved too; empty: all are 1.
// Pairs that share an option are looked for only if this takes few steps.
// cost: the squares of the lengths of options, and sorting the options of twins
std::vector<std::vector<ItemId>> twins(const Problem& problem,
                                       const std::vector<std::uint64_t>& weights);

}  // namespace combien
