// Constraint propagation on a board: lines are solved until no line excludes anything more.
//
// A bit for each cell and letter holds whether the cell can have the letter.  Each bit is stored
// twice, in the plane of its row and in the plane of its column, so that every line is ready for
// its kernel.  When a bit is cleared, the crossing line is queued again.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "nonogram/ledger.hpp"
#include "nonogram/line_set.hpp"
#include "nonogram/puzzle.hpp"
#include "nonogram/line_solver.hpp"
#include "nonogram/solved_lines.hpp"

namespace combien::nonogram {

enum class CellId : std::uint32_t {};

// The only letter in a bit set of letters; `unknown_letter` if there are several.
inline std::uint8_t only_letter(std::uint64_t letters) {
  if (!std::has_single_bit(letters)) return unknown_letter;
  return static_cast<std::uint8_t>(std::countr_zero(letters));
}

enum class PropagationResult { all, contradiction, out_of_slice, out_of_bytes };

struct DeductionWork {
  std::uint64_t lines = 0;   // Lines processed.
  std::uint64_t steps = 0;   // Lines processed that were steps of a slice.
  std::uint64_t cached = 0;  // Lines whose result was cached.
};

class Deduction {
 public:
  // Initially nothing is known; every line is queued.
  explicit Deduction(Puzzle puzzle);

  const Puzzle& puzzle() const { return puzzle_; }
  Ledger& ledger() { return ledger_; }
  const Ledger& ledger() const { return ledger_; }

  // The total number of excess letters over all cells; 0 when everything is known.
  std::uint64_t spare() const { return spare_; }

  std::uint32_t cells() const { return static_cast<std::uint32_t>(puzzle_.cells()); }
  CellId cell(std::uint32_t row, std::uint32_t column) const {
    return CellId{row * puzzle_.width() + column};
  }
  bool may_be(CellId cell, std::uint32_t letter) const {
    const Place place = row_place(cell, letter);
    return (ledger_[place.word] >> place.bit & 1) != 0;
  }
  // The letters that a cell can have, as a bit set.
  std::uint64_t letters(CellId cell) const {
    std::uint64_t set = 0;
    for (std::uint32_t l = 0; l < puzzle_.letters(); ++l) {
      set |= std::uint64_t{may_be(cell, l) ? 1u : 0u} << l;
    }
    return set;
  }

  // The letters that each cell can have, row by row, as bit sets.
  std::vector<std::uint64_t> possible() const;
  // The letter of each cell, row by row; `unknown_letter` where there are several.
  std::vector<std::uint8_t> known() const;

  // Excludes a letter from a cell.  Consequences are found by propagate().
  // require: the cell and the letter are in the puzzle
  void remove(CellId cell, std::uint32_t letter);
  // Fixes the letter of a cell.
  void choose(CellId cell, std::uint32_t letter);

  // Solves all queued lines.  Changes before the first choice are never undone, and take no memory;
  // after a choice the ledger stays within `bytes`.
  // ensure: after `contradiction`, failed() is the line, and the queue is empty; after
  //         `out_of_slice` and `out_of_bytes`, propagate() continues
  PropagationResult propagate(Slice& slice, std::uint64_t bytes, bool chosen);
  // The same without limits on time or memory; everything can be undone.
  PropagationResult propagate();

  LineId failed() const { return failed_; }
  // Whether no line is queued.
  bool complete() const { return queued_.next(0, puzzle_.line_count()) == puzzle_.line_count(); }

  // Enables the cache of line results, because probes repeat the same lines often.
  void remember() {
    if (!solved_lines_.open()) solved_lines_.begin();
  }

  // Lines processed and lines changed since these sets were cleared.
  LineSet& processed() { return processed_; }
  LineSet& changed() { return changed_; }

  struct Mark {
    Ledger::Mark ledger;
    std::uint64_t spare;
  };
  Mark mark() const { return {ledger_.mark(), spare_}; }
  // require: no line is queued
  void undo(Mark mark) {
    COMBIEN_REQUIRE(complete());
    ledger_.undo(mark.ledger);
    spare_ = mark.spare;
  }

  // Whether a word of the ledger is in a row plane; if so, the cell and letter of its first bit.
  bool is_row_word(std::uint32_t word) const { return word < first_column_word_; }
  CellId cell_of(std::uint32_t row_word) const {
    const std::uint32_t row = row_word / row_stride_;
    return CellId{row * puzzle_.width() + row_word % row_stride_ % row_words_ * 64};
  }
  std::uint32_t letter_of(std::uint32_t row_word) const {
    return row_word % row_stride_ / row_words_;
  }

  // Checks the invariants; returns what is wrong, or nothing.
  // cost: the cells times the letters, and the ledger
  std::string_view unsound() const;

  const DeductionWork& work() const { return work_; }
  std::uint64_t bytes() const;

 private:
  struct Place {
    std::uint32_t word;
    std::uint32_t bit;
  };
  Place row_place(CellId cell, std::uint32_t letter) const {
    const std::uint32_t row = static_cast<std::uint32_t>(cell) / puzzle_.width();
    const std::uint32_t column = static_cast<std::uint32_t>(cell) % puzzle_.width();
    return {row * row_stride_ + letter * row_words_ + column / 64, column % 64};
  }
  Place column_place(CellId cell, std::uint32_t letter) const {
    const std::uint32_t row = static_cast<std::uint32_t>(cell) / puzzle_.width();
    const std::uint32_t column = static_cast<std::uint32_t>(cell) % puzzle_.width();
    return {first_column_word_ + column * column_stride_ + letter * column_words_ + row / 64,
            row % 64};
  }

  PropagationResult propagate_within(Slice* slice);
  bool process_line(std::uint32_t line);
  void take(std::uint32_t line, const std::uint64_t* left);

  Puzzle puzzle_;
  Ledger ledger_;
  std::uint32_t row_words_;   // Per plane.
  std::uint32_t row_stride_;  // Per line.
  std::uint32_t column_words_;
  std::uint32_t column_stride_;
  std::uint32_t first_column_word_;
  std::uint64_t spare_;
  LineSet queued_;
  std::uint32_t cursor_ = 0;
  LineSet processed_;
  LineSet changed_;
  LineId failed_{};
  LineSolverRoom room_;
  std::vector<std::uint64_t> planes_;
  SolvedLines solved_lines_;
  DeductionWork work_;
};

}  // namespace combien::nonogram
