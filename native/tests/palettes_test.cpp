// Palettes against their definition: exchanging two columns maps the options to themselves.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "cover/palettes.hpp"
#include "cover/twins.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"
#include "random_problem.hpp"

namespace combien::tests {

namespace {

using Weights = std::vector<std::uint64_t>;
using Entries = std::multiset<std::pair<std::uint64_t, std::set<std::pair<ItemId, Color>>>>;

Entries options_of(const Problem& problem, const Weights& weights,
                   const std::map<ItemId, ItemId>& images) {
  Entries all;
  for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
    std::set<std::pair<ItemId, Color>> entries;
    const auto items = problem.items(OptionId{option});
    for (std::size_t k = 0; k < items.size(); ++k) {
      const auto image = images.find(items[k]);
      entries.emplace(image == images.end() ? items[k] : image->second,
                      problem.has_colors() ? problem.colors(OptionId{option})[k] : no_color);
    }
    all.insert({weights.empty() ? 1 : weights[option], entries});
  }
  return all;
}

// Columns that share some items, a few of which lack an option.
Raw planted(std::mt19937& dice, Weights& weights) {
  const auto roll = [&](int sides) {
    return static_cast<int>(dice() % static_cast<unsigned>(sides));
  };
  Raw raw;
  const int shared = 1 + roll(4);
  const int rows = 1 + roll(4);
  const int columns = 2 + roll(4);
  std::vector<ItemKind> kinds;
  for (int k = 0; k < shared; ++k) kinds.push_back({k == 0 || roll(3) != 0});
  for (int row = 0; row < rows; ++row) {
    ItemKind kind{roll(3) == 0};
    if (kind.primary && roll(2) == 0) kind = {true, roll(2), 1 + roll(2)};
    for (int column = 0; column < columns; ++column) kinds.push_back(kind);
  }
  // Items in any order.
  std::vector<std::int32_t> numbers(kinds.size());
  for (std::size_t k = 0; k < kinds.size(); ++k) numbers[k] = static_cast<std::int32_t>(k);
  std::shuffle(numbers.begin(), numbers.end(), dice);
  raw.kinds.resize(kinds.size());
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    raw.kinds[static_cast<std::size_t>(numbers[k])] = kinds[k];
  }
  const int shapes = 1 + roll(6);
  for (int shape = 0; shape < shapes; ++shape) {
    std::set<int> common{roll(shared)};
    std::set<int> moving;
    for (int k = roll(2); k > 0; --k) common.insert(roll(shared));
    for (int k = roll(3); k > 0; --k) moving.insert(roll(rows));
    const auto weight = static_cast<std::uint64_t>(1 + roll(3) / 2);
    for (int column = 0; column < columns; ++column) {
      if (roll(15) == 0) continue;
      bool primary = false;
      const auto add = [&](int item) {
        primary = primary || kinds[static_cast<std::size_t>(item)].primary;
        raw.items.push_back(numbers[static_cast<std::size_t>(item)]);
        raw.colors.push_back(0);
      };
      for (const int item : common) add(item);
      for (const int row : moving) add(shared + row * columns + column);
      if (!primary) {
        raw.items.resize(static_cast<std::size_t>(raw.starts.back()));
        raw.colors.resize(raw.items.size());
        continue;
      }
      raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
      weights.push_back(roll(20) == 0 ? 3 : weight);
    }
  }
  return raw;
}

// Checks all palettes; returns how many there are.
std::size_t checked(const Problem& problem, const Weights& weights) {
  const auto classes = twins(problem, weights);
  const auto found = palettes(problem, weights, classes);
  std::set<ItemId> seen;
  for (const auto& members : classes) seen.insert(members.begin(), members.end());
  const Entries before = options_of(problem, weights, {});
  for (const Palette& palette : found) {
    check(palette.size() >= 2 && !palette.front().empty(), "a palette has two columns");
    for (const auto& column : palette) {
      check(column.size() == palette.front().size(), "columns have equal lengths");
      std::map<ItemId, ItemId> images;
      for (std::size_t row = 0; row < column.size(); ++row) {
        const ItemKind& kind = problem.kind(column[row]);
        const ItemKind& others = problem.kind(palette.front()[row]);
        check(kind.primary == others.primary && kind.low == others.low && kind.high == others.high,
              "items of a row are of one kind");
        check(seen.insert(column[row]).second, "palettes and twins have no item in common");
        images[column[row]] = palette.front()[row];
        images[palette.front()[row]] = column[row];
      }
      check(options_of(problem, weights, images) == before, "columns can be exchanged");
    }
  }
  return found.size();
}

