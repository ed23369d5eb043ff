// The CDCL solver against brute force on random clauses, in slices, with assumptions.
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "base/dice.hpp"
#include "base/slice.hpp"
#include "check.hpp"
#include "sat/solver.hpp"

namespace combien::tests {

namespace {

using sat::Answer;
using sat::Solver;

using Clause = std::vector<std::int32_t>;
using Clauses = std::vector<Clause>;

constexpr std::uint64_t no_limit = std::uint64_t{1} << 60;

bool is_true(std::uint32_t model, std::int32_t literal) {
  const auto v = static_cast<std::uint32_t>(literal < 0 ? -literal : literal) - 1;
  return (model >> v & 1) == (literal > 0 ? 1u : 0u);
}

bool satisfies(std::uint32_t model, const Clauses& clauses) {
  return std::all_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
    return std::any_of(clause.begin(), clause.end(),
                       [&](std::int32_t literal) { return is_true(model, literal); });
  });
}

std::set<std::uint32_t> models_of(const Clauses& clauses, std::uint32_t variables) {
  std::set<std::uint32_t> found;
  for (std::uint32_t model = 0; model < 1u << variables; ++model) {
    if (satisfies(model, clauses)) found.insert(model);
  }
  return found;
}

Clauses random_clauses(Dice& dice, std::uint32_t variables) {
  Clauses clauses(variables + dice.roll(4 * variables));
  for (Clause& clause : clauses) {
    clause.resize(1 + dice.roll(dice.roll(4) == 0 ? 2 : 6));
    if (clause.size() == 1 && dice.roll(3) != 0) clause.resize(3);
    for (std::int32_t& literal : clause) {
      literal = static_cast<std::int32_t>(1 + dice.roll(variables));
      if (dice.roll(2) == 0) literal = -literal;
    }
  }
  return clauses;
}

// Clauses that say that `holes` + 1 pigeons fit into `holes` holes.
Clauses pigeons(std::int32_t holes) {
  Clauses clauses;
  const auto in = [&](std::int32_t pigeon, std::int32_t hole) { return pigeon * holes + hole + 1; };
  for (std::int32_t pigeon = 0; pigeon <= holes; ++pigeon) {
    clauses.emplace_back();
    for (std::int32_t hole = 0; hole < holes; ++hole) clauses.back().push_back(in(pigeon, hole));
  }
  for (std::int32_t hole = 0; hole < holes; ++hole) {
    for (std::int32_t a = 0; a <= holes; ++a) {
      for (std::int32_t b = 0; b < a; ++b) clauses.push_back({-in(a, hole), -in(b, hole)});
    }
  }
  return clauses;
}

Answer ask(Solver& solver, const Clause& assumptions = {}, std::uint64_t steps = no_limit) {
  solver.begin(assumptions, no_limit);
  for (;;) {
    Slice slice(steps, 1e9);
    if (solver.run(slice, no_limit) == Outcome::done) return solver.answer();
  }
}

std::uint32_t model_of(const Solver& solver, std::uint32_t variables) {
  std::uint32_t model = 0;
  for (std::uint32_t v = 0; v < variables && v < solver.variables(); ++v) {
    model |= static_cast<std::uint32_t>(solver.model()[v]) << v;
  }
  return model;
}

// Both modes, restarts, and reductions within few conflicts, where `round` is odd.
sat::Schedule schedule_of(int round) {
  return round % 2 == 0 ? sat::Schedule{} : sat::Schedule{2, 1, 1, 3, 2, 1, 1};
}

const Registration sat_models("sat: all models, one by one, and no others", [] {
  Dice dice(1);
  for (int round = 0; round < 600; ++round) {
    const std::uint32_t variables = 1 + dice.roll(9);
    const Clauses clauses = random_clauses(dice, variables);
    const auto expected = models_of(clauses, variables);
    Solver solver(round % 3 == 0 ? 0 : static_cast<std::uint64_t>(round), schedule_of(round));
    for (const Clause& clause : clauses) solver.add(clause);
    // Every variable must be known to the solver to be excluded.
    solver.prefer(Clause{static_cast<std::int32_t>(variables)});
    std::set<std::uint32_t> found;
    while (ask(solver, {}, 1) == Answer::satisfiable) {
      const std::uint32_t model = model_of(solver, variables);
      check(expected.contains(model) && found.insert(model).second, "models are right and new");
      if (dice.roll(2) == 0) {
        solver.exclude_model();
      } else {
        Clause literals;
        for (std::uint32_t v = 0; v < variables; ++v) {
          const auto number = static_cast<std::int32_t>(v) + 1;
          literals.push_back((model >> v & 1) != 0 ? number : -number);
        }
        solver.exclude(literals);
      }
    }
    check(found == expected, "all models are found");
    check(solver.core().empty(), "nothing was assumed");
  }
});

