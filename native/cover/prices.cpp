#include "cover/prices.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

// The problem by items: the options of each, and whether it may have a price.
struct Columns {
  explicit Columns(const Problem& problem)
      : starts(problem.item_count() + 1), options(problem.entry_count()) {
    std::vector<std::uint8_t> colored(problem.item_count());
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      const auto items = problem.items(option);
      for (std::size_t k = 0; k < items.size(); ++k) {
        ++starts[number(items[k]) + 1];
        if (problem.has_colors() && problem.colors(option)[k] != no_color) {
          colored[number(items[k])] = 1;
        }
      }
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      for (const ItemId item : problem.items(option)) {
        options[next[number(item)]++] = number(option);
      }
    }
    // An item with colors may be covered several times, so its price would be paid several times.
    for (std::uint32_t item = 0; item < problem.item_count(); ++item) {
      if (colored[item] == 0 && !of(item).empty()) priced.push_back(item);
    }
  }

  std::span<const std::uint32_t> of(std::uint32_t item) const {
    return std::span(options).subspan(starts[item], starts[item + 1] - starts[item]);
  }

  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> options;
  std::vector<std::uint32_t> priced;  // The items that have a price.
};

// Prices of items, with the reduced costs that follow from them.
template <class Amount>
struct Pricing {
  std::vector<Amount> prices;
  std::vector<Amount> reduced;

  void raise(const Columns& columns, std::uint32_t item, Amount by) {
    prices[item] += by;
    for (const std::uint32_t option : columns.of(item)) reduced[option] -= by;
  }

  Amount sum() const { return std::accumulate(prices.begin(), prices.end(), Amount{0}); }

  // Lowers prices until no reduced cost is negative, then raises them as far as that allows.
  void make_feasible(const Problem& problem, const Columns& columns) {
    for (std::uint32_t option = 0; option < reduced.size(); ++option) {
      if (reduced[option] >= 0) continue;
      raise(columns, cheapest_to_lower(problem, columns, option), reduced[option]);
    }
    for (const std::uint32_t item : columns.priced) {
      Amount least = std::numeric_limits<Amount>::max();
      for (const std::uint32_t option : columns.of(item)) {
        least = std::min(least, reduced[option]);
      }
      if (!problem.kind(ItemId{item}).primary) least = std::min(least, -prices[item]);
      if (least > 0) raise(columns, item, least);
    }
  }

 private:
  // The item of an option whose price changes the fewest other options.
  static std::uint32_t cheapest_to_lower(const Problem& problem, const Columns& columns,
                                         std::uint32_t option) {
    std::uint32_t chosen = UINT32_MAX;
    for (const ItemId item : problem.items(OptionId{option})) {
      // Primary items have no colors, so an option has one that is priced.
      if (!std::binary_search(columns.priced.begin(), columns.priced.end(), number(item))) continue;
      if (chosen == UINT32_MAX || columns.of(number(item)).size() < columns.of(chosen).size()) {
        chosen = number(item);
      }
    }
    return chosen;
  }
};

class ByPrices final : public Cheapest {
 public:
  ByPrices(const Problem& problem, std::span<const std::int64_t> costs, std::uint32_t wanted)
      : problem_(problem),
        columns_(problem),
        costs_(costs.begin(), costs.end()),
        wanted_(wanted),
        now_{std::vector<double>(problem.item_count()),
             std::vector<double>(costs.begin(), costs.end())},
        best_(now_) {
    std::uint64_t total = 1;
    for (const std::int64_t cost : costs) {
      total += static_cast<std::uint64_t>(cost < 0 ? -cost : cost);
    }
    COMBIEN_REQUIRE(total >> 50 == 0);
    unit_ = std::int64_t{1} << std::min(60 - static_cast<int>(std::bit_width(total)), 12);
    best_.make_feasible(problem_, columns_);
    best_sum_ = first_sum_ = best_.sum();
    ceiling_sum_ = static_cast<double>(ceiling()) / static_cast<double>(unit_) + 1;
  }

  Outcome run(Slice& slice) override {
    while (search_ == nullptr) {
      if (!slice.tick(columns_.options.size())) return Outcome::out_of_slice;
      const std::uint64_t paid = slice.take(round_steps() - paid_);
      paid_ += paid;
      round_steps_taken_ += paid;
      if (paid_ < round_steps()) return Outcome::out_of_slice;
      paid_ = 0;
      ascend();
    }
    for (;;) {
      if (const Outcome outcome = search_->run(slice); outcome != Outcome::done) return outcome;
      proved_ = known();
      proved_gap_ = std::max(proved_gap_, std::min(gap_, ceiling_ - base_));
      if (proved_.size() >= wanted_ || complete_ || base_ + gap_ >= ceiling_) return Outcome::done;
      gap_ = gap_ > (ceiling_ - base_) / 4 ? ceiling_ - base_ : 4 * gap_;
      begin_search();
    }
  }

