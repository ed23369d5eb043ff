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

#include "cover/palettes.hpp"
#include "cover/problem.hpp"

namespace combien {

// The states of this problem in this order do not fit into the words that a sweep has for them.
struct TooWide : std::length_error {
  using std::length_error::length_error;
};

// Items that can be exchanged.
struct Alike {
  // See cover/twins.hpp.  The bits of a class are adjacent, and a state may have any permutation of
  // them.
  std::vector<std::vector<ItemId>> twins;
  // See cover/palettes.hpp.  Each row has adjacent bits, and a state may have any permutation of the
  // columns, in all rows at once.
  std::vector<Palette> palettes;
  // See cover/color_classes.hpp.  In the items of a state, the colors of a class may be renamed.
  std::vector<std::vector<Color>> colors;
};

class SweepPlan {
 public:
  static constexpr std::uint32_t most_words = 16;
  // The most colors of a class.
  static constexpr std::uint32_t most_renamed = 255;
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
    reach,  // One more in a counter, unless it is full: of an item that cannot be covered too often.
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
        case DemandKind::reach:
          if (held != full) word += value;
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

  // What a counter may hold after a step, in view of the options that are left.
  struct Bound {
    Slot slot;
    std::uint64_t least;  // In place: with less, its item can no longer be covered often enough.
    std::uint64_t low;    // In place: from here to `most`, no option that is left is one too many,
    std::uint64_t most;   // and none is needed, so all of these are alike.

    // Replaces what is alike by the least of it; false if the word does not allow a solution.
    bool settle(std::uint64_t& word) const {
      const std::uint64_t held = word & slot.mask;
      if (held < least) return false;
      if (held > low && held <= most) word = (word & ~slot.mask) | low;
      return true;
    }
  };

  // Columns of a palette that can be exchanged after a step: those that have the same items done.
  struct Columns {
    std::uint32_t columns_end;  // Their numbers in column_numbers(), from where those before end.
    std::uint32_t rows_end;     // Their bits in rows(), likewise.
  };
  // Rows of columns, of counters of one width in one word of a state.
  struct Rows {
    std::uint32_t word;
    std::uint32_t width;
    std::uint64_t mask;  // What column 0 has of them, in place; column j is shifted by j * width.
  };

  // An item with all colors of a class, which have consecutive numbers in its bits.
  struct Renamed {
    std::uint32_t of;    // The number of the class,
    std::uint64_t size;  // and of its colors.
    Slot slot;
    std::uint64_t first;  // The number of the first color, not in place.
    std::uint32_t birth;  // From this step,
    std::uint32_t death;  // to before this one.
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
    std::uint32_t columns_end;  // The columns that it may change in columns(), likewise.
    std::uint32_t bounds_end;   // The bounds of the counters that it changes in bounds(), likewise.
    std::uint32_t width;        // How many bits are in use after this step.
    // Their information content, in bits: an item of whose options few, or nearly all, are decided
    // is mostly known to be open, or covered.  For forecasts only.
    double entropy;
    double exchanged;  // The bits by which exchanging columns and colors has lowered it.
  };

  // Throws TooWide.
  // require: the order has each primary item once
  SweepPlan(const Problem& problem, const std::vector<ItemId>& order, const Alike& alike = {});

  std::uint32_t words() const { return words_; }
  // By how much exchanging has lowered the largest entropy.
  double exchanged() const;
  bool plain() const { return demands_.empty(); }

  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Move>& moves() const { return moves_; }
  const std::vector<Slot>& slots() const { return slots_; }
  const std::vector<Demand>& demands() const { return demands_; }
  const std::vector<Slot>& retired() const { return retired_; }
  // Adjacent bits of twins that stay after the step, two or more.
  const std::vector<Slot>& twins() const { return twins_; }
  const std::vector<Columns>& columns() const { return columns_; }
  const std::vector<std::uint32_t>& column_numbers() const { return column_numbers_; }
  const std::vector<Rows>& rows() const { return rows_; }
  const std::vector<Bound>& bounds() const { return bounds_; }
  // Class by class.
  const std::vector<Renamed>& renamed() const { return renamed_; }

 private:
  std::uint32_t words_ = 1;
  std::vector<Step> steps_;
  std::vector<Move> moves_;
  std::vector<Slot> slots_;
  std::vector<Demand> demands_;
  std::vector<Slot> retired_;
  std::vector<Slot> twins_;
  std::vector<Columns> columns_;
  std::vector<std::uint32_t> column_numbers_;
  std::vector<Rows> rows_;
  std::vector<Bound> bounds_;
  std::vector<Renamed> renamed_;
};

}  // namespace combien
