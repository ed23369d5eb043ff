// How many boards solve a nonogram: choices add up, independent parts multiply.
//
// The search of search.hpp would find the boards one by one.  Counting needs not: where what is unknown
// falls into parts, each is counted by itself, however many boards the others have.
#pragma once

#include <cstdint>
#include <vector>

#include "base/natural.hpp"
#include "base/slice.hpp"
#include "nonogram/deduction.hpp"
#include "nonogram/components.hpp"
#include "nonogram/probing.hpp"

namespace combien::nonogram {

struct CountWork {
  std::uint64_t nodes = 0;  // Choices, and choices undone.
  std::uint64_t parts = 0;  // Components that were counted by themselves.
  std::uint64_t deepest = 0;
};

class Counting {
 public:
  explicit Counting(Puzzle puzzle);
  // Its parts know each other.
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  // Says what is known beforehand.
  // require: run() has not been called
  void fix(CellId cell, std::uint32_t letter) { board_.choose(cell, letter); }

  // Goes on until the count is known, the slice is used up or more than `bytes` are needed.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // require: run() has said `done`
  const Natural& count() const { return value_; }

  const Puzzle& puzzle() const { return board_.puzzle(); }
  const CountWork& work() const { return work_; }
  const DeductionWork& deduction_work() const { return board_.work(); }
  const ProbingWork& probing_work() const { return probing_.work(); }

 private:
  // A sum over what a cell can be, or a product over parts, that is being worked out.
  struct Frame {
    Deduction::Mark mark;
    bool is_sum;
    bool second;  // Of a sum: the letter has been counted, and is forbidden now.
    CellId cell{};
    std::uint32_t letter = 0;
    Natural value;
    std::vector<std::uint32_t> cells;               // Of a sum: those that are counted.
    std::vector<std::vector<std::uint32_t>> parts;  // Of a product: those still to count.
  };

  enum class Phase { asking, probing, dividing, returning, ended };

  void divide();
  void choose(std::vector<std::uint32_t> part);
  void give_back();

  Deduction board_;
  Probing probing_;
  Components components_;
  Phase phase_ = Phase::asking;
  std::vector<std::uint32_t> cells_;  // Those that are to be counted.
  std::vector<Frame> frames_;
  Natural value_;  // What is returned.
  CountWork work_;
};

}  // namespace combien::nonogram
