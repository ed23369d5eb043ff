// Dancing links: the readable engine, used to cross-check all others.
//
// Each item heads a ring of the options that can still cover it.  Covering an item removes its
// options from all other rings, and backtracking restores them in reverse order, using only the
// links of the removed nodes (Hitotumatu and Noshita, 1979; Knuth, Dancing Links, 2000).  After
// Knuth, The Art of Computer Programming 4B, section 7.2.2.1 (algorithms X, C and M), rewritten from
// a recursion into a state machine.
//
// The same code handles plain covers, colors and multiplicities; unused features are compiled away.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cover/problem.hpp"
#include "cover/search.hpp"
#include "cover/side_constraints.hpp"

namespace combien {

// With fewer items waiting, it is faster to visit them all for each choice than to keep them sorted
// by size.  (Sorting always, queens and pentominoes take two to six times as long.)
inline constexpr std::uint32_t sorting_pays_from = 512;

// A search with dancing links, from the root or from a position, for the solutions that satisfy the
// side constraints.
// Keeps no reference to `problem`.
// Throws InvalidPosition if the position is not in this problem's search tree,
//        std::length_error if the problem has more entries than 32 bits number.
std::unique_ptr<Search> dancing_links(const Problem& problem, Branching branching,
                                      const Position& start = {},
                                      std::uint32_t sorted_from = sorting_pays_from,
                                      std::span<const SideConstraint> constraints = {});

}  // namespace combien
