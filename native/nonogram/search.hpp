// Finds all solutions of a nonogram, one by one: line solving, full probing and depth-first search.
//
// The search is a state machine, not a recursion: its choices are a list, and their consequences
// are in the ledger.  It branches where probing had the most consequences.  Until the first
// solution it may restart with another order, because solving a board with many solutions is mostly
// a matter of not getting stuck; after that it traverses the whole tree, so that no solution is
// lost or found twice.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "nonogram/deduction.hpp"
#include "nonogram/probing.hpp"

namespace combien::nonogram {

// `rooted` comes once, before the first branch: line solving and probing are complete.
enum class SearchOutcome { solution, exhausted, rooted, out_of_slice, out_of_bytes };

struct SearchWork {
  std::uint64_t nodes = 0;  // Choices made and choices refuted.
  std::uint64_t restarts = 0;
  std::uint64_t deepest = 0;
};

// Why nothing fits, if the search did not have to branch.
enum class Failure { none, line, cell, search };

class Search {
 public:
  // With `restarts`, the search restarts from time to time until it has found a solution.
  Search(Puzzle puzzle, bool restarts);
  // Not copyable: members refer to each other.
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Fixes a cell in advance.
  // require: fresh()
  void fix(CellId cell, std::uint32_t letter);
  void forbid(CellId cell, std::uint32_t letter);

  // Sets the letter of each cell to try first; unknown_letter to decide by probing.
  // require: as many as there are cells
  void prefer(std::vector<std::uint8_t> letters) {
    COMBIEN_REQUIRE(letters.size() == board_.cells());
    preferred_ = std::move(letters);
  }

  // Propagates lines only; false if one of them cannot be filled.
  // require: fresh()
  bool deduce();

  // Continues to the next solution, or until the slice is used up or more than `bytes` are needed.
  SearchOutcome run(Slice& slice, std::uint64_t bytes);

  // The latest solution, one letter per cell.
  // require: run() has returned `solution`
  const std::vector<std::uint8_t>& solution() const {
    COMBIEN_REQUIRE(phase_ == Phase::found);
    return solution_;
  }

  // The first two different solutions found, by probes or otherwise.
  const std::vector<std::vector<std::uint8_t>>& witnesses() const { return probing_.witnesses(); }

  // What is known without branching: the letters that each cell can have, as bit sets.
  std::vector<std::uint64_t> possible() const;
  // The letter of each cell if it is known without branching, else unknown_letter.
  std::vector<std::uint8_t> known() const;

  // The consequences of a letter of a cell without further branching; see Probing::follow().
  // require: at_root()
  bool follow(CellId cell, std::uint32_t letter,
              std::vector<std::pair<CellId, std::uint32_t>>& gone) {
    COMBIEN_REQUIRE(at_root());
    return probing_.follow(cell, letter, gone);
  }
  bool at_root() const { return frames_.empty() && phase_ == Phase::branching; }

  // Whether nothing has been chosen or found yet.
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
  enum class Phase { propagating, probing, branching, found, ended };

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
  Phase phase_ = Phase::propagating;
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
