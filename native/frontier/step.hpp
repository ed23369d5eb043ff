// A step of the plan made ready for going through many states: masks spread out over the words of a
// state, and which moves fit it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "frontier/layer.hpp"
#include "frontier/plan.hpp"

namespace combien {

// A step of the plan, with its masks spread out over the words of a state.
template <std::uint32_t words>
struct OpenStep {
  struct Move {
    State<words> bits;
    std::uint64_t weight;
    std::uint32_t first_demand;
    std::uint32_t last_demand;
  };

  static constexpr std::size_t few = 6;  // Moves that are best looked at in turn.

  // Which moves a byte of a state excludes: a set of moves for each value of the byte.
  struct Byte {
    std::uint32_t word;
    std::uint32_t shift;
    std::vector<std::uint64_t> excluded;
  };

  bool exactly_once = true;
  bool plain = false;  // Exactly one of some moves of plain bits.
  SweepPlan::Slot own;
  std::uint64_t low = 0;
  State<words> kept;
  std::vector<Move> moves;
  std::uint64_t heaviest = 1;  // The largest weight of a move.
  // Words of a set of moves; 0: there are few, and they are looked at in turn.
  std::size_t set_words = 0;
  std::vector<Byte> bytes;

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
    make_index();
  }

  // The moves of a set that a state leaves possible, as far as plain bits go.
  std::uint64_t possible(const State<words>& state, std::size_t set_word) const {
    std::uint64_t excluded = 0;
    for (const Byte& byte : bytes) {
      const std::size_t value = (state[byte.word] >> byte.shift) & 255;
      excluded |= byte.excluded[value * set_words + set_word];
    }
    const std::size_t left = moves.size() - 64 * set_word;
    return ~excluded & (left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
  }

 private:
  // Where an item has many options, most of them do not fit most states: the bytes of a state say
  // which do, eight bits at a time.  (6x10 pentominoes: a third of the time.)
  void make_index() {
    bytes.clear();
    set_words = !exactly_once || moves.size() <= few ? 0 : (moves.size() + 63) / 64;
    if (set_words == 0) return;
    for (std::uint32_t word = 0; word < words; ++word) {
      for (std::uint32_t shift = 0; shift < 64; shift += 8) {
        Byte byte{word, shift, std::vector<std::uint64_t>(256 * set_words)};
        bool touched = false;
        for (std::size_t value = 1; value < 256; ++value) {
          std::uint64_t* excluded = byte.excluded.data() + value * set_words;
          const std::size_t rest = value & (value - 1);
          if (rest != 0) {
            const std::uint64_t* with_rest = byte.excluded.data() + rest * set_words;
            const std::uint64_t* with_lowest = byte.excluded.data() + (value ^ rest) * set_words;
            for (std::size_t k = 0; k < set_words; ++k) excluded[k] = with_rest[k] | with_lowest[k];
            continue;
          }
          for (std::size_t m = 0; m < moves.size(); ++m) {
            if ((moves[m].bits[word] >> shift & value) == 0) continue;
            excluded[m / 64] |= std::uint64_t{1} << m % 64;
            touched = true;
          }
        }
        if (touched) bytes.push_back(std::move(byte));
      }
    }
  }
};

template <std::uint32_t words>
bool touches(const State<words>& state, const State<words>& bits) {
  std::uint64_t common = 0;
  for (std::uint32_t k = 0; k < words; ++k) common |= state[k] & bits[k];
  return common != 0;
}

// Meets what a move demands of a counter or a colour in this word of a state; false if the word does
// not allow it.
inline bool meet(const SweepPlan::Demand& demand, std::uint64_t& word) {
  const std::uint64_t held = word & demand.slot.mask;
  switch (demand.kind) {
    case SweepPlan::DemandKind::count:
      if (held == demand.full) return false;
      word += demand.value;
      return true;
    case SweepPlan::DemandKind::colour:
      if (held == demand.value) return true;
      [[fallthrough]];
    case SweepPlan::DemandKind::alone:
      if (held != 0) return false;
      word |= demand.value;
      return true;
  }
  return false;
}

}  // namespace combien
