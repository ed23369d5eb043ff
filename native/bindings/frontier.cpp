// Python bindings for sweeps.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Guarded<Sweep>> make_sweep(const Problem& problem, std::vector<ItemId> items,
                                           Values values, std::int64_t first) {
  if (!values.weights.empty() && values.weights.size() != problem.option_count()) {
    throw std::invalid_argument("there must be a weight for each option");
  }
  for (const std::uint64_t weight : values.weights) {
    if (weight == 0) throw std::invalid_argument("a weight of zero: leave the option out");
  }
  if (values.modulus >> 63 != 0) throw std::invalid_argument("a modulus must be less than 2**63");
  const nb::gil_scoped_release unlocked;
  if (items.empty() && !given_order(problem).empty()) return nullptr;
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
  const nb::exception<TooWide> too_wide(module, "TooWide", PyExc_ValueError);

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

  nb::class_<Guarded<OrderSearch>>(module, "OrderSearch",
                                   "The search for an order of items, in slices.")
      .def(
          "__init__",
          [](Guarded<OrderSearch>* self, const Problem& problem, const std::string& order) {
            new (self) Guarded<OrderSearch>(std::make_unique<OrderSearch>(problem, order));
          },
          nb::arg("problem"), nb::arg("order"), nb::keep_alive<1, 2>(),
          "The order has a name: given, closing, rcm, greedy or spectral.")
      .def(
          "run",
          [](Guarded<OrderSearch>& order, double seconds) {
            return order.run([&](OrderSearch& search) {
              Slice slice(UINT64_MAX, seconds);
              return search.run(slice);
            });
          },
          nb::arg("seconds"), "Goes on; True when it is done.");

  module.def(
      "sweep",
      [](const Problem& problem, const Guarded<OrderSearch>& order,
         std::vector<std::uint64_t> weights, std::uint64_t modulus, std::int64_t first) {
        return make_sweep(problem, order.look(&OrderSearch::order), {std::move(weights), modulus},
                          first);
      },
      nb::arg("problem"), nb::arg("order"), nb::arg("weights") = std::vector<std::uint64_t>(),
      nb::arg("modulus") = 0, nb::arg("first") = -1,
      nb::sig("def sweep(problem: Problem, order: OrderSearch, weights: Sequence[int] = (), "
              "modulus: int = 0, first: int = -1) -> Sweep | None"),
      "A sweep in an order that was found; None where finding it would have taken too long.");
  module.def(
      "sweep",
      [](const Problem& problem, const std::string& order, std::vector<std::uint64_t> weights,
         std::uint64_t modulus, std::int64_t first) {
        return make_sweep(problem, named_order(problem, order), {std::move(weights), modulus},
                          first);
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
