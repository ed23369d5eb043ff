// Sweeps for Python.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"

namespace combien::bindings {

std::vector<ItemId> named_order(const Problem& problem, const std::string& name) {
  if (name == "given") return given_order(problem);
  if (name == "closing") return closing_order(problem);
  if (name == "rcm") return cuthill_mckee_order(problem);
  if (name == "greedy") return greedy_order(problem);
  if (name == "spectral") return spectral_order(problem);
  throw std::invalid_argument("there is no order '" + name +
                              "': given, closing, rcm, greedy or spectral");
}

namespace {

std::unique_ptr<Guarded<Sweep>> make_sweep(const Problem& problem, const std::string& order,
                                           Values values, std::int64_t first) {
  if (!values.weights.empty() && values.weights.size() != problem.option_count()) {
    throw std::invalid_argument("there must be a weight for each option");
  }
  for (const std::uint64_t weight : values.weights) {
    if (weight == 0) throw std::invalid_argument("a weight of zero: leave the option out");
  }
  if (values.modulus >> 63 != 0) throw std::invalid_argument("a modulus must be less than 2**63");
  const nb::gil_scoped_release unlocked;
  std::vector<ItemId> items = named_order(problem, order);
  if (items.empty() && order != "given") return nullptr;
  const auto place =
      std::find_if(items.begin(), items.end(), [&](ItemId item) { return number(item) == first; });
  if (place != items.end()) std::rotate(items.begin(), place, place + 1);
  return guarded(sweep(SweepPlan(problem, items), std::move(values)));
}

int run(Guarded<Sweep>& machine, std::uint64_t steps, double seconds, std::uint64_t bytes) {
  return machine.run([&](Sweep& sweep) {
    Slice slice(steps, seconds);
    return static_cast<int>(sweep.run(slice, bytes));
  });
}

}  // namespace

void register_frontier(nb::module_& module) {
  nb::exception<TooWide>(module, "TooWide", PyExc_ValueError);

  nb::class_<Guarded<Sweep>>(module, "Sweep", "A count by states, item after item; stops anywhere.")
      .def("run", &run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def(
          "count",
          [](const Guarded<Sweep>& machine) { return to_python(machine.look(&Sweep::count)); },
          nb::sig("def count(self) -> int"))
      .def("forecast", reader<Sweep>(&Sweep::forecast))
      .def_prop_ro("transitions",
                   reader<Sweep>([](const Sweep& sweep) { return sweep.work().transitions; }))
      .def_prop_ro("states", reader<Sweep>([](const Sweep& sweep) { return sweep.work().states; }))
      .def_prop_ro("widest", reader<Sweep>([](const Sweep& sweep) { return sweep.work().widest; }))
      .def_prop_ro("bytes", reader<Sweep>(&Sweep::bytes));

  module.def(
      "sweep",
      [](const Problem& problem, const std::string& order, std::vector<std::uint64_t> weights,
         std::uint64_t modulus, std::int64_t first) {
        return make_sweep(problem, order, {std::move(weights), modulus}, first);
      },
      nb::arg("problem"), nb::arg("order"), nb::arg("weights") = std::vector<std::uint64_t>(),
      nb::arg("modulus") = 0, nb::arg("first") = -1,
      nb::sig("def sweep(problem: Problem, order: str, weights: Sequence[int] = (), "
              "modulus: int = 0, first: int = -1) -> Sweep | None"),
      "A sweep over the items in an order: given, closing, rcm, greedy or spectral (None where "
      "finding the order would take too long), after the item `first` if there is one.  Each "
      "solution counts as the product of its options' weights; with a modulus only the remainder "
      "is kept.");
}

}  // namespace combien::bindings
