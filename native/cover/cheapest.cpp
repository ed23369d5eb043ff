#include "cover/cheapest.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/require.hpp"
#include "cover/dance.hpp"
#include "cover/side_constraints.hpp"

namespace combien {

namespace {

// Option costs and their shares per primary item, in the same small unit (1 is a power-of-two
// multiple of it).  Rounding down keeps every bound valid.
class Prices {
 public:
  Prices(const Problem& problem, std::span<const std::int64_t> costs)
      : costs_(problem.option_count()), shares_(problem.option_count()) {
    std::uint64_t total = 0;
    for (const std::int64_t cost : costs) {
      if (cost < 0) throw std::invalid_argument("a cost is negative");
      total += static_cast<std::uint64_t>(cost);
      if (total >> 62 != 0) throw std::overflow_error("the costs are too large to be added");
    }
    const int spare = 62 - static_cast<int>(std::bit_width(total));
    unit_bits_ = static_cast<std::uint32_t>(std::min(spare, 20));
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      std::uint64_t items = 0;
      for (const ItemId item : problem.items(option)) items += problem.kind(item).primary;
      COMBIEN_REQUIRE(items != 0);
      costs_[option] = static_cast<std::uint64_t>(costs[number(option)]) << unit_bits_;
      shares_[option] = costs_[option] / items;
    }
  }

  std::uint64_t cost(OptionId option) const { return costs_[option]; }
  std::uint64_t share(OptionId option) const { return shares_[option]; }
  std::int64_t whole(std::uint64_t units) const {
    return static_cast<std::int64_t>(units >> unit_bits_);
  }
  std::uint64_t one() const { return std::uint64_t{1} << unit_bits_; }
  // A cost in units, or more than every solution if it is too large.
  std::uint64_t units(std::int64_t cost) const {
    const auto whole = static_cast<std::uint64_t>(cost);
    return whole >> (62 - unit_bits_) != 0 ? UINT64_MAX : whole << unit_bits_;
  }

  // The options sorted by share, so that each ring starts with the smallest.
  std::vector<OptionId> order() const {
    std::vector<OptionId> options(costs_.size());
    for (std::uint32_t k = 0; k < options.size(); ++k) options[k] = OptionId{k};
    std::stable_sort(options.begin(), options.end(),
                     [this](OptionId a, OptionId b) { return shares_[a] < shares_[b]; });
    return options;
  }

 private:
  std::uint32_t unit_bits_ = 0;
  Table<OptionId, std::uint64_t> costs_;
  Table<OptionId, std::uint64_t> shares_;
};

template <bool colored, bool bounded>
class BranchAndBound final : public Cheapest {
 public:
  BranchAndBound(const Problem& problem, std::span<const std::int64_t> costs, std::uint32_t wanted,
                 CostLimit limit, std::span<const SideConstraint> constraints)
      : prices_(problem, costs),
        dance_(problem, prices_.order(), Branching::smallest, UINT32_MAX),
        wanted_(wanted),
        step_(static_cast<std::uint64_t>(limit.step) * prices_.one()),
        cut_(prices_.units(limit.most)),
        limit_(cut_),
        constraints_(problem, constraints) {}

  Outcome run(Slice& slice) override {
    for (;;) {
      if (arriving_) {
        if (!slice.step(1 + dance_.updates() - charged_)) return Outcome::out_of_slice;
        charged_ = dance_.updates();
        ++nodes_;
        arriving_ = false;
        arrive();
      } else {
        while (all_pruned_ && !dance_.levels().empty()) {
          dance_.drop();
          spent_ = bills_.back().spent;
          bills_.pop_back();
        }
        if (dance_.levels().empty()) return Outcome::done;
        leave();
      }
    }
  }

  void cut(std::int64_t most) override {
    if (most < 0) {
      all_pruned_ = true;
    } else {
      cut_ = std::min(cut_, prices_.units(most));
      limit_ = std::min(limit_, cut_);
    }
  }

  std::vector<Priced> best() const override {
    auto sorted = found_;
    std::sort(sorted.begin(), sorted.end(), [](const Priced& a, const Priced& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.options < b.options;
    });
    return sorted;
  }

  std::uint64_t found() const override { return found_.size(); }

  std::optional<std::int64_t> least() const override { return least_; }

  Work work() const override { return {nodes_, dance_.updates()}; }

  double fraction() const override {
    double done = 0;
    double share = 1;
    for (const auto& level : dance_.levels()) {
      share /= level.degree;
      done += share * (level.tried - 1);
    }
    if (!arriving_) done += share;
    return std::min(done, 1.0);
  }

  std::string_view unsound() const override {
    if (const std::string_view wrong = dance_.unsound(); !wrong.empty()) return wrong;
    if (bills_.size() != dance_.levels().size()) return "there is not one bill for each level";
    std::uint64_t spent = 0;
    for (std::size_t k = 0; k < bills_.size(); ++k) {
      if (bills_[k].spent != spent) return "a bill is not the sum of the choices above";
      const OptionId chosen = dance_.chosen(dance_.levels()[k]);
      if (chosen != no_option) spent += prices_.cost(chosen);
    }
    if (spent_ != spent) return "what is spent is not the sum of the choices";
    if (found_.size() > wanted_) return "more solutions are kept than wanted";
    if (!std::is_heap(found_.begin(), found_.end(), dearer)) return "the solutions are not a heap";
    const bool full = found_.size() == wanted_ && found_.front().cost != 0;
    const std::uint64_t limit =
        full ? (static_cast<std::uint64_t>(found_.front().cost) - 1) * prices_.one() : UINT64_MAX;
    const bool right = limit_ == std::min(limit, cut_);
    return right || all_pruned_ ? std::string_view() : "the limit is not the dearest";
  }

