#include "tree/decomposition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

// Attempts end when this many words of the adjacency matrix were read, or this many for each forecast
// transition.
constexpr std::uint64_t most_words = 6'000'000;
constexpr double words_per_transition = 2;
constexpr std::uint32_t most_attempts = 60;
// A forecast takes at most some 50 ms.
constexpr std::uint64_t most_forecast_words = 50'000'000;
// Beyond this forecast, other attempts do not help.
constexpr double hopeless = 1e17;

enum class Rule { fill, degree };

// One greedy elimination.
class Eliminating {
 public:
  Eliminating(Adjacency graph, Rule rule, Dice& dice)
      : graph_(std::move(graph)), rule_(rule), dice_(dice), score_(graph_.size()) {}

  // False if it takes more than this many words.  The bags hold items, not yet places.
  Gradual<bool> run(std::vector<std::uint32_t>& order,
                    std::vector<std::vector<std::uint32_t>>& bags, std::uint64_t most, Pace& pace) {
    std::vector<std::uint32_t> left(graph_.size());
    for (std::uint32_t v = 0; v < left.size(); ++v) {
      score_[left[v] = v] = score(v);
      if (!pace.tick(fresh_words())) co_yield pause;
    }
    std::vector<char> stale(graph_.size());
    while (!left.empty()) {
      if (words_ > most) co_return false;
      if (!pace.tick(fresh_words())) co_yield pause;
      std::size_t best = 0;
      std::uint32_t ties = 0;
      for (std::size_t k = 0; k < left.size(); ++k) {
        if (k != 0 && score_[left[k]] > score_[left[best]]) continue;
        ties = k == 0 || score_[left[k]] < score_[left[best]] ? 1 : ties + 1;
        if (dice_.roll(ties) == 0) best = k;
      }
      words_ += left.size();
      const std::uint32_t v = left[best];
      left[best] = left.back();
      left.pop_back();
      const std::vector<std::uint32_t> around = graph_.neighbors(v);
      order.push_back(v);
      bags.push_back(around);
      eliminate(v, around);
      for (const std::uint32_t u : around) {
        stale[u] = 1;
        if (rule_ == Rule::degree) continue;
        for (const std::uint32_t w : graph_.neighbors(u)) stale[w] = 1;
        words_ += left.size() / 8;
      }
      for (const std::uint32_t u : left) {
        if (stale[u] == 0) continue;
        stale[u] = 0;
        score_[u] = score(u);
        if (!pace.tick(fresh_words())) co_yield pause;
      }
    }
    co_return true;
  }

  std::uint64_t words() const { return words_; }

 private:
  // The words read since the last call.
  std::uint64_t fresh_words() { return words_ - std::exchange(words_before_, words_); }

  std::uint64_t score(std::uint32_t v) {
    const std::vector<std::uint32_t> around = graph_.neighbors(v);
    words_ += graph_.words() + around.size();
    if (rule_ == Rule::degree) return around.size();
    std::uint64_t fill = 0;
    // Each misses itself.
    for (const std::uint32_t u : around) fill += graph_.missing(u, v) - 1;
    words_ += around.size() * graph_.words();
    return fill;
  }

  void eliminate(std::uint32_t v, const std::vector<std::uint32_t>& around) {
    for (const std::uint32_t u : around) {
      for (std::uint32_t w = 0; w < graph_.words(); ++w) graph_.row(u)[w] |= graph_.row(v)[w];
      graph_.clear(u, u);
      graph_.clear(u, v);
    }
    words_ += around.size() * graph_.words();
  }

  Adjacency graph_;
  Rule rule_;
  Dice& dice_;
  std::vector<std::uint64_t> score_;
  std::uint64_t words_ = 0;
  std::uint64_t words_before_ = 0;
};

// Replaces items by places, and forecasts the cost: children are joined one after the other, and two
// sets of states can meet in 3 ways for each common item and in 2 for any other; then each state of
// the bag moves.
Gradual<TreeDecomposition> priced(const std::vector<std::uint32_t>& order,
                                  const std::vector<std::vector<std::uint32_t>>& neighbors,
                                  Pace& pace) {
  TreeDecomposition result;
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  std::vector<std::vector<std::uint32_t>> joined(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    if (!pace.tick(8 * (1 + neighbors[k].size()))) co_yield pause;
    result.order.push_back(ItemId{order[k]});
    TreeDecomposition::Bag bag;
    bag.places.push_back(k);
    for (const std::uint32_t item : neighbors[k]) bag.places.push_back(place[item]);
    std::sort(bag.places.begin(), bag.places.end());
    bag.cost += std::exp2(static_cast<double>(bag.places.size()));
    if (bag.places.size() > 1) {
      // The message to the parent.
      const std::uint32_t parent = bag.places[1];
      const std::vector<std::uint32_t> scope(bag.places.begin() + 1, bag.places.end());
      std::vector<std::uint32_t>& known = joined[parent];
      std::vector<std::uint32_t> both;
      std::set_union(known.begin(), known.end(), scope.begin(), scope.end(),
                     std::back_inserter(both));
      if (!known.empty()) {
        const auto common = static_cast<double>(known.size() + scope.size() - both.size());
        bag.cost += std::pow(3.0, common) * std::exp2(static_cast<double>(both.size()) - common);
      }
      known = std::move(both);
    }
    result.widest = std::max(result.widest, static_cast<std::uint32_t>(bag.places.size()));
    result.cost += bag.cost;
    result.bags.push_back(std::move(bag));
  }
  co_return result;
}

}  // namespace

Gradual<TreeDecomposition> tree_decomposition(const Adjacency& graph, Pace& pace) {
  Dice dice(0);
  std::optional<TreeDecomposition> best;
  std::uint64_t words = 0;
  for (std::uint32_t attempt = 0; attempt < most_attempts && words < most_words; ++attempt) {
    if (best &&
        (best->cost > hopeless || static_cast<double>(words) > words_per_transition * best->cost)) {
      break;
    }
    // Counting new edges is mostly better, and takes longer.
    const Rule rule = attempt % 4 == 0 ? Rule::degree : Rule::fill;
    std::vector<std::uint32_t> order;
    std::vector<std::vector<std::uint32_t>> bags;
    Eliminating eliminating(graph, rule, dice);
    auto run =
        eliminating.run(order, bags, attempt == 0 ? UINT64_MAX : 2 * most_words - words, pace);
    while (!run.run()) co_yield pause;
    words += eliminating.words();
    if (!run.take()) break;
    auto pricing = priced(order, bags, pace);
    while (!pricing.run()) co_yield pause;
    TreeDecomposition found = pricing.take();
    if (!best || found.cost < best->cost) best = std::move(found);
  }
  co_return std::move(*best);
}

double tree_forecast(const Problem& problem) {
  COMBIEN_REQUIRE(problem.item_count() <= most_tree_items);
  Slice slice(UINT64_MAX, std::numeric_limits<double>::infinity());
  Pace pace;
  pace.set(slice);
  Adjacency graph(problem.item_count());
  for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
    graph.join(problem.items(OptionId{option}));
  }
  Dice dice(0);
  std::vector<std::uint32_t> order;
  std::vector<std::vector<std::uint32_t>> bags;
  Eliminating eliminating(std::move(graph), Rule::degree, dice);
  auto run = eliminating.run(order, bags, most_forecast_words, pace);
  while (!run.run()) continue;
  if (!run.take()) return std::numeric_limits<double>::infinity();
  auto pricing = priced(order, bags, pace);
  while (!pricing.run()) continue;
  return pricing.take().cost;
}

}  // namespace combien
