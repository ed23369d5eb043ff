// A step of the plan, prepared for processing many states: masks spread out over the words of a
// state, and which moves fit it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "frontier/fitting.hpp"
#include "frontier/plan.hpp"
#include "frontier/state.hpp"

namespace combien {

// The columns that can be exchanged after a step.
template <std::uint32_t words>
class ColumnOrder {
 public:
  void load(const SweepPlan& plan, std::size_t index) {
    classes_.clear();
    numbers_.clear();
    rows_.clear();
    const std::size_t end = plan.steps()[index].columns_end;
    for (std::size_t k = index == 0 ? 0 : plan.steps()[index - 1].columns_end; k < end; ++k) {
      const SweepPlan::Columns* before = k == 0 ? nullptr : &plan.columns()[k - 1];
      for (std::size_t j = before ? before->columns_end : 0; j < plan.columns()[k].columns_end;
           ++j) {
        numbers_.push_back(plan.column_numbers()[j]);
      }
      for (std::size_t r = before ? before->rows_end : 0; r < plan.columns()[k].rows_end; ++r) {
        rows_.push_back(plan.rows()[r]);
      }
      classes_.push_back({numbers_.size(), rows_.size()});
    }
  }

  bool empty() const { return classes_.empty(); }

  // Of states that differ in a permutation of columns, leaves one: the columns increase.
  void arrange(State<words>& state) const {
    std::size_t begin = 0;
    std::size_t first = 0;
    for (const Class& each : classes_) {
      const std::uint32_t* const columns = numbers_.data() + begin;
      const SweepPlan::Rows* const rows = rows_.data() + first;
      if (each.rows_end - first == 1) {
        arrange_one(state[rows->word], *rows, columns, each.columns_end - begin);
      } else {
        arrange_all(state, rows, each.rows_end - first, columns, each.columns_end - begin);
      }
      begin = each.columns_end;
      first = each.rows_end;
    }
  }

  // Clears all that may be permuted.
  void touch(State<words>& bits) const {
    std::size_t begin = 0;
    std::size_t first = 0;
    for (const Class& each : classes_) {
      for (; first < each.rows_end; ++first) {
        const SweepPlan::Rows& rows = rows_[first];
        for (std::size_t j = begin; j < each.columns_end; ++j) {
          bits[rows.word] &= ~(rows.mask << numbers_[j] * rows.width);
        }
      }
      begin = each.columns_end;
    }
  }

 private:
  struct Class {
    std::size_t columns_end;
    std::size_t rows_end;
  };
  static constexpr std::size_t most_columns = 64;

  // Sorts columns within one word, by insertion.
  static void arrange_one(std::uint64_t& word, const SweepPlan::Rows& rows,
                          const std::uint32_t* columns, std::size_t count) {
    std::array<std::uint64_t, most_columns> sorted;
    std::uint64_t all = 0;
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint32_t shift = columns[j] * rows.width;
      std::uint64_t column = word >> shift & rows.mask;
      all |= rows.mask << shift;
      for (std::size_t k = 0; k < j; ++k) {
        const std::uint64_t other = sorted[k];
        sorted[k] = std::min(other, column);
        column = std::max(other, column);
      }
      sorted[j] = column;
    }
    word &= ~all;
    for (std::size_t j = 0; j < count; ++j) word |= sorted[j] << columns[j] * rows.width;
  }