 private:
  static bool dearer(const Priced& a, const Priced& b) { return a.cost < b.cost; }

  // What is known at the node of a level.
  struct Bill {
    std::uint64_t spent;
    std::uint64_t without;  // A bound for the whole, excluding the share of the level's item.
  };

  // Visits a node: records a solution, or opens a level if the branch can still be cheap enough.
  void arrive() {
    const std::uint64_t bound = spent_ + owed();
    if (bound > limit_ || !constraints_.allow(dance_, {})) return;
    const auto choice = dance_.choose();
    if (choice.item == dance_.root()) {
      record();
      return;
    }
    if (choice.degree == 0) return;
    const std::uint64_t own =
        dance_.size_of(choice.item) != 0 ? prices_.share(dance_.first_option(choice.item)) : 0;
    dance_.open(choice);
    bills_.push_back({spent_, bound - std::min(bound, own)});
  }

  void leave() {
    COMBIEN_REQUIRE(bills_.size() == dance_.levels().size());
    const auto& level = dance_.levels().back();
    spent_ = bills_.back().spent;
    // Shares increase along a ring: once one is too expensive, so are the rest.
    if (level.exact && level.tried < level.degree &&
        bills_.back().without + prices_.share(dance_.next_option()) > limit_) {
      dance_.drop();
      bills_.pop_back();
      return;
    }
    if (!dance_.advance()) {
      bills_.pop_back();
      return;
    }
    if (const OptionId chosen = dance_.chosen(dance_.levels().back()); chosen != no_option) {
      spent_ += prices_.cost(chosen);
    }
    arriving_ = true;
  }

  // A lower bound on the cost of covering the waiting items.
  std::uint64_t owed() const {
    std::uint64_t sum = 0;
    dance_.for_waiting([&](ItemId item, std::int32_t low, std::int32_t) {
      const std::uint64_t needed = std::min<std::uint64_t>(
          static_cast<std::uint64_t>(std::max(low, 0)), dance_.size_of(item));
      if (needed != 0) sum += prices_.share(dance_.first_option(item)) * needed;
    });
    return sum;
  }

  void record() {
    Priced priced{prices_.whole(spent_), {}};
    for (const auto& level : dance_.levels()) {
      if (const OptionId chosen = dance_.chosen(level); chosen != no_option) {
        priced.options.push_back(chosen);
      }
    }
    std::sort(priced.options.begin(), priced.options.end());
    least_ = std::min(priced.cost, least_.value_or(priced.cost));
    // The most expensive solution kept is on top of a heap.  On equal costs, the first ones found
    // stay.
    if (found_.size() == wanted_) {
      std::pop_heap(found_.begin(), found_.end(), dearer);
      found_.pop_back();
    }
    found_.push_back(std::move(priced));
    std::push_heap(found_.begin(), found_.end(), dearer);
    COMBIEN_ENSURE(found_.size() <= wanted_);
    if (found_.size() < wanted_) return;
    // From now on only solutions that are cheaper by a step matter; none if there cannot be any.
    const std::uint64_t dearest = prices_.units(found_.front().cost);
    if (dearest < step_) {
      all_pruned_ = true;
    } else {
      // A solution from before a cut may be dearer than its limit.
      limit_ = std::min(limit_, dearest - step_);
    }
  }

  const Prices prices_;
  Dance<colored, bounded> dance_;
  const std::uint32_t wanted_;
  const std::uint64_t step_;
  std::uint64_t cut_;    // No solution that is needed costs more.
  std::uint64_t limit_;  // Branches with a higher bound are pruned.
  const SideConstraints constraints_;
  std::vector<Priced> found_;
  std::optional<std::int64_t> least_;
  std::vector<Bill> bills_;
  std::uint64_t spent_ = 0;
  bool arriving_ = true;
  bool all_pruned_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t charged_ = 0;
};

}  // namespace

std::unique_ptr<Cheapest> cheapest(const Problem& problem, std::span<const std::int64_t> costs,
                                   std::uint32_t wanted, CostLimit limit,
                                   std::span<const SideConstraint> constraints) {
  if (costs.size() != problem.option_count()) {
    throw std::invalid_argument("there are not as many costs as options");
  }
  if (wanted == 0) throw std::invalid_argument("at least one solution must be wanted");
  if (limit.most < 0 || limit.step < 1) throw std::invalid_argument("no cost is within the limit");
  return with_features(problem, [&]<bool colored, bool bounded>() -> std::unique_ptr<Cheapest> {
    return std::make_unique<BranchAndBound<colored, bounded>>(problem, costs, wanted, limit,
                                                              constraints);
  });
}

}  // namespace combien
