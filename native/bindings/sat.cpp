// Python bindings for the CDCL solver.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "nonogram/order.hpp"
#include "sat/solver.hpp"

namespace combien::bindings {

using sat::Solver;

namespace {

using Literals = std::vector<std::int32_t>;

int run_solver(Guarded<Solver>& machine, std::uint64_t conflicts, double seconds,
               std::uint64_t bytes) {
  return machine.run([&](Solver& solver) {
    Slice slice(conflicts, seconds);
    return static_cast<int>(solver.run(slice, bytes));
  });
}

// The true ones of the first variables of the latest model.
Literals model(const Guarded<Solver>& machine, std::uint32_t variables) {
  return machine.look([&](const Solver& solver) {
    if (solver.answer() != sat::Answer::satisfiable) throw std::logic_error("there is no model");
    Literals literals;
    const auto& values = solver.model();
    for (std::uint32_t v = 0; v < variables && v < values.size(); ++v) {
      if (values[v] != 0) literals.push_back(static_cast<std::int32_t>(v) + 1);
    }
    return literals;
  });
}

nb::object implied(Guarded<Solver>& machine, const Literals& assumptions) {
  Literals found;
  const bool consistent =
      machine.run([&](Solver& solver) { return solver.implied(assumptions, found); });
  return consistent ? nb::cast(found) : nb::none();
}

}  // namespace

void register_sat(nb::module_& module) {
  const nb::exception<sat::InvalidClause> invalid(module, "InvalidClause", PyExc_ValueError);
  module.attr("SAT_UNKNOWN") = static_cast<int>(sat::Answer::unknown);
  module.attr("SAT_SATISFIABLE") = static_cast<int>(sat::Answer::satisfiable);
  module.attr("SAT_UNSATISFIABLE") = static_cast<int>(sat::Answer::unsatisfiable);

  nb::class_<Guarded<Solver>>(module, "SatSolver",
                              "Clauses, and queries whether they have a model; stops anywhere.")
      .def(
          "add",
          [](Guarded<Solver>& machine, const Literals& clause) {
            machine.look([&](Solver& solver) { solver.add(clause); });
          },
          nb::arg("clause"), "Adds a clause in DIMACS numbers; ends the query.")
      .def(
          "add_all",
          [](Guarded<Solver>& machine, const Array& clauses) {
            machine.run([&](Solver& solver) { solver.add_all({clauses.data(), clauses.size()}); });
          },
          nb::arg("clauses"), nb::sig("def add_all(self, clauses: Sequence[int]) -> None"),
          "Adds the clauses of an array, each terminated by 0; ends the query.")
      .def(
          "add_nonogram",
          [](Guarded<Solver>& machine, const nonogram::OrderClauses& order, std::uint32_t line) {
            if (line >= order.line_count()) {
              throw nonogram::InvalidNonogram("there is no such line");
            }
            machine.run(
                [&](Solver& solver) { solver.add_all(order.clauses(nonogram::LineId{line})); });
          },
          nb::arg("order"), nb::arg("line"), "Adds the clauses of a line of a nonogram.")
      .def(
          "exclude",
          [](Guarded<Solver>& machine, const Literals& literals) {
            machine.run([&](Solver& solver) { solver.exclude(literals); });
          },
          nb::arg("literals"), "Excludes the models in which these literals are true.")
      .def(
          "exclude_model",
          [](Guarded<Solver>& machine) {
            machine.look([](Solver& solver) {
              if (solver.answer() != sat::Answer::satisfiable) {
                throw std::logic_error("there is no model");
              }
              solver.exclude_model();
            });
          },
          "Excludes the latest model.")
      .def(
          "prefer",
          [](Guarded<Solver>& machine, const Literals& literals) {
            machine.look([&](Solver& solver) { solver.prefer(literals); });
          },
          nb::arg("literals"), "Sets the values that variables get when they are first decided.")
      .def(
          "begin",
          [](Guarded<Solver>& machine, const Literals& assumptions, std::uint64_t conflicts) {
            machine.look([&](Solver& solver) { solver.begin(assumptions, conflicts); });
          },
          nb::arg("assumptions"), nb::arg("conflicts"),
          "Starts a query with a limit of conflicts, or continues one with the same assumptions.")
      .def("run", &run_solver, nb::arg("conflicts"), nb::arg("seconds"), nb::arg("bytes"),
           "Runs for a slice; DONE when the query has an answer or its conflicts are used up.")
      .def_prop_ro("answer", reader<Solver>([](const Solver& solver) {
                     return static_cast<int>(solver.answer());
                   }))
      .def("model", &model, nb::arg("variables"),
           "The true ones of the first variables in the latest model.")
      .def(
          "core", [](const Guarded<Solver>& machine) { return machine.look(&Solver::core); },
          "Assumptions that contradict the clauses, after an answer of unsatisfiable.")
      .def("implied", &implied, nb::arg("assumptions"),
           nb::sig("def implied(self, assumptions: Sequence[int]) -> list[int] | None"),
           "The literals that follow by propagation; None for a contradiction.")
      .def_prop_ro("variables", reader<Solver>(&Solver::variables))
      .def_prop_ro("bytes", reader<Solver>(&Solver::bytes))
      .def_prop_ro("conflicts",
                   reader<Solver>([](const Solver& solver) { return solver.work().conflicts; }))
      .def_prop_ro("decisions",
                   reader<Solver>([](const Solver& solver) { return solver.work().decisions; }))
      .def_prop_ro("propagations",
                   reader<Solver>([](const Solver& solver) { return solver.work().propagations; }))
      .def_prop_ro("restarts",
                   reader<Solver>([](const Solver& solver) { return solver.work().restarts; }))
      .def_prop_ro("learned",
                   reader<Solver>([](const Solver& solver) { return solver.work().learned; }))
      .def_prop_ro("dropped",
                   reader<Solver>([](const Solver& solver) { return solver.work().dropped; }));

  module.def(
      "sat_solver", [](std::uint64_t seed) { return guarded(std::make_unique<Solver>(seed)); },
      nb::arg("seed"), "A solver without clauses; other seeds search in another order.");
}

}  // namespace combien::bindings
