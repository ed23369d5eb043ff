// Dancing links: the readable engine, and the second opinion on every other one.
//
// Each item heads a ring of the options that can still cover it; covering an item takes its options
// out of all other rings, and backtracking puts them back in mirror order, with no other memory than
// the links of what was taken out.  After Knuth, The Art of Computer Programming 4B, section 7.2.2.1
// (algorithms X, C and M), turned from a recursion into a machine.
//
// One machine serves plain covers, colors and multiplicities; what a problem does not have is
// compiled away.
#pragma once

#include <memory>

#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// A search by dancing links, from the root or from a position.
// Keeps no reference to `problem`.
// Throws InvalidPosition if the position is none of this problem's search tree,
//        std::length_error if the problem has more entries than 32 bits number.
std::unique_ptr<Search> dancing_links(const Problem& problem, Branching branching,
                                      const Position& start = {});

}  // namespace combien
