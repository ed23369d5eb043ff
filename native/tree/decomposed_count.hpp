// A count over the cheapest decomposition found: a tree of bags, or a line of items.
//
// The cost along a line is known; over bags it depends on how many sets of items occur, which may be
// all of them or one in a thousand.  So bags are tried first, for a part of the cost along a line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/gradual.hpp"
#include "base/natural.hpp"
#include "base/slice.hpp"
#include "cover/problem.hpp"
#include "tree/adjacency.hpp"
#include "tree/line_count.hpp"
#include "tree/tree_count.hpp"

namespace combien {

// A count in progress, which can stop anywhere and resume later, even while it looks for the
// decomposition.
class DecomposedCount {
 public:
  // require: no colors, no bounds, and the problem outlives this
  explicit DecomposedCount(const Problem& problem);
  DecomposedCount(const DecomposedCount&) = delete;
  DecomposedCount& operator=(const DecomposedCount&) = delete;

  // Looks for a decomposition until the slice ends, or with this many steps; true when it is found,
  // or known that all are too wide.
  bool prepare(Slice& slice, std::uint64_t steps);
  // The steps of looking for a decomposition and for a line, of about the price of a transition.
  std::uint64_t looking_steps() const { return pace_->work() / work_per_step; }
  // Whether no decomposition was found over which the solutions can be counted.
  bool too_wide() const { return too_wide_; }

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  // require: prepare() has returned true, and the decomposition is not too wide
  Outcome run(Slice& slice, std::uint64_t bytes);

  // The number of solutions.
  // require: run() has returned `done`
  Natural count() const { return line_ ? line_->count() : tree_->count(); }

  // All of these are zero before there is a decomposition.
  std::uint64_t transitions() const;
  std::uint64_t states() const;
  std::uint64_t joins() const;
  std::uint64_t bytes() const;
  // The number of items of the largest bag, or of slots of the largest table.
  std::uint32_t widest() const;
  // The completed part.
  double fraction() const;
  // The forecast number of transitions, an upper bound.
  double cost() const;
  // The memory that a line which was found takes, at first; 0 without a line.
  std::uint64_t line_bytes() const;
  // Whether it is known if a line would cost less; until then, cost() may be far too high.
  bool settled() const { return settled_; }
  // Whether the count is along a line now.
  bool in_line() const { return line_ != nullptr; }

 private:
  static constexpr std::uint64_t work_per_step = 8;
  // Paces the search for a decomposition or a line.
  void set_pace(Slice& slice, std::uint64_t steps);
  Gradual<bool> preparing();
  Gradual<bool> finding_line();

  const Problem& problem_;
  std::unique_ptr<Pace> pace_;
  Adjacency graph_;
  std::unique_ptr<TreeCount> tree_;
  bool prepared_ = false;
  bool too_wide_ = false;
  bool settled_ = false;
  // A line that may follow, after this many transitions over bags.
  std::optional<LinePlan> plan_;
  std::uint64_t trial_;
  double line_cost_ = 0;
  std::unique_ptr<LineCount> line_;
  // What was done over bags before the line.
  std::uint64_t transitions_before_ = 0;
  std::uint64_t states_before_ = 0;
  std::uint64_t joins_before_ = 0;
  Gradual<bool> preparing_;
  Gradual<bool> finding_line_;
};

}  // namespace combien
