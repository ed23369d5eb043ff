#include "frontier/order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "frontier/incidence.hpp"

namespace combien {

namespace {

std::vector<ItemId> primary_items(const Problem& problem) {
  std::vector<ItemId> items;
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (problem.kind(item).primary) items.push_back(item);
  }
  return items;
}

using Order = Gradual<std::vector<ItemId>>;

// How many items each item shares an option with; all zero if computing it would take too long.
Gradual<Table<ItemId, std::uint32_t>> neighbor_counts(const Problem& problem,
                                                      const Incidence& incidence, Pace& pace) {
  constexpr std::size_t most_pairs = 200'000'000;
  const std::uint32_t items = problem.item_count();
  Table<ItemId, std::uint32_t> counts(items);
  std::size_t pairs = 0;
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    pairs += problem.items(option).size() * problem.items(option).size();
  }
  if (pairs > most_pairs) co_return counts;
  Table<ItemId, std::uint32_t> seen(items, UINT32_MAX);
  for (ItemId item{0}; number(item) < items; item = after(item)) {
    for (const OptionId option : incidence[item]) {
      if (!pace.tick(problem.items(option).size())) co_yield pause;
      for (const ItemId other : problem.items(option)) {
        if (seen[other] == number(item)) continue;
        seen[other] = number(item);
        ++counts[item];
      }
    }
  }
  co_return counts;
}

// Breadth first over the items that are not hubs, each item's neighbors by their own number of
// neighbors.  Reaches all items: where one part of the problem ends, the next begins.
class Breadth {
 public:
  // `degrees` are the neighbor counts.
  Breadth(const Problem& problem, const Incidence& incidence, Table<ItemId, std::uint32_t> degrees,
          Pace& pace)
      : problem_(problem), incidence_(incidence), degrees_(std::move(degrees)), pace_(pace) {
    for (const ItemId item : primary_items(problem)) {
      // An item that meets more than four fifths of all items is a hub; on small boards, cells in
      // the middle meet more than half.
      (degrees_[item] > 16 && degrees_[item] > std::uint64_t{problem.item_count()} * 4 / 5 ? hubs_
                                                                                           : plain_)
          .push_back(item);
    }
  }

  const std::vector<ItemId>& hubs() const { return hubs_; }

  Order order() {
    std::vector<ItemId> starts;
    Table<ItemId, char> reached(problem_.item_count());
    for (const ItemId item : plain_) {
      if (reached[item]) continue;
      // Restarting twice from the far end gives a peripheral item of its part.
      ItemId rim = item;
      for (int turn = 0; turn < 2; ++turn) {
        Order part = from(rim);
        while (!part.run()) co_yield pause;
        rim = part.take().back();
      }
      starts.push_back(rim);
      Order part = from(rim);
      while (!part.run()) co_yield pause;
      for (const ItemId other : part.take()) reached[other] = 1;
    }
    std::vector<ItemId> all;
    for (const ItemId start : starts) {
      Order part = from(start);
      while (!part.run()) co_yield pause;
      const auto items = part.take();
      all.insert(all.end(), items.begin(), items.end());
    }
    co_return all;
  }

 private:
  Order from(ItemId start) {
    ++round_;
    if (item_round_.size() == 0) {
      item_round_ = Table<ItemId, std::uint32_t>(problem_.item_count());
      option_round_ = Table<OptionId, std::uint32_t>(problem_.option_count());
      for (const ItemId hub : hubs_) item_round_[hub] = UINT32_MAX;
    }
    std::vector<ItemId> order{start};
    item_round_[start] = round_;
    for (std::size_t next = 0; next < order.size(); ++next) {
      const std::size_t first_new = order.size();
      for (const OptionId option : incidence_[order[next]]) {
        if (!pace_.tick(4)) co_yield pause;
        if (option_round_[option] == round_) continue;
        option_round_[option] = round_;
        for (const ItemId item : problem_.items(option)) {
          if (item_round_[item] == round_ || item_round_[item] == UINT32_MAX) continue;
          if (!problem_.kind(item).primary) continue;
          item_round_[item] = round_;
          order.push_back(item);
        }
      }
      std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(first_new), order.end(),
                       [this](ItemId a, ItemId b) { return degrees_[a] < degrees_[b]; });
    }
    co_return order;
  }

  const Problem& problem_;
  const Incidence& incidence_;
  Table<ItemId, std::uint32_t> degrees_;
  Pace& pace_;
  Table<ItemId, std::uint32_t> item_round_;
  Table<OptionId, std::uint32_t> option_round_;
  std::uint32_t round_ = 0;
  std::vector<ItemId> hubs_;
  std::vector<ItemId> plain_;
};

