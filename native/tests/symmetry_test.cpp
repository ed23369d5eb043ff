// Symmetries against the definition: by checking every permutation, and on groups of known order.
#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/dice.hpp"
#include "check.hpp"
#include "shuffle.hpp"
#include "symmetry/automorphisms.hpp"

namespace combien::tests {

namespace {

using Options = std::vector<std::vector<std::int32_t>>;

constexpr std::uint64_t no_limit = std::uint64_t{1} << 62;

Problem problem_of(const std::vector<ItemKind>& kinds, const Options& options,
                   const Options& colors = {}) {
  std::vector<std::int32_t> starts{0}, items, tints;
  for (const auto& option : options) {
    items.insert(items.end(), option.begin(), option.end());
    starts.push_back(static_cast<std::int32_t>(items.size()));
  }
  for (const auto& option : colors) tints.insert(tints.end(), option.begin(), option.end());
  return Problem(kinds, starts, items, tints);
}

Problem graph(std::size_t vertices, const Options& edges) {
  return problem_of(std::vector<ItemKind>(vertices), edges);
}

Options cycles(const std::vector<std::int32_t>& lengths) {
  Options edges;
  std::int32_t first = 0;
  for (const std::int32_t length : lengths) {
    for (std::int32_t k = 0; k < length; ++k)
      edges.push_back({first + k, first + (k + 1) % length});
    first += length;
  }
  return edges;
}

Options all_pairs(std::int32_t vertices) {
  Options edges;
  for (std::int32_t a = 0; a < vertices; ++a) {
    for (std::int32_t b = a + 1; b < vertices; ++b) edges.push_back({a, b});
  }
  return edges;
}

Options latin(std::int32_t n) {
  Options options;
  for (std::int32_t x = 0; x < n; ++x) {
    for (std::int32_t y = 0; y < n; ++y) {
      for (std::int32_t v = 0; v < n; ++v) {
        options.push_back({x * n + y, n * n + x * n + v, 2 * n * n + y * n + v});
      }
    }
  }
  return options;
}

std::unique_ptr<Automorphisms> found(const Problem& problem, std::uint64_t steps = no_limit,
                                     std::uint64_t effort = no_limit) {
  auto machine = std::make_unique<Automorphisms>(problem, effort);
  for (;;) {
    Slice slice(steps, 1e9);
    const Outcome outcome = machine->run(slice, no_limit);
    if (outcome == Outcome::done) return machine;
    check(outcome == Outcome::out_of_slice, "only the slice ends");
  }
}

// Whether a permutation is a symmetry, by a table of all pairs of vertices.
bool is_symmetry(const Incidence& incidence, const std::vector<std::uint32_t>& images) {
  const std::uint32_t n = incidence.size();
  std::vector<char> joined(std::size_t{n} * n);
  for (std::uint32_t v = 0; v < n; ++v) {
    for (const Vertex w : incidence.of(Vertex{v})) joined[v * n + number(w)] = 1;
  }
  for (std::uint32_t v = 0; v < n; ++v) {
    if (incidence.kinds[Vertex{v}] != incidence.kinds[Vertex{images[v]}]) return false;
    for (std::uint32_t w = 0; w < n; ++w) {
      if (joined[v * n + w] != joined[images[v] * n + images[w]]) return false;
    }
  }
  return true;
}

void check_generators(const Automorphisms& machine) {
  for (const auto& permutation : machine.generators()) {
    std::vector<std::uint32_t> images(machine.graph().size());
    std::iota(images.begin(), images.end(), 0u);
    for (const auto& [from, to] : permutation) images[number(from)] = number(to);
    auto sorted = images;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t k = 0; k < sorted.size(); ++k) check(sorted[k] == k, "it is a permutation");
    check(!permutation.empty() && is_symmetry(machine.graph(), images), "it is a symmetry");
  }
}

void check_order(const Problem& problem, std::uint64_t order, const std::string& name) {
  const auto machine = found(problem);
  check(machine->complete() && machine->order() == Natural(order), "the order is right: " + name);
  check_generators(*machine);
}

// A problem of at most eight vertices, with secondary items, colors and bounds.
Problem random_problem(Dice& dice) {
  const std::uint32_t items = 1 + dice.roll(4);
  std::vector<ItemKind> kinds(items);
  for (std::uint32_t k = 1; k < items; ++k) {
    const std::uint32_t roll = dice.roll(6);
    if (roll < 2) kinds[k] = {false, 0, 1};
    if (roll == 2) kinds[k] = {true, 0, 2};
  }
  Options options, colors;
  const std::uint32_t count = 1 + dice.roll(3);
  for (std::uint32_t o = 0; o < count; ++o) {
    options.emplace_back();
    colors.emplace_back();
    for (std::uint32_t k = 0; k < items; ++k) {
      if (k != 0 && dice.roll(2) == 0) continue;
      options.back().push_back(static_cast<std::int32_t>(k));
      const bool tinted = !kinds[k].primary && dice.roll(2) == 0;
      colors.back().push_back(tinted ? 1 + static_cast<std::int32_t>(dice.roll(2)) : 0);
    }
  }
  return problem_of(kinds, options, colors);
}

const Registration by_definition("symmetries match the definition", [] {
  Dice dice(2026);
  std::uint32_t richest = 0;
  for (int round = 0; round < 200; ++round) {
    const Problem problem = random_problem(dice);
    const auto machine = found(problem);
    const std::uint32_t n = machine->graph().size();
    if (n > 8) continue;
    std::vector<std::uint32_t> images(n), leaders(n);
    std::iota(images.begin(), images.end(), 0u);
    leaders = images;
    std::uint32_t order = 0;
    do {
      if (!is_symmetry(machine->graph(), images)) continue;
      ++order;
      for (std::uint32_t v = 0; v < n; ++v) leaders[v] = std::min(leaders[v], images[v]);
    } while (std::next_permutation(images.begin(), images.end()));
    richest = std::max(richest, order);
    check(machine->complete() && machine->order() == Natural(order), "all symmetries are known");
    for (std::uint32_t v = 0; v < n; ++v) {
      check(number(machine->leader(Vertex{v})) == leaders[v],
            "the orbits are those of all of them");
    }
    check_generators(*machine);
  }
  check(richest >= 12, "some problems have many symmetries");
});

const Registration known_orders("groups have the orders that are known", [] {
  check_order(graph(6, all_pairs(6)), 720, "six points");
  check_order(graph(20, all_pairs(20)), 2432902008176640000u, "twenty points");
  check_order(graph(9, cycles({9})), 18, "a cycle of nine");
  check_order(graph(12, cycles({5, 4, 3})), 10ull * 8 * 6, "three cycles");
  check_order(graph(12, cycles({4, 4, 4})), 8ull * 8 * 8 * 6, "three equal cycles");
  Options petersen = cycles({5});
  for (std::int32_t k = 0; k < 5; ++k) {
    petersen.push_back({k, 5 + k});
    petersen.push_back({5 + k, 5 + (k + 2) % 5});
  }
  check_order(graph(10, petersen), 120, "Petersen's graph");
  Options cube;
  for (std::int32_t v = 0; v < 32; ++v) {
    for (std::int32_t bit = 1; bit < 32; bit *= 2) {
      if ((v & bit) == 0) cube.push_back({v, v | bit});
    }
  }
  check_order(graph(32, cube), 32ull * 120, "the cube of five dimensions");
  // The two places of a cell and its value alternate, and each goes to any of its values.
  check_order(graph(75, latin(5)), 6ull * 120 * 120 * 120, "latin squares of order 5");
  check_order(graph(4, {{0, 1}, {1, 2}, {2, 3}, {1, 2}}), 4, "two equal options, and a mirror");
  check_order(graph(3, {{0}, {0, 1}, {0, 1, 2}}), 1, "nothing alike");
  check_order(graph(0, {}), 1, "nothing at all");
});

const Registration slices("a search in slices is the same search", [] {
  const Problem problem = graph(75, latin(5));
  const auto whole = found(problem), sliced = found(problem, 1);
  check(whole->visits() == sliced->visits(), "as many visits");
  check(whole->generators() == sliced->generators(), "the same generators");
  check(whole->order() == sliced->order(), "the same order");
});

const Registration efforts("what is given up leaves orbits apart, and merges none", [] {
  const Problem problem = graph(48, latin(4));
  const std::uint64_t all = found(problem)->visits();
  std::uint32_t incomplete = 0;
  for (std::uint64_t effort = 0; effort < all; effort += 100) {
    const auto machine = found(problem, no_limit, effort);
    incomplete += machine->complete() ? 0 : 1;
    check_generators(*machine);
  }
  check(incomplete > 5, "a small effort does not find all");
  check(found(problem, no_limit, all + 1)->complete(), "enough effort does");
});

const Registration bytes("no more memory is taken than is given", [] {
  Automorphisms machine(graph(9, cycles({9})), no_limit);
  Slice slice(no_limit, 1e9);
  check(machine.run(slice, 10) == Outcome::out_of_bytes, "ten bytes do not suffice");
  check(machine.run(slice, 100000) == Outcome::done, "with more of them it goes on");
});

// The same problem with its items and options in another order.
Problem shuffled(std::size_t items, const Options& options, Dice& dice) {
  std::vector<std::int32_t> names(items);
  std::iota(names.begin(), names.end(), 0);
  shuffle(names, dice);
  Options renamed = options;
  for (auto& option : renamed) {
    for (auto& item : option) item = names[static_cast<std::size_t>(item)];
    shuffle(option, dice);
  }
  shuffle(renamed, dice);
  return graph(items, renamed);
}

IsomorphismResult compared(const Problem& a, const Problem& b) {
  const auto first = found(a), second = found(b);
  Comparison comparison(*first, *second, 10000);
  for (;;) {
    Slice slice(3, 1e9);
    const IsomorphismResult outcome = comparison.run(slice);
    if (outcome != IsomorphismResult::out_of_slice) return outcome;
  }
}

const Registration comparing("alike problems are recognised, and others are not", [] {
  Dice dice(7);
  Options some = cycles({7, 5});
  some.push_back({0, 7});
  some.push_back({2, 9});
  for (const auto& [items, options] :
       std::vector<std::pair<std::size_t, Options>>{{48, latin(4)},
                                                    {9, cycles({9})},
                                                    {12, some},
                                                    {8, all_pairs(8)},
                                                    {3, {{0}, {0, 1}, {0, 1, 2}}}}) {
    for (int round = 0; round < 20; ++round) {
      check(compared(graph(items, options), shuffled(items, options, dice)) ==
                IsomorphismResult::found,
            "another order does not change the problem");
    }
  }
  // Counting neighbors does not distinguish these: every vertex has two.
  check(compared(graph(6, cycles({6})), graph(6, cycles({3, 3}))) == IsomorphismResult::none,
        "two triangles");
  check(compared(graph(6, cycles({3, 3})), graph(6, cycles({6}))) == IsomorphismResult::none,
        "or six in a ring");
  check(compared(graph(3, {{0, 1}, {1, 2}}), graph(3, {{0, 1}, {2}})) == IsomorphismResult::none,
        "sizes");
  const std::vector<ItemKind> once(2), twice(2, ItemKind{true, 2, 2});
  check(
      compared(problem_of(once, {{0, 1}}), problem_of(twice, {{0, 1}})) == IsomorphismResult::none,
      "bounds");
});

}  // namespace

}  // namespace combien::tests
