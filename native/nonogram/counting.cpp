#include "nonogram/counting.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace combien::nonogram {

namespace {

// Unproductive probes are less useful here than in a search for one board: most choices of a loose
// board can be counted without them.
constexpr std::uint64_t patience = 64;

}  // namespace

Counting::Counting(Puzzle puzzle)
    : board_(std::move(puzzle)), probing_(board_), components_(board_) {
  cells_.resize(board_.cells());
  std::iota(cells_.begin(), cells_.end(), 0u);
}

Outcome Counting::run(Slice& slice, std::uint64_t bytes) {
  for (;;) {
    switch (phase_) {
      case Phase::propagating:
        switch (board_.propagate(slice, bytes, !frames_.empty())) {
          case PropagationResult::out_of_slice: return Outcome::out_of_slice;
          case PropagationResult::out_of_bytes: return Outcome::out_of_bytes;
          case PropagationResult::contradiction:
            value_ = Natural();
            phase_ = Phase::returning;
            break;
          case PropagationResult::all:
            probing_.forget_changed();
            phase_ = Phase::probing;
            break;
        }
        break;
      case Phase::probing:
        switch (probing_.run(slice, bytes, frames_.empty() ? 8192 : patience)) {
          case PropagationResult::out_of_slice: return Outcome::out_of_slice;
          case PropagationResult::out_of_bytes: return Outcome::out_of_bytes;
          case PropagationResult::contradiction:
            value_ = Natural();
            phase_ = Phase::returning;
            break;
          case PropagationResult::all: phase_ = Phase::dividing; break;
        }
        break;
      case Phase::dividing: divide(); break;
      case Phase::returning: give_back(); break;
      case Phase::ended: return Outcome::done;
    }
  }
}

// Handles the remaining cells: none, several components, or one with a cell to branch on.
void Counting::divide() {
  std::vector<std::vector<std::uint32_t>> parts = components_.of(cells_);
  if (parts.empty()) {
    value_ = Natural(1);
    phase_ = Phase::returning;
    return;
  }
  if (parts.size() == 1) {
    choose(std::move(parts[0]));
    return;
  }
  work_.parts += parts.size();
  // Small components are counted first: they are at the end of the list.
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  Frame frame{board_.mark(), false, false, CellId{}, 0, Natural(1), {}, std::move(parts)};
  std::vector<std::uint32_t> first = std::move(frame.parts.back());
  frame.parts.pop_back();
  frames_.push_back(std::move(frame));
  work_.deepest = std::max<std::uint64_t>(work_.deepest, frames_.size());
  choose(std::move(first));
}

// Starts counting a component.  It may need probes, but line propagation is complete.
void Counting::choose(std::vector<std::uint32_t> part) {
  cells_ = std::move(part);
  const Probing::Choice choice = probing_.best_of(cells_);
  frames_.push_back(
      {board_.mark(), true, false, choice.cell, choice.strongest, Natural(), cells_, {}});
  work_.deepest = std::max<std::uint64_t>(work_.deepest, frames_.size());
  ++work_.nodes;
  probing_.choose(choice.cell, choice.strongest);
  phase_ = Phase::propagating;
}

// Returns a value to the frame that waits for it.
void Counting::give_back() {
  if (frames_.empty()) {
    phase_ = Phase::ended;
    return;
  }
  Frame& frame = frames_.back();
  board_.undo(frame.mark);
  if (!frame.is_sum) {
    frame.value *= value_;
    if (frame.parts.empty() || value_ == Natural()) {
      value_ = std::move(frame.value);
      frames_.pop_back();
      return;
    }
    std::vector<std::uint32_t> next = std::move(frame.parts.back());
    frame.parts.pop_back();
    choose(std::move(next));
    return;
  }
  frame.value += value_;
  if (frame.second) {
    value_ = std::move(frame.value);
    frames_.pop_back();
    return;
  }
  frame.second = true;
  cells_ = frame.cells;
  ++work_.nodes;
  probing_.remove(frame.cell, frame.letter);
  phase_ = Phase::propagating;
}

}  // namespace combien::nonogram
