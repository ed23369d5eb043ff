#include "frontier/entropy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "base/dice.hpp"
#include "frontier/estimate.hpp"

namespace combien {

namespace {

// The pins that all starts may look at, by what the sweep is expected to take; one start is always
// completed, unless it takes as many as the third number, or items meet more others than the last.
constexpr std::uint32_t least_pins = 5'000;
constexpr std::uint32_t most_pins = 50'000;
constexpr std::uint64_t most_pins_of_one = 8'000'000;
constexpr std::size_t most_meetings = 5'000'000;
// Items whose estimates differ by less are equal: the first one is taken.
constexpr double slack = 1e-7;
// An estimate is believed if it depends by fewer bits on how much a loss of states is, as it does but
// for Latin squares and sudokus.
constexpr double trusted_spread = 4;
constexpr double endless = std::numeric_limits<double>::infinity();

// The items that each item meets, in an option or in a secondary item; nothing if these are too many.
Gradual<std::optional<Lists<std::uint32_t>>> neighbors(const Outline& outline, Pace& pace) {
  const auto items = static_cast<std::uint32_t>(outline.items.size());
  Lists<std::uint32_t> found;
  std::vector<std::uint32_t> seen(items, Outline::none);
  std::vector<std::uint32_t> seen_net(outline.nets.size(), Outline::none);
  std::vector<std::uint32_t> seen_class(outline.options.size(), Outline::none);
  for (std::uint32_t item = 0; item < items; ++item) {
    found.begin();
    seen[item] = item;
    const auto visit = [&](std::uint32_t j) {
      if (seen_class[j] == item) return std::size_t{0};
      seen_class[j] = item;
      for (const std::uint32_t other : outline.members[j]) {
        if (seen[other] == item) continue;
        seen[other] = item;
        found.add(other);
      }
      return outline.members[j].size();
    };
    for (const std::uint32_t j : outline.classes_of[item]) {
      if (!pace.tick(visit(j) + outline.pins[j].size())) co_yield pause;
      for (const Outline::Pin& pin : outline.pins[j]) {
        if (outline.nets[pin.net].own != Outline::none || seen_net[pin.net] == item) continue;
        seen_net[pin.net] = item;
        for (const std::uint32_t other : outline.classes_of_net[pin.net]) {
          if (!pace.tick(1 + visit(other))) co_yield pause;
        }
      }
    }
    if (found.value_count() > most_meetings) co_return std::nullopt;
  }
  co_return found;
}

// Where to start: in turns an item with few neighbors, and one by chance.
std::vector<std::uint32_t> starts_of(const Lists<std::uint32_t>& near) {
  const auto items = static_cast<std::uint32_t>(near.size());
  std::vector<std::uint32_t> random(items);
  std::iota(random.begin(), random.end(), 0);
  Dice dice(1);
  for (std::uint32_t k = items; k > 1; --k) std::swap(random[k - 1], random[dice.roll(k)]);
  std::vector<std::uint32_t> few = random;
  std::stable_sort(few.begin(), few.end(), [&](std::uint32_t a, std::uint32_t b) {
    return near[a].size() < near[b].size();
  });
  std::vector<std::uint32_t> starts;
  std::vector<char> taken(items);
  for (std::uint32_t k = 0; k < items; ++k) {
    for (const std::uint32_t item : {few[k], random[k]}) {
      if (taken[item]) continue;
      taken[item] = 1;
      starts.push_back(item);
    }
  }
  return starts;
}

// By how many bits the estimate of an order depends on how much a loss of states is believed.
double spread_of(const Outline& outline, const std::vector<std::uint32_t>& order) {
  double total[2];
  for (const int belief : {0, 1}) {
    Estimate estimate(outline, belief);
    for (const std::uint32_t item : order) estimate.step(item);
    total[belief] = estimate.total();
  }
  return std::log2(total[0] / total[1]);
}

}  // namespace

double expected_in(const Outline& outline, const std::vector<ItemId>& order) {
  std::unordered_map<std::uint32_t, std::uint32_t> index;
  for (const ItemId item : outline.items) {
    index.emplace(number(item), static_cast<std::uint32_t>(index.size()));
  }
  Estimate estimate(outline);
  for (const ItemId item : order) estimate.step(index.at(number(item)));
  return estimate.total();
}

Gradual<EstimatedOrder> entropy_order(const Problem& problem, Pace& pace) {
  auto outlining = outline_of(problem, pace);
  while (!outlining.run()) co_yield pause;
  const auto shared = std::make_shared<const Outline>(outlining.take());
  const Outline& outline = *shared;
  auto meeting = neighbors(outline, pace);
  while (!meeting.run()) co_yield pause;
  const auto met = meeting.take();
  if (!met) co_return EstimatedOrder{};
  const Lists<std::uint32_t>& near = *met;

  Estimate estimate(outline);
  const auto items = static_cast<std::uint32_t>(outline.items.size());
  std::vector<std::uint32_t> best;
  double least = endless;
  std::vector<double> change(items);
  std::vector<double> growth(items);
  std::vector<char> stale;
  std::vector<char> reached;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> open;  // Reached and not done, in the order in which they came.
  const std::vector<std::uint32_t> starts = starts_of(near);
  std::uint64_t steps = 0;  // Of all starts: items without options have no pins.
  for (const std::uint32_t start : starts) {
    const std::uint64_t first = estimate.work() + steps;
    estimate.clear();
    stale.assign(items, 1);
    reached.assign(items, 0);
    order.clear();
    open.clear();
    std::uint32_t item = start;
    std::size_t next_part = 0;
    for (;;) {
      reached[item] = 1;
      const std::uint64_t before = estimate.work();
      const auto losers = estimate.step(item);
      order.push_back(item);
      ++steps;
      // What was looked at is stale for the items that meet this one, and for those that meet an
      // item whose part has changed.
      const bool several = outline.classes_of[item].size() > 1;
      std::uint64_t renewed = 0;
      const auto renew = [&](std::uint32_t other) {
        for (const std::uint32_t third : near[other]) stale[third] = 1;
        renewed += near[other].size();
      };
      for (const std::uint32_t other : near[item]) {
        if (!reached[other]) open.push_back(other);
        reached[other] = 1;
        stale[other] = 1;
        if (several) renew(other);
      }
      if (!several) {
        for (const std::uint32_t loser : losers) renew(loser);
      }
      const std::uint64_t looked =
          estimate.work() - before + renewed / 8 + near[item].size() + open.size() / 16;
      if (!pace.tick(1 + looked)) co_yield pause;
      if (order.size() == items || (!best.empty() && estimate.total() >= least)) break;
      if (open.empty()) {
        // The next part of the problem.
        while (reached[starts[next_part]]) ++next_part;
        item = starts[next_part];
        continue;
      }
      std::size_t chosen = 0;
      double lowest = endless;
      const double entropy = estimate.entropy();
      const double bits = estimate.bits();
      for (std::size_t k = 0; k < open.size(); ++k) {
        const std::uint32_t other = open[k];
        if (stale[other] || outline.counters) {
          const std::uint64_t seen = estimate.work();
          const Estimate::Look look = estimate.look(other);
          change[other] = look.change;
          growth[other] = look.growth;
          stale[other] = 0;
          if (!pace.tick(estimate.work() - seen + 1)) co_yield pause;
        }
        const double after = std::min(entropy + change[other], bits + growth[other]);
        if (after < lowest - slack) {
          lowest = after;
          chosen = k;
        }
      }
      item = open[chosen];
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(chosen));
      if (best.empty() && estimate.work() - first > most_pins_of_one) co_return EstimatedOrder{};
    }
    // The first one counts even if its estimate is infinite.
    if (order.size() == items && (best.empty() || estimate.total() < least)) {
      least = estimate.total();
      best = order;
    }
    // A pin costs as much as about three transitions.
    const double worth = std::clamp(least / 3, double{least_pins}, double{most_pins});
    if (static_cast<double>(estimate.work() + steps) > worth && !best.empty()) break;
  }
  EstimatedOrder found;
  for (const std::uint32_t one : best) found.items.push_back(outline.items[one]);
  if (spread_of(outline, best) < trusted_spread) {
    found.expected = least;
    found.outline = shared;
  }
  co_return found;
}

}  // namespace combien
