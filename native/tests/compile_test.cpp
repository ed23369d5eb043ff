// Compiling into diagrams against counting, with any order, slices, manager and budget.
#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "passes.hpp"
#include "frontier/compile.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"
#include "zdd/frozen.hpp"

namespace combien::tests {

namespace {

// A problem with few items: primary or not, some with bounds, some options with colors.
Problem random_problem(std::mt19937& dice) {
  const std::uint32_t items = 1 + dice() % 6;
  std::vector<ItemKind> kinds(items);
  for (std::size_t k = 1; k < items; ++k) {
    kinds[k].primary = dice() % 3 != 0;
    if (kinds[k].primary && dice() % 3 == 0) kinds[k].low = 0;
    if (kinds[k].primary && dice() % 4 == 0) kinds[k].high = 2;
  }
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> entries;
  std::vector<std::int32_t> colors;
  for (std::uint32_t option = dice() % 14; option > 0; --option) {
    const std::size_t begin = entries.size();
    bool primary = false;
    for (std::uint32_t item = 0; item < items; ++item) {
      if (dice() % 2 != 0) continue;
      primary = primary || kinds[item].primary;
      entries.push_back(static_cast<std::int32_t>(item));
      colors.push_back(kinds[item].primary ? no_color : static_cast<std::int32_t>(dice() % 3));
    }
    if (primary) {
      starts.push_back(static_cast<std::int32_t>(entries.size()));
    } else {
      entries.resize(begin);
      colors.resize(begin);
    }
  }
  return Problem(kinds, starts, entries, colors);
}

// Dominoes on a square, cell by cell.
Problem dominoes(std::int32_t side) {
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> entries;
  const auto option = [&](std::int32_t a, std::int32_t b) {
    entries.insert(entries.end(), {a, b});
    starts.push_back(static_cast<std::int32_t>(entries.size()));
  };
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      if (x + 1 < side) option(y * side + x, y * side + x + 1);
      if (y + 1 < side) option(y * side + x, (y + 1) * side + x);
    }
  }
  return Problem(std::vector<ItemKind>(static_cast<std::size_t>(side * side)), starts, entries, {});
}

Natural counted(const Problem& problem) {
  const auto counter = sweep(problem, given_order(problem));
  Slice slice(UINT64_MAX, 1e9);
  counter->run(slice, UINT64_MAX);
  return counter->count();
}

void finish(Compile& machine, std::uint64_t steps = UINT64_MAX) {
  for (;;) {
    Slice slice(steps, 1e9);
    const Outcome outcome = machine.run(slice, UINT64_MAX);
    if (outcome == Outcome::done) return;
    check(outcome == Outcome::out_of_slice, "there are bytes enough");
  }
}

const Registration compiled("diagrams: compiled as they are counted, in any order", [] {
  std::mt19937 dice(3);
  for (int round = 0; round < 500; ++round) {
    const Problem problem = random_problem(dice);
    const Natural wanted = counted(problem);
    std::vector<ItemId> order = given_order(problem);
    for (int turn = 0; turn < 2; ++turn) {
      DiagramManager manager(1 << 20, 0);
      const auto machine = compile(manager, SweepPlan(problem, order));
      finish(*machine, 3);
      const Frozen frozen = freeze(manager, machine->family());
      check(count_of(frozen) == wanted, "the diagram has as many sets as are counted");
      check(frozen.inner() == manager.node_count(), "no node is made in vain");
      check(manager.unsound().empty(), manager.unsound());
      // They are found again, although they were not looked up when they were made.
      for (std::uint32_t k = 2; k < 2 + manager.node_count(); ++k) {
        const DiagramManager::Node node = manager.node(FamilyId{k});
        check(manager.make(node.variable, node.lo, node.hi) == FamilyId{k}, "a node is found");
      }
      check(manager.unsound().empty(), manager.unsound());
      std::shuffle(order.begin(), order.end(), dice);
    }
  }
});

