// Python bindings for compiling a problem to the diagram of its solutions.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "frontier/compile.hpp"
#include "frontier/order.hpp"

namespace combien::bindings {

namespace {

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
    shared_->end([&] { machine_.reset(); });
    // A machine that a fork interrupted cannot even be destroyed.
    static_cast<void>(machine_.release());
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
    const Hold locked(shared_->mutex);
    return std::make_unique<Diagram>(shared_, machine_->family());
  }

  std::vector<std::uint32_t> order() const {
    const Hold locked(shared_->mutex);
    std::vector<std::uint32_t> options;
    for (const SweepPlan::Move& move : machine_->plan().moves()) {
      options.push_back(number(move.option));
    }
    return options;
  }

  std::uint64_t states() const {
    const Hold locked(shared_->mutex);
    return machine_->states();
  }
  std::uint64_t transitions() const {
    const Hold locked(shared_->mutex);
    return machine_->transitions();
  }

  bool swept() const {
    const Hold locked(shared_->mutex);
    return machine_->swept();
  }

  // The memory used by this and the whole manager.
  std::uint64_t bytes() const {
    const Hold locked(shared_->mutex);
    return machine_->bytes() + shared_->manager.bytes();
  }

 private:
  SharedManager shared_;
  std::unique_ptr<Compile> machine_;
};

std::unique_ptr<Compilation> compile_in_order(const Problem& problem, const Manager& manager,
                                              const std::vector<ItemId>& items) {
  const nb::gil_scoped_release unlocked;
  if (items.size() < given_order(problem).size()) return nullptr;
  return std::make_unique<Compilation>(problem, manager, items);
}

}  // namespace

void register_compile(nb::module_& module) {
  nb::class_<Compilation>(module, "Compilation", "The way from a problem to its solutions.")
      .def("run", &Compilation::run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"),
           "Goes on; returns DONE, OUT_OF_SLICE or OUT_OF_BYTES.")
      .def("family", &Compilation::family, "The solutions, once it is done.")
      .def("order", &Compilation::order, "The option of each variable.")
      .def_prop_ro("swept", &Compilation::swept,
                   "Whether all transitions are made, and only nodes are left to be.")
      .def_prop_ro("bytes", &Compilation::bytes, "What it and its manager hold.")
      .def_prop_ro("states", &Compilation::states)
      .def_prop_ro("transitions", &Compilation::transitions);

  module.def(
      "compile",
      [](const Problem& problem, const Manager& manager, const Guarded<OrderSearch>& order) {
        return compile_in_order(problem, manager, order.look(&OrderSearch::order));
      },
      nb::arg("problem"), nb::arg("manager"), nb::arg("order"),
      nb::sig("def compile(problem: Problem, manager: DiagramManager, order: OrderSearch) -> "
              "Compilation | None"),
      "Begins to compile a problem in an order that was found; None where that took too long.");
  module.def(
      "compile",
      [](const Problem& problem, const Manager& manager, const std::string& order) {
        return compile_in_order(problem, manager, named_order(problem, order));
      },
      nb::arg("problem"), nb::arg("manager"), nb::arg("order"),
      nb::sig("def compile(problem: Problem, manager: DiagramManager, order: str) -> "
              "Compilation | None"),
      "Begins to compile a problem in an order: given, entropy, greedy, closing, rcm or spectral "
      "(None "
      "where finding the order would take too long).");
}

}  // namespace combien::bindings
