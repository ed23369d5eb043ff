// Queries of a diagram outside its manager, against the sets themselves.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "passes.hpp"
#include "zdd/counts.hpp"
#include "zdd/frozen.hpp"
#include "zdd/gathering.hpp"
#include "zdd/marginals.hpp"
#include "zdd/sizes.hpp"

namespace combien::tests {

namespace {

using Set = std::vector<Variable>;

FamilyId build(DiagramManager& manager, const std::set<Set>& sets) {
  std::vector<Variable> variables;
  std::vector<std::uint32_t> ends;
  for (const Set& set : sets) {
    variables.insert(variables.end(), set.begin(), set.end());
    ends.push_back(static_cast<std::uint32_t>(variables.size()));
  }
  Gathering gathering(manager, variables, ends);
  Slice slice(UINT64_MAX, 1e9);
  gathering.run(slice);
  return gathering.result();
}

// The sets of at least `least` of the elements: a node for each element and number still missing.
FamilyId at_least(DiagramManager& manager, std::uint32_t least, std::uint32_t elements) {
  std::vector<FamilyId> below(least + std::size_t{1}, empty_family);
  below[0] = unit_family;
  for (Variable v = elements; v-- > 0;) {
    for (std::uint32_t missing = least; missing > 0; --missing) {
      below[missing] = manager.make(v, below[missing], below[missing - 1]);
    }
    below[0] = manager.make(v, below[0], below[0]);
  }
  return below[least];
}

// The counts of a diagram, made in slices of the given number of steps.
struct Counted {
  explicit Counted(const Frozen& diagram, std::uint64_t steps = UINT64_MAX) : counts(diagram) {
    run_in_slices(counts, steps);
    DiagramMarginals machine(counts);
    run_in_slices(machine, steps);
    for (Variable v = 0; v < machine.size(); ++v) marginals.push_back(machine.of(v));
  }

