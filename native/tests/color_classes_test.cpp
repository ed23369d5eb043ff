// Classes of colors against their definition.
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "cover/color_classes.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

using Options = std::multiset<std::pair<std::uint64_t, std::set<std::pair<ItemId, Color>>>>;

Options renamed(const Problem& problem, const std::vector<std::uint64_t>& weights, Color one,
                Color other) {
  Options all;
  for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
    std::set<std::pair<ItemId, Color>> entries;
    const auto items = problem.items(OptionId{option});
    for (std::size_t k = 0; k < items.size(); ++k) {
      const Color color = problem.colors(OptionId{option})[k];
      entries.emplace(items[k], color == one ? other : color == other ? one : color);
    }
    all.insert({weights.empty() ? 1 : weights[option], entries});
  }
  return all;
}

// Checks that two colors are in one class if and only if they can be exchanged.
std::size_t checked(const Problem& problem, const std::vector<std::uint64_t>& weights) {
  std::set<Color> colors;
  for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
    for (const Color color : problem.colors(OptionId{option})) {
      if (color != no_color) colors.insert(color);
    }
  }
  const auto classes = color_classes(problem, weights);
  const auto together = [&](Color one, Color other) {
    return std::any_of(classes.begin(), classes.end(), [&](const auto& members) {
      return std::count(members.begin(), members.end(), one) == 1 &&
             std::count(members.begin(), members.end(), other) == 1;
    });
  };
  for (const Color one : colors) {
    for (const Color other : colors) {
      if (one >= other) continue;
      const bool alike =
          renamed(problem, weights, one, other) == renamed(problem, weights, one, one);
      check(alike == together(one, other), "colors of a class, and no others, can be exchanged");
    }
  }
  return classes.size();
}

const Registration exchanged("classes of colors", [] {
  std::mt19937 dice(159);
  std::size_t found = 0;
  std::size_t weighted = 0;
  for (int round = 0; round < 5000; ++round) {
    Raw raw = random_problem(dice, true, round % 2 == 0);
    // Each option again with two colors exchanged, but for a few.
    const auto options = raw.starts.size() - 1;
    for (std::size_t option = 0; option < options; ++option) {
      if (dice() % 9 == 0) continue;
      const auto begin = static_cast<std::size_t>(raw.starts[option]);
      const auto end = static_cast<std::size_t>(raw.starts[option + 1]);
      for (std::size_t k = begin; k < end; ++k) {
        raw.items.push_back(raw.items[k]);
        raw.colors.push_back(raw.colors[k] == 0 ? 0 : 3 - raw.colors[k]);
      }
      raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
    }
    const Problem problem = raw.problem();
    if (!problem.has_colors()) continue;
    std::vector<std::uint64_t> weights;
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
      weights.push_back(dice() % 30 == 0 ? 2 : 1);
    }
    found += checked(problem, {});
    weighted += checked(problem, weights);
  }
  check(found > 1000 && weighted > 100 && weighted < found, "many problems have classes");
});

}  // namespace

}  // namespace combien::tests
