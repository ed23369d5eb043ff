#include "tree/decomposed_count.hpp"

#include <algorithm>
#include <utility>

#include "tree/decomposition.hpp"
#include "tree/line_order.hpp"
#include "tree/line_plan.hpp"

namespace combien {

namespace {

// A line is looked for when bags would take at least this many transitions, and in more runs where
// a good order matters more.  A run takes 0.05 s; longer ones find no better orders.
constexpr double line_from = 1 << 24;
constexpr double long_line_from = 1e10;
constexpr std::uint64_t moves = 300'000;
constexpr std::uint32_t runs = 8;
// Beyond this, moves cost too much, and no line with tables of a possible size will be found.
constexpr std::uint32_t most_line_items = 512;
constexpr std::uint32_t widest_hopeful = 48;
// Bags get this part of the cost along the line, and at least this many transitions.
constexpr double trial_part = 1.0 / 16;
constexpr std::uint64_t least_trial = 500'000;

}  // namespace

DecomposedCount::DecomposedCount(const Problem& problem)
    : problem_(problem),
      pace_(std::make_unique<Pace>()),
      graph_(std::min(problem.item_count(), most_tree_items + 1)),
      trial_(least_trial),
      preparing_(preparing()),
      finding_line_(finding_line()) {
  COMBIEN_REQUIRE(!problem.has_bounds() && !problem.has_colors());
}

bool DecomposedCount::prepare(Slice& slice, std::uint64_t steps) {
  if (prepared_) return true;
  set_pace(slice, steps);
  return prepared_ = preparing_.run();
}

void DecomposedCount::set_pace(Slice& slice, std::uint64_t steps) {
  pace_->set(slice, steps <= UINT64_MAX / work_per_step ? steps * work_per_step : UINT64_MAX);
}

Gradual<bool> DecomposedCount::preparing() {
  if (problem_.item_count() > most_tree_items) {
    too_wide_ = true;
    co_return true;
  }
  for (OptionId option{0}; number(option) < problem_.option_count(); option = after(option)) {
    const auto items = problem_.items(option);
    graph_.join(items);
    if (!pace_->tick(items.size() * items.size())) co_yield pause;
  }
  auto search = tree_decomposition(graph_, *pace_);
  while (!search.run()) co_yield pause;
  TreeDecomposition bags = search.take();
  settled_ =
      bags.cost < line_from || graph_.size() > most_line_items || bags.widest > widest_hopeful;
  too_wide_ = bags.widest > TreeCount::most_items_in_bag;
  if (!too_wide_) tree_ = std::make_unique<TreeCount>(problem_, std::move(bags));
  co_return true;
}

// ensure: there is a plan, if a line may cost less than the bags
Gradual<bool> DecomposedCount::finding_line() {
  auto ordering = line_order(graph_, moves, tree_->cost() >= long_line_from ? runs : 1, *pace_);
  while (!ordering.run()) co_yield pause;
  const LineOrder order = ordering.take();
  settled_ = true;
  if (order.widest > LineCount::most_slots) co_return true;
  plan_.emplace(problem_, order.order);
  line_cost_ = plan_->additions / LineCount::additions_per_transition;
  if (plan_->most_slots > LineCount::most_slots || plan_->bits > LineCount::most_bits ||
      line_cost_ > tree_->cost()) {
    plan_.reset();
    co_return true;
  }
  trial_ = std::max(least_trial, static_cast<std::uint64_t>(trial_part * line_cost_));
  co_return true;
}

Outcome DecomposedCount::run(Slice& slice, std::uint64_t bytes_allowed) {
  COMBIEN_REQUIRE(prepared_ && !too_wide_);
  if (line_) return line_->run(slice, bytes_allowed);
  if (settled_ && !plan_) return tree_->run(slice, bytes_allowed);
  if (tree_) {
    const std::uint64_t rest = trial_ - tree_->transitions();
    const std::uint64_t held = slice.take(slice.left() - std::min(slice.left(), rest));
    const Outcome outcome = tree_->run(slice, bytes_allowed);
    slice.give_back(held);
    const bool ended = outcome == Outcome::out_of_bytes || tree_->transitions() == trial_;
    if (outcome == Outcome::done || !ended) return outcome;
    if (!settled_) {
      set_pace(slice, slice.left());
      finding_line_.run();
      return Outcome::out_of_slice;
    }
    if (LineCount::bytes_of(*plan_) > bytes_allowed) {
      plan_.reset();
      return tree_->run(slice, bytes_allowed);
    }
    transitions_before_ = tree_->transitions();
    states_before_ = tree_->states();
    joins_before_ = tree_->joins();
    tree_.reset();
  }
  line_ = std::make_unique<LineCount>(*std::exchange(plan_, std::nullopt));
  return line_->run(slice, bytes_allowed);
}

std::uint64_t DecomposedCount::transitions() const {
  return transitions_before_ + (tree_ ? tree_->transitions() : line_ ? line_->transitions() : 0);
}

std::uint64_t DecomposedCount::states() const {
  return states_before_ + (tree_ ? tree_->states() : line_ ? line_->states() : 0);
}

std::uint64_t DecomposedCount::joins() const { return tree_ ? tree_->joins() : joins_before_; }

std::uint64_t DecomposedCount::bytes() const {
  return tree_ ? tree_->bytes() : line_ ? line_->bytes() : 0;
}

std::uint32_t DecomposedCount::widest() const {
  return tree_ ? tree_->widest_bag() : line_ ? line_->widest() : 0;
}

double DecomposedCount::fraction() const {
  if (tree_ && !plan_) return tree_->fraction();
  if (tree_ && tree_->fraction() == 1) return 1;
  return std::min(1.0, static_cast<double>(transitions()) / std::max(1.0, cost()));
}

std::uint64_t DecomposedCount::line_bytes() const {
  return plan_ ? LineCount::bytes_of(*plan_) : line_ ? line_->bytes() : 0;
}

double DecomposedCount::cost() const {
  if (line_) return static_cast<double>(transitions_before_) + line_->cost();
  if (plan_) return static_cast<double>(trial_) + line_cost_;
  return tree_ ? tree_->cost() : 0;
}

}  // namespace combien
