// A search for one solution that restarts and learns which items are hard to cover.
//
// It branches on the item with the fewest options for each failure: how often the item had no
// option left (Boussemart, Hemery, Lecoutre and Sais, Boosting systematic search by weighting
// constraints, 2004).  The failures are kept across restarts, each of which takes the options in
// another random order; the lengths follow the sequence of Luby, Sinclair and Zuckerman (1993).
#pragma once

#include <cstdint>
#include <memory>

#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// When a search is given up for the next: after this many nodes, and this many updates for each entry
// of the problem, so that building the links takes little of the time; times its term of the
// sequence.
struct LearningPace {
  std::uint64_t nodes = 256;
  std::uint64_t updates_an_entry = 4;
};

// require: the problem outlives the search
// The search; the same seed gives the same.  It ends after its first solution, or with a proof that
// there is none, and has no positions: `branches`, `probe` and `restart` may not be called.
// Throws std::length_error if the problem has more entries than 32 bits number.
std::unique_ptr<Search> learning_search(const Problem& problem, std::uint64_t seed,
                                        LearningPace pace = {});

}  // namespace combien