std::vector<ItemId> closing_order(const Problem& problem) {
  Table<ItemId, std::uint32_t> last(problem.item_count());
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    for (const ItemId item : problem.items(option)) last[item] = number(option) + 1;
  }
  std::vector<ItemId> order = primary_items(problem);
  std::stable_sort(order.begin(), order.end(),
                   [&](ItemId a, ItemId b) { return last[a] < last[b]; });
  return order;
}

Order cuthill_mckee_order(const Problem& problem, Pace& pace) {
  const Incidence incidence(problem);
  auto degrees = neighbor_counts(problem, incidence, pace);
  while (!degrees.run()) co_yield pause;
  Breadth breadth(problem, incidence, degrees.take(), pace);
  Order breadth_first = breadth.order();
  while (!breadth_first.run()) co_yield pause;
  std::vector<ItemId> order = breadth_first.take();
  std::reverse(order.begin(), order.end());
  order.insert(order.end(), breadth.hubs().begin(), breadth.hubs().end());
  co_return order;
}

Order spectral_order(const Problem& problem, Pace& pace) {
  constexpr std::size_t most_entries = 1'000'000;
  constexpr int rounds = 300;
  if (problem.entry_count() > most_entries) co_return std::vector<ItemId>{};
  const Incidence incidence(problem);
  auto degrees = neighbor_counts(problem, incidence, pace);
  while (!degrees.run()) co_yield pause;
  Breadth breadth(problem, incidence, degrees.take(), pace);
  Order breadth_first = breadth.order();
  while (!breadth_first.run()) co_yield pause;
  std::vector<ItemId> order = breadth_first.take();
  Table<ItemId, double> value(problem.item_count());
  Table<ItemId, char> plain(problem.item_count());
  for (std::size_t k = 0; k < order.size(); ++k) {
    value[order[k]] = static_cast<double>(k);
    plain[order[k]] = 1;
  }
  std::vector<double> sums(problem.option_count());
  std::vector<std::uint32_t> sizes(problem.option_count());
  for (int round = 0; round < rounds; ++round) {
    // Each item moves halfway to the mean of the items it shares options with, one vote for each
    // option; then the values are centered and rescaled, or they would all become equal.
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      if (!pace.tick(problem.items(option).size())) co_yield pause;
      double sum = 0;
      std::uint32_t size = 0;
      for (const ItemId item : problem.items(option)) {
        if (!plain[item]) continue;
        sum += value[item];
        ++size;
      }
      sums[number(option)] = sum;
      sizes[number(option)] = size;
    }
    Table<ItemId, double> next = value;
    double weight_sum = 0;
    double weighted = 0;
    for (const ItemId item : order) {
      if (!pace.tick(incidence[item].size())) co_yield pause;
      double sum = 0;
      double weight = 0;
      for (const OptionId option : incidence[item]) {
        sum += sums[number(option)] - value[item];
        weight += sizes[number(option)] - 1;
      }
      if (weight > 0) next[item] = value[item] / 2 + sum / weight / 2;
      weighted += weight * next[item];
      weight_sum += weight;
    }
    const double center = weight_sum > 0 ? weighted / weight_sum : 0;
    double largest = 0;
    for (const ItemId item : order) {
      largest = std::max(largest, std::abs(next[item] - center));
    }
    if (largest == 0) break;
    for (const ItemId item : order) value[item] = (next[item] - center) / largest;
  }
  // Rounded, so that items at the same place are ordered by number on every platform.
  for (const ItemId item : order) value[item] = std::round(value[item] * 1e6);
  std::sort(order.begin(), order.end(), [&](ItemId a, ItemId b) {
    return value[a] != value[b] ? value[a] < value[b] : number(a) < number(b);
  });
  order.insert(order.end(), breadth.hubs().begin(), breadth.hubs().end());
  co_return order;
}

