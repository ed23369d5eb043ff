#include "frontier/sample.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "frontier/distinct.hpp"
#include "frontier/step.hpp"

namespace combien {

namespace {

// As if there were more collisions than were found: few are uncertain, and an estimate that is too
// high costs more, because it condemns an order that may be the best.
constexpr double more_collisions = 3;

// How often each state is reached, if `moves` moves from a part of the states lead to `distinct`
// distinct ones.
double multiplicity(double moves, double distinct, double part) {
  if (part >= 1) return moves / distinct;
  const double found = std::max(1.0, distinct - more_collisions) / moves;
  double low = 1;
  double high = 1e6;
  while (high > low * 1.0001) {
    const double middle = std::sqrt(low * high);
    const double expected = -std::expm1(middle * std::log1p(-part)) / (part * middle);
    (expected > found ? low : high) = middle;
  }
  return low;
}

template <std::uint32_t words>
class SampleOf final : public Sample {
 public:
  SampleOf(const SweepPlan& plan, std::size_t most)
      : plan_(plan), most_(most), kept_{first_state<words>()} {
    COMBIEN_REQUIRE(most > 0);
    found_.reset(1);
  }

  Outcome run(Slice& slice) override {
    for (;;) {
      const std::uint64_t paid = slice.take(owed_);
      transitions_ += paid;
      owed_ -= paid;
      if (owed_ != 0) return Outcome::out_of_slice;
      if (index_ == plan_.steps().size() || kept_.empty()) return Outcome::done;
      if (cursor_ == 0 && pass_ == 0) {
        step_.load(plan_, {}, index_);
        step_.fit();
      }
      const std::size_t moves = step_.exactly_once ? step_.moves.size() + 1 : 2;
      const std::size_t end = std::min(kept_.size(), cursor_ + 1 + stretch / moves);
      if (!slice.tick((end - cursor_) * moves)) return Outcome::out_of_slice;
      owed_ += end - cursor_;
      for (; cursor_ < end; ++cursor_) follow(kept_[cursor_]);
      if (cursor_ == kept_.size()) close();
    }
  }

  double estimate() const override { return estimate_; }
  std::uint64_t transitions() const override { return transitions_; }

 private:
  static constexpr std::size_t stretch = 256;
  static constexpr std::size_t most_branching = 16;

  void follow(const State<words>& state) {
    step_.each_successor(
        plan_, state, pass_, [&](const State<words>& next, std::uint64_t, std::size_t) {
          if (found_.growth(1) != 0) found_.grow(1);
          const typename Distinct<words>::Addend addend{next, hash<words>(next), 1, &one_};
          found_.add(&addend, 1, Adder{});
          ++moves_;
          ++owed_;
        });
  }

  // Ends a pass.
  void close() {
    const double part = static_cast<double>(kept_.size()) / states_;
    const auto moves = static_cast<double>(moves_);
    const auto distinct = static_cast<double>(found_.size());
    estimate_ += states_ + moves / part;
    states_ = distinct;
    if (moves_ != 0) {
      states_ = std::max(distinct, moves / part / multiplicity(moves, distinct, part));
    }
    keep();
    found_.reset(1);
    moves_ = 0;
    cursor_ = 0;
    ++pass_;
    if (!step_.exactly_once && pass_ < step_.moves.size()) return;
    pass_ = 0;
    ++index_;
  }

  // Keeps those with the lowest hashes; other ones in each layer, as few bits differ.  Fewer where
  // there are many moves, as the next step is expected to be like this one.
  void keep() {
    order_.clear();
    for (std::size_t k = 0; k < found_.size(); ++k) {
      const std::uint64_t mixed = hash<words>(state_at<words>(found_.entry(k))) ^ index_;
      order_.emplace_back(mixed * 0xbf58476d1ce4e5b9u >> 8, k);
    }
    const std::size_t least = std::max<std::size_t>(1, most_ / 4);
    const std::uint64_t allowed =
        std::uint64_t{most_} * most_branching * kept_.size() / (moves_ + 1);
    const std::size_t affordable = std::max(least, static_cast<std::size_t>(allowed));
    const std::size_t size = std::min({most_, affordable, order_.size()});
    std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(size),
                     order_.end());
    kept_.clear();
    for (std::size_t k = 0; k < size; ++k) {
      kept_.push_back(state_at<words>(found_.entry(order_[k].second)));
    }
  }

  const SweepPlan& plan_;
  const std::size_t most_;
  const std::uint64_t one_ = 1;
  OpenStep<words> step_;
  std::size_t index_ = 0;   // The step,
  std::size_t pass_ = 0;    // its pass,
  std::size_t cursor_ = 0;  // and the states that were followed.
  std::vector<State<words>> kept_;
  double states_ = 1;  // The estimated size of the layer.
  Distinct<words> found_;
  std::uint64_t moves_ = 0;
  std::vector<std::pair<std::uint64_t, std::size_t>> order_;
  double estimate_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t owed_ = 0;  // Transitions not yet charged to a slice.
};

}  // namespace

std::unique_ptr<Sample> sample(const SweepPlan& plan, std::size_t most) {
  const std::uint32_t words = plan.words();
  if (words <= 1) return std::make_unique<SampleOf<1>>(plan, most);
  if (words <= 2) return std::make_unique<SampleOf<2>>(plan, most);
  if (words <= 4) return std::make_unique<SampleOf<4>>(plan, most);
  return std::make_unique<SampleOf<SweepPlan::most_words>>(plan, most);
}

}  // namespace combien
