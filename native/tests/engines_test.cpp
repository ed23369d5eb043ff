// The machines against the definition, on small random problems of every kind.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <set>

#include "check.hpp"
#include "cover/bits/bits.hpp"
#include "cover/cheapest.hpp"
#include "cover/links.hpp"
#include "cover/twins.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

using OpenAt = std::function<std::unique_ptr<Search>(const Problem&, const Position&)>;

// All solutions by a search that is interrupted and resumed after every `nodes` nodes.
std::set<std::vector<OptionId>> by_search(const Problem& problem, const OpenAt& open_at,
                                          std::uint64_t nodes, Work& work) {
  std::set<std::vector<OptionId>> all;
  std::vector<OptionId> found;
  Position position;
  double fraction = 0;
  work = {};
  for (;;) {
    const auto search = open_at(problem, position);
    Slice slice(nodes, 1e9);
    for (;;) {
      const Outcome outcome = search->next(slice);
      check(search->fraction() >= fraction - 1e-9, "the fraction never goes back");
      fraction = search->fraction();
      if (outcome == Outcome::solution) {
        search->solution(found);
        std::sort(found.begin(), found.end());
        check(all.insert(found).second, "no solution comes twice");
        continue;
      }
      work.nodes += search->work().nodes;
      work.updates += search->work().updates;
      if (outcome == Outcome::done) return all;
      position = search->position();
      break;
    }
  }
}

// The number of solutions by a count that is interrupted and resumed after every `nodes` nodes.
std::uint64_t by_count(const Problem& problem, const OpenAt& open_at, std::uint64_t nodes,
                       Work& work) {
  Position position;
  std::uint64_t found = 0;
  work = {};
  for (;;) {
    const auto search = open_at(problem, position);
    Slice slice(nodes, 1e9);
    const Outcome outcome = search->count(slice, UINT64_MAX, found);
    check(search->work().nodes <= nodes, "a slice takes no more nodes than it was given");
    work.nodes += search->work().nodes;
    work.updates += search->work().updates;
    if (outcome == Outcome::done) return found;
    position = search->position();
  }
}

// All solutions, in the order of the pieces, by a search that is split after every `nodes` nodes.
std::vector<std::vector<OptionId>> by_pieces(const Problem& problem, const OpenAt& open_at,
                                             std::uint64_t nodes, Work& work) {
  std::vector<std::vector<OptionId>> all;
  const auto take = [&](std::vector<OptionId>& options) {
    std::sort(options.begin(), options.end());
    all.push_back(options);
  };
  std::vector<std::unique_ptr<Search>> pieces;
  pieces.push_back(open_at(problem, {}));
  work = {};
  while (!pieces.empty()) {
    Search& last = *pieces.back();
    Slice slice(nodes, 1e9);
    if (last.list(slice, UINT64_MAX, take) == Outcome::done) {
      check(last.fraction() > 1 - 1e-9, "a piece that is done has nothing to do");
      work.nodes += last.work().nodes;
      work.updates += last.work().updates;
      pieces.pop_back();
      continue;
    }
    const double left = 1 - last.fraction();
    auto rest = last.split();
    if (rest == nullptr) continue;
    check(std::abs(left - (1 - last.fraction()) - (1 - rest->fraction())) < 1e-9,
          "both have what the search had to do");
    pieces.insert(pieces.end() - 1, std::move(rest));
  }
  return all;
}

// Every machine that supports the problem, with every available instruction set.
std::vector<OpenAt> machines(const Problem& problem) {
  std::vector<OpenAt> all;
  for (const Branching branching : {Branching::smallest, Branching::leftmost}) {
    all.push_back([branching](const Problem& of, const Position& start) {
      return dancing_links(of, branching, start);
    });
  }
  for (const std::uint32_t sorted_from : {0u, 3u}) {
    all.push_back([sorted_from](const Problem& of, const Position& start) {
      return dancing_links(of, Branching::smallest, start, sorted_from);
    });
  }
  if (!has_item_to_branch_on(problem)) return all;
  for (const Vectors vectors : {Vectors::plain, Vectors::avx2, Vectors::avx512}) {
    if (vectors > best_vectors()) break;
    all.push_back([vectors](const Problem& of, const Position& start) {
      return bit_search(of, vectors, start, LaneUse::always);
    });
  }
  return all;
}