  void cut(std::int64_t most) override {
    most_ = std::min(most_, std::max(most, -(std::int64_t{1} << 50)));
    if (search_ == nullptr) {
      ceiling_sum_ = static_cast<double>(ceiling()) / static_cast<double>(unit_) + 1;
    } else if (most_ < ceiling_ / unit_) {
      ceiling_ = most_ * unit_;
      search_->cut(ceiling_ - base_);
    }
  }

  // The solutions within the last gap are proved to be the cheapest; the search for more finds them
  // again, among others, in its own order.
  std::vector<Priced> best() const override {
    if (search_ == nullptr) return {};
    std::vector<Priced> all = known();
    if (proved_.empty()) return all;
    all.insert(all.end(), proved_.begin(), proved_.end());
    const auto key = [](const Priced& priced) { return std::tie(priced.cost, priced.options); };
    std::ranges::sort(all, {}, key);
    const auto repeated = std::ranges::unique(all, {}, key);
    all.erase(repeated.begin(), repeated.end());
    if (all.size() > wanted_) all.resize(wanted_);
    return all;
  }

  std::optional<std::int64_t> bound() const override {
    if (search_ == nullptr) return std::nullopt;
    const std::int64_t least = base_ + proved_gap_ + 1;
    return least >= 0 ? (least + unit_ - 1) / unit_ : -(-least / unit_);
  }

  std::optional<ReducedCosts> reduced() const override {
    if (search_ == nullptr) return std::nullopt;
    return ReducedCosts{fixed_.reduced, unit_, base_, gap_};
  }

  std::uint64_t found() const override {
    if (search_ == nullptr) return 0;
    return proved_.empty() || search_->found() == wanted_ ? search_->found() : best().size();
  }

  std::optional<std::int64_t> least() const override {
    if (!proved_.empty()) return proved_.front().cost;
    const auto least = search_ == nullptr ? std::nullopt : search_->least();
    // The search has reduced costs: what a solution costs above the sum of the prices.
    return least ? std::optional((base_ + *least) / unit_) : std::nullopt;
  }

  Work work() const override {
    Work sum = before_;
    if (search_ != nullptr) {
      sum.nodes += search_->work().nodes;
      sum.updates += search_->work().updates;
    }
    sum.nodes += round_steps_taken_;
    return sum;
  }

  double fraction() const override { return search_ == nullptr ? 0 : search_->fraction(); }

