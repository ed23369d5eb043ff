#include "tree/decomposition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
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
// Beyond this forecast, other attempts do not help.
constexpr double hopeless = 1e17;

// Rows of bits: which items are adjacent.
class Adjacency {
 public:
  explicit Adjacency(const Problem& problem)
      : size_(problem.item_count()), words_((size_ + 63) / 64), bits_(std::size_t{size_} * words_) {
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      for (const ItemId a : problem.items(option)) {
        for (const ItemId b : problem.items(option)) set(number(a), number(b));
      }
    }
    for (std::uint32_t v = 0; v < size_; ++v) clear(v, v);
  }

  std::uint32_t size() const { return size_; }
  std::uint32_t words() const { return words_; }
  std::uint64_t* row(std::uint32_t v) { return bits_.data() + std::size_t{v} * words_; }
  const std::uint64_t* row(std::uint32_t v) const { return bits_.data() + std::size_t{v} * words_; }
  void set(std::uint32_t a, std::uint32_t b) { row(a)[b / 64] |= std::uint64_t{1} << b % 64; }
  void clear(std::uint32_t a, std::uint32_t b) { row(a)[b / 64] &= ~(std::uint64_t{1} << b % 64); }

  std::vector<std::uint32_t> neighbors(std::uint32_t v) const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = row(v)[w]; left != 0; left &= left - 1) {
        all.push_back(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
      }
    }
    return all;
  }

  // The neighbors of v that are not adjacent to u.
  std::uint32_t missing(std::uint32_t u, std::uint32_t v) const {
    std::uint32_t count = 0;
    for (std::uint32_t w = 0; w < words_; ++w) {
      count += static_cast<std::uint32_t>(std::popcount(row(v)[w] & ~row(u)[w]));
    }
    return count;
  }

 private:
  std::uint32_t size_;
  std::uint32_t words_;
  std::vector<std::uint64_t> bits_;
};

enum class Rule { fill, degree };

// One greedy elimination.
class Eliminating {
 public:
  Eliminating(Adjacency graph, Rule rule, Dice& dice)
      : graph_(std::move(graph)), rule_(rule), dice_(dice), score_(graph_.size()) {}

  // False if it takes more than this many words.  The bags hold items, not yet places.
  bool run(std::vector<std::uint32_t>& order, std::vector<std::vector<std::uint32_t>>& bags,
           std::uint64_t most) {
    std::vector<std::uint32_t> left(graph_.size());
    for (std::uint32_t v = 0; v < left.size(); ++v) score_[left[v] = v] = score(v);
    std::vector<char> stale(graph_.size());
    while (!left.empty()) {
      if (words_ > most) return false;
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
      }
    }
    return true;
  }

  std::uint64_t words() const { return words_; }

 private:
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
};

// Replaces items by places, and forecasts the cost: children are joined one after the other, and two
// sets of states can meet in 3 ways for each common item and in 2 for any other; then each state of
// the bag moves.
TreeDecomposition priced(const std::vector<std::uint32_t>& order,
                         const std::vector<std::vector<std::uint32_t>>& neighbors) {
  TreeDecomposition result;
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  std::vector<std::vector<std::uint32_t>> joined(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) {
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
  return result;
}

}  // namespace

TreeDecomposition tree_decomposition(const Problem& problem) {
  COMBIEN_REQUIRE(problem.item_count() <= most_tree_items);
  const Adjacency graph(problem);
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
    const bool finished =
        eliminating.run(order, bags, attempt == 0 ? UINT64_MAX : 2 * most_words - words);
    words += eliminating.words();
    if (!finished) break;
    TreeDecomposition found = priced(order, bags);
    if (!best || found.cost < best->cost) best = std::move(found);
  }
  return std::move(*best);
}

double tree_forecast(const Problem& problem) {
  COMBIEN_REQUIRE(problem.item_count() <= most_tree_items);
  Dice dice(0);
  std::vector<std::uint32_t> order;
  std::vector<std::vector<std::uint32_t>> bags;
  Eliminating(Adjacency(problem), Rule::degree, dice).run(order, bags, UINT64_MAX);
  return priced(order, bags).cost;
}

}  // namespace combien
