// Full probing: tries each letter of each cell, and learns from the consequences.
//
// A letter that leads to a contradiction is excluded; what follows from every letter of a cell is
// always true.  The result of a probe depends only on the lines that it used, so a cell is probed
// again only if one of them has changed; nothing is lost by that.  The record of each cell is in
// the ledger, and is undone with it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/require.hpp"
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

  // Probes until nothing more is found, or everything is known, or `patience` cells in a row gave
  // nothing new.
  // require: board.propagate() has returned `all`; patience > 0
  // ensure: after `contradiction` nothing fits, and failed() is a cell without possible letters
  //         unless a line of the board failed; after `out_of_slice` and `out_of_bytes`, run()
  //         continues
  PropagationResult run(Slice& slice, std::uint64_t bytes, std::uint64_t patience);

  // Chooses a letter of a cell, or excludes it permanently.  Records stay valid until
  // forget_changed(), and the scan over cells restarts at this one.
  void choose(CellId cell, std::uint32_t letter) {
    restart(cell);
    board_.choose(cell, letter);
  }
  void remove(CellId cell, std::uint32_t letter) {
    restart(cell);
    board_.remove(cell, letter);
  }

  // Drops the records of probes that used lines which have changed since.
  void forget_changed();

  // The cell whose letters have the most consequences, whichever it has: maximizes the product of
  // the numbers of letters excluded by each, with `noise` parts in 1024 of random noise; and its
  // letters with the most and fewest consequences.
  // require: run() has returned `all`, and not everything is known
  struct Choice {
    CellId cell;
    std::uint32_t strongest;
    std::uint32_t weakest;
  };
  Choice best(std::uint64_t seed, std::uint32_t noise) const;

  // The same among these cells, without noise; the first unknown one if none of them was probed.
  // require: one of them is unknown
  Choice best_of(const std::vector<std::uint32_t>& cells) const;

  // A cell without possible letters.
  // require: failed_in_probe()
  CellId failed() const {
    COMBIEN_REQUIRE(failed_in_probe());
    return failed_;
  }
  // Whether a cell without possible letters caused the contradiction, rather than a line.
  // require: run() has returned `contradiction`
  bool failed_in_probe() const { return failed_in_probe_; }

  // The consequences of a letter of a cell: cells and letters that it excludes.
  // ensure: false if it leads to a contradiction; the board is unchanged
  // require: board.propagate() has returned `all`
  bool follow(CellId cell, std::uint32_t letter,
              std::vector<std::pair<CellId, std::uint32_t>>& gone);

  // Solutions of the puzzle found by probes: the first two different ones, one letter per cell.
  const std::vector<std::vector<std::uint8_t>>& witnesses() const { return witnesses_; }
  // Saves the board as a witness.
  // require: everything is known
  void witness();

  const ProbingWork& work() const { return work_; }

 private:
  // Letters in one word of the row planes that are excluded whichever letter the cell has.
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
