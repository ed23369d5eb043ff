// All boards that solve a nonogram, one by one: lines, full probing, and a depth-first search between.
//
// The search is a machine, not a recursion: what it has chosen is a list, and what followed lies in the
// ledger.  It branches where probing told most.  Until the first solution it may begin again with
// another order, as a board with many solutions is mostly a matter of not being stuck; after that it
// goes through the whole tree, so that no solution is lost or found twice.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "nonogram/deduction.hpp"
#include "nonogram/probing.hpp"

namespace combien::nonogram {

// `rooted` comes once, before the first branch: what lines and probing know is known.
enum class SearchOutcome { solution, exhausted, rooted, out_of_slice, out_of_bytes };

struct SearchWork {
  std::uint64_t nodes = 0;  // Choices, and choices refuted.
  std::uint64_t restarts = 0;
  std::uint64_t deepest = 0;
};

// Why nothing fits, as far as the search had not to branch.
enum class Failure { none, line, cell, search };

class Search {
 public:
  // With `restarts` it begins again from time to time until it has found a solution.
  Search(Puzzle puzzle, bool restarts);
  // Its parts know each other.
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Says what is known beforehand.
  // require: fresh()
  void fix(CellId cell, std::uint32_t letter);
  void forbid(CellId cell, std::uint32_t letter);

  // Which letter of each cell to try first; unknown_letter for the one that tells most.
  // require: as many as there are cells
  void prefer(std::vector<std::uint8_t> letters) { preferred_ = std::move(letters); }

  // Asks lines only, until none tells more; false when one of them cannot be filled.
  // require: fresh()
  bool deduce();

  // Goes on to the next solution, or until the slice is used up or more than `bytes` are needed.
  SearchOutcome run(Slice& slice, std::uint64_t bytes);

  // The latest solution, a letter a cell.
  // require: run() has said `solution`
  const std::vector<std::uint8_t>& solution() const { return solution_; }

  // The first two different boards that the search came upon, in probes or else.
  const std::vector<std::vector<std::uint8_t>>& witnesses() const { return probing_.witnesses(); }

  // What is known without a choice: the letters that each cell may have, a bit each.
  std::vector<std::uint64_t> possible() const;
  // The letter of each cell as far as it is known without a choice, else unknown_letter.
  std::vector<std::uint8_t> known() const;

  // What follows from a letter of a cell without another choice; see Probing::follow().
  // require: at_root()
  bool follow(CellId cell, std::uint32_t letter,
              std::vector<std::pair<CellId, std::uint32_t>>& gone) {
    COMBIEN_REQUIRE(at_root());
    return probing_.follow(cell, letter, gone);
  }
  bool at_root() const { return frames_.empty() && phase_ == Phase::branching; }

  // Whether it has not chosen anything yet, nor found.
  bool fresh() const {
    return work_.nodes == 0 && phase_ != Phase::found && phase_ != Phase::ended;
  }
  Failure failure() const { return failure_; }
  LineId failed_line() const { return board_.failed(); }
  CellId failed_cell() const { return probing_.failed(); }

  const Puzzle& puzzle() const { return board_.puzzle(); }
  const SearchWork& work() const { return work_; }
  const DeductionWork& deduction_work() const { return board_.work(); }
  const ProbingWork& probing_work() const { return probing_.work(); }

 private:
  enum class Phase { asking, probing, branching, found, ended };

  struct Frame {
    Deduction::Mark mark;
    CellId cell;
    std::uint32_t letter;
  };

  void branch();
  std::uint64_t patience() const;
  void back(bool by_line, bool found);
  void begin_again();

  Deduction board_;
  Probing probing_;
  bool restarts_;
  bool rooted_ = false;
  bool found_any_ = false;
  Phase phase_ = Phase::asking;
  Failure failure_ = Failure::none;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> root_;  // What was possible before the first choice; empty until then.
  std::vector<std::uint8_t> preferred_;
  std::vector<std::uint8_t> solution_;
  std::uint64_t until_restart_ = 64;
  std::uint64_t refuted_since_ = 0;
  SearchWork work_;
};

}  // namespace combien::nonogram
