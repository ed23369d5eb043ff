#include "nonogram/counting.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace combien::nonogram {

namespace {

// Probes that tell nothing are worth less here than in a search for one board: most choices of a
// loose board can be counted as they come.
constexpr std::uint64_t patience = 64;

}  // namespace

Counting::Counting(Puzzle puzzle) : board_(std::move(puzzle)), probing_(board_), parts_(board_) {
  cells_.resize(board_.cells());
  std::iota(cells_.begin(), cells_.end(), 0u);
}

CountOutcome Counting::run(Slice& slice, std::uint64_t bytes) {
  for (;;) {
    switch (phase_) {
      case Phase::asking:
        if (!frames_.empty() &&
            !board_.ledger().reserve(2 * board_.spare() + board_.cells(), bytes)) {
          return CountOutcome::out_of_bytes;
        }
        switch (ask(slice)) {
          case Told::out_of_slice: return CountOutcome::out_of_slice;
          case Told::contradiction:
            value_ = Natural();
            phase_ = Phase::returning;
            break;
          case Told::all:
            probing_.forget_changed();
            phase_ = Phase::probing;
            break;
        }
        break;
      case Phase::probing:
        switch (probing_.run(slice, bytes, frames_.empty() ? 8192 : patience)) {
          case Probed::out_of_slice: return CountOutcome::out_of_slice;
          case Probed::out_of_bytes: return CountOutcome::out_of_bytes;
          case Probed::contradiction:
            value_ = Natural();
            phase_ = Phase::returning;
            break;
          case Probed::all: phase_ = Phase::dividing; break;
        }
        break;
      case Phase::dividing: divide(); break;
      case Phase::returning: give_back(); break;
      case Phase::ended: return CountOutcome::done;
    }
  }
}

// Asks the lines; what they tell before the first choice is never taken back.
Told Counting::ask(Slice& slice) {
  board_.ledger().keep(!frames_.empty());
  const Told told = board_.ask(slice);
  board_.ledger().keep(true);
  return told;
}

// What is left of the cells to count: nothing, several parts, or one with a cell to choose.
void Counting::divide() {
  std::vector<std::vector<std::uint32_t>> parts = parts_.of(cells_);
  if (parts.empty()) {
    value_ = Natural(1);
    phase_ = Phase::returning;
    return;
  }
  if (parts.size() == 1) {
    cells_ = std::move(parts[0]);
    choose();
    return;
  }
  work_.parts += parts.size();
  // The small ones come first: they are the last of the list.
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  Frame frame{board_.mark(), false, false, CellId{}, 0, Natural(1), {}, std::move(parts)};
  std::vector<std::uint32_t> first = std::move(frame.parts.back());
  frame.parts.pop_back();
  frames_.push_back(std::move(frame));
  work_.deepest = std::max<std::uint64_t>(work_.deepest, frames_.size());
  begin(std::move(first));
}

// A part is to be counted: it may want probes, but no line has anything new to tell.
void Counting::begin(std::vector<std::uint32_t> cells) {
  cells_ = std::move(cells);
  choose();
}

void Counting::choose() {
  const Probing::Choice choice = probing_.best_of(cells_);
  frames_.push_back(
      {board_.mark(), true, false, choice.cell, choice.telling, Natural(), cells_, {}});
  work_.deepest = std::max<std::uint64_t>(work_.deepest, frames_.size());
  ++work_.nodes;
  board_.changed().clear();
  board_.choose(choice.cell, choice.telling);
  probing_.restart(choice.cell);
  phase_ = Phase::asking;
}

// Hands a value to whoever waits for it.
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
    begin(std::move(next));
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
  board_.changed().clear();
  board_.remove(frame.cell, frame.letter);
  probing_.restart(frame.cell);
  phase_ = Phase::asking;
}

}  // namespace combien::nonogram