  static void arrange_all(State<words>& state, const SweepPlan::Rows* rows, std::size_t row_count,
                          const std::uint32_t* columns, std::size_t count) {
    const auto part = [&](std::uint32_t column, std::size_t r) {
      return state[rows[r].word] >> column * rows[r].width & rows[r].mask;
    };
    const auto less = [&](std::uint32_t one, std::uint32_t other) {
      for (std::size_t r = 0; r < row_count; ++r) {
        const std::uint64_t a = part(one, r);
        const std::uint64_t b = part(other, r);
        if (a != b) return a < b;
      }
      return false;
    };
    std::array<std::uint32_t, most_columns> sorted;
    bool moved = false;
    for (std::size_t j = 0; j < count; ++j) {
      std::size_t k = j;
      for (; k != 0 && less(columns[j], sorted[k - 1]); --k) sorted[k] = sorted[k - 1];
      sorted[k] = columns[j];
      moved |= k != j;
    }
    if (!moved) return;
    for (std::size_t r = 0; r < row_count; ++r) {
      std::uint64_t all = 0;
      std::uint64_t arranged = 0;
      for (std::size_t j = 0; j < count; ++j) {
        all |= rows[r].mask << columns[j] * rows[r].width;
        arranged |= part(sorted[j], r) << columns[j] * rows[r].width;
      }
      state[rows[r].word] = (state[rows[r].word] & ~all) | arranged;
    }
  }

  std::vector<Class> classes_;
  std::vector<std::uint32_t> numbers_;
  std::vector<SweepPlan::Rows> rows_;
};

// The colors that can be renamed after a step.
template <std::uint32_t words>
class ColorNames {
 public:
  void load(const SweepPlan& plan, std::size_t index) {
    slots_.clear();
    for (const SweepPlan::Renamed& each : plan.renamed()) {
      if (each.birth <= index && index < each.death) slots_.push_back(each);
    }
  }

  bool empty() const { return slots_.empty(); }

  // Of states that differ in a permutation of colors, leaves one: the colors of a class come in their
  // order when they first appear.
  void arrange(State<words>& state) const {
    std::array<std::uint8_t, SweepPlan::most_renamed> names;
    for (std::size_t k = 0; k < slots_.size();) {
      const std::uint32_t of = slots_[k].of;
      std::fill_n(names.begin(), slots_[k].size, std::uint8_t{0});
      std::uint8_t next = 0;
      for (; k < slots_.size() && slots_[k].of == of; ++k) {
        const SweepPlan::Renamed& each = slots_[k];
        std::uint64_t& word = state[each.slot.word];
        const std::uint64_t color = ((word & each.slot.mask) >> each.slot.shift) - each.first;
        if (color >= each.size) continue;
        if (names[color] == 0) names[color] = ++next;
        word = (word & ~each.slot.mask) | (each.first + names[color] - 1) << each.slot.shift;
      }
    }
  }

  // Clears all that may be renamed.
  void touch(State<words>& bits) const {
    for (const SweepPlan::Renamed& each : slots_) bits[each.slot.word] &= ~each.slot.mask;
  }

 private:
  std::vector<SweepPlan::Renamed> slots_;
};

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
  for (std::size_t k = before ? before->bounds_end : 0; k < step.bounds_end; ++k) {
    touch(plan.bounds()[k].slot);
  }
  ColumnOrder<words> columns;
  columns.load(plan, index);
  columns.touch(bits);
  ColorNames<words> colors;
  colors.load(plan, index);
  colors.touch(bits);
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
  ColumnOrder<words> columns;
  ColorNames<words> colors;
  std::vector<SweepPlan::Bound> bounds;
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
    columns.load(plan, index);
    colors.load(plan, index);
    bounds.assign(plan.bounds().begin() + (before ? before->bounds_end : 0),
                  plan.bounds().begin() + step.bounds_end);
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

  // Whether arrange() may change a state.
  bool arranges() const { return !twins.empty() || !columns.empty() || !colors.empty(); }

  // Of states that differ in a permutation of columns, colors or twins, leaves one: the twins that come
  // first are covered.
  void arrange(State<words>& state) const {
    for (const SweepPlan::Slot& bits : twins) {
      std::uint64_t& word = state[bits.word];
      const auto covered = static_cast<unsigned>(std::popcount(word & bits.mask));
      word = (word & ~bits.mask) | ((std::uint64_t{1} << covered) - 1) << bits.shift;
    }
    columns.arrange(state);
    colors.arrange(state);
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
      for (const SweepPlan::Bound& bound : bounds) {
        if (!bound.settle(state[bound.slot.word])) return;
      }
      arrange(state);
    }
    act(state, weight, number);
  }

  std::vector<State<words>> bits_;
};

}  // namespace combien
