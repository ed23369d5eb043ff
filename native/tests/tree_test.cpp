// Counting over a tree decomposition, and along a line of items, against all sets of options.
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "random_problem.hpp"
#include "tree/adjacency.hpp"
#include "tree/line_count.hpp"
#include "tree/line_plan.hpp"
#include "tree/tree_count.hpp"

namespace combien::tests {

namespace {

std::uint64_t by_definition(const Problem& problem) {
  std::uint64_t count = 0;
  for (std::uint32_t chosen = 0; chosen < 1u << problem.option_count(); ++chosen) {
    std::vector<int> covered(problem.item_count());
    for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
      if ((chosen >> option & 1) == 0) continue;
      for (const ItemId item : problem.items(OptionId{option})) ++covered[number(item)];
    }
    bool exact = true;
    for (std::uint32_t item = 0; item < problem.item_count(); ++item) {
      const bool primary = problem.kind(ItemId{item}).primary;
      exact = exact && covered[item] <= 1 && (covered[item] == 1 || !primary);
    }
    count += exact ? 1 : 0;
  }
  return count;
}

TreeDecomposition decomposition(const Problem& problem) {
  Adjacency graph(problem.item_count());
  for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
    graph.join(problem.items(OptionId{option}));
  }
  Pace pace;
  Gradual<TreeDecomposition> search = tree_decomposition(graph, pace);
  for (;;) {
    Slice slice(UINT64_MAX, 0);
    pace.set(slice);
    if (search.run()) return search.take();
  }
}

// The count of a machine that runs in slices; its memory is doubled whenever it runs out.
template <class Machine>
Natural finished(Machine counting, std::uint64_t steps, std::uint64_t bytes) {
  for (;;) {
    Slice slice(steps, 1e9);
    const Outcome outcome = counting.run(slice, bytes);
    if (outcome == Outcome::done) return counting.count();
    if (outcome == Outcome::out_of_bytes) bytes *= 2;
  }
}

Natural counted(const Problem& problem, std::uint64_t steps, std::uint64_t bytes) {
  return finished(TreeCount(problem, decomposition(problem)), steps, bytes);
}

Natural counted_in_line(const Problem& problem, const std::vector<std::uint32_t>& order,
                        std::uint64_t steps, std::uint64_t bytes) {
  return finished(LineCount(LinePlan(problem, order)), steps, bytes);
}

const Registration definition("tree decompositions against the definition", [] {
  std::mt19937 dice(1);
  std::uint32_t solvable = 0;
  for (int k = 0; k < 3000; ++k) {
    Raw raw = random_problem(dice, false, false);
    raw.colors.clear();
    const Problem problem = raw.problem();
    const std::uint64_t expected = by_definition(problem);
    solvable += expected != 0 ? 1 : 0;
    check(counted(problem, 1 + dice() % 9, 64) == Natural(expected), "solutions are counted");
  }
  check(solvable > 300, "some have solutions");
});

std::vector<std::uint32_t> shuffled(std::uint32_t size, std::mt19937& dice) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t k = size; k > 1; --k) std::swap(order[k - 1], order[dice() % k]);
  return order;
}

const Registration lines("lines of items against the definition", [] {
  std::mt19937 dice(3);
  std::uint32_t solvable = 0;
  for (int k = 0; k < 3000; ++k) {
    Raw raw = random_problem(dice, false, false);
    raw.colors.clear();
    const Problem problem = raw.problem();
    const std::uint64_t expected = by_definition(problem);
    solvable += expected != 0 ? 1 : 0;
    const auto order = shuffled(problem.item_count(), dice);
    check(counted_in_line(problem, order, 1 + dice() % 9, 4) == Natural(expected),
          "solutions are counted");
  }
  check(solvable > 300, "some have solutions");
});

// Options with an even number of items, so one open item needs no slot.
const Registration even("lines of items with even options", [] {
  std::mt19937 dice(4);
  std::uint32_t solvable = 0;
  for (int k = 0; k < 2000; ++k) {
    const auto size = static_cast<std::uint32_t>(2 + dice() % 9);
    std::vector<std::int32_t> starts{0}, items;
    for (auto option = 4 + dice() % 12; option > 0; --option) {
      const auto order = shuffled(size, dice);
      const std::uint32_t length = size > 4 && dice() % 4 == 0 ? 4 : 2;
      for (std::uint32_t i = 0; i < length; ++i) {
        items.push_back(static_cast<std::int32_t>(order[i]));
      }
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
    const Problem problem(std::vector<ItemKind>(size), starts, items, {});
    const std::uint64_t expected = by_definition(problem);
    solvable += expected != 0 ? 1 : 0;
    check(counted_in_line(problem, shuffled(size, dice), 3, 4) == Natural(expected),
          "solutions are counted");
  }
  check(solvable > 300, "some have solutions");
});

const Registration tiles("lines of items with tables of many tiles", [] {
  // Complete graphs have (n - 1)!! matchings, and all sets of open items occur.
  constexpr std::uint32_t size = 22;
  std::vector<std::int32_t> starts{0}, items;
  std::mt19937 dice(5);
  for (std::uint32_t a = 0; a < size; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      items.push_back(static_cast<std::int32_t>(a));
      items.push_back(static_cast<std::int32_t>(b));
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
  }
  const Problem problem(std::vector<ItemKind>(size), starts, items, {});
  check(counted_in_line(problem, shuffled(size, dice), UINT64_MAX, UINT64_MAX) ==
            Natural(13749310575),
        "the double factorial of 21");
});

const Registration bags("tree decompositions cover all options", [] {
  std::mt19937 dice(2);
  for (int k = 0; k < 300; ++k) {
    const Problem problem = random_problem(dice, true, true).problem();
    const TreeDecomposition found = decomposition(problem);
    check(found.order.size() == problem.item_count(), "each item is eliminated once");
    for (std::uint32_t at = 0; at < found.bags.size(); ++at) {
      const auto& places = found.bags[at].places;
      check(places.front() == at, "a bag begins with its own item");
      check(places.size() <= found.widest, "the widest is known");
      if (places.size() == 1) continue;
      const auto& above = found.bags[places[1]].places;
      for (std::size_t i = 1; i < places.size(); ++i) {
        bool there = false;
        for (const std::uint32_t place : above) there = there || place == places[i];
        check(there, "the other items are in the bag of the next one");
      }
    }
  }
});

const Registration wide("tree decompositions with counts of several limbs", [] {
  // A ring of 200 items.  Each has three equal options, and two that conflict with its neighbors'.
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  constexpr int length = 200;
  for (int k = 0; k < length; ++k) {
    for (int copy = 0; copy < 3; ++copy) {
      items.push_back(k);
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
    // A secondary item between two neighbors is in an option of each.
    for (const int other : {length + k, length + (k + 1) % length}) {
      items.push_back(k);
      items.push_back(other);
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
  }
  std::vector<ItemKind> kinds(2 * length);
  for (int k = length; k < 2 * length; ++k) kinds[static_cast<std::size_t>(k)].primary = false;
  const Problem problem(kinds, starts, items, {});
  const Natural all = counted(problem, UINT64_MAX, UINT64_MAX);
  check(all.bit_length() > 400, "the number is large");
  check(all == counted(problem, 5, 64), "slices and budgets do not change it");
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < length; ++k) {
    order.push_back(k);
    order.push_back(length + k);
  }
  check(all == counted_in_line(problem, order, 5, 4), "a line of items gives the same count");
});

}  // namespace

}  // namespace combien::tests
