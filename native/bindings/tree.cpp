// Python bindings for counting over a tree decomposition.
#include <nanobind/stl/unique_ptr.h>

#include <limits>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "tree/decomposed_count.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Guarded<DecomposedCount>> make_tree_count(const Problem& problem) {
  if (problem.has_bounds() || problem.has_colors()) {
    throw InvalidProblem("the problem has bounds or colors");
  }
  return guarded(std::make_unique<DecomposedCount>(problem));
}

double forecast(const Problem& problem) {
  const nb::gil_scoped_release unlocked;
  if (problem.item_count() > most_tree_items) return std::numeric_limits<double>::infinity();
  return tree_forecast(problem);
}

}  // namespace

void register_tree(nb::module_& module) {
  nb::class_<Guarded<DecomposedCount>>(module, "TreeCount",
                                       "A count over a tree decomposition; stops anywhere.")
      .def(
          "prepare",
          [](const Guarded<DecomposedCount>& machine, std::uint64_t steps, double seconds) {
            return machine.run([&](DecomposedCount& counting) {
              Slice slice(UINT64_MAX, seconds);
              return counting.prepare(slice, steps);
            });
          },
          nb::arg("steps"), nb::arg("seconds"),
          "Looks for a decomposition; True when it is found, or known that all are too wide.")
      .def("run", &run_slice<DecomposedCount, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def(
          "count",
          [](const Guarded<DecomposedCount>& machine) {
            return to_python(
                machine.look([](const DecomposedCount& counting) { return counting.count(); }));
          },
          nb::sig("def count(self) -> int"))
      .def_prop_ro("looking_steps", reader<DecomposedCount>(&DecomposedCount::looking_steps))
      .def_prop_ro("transitions", reader<DecomposedCount>(&DecomposedCount::transitions))
      .def_prop_ro("states", reader<DecomposedCount>(&DecomposedCount::states))
      .def_prop_ro("joins", reader<DecomposedCount>(&DecomposedCount::joins))
      .def_prop_ro("bytes", reader<DecomposedCount>(&DecomposedCount::bytes))
      .def_prop_ro("widest", reader<DecomposedCount>(&DecomposedCount::widest))
      .def_prop_ro("settled", reader<DecomposedCount>(&DecomposedCount::settled))
      .def_prop_ro("in_line", reader<DecomposedCount>(&DecomposedCount::in_line))
      .def_prop_ro("too_wide", reader<DecomposedCount>(&DecomposedCount::too_wide))
      .def_prop_ro("fraction", reader<DecomposedCount>(&DecomposedCount::fraction))
      .def_prop_ro("line_bytes", reader<DecomposedCount>(&DecomposedCount::line_bytes))
      .def_prop_ro("cost", reader<DecomposedCount>(&DecomposedCount::cost));

  module.def("tree_count", &make_tree_count, nb::arg("problem"), nb::keep_alive<0, 1>(),
             nb::sig("def tree_count(problem: Problem) -> TreeCount"),
             "A count over a tree decomposition, which prepare() finds.");
  module.def("tree_forecast", &forecast, nb::arg("problem"),
             "The forecast transitions over a tree decomposition that is found quickly.");
}

}  // namespace combien::bindings
