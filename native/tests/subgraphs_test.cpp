// Families of subgraphs against all sets of edges.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "passes.hpp"
#include "subgraphs/edge_order.hpp"
#include "subgraphs/edge_steps.hpp"
#include "subgraphs/subgraphs.hpp"
#include "zdd/frozen.hpp"

namespace combien::tests {

namespace {

using Edges = std::vector<SubgraphTask::Edge>;

// Whether the edges of a set are wanted.
bool wanted(const SubgraphTask& task, std::uint32_t set) {
  std::vector<std::uint32_t> degrees(task.vertices), names(task.vertices);
  std::iota(names.begin(), names.end(), 0u);
  bool acyclic = true;
  for (std::uint32_t place = 0; place < task.edges.size(); ++place) {
    if ((set >> place & 1) == 0) continue;
    const auto [from, to] = task.edges[place];
    ++degrees[from];
    ++degrees[to];
    const std::uint32_t old = names[to], name = names[from];
    acyclic = acyclic && old != name;
    std::replace(names.begin(), names.end(), old, name);
  }
  // Vertices that belong to the subgraph, their components, and their degrees.
  std::set<std::uint32_t> components;
  std::uint32_t odd = 0, most = 0, least = UINT32_MAX;
  for (std::uint32_t vertex = 0; vertex < task.vertices; ++vertex) {
    if (!task.spanning && degrees[vertex] == 0) continue;
    components.insert(names[vertex]);
    odd += degrees[vertex] == 1 ? 1 : 0;
    most = std::max(most, degrees[vertex]);
    least = std::min(least, degrees[vertex]);
  }
  const bool connected = components.size() == 1;
  switch (task.kind) {
    case SubgraphKind::path:
      for (const std::uint32_t terminal : task.terminals) {
        if (degrees[terminal] != 1) return false;
      }
      return connected && acyclic && most <= 2 && odd == 2 && least > 0;
    case SubgraphKind::cycle: return connected && most == 2 && least == 2;
    case SubgraphKind::forest: return acyclic;
    case SubgraphKind::tree: return acyclic && connected;
    case SubgraphKind::connected: return connected;
    case SubgraphKind::connecting:
      for (const std::uint32_t terminal : task.terminals) {
        if (names[terminal] != names[task.terminals[0]]) return false;
      }
      return true;
    case SubgraphKind::degrees: break;
  }
  for (std::uint32_t vertex = 0; vertex < task.vertices; ++vertex) {
    const auto [low, high] = task.degrees[vertex];
    if (degrees[vertex] < low || degrees[vertex] > high) return false;
  }
  return true;
}

Natural finished(Subgraphs& sweep, const DiagramManager* manager, std::uint64_t steps,
                 std::uint64_t bytes) {
  for (;;) {
    Slice slice(steps, 1e9);
    const Outcome outcome = sweep.run(slice, bytes);
    if (outcome == Outcome::done) return manager == nullptr ? sweep.count() : Natural();
    if (outcome == Outcome::out_of_bytes) bytes *= 2;
  }
}

SubgraphTask random_task(std::mt19937& dice) {
  SubgraphTask task;
  task.kind = static_cast<SubgraphKind>(dice() % 7);
  task.spanning = dice() % 2 == 0;
  task.vertices = static_cast<std::uint32_t>(2 + dice() % 5);
  for (std::uint32_t a = 0; a < task.vertices; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      if (dice() % 3 != 0 && task.edges.size() < 10) task.edges.push_back({a, b});
    }
  }
  std::shuffle(task.edges.begin(), task.edges.end(), dice);
  std::vector<std::uint32_t> vertices(task.vertices);
  std::iota(vertices.begin(), vertices.end(), 0u);
  std::shuffle(vertices.begin(), vertices.end(), dice);
  if (task.kind == SubgraphKind::connecting || (task.kind == SubgraphKind::path && dice() % 2)) {
    vertices.resize(2 + (task.kind == SubgraphKind::connecting ? dice() % (task.vertices - 1) : 0));
    task.terminals = vertices;
  }
  for (std::uint32_t k = 0; k < task.vertices; ++k) {
    const auto low = static_cast<std::uint32_t>(dice() % 3);
    task.degrees.push_back({low, low + static_cast<std::uint32_t>(dice() % 3)});
  }
  return task;
}

const Registration definition("subgraphs against all sets of edges", [] {
  std::mt19937 dice(1);
  std::uint32_t found = 0;
  for (int k = 0; k < 4000; ++k) {
    SubgraphTask task = random_task(dice);
    const bool wide = dice() % 3 == 0;
    const std::size_t drawn = task.edges.size();
    if (wide) {
      // Pendant edges, open from the first to the last edge, that make the frontier wider.
      for (std::uint32_t other = 0; other < 16 && task.kind == SubgraphKind::forest; ++other) {
        task.vertices += 3;
        task.edges.insert(task.edges.begin(), {task.vertices - 3, task.vertices - 2});
        task.edges.push_back({task.vertices - 2, task.vertices - 1});
      }
    }
    std::uint64_t expected = 0;
    SubgraphTask small = task;
    if (task.edges.size() > drawn) {
      small.edges.assign(task.edges.begin() + 16, task.edges.end() - 16);
    }
    std::vector<std::uint32_t> sets;
    for (std::uint32_t set = 0; set < 1u << drawn; ++set) {
      if (wanted(small, set)) sets.push_back(set);
    }
    expected = sets.size();
    found += expected != 0 ? 1 : 0;
    const std::uint64_t steps = 1 + dice() % 99;
    const auto counting = subgraphs(task, nullptr);
    Natural all(expected);
    // Each pendant edge is left or taken.
    for (std::size_t more = task.edges.size() - drawn; more > 0; --more) all *= 2;
    check(finished(*counting, nullptr, steps, 64) == all, "subgraphs are counted");
    if (task.edges.size() > drawn) continue;

    DiagramManager manager(1 << 20, 0);
    const auto sweep = subgraphs(task, &manager);
    finished(*sweep, &manager, steps, 64);
    Freezing freezing(manager, sweep->family());
    Slice whole(UINT64_MAX, 1e9);
    while (!freezing.run(whole)) continue;
    const Frozen frozen = freezing.take();
    for (std::uint32_t set = 0; set < 1u << drawn; ++set) {
      std::vector<Variable> places;
      for (std::uint32_t place = 0; place < drawn; ++place) {
        if (set >> place & 1) places.push_back(place);
      }
      check(frozen.contains(places) == wanted(task, set), "the family has these sets");
    }
    check(manager.unsound().empty(), "the manager is sound");
  }
  check(found > 1000, "some have subgraphs");
});

Edges grid(std::uint32_t size) {
  Edges edges;
  for (std::uint32_t at = 0; at < size * size; ++at) {
    if (at >= size) edges.push_back({at - size, at});
    if (at % size != 0) edges.push_back({at - 1, at});
  }
  return edges;
}

const Registration known("subgraphs of square grids", [] {
  SubgraphTask task;
  task.kind = SubgraphKind::path;
  task.vertices = 81;
  task.edges = grid(9);
  task.terminals = {0, 80};
  check(finished(*subgraphs(task, nullptr), nullptr, 1000, UINT64_MAX) == Natural(3266598486981642),
        "paths between opposite corners");
  task.kind = SubgraphKind::forest;
  task.terminals.clear();
  task.kind = SubgraphKind::tree;
  task.spanning = true;
  task.vertices = 64;
  task.edges = grid(8);
  // 126231322912498539682594816.
  Natural expected(126231322912498u);
  expected *= 1000000000000u;
  expected += Natural(539682594816u);
  check(finished(*subgraphs(task, nullptr), nullptr, UINT64_MAX, UINT64_MAX) == expected,
        "spanning trees");
});

// The number of sets of the family, whose machine and manager run in slices.
Natural sets_of_family(const SubgraphTask& task, std::uint64_t steps, std::uint64_t bytes) {
  DiagramManager manager(1 << 24, 0);
  const auto sweep = subgraphs(task, &manager);
  finished(*sweep, &manager, steps, bytes);
  const Frozen frozen = freeze(manager, sweep->family());
  check(manager.unsound().empty(), "the manager is sound");
  return count_of(frozen);
}

// Layers are large enough for tables of local moves, and for several blocks of arrows.
const Registration large_layers("large layers of subgraphs", [] {
  std::mt19937 dice(3);
  std::uint32_t large = 0;
  for (int k = 0; k < 28; ++k) {
    SubgraphTask task;
    task.kind = static_cast<SubgraphKind>(k % 7);
    task.spanning = k / 7 % 2 == 0;
    task.vertices = 16;
    task.edges = grid(4);
    task.edges.push_back({0, 15});
    if (task.kind == SubgraphKind::connecting || (task.kind == SubgraphKind::path && k < 14)) {
      task.terminals = {1, 14};
    }
    for (std::uint32_t vertex = 0; vertex < task.vertices; ++vertex) {
      // Up to as many degrees as states of one, two and more bits distinguish.
      const auto more = static_cast<std::uint32_t>(dice() % (1 + k / 7u));
      task.degrees.push_back({vertex % 5 == 0 ? 1u : 0u, 1 + more});
    }
    const Natural expected = finished(*subgraphs(task, nullptr), nullptr, UINT64_MAX, UINT64_MAX);
    for (int order = 0; order < 3; ++order) {
      std::shuffle(task.edges.begin(), task.edges.end(), dice);
      const auto counting = subgraphs(task, nullptr);
      check(finished(*counting, nullptr, 1 + dice() % 999, 64) == expected,
            "the order of the edges does not matter");
      large += counting->widest() > 256 ? 1 : 0;
      check(sets_of_family(task, 1 + dice() % 999, 64) == expected, "the family has as many sets");
    }
  }
  check(large > 40, "most have a large layer");
});

// Paths of two edges, all of which are begun before the first one is continued.
const Registration far_states("numbers of states of more than 16 bits", [] {
  constexpr std::uint32_t paths = 17;
  SubgraphTask task;
  task.kind = SubgraphKind::degrees;
  task.vertices = 3 * paths;
  task.degrees.assign(task.vertices, {0, 1});
  Natural expected(1);
  for (std::uint32_t k = 0; k < paths; ++k) {
    task.edges.push_back({3 * k, 3 * k + 1});
    expected *= 3;
  }
  for (std::uint32_t k = 0; k < paths; ++k) task.edges.push_back({3 * k + 1, 3 * k + 2});
  const auto counting = subgraphs(task, nullptr);
  check(finished(*counting, nullptr, UINT64_MAX, UINT64_MAX) == expected, "matchings are counted");
  check(counting->widest() == 1 << paths, "a layer is very large");
  check(sets_of_family(task, 100000, 1 << 20) == expected, "the family has as many matchings");
  // The same with states of more bits: three edges would be allowed.
  for (SubgraphTask::Range& range : task.degrees) range.high = 3;
  task.degrees[1].low = 2;
  expected = Natural(1);
  for (std::uint32_t k = 1; k < paths; ++k) expected *= 4;
  check(sets_of_family(task, 100000, 1 << 20) == expected, "one path has both edges");
});

const Registration orders("orders of edges", [] {
  std::mt19937 dice(2);
  std::uint64_t found = 0, given = 0;
  for (int k = 0; k < 1000; ++k) {
    SubgraphTask task = random_task(dice);
    if (k == 0) {
      task.edges = grid(12);
      task.vertices = 144;
      std::shuffle(task.edges.begin(), task.edges.end(), dice);
    }
    const VertexStates states{3, k % 2 == 0 ? 3 : 2.3};
    for (const bool search : {false, true}) {
      const EdgeOrder order = edge_order(task.vertices, task.edges, states, search);
      std::vector<std::uint32_t> sorted = order.edges;
      std::sort(sorted.begin(), sorted.end());
      SubgraphTask ordered = task;
      for (std::uint32_t place = 0; place < sorted.size(); ++place) {
        check(sorted[place] == place, "each edge is in the order");
        ordered.edges[place] = task.edges[order.edges[place]];
      }
      if (k != 0 || search) check(edge_steps(ordered).slots == order.width, "the widest frontier");
      if (k == 0) check(search ? order.width <= 14 : order.width > 50, "an order is found");
      (search ? found : given) += order.width;
      check(search || std::is_sorted(order.edges.begin(), order.edges.end()), "the given order");
    }
  }
  check(found < given, "orders are better than random ones");
});

const Registration refused("graphs that are none", [] {
  SubgraphTask task;
  task.vertices = 2;
  task.edges = {{0, 2}};
  check_throws<std::invalid_argument>("a vertex", [&] { subgraphs(task, nullptr); });
  check_throws<std::invalid_argument>("a vertex of an order",
                                      [&] { edge_order(2, task.edges, {3, 3}, true); });
  task.edges = {{1, 1}};
  check_throws<std::invalid_argument>("a loop", [&] { subgraphs(task, nullptr); });
  task.edges = {{0, 1}};
  task.terminals = {2};
  check_throws<std::invalid_argument>("a terminal", [&] { subgraphs(task, nullptr); });
  task.terminals.clear();
  task.kind = SubgraphKind::degrees;
  check_throws<std::invalid_argument>("a missing degree", [&] { subgraphs(task, nullptr); });
  task = {};
  task.vertices = 2 * most_frontier + 2;
  for (std::uint32_t a = 0; a <= most_frontier; ++a) {
    task.edges.push_back({a, most_frontier + 1 + a});
  }
  for (std::uint32_t a = 1; a <= most_frontier; ++a) task.edges.push_back({0, a});
  check_throws<std::length_error>("a wide frontier", [&] { subgraphs(task, nullptr); });
});

}  // namespace

}  // namespace combien::tests