const Registration sat_assumptions("sat: assumptions, cores and implied literals", [] {
  Dice dice(2);
  for (int round = 0; round < 600; ++round) {
    const std::uint32_t variables = 2 + dice.roll(9);
    Clauses clauses = random_clauses(dice, variables);
    Solver solver(0, schedule_of(round));
    for (const Clause& clause : clauses) solver.add(clause);
    for (int query = 0; query < 4; ++query) {
      if (query > 1) {
        // Later clauses, with what was learned from the earlier ones.
        clauses.push_back(random_clauses(dice, variables).back());
        solver.add(clauses.back());
      }
      Clause assumptions(dice.roll(5));
      for (std::int32_t& literal : assumptions) {
        literal = static_cast<std::int32_t>(1 + dice.roll(variables));
        if (dice.roll(2) == 0) literal = -literal;
      }
      const auto models_with = [&](const Clause& literals) {
        Clauses all = clauses;
        for (const std::int32_t literal : literals) all.push_back({literal});
        return models_of(all, variables);
      };
      const auto expected = models_with(assumptions);
      if (query == 2) solver.prefer(assumptions);
      std::vector<std::int32_t> implied;
      const bool consistent = solver.implied(assumptions, implied);
      check(consistent || expected.empty(), "what propagation refutes has no model");
      for (const std::uint32_t model : expected) {
        check(std::all_of(implied.begin(), implied.end(),
                          [&](std::int32_t literal) { return is_true(model, literal); }),
              "what is implied is true in all models");
      }
      const Answer answer = ask(solver, assumptions, query % 2 == 0 ? no_limit : 1);
      check((answer == Answer::satisfiable) == !expected.empty(), "the answer is right");
      if (answer == Answer::satisfiable) {
        check(expected.contains(model_of(solver, variables)), "the model is right");
        continue;
      }
      const auto core = solver.core();
      for (const std::int32_t literal : core) {
        check(std::find(assumptions.begin(), assumptions.end(), literal) != assumptions.end(),
              "a core has assumptions only");
      }
      check(models_with(core).empty(), "a core suffices");
    }
  }
});

const Registration sat_slices("sat: slices, memory and the same search every time", [] {
  const Clauses clauses = pigeons(7);
  std::vector<std::uint64_t> conflicts;
  for (const std::uint64_t steps : {no_limit, std::uint64_t{1}, std::uint64_t{37}}) {
    Solver solver;
    for (const Clause& clause : clauses) solver.add(clause);
    check(ask(solver, {}, steps) == Answer::unsatisfiable, "pigeons do not fit");
    check(ask(solver) == Answer::unsatisfiable, "nor do they the second time");
    conflicts.push_back(solver.work().conflicts);
    check(solver.work().dropped > 0, "learned clauses were dropped");
  }
  check(conflicts[0] == conflicts[1] && conflicts[0] == conflicts[2], "slices change nothing");

  Solver limited;
  for (const Clause& clause : clauses) limited.add(clause);
  for (std::uint64_t asked = 0; asked < conflicts[0]; asked += 100) {
    limited.begin({}, 100);
    Slice slice(no_limit, 1e9);
    check(limited.run(slice, no_limit) == Outcome::done, "a query ends at its limit");
  }
  limited.begin({}, 100);
  Slice last(no_limit, 1e9);
  check(limited.run(last, no_limit) == Outcome::done, "and at the end");
  check(limited.answer() == Answer::unsatisfiable, "queries with limits continue");
  check(limited.work().conflicts == conflicts[0], "in the same way");

  Solver small;
  for (const Clause& clause : pigeons(9)) small.add(clause);
  small.begin({}, no_limit);
  Slice slice(no_limit, 1e9);
  check(small.run(slice, small.bytes() + 4000) == Outcome::out_of_bytes, "memory is limited");
  Slice more(100, 1e9);
  check(small.run(more, no_limit) == Outcome::out_of_slice, "and the search can go on");
});

const Registration sat_modes("sat: both modes search, and slices change nothing", [] {
  Dice dice(3);
  std::uint64_t dropped = 0;
  for (int round = 0; round < 40; ++round) {
    // About as many satisfiable formulas as others.
    const std::uint32_t variables = 16;
    Clauses clauses(69);
    for (Clause& clause : clauses) {
      for (int k = 0; k < 3; ++k) {
        const auto number = static_cast<std::int32_t>(1 + dice.roll(variables));
        clause.push_back(dice.roll(2) == 0 ? -number : number);
      }
    }
    const bool expected = !models_of(clauses, variables).empty();
    std::vector<std::uint64_t> works;
    for (const std::uint64_t steps : {no_limit, std::uint64_t{1}}) {
      Solver solver(0, schedule_of(1));
      for (const Clause& clause : clauses) solver.add(clause);
      check((ask(solver, {}, steps) == Answer::satisfiable) == expected, "the answer is right");
      if (expected) check(satisfies(model_of(solver, variables), clauses), "so is the model");
      const sat::Work& work = solver.work();
      works.push_back(work.conflicts + 1000 * work.decisions + 1000000 * work.propagations);
      dropped += work.dropped;
    }
    check(works[0] == works[1], "slices change nothing");
  }
  check(dropped > 0, "learned clauses were dropped");
});

const Registration sat_invalid("sat: invalid and trivial clauses", [] {
  Solver solver;
  for (const Clause& clause : Clauses{{0}, {1, INT32_MIN}, {(1 << 29) + 1}}) {
    bool refused = false;
    try {
      solver.add(clause);
    } catch (const sat::InvalidClause&) {
      refused = true;
    }
    check(refused, "it is not a clause");
  }
  solver.add(Clause{1, -1});
  solver.add(Clause{2, 2, 2});
  check(ask(solver) == Answer::satisfiable && model_of(solver, 2) >> 1 == 1, "one is a unit");
  check(ask(solver, {-2}) == Answer::unsatisfiable, "it cannot be false");
  check(solver.core() == Clause{-2}, "because of this assumption");
  check(ask(solver, {1, -1}) == Answer::unsatisfiable, "assumptions can contradict each other");
  check(solver.core().size() == 2, "which takes two");
  solver.add(Clause{});
  check(ask(solver) == Answer::unsatisfiable && solver.core().empty(), "nothing satisfies it");
  std::vector<std::int32_t> implied;
  check(!solver.implied({}, implied), "propagation knows it");
});

}  // namespace

}  // namespace combien::tests
