// Small random problems of every kind (secondary items, colors, bounds), and their solutions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "cover/problem.hpp"

namespace combien::tests {

struct Raw {
  std::vector<ItemKind> kinds;
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> items;
  std::vector<std::int32_t> colors;

  Problem problem() const { return Problem(kinds, starts, items, colors); }
};

inline Raw random_problem(std::mt19937& dice, bool colored, bool bounded) {
  const auto roll = [&](int sides) {
    return static_cast<int>(dice() % static_cast<unsigned>(sides));
  };
  Raw raw;
  const int items = 1 + roll(6);
  for (int k = 0; k < items; ++k) {
    ItemKind kind;
    kind.primary = k == 0 || roll(3) != 0;
    if (bounded && kind.primary && roll(2) == 0) {
      kind.low = roll(3);
      kind.high = std::max(1, kind.low + roll(3));
    }
    raw.kinds.push_back(kind);
  }
  const int options = roll(10);
  for (int option = 0; option < options; ++option) {
    bool primary = false;
    for (int k = 0; k < items; ++k) {
      // Items are sometimes in descending order, so that nothing relies on their order.
      const int item = option % 2 == 0 ? k : items - 1 - k;
      if (roll(2) != 0) continue;
      const bool is_primary = raw.kinds[static_cast<std::size_t>(item)].primary;
      primary = primary || is_primary;
      raw.items.push_back(item);
      raw.colors.push_back(colored && !is_primary ? roll(3) : 0);
    }
    if (!primary) {
      raw.items.resize(static_cast<std::size_t>(raw.starts.back()));
      raw.colors.resize(raw.items.size());
      continue;
    }
    raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
  }
  return raw;
}

inline bool is_solution(const Problem& problem, std::uint32_t chosen) {
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    int uses = 0;
    std::set<Color> colors;
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      if (((chosen >> number(option)) & 1) == 0) continue;
      const auto items = problem.items(option);
      for (std::size_t k = 0; k < items.size(); ++k) {
        if (items[k] != item) continue;
        ++uses;
        colors.insert(problem.has_colors() ? problem.colors(option)[k] : no_color);
      }
    }
    const ItemKind& kind = problem.kind(item);
    if (kind.primary && (uses < kind.low || uses > kind.high)) return false;
    if (!kind.primary && uses > 1 && (colors.size() > 1 || colors.contains(no_color))) return false;
  }
  return true;
}

// All solutions, by trying each set of options.
inline std::set<std::vector<OptionId>> by_definition(const Problem& problem) {
  std::set<std::vector<OptionId>> all;
  for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << problem.option_count(); ++chosen) {
    if (!is_solution(problem, chosen)) continue;
    std::vector<OptionId> options;
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
      if ((chosen >> k & 1) != 0) options.push_back(OptionId{k});
    }
    all.insert(options);
  }
  return all;
}

}  // namespace combien::tests