// All solutions in their order, listed up to `most` at a time.
std::vector<std::vector<OptionId>> by_list(const Problem& problem, const OpenAt& open_at,
                                           std::uint64_t most) {
  std::vector<std::vector<OptionId>> all;
  const auto search = open_at(problem, {});
  Slice slice(UINT64_MAX, 1e9);
  const auto take = [&](std::vector<OptionId>& options) {
    std::sort(options.begin(), options.end());
    all.push_back(options);
  };
  while (search->list(slice, most, take) == Outcome::solution) {
  }
  return all;
}

Natural by_sweep(const Problem& problem, const std::vector<ItemId>& order, std::uint64_t steps,
                 Values values = {}) {
  const auto machine = sweep(problem, order, std::move(values));
  for (;;) {
    Slice slice(steps, 1e9);
    if (machine->run(slice, UINT64_MAX) == Outcome::done) return machine->count();
  }
}

void agree(bool colored, bool bounded) {
  std::mt19937 dice(12345);
  for (int round = 0; round < 1500; ++round) {
    const Raw raw = random_problem(dice, colored, bounded);
    const Problem problem = raw.problem();
    const auto all = by_definition(problem);
    for (const OpenAt& open_at : machines(problem)) {
      Work whole;
      Work parts;
      check(by_search(problem, open_at, UINT64_MAX, whole) == all,
            "the search finds all solutions");
      check(by_search(problem, open_at, 1 + static_cast<std::uint64_t>(round % 3), parts) == all,
            "a search that is resumed finds all solutions");
      check(whole.nodes == parts.nodes, "no node is visited twice");
      const auto list = by_list(problem, open_at, UINT64_MAX);
      check(std::set(list.begin(), list.end()) == all, "a list has all solutions");
      check(list == by_list(problem, open_at, 1), "they are in the order of the search");
      check(by_pieces(problem, open_at, 1 + static_cast<std::uint64_t>(round % 9), parts) == list,
            "the pieces of a search have its solutions, in its order");
      check(parts.nodes == whole.nodes && parts.updates == whole.updates,
            "the pieces of a search do its work");
      Work counted;
      for (const std::uint64_t nodes : {UINT64_MAX, 1 + static_cast<std::uint64_t>(round % 20)}) {
        check(by_count(problem, open_at, nodes, counted) == all.size(), "the count is right");
        check(counted.nodes == whole.nodes && counted.updates == whole.updates,
              "a count does the same work");
      }
    }
    for (const auto& order :
         {given_order(problem), named_order(problem, "entropy"), named_order(problem, "greedy"),
          named_order(problem, "closing"), named_order(problem, "rcm")}) {
      auto sorted = order;
      std::sort(sorted.begin(), sorted.end());
      check(sorted == given_order(problem), "an order is a permutation of the primary items");
      check(by_sweep(problem, order, 1 + static_cast<std::uint64_t>(round % 7) * 100) ==
                Natural(all.size()),
            "the sweep counts all solutions");
    }
  }
}

// Random options with four items, and a solution.
Problem system_of(std::mt19937& dice, std::int32_t items, std::size_t options) {
  Raw raw;
  raw.kinds.resize(static_cast<std::size_t>(items));
  std::vector<std::int32_t> order(static_cast<std::size_t>(items));
  std::iota(order.begin(), order.end(), 0);
  while (raw.starts.size() <= options) {
    std::shuffle(order.begin(), order.end(), dice);
    // The first ones are all that make the solution.
    const auto end = raw.starts.size() == 1 ? order.end() : order.begin() + 4;
    for (auto item = order.begin(); item != end; item += 4) {
      raw.items.insert(raw.items.end(), item, item + 4);
      raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
    }
  }
  raw.colors.resize(raw.items.size());
  return raw.problem();
}