Order greedy_order(const Problem& problem, Pace& pace) {
  // Each step examines all items in play, so the cost grows with the square of the problem.
  constexpr std::uint32_t most_items = 4000;
  constexpr std::size_t most_entries = 200'000;
  if (problem.item_count() > most_items || problem.entry_count() > most_entries)
    co_return std::vector<ItemId>{};
  const Incidence incidence(problem);
  auto degrees = neighbor_counts(problem, incidence, pace);
  while (!degrees.run()) co_yield pause;
  Breadth breadth(problem, incidence, degrees.take(), pace);
  Order breadth_first = breadth.order();
  while (!breadth_first.run()) co_yield pause;
  const std::vector<ItemId> outline = breadth_first.take();

  Table<ItemId, char> in_play(problem.item_count());
  Table<ItemId, char> done(problem.item_count());
  Table<OptionId, char> dealt(problem.option_count());
  Table<ItemId, std::uint32_t> seen(problem.item_count());
  std::uint32_t round = 0;
  for (const ItemId hub : breadth.hubs()) done[hub] = in_play[hub] = 1;

  // The number of items that the options of this one would bring into play.
  const auto growth = [&](ItemId item) {
    ++round;
    std::uint32_t fresh = 0;
    for (const OptionId option : incidence[item]) {
      if (dealt[option]) continue;
      for (const ItemId other : problem.items(option)) {
        if (in_play[other] || other == item || seen[other] == round) continue;
        seen[other] = round;
        ++fresh;
      }
    }
    return fresh;
  };

  std::vector<ItemId> order;
  std::vector<ItemId> open;  // In play and not done, in the order in which they came.
  std::size_t next_part = 0;
  for (;;) {
    std::size_t best = open.size();
    std::uint32_t best_growth = 0;
    for (std::size_t k = 0; k < open.size(); ++k) {
      if (!pace.tick(8 * incidence[open[k]].size())) co_yield pause;
      const std::uint32_t fresh = growth(open[k]);
      if (best == open.size() || fresh < best_growth) {
        best = k;
        best_growth = fresh;
      }
    }
    ItemId item{0};
    if (best < open.size()) {
      item = open[best];
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
    } else {
      while (next_part < outline.size() && done[outline[next_part]]) ++next_part;
      if (next_part == outline.size()) break;
      item = outline[next_part];
    }
    done[item] = in_play[item] = 1;
    order.push_back(item);
    for (const OptionId option : incidence[item]) {
      if (dealt[option]) continue;
      dealt[option] = 1;
      for (const ItemId other : problem.items(option)) {
        if (in_play[other]) continue;
        in_play[other] = 1;
        if (problem.kind(other).primary) open.push_back(other);
      }
    }
  }
  order.insert(order.end(), breadth.hubs().begin(), breadth.hubs().end());
  co_return order;
}

Order at_once(std::vector<ItemId> order) { co_return order; }

[[maybe_unused]] bool all_different(std::vector<ItemId> items) {
  std::sort(items.begin(), items.end());
  return std::adjacent_find(items.begin(), items.end()) == items.end();
}

Gradual<EstimatedOrder> without_estimate(Order order) {
  while (!order.run()) co_yield pause;
  co_return EstimatedOrder{order.take()};
}

Order begun_by_rule(const Problem& problem, const std::string& name, Pace& pace) {
  if (name == "given") return at_once(primary_items(problem));
  if (name == "closing") return at_once(closing_order(problem));
  if (name == "rcm") return cuthill_mckee_order(problem, pace);
  if (name == "greedy") return greedy_order(problem, pace);
  if (name == "spectral") return spectral_order(problem, pace);
  throw std::invalid_argument("there is no order '" + name +
                              "': given, entropy, greedy, closing, rcm or spectral");
}

Gradual<EstimatedOrder> begun(const Problem& problem, const std::string& name, Pace& pace) {
  if (name == "entropy") return entropy_order(problem, pace);
  return without_estimate(begun_by_rule(problem, name, pace));
}

}  // namespace

OrderSearch::OrderSearch(const Problem& problem, const std::string& name)
    : pace_(std::make_unique<Pace>()), finding_(begun(problem, name, *pace_)) {}

bool OrderSearch::run(Slice& slice) {
  if (done_) return true;
  pace_->set(slice);
  if (!finding_.run()) return false;
  EstimatedOrder found = finding_.take();
  order_ = std::move(found.items);
  expected_ = found.expected;
  outline_ = std::move(found.outline);
  COMBIEN_ENSURE(all_different(order_));
  done_ = true;
  return true;
}

std::vector<ItemId> given_order(const Problem& problem) { return primary_items(problem); }

std::vector<ItemId> named_order(const Problem& problem, const std::string& name) {
  OrderSearch search(problem, name);
  Slice whole(UINT64_MAX, 3e7);
  while (!search.run(whole)) {
  }
  return search.order();
}

}  // namespace combien