const Registration sound("palettes by definition", [] {
  std::mt19937 dice(314);
  std::size_t found = 0;
  std::size_t weighted = 0;
  for (int round = 0; round < 20000; ++round) {
    Weights weights;
    const Problem problem = planted(dice, weights).problem();
    found += checked(problem, {});
    weighted += checked(problem, weights);
    checked(random_problem(dice, round % 2 == 0, round % 3 == 0).problem(), {});
  }
  check(found > 1000 && weighted > 500 && weighted < found, "many problems have palettes");
});

Natural swept(const Problem& problem, const std::vector<ItemId>& order, Values values) {
  const auto machine = sweep(problem, order, std::move(values));
  for (;;) {
    Slice slice(50, 1e9);
    if (machine->run(slice, UINT64_MAX) == Outcome::done) return machine->count();
    check(machine->unsound().empty(), "the layers are sound");
  }
}

// Sweeps that exchange all that can be exchanged, in any order.
const Registration counted("sweeps that exchange columns and colors", [] {
  std::mt19937 dice(2653);
  int exchanged = 0;
  for (int round = 0; round < 8000; ++round) {
    Weights weights;
    Raw raw = round % 3 == 0 ? random_problem(dice, true, true) : planted(dice, weights);
    if (round % 3 == 0) {
      // Each option again in exchanged colors.
      const auto options = raw.starts.size() - 1;
      for (std::size_t option = 0; option < options; ++option) {
        const auto end = static_cast<std::size_t>(raw.starts[option + 1]);
        for (auto k = static_cast<std::size_t>(raw.starts[option]); k < end; ++k) {
          raw.items.push_back(raw.items[k]);
          raw.colors.push_back(raw.colors[k] == 0 ? 0 : 3 - raw.colors[k]);
        }
        raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
      }
      weights.assign(raw.starts.size() - 1, 1);
    }
    const Problem problem = raw.problem();
    if (problem.option_count() > 14) continue;
    std::uint64_t all = 0;
    std::uint64_t weighted = 0;
    for (const auto& options : by_definition(problem)) {
      std::uint64_t product = 1;
      for (const OptionId option : options) product *= weights[number(option)];
      ++all;
      weighted += product;
    }
    auto order = given_order(problem);
    for (int turn = 0; turn < 3; ++turn) {
      check(swept(problem, order, {{}, 0, false, 0.0}) == Natural(all), "all are counted");
      check(swept(problem, order, {weights, 0, false, 0.0}) == Natural(weighted),
            "all weights are added");
      check(swept(problem, order, {{}, 0, true}) == Natural(all), "all are counted apart");
      exchanged += sweep(problem, order, {{}, 0, false, 0.0})->exchanged() > 0 ? 1 : 0;
      std::shuffle(order.begin(), order.end(), dice);
    }
  }
  check(exchanged > 800, "many sweeps exchange something");
});

const Registration squares("the palette of a Latin square", [] {
  const int n = 5;
  Raw raw;
  raw.kinds.resize(3 * n * n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      for (int digit = 0; digit < n; ++digit) {
        for (const int item :
             {row * n + column, n * n + row * n + digit, 2 * n * n + column * n + digit}) {
          raw.items.push_back(item);
          raw.colors.push_back(0);
        }
        raw.starts.push_back(static_cast<std::int32_t>(raw.items.size()));
      }
    }
  }
  const Problem problem = raw.problem();
  const auto found = palettes(problem, {}, {});
  check(found.size() == 1 && found[0].size() == n && found[0][0].size() == 2 * n,
        "a Latin square has a column of items for each digit");
  check(checked(problem, {}) == 1, "it can be exchanged");
});

}  // namespace

}  // namespace combien::tests