// States of each size that lanes take.
void lanes_agree() {
  std::mt19937 dice(31);
  for (const std::int32_t items : {28, 44, 60, 100, 140}) {
    for (const std::size_t options : {60u, 90u, 120u, 180u, 250u}) {
      const Problem problem = system_of(dice, items, options);
      const OpenAt alone = [](const Problem& of, const Position& start) {
        return bit_search(of, Vectors::plain, start, LaneUse::never);
      };
      Work whole;
      const std::size_t all = by_count(problem, alone, UINT64_MAX, whole);
      const auto list = by_list(problem, alone, UINT64_MAX);
      for (const Vectors vectors : {Vectors::plain, Vectors::avx2, Vectors::avx512}) {
        if (vectors > best_vectors()) break;
        const OpenAt in_lanes = [vectors](const Problem& of, const Position& start) {
          return bit_search(of, vectors, start, LaneUse::always);
        };
        Work work;
        check(by_count(problem, in_lanes, UINT64_MAX, work) == all, "lanes count all solutions");
        check(work.nodes == whole.nodes && work.updates == whole.updates, "lanes do the same work");
        check(by_list(problem, in_lanes, UINT64_MAX) == list, "lanes list in the same order");
      }
    }
  }
}

// Some items of a problem several times, each in copies of the options; two copies sometimes in one.
Raw with_copies(std::mt19937& dice, bool colored, bool bounded) {
  const Raw raw = random_problem(dice, colored, bounded);
  Raw copied;
  std::vector<std::vector<std::int32_t>> copies;
  for (const ItemKind& kind : raw.kinds) {
    copies.emplace_back();
    for (unsigned k = 1 + dice() % 3; k > 0; --k) {
      copies.back().push_back(static_cast<std::int32_t>(copied.kinds.size()));
      copied.kinds.push_back(kind);
    }
  }
  const bool in_pairs = dice() % 2 == 0;
  for (std::size_t option = 0; option + 1 < raw.starts.size(); ++option) {
    // All choices of a copy, or of two, of each item.
    std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> made(1);
    for (auto k = static_cast<std::size_t>(raw.starts[option]);
         k < static_cast<std::size_t>(raw.starts[option + 1]); ++k) {
      const auto& of = copies[static_cast<std::size_t>(raw.items[k])];
      std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> longer;
      for (const auto& begun : made) {
        for (std::size_t a = 0; a < of.size(); ++a) {
          longer.push_back(begun);
          longer.back().emplace_back(of[a], raw.colors[k]);
          if (!in_pairs) continue;
          for (std::size_t b = a + 1; b < of.size(); ++b) {
            longer.push_back(longer.back());
            if (b > a + 1) longer.back().pop_back();
            longer.back().emplace_back(of[b], raw.colors[k]);
          }
        }
      }
      made = std::move(longer);
    }
    for (const auto& entries : made) {
      if (copied.starts.size() > 14) break;
      for (const auto& [item, color] : entries) {
        copied.items.push_back(item);
        copied.colors.push_back(color);
      }
      copied.starts.push_back(static_cast<std::int32_t>(copied.items.size()));
    }
  }
  return copied;
}

// Whether exchanging two items maps the options to themselves.
bool exchangeable(const Problem& problem, ItemId one, ItemId other) {
  const auto options = [&](bool exchanged) {
    std::multiset<std::set<std::pair<ItemId, Color>>> all;
    for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
      std::set<std::pair<ItemId, Color>> entries;
      const auto items = problem.items(OptionId{option});
      for (std::size_t k = 0; k < items.size(); ++k) {
        const ItemId item = !exchanged          ? items[k]
                            : items[k] == one   ? other
                            : items[k] == other ? one
                                                : items[k];
        const bool colors = problem.has_colors();
        entries.emplace(item, colors ? problem.colors(OptionId{option})[k] : no_color);
      }
      all.insert(entries);
    }
    return all;
  };
  const ItemKind& kind = problem.kind(one);
  const ItemKind& others = problem.kind(other);
  return kind.primary == others.primary && kind.low == others.low && kind.high == others.high &&
         options(false) == options(true);
}

bool has_color(const Problem& problem, ItemId item) {
  for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
    const auto items = problem.items(OptionId{option});
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (items[k] == item && problem.colors(OptionId{option})[k] != no_color) return true;
    }
  }
  return false;
}

