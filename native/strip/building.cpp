#include "strip/building.hpp"

#include <utility>

namespace combien {

AutomatonBuilder::AutomatonBuilder(const StripTiles& tiles) : exploration_(explore(tiles)) {}

void AutomatonBuilder::take_counters() {
  found_ = exploration_->states();
  explored_ = exploration_->explored();
  transitions_ = exploration_->transitions();
  steps_ = exploration_->steps();
}

std::uint64_t AutomatonBuilder::bytes() const {
  return exploration_ != nullptr ? exploration_->bytes() : reduction_bytes_;
}

Gradual<Automaton> AutomatonBuilder::reduction() {
  Automaton automaton = exploration_->take();
  exploration_.reset();
  Gradual<Automaton> trimming = trimmed(std::move(automaton), pace_);
  while (!trimming.run()) co_yield pause;
  Gradual<Automaton> minimizing = minimized(trimming.take(), pace_);
  while (!minimizing.run()) co_yield pause;
  co_return minimizing.take();
}

Outcome AutomatonBuilder::run(Slice& slice, std::uint64_t bytes) {
  if (done()) return Outcome::done;
  if (exploration_ != nullptr && !reducing_) {
    const Outcome outcome = exploration_->run(slice, bytes);
    take_counters();
    if (outcome != Outcome::done) return outcome;
    // The automaton, its transpose and the smaller one are in memory at once, with a few numbers
    // for each state.
    reduction_bytes_ = 24 * transitions_ + std::uint64_t{200} * found_;
    if (reduction_bytes_ > bytes) return Outcome::out_of_bytes;
    reducing_.emplace(reduction());
  }
  pace_.set(slice);
  if (!automaton_) {
    if (!reducing_->run()) return Outcome::out_of_slice;
    automaton_ = reducing_->take();
    reversing_.emplace(transposed(*automaton_, pace_));
  }
  if (!reversing_->run()) return Outcome::out_of_slice;
  reversed_ = reversing_->take();
  return Outcome::done;
}

}  // namespace combien
