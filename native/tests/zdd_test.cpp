// Diagrams against sets of bits, and the manager under collections.
#include <map>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "passes.hpp"
#include "zdd/algebra.hpp"
#include "zdd/frozen.hpp"
#include "zdd/gathering.hpp"
#include "zdd/loading.hpp"
#include "zdd/passes.hpp"
#include "zdd/weighing.hpp"

namespace combien::tests {

namespace {

// A set is a bit mask of its variables; a family is a set of masks.
using Sets = std::set<std::uint32_t>;

template <class Machine>
FamilyId finish(Machine& machine) {
  // Slices of one step, so that every task is the last of a slice once.
  for (;;) {
    Slice slice(1, 1e9);
    if (machine.run(slice)) return machine.result();
  }
}

FamilyId weighed(Weighing& machine) {
  for (;;) {
    Slice slice(1, 1e9);
    if (machine.run(slice, UINT64_MAX) == Outcome::done) return machine.result();
    Slice none(1, 1e9);
    check(machine.bytes() == 0 || machine.run(none, 0) == Outcome::out_of_bytes,
          "bytes are limited");
  }
}

FamilyId build(DiagramManager& manager, const Sets& sets) {
  std::vector<Variable> variables;
  std::vector<std::uint32_t> ends;
  for (const std::uint32_t set : sets) {
    for (Variable v = 0; v < 32; ++v) {
      if ((set >> v & 1) != 0) variables.push_back(v);
    }
    ends.push_back(static_cast<std::uint32_t>(variables.size()));
  }
  Gathering gathering(manager, variables, ends);
  return finish(gathering);
}

FamilyId apply(DiagramManager& manager, Operation operation, FamilyId f, FamilyId g) {
  Evaluation evaluation(manager, operation, f, g);
  return finish(evaluation);
}

Sets listed(DiagramManager& manager, FamilyId family) {
  const Frozen frozen = freeze(manager, family);
  Members members(frozen);
  Sets sets;
  std::size_t found = 0;
  while (members.next()) {
    std::uint32_t set = 0;
    for (const Variable v : members.set()) set |= 1u << v;
    sets.insert(set);
    ++found;
  }
  check(found == sets.size(), "no set is listed twice");
  check(count_of(frozen) == Natural(found), "the count is the number of sets");
  return sets;
}

Sets random_sets(std::mt19937& dice) {
  Sets sets;
  const std::uint32_t many = dice() % 9;
  for (std::uint32_t k = 0; k < many; ++k) sets.insert(dice() % 32);
  return sets;
}

template <class Keep>
Sets kept(const Sets& sets, const Keep& keep) {
  Sets result;
  for (const std::uint32_t set : sets) {
    if (keep(set)) result.insert(set);
  }
  return result;
}

Sets defined(Operation operation, const Sets& f, const Sets& g) {
  Sets result;
  switch (operation) {
    case Operation::unite:
      result = f;
      result.insert(g.begin(), g.end());
      return result;
    case Operation::intersect: return kept(f, [&](auto a) { return g.contains(a); });
    case Operation::subtract: return kept(f, [&](auto a) { return !g.contains(a); });
    case Operation::differ:
      result = kept(g, [&](auto a) { return !f.contains(a); });
      result.merge(defined(Operation::subtract, f, g));
      return result;
    case Operation::join:
      for (const auto a : f) {
        for (const auto b : g) result.insert(a | b);
      }
      return result;
    case Operation::meet:
      for (const auto a : f) {
        for (const auto b : g) result.insert(a & b);
      }
      return result;
    case Operation::within:
      return kept(f,
                  [&](auto a) { return !kept(g, [&](auto b) { return (a & ~b) == 0; }).empty(); });
    case Operation::including:
      return kept(f,
                  [&](auto a) { return !kept(g, [&](auto b) { return (b & ~a) == 0; }).empty(); });
    default: return result;
  }
}

const Registration operations("diagrams: operations as their definitions say", [] {
  std::mt19937 dice(1);
  // A cache of one entry forgets nearly everything, one with many entries nearly nothing.
  for (const std::uint64_t cache_bytes : {16u, 1u << 20}) {
    DiagramManager manager(1 << 20, cache_bytes);
    for (int round = 0; round < 300; ++round) {
      const Sets f = random_sets(dice);
      const Sets g = random_sets(dice);
      for (const Operation operation :
           {Operation::unite, Operation::intersect, Operation::subtract, Operation::differ,
            Operation::join, Operation::meet, Operation::within, Operation::including}) {
        const FamilyId result = apply(manager, operation, build(manager, f), build(manager, g));
        const Sets wanted = defined(operation, f, g);
        check(listed(manager, result) == wanted, "an operation gives what it should");
        check(result == build(manager, wanted), "equal families are one node");
      }
      if (round % 20 == 0) manager.collect();
    }
    check(manager.unsound().empty(), manager.unsound());
  }
});

const Registration gathered("diagrams: many sets, in any order and more than once", [] {
  std::mt19937 dice(6);
  for (const std::size_t many : {1u, 2u, 1023u, 1024u, 1025u, 3000u, 5000u}) {
    std::vector<Variable> variables;
    std::vector<std::uint32_t> ends;
    Sets sets;
    for (std::size_t k = 0; k < many; ++k) {
      const std::uint32_t set = dice() % (1 << 14);
      sets.insert(set);
      for (Variable v = 0; v < 14; ++v) {
        if ((set >> v & 1) != 0) variables.push_back(v);
      }
      ends.push_back(static_cast<std::uint32_t>(variables.size()));
    }
    DiagramManager manager(1 << 20, 1 << 20);
    Gathering gathering(manager, variables, ends);
    const FamilyId family = finish(gathering);
    check(listed(manager, family) == sets, "all are there, and no others");
    check(manager.node_count() == freeze(manager, family).inner(), "no node is made in vain");
    FamilyId all = empty_family;
    std::size_t begin = 0;
    for (const std::uint32_t end : ends) {
      FamilyId single = unit_family;
      for (std::size_t k = end; k-- > begin;) single = manager.make(variables[k], {}, single);
      begin = end;
      all = apply(manager, Operation::unite, all, single);
    }
    check(all == family, "a union of each is the same");
  }
});

const Registration collections("diagrams: a collection keeps what is held, and no more", [] {
  std::mt19937 dice(2);
  DiagramManager manager(1 << 20, 1 << 16);
  std::map<DiagramManager::Handle, Sets> held;
  for (int round = 0; round < 400; ++round) {
    const Sets sets = random_sets(dice);
    held[manager.hold(build(manager, sets))] = sets;
    if (held.size() > 20) {
      manager.release(held.begin()->first);
      held.erase(held.begin());
    }
    if (round % 7 == 0) {
      manager.collect();
      check(manager.unsound().empty(), manager.unsound());
    }
  }
  for (const auto& [handle, sets] : held) {
    check(listed(manager, manager.held(handle)) == sets, "what is held stays what it was");
    manager.release(handle);
  }
  manager.collect();
  check(manager.node_count() == 0, "nothing is kept for nobody");
});

const Registration fullness("diagrams: a full manager says so and stays usable", [] {
  DiagramManager manager(10, 1 << 10);
  const auto handle = manager.hold(build(manager, {7, 11}));
  check_throws<OutOfNodes>("what does not fit", [&] { build(manager, {1u << 20, 0xfffff}); });
  manager.collect();
  check(listed(manager, manager.held(handle)) == Sets{7, 11}, "the rest is untouched");
  check(manager.unsound().empty(), manager.unsound());
});

const Registration loading("diagrams: loaded as they were, or with other names", [] {
  std::mt19937 dice(5);
  for (int round = 0; round < 200; ++round) {
    DiagramManager manager(1 << 20, 1 << 10);
    DiagramManager other(1 << 20, 1 << 10);
    const Sets sets = random_sets(dice);
    const FamilyId family = build(manager, sets);
    const Frozen frozen = freeze(manager, family);
    const auto load = [&](DiagramManager& into, const std::vector<std::uint32_t>& names) {
      Loading loading(into, frozen.variables, frozen.lo, frozen.hi, frozen.root(), names);
      for (;;) {
        Slice slice(1, 1e9);
        if (loading.run(slice)) return loading.result();
      }
    };
    check(load(manager, {}) == family, "what is there is found again");
    check(listed(other, load(other, {})) == sets, "another manager holds the same sets");
    std::vector<std::uint32_t> names;
    names.reserve(15);
    for (std::uint32_t v = 0; v < 15; ++v) names.push_back(2 * v + 1);
    const auto renamed = [&](std::uint32_t set) {
      std::uint32_t spread = 0;
      for (std::uint32_t v = 0; v < 15; ++v) spread |= (set >> v & 1) << names[v];
      return spread;
    };
    Sets wanted;
    for (const std::uint32_t set : sets) wanted.insert(renamed(set));
    check(listed(other, load(other, names)) == wanted, "each variable gets its name");
    check(other.unsound().empty(), other.unsound());
  }
  DiagramManager manager(100, 0);
  const std::vector<std::uint32_t> two{no_variable, no_variable, 3, 3};
  const std::vector<std::uint32_t> lo{0, 1, 0, 2};
  const std::vector<std::uint32_t> hi{0, 1, 1, 1};
  const auto refused = [&](const std::string& what, const std::vector<std::uint32_t>& variables,
                           const std::vector<std::uint32_t>& los, std::uint32_t root,
                           const std::vector<std::uint32_t>& names) {
    check_throws<std::invalid_argument>(what, [&] {
      Loading loading(manager, variables, los, hi, root, names);
      Slice slice(UINT64_MAX, 1e9);
      loading.run(slice);
    });
    check(manager.unsound().empty(), manager.unsound());
  };
  refused("a variable above itself", two, lo, 3, {});
  refused("a root that is not there", two, lo, 4, {});
  refused("a variable without a name", two, lo, 2, {0, 1, 2});
  refused("a node before its children", two, {0, 1, 3, 0}, 3, {});
  refused("arrays of different lengths", two, {0, 1, 0}, 2, {});
});

const Registration weighing("diagrams: sets by their weight", [] {
  std::mt19937 dice(31);
  for (int round = 0; round < 300; ++round) {
    DiagramManager manager(1 << 16, 1 << 12);
    const Sets sets = [&] {
      Sets drawn;
      for (int k = 0; k < 40; ++k) drawn.insert(dice() % 256);
      return drawn;
    }();
    std::vector<std::int64_t> weights;
    for (int v = 0; v < 7; ++v) weights.push_back(static_cast<std::int64_t>(dice() % 9) - 3);
    const std::int64_t most = static_cast<std::int64_t>(dice() % 20) - 6;
    Sets wanted;
    for (const std::uint32_t set : sets) {
      std::int64_t sum = 0;
      for (std::size_t v = 0; v < weights.size(); ++v) sum += (set >> v & 1) != 0 ? weights[v] : 0;
      if (sum <= most) wanted.insert(set);
    }
    const FamilyId all = build(manager, sets);
    Weighing machine(manager, all, weights, most);
    const FamilyId found = weighed(machine);
    check(listed(manager, found) == wanted, "the sets within the limit");
    Weighing loose(manager, all, weights, 1000);
    check(weighed(loose) == all, "all sets are within a loose limit, and the same node");
  }
  DiagramManager manager(100, 0);
  check_throws<std::range_error>("weights that cannot be added", [&] {
    Weighing(manager, unit_family, {std::int64_t{1} << 61, std::int64_t{1} << 61}, 0);
  });
});

// Nodes of an array that has grown several times, some of them equal to ones of the same pass.
const Registration passes("diagrams: many nodes at once are those that are made one by one", [] {
  std::mt19937 dice(5);
  const auto below = [&](std::size_t size) { return static_cast<std::size_t>(dice() % size); };
  DiagramManager manager(UINT32_MAX, 0), expected(UINT32_MAX, 0);
  const DiagramManager::Pin pin(manager);
  PassMaker maker(manager);
  maker.resume();
  std::vector<FamilyId> values = {empty_family, unit_family};
  for (Variable variable = 20; variable-- > 0;) {
    maker.begin_pass();
    std::vector<FamilyId> above = {empty_family, unit_family};
    for (int part = 0; part < 40; ++part) {
      const std::size_t count = 1 + below(PassMaker::batch);
      std::vector<FamilyId> lo, hi, made(count);
      for (std::size_t k = 0; k < count; ++k) {
        lo.push_back(values[below(values.size())]);
        hi.push_back(values[below(below(5) == 0 ? 2 : values.size())]);
      }
      if (maker.growth(count) != 0) maker.make_room(count);
      maker.make(variable, count, lo.data(), hi.data(), made.data());
      for (std::size_t k = count; k-- > 0;) {
        check(made[k] == expected.make(variable, lo[k], hi[k]), "it has the same number");
      }
      above.insert(above.end(), made.begin(), made.end());
    }
    values.swap(above);
  }
  check(manager.node_count() > 150'000, "the nodes take several large pages");
  check(manager.node_count() == expected.node_count() && manager.unsound().empty(),
        "all are there");
});

const Registration depth("diagrams: a million levels need no stack", [] {
  DiagramManager manager(1 << 24, 1 << 20);
  FamilyId deep = unit_family;
  for (Variable v = 1'000'000; v-- > 0;) deep = manager.make(v, deep, deep);
  check(apply(manager, Operation::intersect, deep, deep) == deep, "a family meets itself");
  const FamilyId most = apply(manager, Operation::maximal, deep, empty_family);
  check(count_of(freeze(manager, most)) == Natural(1), "only the set of all is maximal");
  check(apply(manager, Operation::join, most, deep) == most, "nothing adds to the set of all");
  Weighing light(manager, deep, std::vector<std::int64_t>(1'000'000, 1), 0);
  check(weighed(light) == unit_family, "only the empty set weighs nothing");
});

}  // namespace

}  // namespace combien::tests
