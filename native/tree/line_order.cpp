#include "tree/line_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

// How much worse an order may become in one move, as a factor of two to this power: at first, and on
// average at a given temperature.
constexpr double hottest = 0.2;
constexpr double coldest = 0.006;

// An order with the items reached by each beginning of it.
class Layout {
 public:
  Layout(const Adjacency& graph, std::vector<std::uint32_t> order)
      : graph_(graph),
        words_(graph.words()),
        order_(std::move(order)),
        reached_((order_.size() + 1) * words_),
        trial_(reached_.size()),
        terms_(order_.size()),
        trial_terms_(order_.size()),
        powers_(order_.size() + 1) {
    for (std::size_t k = 0; k < powers_.size(); ++k) {
      powers_[k] = std::ldexp(1.0, static_cast<int>(std::min<std::size_t>(k, 1000)));
    }
    for (std::uint32_t v = 0; v < graph_.size(); ++v) graph_.set(v, v);
    reach(order_.data(), 0, order_.size(), INFINITY);
    keep(0, order_.size());
  }

  const std::vector<std::uint32_t>& order() const { return order_; }
  double cost() const { return cost_; }
  std::uint32_t widest() const {
    const double most = *std::max_element(terms_.begin(), terms_.end());
    return static_cast<std::uint32_t>(std::ilogb(most));
  }

  // Moves an item to another place unless the cost would exceed the limit.  Returns the number of
  // items looked at.
  std::uint64_t move(std::size_t from, std::size_t to, double limit) {
    const std::size_t low = std::min(from, to), end = std::max(from, to) + 1;
    const auto first = order_.begin();
    const auto at = [&](std::size_t k) { return first + static_cast<std::ptrdiff_t>(k); };
    const auto turn = [&](bool forwards) {
      if (forwards) {
        std::rotate(at(low), at(low + 1), at(end));
      } else {
        std::rotate(at(low), at(end - 1), at(end));
      }
    };
    turn(from < to);
    const std::size_t looked = reach(order_.data(), low, end, limit);
    if (looked == end - low) {
      keep(low, end);
    } else {
      turn(from > to);
    }
    return looked;
  }

 private:
  // What the places from `low` to `end` reach; ends early when the limit is exceeded.
  std::size_t reach(const std::uint32_t* order, std::size_t low, std::size_t end, double limit) {
    double cost = cost_;
    for (std::size_t k = low; k < end; ++k) cost -= terms_[k];
    const std::uint64_t* before = reached_.data() + low * words_;
    for (std::size_t k = low; k < end; ++k) {
      std::uint64_t* here = trial_.data() + (k + 1) * words_;
      const std::uint64_t* row = graph_.row(order[k]);
      std::uint32_t size = 0;
      for (std::uint32_t w = 0; w < words_; ++w) {
        here[w] = before[w] | row[w];
        size += static_cast<std::uint32_t>(std::popcount(here[w]));
      }
      before = here;
      trial_terms_[k] = powers_[size - (k + 1)];
      cost += trial_terms_[k];
      if (cost > limit) return k - low;
    }
    trial_cost_ = cost;
    return end - low;
  }

  void keep(std::size_t low, std::size_t end) {
    std::copy_n(trial_.data() + (low + 1) * words_, (end - low) * words_,
                reached_.data() + (low + 1) * words_);
    std::copy(trial_terms_.begin() + static_cast<std::ptrdiff_t>(low),
              trial_terms_.begin() + static_cast<std::ptrdiff_t>(end),
              terms_.begin() + static_cast<std::ptrdiff_t>(low));
    cost_ = trial_cost_;
  }

  Adjacency graph_;
  std::uint32_t words_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> reached_, trial_;  // By each beginning, of 0 items and more.
  std::vector<double> terms_, trial_terms_;
  std::vector<double> powers_;
  double cost_ = 0, trial_cost_ = 0;
};

// Always the item that reaches the fewest new ones; among equals, the one reached first.
Gradual<std::vector<std::uint32_t>> greedy(const Adjacency& graph, Pace& pace) {
  const std::uint32_t words = graph.words();
  std::vector<std::uint64_t> reached(words);
  std::vector<std::uint32_t> left(graph.size());
  std::vector<std::uint32_t> order;
  for (std::uint32_t v = 0; v < left.size(); ++v) left[v] = v;
  while (!left.empty()) {
    std::size_t best = 0;
    std::uint32_t fewest = UINT32_MAX;
    for (std::size_t k = 0; k < left.size(); ++k) {
      if (!pace.tick(words)) co_yield pause;
      const std::uint64_t* row = graph.row(left[k]);
      const bool open = (reached[left[k] / 64] >> left[k] % 64 & 1) != 0;
      std::uint32_t fresh = open ? 0 : 1;
      for (std::uint32_t w = 0; w < words; ++w) {
        fresh += static_cast<std::uint32_t>(std::popcount(row[w] & ~reached[w]));
      }
      if (fresh < fewest) {
        fewest = fresh;
        best = k;
      }
    }
    const std::uint32_t v = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    order.push_back(v);
    reached[v / 64] |= std::uint64_t{1} << v % 64;
    for (std::uint32_t w = 0; w < words; ++w) reached[w] |= graph.row(v)[w];
  }
  co_return order;
}

// A random factor, 2^x with x about exponentially distributed around the temperature.  Only exact
// operations, so that it is the same on every machine.
double factor(Dice& dice, double temperature) {
  const std::uint64_t word = dice.word() | 1;
  const int whole = std::countl_zero(word);
  const double part = static_cast<double>(word << whole >> 12) / 0x1p51 - 1;
  const double x = temperature * (whole + 1 - part);
  const double floor = std::floor(x);
  return std::ldexp(1 + (x - floor), static_cast<int>(std::min(floor, 100.0)));
}

}  // namespace

Gradual<LineOrder> line_order(const Adjacency& graph, std::uint64_t moves, std::uint32_t runs,
                              Pace& pace) {
  COMBIEN_REQUIRE(graph.size() > 0);
  auto beginning = greedy(graph, pace);
  while (!beginning.run()) co_yield pause;
  const std::vector<std::uint32_t> first = beginning.take();
  const std::uint32_t size = graph.size();
  const auto all = static_cast<double>(moves);
  Dice dice(0);
  LineOrder best;
  for (std::uint32_t run = 0; run < runs; ++run) {
    Layout layout(graph, first);
    if (run == 0) best = {first, layout.widest(), layout.cost()};
    for (std::uint64_t move = 0; move < moves; ++move) {
      const double left = 1 - static_cast<double>(move) / all;
      const double temperature = coldest + (hottest - coldest) * left * left * left * left;
      const std::uint32_t from = dice.roll(size), to = dice.roll(size);
      const std::uint64_t looked = layout.move(from, to, layout.cost() * factor(dice, temperature));
      if (layout.cost() < best.cost) best = {layout.order(), layout.widest(), layout.cost()};
      if (!pace.tick(8 + looked * graph.words())) co_yield pause;
    }
  }
  co_return best;
}

}  // namespace combien
