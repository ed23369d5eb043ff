// The bit kernel: exact cover by whole words, for problems whose options fit into bit sets.
//
// The state of a node is two plain values, so nothing is ever undone: the options still alive, and
// the items not yet covered.  Choosing an option takes away the options that it conflicts with and
// the items that it covers.  Colors cost nothing: they only add conflicts.
//
// The tree is that of the smallest item (ties by the items' order), with forced options taken at
// once; it does not depend on the instructions that the processor has.
#pragma once

#include <cstdint>
#include <memory>

#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// Which vector instructions to use.  All give the same solutions in the same order and the same
// counters.
enum class Vectors { plain, avx2, avx512 };

// The best that this processor has.
Vectors best_vectors();

// How many bytes of bit sets the problem takes at the root.
std::uint64_t bit_set_bytes(const Problem& problem);

// A search by bit sets, from the root or from a position.
// require: the problem has no bounds, and this processor has the instructions
// Keeps no reference to `problem`.
// Throws InvalidPosition if the position is none of this search's tree.
std::unique_ptr<Search> bit_search(const Problem& problem, Vectors vectors,
                                   const Position& start = {});

}  // namespace combien
