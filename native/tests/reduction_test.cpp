// The exact reduction and the components, against counts of the whole problem by search.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "cover/links.hpp"
#include "cover/reduction/parts.hpp"
#include "cover/reduction/rules.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

constexpr std::uint64_t plenty = UINT64_MAX;

std::uint64_t count(const Problem& problem) {
  Slice slice(plenty, 1e9);
  std::uint64_t found = 0;
  dancing_links(problem, Branching::smallest, {})->count(slice, plenty, found);
  return found;
}

Problem as_problem(const Part& part) {
  std::vector<ItemKind> kinds;
  for (const std::uint8_t primary : part.primary) kinds.push_back({.primary = primary != 0});
  for (std::size_t k = 0; k < part.bounds.size(); k += 3) {
    ItemKind& kind = kinds[static_cast<std::size_t>(part.bounds[k])];
    kind.low = part.bounds[k + 1];
    kind.high = part.bounds[k + 2];
  }
  std::vector<std::int32_t> starts{0};
  starts.insert(starts.end(), part.ends.begin(), part.ends.end());
  return Problem(std::move(kinds), std::move(starts), part.entries, part.colors);
}

std::uint64_t count_of_parts(const Remains& remains) {
  if (remains.impossible()) return 0;
  std::uint64_t product = 1;
  PartMaker maker(remains);
  for (const auto& options : components(remains)) {
    product *= count(as_problem(maker.part(options)));
  }
  return product;
}

// The count of a problem by way of its reduction with this budget of steps.
std::uint64_t count_reduced(const Problem& problem, std::uint64_t steps) {
  Reduction reduction(problem, {}, steps);
  Slice slice(plenty, 1e9);
  check(reduction.run(slice) == Outcome::done, "a long slice is enough");
  check(reduction.steps() <= steps, "the budget of steps is kept");
  std::uint64_t product = count_of_parts(reduction.remains());
  for (const std::uint32_t divisor : reduction.divisors()) product *= divisor;
  return product;
}

const Registration exact("reductions keep the count", [] {
  std::mt19937 dice(11);
  for (int round = 0; round < 4000; ++round) {
    const Problem problem = random_problem(dice, round % 2 != 0, round % 4 > 1).problem();
    const std::uint64_t expected = count(problem);
    const std::string name = "problem " + std::to_string(round);
    for (const std::uint64_t steps :
         {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{40}, plenty}) {
      check(count_reduced(problem, steps) == expected, name + " keeps its count");
    }
  }
});

const Registration branches("an option is taken or removed", [] {
  std::mt19937 dice(12);
  for (int round = 0; round < 2000; ++round) {
    const Problem problem = random_problem(dice, round % 2 != 0, round % 4 > 1).problem();
    if (problem.option_count() == 0) continue;
    const OptionId option{static_cast<std::uint32_t>(dice()) % problem.option_count()};
    std::uint64_t found = 0;
    for (const bool taken : {true, false}) {
      Remains remains(problem);
      Slice slice(plenty, 1e9);
      Pace pace;
      pace.set(slice);
      taken ? remains.take(option) : remains.remove(option, Rule::given);
      check(remains.propagate(pace), "a long slice is enough");
      found += count_of_parts(remains);
    }
    check(found == count(problem), "solutions are with an option or without it");
  }
});

// Dominoes on a board: large enough for several slices.
const Registration slices("a reduction in slices is the same reduction", [] {
  constexpr std::int32_t side = 40;
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  for (std::int32_t cell = 0; cell < side * side; ++cell) {
    for (const std::int32_t step : {1, side}) {
      if (cell + step >= side * side || (step == 1 && cell % side == side - 1)) continue;
      items.insert(items.end(), {cell, cell + step});
      starts.push_back(static_cast<std::int32_t>(items.size()));
    }
  }
  const Problem problem(std::vector<ItemKind>(side * side), starts, items, {});
  Reduction whole(problem, {}, plenty);
  Slice slice(plenty, 1e9);
  check(whole.run(slice) == Outcome::done, "a long slice is enough");
  Reduction sliced(problem, {}, plenty);
  int runs = 1;
  for (Slice none(plenty, 0); sliced.run(none) != Outcome::done; none = Slice(plenty, 0)) ++runs;
  check(runs > 3, "short slices end early");
  check(sliced.steps() == whole.steps(), "slices take no further steps");
  check(sliced.remains().work() == whole.remains().work(), "slices remove the same");
});

}  // namespace

}  // namespace combien::tests