const Registration shared("diagrams: compiled twice in one manager, they are one node", [] {
  std::mt19937 dice(4);
  for (int round = 0; round < 200; ++round) {
    const Problem problem = random_problem(dice);
    const SweepPlan plan(problem, given_order(problem));
    DiagramManager manager(1 << 20, 0);
    const auto one = compile(manager, plan);
    const auto other = compile(manager, plan);
    // Alternating, so that each meets nodes that the other has made meanwhile.
    bool one_done = false;
    bool other_done = false;
    while (!one_done || !other_done) {
      Slice first(1 + dice() % 4, 1e9);
      one_done = one->run(first, UINT64_MAX) == Outcome::done;
      Slice second(1 + dice() % 4, 1e9);
      other_done = other->run(second, UINT64_MAX) == Outcome::done;
    }
    check(one->family() == other->family(), "equal families are one node");
    check(count_of(freeze(manager, one->family())) == counted(problem), "none is lost");
    check(manager.unsound().empty(), manager.unsound());
  }
});

const Registration choices("diagrams: an item with very many options", [] {
  // One item is covered by 2000 options, each of which also covers one of 300 others.
  constexpr std::int32_t others = 300;
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> entries;
  for (std::int32_t option = 0; option < 2000; ++option) {
    entries.insert(entries.end(), {0, 1 + option % others});
    starts.push_back(static_cast<std::int32_t>(entries.size()));
  }
  for (std::int32_t item = 1; item <= others; ++item) {
    entries.push_back(item);
    starts.push_back(static_cast<std::int32_t>(entries.size()));
  }
  const Problem problem(std::vector<ItemKind>(others + 1), starts, entries, {});
  for (const auto& order : {given_order(problem), named_order(problem, "rcm")}) {
    DiagramManager manager(1 << 20, 0);
    const auto machine = compile(manager, SweepPlan(problem, order));
    finish(*machine);
    check(count_of(freeze(manager, machine->family())) == Natural(2000), "one of them is chosen");
  }
});

const Registration tiled("diagrams: dominoes row by row and from corner to corner", [] {
  const Problem problem = dominoes(10);
  const struct {
    std::vector<ItemId> order;
    std::uint32_t nodes;
  } wanted[] = {{given_order(problem), 13159}, {named_order(problem, "rcm"), 6020}};
  for (const auto& [order, nodes] : wanted) {
    DiagramManager manager(1 << 20, 0);
    const auto machine = compile(manager, SweepPlan(problem, order));
    finish(*machine);
    const Frozen frozen = freeze(manager, machine->family());
    check(frozen.inner() == nodes, "the nodes are as many as ever");
    check(count_of(frozen) == Natural(258584046368), "the tilings are as many as is known");
  }
});

const Registration budget("diagrams: a compilation stops at its bytes and goes on with more", [] {
  const Problem problem = dominoes(12);
  DiagramManager manager(1 << 24, 0);
  const auto machine = compile(manager, SweepPlan(problem, given_order(problem)));
  std::uint64_t bytes = 1 << 16;
  int refusals = 0;
  for (;;) {
    Slice slice(UINT64_MAX, 1e9);
    const Outcome outcome = machine->run(slice, bytes);
    check(bytes == 1 << 16 || machine->bytes() + manager.bytes() <= bytes, "the bytes suffice");
    if (outcome == Outcome::done) break;
    check(outcome == Outcome::out_of_bytes, "only the bytes end it");
    ++refusals;
    bytes += bytes / 4;
  }
  check(refusals > 10, "the budget was met often");
  check(count_of(freeze(manager, machine->family())) == counted(problem), "nothing was lost");
});

const Registration refused("diagrams: a manager that is full ends a compilation, and is sound", [] {
  const Problem problem = dominoes(8);
  DiagramManager manager(1000, 0);
  {
    const auto machine = compile(manager, SweepPlan(problem, given_order(problem)));
    check_throws<OutOfNodes>("what does not fit", [&] { finish(*machine); });
    check(manager.unsound().empty(), manager.unsound());
  }
  manager.collect();
  check(manager.node_count() == 0, "nothing is left of it");
  const Problem smaller = dominoes(4);
  const auto machine = compile(manager, SweepPlan(smaller, given_order(smaller)));
  finish(*machine);
  check(count_of(freeze(manager, machine->family())) == Natural(36), "the manager is usable");
});

}  // namespace

}  // namespace combien::tests
