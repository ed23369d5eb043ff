// The outline of a problem against counts by hand, and looks at steps against the steps.
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "frontier/entropy.hpp"
#include "frontier/estimate.hpp"
#include "frontier/order.hpp"
#include "frontier/outline.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

template <class Value>
Value whole(Gradual<Value> making, Pace& pace) {
  Slice slice(UINT64_MAX, 3e7);
  pace.set(slice);
  while (!making.run()) pace.set(slice);
  return making.take();
}

Outline outline(const Problem& problem) {
  Pace pace;
  return whole(outline_of(problem, pace), pace);
}

// The colorings of the vertices of a cycle, with an item for each edge and color.
Problem cycle(int vertices, int colors) {
  std::vector<ItemKind> kinds(static_cast<std::size_t>(vertices * (1 + colors)));
  for (std::size_t k = static_cast<std::size_t>(vertices); k < kinds.size(); ++k) {
    kinds[k].primary = false;
  }
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  for (int vertex = 0; vertex < vertices; ++vertex) {
    for (int color = 0; color < colors; ++color) {
      items.push_back(vertex);
      for (const int edge : {vertex, (vertex + vertices - 1) % vertices}) {
        items.push_back(vertices + edge * colors + color);
      }
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
  }
  return Problem(kinds, starts, items, {});
}

const Registration by_hand("the outline of a cycle", [] {
  const Problem problem = cycle(5, 3);
  const Outline found = outline(problem);
  check(found.options == std::vector<std::uint32_t>(5, 3), "the colors of a vertex are a class");
  check(found.nets.size() == 10 && found.pins.value_count() == 15,
        "a vertex is a net, and all colors of an edge are one");
  for (const Outline::Net& net : found.nets) {
    const bool vertex = net.own != Outline::none;
    check(net.items == (vertex ? 1 : 3) && net.uses == (vertex ? 3 : 2),
          "an edge has an item for each color, which either end uses once");
  }
});

const Registration looks("a look at a step is what it does", [] {
  std::mt19937 dice(7);
  for (int round = 0; round < 2000; ++round) {
    const Problem problem = random_problem(dice, round % 2 == 0, round % 3 == 0).problem();
    const Outline found = outline(problem);
    Estimate estimate(found);
    std::vector<std::uint32_t> order(found.items.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
    std::shuffle(order.begin(), order.end(), dice);
    double total = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      for (std::size_t other = k + 1; other < order.size(); ++other) estimate.look(order[other]);
      const double before = estimate.entropy();
      const Estimate::Look look = estimate.look(order[k]);
      estimate.step(order[k]);
      if (!found.counters) {
        const double change = estimate.entropy() - before;
        check(std::abs(look.change - change) < 1e-6, "the change of the entropy is foreseen");
        check(std::abs(std::max(0.0, look.bits) - estimate.bits()) < 1e-6,
              "the logarithm of the states is foreseen");
      }
      check(estimate.bits() >= 0 && estimate.total() > total, "estimates are sums of states");
      total = estimate.total();
    }
    check(estimate.entropy() < 1e-6, "nothing is left at the end");
    check(order.empty() || total >= static_cast<double>(order.size()), "each step has a state");
    std::vector<ItemId> items;
    for (const std::uint32_t k : order) items.push_back(found.items[k]);
    check(expected_in(found, items) == total, "an order is estimated by its steps");
  }
});

const Registration listings("a cycle is found again however it is listed", [] {
  const Problem problem = cycle(12, 4);
  const std::vector<ItemId> order = named_order(problem, "entropy");
  check(order.size() == 12, "all vertices are in the order");
  // Each one after the first two is next to an earlier one.
  for (std::size_t k = 1; k < order.size(); ++k) {
    bool near = false;
    for (std::size_t j = 0; j < k; ++j) {
      const int apart =
          std::abs(static_cast<int>(number(order[k])) - static_cast<int>(number(order[j])));
      near = near || apart == 1 || apart == 11;
    }
    check(near, "the next vertex is a neighbor of an earlier one");
  }
});

}  // namespace

}  // namespace combien::tests
