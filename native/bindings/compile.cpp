// Compiling for Python: from a problem to the diagram of its solutions.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "frontier/compile.hpp"
#include "frontier/order.hpp"

namespace combien::bindings {

namespace {

// The name of an order, or the primary items one by one.
using Order = std::variant<std::string, std::vector<std::uint32_t>>;

std::vector<ItemId> listed_items(const Problem& problem, const std::vector<std::uint32_t>& listed) {
  const std::size_t primary = given_order(problem).size();
  std::vector<ItemId> items;
  Table<ItemId, std::uint8_t> seen(problem.item_count());
  for (const std::uint32_t item : listed) {
    if (item >= problem.item_count() || !problem.kind(ItemId{item}).primary || seen[ItemId{item}]) {
      break;
    }
    seen[ItemId{item}] = 1;
    items.push_back(ItemId{item});
  }
  if (items.size() != primary || listed.size() != primary) {
    throw std::invalid_argument("an order names each primary item once");
  }
  return items;
}

class Compilation {
 public:
  // require: the interpreter's lock is released
  Compilation(const Problem& problem, const Manager& manager, const std::vector<ItemId>& items)
      : shared_(manager.shared()) {
    SweepPlan plan(problem, items);
    const std::lock_guard locked(shared_->mutex);
    shared_->manager.collect();
    machine_ = compile(shared_->manager, std::move(plan));
  }
  ~Compilation() {
    const std::lock_guard locked(shared_->mutex);
    machine_.reset();
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  int run(std::uint64_t steps, double seconds, std::uint64_t bytes) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard locked(shared_->mutex);
    Slice slice(steps, seconds);
    return static_cast<int>(machine_->run(slice, bytes));
  }

  std::unique_ptr<Diagram> family() const {
    const std::lock_guard locked(shared_->mutex);
    return std::make_unique<Diagram>(shared_, machine_->family());
  }

  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> options;
    for (const SweepPlan::Move& move : machine_->plan().moves()) {
      options.push_back(number(move.option));
    }
    return options;
  }

  const Compile& machine() const { return *machine_; }

 private:
  SharedManager shared_;
  std::unique_ptr<Compile> machine_;
};

std::unique_ptr<Compilation> compile_in_order(const Problem& problem, const Manager& manager,
                                              const Order& order) {
  const nb::gil_scoped_release unlocked;
  const auto* name = std::get_if<std::string>(&order);
  const std::vector<ItemId> items =
      name ? named_order(problem, *name)
           : listed_items(problem, std::get<std::vector<std::uint32_t>>(order));
  if (items.size() < given_order(problem).size()) return nullptr;
  return std::make_unique<Compilation>(problem, manager, items);
}

}  // namespace

void register_compile(nb::module_& module) {
  nb::class_<Compilation>(module, "Compilation", "The way from a problem to its solutions.")
      .def("run", &Compilation::run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"),
           "Goes on; returns SWEEP_DONE, SWEEP_OUT_OF_SLICE or SWEEP_OUT_OF_BYTES.")
      .def("family", &Compilation::family, "The solutions, once it is done.")
      .def("order", &Compilation::order, "The option of each variable.")
      .def_prop_ro("states", [](const Compilation& c) { return c.machine().states(); })
      .def_prop_ro("transitions", [](const Compilation& c) { return c.machine().transitions(); });

  module.def(
      "compile",
      [](const Problem& problem, const Manager& manager) {
        const nb::gil_scoped_release unlocked;
        return std::make_unique<Compilation>(problem, manager, given_order(problem));
      },
      nb::arg("problem"), nb::arg("manager"), "Begins to compile a problem, in the given order.");
  module.def("compile", &compile_in_order, nb::arg("problem"), nb::arg("manager"), nb::arg("order"),
             nb::sig("def compile(problem: Problem, manager: DiagramManager, "
                     "order: str | Sequence[int]) -> Compilation | None"),
             "The same with the primary items listed, or in an order: given, closing, rcm, "
             "greedy or spectral (None where finding the order would take too long).");
}

}  // namespace combien::bindings
