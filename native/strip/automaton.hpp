// The automaton of a strip: a sparse matrix of natural numbers whose powers count its tilings.
//
// A state is what sticks out of the first slabs, and the weight of a transition is the number of
// ways to fill one more slab.  State 0, from which nothing sticks out, is the beginning and the
// end: a strip of n slabs has as many tilings as the entry (0, 0) of the n-th power.  So the
// transposed matrix counts the same.
#pragma once

#include <cstdint>
#include <limits>

#include "base/gradual.hpp"
#include "base/pages.hpp"

namespace combien {

struct Automaton {
  // The transitions of state s are rows[s] .. rows[s + 1].
  LargeVector<std::uint64_t> rows{0};
  LargeVector<std::uint32_t> columns;
  LargeVector<std::uint32_t> weights;

  std::uint32_t states() const { return static_cast<std::uint32_t>(rows.size() - 1); }
  std::uint64_t transitions() const { return columns.size(); }
  std::uint64_t bytes() const;
  // The greatest sum of the weights of a row.
  std::uint64_t heaviest() const;
};

inline constexpr std::uint64_t most_weight = std::numeric_limits<std::uint32_t>::max();

// The states by their distance from state 0, modulo the period: the greatest common divisor of the
// lengths of all ways from state 0 to itself.  Strips have tilings for multiples of it only.
struct Levels {
  std::uint32_t period = 1;
  LargeVector<std::uint32_t> states;  // Level by level.
  LargeVector<std::uint32_t> starts;  // Where each level begins, and the number of states.
};

// require: all states can be reached from state 0, and reach it
Levels levels_of(const Automaton& automaton);

// The states from which state 0 can be reached.  State 0 stays, and all are reached from it.
Gradual<Automaton> trimmed(Automaton automaton, Pace& pace);

Gradual<Automaton> transposed(const Automaton& automaton, Pace& pace);

// The quotient by the coarsest partition that keeps state 0 apart and whose classes have rows with
// equal sums of weights to each class: states of one class begin equally many tilings of each
// length.  The automaton itself if a sum is more than `most_weight`.
Gradual<Automaton> lumped(Automaton automaton, Pace& pace);

// Lumps the automaton and its transpose until neither becomes smaller.
Gradual<Automaton> minimized(Automaton automaton, Pace& pace);

}  // namespace combien