void exchange(bool colored, bool bounded) {
  std::mt19937 dice(2718);
  int found = 0;
  for (int round = 0; round < 1000; ++round) {
    const Problem problem = with_copies(dice, colored, bounded).problem();
    std::vector<std::size_t> class_of(problem.item_count());
    std::size_t classes = 0;
    for (const auto& members : twins(problem, {})) {
      ++classes;
      for (const ItemId item : members) class_of[number(item)] = classes;
    }
    found += classes == 0 ? 0 : 1;
    for (std::uint32_t a = 0; a < problem.item_count(); ++a) {
      for (std::uint32_t b = a + 1; b < problem.item_count(); ++b) {
        const bool twin = exchangeable(problem, ItemId{a}, ItemId{b}) &&
                          !(problem.has_colors() && has_color(problem, ItemId{a}));
        check(twin == (class_of[a] == class_of[b] && class_of[a] != 0), "twins are found");
      }
    }
    const std::size_t all = by_definition(problem).size();
    for (const auto& order : {given_order(problem), named_order(problem, "closing")}) {
      check(
          by_sweep(problem, order, 1 + static_cast<std::uint64_t>(round % 7) * 100) == Natural(all),
          "a sweep that exchanges twins counts all solutions");
    }
  }
  check(found > 300, "many problems have twins");
}

const Registration exchanged("problems with twins", [] {
  exchange(false, false);
  exchange(true, false);
  exchange(false, true);
});

// The sum over all solutions of the products of their options' weights, including large weights, so
// that the counts gain limbs on the way.  Copies of items are alike, but only if the weights of their
// options are: of some problems, few options have another weight than 1.
void weigh(bool colored, bool bounded) {
  std::mt19937 dice(54321);
  int alike = 0;
  int apart = 0;
  for (int round = 0; round < 1000; ++round) {
    const bool copied = round % 2 == 0;
    const Raw raw =
        copied ? with_copies(dice, colored, bounded) : random_problem(dice, colored, bounded);
    const Problem problem = raw.problem();
    Values values;
    values.options = round % 4 == 0;
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
      if (copied) {
        values.weights.push_back(dice() % 4 == 0 ? 2 : 1);
      } else {
        values.weights.push_back(dice() % 2 == 0 ? 1 + dice() % 5 : UINT64_MAX - dice() % 5);
      }
    }
    const std::size_t classes = twins(problem, values.weights).size();
    alike += classes != 0 ? 1 : 0;
    apart += classes != twins(problem, {}).size() ? 1 : 0;
    Natural sum;
    std::uint64_t rest = 0;
    const std::uint64_t modulus = 1 + dice() % 1000;
    for (const auto& solution : by_definition(problem)) {
      Natural product(1);
      std::uint64_t product_rest = 1;
      for (const auto option : solution) {
        const std::uint64_t weight = values.weights[static_cast<std::size_t>(option)];
        product *= weight;
        product_rest = product_rest * (weight % modulus) % modulus;
      }
      sum += product;
      rest = (rest + product_rest) % modulus;
    }
    check(by_sweep(problem, given_order(problem), 100, values) == sum, "the sweep weighs");
    values.modulus = modulus;
    check(by_sweep(problem, given_order(problem), 100, values) == Natural(rest),
          "the sweep keeps remainders");
  }
  check(alike > 50 && apart > 50, "many problems have twins, and many lose some by the weights");
}

const Registration weighed("weighted problems", [] {
  weigh(false, false);
  weigh(true, false);
  weigh(false, true);
});

