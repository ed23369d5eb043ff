// Lumping: the coarsest partition of the states whose classes have equal rows.
//
// States of one class begin equally many tilings of n slabs, for all n.  So the states are first
// divided by those numbers modulo 2^64, and then by their rows, which are compared exactly, until
// no class is divided.  The first step saves most rounds of the second.
#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "strip/automaton.hpp"

namespace combien {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 32);
}

// The class of each state, and the number of classes.
struct StateClasses {
  LargeVector<std::uint32_t> of;
  std::uint32_t count = 0;
};

// Classes by equal keys, numbered by first occurrence.
StateClasses by_keys(const LargeVector<std::uint64_t>& keys) {
  StateClasses classes;
  classes.of.reserve(keys.size());
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  for (const std::uint64_t key : keys) {
    const auto place = known.emplace(key, classes.count).first;
    if (place->second == classes.count) ++classes.count;
    classes.of.push_back(place->second);
  }
  return classes;
}

Gradual<StateClasses> by_numbers(const Automaton& automaton, Pace& pace) {
  const std::uint32_t states = automaton.states();
  LargeVector<std::uint64_t> numbers(states, 0);
  LargeVector<std::uint64_t> next(states, 0);
  LargeVector<std::uint64_t> keys(states, 1);
  numbers[0] = 1;
  keys[0] = 0;
  StateClasses classes = by_keys(keys);
  // Two lengths may make no difference and a third one does: the rest is left to the rows.
  for (int unchanged = 0; unchanged < 8;) {
    for (std::uint32_t state = 0; state < states; ++state) {
      const std::uint64_t end = automaton.rows[state + 1];
      if (!pace.tick(1 + end - automaton.rows[state])) co_yield pause;
      std::uint64_t sum = 0;
      for (std::uint64_t k = automaton.rows[state]; k < end; ++k) {
        sum += automaton.weights[k] * numbers[automaton.columns[k]];
      }
      next[state] = sum;
      keys[state] = mixed(keys[state], sum);
    }
    numbers.swap(next);
    StateClasses finer = by_keys(keys);
    unchanged = finer.count == classes.count ? unchanged + 1 : 0;
    classes = std::move(finer);
  }
  co_return classes;
}

using Row = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

// The sums of the weights to each class, ascending.
void row_of(const Automaton& automaton, const StateClasses& classes, std::uint32_t state,
            Row& row) {
  row.clear();
  for (std::uint64_t k = automaton.rows[state]; k < automaton.rows[state + 1]; ++k) {
    row.emplace_back(classes.of[automaton.columns[k]], automaton.weights[k]);
  }
  std::sort(row.begin(), row.end());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (kept != 0 && row[kept - 1].first == row[k].first) {
      row[kept - 1].second += row[k].second;
    } else {
      row[kept++] = row[k];
    }
  }
  row.resize(kept);
}

// The first state of each class.
LargeVector<std::uint32_t> representatives(const StateClasses& classes) {
  LargeVector<std::uint32_t> firsts;
  firsts.reserve(classes.count);
  for (std::uint32_t state = 0; state < classes.of.size(); ++state) {
    if (classes.of[state] == firsts.size()) firsts.push_back(state);
  }
  COMBIEN_ENSURE(firsts.size() == classes.count);
  return firsts;
}

// Divides each class by the rows of its states.
Gradual<StateClasses> by_rows(const Automaton& automaton, const StateClasses& classes, Pace& pace) {
  const std::uint32_t states = automaton.states();
  StateClasses finer;
  finer.of.resize(states);
  std::unordered_multimap<std::uint64_t, std::uint32_t> known;  // From hashes to representatives.
  Row row;
  Row other;
  for (std::uint32_t state = 0; state < states; ++state) {
    if (!pace.tick(1 + 4 * (automaton.rows[state + 1] - automaton.rows[state]))) co_yield pause;
    row_of(automaton, classes, state, row);
    std::uint64_t hash = classes.of[state];
    for (const auto& [to, weight] : row) hash = mixed(mixed(hash, to), weight);
    const auto [first, last] = known.equal_range(hash);
    const auto equal = std::find_if(first, last, [&](const auto& entry) {
      if (classes.of[entry.second] != classes.of[state]) return false;
      row_of(automaton, classes, entry.second, other);
      return row == other;
    });
    if (equal == last) {
      known.emplace(hash, state);
      finer.of[state] = finer.count++;
    } else {
      finer.of[state] = finer.of[equal->second];
    }
  }
  co_return finer;
}

}  // namespace

Gradual<Automaton> lumped(Automaton automaton, Pace& pace) {
  StateClasses classes;
  {
    Gradual<StateClasses> dividing = by_numbers(automaton, pace);
    while (!dividing.run()) co_yield pause;
    classes = dividing.take();
  }
  for (bool divided = true; divided;) {
    Gradual<StateClasses> dividing = by_rows(automaton, classes, pace);
    while (!dividing.run()) co_yield pause;
    StateClasses finer = dividing.take();
    divided = finer.count != classes.count;
    classes = std::move(finer);
  }
  if (classes.count == automaton.states()) co_return std::move(automaton);
  Automaton result;
  Row row;
  for (const std::uint32_t state : representatives(classes)) {
    if (!pace.tick(1 + 4 * (automaton.rows[state + 1] - automaton.rows[state]))) co_yield pause;
    row_of(automaton, classes, state, row);
    for (const auto& [to, weight] : row) {
      if (weight > most_weight) co_return std::move(automaton);
      result.columns.push_back(to);
      result.weights.push_back(static_cast<std::uint32_t>(weight));
    }
    result.rows.push_back(result.columns.size());
  }
  co_return result;
}

}  // namespace combien
