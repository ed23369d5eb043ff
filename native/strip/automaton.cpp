#include "strip/automaton.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/require.hpp"

namespace combien {

std::uint64_t Automaton::bytes() const {
  return rows.capacity() * sizeof(rows[0]) + columns.capacity() * sizeof(columns[0]) +
         weights.capacity() * sizeof(weights[0]);
}

std::uint64_t Automaton::heaviest() const {
  std::uint64_t most = 0;
  for (std::uint32_t state = 0; state < states(); ++state) {
    std::uint64_t sum = 0;
    for (std::uint64_t k = rows[state]; k < rows[state + 1]; ++k) sum += weights[k];
    most = std::max(most, sum);
  }
  return most;
}

Levels levels_of(const Automaton& automaton) {
  const std::uint32_t states = automaton.states();
  constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  LargeVector<std::uint32_t> distances(states, unknown);
  LargeVector<std::uint32_t> found{0};
  distances[0] = 0;
  std::uint32_t period = 0;
  for (std::size_t place = 0; place < found.size(); ++place) {
    const std::uint32_t next = distances[found[place]] + 1;
    for (std::uint64_t k = automaton.rows[found[place]]; k < automaton.rows[found[place] + 1];
         ++k) {
      std::uint32_t& distance = distances[automaton.columns[k]];
      if (distance == unknown) {
        distance = next;
        found.push_back(automaton.columns[k]);
      } else {
        period = std::gcd(period, std::max(next, distance) - std::min(next, distance));
      }
    }
  }
  COMBIEN_REQUIRE(found.size() == states);
  Levels levels;
  // There is no way from state 0 to itself if it is the only state.
  levels.period = std::max(period, std::uint32_t{1});
  levels.starts.assign(std::size_t{levels.period} + 1, 0);
  for (const std::uint32_t distance : distances) ++levels.starts[distance % levels.period + 1];
  std::partial_sum(levels.starts.begin(), levels.starts.end(), levels.starts.begin());
  LargeVector<std::uint32_t> next(levels.starts.begin(), levels.starts.end() - 1);
  levels.states.resize(states);
  for (std::uint32_t state = 0; state < states; ++state) {
    levels.states[next[distances[state] % levels.period]++] = state;
  }
  return levels;
}

Gradual<Automaton> transposed(const Automaton& automaton, Pace& pace) {
  const std::uint32_t states = automaton.states();
  Automaton result;
  result.rows.assign(std::size_t{states} + 1, 0);
  for (const std::uint32_t column : automaton.columns) ++result.rows[std::size_t{column} + 1];
  for (std::uint32_t state = 0; state < states; ++state) {
    result.rows[state + 1] += result.rows[state];
  }
  result.columns.resize(automaton.columns.size());
  result.weights.resize(automaton.weights.size());
  LargeVector<std::uint64_t> next(result.rows.begin(), result.rows.end() - 1);
  for (std::uint32_t state = 0; state < states; ++state) {
    const std::uint64_t end = automaton.rows[state + 1];
    if (!pace.tick(1 + end - automaton.rows[state])) co_yield pause;
    for (std::uint64_t k = automaton.rows[state]; k < end; ++k) {
      const std::uint64_t place = next[automaton.columns[k]]++;
      result.columns[place] = state;
      result.weights[place] = automaton.weights[k];
    }
  }
  co_return result;
}

Gradual<Automaton> trimmed(Automaton automaton, Pace& pace) {
  const std::uint32_t states = automaton.states();
  LargeVector<std::uint32_t> numbers(states, 0);
  {
    Gradual<Automaton> reversing = transposed(automaton, pace);
    while (!reversing.run()) co_yield pause;
    const Automaton reversed = reversing.take();
    LargeVector<std::uint32_t> found{0};
    numbers[0] = 1;
    for (std::size_t place = 0; place < found.size(); ++place) {
      const std::uint32_t state = found[place];
      const std::uint64_t end = reversed.rows[state + 1];
      if (!pace.tick(1 + end - reversed.rows[state])) co_yield pause;
      for (std::uint64_t k = reversed.rows[state]; k < end; ++k) {
        if (std::exchange(numbers[reversed.columns[k]], 1) == 0) {
          found.push_back(reversed.columns[k]);
        }
      }
    }
    if (found.size() == states) co_return std::move(automaton);
  }
  // From here on the number of a state that stays, plus one.
  std::uint32_t last = 0;
  for (std::uint32_t& number : numbers) {
    if (number != 0) number = ++last;
  }
  Automaton result;
  for (std::uint32_t state = 0; state < states; ++state) {
    const std::uint64_t end = automaton.rows[state + 1];
    if (!pace.tick(1 + end - automaton.rows[state])) co_yield pause;
    if (numbers[state] == 0) continue;
    for (std::uint64_t k = automaton.rows[state]; k < end; ++k) {
      const std::uint32_t number = numbers[automaton.columns[k]];
      if (number == 0) continue;
      result.columns.push_back(number - 1);
      result.weights.push_back(automaton.weights[k]);
    }
    result.rows.push_back(result.columns.size());
  }
  co_return result;
}

Gradual<Automaton> minimized(Automaton automaton, Pace& pace) {
  // The number of times in a row that lumping has made no difference.
  int unchanged = 0;
  while (unchanged < 2) {
    const std::uint32_t before = automaton.states();
    Gradual<Automaton> lumping = lumped(std::move(automaton), pace);
    while (!lumping.run()) co_yield pause;
    const Automaton smaller = lumping.take();
    unchanged = smaller.states() == before ? unchanged + 1 : 0;
    Gradual<Automaton> transposing = transposed(smaller, pace);
    while (!transposing.run()) co_yield pause;
    automaton = transposing.take();
  }
  co_return automaton;
}

}  // namespace combien