// Solutions with side constraints, in slices of one step, from the middle and in two parts.
void constrain(bool colored, bool bounded) {
  std::mt19937 dice(777);
  std::size_t found = 0;
  for (int round = 0; round < 500; ++round) {
    const Problem problem = random_problem(dice, colored, bounded).problem();
    std::vector<SideConstraint> constraints(1 + dice() % 2);
    for (SideConstraint& each : constraints) {
      for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
        each.weights.push_back(static_cast<std::int64_t>(dice() % 11) - 4);
      }
      each.least = static_cast<std::int64_t>(dice() % 12) - 8;
      each.most = each.least + static_cast<std::int64_t>(dice() % 8);
    }
    auto wanted = by_definition(problem);
    std::erase_if(wanted, [&](const std::vector<OptionId>& solution) {
      return std::ranges::any_of(constraints, [&](const SideConstraint& each) {
        std::int64_t sum = 0;
        for (const OptionId option : solution) sum += each.weights[number(option)];
        return sum < each.least || sum > each.most;
      });
    });
    const auto open_at = [&](const Position& start) {
      return dancing_links(problem, Branching::smallest, start, sorting_pays_from, constraints);
    };
    std::set<std::vector<OptionId>> all;
    auto search = open_at({});
    std::vector<OptionId> options;
    for (int step = 0;; ++step) {
      Slice slice(1, 1e9);
      const Outcome outcome = search->next(slice);
      if (outcome == Outcome::done) break;
      if (outcome == Outcome::solution) {
        search->solution(options);
        std::sort(options.begin(), options.end());
        check(all.insert(options).second, "no solution comes twice");
      }
      if (step % 3 == 2) search = open_at(search->position());
    }
    check(all == wanted, "the solutions are those that satisfy the constraints");
    found += all.size();
    const std::vector<std::int64_t> costs(problem.option_count(), 1);
    const auto machine = cheapest(problem, costs, 1000, {}, constraints);
    Slice slice(UINT64_MAX, 1e9);
    machine->run(slice);
    check(machine->found() == wanted.size(), "branch and bound knows the constraints");
  }
  check(found > 50, "many solutions satisfy constraints");
}

const Registration constrained("side constraints", [] {
  constrain(false, false);
  constrain(true, false);
  constrain(false, true);
  constrain(true, true);
  const Problem one({ItemKind{}}, {0, 1}, {0}, {});
  const SideConstraint heavy{{INT64_MAX}, 0, 1};
  check_throws<std::range_error>("weights that cannot be added", [&] {
    dancing_links(one, Branching::smallest, {}, sorting_pays_from, std::span(&heavy, 1));
  });
  const SideConstraint empty{{}, 0, 1};
  check_throws<std::invalid_argument>("a weight too few", [&] {
    dancing_links(one, Branching::smallest, {}, sorting_pays_from, std::span(&empty, 1));
  });
});

const Registration plain("plain problems", [] { agree(false, false); });
const Registration colored("problems with colors", [] { agree(true, false); });
const Registration bounded("problems with bounds", [] { agree(false, true); });
const Registration both("problems with colors and bounds", [] { agree(true, true); });
const Registration lanes("states searched in lanes", lanes_agree);

// The solutions of a board that is large enough for blocks, by every machine, in slices of odd
// sizes.
const Registration blocks("searches that renumber", [] {
  Raw raw;  // Ten queens: ranks and files are primary, diagonals secondary.
  constexpr std::int32_t n = 10;
  constexpr std::size_t lines = 2 * std::size_t{n}, diagonals = 2 * (lines - 1);
  raw.kinds.resize(lines + diagonals);
  for (std::size_t k = lines; k < raw.kinds.size(); ++k) raw.kinds[k].primary = false;
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      raw.items.insert(raw.items.end(), {x, n + y, 2 * n + x + y, 4 * n - 1 + n - 1 - x + y});
      raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
    }
  }
  const Problem problem = raw.problem();
  std::vector<std::uint64_t> trees;
  for (const OpenAt& open_at : machines(problem)) {
    for (const std::uint64_t nodes : {std::uint64_t{500}, std::uint64_t{1} << 40}) {
      Work work;
      check(by_search(problem, open_at, nodes, work).size() == 724, "ten queens stand in 724 ways");
      trees.push_back(work.nodes);
      check(by_count(problem, open_at, nodes, work) == 724, "and are counted");
      check(work.nodes == trees.back(), "with the same nodes");
      check(by_pieces(problem, open_at, nodes, work) == by_list(problem, open_at, UINT64_MAX),
            "pieces have the same solutions");
      check(work.nodes == trees.back(), "and the same nodes");
    }
  }
  // Each machine counted twice: links by the smallest item and the leftmost, links that sort items,
  // and bits.
  constexpr std::size_t sorting = 4, bits = 8;
  for (std::size_t k = sorting; k < bits; ++k) {
    check(trees[k] == trees[0], "the tree does not depend on whether items are sorted");
  }
  for (std::size_t k = bits; k < trees.size(); ++k) {
    check(trees[k] == trees[bits], "the tree depends neither on instructions nor on slices");
  }
});