  std::string_view unsound() const override {
    if (search_ == nullptr) return {};
    for (OptionId option{0}; number(option) < costs_.size(); option = after(option)) {
      std::int64_t reduced = costs_[number(option)] * unit_;
      for (const ItemId item : problem_.items(option)) reduced -= fixed_.prices[number(item)];
      if (reduced != fixed_.reduced[number(option)]) return "a reduced cost is not what it says";
      if (reduced < 0) return "a reduced cost is negative";
    }
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      if (!problem_.kind(ItemId{item}).primary && fixed_.prices[item] > 0) {
        return "a secondary item has a positive price";
      }
    }
    return search_->unsound();
  }

 private:
  static constexpr std::uint32_t most_rounds = 1000;
  // More than that, if the bound grows so fast that it may soon exceed all costs.
  static constexpr std::uint32_t most_rounds_without_solution = 100000;
  // Prices are compared this often, as that takes as long as a few rounds.
  static constexpr std::uint32_t compared_every = 10;
  // Rounds without a better bound after which more are not worth their time.
  static constexpr std::uint32_t patience = 100;

  // What a round costs, in steps: with this many entries it takes as long as a node of the search.
  static constexpr std::uint64_t entries_a_step = 1024;
  std::uint64_t round_steps() const { return 1 + columns_.options.size() / entries_a_step; }

  // One round over all items; the last one begins the search.
  void ascend() {
    for (const std::uint32_t item : columns_.priced) {
      double least = std::numeric_limits<double>::infinity();
      double second = least;
      for (const std::uint32_t option : columns_.of(item)) {
        const double reduced = now_.reduced[option];
        second = std::min(second, std::max(least, reduced));
        least = std::min(least, reduced);
      }
      double by = columns_.of(item).size() == 1 ? least : (least + second) / 2;
      if (!problem_.kind(ItemId{item}).primary) by = std::min(by, -now_.prices[item]);
      if (by != 0) now_.raise(columns_, item, by);
    }
    ++rounds_;
    if (rounds_ % compared_every != 0) return;
    Pricing<double> feasible = now_;
    feasible.make_feasible(problem_, columns_);
    const double sum = feasible.sum();
    if (sum > best_sum_ + 0.01) improved_at_ = rounds_;
    if (sum > best_sum_) {
      best_ = std::move(feasible);
      best_sum_ = sum;
    }
    if (rounds_ - improved_at_ >= patience || best_sum_ > ceiling_sum_ ||
        (rounds_ >= most_rounds && !may_exceed_ceiling())) {
      fix_prices();
      begin_search();
    }
  }

  // Whether the bound will exceed all costs within the rounds that are left, at its mean speed.
  // Where the linear relaxation has no solution, it grows without limit.
  bool may_exceed_ceiling() const {
    if (rounds_ == most_rounds_without_solution) return false;
    return (ceiling_sum_ - first_sum_) * rounds_ <
           (best_sum_ - first_sum_) * most_rounds_without_solution / 4;
  }

  // Makes the prices whole numbers of small units, so that all that follows is exact.  The units are
  // larger if the reduced costs could not be added: a few costs may be a million times the others.
  void fix_prices() {
    for (;;) {
      fix_prices_in_units();
      if (unit_ == 1 || reduced_costs_fit()) return;
      unit_ /= 2;
    }
  }

  // Whether the search can add what it may be given: no option beyond the ceiling.
  bool reduced_costs_fit() const {
    const std::int64_t most = std::max(ceiling_ - base_, gap_);
    std::int64_t sum = 0;
    const auto fits = [&](std::int64_t cost) {
      if (cost <= most) sum += cost;
      return sum >> 61 == 0;
    };
    for (const std::int64_t cost : fixed_.reduced) {
      if (!fits(cost)) return false;
    }
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      if (!problem_.kind(ItemId{item}).primary && !fits(-fixed_.prices[item])) return false;
    }
    return true;
  }

  void fix_prices_in_units() {
    fixed_.prices.assign(problem_.item_count(), 0);
    fixed_.reduced.resize(costs_.size());
    // More than any solution costs: without a solution, prices grow without limit.
    const auto most = static_cast<double>(std::int64_t{1} << 60) /
                      static_cast<double>(1 + problem_.item_count()) / 2;
    for (std::size_t option = 0; option < costs_.size(); ++option) {
      fixed_.reduced[option] = costs_[option] * unit_;
    }
    for (const std::uint32_t item : columns_.priced) {
      const double price = std::clamp(best_.prices[item] * static_cast<double>(unit_), -most, most);
      // Rounded down.
      auto whole = static_cast<std::int64_t>(price);
      if (static_cast<double>(whole) > price) --whole;
      fixed_.raise(columns_, item, whole);
    }
    fixed_.make_feasible(problem_, columns_);
    base_ = fixed_.sum();
    ceiling_ = ceiling();
    gap_ = std::clamp(ceiling_ - base_, std::int64_t{-1}, unit_);
  }

  // No solution that is wanted costs more: each item is covered by the most expensive of its
  // options, whose cost is divided among the items that it covers.
  std::int64_t ceiling() const {
    std::vector<std::int64_t> shares(costs_.size());
    for (std::size_t option = 0; option < costs_.size(); ++option) {
      std::int64_t items = 0;
      for (const ItemId item : problem_.items(OptionId{static_cast<std::uint32_t>(option)})) {
        items += problem_.kind(item).primary;
      }
      const std::int64_t cost = costs_[option] * unit_;
      shares[option] = cost > 0 ? (cost + items - 1) / items : cost / items;
    }
    std::int64_t sum = 0;
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      if (!problem_.kind(ItemId{item}).primary) continue;
      std::int64_t most = INT64_MIN;
      for (const std::uint32_t option : columns_.of(item)) most = std::max(most, shares[option]);
      // An item without an option: there is no solution.
      if (most == INT64_MIN) return INT64_MIN / 4;
      sum += most;
    }
    return most_ < sum / unit_ ? most_ * unit_ : sum;
  }

  // Begins a search with the options whose reduced costs are within the gap.
  void begin_search() {
    if (search_ != nullptr) {
      before_.nodes += search_->work().nodes;
      before_.updates += search_->work().updates;
    }
    complete_ = true;
    std::vector<ItemKind> kinds;
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      ItemKind kind = problem_.kind(ItemId{item});
      // An uncovered item with a price costs something: another option covers it then.
      if (fixed_.prices[item] < 0 && !kind.primary) kind = ItemKind{};
      kinds.push_back(kind);
    }
    std::vector<std::int32_t> starts{0};
    std::vector<std::int32_t> items;
    std::vector<std::int32_t> colors;
    std::vector<std::int64_t> costs;
    originals_.clear();
    for (OptionId option{0}; number(option) < costs_.size(); option = after(option)) {
      const std::int64_t reduced = fixed_.reduced[number(option)];
      if (reduced > gap_) {
        complete_ = false;
        continue;
      }
      for (const ItemId item : problem_.items(option)) {
        items.push_back(static_cast<std::int32_t>(number(item)));
      }
      if (problem_.has_colors()) {
        for (const Color color : problem_.colors(option)) {
          colors.push_back(static_cast<std::int32_t>(color));
        }
      }
      starts.push_back(static_cast<std::int32_t>(items.size()));
      costs.push_back(reduced);
      originals_.push_back(option);
    }
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      if (fixed_.prices[item] >= 0 || problem_.kind(ItemId{item}).primary) continue;
      if (-fixed_.prices[item] > gap_) {
        complete_ = false;
        continue;
      }
      items.push_back(static_cast<std::int32_t>(item));
      if (problem_.has_colors()) colors.push_back(static_cast<std::int32_t>(no_color));
      starts.push_back(static_cast<std::int32_t>(items.size()));
      costs.push_back(-fixed_.prices[item]);
    }
    core_ = std::make_unique<Problem>(std::move(kinds), std::move(starts), std::move(items),
                                      std::move(colors));
    // With all options, the gap does not limit the search either.
    const CostLimit limit{complete_ ? INT64_MAX : std::max(gap_, std::int64_t{0}), unit_};
    search_ = cheapest(*core_, costs, wanted_, limit);
    if (most_ != INT64_MAX) search_->cut(ceiling_ - base_);
  }

  std::vector<Priced> known() const {
    std::vector<Priced> found;
    for (const Priced& priced : search_->best()) {
      Priced original{0, {}};
      for (const OptionId option : priced.options) {
        if (number(option) >= originals_.size()) continue;
        original.options.push_back(originals_[number(option)]);
        original.cost += costs_[number(originals_[number(option)])];
      }
      found.push_back(std::move(original));
    }
    std::sort(found.begin(), found.end(), [](const Priced& a, const Priced& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.options < b.options;
    });
    return found;
  }

  const Problem problem_;
  const Columns columns_;
  const std::vector<std::int64_t> costs_;
  const std::uint32_t wanted_;
  std::int64_t most_ = INT64_MAX;  // No solution that is needed costs more.

  Pricing<double> now_;
  Pricing<double> best_;
  double best_sum_ = 0;
  double first_sum_ = 0;
  double ceiling_sum_ = 0;
  std::uint32_t rounds_ = 0;
  std::uint64_t paid_ = 0;  // The steps taken so far for the next round.
  std::uint64_t round_steps_taken_ = 0;
  std::uint32_t improved_at_ = 0;

  std::int64_t unit_ = 1;  // A cost of one in the units of `fixed_`.
  Pricing<std::int64_t> fixed_;
  std::int64_t base_ = 0;  // The sum of the prices.
  std::int64_t gap_ = 0;
  std::int64_t proved_gap_ = -1;  // All solutions within it were found.
  std::int64_t ceiling_ = 0;
  bool complete_ = false;  // Whether the search has all options.
  std::unique_ptr<Problem> core_;
  std::vector<OptionId> originals_;  // The options of `core_`, in the problem's numbers.
  std::unique_ptr<Cheapest> search_;
  std::vector<Priced> proved_;
  Work before_;
};

}  // namespace

std::unique_ptr<Cheapest> cheapest_by_prices(const Problem& problem,
                                             std::span<const std::int64_t> costs,
                                             std::uint32_t wanted) {
  if (costs.size() != problem.option_count()) {
    throw std::invalid_argument("there are not as many costs as options");
  }
  if (wanted == 0) throw std::invalid_argument("at least one solution must be wanted");
  if (problem.has_bounds()) throw std::invalid_argument("items are covered exactly once");
  return std::make_unique<ByPrices>(problem, costs, wanted);
}

}  // namespace combien
