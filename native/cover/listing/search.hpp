// Searching in the order of the bit kernel, with equal subproblems explored once.
#pragma once

#include <cstdint>
#include <memory>

#include "cover/bits/bits.hpp"
#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// Whether equal subproblems are shared: never, where it pays in a count after some thousand nodes,
// where it pays, or wherever it is possible (for tests).  Solutions, positions and counters do not
// depend on it.
enum class Sharing { never, later, paying, always };

// A search with bit sets, from the root or from a position, whose diagram takes at most about
// `most_bytes`.
// require: the problem has no bounds, and this processor supports the instructions
// Throws InvalidPosition if the position is not in this search tree.
std::unique_ptr<Search> listing_search(const Problem& problem, Vectors vectors,
                                       const Position& start, Sharing sharing,
                                       std::uint64_t most_bytes);

}  // namespace combien
