// Full probing: each letter of each cell is tried, and what comes of it is learned.
//
// A letter that leads to a contradiction is none of its cell; what follows from every letter of a
// cell holds in any case.  A probe asks some lines, and unless one of those has changed since, it
// would say the same again: so a cell is probed anew only then, and nothing is lost by that.  What is
// recorded of each cell lies in the ledger, and goes back with it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/slice.hpp"
#include "nonogram/deduction.hpp"

namespace combien::nonogram {

struct ProbingWork {
  std::uint64_t probes = 0;   // Cells that were probed.
  std::uint64_t refuted = 0;  // Letters that led to a contradiction.
};

class Probing {
 public:
  explicit Probing(Deduction& board);

  // Probes until nothing more comes of it, or everything is known, or so many cells in a row told
  // nothing new.
  // require: board.propagate() has said `all`; patience > 0
  // ensure: after `contradiction` nothing fits, and failed() is a cell that can have no letter if it
  //         is not a line of the board; after `out_of_slice` and `out_of_bytes`, run() goes on
  PropagationResult run(Slice& slice, std::uint64_t bytes, std::uint64_t patience);

  // Chooses a letter of a cell, or takes it from the cell for good.  What was recorded still holds
  // until forget_changed(), and cells are gone through anew, from this one on.
  void choose(CellId cell, std::uint32_t letter) {
    restart(cell);
    board_.choose(cell, letter);
  }
  void remove(CellId cell, std::uint32_t letter) {
    restart(cell);
    board_.remove(cell, letter);
  }

  // Lines have changed since they were recorded: probes that asked them are forgotten.
  void forget_changed();

  // The cell of which the letters tell most, whatever it has: by the product of how many letters go with
  // each, with `noise` in so many parts of 1024 of it; and the letters of it that tell most and least.
  // require: run() has said `all`, and not everything is known
  struct Choice {
    CellId cell;
    std::uint32_t telling;
    std::uint32_t quiet;
  };
  Choice best(std::uint64_t seed, std::uint32_t noise) const;

  // The same among these cells, without noise; the first unknown one if none of them was probed.
  // require: one of them is unknown
  Choice best_of(const std::vector<std::uint32_t>& cells) const;

  // A cell that can have no letter.
  // require: failed_in_probe()
  CellId failed() const { return failed_; }
  // Whether it is a cell that can have no letter, and not a line, that nothing fits.
  // require: run() has said `contradiction`
  bool failed_in_probe() const { return failed_in_probe_; }

  // What follows when a cell has a letter: cells and letters that they cannot have then.
  // ensure: false when that leads to a contradiction; the board is as it was
  // require: board.propagate() has said `all`
  bool follow(CellId cell, std::uint32_t letter,
              std::vector<std::pair<CellId, std::uint32_t>>& gone);

  // Boards that probes came upon and that solve the puzzle: the first two that differ, a letter a
  // cell.
  const std::vector<std::vector<std::uint8_t>>& witnesses() const { return witnesses_; }
  // Keeps the board, on which everything is known, as a witness.
  void witness();

  const ProbingWork& work() const { return work_; }

 private:
  // Letters that go in one word of the row planes, whichever letter the cell has.
  struct Gone {
    std::uint32_t word;
    std::uint64_t known;
    std::uint64_t gone;
  };

  void restart(CellId cell) {
    board_.changed().clear();
    cursor_ = static_cast<std::uint32_t>(cell);
    looked_at_ = 0;
    fruitless_ = 0;
  }
  bool prepare(std::uint64_t bytes);
  PropagationResult probe(CellId cell);
  void collect(Ledger::Mark mark, bool first);
  std::uint32_t record(CellId cell) const {
    return first_record_ + static_cast<std::uint32_t>(cell) * record_words_;
  }

  Deduction& board_;
  bool prepared_ = false;
  std::uint32_t first_record_ = 0;
  std::uint32_t record_words_;
  std::uint32_t cursor_ = 0;
  std::uint32_t looked_at_ = 0;  // Cells since something was learned.
  std::uint64_t fruitless_ = 0;  // Probes since then.
  std::vector<Gone> gone_;
  std::vector<std::uint32_t> place_in_gone_;  // By word; 0 when it is not there.
  std::vector<std::vector<std::uint8_t>> witnesses_;
  CellId failed_{};
  bool failed_in_probe_ = false;
  ProbingWork work_;
};

}  // namespace combien::nonogram
