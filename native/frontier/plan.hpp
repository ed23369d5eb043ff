// The layout of a problem for a sweep: which options are decided at which step, and where in a
// state each item keeps its bits.
//
// The sweep takes the primary items in some order.  An option belongs to the step of the first of
// its items; so an item matters from the first step that mentions it to the last, and in between it
// has a slot of bits in the state.  Slots are reused: the 320 items of a sudoku need about 110
// bits.  A primary item that must be covered exactly once has one bit; one with bounds has a
// counter; a secondary item has one bit, or as many as its colors need.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

// The states of this problem in this order do not fit into the words that a sweep has for them.
struct TooWide : std::length_error {
  using std::length_error::length_error;
};

class SweepPlan {
 public:
  static constexpr std::uint32_t most_words = 16;
  // The most bits by which a layer is divided when it is saved.
  static constexpr std::uint32_t most_division = 10;

  // Two bits of word 0 that no slot uses: containers of states can set the first of them in states,
  // to distinguish them from empty places, and never set the second, to distinguish them from a
  // sentinel.
  static constexpr std::uint64_t occupied = std::uint64_t{1} << 63;
  static constexpr std::uint64_t beyond = std::uint64_t{1} << 62;

  // Some bits of one word of a state.
  struct Slot {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;  // In place; 0: this item needs no bits.
  };

  // A demand of an option on a slot that is more than a plain bit.
  enum class DemandKind {
    count,  // One more in a counter that is not full.
    color,  // A color that is this one, or not fixed yet.
    alone,  // A slot that nothing has touched, for a use without a color.
  };
  struct Demand {
    DemandKind kind;
    Slot slot;
    std::uint64_t value;  // In place: what is added to the slot (count), or set in it.
    std::uint64_t full;   // In place: what a full counter holds.

    // Applies the demand to this word of a state; false if the word does not allow it.
    bool meet(std::uint64_t& word) const {
      const std::uint64_t held = word & slot.mask;
      switch (kind) {
        case DemandKind::count:
          if (held == full) return false;
          word += value;
          return true;
        case DemandKind::color:
          if (held == value) return true;
          [[fallthrough]];
        case DemandKind::alone:
          if (held != 0) return false;
          word |= value;
          return true;
      }
      return false;
    }
  };

  struct Move {
    OptionId option;
    std::uint32_t slots_end;    // Its plain bits in slots(), from where the move before it ends.
    std::uint32_t demands_end;  // Its other demands, likewise.
  };

  // Steps come in the items' order.
  struct Step {
    ItemId item;
    bool exactly_once;  // Exactly one option is chosen here unless the item is covered already;
                        // otherwise each option is taken or left on its own.
    Slot slot;          // The item's own bits.
    std::uint64_t low;  // In place: the least that a counter must hold when its item is done.
    std::uint32_t moves_end;    // Its options in moves(), from where the step before it ends.
    std::uint32_t retired_end;  // The slots that end with it in retired(), likewise.
    std::uint32_t twins_end;    // The twins that it covers in twins(), likewise.
    std::uint32_t width;        // How many bits are in use after this step.
    // Their information content, in bits: an item of whose options few, or nearly all, are decided
    // is mostly known to be open, or covered.  For forecasts only.
    double entropy;
  };

  // Throws TooWide.
  // `twins` are classes of items that can be exchanged (see cover/twins.hpp).  The bits of a class
  // are adjacent, and a state may have any permutation of them.
  // require: the order has each primary item once
  SweepPlan(const Problem& problem, const std::vector<ItemId>& order,
            const std::vector<std::vector<ItemId>>& twins = {});

  std::uint32_t words() const { return words_; }
  bool plain() const { return demands_.empty(); }

  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Move>& moves() const { return moves_; }
  const std::vector<Slot>& slots() const { return slots_; }
  const std::vector<Demand>& demands() const { return demands_; }
  const std::vector<Slot>& retired() const { return retired_; }
  // Adjacent bits of twins that stay after the step, two or more.
  const std::vector<Slot>& twins() const { return twins_; }

 private:
  std::uint32_t words_ = 1;
  std::vector<Step> steps_;
  std::vector<Move> moves_;
  std::vector<Slot> slots_;
  std::vector<Demand> demands_;
  std::vector<Slot> retired_;
  std::vector<Slot> twins_;
};

}  // namespace combien