  Counts counts;
  std::vector<Natural> marginals;
};

std::vector<Natural> count_by_size(const Frozen& diagram, std::uint64_t steps = UINT64_MAX) {
  SizeCounts machine(diagram);
  run_in_slices(machine, steps);
  std::vector<Natural> counts;
  counts.reserve(machine.end());
  for (std::uint32_t size = 0; size < machine.end(); ++size) counts.push_back(machine.of(size));
  return counts;
}

Natural count_in_turn(const Frozen& diagram) {
  SizeCounts machine(diagram, SizeCounts::Weigh::nothing);
  run_in_slices(machine);
  return machine.of(0);
}

// Binomial coefficients of n, by adding up Pascal's triangle.
std::vector<Natural> binomials(std::size_t n) {
  std::vector<Natural> line{Natural(1)};
  for (std::size_t k = 1; k <= n; ++k) {
    line.emplace_back(1);
    for (std::size_t j = k - 1; j > 0; --j) line[j] += line[j - 1];
  }
  return line;
}

const Registration small("diagrams: counts, ranks, sizes, marginals of random families", [] {
  std::mt19937 dice(7);
  for (int round = 0; round < 300; ++round) {
    std::set<Set> sets;
    for (std::uint32_t k = dice() % 20; k > 0; --k) {
      Set set;
      for (Variable v = 0; v < 6; ++v) {
        if (dice() % 2 != 0) set.push_back(v);
      }
      sets.insert(set);
    }
    DiagramManager manager(1 << 20, 1 << 10);
    const FamilyId family = build(manager, sets);
    // Slices of a few steps, so that each pass stops at every possible point.
    const std::uint64_t steps = 1 + dice() % 3;
    Freezing freezing(manager, family);
    run_in_slices(freezing, steps);
    const Frozen frozen = freezing.take();
    const Counted counted(frozen, steps);
    const Counts& counts = counted.counts;
    SetCount count(frozen);
    run_in_slices(count, steps);
    check(count.total() == Natural(sets.size()), "all sets are counted");
    check(count_in_turn(frozen) == Natural(sets.size()), "in turn, too");
    std::uint64_t place = 0;
    std::map<std::size_t, std::uint64_t> sizes;
    std::map<Variable, std::uint64_t> holding;
    for (const Set& set : sets) {
      check(frozen.contains(set), "a set is found");
      check(counts.rank(set) == Natural(place), "a set has its rank");
      check(counts.unrank({&place, 1}) == set, "a rank has its set");
      ++place;
      ++sizes[set.size()];
      for (const Variable v : set) ++holding[v];
    }
    for (std::uint32_t bits = 0; bits < 64; ++bits) {
      Set set;
      for (Variable v = 0; v < 6; ++v) {
        if ((bits >> v & 1) != 0) set.push_back(v);
      }
      check(frozen.contains(set) == sets.contains(set), "and no others are");
    }
    const std::vector<Natural> by_size = count_by_size(frozen, steps);
    check(by_size.size() == (sizes.empty() ? 0 : sizes.rbegin()->first + 1), "the largest size");
    for (std::size_t k = 0; k < by_size.size(); ++k) {
      check(by_size[k] == Natural(sizes[k]), "each size is counted");
    }
    const std::vector<Natural>& marginals = counted.marginals;
    check(marginals.size() == (holding.empty() ? 0 : holding.rbegin()->first + std::size_t{1}),
          "the largest variable");
    for (Variable v = 0; v < marginals.size(); ++v) {
      check(marginals[v] == Natural(holding[v]), "each variable is counted");
    }
  }
});

const Registration wide("diagrams: numbers of many limbs", [] {
  constexpr std::uint32_t elements = 300;
  constexpr std::uint32_t least = 100;
  DiagramManager manager(1 << 20, 0);
  const Frozen frozen = freeze(manager, at_least(manager, least, elements));
  const Counted counted(frozen);
  const Counts& counts = counted.counts;
  const std::vector<Natural> line = binomials(elements);
  const std::vector<Natural> by_size = count_by_size(frozen);
  check(by_size.size() == elements + 1, "all sizes are there");
  Natural total;
  for (std::uint32_t k = 0; k <= elements; ++k) {
    check(by_size[k] == (k < least ? Natural() : line[k]), "each is a binomial coefficient");
    total += by_size[k];
  }
  check(count_of(frozen) == total && count_in_turn(frozen) == total, "they add up");
  Counts few(frozen, 1000);
  check(run_in_slices(few) == 1 && !few.complete(), "a few limbs do not suffice");
  check(run_in_slices(few) == 1 && !few.complete(), "nor when it is asked again");
  Natural held;
  for (const Natural& coefficient : binomials(elements - 1)) held += coefficient;
  const std::vector<Natural> shorter = binomials(elements - 1);
  Natural fewer;
  for (std::uint32_t k = 0; k + 1 < least; ++k) fewer += shorter[k];
  for (Natural marginal : counted.marginals) {
    marginal += fewer;
    check(marginal == held, "each element is in equally many");
  }
  Dice dice(3);
  for (int round = 0; round < 100; ++round) {
    const Set set = counts.draw(dice);
    check(set.size() >= least && frozen.contains(set), "what is drawn is in the family");
  }
});

const Registration deep("diagrams: a million nodes one above the other", [] {
  DiagramManager manager(1 << 24, 0);
  FamilyId chain = unit_family;
  for (Variable v = 1'000'000; v-- > 0;) chain = manager.make(v, empty_family, chain);
  const Frozen frozen = freeze(manager, chain);
  check(count_of(frozen) == Natural(1), "it is one set");
  const std::vector<Natural> by_size = count_by_size(frozen);
  check(by_size.size() == 1'000'001 && by_size.back() == Natural(1), "of a million elements");
  const Counted counted(frozen);
  const Counts& counts = counted.counts;
  check(counted.marginals.size() == 1'000'000, "each has its number");
  Dice dice(1);
  const Set set = counts.draw(dice);
  check(set.size() == 1'000'000 && frozen.contains(set), "it is drawn");
  // All sets of many elements: counts of up to 313 limbs, which are dropped in turn.
  FamilyId all = unit_family;
  for (Variable v = 20'000; v-- > 0;) all = manager.make(v, all, all);
  check(count_of(freeze(manager, all)).bit_length() == 20'001, "two to the power of their number");
});

const Registration slices("diagrams: a pass that stops in between gives what one run gives", [] {
  DiagramManager manager(1 << 20, 0);
  const FamilyId family = at_least(manager, 40, 120);
  const Frozen whole = freeze(manager, family);
  Freezing freezing(manager, family);
  check(run_in_slices(freezing, 7) > 10, "taking the nodes out takes slices");
  const Frozen frozen = freezing.take();
  check(frozen.variables == whole.variables && frozen.lo == whole.lo && frozen.hi == whole.hi,
        "the nodes are the same");
  // Another family's work and a collection come in between: the nodes stay where they are.
  Freezing late(manager, family);
  Slice little(3, 1e9);
  check(!late.run(little), "three steps are too few");
  manager.collect();
  run_in_slices(late);
  check(late.take().lo == whole.lo, "a collection in between moves nothing");
  SetCount count(whole);
  check(run_in_slices(count, 100) > 10 && count.total() == count_of(whole), "counts");
  SizeCounts sizes(whole);
  check(run_in_slices(sizes, 100) > 10, "sizes take slices");
  const std::vector<Natural> by_size = count_by_size(whole);
  for (std::uint32_t size = 0; size < sizes.end(); ++size) {
    check(sizes.of(size) == by_size[size], "sizes are the same");
  }
  const Counted at_once(whole);
  Counts counts(whole);
  check(run_in_slices(counts, 100) > 10, "counts take slices");
  DiagramMarginals marginals(counts);
  check(run_in_slices(marginals, 100) > 10 && run_in_slices(marginals, 1) == 1, "marginals, too");
  for (Variable v = 0; v < marginals.size(); ++v) {
    check(marginals.of(v) == at_once.marginals[v], "marginals are the same");
  }
});

const Registration blocks("diagrams: counts of more limbs than a block has", [] {
  // All sets of this many elements: the counts are powers of two, and fill several blocks.
  constexpr std::uint32_t elements = 30'000;
  DiagramManager manager(1 << 20, 0);
  FamilyId all = unit_family;
  for (Variable v = elements; v-- > 0;) all = manager.make(v, all, all);
  const Frozen frozen = freeze(manager, all);
  Counts counts(frozen);
  run_in_slices(counts);
  for (std::uint32_t k = 1; k < elements + 2; k += 97) {
    const limbs::Limbs power = counts.of(k);
    check(limbs::bit_length(power) == k && power.size() == (k + 63) / 64, "two to the power of k");
    check(power.back() == std::uint64_t{1} << (k - 1) % 64, "and nothing else");
  }
});

const Registration draws("diagrams: each set is drawn as often as any other", [] {
  DiagramManager manager(1 << 10, 0);
  const std::set<Set> sets{{}, {0}, {0, 1}, {0, 1, 2}, {3}, {1, 3}, {2, 3}};
  const Frozen frozen = freeze(manager, build(manager, sets));
  const Counted counted(frozen);
  const Counts& counts = counted.counts;
  Dice dice(5);
  std::map<Set, double> drawn;
  for (int k = 0; k < 7000; ++k) ++drawn[counts.draw(dice)];
  double unfairness = 0;
  for (const auto& [set, times] : drawn) unfairness += (times - 1000) * (times - 1000) / 1000;
  // Chi-square with six degrees of freedom: exceeded once in a thousand.
  check(drawn.size() == 7 && unfairness < 22.46, "the draws are fair");
});

}  // namespace

}  // namespace combien::tests
