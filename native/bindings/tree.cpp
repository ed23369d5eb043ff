// Python bindings for counting over a tree decomposition.
#include <nanobind/stl/unique_ptr.h>

#include <limits>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "tree/tree_count.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Guarded<TreeCount>> make_tree_count(const Problem& problem) {
  if (problem.has_bounds() || problem.has_colors()) {
    throw InvalidProblem("the problem has bounds or colors");
  }
  const nb::gil_scoped_release unlocked;
  if (problem.item_count() > most_tree_items) return nullptr;
  TreeDecomposition found = tree_decomposition(problem);
  if (found.widest > TreeCount::most_items_in_bag) return nullptr;
  return guarded(std::make_unique<TreeCount>(problem, std::move(found)));
}

double forecast(const Problem& problem) {
  const nb::gil_scoped_release unlocked;
  if (problem.item_count() > most_tree_items) return std::numeric_limits<double>::infinity();
  return tree_forecast(problem);
}

int run(Guarded<TreeCount>& machine, std::uint64_t steps, double seconds, std::uint64_t bytes) {
  return machine.run([&](TreeCount& counting) {
    Slice slice(steps, seconds);
    return static_cast<int>(counting.run(slice, bytes));
  });
}

}  // namespace

void register_tree(nb::module_& module) {
  nb::class_<Guarded<TreeCount>>(module, "TreeCount",
                                 "A count over a tree decomposition; stops anywhere.")
      .def("run", &run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def(
          "count",
          [](const Guarded<TreeCount>& machine) {
            return to_python(
                machine.look([](const TreeCount& counting) { return counting.count(); }));
          },
          nb::sig("def count(self) -> int"))
      .def_prop_ro("transitions", reader<TreeCount>(&TreeCount::transitions))
      .def_prop_ro("states", reader<TreeCount>(&TreeCount::states))
      .def_prop_ro("joins", reader<TreeCount>(&TreeCount::joins))
      .def_prop_ro("bytes", reader<TreeCount>(&TreeCount::bytes))
      .def_prop_ro("widest_bag", reader<TreeCount>(&TreeCount::widest_bag))
      .def_prop_ro("fraction", reader<TreeCount>(&TreeCount::fraction))
      .def_prop_ro("cost", reader<TreeCount>(&TreeCount::cost));

  module.def("tree_count", &make_tree_count, nb::arg("problem"),
             nb::sig("def tree_count(problem: Problem) -> TreeCount | None"),
             "A count over a tree decomposition; None if a bag would have too many items.");
  module.def("tree_forecast", &forecast, nb::arg("problem"),
             "The forecast transitions over a tree decomposition that is found quickly.");
}

}  // namespace combien::bindings
