// What the two choices for an edge do to a state, where the two slots of the edge
// decide it: a table.
//
// Such a choice gives some slots fixed values and keeps the others, which two words say.  An entry
// is filled when its pair of values first occurs, from what the choice does to two states: with
// zeros in all other slots, and with ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "subgraphs/edge_arrows.hpp"
#include "subgraphs/edge_steps.hpp"
#include "subgraphs/frontier_state.hpp"

namespace combien {

template <class State>
class LocalMoves {
 public:
  struct Move {
    typename State::Words kept;
    typename State::Words given;
    EdgeChoice choice;

    typename State::Words from(const typename State::Words& state) const {
      typename State::Words after;
      for (std::size_t k = 0; k < after.size(); ++k) after[k] = (state[k] & kept[k]) | given[k];
      return after;
    }
  };
  struct Moves {
    Move sides[2];  // To leave the edge, and to take it.
    bool known;
  };

  // A table has as many entries as there are pairs of values.
  static constexpr bool fit = State::most < 32;

  // The memory that begin() needs; 0 if it has it.
  std::uint64_t growth() const { return moves_.empty() ? entries * sizeof(Moves) : 0; }
  void begin(const EdgeStep& step) {
    a_ = step.ends[0].slot;
    b_ = step.ends[1].slot;
    moves_.resize(entries);
    for (Moves& moves : moves_) moves.known = false;
  }

  const Moves& at(const State& state) const { return moves_[place(state)]; }

  // Finds out what a choice does to states that have the values of this one in the slots of the
  // edge: `choose` makes the choice for a side.
  template <class Choose>
  void learn(const State& state, const Choose& choose) {
    Moves& moves = moves_[place(state)];
    for (std::size_t side = 0; side < 2; ++side) {
      State zeros, ones = State::full();
      for (State* probe : {&zeros, &ones}) {
        probe->set(a_, state.get(a_));
        probe->set(b_, state.get(b_));
      }
      Move& move = moves.sides[side];
      move.choice = choose(zeros, side);
      choose(ones, side);
      move.given = zeros.packed();
      for (std::size_t k = 0; k < move.kept.size(); ++k) {
        move.kept[k] = zeros.packed()[k] ^ ones.packed()[k];
      }
    }
    moves.known = true;
  }

  std::uint64_t bytes() const { return moves_.capacity() * sizeof(Moves); }

 private:
  static constexpr std::size_t entries = std::size_t{State::most + 1} * (State::most + 1);

  std::size_t place(const State& state) const {
    return std::size_t{state.get(a_)} * (State::most + 1) + state.get(b_);
  }

  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
  std::vector<Moves> moves_;
};

}  // namespace combien
