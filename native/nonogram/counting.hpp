// Counts the solutions of a nonogram: choices add up, independent components multiply.
//
// The search of search.hpp would find the boards one by one.  Counting does not need to: where the
// unknown cells split into components, each is counted separately, however many solutions the
// others have.  Counts of components are remembered, so that different choices that leave the same
// component count it once, as in the model counter Cachet (Sang, Bacchus, Beame, Kautz, Pitassi,
// 2004).
#pragma once

#include <cstdint>
#include <vector>

#include "base/require.hpp"
#include "base/natural.hpp"
#include "base/slice.hpp"
#include "nonogram/deduction.hpp"
#include "nonogram/component_cache.hpp"
#include "nonogram/components.hpp"
#include "nonogram/probing.hpp"

namespace combien::nonogram {

struct CountWork {
  std::uint64_t nodes = 0;   // Choices made and choices undone.
  std::uint64_t parts = 0;   // Components counted separately.
  std::uint64_t cached = 0;  // Components whose count was remembered.
  std::uint64_t deepest = 0;
};

class Counting {
 public:
  // `by_lines` branches in the first line with unknown cells, which leaves the same components again
  // and again; otherwise, where probing had the most consequences.  Either can be a thousand times
  // faster than the other.
  Counting(Puzzle puzzle, bool by_lines);
  // Not copyable: members refer to each other.
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  // Fixes a cell in advance.
  // require: run() has not been called
  void fix(CellId cell, std::uint32_t letter) {
    COMBIEN_REQUIRE(phase_ == Phase::propagating && frames_.empty());
    board_.choose(cell, letter);
  }

  // Continues until the count is known, the slice is used up or more than `bytes` are needed.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // require: run() has returned `done`
  const Natural& count() const {
    COMBIEN_REQUIRE(phase_ == Phase::ended);
    return value_;
  }

  // A lower bound on the count, from what has been counted so far and from a short search for a
  // solution of each component that has not.  The count cannot be continued afterwards.
  // cost: some milliseconds
  const Natural& at_least();

  const Puzzle& puzzle() const { return board_.puzzle(); }
  const CountWork& work() const { return work_; }
  const DeductionWork& deduction_work() const { return board_.work(); }
  const ProbingWork& probing_work() const { return probing_.work(); }

 private:
  // An unfinished sum over the letters of a cell, or product over components.
  struct Frame {
    Deduction::Mark mark;
    bool is_sum;
    bool second;  // Of a sum: the letter has been counted, and is now forbidden.
    CellId cell{};
    std::uint32_t letter = 0;
    Natural value;
    Component part;                // Of a sum: the component being counted.
    std::vector<Component> parts;  // Of a product: the components left to count.
  };

  enum class Phase { propagating, probing, dividing, returning, ended };

  void divide();
  void choose(Component part);
  void give_back();
  std::vector<std::uint32_t> cells_of_first_line() const;
  bool has_solution(const std::vector<std::uint32_t>& cells);

  bool by_lines_;
  Deduction board_;
  Probing probing_;
  Components components_;
  ComponentCache cache_;
  std::uint64_t cache_bytes_ = 0;  // The most that the cache may take.
  std::uint64_t tries_ = 0;        // Choices left for has_solution().
  Phase phase_ = Phase::propagating;
  std::vector<std::uint32_t> cells_;  // The cells to count.
  std::vector<Frame> frames_;
  Natural value_;  // The return value.
  CountWork work_;
};

}  // namespace combien::nonogram
