// The search that learns, on small random problems of every kind: it finds a solution if there is one.
#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "cover/learning.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

struct Found {
  Outcome outcome;
  std::vector<OptionId> options;
  Work work;
};

// Searches in slices of this many nodes.
Found search_in_slices(const Problem& problem, std::uint64_t seed, LearningPace pace,
                       std::uint64_t nodes) {
  const auto search = learning_search(problem, seed, pace);
  Found found{Outcome::out_of_slice, {}, {}};
  while (found.outcome == Outcome::out_of_slice) {
    Slice slice(nodes, 1e9);
    found.outcome = search->next(slice);
  }
  if (found.outcome == Outcome::solution) search->solution(found.options);
  found.work = search->work();
  Slice slice(nodes, 1e9);
  check(search->next(slice) == Outcome::done, "there is one answer");
  return found;
}

const Registration learns("the search that learns finds a solution if there is one", [] {
  std::mt19937 dice(51);
  std::uint32_t found_some = 0;
  std::uint32_t found_none = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Raw raw = random_problem(dice, trial % 2 != 0, trial % 4 >= 2);
    const Problem problem = raw.problem();
    const auto all = by_definition(problem);
    // A pace of one node restarts at each of the first nodes.
    const LearningPace pace = trial % 3 == 0 ? LearningPace{} : LearningPace{1, 0};
    const Found found = search_in_slices(problem, dice(), pace, 1 + dice() % 4);
    std::vector<OptionId> options = found.options;
    std::sort(options.begin(), options.end());
    if (all.empty()) {
      ++found_none;
      check(found.outcome == Outcome::done, "there is no solution");
    } else {
      ++found_some;
      check(found.outcome == Outcome::solution && all.count(options) == 1, "it is a solution");
    }
  }
  check(found_some > 500 && found_none > 500, "both kinds of problems are tried");
});

const Registration slices("slices change nothing in the search that learns", [] {
  std::mt19937 dice(52);
  for (int trial = 0; trial < 500; ++trial) {
    const Raw raw = random_problem(dice, trial % 2 != 0, trial % 4 >= 2);
    const Problem problem = raw.problem();
    const Found whole = search_in_slices(problem, 7, LearningPace{2, 0}, UINT64_MAX);
    const Found sliced = search_in_slices(problem, 7, LearningPace{2, 0}, 1);
    check(whole.options == sliced.options, "the same solution");
    check(whole.work.nodes == sliced.work.nodes, "the same nodes");
    check(whole.work.updates == sliced.work.updates, "the same updates");
  }
});

}  // namespace

}  // namespace combien::tests
