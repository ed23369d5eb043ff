// Automata of strips against the enumeration of all tilings, in slices of any size; recurrences.
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "strip/building.hpp"
#include "strip/massey.hpp"
#include "strip/vectors.hpp"

namespace combien::tests {

namespace {

using Lanes = ModularVectors::Lanes;

// A random set of placements in a slab and the next two, and sometimes prisms.
StripTiles random_tiles(std::mt19937& dice) {
  StripTiles tiles;
  tiles.slots = 1 + dice() % 4;
  std::set<Cells> placements;
  for (std::uint32_t k = 0; k < 2 + dice() % 5; ++k) {
    std::set<std::uint32_t> cells{static_cast<std::uint32_t>(dice() % tiles.slots)};
    for (std::uint32_t more = dice() % 4; more != 0; --more) {
      cells.insert(static_cast<std::uint32_t>(dice() % (3 * tiles.slots)));
    }
    placements.emplace(cells.begin(), cells.end());
  }
  tiles.placements.assign(placements.begin(), placements.end());
  if (dice() % 2 == 0) {
    tiles.prisms.push_back({static_cast<std::uint32_t>(dice() % tiles.slots)});
    if (tiles.slots > 1) tiles.prisms.push_back({0, 1});
  }
  return tiles;
}

// The placements in a strip of this length; a prism of each length is one.
std::vector<Cells> placed(const StripTiles& tiles, std::uint32_t length) {
  std::vector<Cells> all;
  for (std::uint32_t slab = 0; slab < length; ++slab) {
    for (const Cells& cells : tiles.placements) {
      Cells moved;
      for (const std::uint32_t cell : cells) moved.push_back(cell + slab * tiles.slots);
      if (moved.back() < length * tiles.slots) all.push_back(moved);
    }
    for (const Cells& prism : tiles.prisms) {
      Cells moved;
      for (std::uint32_t last = slab; last < length; ++last) {
        for (const std::uint32_t slot : prism) moved.push_back(slot + last * tiles.slots);
        all.push_back(moved);
      }
    }
  }
  return all;
}

std::uint64_t by_definition(const std::vector<Cells>& placements, std::vector<bool>& covered) {
  std::uint32_t first = 0;
  while (first < covered.size() && covered[first]) ++first;
  if (first == covered.size()) return 1;
  std::uint64_t count = 0;
  for (const Cells& cells : placements) {
    bool fits = cells.front() == first;
    for (const std::uint32_t cell : cells) fits = fits && !covered[cell];
    if (!fits) continue;
    for (const std::uint32_t cell : cells) covered[cell] = true;
    count += by_definition(placements, covered);
    for (const std::uint32_t cell : cells) covered[cell] = false;
  }
  return count;
}

AutomatonBuilder built(const StripTiles& tiles, std::uint64_t steps) {
  AutomatonBuilder builder(tiles);
  for (;;) {
    Slice slice(steps, steps == UINT64_MAX ? 1e9 : 0);
    if (builder.run(slice, UINT64_MAX) == Outcome::done) return builder;
  }
}

Lanes primes_below(std::uint64_t limit) {
  Lanes primes{};
  for (std::uint64_t& prime : primes) prime = limit = prime_below(limit);
  return primes;
}

ModularVectors run_vectors(ModularVectors vectors, std::uint64_t steps) {
  for (;;) {
    Slice slice(steps, 1e9);
    if (vectors.run(slice) == Outcome::done) return vectors;
  }
}

const Registration random_strips("random strips", [] {
  std::mt19937 dice(7);
  for (int round = 0; round < 60; ++round) {
    const StripTiles tiles = random_tiles(dice);
    check(valid(tiles), "tiles are valid");
    const AutomatonBuilder builder = built(tiles, round % 2 == 0 ? 3 : UINT64_MAX);
    constexpr std::uint32_t last = 4;
    for (const Automaton* automaton : {&builder.automaton(), &builder.reversed()}) {
      const Lanes primes = primes_below(ModularVectors::prime_limit(*automaton));
      const ModularVectors vectors = run_vectors(ModularVectors(*automaton, primes, last), 2);
      VectorBounds bounds(*automaton);
      Slice slice(UINT64_MAX, 1e9);
      check(bounds.run(last, slice), "bounds are found");
      for (std::uint32_t length = 0; length <= last; ++length) {
        std::vector<bool> covered(std::size_t{length} * tiles.slots);
        const std::uint64_t count = by_definition(placed(tiles, length), covered);
        for (std::size_t lane = 0; lane < primes.size(); ++lane) {
          check(vectors.terms()[length][lane] == count % primes[lane], "terms are counts");
        }
        const double bound = bounds.bounds()[length];
        check(static_cast<double>(count) <= std::exp2(bound), "counts are bounded");
      }
    }
  }
});

// Dominoes in a strip of width 2: a(n) = a(n-1) + a(n-2).
const StripTiles narrow{2, {{0, 1}, {0, 2}, {1, 3}}, {}, {{1, 0}}};

const Registration combinations("combinations of vectors of a strip", [] {
  const AutomatonBuilder builder = built(narrow, UINT64_MAX);
  const Automaton& automaton = builder.automaton();
  check(automaton.states() == 2, "states are merged");
  const Lanes primes = primes_below(ModularVectors::prime_limit(automaton));
  Lanes one{};
  one.fill(1);
  Lanes minus{};
  for (std::size_t lane = 0; lane < primes.size(); ++lane) minus[lane] = primes[lane] - 1;
  for (const std::uint64_t first : {0, 1, 5}) {
    const std::vector<Lanes> right{minus, minus, one};
    check(run_vectors(ModularVectors(automaton, primes, first + 2, first, right), 1)
              .combination_is_zero(),
          "the recurrence holds for vectors");
    const std::vector<Lanes> wrong{minus, one, one};
    check(!run_vectors(ModularVectors(automaton, primes, first + 2, first, wrong), 1)
               .combination_is_zero(),
          "no other recurrence does");
  }
});

const Registration limits("limits of automata of strips", [] {
  AutomatonBuilder builder(narrow);
  Slice slice(UINT64_MAX, 1e9);
  check(builder.run(slice, 1) == Outcome::out_of_bytes, "bytes are limited");
  check_throws<std::length_error>("a placement of 1025 cells", [] {
    Cells cells(1025);
    for (std::uint32_t k = 0; k < cells.size(); ++k) cells[k] = k;
    AutomatonBuilder(StripTiles{1, {cells}, {}, {}});
  });
  // A slab of 40 cells that are covered one by one, by two kinds of tiles.
  StripTiles free{40, {}, {}, {}};
  for (std::uint32_t slot = 0; slot < free.slots; ++slot) {
    free.placements.push_back({slot});
    free.placements.push_back({slot});
  }
  check_throws<std::overflow_error>("a slab with 2^40 fillings", [&] { built(free, UINT64_MAX); });
  check(!valid({0, {}, {}, {}}), "no slots");
  check(!valid({2, {{2}}, {}, {}}), "a placement that begins in slab 1");
  check(!valid({2, {{1, 0}}, {}, {}}), "a placement out of order");
  check(!valid({2, {}, {{0, 2}}, {}}), "a prism of two slabs");
  check(!valid({2, {}, {}, {{0, 0}}}), "no permutation");
  check(!valid({2, {}, {{0}}, {{1, 0}}}), "a symmetry that moves a prism away");
});

template <class Value>
Value finished(Gradual<Value> computation, Pace& pace) {
  for (;;) {
    Slice slice(UINT64_MAX, 0);
    pace.set(slice);
    if (computation.run()) return computation.take();
  }
}

const Registration recurrences("shortest recurrences modulo a prime", [] {
  constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  std::mt19937 dice(5);
  for (std::size_t order = 0; order < 60; ++order) {
    std::vector<std::uint64_t> factors;
    std::vector<std::uint64_t> terms;
    for (std::size_t k = 0; k < order; ++k) {
      factors.push_back(dice() % 1000);
      terms.push_back(dice() % 1000);
    }
    __extension__ using Wide = unsigned __int128;
    for (std::size_t n = order; n < 2 * order + 10; ++n) {
      Wide sum = 0;
      for (std::size_t k = 0; k < order; ++k) sum += Wide{factors[k]} * terms[n - 1 - k];
      terms.push_back(static_cast<std::uint64_t>(sum % prime));
    }
    Pace pace;
    const ModularRecurrence found = finished(shortest_recurrence(terms, prime, pace), pace);
    check(found.order <= order, "no recurrence is shorter");
    check(finished(satisfies(terms, found.coefficients, found.order, prime, pace), pace),
          "the terms satisfy it");
    if (order == 0) continue;
    terms.back() = (terms.back() + 1) % prime;
    check(!finished(satisfies(terms, found.coefficients, found.order, prime, pace), pace),
          "changed terms do not");
  }
});

}  // namespace

}  // namespace combien::tests
