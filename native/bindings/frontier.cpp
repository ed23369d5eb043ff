// Sweeps for Python.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings/bindings.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Sweep> make_sweep(const Problem& problem, const std::string& order) {
  const nb::gil_scoped_release unlocked;
  std::vector<ItemId> items;
  if (order == "given") {
    items = given_order(problem);
  } else if (order == "rcm") {
    items = cuthill_mckee_order(problem);
  } else if (order == "greedy") {
    items = greedy_order(problem);
    if (items.empty()) return nullptr;
  } else if (order == "spectral") {
    items = spectral_order(problem);
    if (items.empty()) return nullptr;
  } else {
    throw std::invalid_argument("there is no order '" + order +
                                "': given, rcm, greedy or spectral");
  }
  return sweep(SweepPlan(problem, items));
}

int run(Sweep& machine, std::uint64_t steps, double seconds, std::uint64_t bytes) {
  const nb::gil_scoped_release unlocked;
  Slice slice(steps, seconds);
  return static_cast<int>(machine.run(slice, bytes));
}

}  // namespace

void register_frontier(nb::module_& module) {
  nb::exception<TooWide>(module, "TooWide", PyExc_ValueError);

  module.attr("SWEEP_DONE") = static_cast<int>(SweepOutcome::done);
  module.attr("SWEEP_OUT_OF_SLICE") = static_cast<int>(SweepOutcome::out_of_slice);
  module.attr("SWEEP_OUT_OF_BYTES") = static_cast<int>(SweepOutcome::out_of_bytes);

  nb::class_<Sweep>(module, "Sweep", "A count by states, item after item; stops anywhere.")
      .def("run", &run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def(
          "count", [](const Sweep& machine) { return to_python(machine.count()); },
          nb::sig("def count(self) -> int"))
      .def("forecast", &Sweep::forecast)
      .def_prop_ro("transitions", [](const Sweep& machine) { return machine.work().transitions; })
      .def_prop_ro("states", [](const Sweep& machine) { return machine.work().states; })
      .def_prop_ro("widest", [](const Sweep& machine) { return machine.work().widest; })
      .def_prop_ro("step", [](const Sweep& machine) { return machine.work().step; })
      .def_prop_ro("bytes", &Sweep::bytes);

  module.def(
      "sweep", &make_sweep, nb::arg("problem"), nb::arg("order"),
      nb::sig("def sweep(problem: Problem, order: str) -> Sweep | None"),
      "A sweep over the items in an order: given, rcm, greedy or spectral (None where finding the "
      "order would take too long).");
}

}  // namespace combien::bindings
