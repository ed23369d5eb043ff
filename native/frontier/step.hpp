// A step of the plan, prepared for processing many states: masks spread out over the words of a
// state, and which moves fit it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "frontier/fitting.hpp"
#include "frontier/plan.hpp"
#include "frontier/state.hpp"

namespace combien {

// The bits of a state that a pass leaves alone: it neither looks at them nor changes them.  A pass
// tries all moves of a step where exactly one is chosen, else one of them.  All bits after the last
// step.
template <std::uint32_t words>
State<words> untouched_bits(const SweepPlan& plan, std::size_t index, std::size_t pass) {
  State<words> bits;
  bits.fill(~std::uint64_t{0});
  if (index == plan.steps().size()) return bits;
  const SweepPlan::Step& step = plan.steps()[index];
  const SweepPlan::Step* before = index == 0 ? nullptr : &plan.steps()[index - 1];
  const auto touch = [&](const SweepPlan::Slot& slot) { bits[slot.word] &= ~slot.mask; };
  const std::size_t begin = (before ? before->moves_end : 0) + (step.exactly_once ? 0 : pass);
  const std::size_t end =
      step.exactly_once ? step.moves_end : std::min<std::size_t>(begin + 1, step.moves_end);
  for (std::size_t m = begin; m < end; ++m) {
    const SweepPlan::Move* last = m == 0 ? nullptr : &plan.moves()[m - 1];
    const SweepPlan::Move& move = plan.moves()[m];
    for (std::size_t k = last ? last->slots_end : 0; k < move.slots_end; ++k) {
      touch(plan.slots()[k]);
    }
    for (std::size_t k = last ? last->demands_end : 0; k < move.demands_end; ++k) {
      touch(plan.demands()[k].slot);
    }
  }
  if (!step.exactly_once && begin + 1 < step.moves_end) return bits;
  touch(step.slot);
  for (std::size_t k = before ? before->twins_end : 0; k < step.twins_end; ++k) {
    touch(plan.twins()[k]);
  }
  for (std::size_t k = before ? before->retired_end : 0; k < step.retired_end; ++k) {
    touch(plan.retired()[k]);
  }
  return bits;
}

template <std::uint32_t words>
struct OpenStep {
  struct Move {
    State<words> bits;
    std::uint64_t weight;
    std::uint32_t first_demand;
    std::uint32_t last_demand;
  };

  bool exactly_once = true;
  bool plain = false;  // Exactly one of some moves of plain bits.
  SweepPlan::Slot own;
  std::uint64_t low = 0;
  State<words> kept;
  std::vector<Move> moves;
  std::vector<Move> every_move;  // And one that changes nothing.
  std::vector<SweepPlan::Slot> twins;
  std::uint64_t heaviest = 1;  // The largest weight of a move.
  Fitting<words> fitting;

  void load(const SweepPlan& plan, const std::vector<std::uint64_t>& weights, std::size_t index) {
    const SweepPlan::Step& step = plan.steps()[index];
    const SweepPlan::Step* before = index == 0 ? nullptr : &plan.steps()[index - 1];
    exactly_once = step.exactly_once;
    own = step.slot;
    low = step.low;
    kept.fill(~std::uint64_t{0});
    for (std::size_t k = before ? before->retired_end : 0; k < step.retired_end; ++k) {
      const SweepPlan::Slot& slot = plan.retired()[k];
      kept[slot.word] &= ~slot.mask;
    }
    twins.clear();
    for (std::size_t k = before ? before->twins_end : 0; k < step.twins_end; ++k) {
      twins.push_back(plan.twins()[k]);
    }
    moves.clear();
    heaviest = 1;
    for (std::size_t m = before ? before->moves_end : 0; m < step.moves_end; ++m) {
      const SweepPlan::Move& move = plan.moves()[m];
      const SweepPlan::Move* last = m == 0 ? nullptr : &plan.moves()[m - 1];
      const std::uint64_t weight = weights.empty() ? 1 : weights[number(move.option)];
      heaviest = std::max(heaviest, weight);
      Move spread{{}, weight, last ? last->demands_end : 0, move.demands_end};
      for (std::size_t k = last ? last->slots_end : 0; k < move.slots_end; ++k) {
        spread.bits[plan.slots()[k].word] |= plan.slots()[k].mask;
      }
      moves.push_back(spread);
    }
    plain =
        exactly_once && (moves.empty() || moves.front().first_demand == moves.back().last_demand);
  }

  // Prepares for finding the moves that fit a state; a merge does not need it.
  void fit() {
    every_move = moves;
    every_move.push_back({{}, 1, 0, 0});
    bits_.clear();
    for (const Move& move : moves) bits_.push_back(move.bits);
    if (exactly_once) fitting.load(bits_.data(), bits_.size());
  }

  // Calls `act` with each state to which a pass leads from this one, the weight of the move, and its
  // number in the step (the number of moves if none is made).
  template <class Act>
  void each_successor(const SweepPlan& plan, const State<words>& state, std::size_t pass,
                      const Act& act) const {
    const bool covered = (state[own.word] & own.mask) != 0;
    if (!exactly_once || covered) finish(state, 1, moves.size(), pass, act);
    if (exactly_once) {
      if (covered) return;
      fitting.each(state, [&](std::size_t m) { make(plan, m, state, pass, act); });
    } else if (pass < moves.size() && !touches<words>(state, moves[pass].bits)) {
      make(plan, pass, state, pass, act);
    }
  }

  // Of states that differ in a permutation of twins, leaves one: the twins that come first are
  // covered.
  void arrange(State<words>& state) const {
    for (const SweepPlan::Slot& bits : twins) {
      std::uint64_t& word = state[bits.word];
      const auto covered = static_cast<unsigned>(std::popcount(word & bits.mask));
      word = (word & ~bits.mask) | ((std::uint64_t{1} << covered) - 1) << bits.shift;
    }
  }

 private:
  // Makes a move whose plain bits are free, if counters and colors allow it.
  template <class Act>
  void make(const SweepPlan& plan, std::size_t number, State<words> state, std::size_t pass,
            const Act& act) const {
    const Move& move = moves[number];
    for (std::uint32_t k = 0; k < words; ++k) state[k] |= move.bits[k];
    for (std::uint32_t d = move.first_demand; d < move.last_demand; ++d) {
      const SweepPlan::Demand& demand = plan.demands()[d];
      if (!demand.meet(state[demand.slot.word])) return;
    }
    finish(state, move.weight, number, pass, act);
  }

  // When the step ends, removes the bits that no longer matter.
  template <class Act>
  void finish(State<words> state, std::uint64_t weight, std::size_t number, std::size_t pass,
              const Act& act) const {
    if (exactly_once || pass + 1 >= moves.size()) {
      if (!exactly_once && (state[own.word] & own.mask) < low) return;
      for (std::uint32_t k = 0; k < words; ++k) state[k] &= kept[k];
      arrange(state);
    }
    act(state, weight, number);
  }

  std::vector<State<words>> bits_;
};

}  // namespace combien