const Registration sorted("items sorted by size in the middle of a search", [] {
  std::mt19937 dice(8);
  for (int round = 0; round < 200; ++round) {
    const Problem problem = random_problem(dice, round % 2 == 1, round % 4 >= 2).problem();
    const auto scanning = dancing_links(problem, Branching::smallest, {}, UINT32_MAX);
    const auto sorting = dancing_links(problem, Branching::smallest, {}, 2);
    for (;;) {
      Slice one(1, 1e9), other(1, 1e9);
      const Outcome outcome = scanning->next(one);
      check(sorting->next(other) == outcome, "both are at the same node");
      check(sorting->position().choices == scanning->position().choices, "with the same choices");
      if (outcome == Outcome::done) break;
    }
    check(sorting->work().updates == scanning->work().updates, "and do the same work");
  }
});

const Registration wrong("a position of another search", [] {
  const Problem problem({{}, {}}, {0, 1, 2, 4}, {0, 1, 0, 1}, {});
  for (const std::vector<OptionId>& choices : {std::vector<OptionId>{OptionId{1}},
                                               {OptionId{7}},
                                               {OptionId{2}, OptionId{0}},
                                               {no_option}}) {
    check_throws<InvalidPosition>("a wrong position", [&] {
      dancing_links(problem, Branching::smallest, Position{choices, false});
    });
  }
});

const Registration invalid("problems that contradict themselves", [] {
  check_throws<InvalidProblem>("an unknown item", [] { Problem({{}}, {0, 1}, {1}, {}); });
  check_throws<InvalidProblem>("a doubled item", [] { Problem({{}}, {0, 2}, {0, 0}, {}); });
  check_throws<InvalidProblem>("an empty option", [] { Problem({{}}, {0, 0}, {}, {}); });
  check_throws<InvalidProblem>("starts that lie", [] { Problem({{}}, {0, 5}, {0}, {}); });
  check_throws<InvalidProblem>("starts that come back", [] { Problem({{}}, {0, 5, 1}, {0}, {}); });
  check_throws<InvalidProblem>("a colored primary item", [] { Problem({{}}, {0, 1}, {0}, {2}); });
  check_throws<InvalidProblem>("bounds that nothing meets",
                               [] { Problem({{true, 2, 1}}, {0}, {}, {}); });
});

const Registration wide("a state of more bits than there are", [] {
  // Every option ties the first item to one of its own, which waits for the end.
  std::vector<ItemKind> kinds(1 + 2000);
  kinds[0] = {true, 0, 2000};
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  for (std::int32_t k = 1; k <= 2000; ++k) {
    items.push_back(0);
    items.push_back(k);
    starts.push_back(2 * k);
  }
  const Problem problem(kinds, starts, items, {});
  check_throws<TooWide>("it", [&] { SweepPlan(problem, given_order(problem)); });
});

const Registration bytes("a sweep without memory", [] {
  // A 6x6 board of dominoes.
  Raw raw;
  raw.kinds.resize(36);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) {
      for (const int other : {x < 5 ? 6 * y + x + 1 : -1, y < 5 ? 6 * y + x + 6 : -1}) {
        if (other < 0) continue;
        raw.items.insert(raw.items.end(), {6 * y + x, other});
        raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
      }
    }
  }
  const Problem problem = raw.problem();
  const auto machine = sweep(problem, given_order(problem));
  Slice slice(UINT64_MAX, 1e9);
  check(machine->run(slice, machine->bytes() + 100) == Outcome::out_of_bytes, "it says so");
  check(machine->run(slice, 1 << 20) == Outcome::done, "it goes on with more");
  check(machine->count() == Natural(6728), "a 6x6 board has 6728 tilings by dominoes");
});

}  // namespace

}  // namespace combien::tests
