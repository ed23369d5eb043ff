// Weights on small random problems of every kind: no solution has an option that weighs something.
#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "cover/tightness.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

std::vector<std::int64_t> weights_in_slices(const Problem& problem, std::uint64_t steps) {
  Tightness search(problem, UINT64_MAX);
  for (;;) {
    Slice slice(steps, 1e9);
    if (search.run(slice) == Outcome::done) break;
  }
  check(!search.gave_up(), "there is enough effort");
  return search.weights();
}

std::int64_t weight_of(const std::vector<std::int64_t>& weights, const Problem& problem,
                       OptionId option) {
  std::int64_t sum = 0;
  for (const ItemId item : problem.items(option)) sum += weights[number(item)];
  return sum;
}

const Registration sound("no solution has an option that weighs something", [] {
  std::mt19937 dice(61);
  std::uint32_t heavy = 0;
  std::uint32_t without = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Raw raw = random_problem(dice, trial % 2 != 0, trial % 4 >= 2);
    const Problem problem = raw.problem();
    const auto weights = weights_in_slices(problem, UINT64_MAX);
    check(weights == weights_in_slices(problem, 1), "slices change nothing");
    if (weights.empty()) continue;
    std::int64_t total = 0;
    for (std::uint32_t k = 0; k < problem.item_count(); ++k) {
      const ItemKind kind = problem.kind(ItemId{k});
      const std::int64_t low = kind.primary ? kind.low : 0;
      const std::int64_t high = kind.primary ? kind.high : 1;
      total += std::max(low * weights[k], high * weights[k]);
    }
    check(total <= 0, "all items weigh nothing");
    const auto all = by_definition(problem);
    without += all.empty();
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
      const std::int64_t weight = weight_of(weights, problem, OptionId{k});
      check(weight >= 0, "no option weighs less than nothing");
      if (weight == 0) continue;
      ++heavy;
      for (const auto& solution : all) {
        check(std::find(solution.begin(), solution.end(), OptionId{k}) == solution.end(),
              "no solution has the option");
      }
    }
  }
  check(heavy > 1000 && without > 100, "there are such options, and problems without a solution");
});

const Registration bricks(
    "bricks of 3 x 3 x 4 fit into a cube of 10 without covering two cells", [] {
      // 27 bricks, which leave 28 of the 1000 cells empty.
      Raw raw;
      raw.kinds.push_back({true, 27, 27});
      for (int cell = 0; cell < 1000; ++cell) raw.kinds.push_back({false, 0, 1});
      for (int turned = 0; turned < 3; ++turned) {
        int size[3] = {3, 3, 3};
        size[turned] = 4;
        for (int x = 0; x + size[0] <= 10; ++x) {
          for (int y = 0; y + size[1] <= 10; ++y) {
            for (int z = 0; z + size[2] <= 10; ++z) {
              raw.items.push_back(0);
              for (int i = x; i < x + size[0]; ++i) {
                for (int j = y; j < y + size[1]; ++j) {
                  for (int k = z; k < z + size[2]; ++k) {
                    raw.items.push_back(1 + (10 * i + j) * 10 + k);
                  }
                }
              }
              raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
            }
          }
        }
      }
      const Problem problem = raw.problem();
      Tightness search(problem, UINT64_MAX);
      Slice slice(UINT64_MAX, 1e9);
      check(search.run(slice) == Outcome::done, "it ends");
      check(search.item_classes() == 36 && search.option_classes() == 40, "classes by symmetry");
      std::uint32_t left = 0;
      for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
        left += weight_of(search.weights(), problem, OptionId{k}) == 0;
      }
      check(problem.option_count() == 1344 && left == 144,
            "most places of a brick are in no packing");
    });

const Registration effort("a search for weights is given up", [] {
  Raw raw;
  raw.kinds.push_back({});
  raw.items = {0};
  raw.starts = {0, 1};
  const Problem problem = raw.problem();
  Tightness search(problem, 0);
  Slice slice(UINT64_MAX, 1e9);
  check(search.run(slice) == Outcome::done && search.gave_up(), "after one round");
  check(search.weights().empty(), "there are no weights");
});

}  // namespace

}  // namespace combien::tests
