// Symmetries of problems for Python.
#include <nanobind/stl/unique_ptr.h>

#include "bindings/bindings.hpp"
#include "symmetry/automorphisms.hpp"

namespace combien::bindings {

namespace {

int run(Automorphisms& machine, std::uint64_t steps, double seconds, std::uint64_t bytes) {
  const nb::gil_scoped_release unlocked;
  Slice slice(steps, seconds);
  return static_cast<int>(machine.run(slice, bytes));
}

// For each option the first one of its orbit.
nb::list orbits(const Automorphisms& machine) {
  const Incidence& graph = machine.graph();
  nb::list leaders;
  for (std::uint32_t k = 0; k < graph.option_count(); ++k) {
    // The leader is the smallest vertex of an orbit, and orbits of options hold options only.
    leaders.append(number(machine.leader(graph.option(OptionId{k}))) - graph.first_option);
  }
  return leaders;
}

// What each generator does to the options, of those that move.
nb::list generators(const Automorphisms& machine) {
  const Incidence& graph = machine.graph();
  nb::list all;
  for (const auto& permutation : machine.generators()) {
    nb::dict images;
    for (const auto& [vertex, image] : permutation) {
      if (number(vertex) < graph.first_option) continue;
      images[nb::int_(number(vertex) - graph.first_option)] =
          nb::int_(number(image) - graph.first_option);
    }
    all.append(images);
  }
  return all;
}

int run_comparison(Comparison& machine, std::uint64_t steps, double seconds) {
  const nb::gil_scoped_release unlocked;
  Slice slice(steps, seconds);
  return static_cast<int>(machine.run(slice));
}

}  // namespace

void register_symmetry(nb::module_& module) {
  module.attr("ALIKE") = static_cast<int>(Likely::found);
  module.attr("NOT_ALIKE") = static_cast<int>(Likely::none);
  module.attr("LIKENESS_GAVE_UP") = static_cast<int>(Likely::gave_up);
  module.attr("LIKENESS_OUT_OF_SLICE") = static_cast<int>(Likely::out_of_slice);

  nb::class_<Automorphisms>(module, "Automorphisms",
                            "A search for the symmetries of a problem; stops anywhere.")
      .def("run", &run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def_prop_ro("complete", &Automorphisms::complete)
      .def(
          "order", [](const Automorphisms& machine) { return to_python(machine.order()); },
          nb::sig("def order(self) -> int"),
          "How many symmetries there are; at least, unless it is complete.")
      .def("orbits", &orbits, nb::sig("def orbits(self) -> list[int]"),
           "For each option the first one of its orbit.")
      .def("generators", &generators, nb::sig("def generators(self) -> list[dict[int, int]]"),
           "Symmetries that make all others: where they take the options that they move.")
      .def_prop_ro("signature", &Automorphisms::signature)
      .def_prop_ro("steps", &Automorphisms::steps)
      .def_prop_ro("visits", &Automorphisms::visits)
      .def_prop_ro("bytes", &Automorphisms::bytes);

  nb::class_<Comparison>(module, "Comparison",
                         "A search for a likeness between two problems; stops anywhere.")
      .def("run", &run_comparison, nb::arg("steps"), nb::arg("seconds"));

  module.def(
      "automorphisms",
      [](const Problem& problem, std::uint64_t effort) {
        const nb::gil_scoped_release unlocked;
        return std::make_unique<Automorphisms>(problem, effort);
      },
      nb::arg("problem"), nb::arg("effort"),
      nb::sig("def automorphisms(problem: Problem, effort: int) -> Automorphisms"),
      "A search for the symmetries of a problem, given up after so many visits.");
  module.def(
      "comparison",
      [](const Automorphisms& first, Automorphisms& second, std::uint64_t most_nodes) {
        return std::make_unique<Comparison>(first, second, most_nodes);
      },
      nb::arg("first"), nb::arg("second"), nb::arg("most_nodes"), nb::keep_alive<0, 1>(),
      nb::keep_alive<0, 2>(),
      nb::sig("def comparison(first: Automorphisms, second: Automorphisms, most_nodes: int) -> "
              "Comparison"),
      "A search for a likeness between two problems whose symmetries have been looked for.");
}

}  // namespace combien::bindings
