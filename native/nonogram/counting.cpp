#include "nonogram/counting.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace combien::nonogram {

namespace {

// Unproductive probes are less useful here than in a search for one board: most choices of a loose
// board can be counted without them.
constexpr std::uint64_t patience = 64;

// Choices of the searches for a lower bound, about a millisecond for a hundred of them.
constexpr std::uint64_t most_tries = 2000;

}  // namespace

Counting::Counting(Puzzle puzzle, bool by_lines)
    : by_lines_(by_lines), board_(std::move(puzzle)), probing_(board_), components_(board_) {
  cells_.resize(board_.cells());
  std::iota(cells_.begin(), cells_.end(), 0u);
}

Outcome Counting::run(Slice& slice, std::uint64_t bytes) {
  cache_bytes_ = bytes / 2;
  // The board may use all that the cache leaves free; the cache gives way if that is too little.
  const auto stopped = [&](PropagationResult result, Outcome& outcome) {
    if (result == PropagationResult::out_of_bytes && cache_.entries() > 0) {
      cache_.clear();
      return false;
    }
    outcome =
        result == PropagationResult::out_of_bytes ? Outcome::out_of_bytes : Outcome::out_of_slice;
    return result == PropagationResult::out_of_bytes || result == PropagationResult::out_of_slice;
  };
  for (;;) {
    const std::uint64_t left = bytes - std::min(bytes, cache_.bytes());
    Outcome outcome = Outcome::done;
    PropagationResult result = PropagationResult::all;
    switch (phase_) {
      case Phase::propagating:
        result = board_.propagate(slice, left, !frames_.empty());
        if (stopped(result, outcome)) return outcome;
        if (result == PropagationResult::all) {
          probing_.forget_changed();
          phase_ = Phase::probing;
        }
        break;
      case Phase::probing:
        result = probing_.run(slice, left, frames_.empty() ? 8192 : patience);
        if (stopped(result, outcome)) return outcome;
        if (result == PropagationResult::all) phase_ = Phase::dividing;
        break;
      case Phase::dividing: divide(); break;
      case Phase::returning: give_back(); break;
      case Phase::ended: return Outcome::done;
    }
    if (result == PropagationResult::contradiction) {
      value_ = Natural();
      phase_ = Phase::returning;
    }
  }
}

// Handles the remaining cells: none, several components, or one with a cell to branch on.
void Counting::divide() {
  std::vector<Component> parts = components_.of(cells_);
  if (parts.size() > 1) work_.parts += parts.size();
  value_ = Natural(1);
  std::erase_if(parts, [&](const Component& part) {
    const Natural* known = cache_.find(part.key);
    if (known == nullptr) return false;
    ++work_.cached;
    value_ *= *known;
    return true;
  });
  if (parts.empty() || value_ == Natural()) {
    phase_ = Phase::returning;
    return;
  }
  if (parts.size() == 1 && value_ == Natural(1)) {
    choose(std::move(parts[0]));
    return;
  }
  // Small components are counted first: they are at the end of the list.
  std::stable_sort(parts.begin(), parts.end(), [](const Component& a, const Component& b) {
    return a.cells.size() > b.cells.size();
  });
  Frame frame{board_.mark(), false, false, CellId{}, 0, value_, {}, std::move(parts)};
  Component first = std::move(frame.parts.back());
  frame.parts.pop_back();
  frames_.push_back(std::move(frame));
  work_.deepest = std::max<std::uint64_t>(work_.deepest, frames_.size());
  choose(std::move(first));
}

// Starts counting a component.  It may need probes, but line propagation is complete.
void Counting::choose(Component part) {
  cells_ = part.cells;
  const Probing::Choice choice = probing_.best_of(by_lines_ ? cells_of_first_line() : cells_);
  frames_.push_back(
      {board_.mark(), true, false, choice.cell, choice.strongest, Natural(), std::move(part), {}});
  work_.deepest = std::max<std::uint64_t>(work_.deepest, frames_.size());
  ++work_.nodes;
  probing_.choose(choice.cell, choice.strongest);
  phase_ = Phase::propagating;
}

// The cells to count that are in the first row, or, on a board that is wider than high, column.
std::vector<std::uint32_t> Counting::cells_of_first_line() const {
  const Puzzle& puzzle = board_.puzzle();
  const auto line_of = [&, across = puzzle.width() <= puzzle.height()](std::uint32_t cell) {
    return across ? puzzle.row_of(cell) : puzzle.column_of(cell);
  };
  std::uint32_t first = puzzle.line_count();
  for (const std::uint32_t cell : cells_) first = std::min(first, line_of(cell));
  std::vector<std::uint32_t> found;
  for (const std::uint32_t cell : cells_) {
    if (line_of(cell) == first) found.push_back(cell);
  }
  return found;
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
    Component next = std::move(frame.parts.back());
    frame.parts.pop_back();
    choose(std::move(next));
    return;
  }
  frame.value += value_;
  if (frame.second) {
    value_ = std::move(frame.value);
    cache_.store(std::move(frame.part.key), value_, cache_bytes_);
    frames_.pop_back();
    return;
  }
  frame.second = true;
  cells_ = frame.part.cells;
  ++work_.nodes;
  probing_.remove(frame.cell, frame.letter);
  phase_ = Phase::propagating;
}

const Natural& Counting::at_least() {
  if (phase_ == Phase::ended) return value_;
  tries_ = most_tries;
  if (phase_ != Phase::returning) {
    const bool fits = board_.complete() || board_.propagate() == PropagationResult::all;
    value_ = Natural(fits && has_solution(cells_) ? 1 : 0);
  }
  for (; !frames_.empty(); frames_.pop_back()) {
    const Frame& frame = frames_.back();
    board_.undo(frame.mark);
    if (frame.is_sum) {
      value_ += frame.value;
      continue;
    }
    value_ *= frame.value;
    // The components of the frame are as they were, whatever was chosen in another one.
    for (const Component& part : frame.parts) {
      if (value_ == Natural()) break;
      if (!has_solution(part.cells)) value_ = Natural();
    }
  }
  const std::uint64_t seen = probing_.witnesses().size();
  if (value_ == Natural() || (value_ == Natural(1) && seen == 2)) value_ = Natural(seen);
  phase_ = Phase::ended;
  return value_;
}

// Whether a depth-first search with line solving alone fills these cells.  The board is unchanged.
// require: line propagation is complete
bool Counting::has_solution(const std::vector<std::uint32_t>& cells) {
  struct Choice {
    Deduction::Mark mark;
    std::size_t place;
    std::uint32_t letter;
  };
  const Deduction::Mark begun = board_.mark();
  std::vector<Choice> choices;
  std::size_t place = 0;
  while (place < cells.size() && tries_ > 0) {
    const CellId cell{cells[place]};
    const std::uint64_t letters = board_.letters(cell);
    if (std::has_single_bit(letters)) {
      ++place;
      continue;
    }
    --tries_;
    const auto letter = static_cast<std::uint32_t>(std::countr_zero(letters));
    choices.push_back({board_.mark(), place, letter});
    board_.choose(cell, letter);
    bool fits = board_.propagate() == PropagationResult::all;
    while (!fits && !choices.empty()) {
      const Choice refuted = choices.back();
      choices.pop_back();
      board_.undo(refuted.mark);
      place = refuted.place;
      board_.remove(CellId{cells[place]}, refuted.letter);
      fits = board_.propagate() == PropagationResult::all;
    }
    if (!fits) break;
  }
  const bool found = place == cells.size();
  board_.undo(begun);
  return found;
}

}  // namespace combien::nonogram
