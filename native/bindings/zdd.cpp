// Diagrams for Python: managers, families by their handles, and compiling.
//
// A manager is locked for one slice of work at a time, with the interpreter's lock released; whoever
// holds the one never waits for the other.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "bindings/bindings.hpp"
#include "frontier/compile.hpp"
#include "frontier/order.hpp"
#include "zdd/algebra.hpp"
#include "zdd/frozen.hpp"

namespace combien::bindings {

namespace {

struct Shared {
  Shared(std::uint32_t most_nodes, std::uint64_t cache_bytes) : manager(most_nodes, cache_bytes) {}

  DiagramManager manager;
  std::mutex mutex;
};
using SharedManager = std::shared_ptr<Shared>;

// A family that Python holds.
class Diagram {
 public:
  // require: the manager is locked
  Diagram(SharedManager shared, FamilyId family)
      : shared_(std::move(shared)), handle_(shared_->manager.hold(family)) {}
  ~Diagram() {
    const std::lock_guard locked(shared_->mutex);
    shared_->manager.release(handle_);
  }
  Diagram(const Diagram&) = delete;
  Diagram& operator=(const Diagram&) = delete;

  const SharedManager& shared() const { return shared_; }
  // require: the manager is locked
  FamilyId id() const { return shared_->manager.held(handle_); }

  bool same(const Diagram& other) const {
    if (shared_ != other.shared_) return false;
    const std::lock_guard locked(shared_->mutex);
    return id() == other.id();
  }

  bool empty() const {
    const std::lock_guard locked(shared_->mutex);
    return id() == empty_family;
  }

  // Whether the set of these variables, which increase, is in the family.
  bool contains(const std::vector<Variable>& set) const {
    const std::lock_guard locked(shared_->mutex);
    const DiagramManager& manager = shared_->manager;
    FamilyId here = id();
    for (const Variable variable : set) {
      while (manager.node(here).variable < variable) here = manager.node(here).lo;
      if (manager.node(here).variable != variable) return false;
      here = manager.node(here).hi;
    }
    while (manager.node(here).variable != no_variable) here = manager.node(here).lo;
    return here == unit_family;
  }

 private:
  SharedManager shared_;
  DiagramManager::Handle handle_;
};

class Manager {
 public:
  Manager(std::uint32_t most_nodes, std::uint64_t cache_bytes)
      : shared_(std::make_shared<Shared>(most_nodes, cache_bytes)) {}

  const SharedManager& shared() const { return shared_; }

  std::unique_ptr<Diagram> family(const std::vector<Variable>& variables,
                                  const std::vector<std::uint32_t>& ends) {
    return evaluate([&](DiagramManager& manager) {
      return std::make_unique<Evaluation>(manager, variables, ends);
    });
  }

  std::unique_ptr<Diagram> apply(int operation, const Diagram& f, const Diagram& g) {
    if (f.shared() != shared_ || g.shared() != shared_) {
      throw std::invalid_argument("the families belong to different managers");
    }
    if (operation < 0 || operation > static_cast<int>(Operation::hit)) {
      throw std::invalid_argument("there is no such operation");
    }
    return evaluate([&](DiagramManager& manager) {
      const auto chosen = static_cast<Operation>(operation);
      if ((chosen == Operation::divide || chosen == Operation::remain) && g.id() == empty_family) {
        throw std::invalid_argument("nothing can be divided by the empty family");
      }
      return std::make_unique<Evaluation>(manager, chosen, f.id(), g.id());
    });
  }

 private:
  // Runs what `begin` makes, in slices; when the nodes run out, once more after a collection.
  template <class Begin>
  std::unique_ptr<Diagram> evaluate(const Begin& begin) {
    for (bool again = false;; again = true) {
      try {
        return attempt(begin, again);
      } catch (const OutOfNodes&) {
        if (again) throw;
      }
    }
  }

  template <class Begin>
  std::unique_ptr<Diagram> attempt(const Begin& begin, bool collected) {
    // Made and destroyed under the lock, as it pins the manager's numbers.
    std::unique_ptr<Evaluation> evaluation;
    struct Ending {
      std::unique_ptr<Evaluation>& evaluation;
      Shared& shared;
      ~Ending() {
        const std::lock_guard locked(shared.mutex);
        evaluation.reset();
      }
    } const ending{evaluation, *shared_};
    for (;;) {
      {
        const nb::gil_scoped_release unlocked;
        const std::lock_guard locked(shared_->mutex);
        if (evaluation == nullptr) {
          if (collected) {
            shared_->manager.collect();
          } else {
            shared_->manager.collect_if_due();
          }
          evaluation = begin(shared_->manager);
        }
        Slice slice(UINT64_MAX, 0.05);
        if (evaluation->run(slice)) {
          return std::make_unique<Diagram>(shared_, evaluation->result());
        }
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
  }

  SharedManager shared_;
};

// A diagram outside its manager.
class FrozenDiagram {
 public:
  explicit FrozenDiagram(Frozen frozen) : frozen_(std::move(frozen)) {}

  const Frozen& frozen() const { return frozen_; }

  static std::unique_ptr<FrozenDiagram> of(const Diagram& diagram) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard locked(diagram.shared()->mutex);
    return std::make_unique<FrozenDiagram>(Frozen(diagram.shared()->manager, diagram.id()));
  }

  nb::object count() const {
    Natural number;
    {
      const nb::gil_scoped_release unlocked;
      number = frozen_.count();
    }
    return to_python(number);
  }

  static nb::bytes bytes_of(const std::vector<std::uint32_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                     numbers.size() * sizeof(std::uint32_t));
  }

 private:
  Frozen frozen_;
};

// Sets in order, in batches; each mapped to other numbers and sorted, where these are given.
class MemberWalk {
 public:
  MemberWalk(const FrozenDiagram& diagram, std::vector<std::uint32_t> names)
      : members_(diagram.frozen()), names_(std::move(names)) {
    Variable largest = 0;
    for (std::size_t k = 2; k < diagram.frozen().variables.size(); ++k) {
      largest = std::max(largest, diagram.frozen().variables[k]);
    }
    if (diagram.frozen().inner() > 0 && !names_.empty() && names_.size() <= largest) {
      throw std::invalid_argument("a variable has no name");
    }
  }

  nb::list batch(std::uint64_t most) {
    nb::list sets;
    std::vector<std::uint32_t> named;
    for (std::uint64_t k = 0; k < most && members_.next(); ++k) {
      named = members_.set();
      if (!names_.empty()) {
        for (std::uint32_t& variable : named) variable = names_[variable];
        std::sort(named.begin(), named.end());
      }
      PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(named.size()));
      if (tuple == nullptr) throw nb::python_error();
      for (std::size_t v = 0; v < named.size(); ++v) {
        PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(v), PyLong_FromUnsignedLong(named[v]));
      }
      sets.append(nb::steal(tuple));
    }
    return sets;
  }

 private:
  Members members_;
  std::vector<std::uint32_t> names_;
};

class Compilation {
 public:
  // require: the order has all items
  Compilation(const Problem& problem, const Manager& manager, const std::vector<ItemId>& order)
      : shared_(manager.shared()) {
    const std::lock_guard locked(shared_->mutex);
    shared_->manager.collect();
    machine_ = compile(shared_->manager, SweepPlan(problem, order));
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

}  // namespace

void register_zdd(nb::module_& module) {
  nb::exception<OutOfNodes>(module, "OutOfNodes", PyExc_ValueError);

  nb::class_<Diagram>(module, "Diagram", "A family of sets of numbers, by its node in a manager.")
      .def("same", &Diagram::same, nb::arg("other"), "Whether both are one node of one manager.")
      .def("empty", &Diagram::empty, "Whether it is the family without any set.")
      .def("contains", &Diagram::contains, nb::arg("set"),
           "Whether a set is in the family, given by its numbers in increasing order.");

  nb::class_<Manager>(module, "DiagramManager", "Where diagrams live and share their nodes.")
      .def(nb::init<std::uint32_t, std::uint64_t>(), nb::arg("nodes"), nb::arg("cache_bytes"))
      .def("family", &Manager::family, nb::arg("variables"), nb::arg("ends"),
           "The family of these sets: their numbers, increasing in each, and where each ends.")
      .def("apply", &Manager::apply, nb::arg("operation"), nb::arg("f"), nb::arg("g"),
           "The result of an operation, by its number.")
      .def_prop_ro("nodes", [](const Manager& manager) {
        const std::lock_guard locked(manager.shared()->mutex);
        return manager.shared()->manager.node_count();
      });

  nb::class_<FrozenDiagram>(module, "FrozenDiagram",
                            "A diagram's nodes, children first; 0 and 1 are the terminals.")
      .def("count", &FrozenDiagram::count, nb::sig("def count(self) -> int"))
      .def_prop_ro("root", [](const FrozenDiagram& d) { return d.frozen().root(); })
      .def_prop_ro("inner", [](const FrozenDiagram& d) { return d.frozen().inner(); })
      .def_prop_ro(
          "variables",
          [](const FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().variables); },
          "32-bit numbers, one a node.")
      .def_prop_ro(
          "lo", [](const FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().lo); },
          "32-bit numbers, one a node.")
      .def_prop_ro(
          "hi", [](const FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().hi); },
          "32-bit numbers, one a node.");

  nb::class_<MemberWalk>(module, "MemberWalk", "The sets of a family in increasing order.")
      .def("batch", &MemberWalk::batch, nb::arg("most"),
           nb::sig("def batch(self, most: int) -> list[tuple[int, ...]]"),
           "The next sets; fewer than asked for at the end.");

  nb::class_<Compilation>(module, "Compilation", "The way from a problem to its solutions.")
      .def("run", &Compilation::run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"),
           "Goes on; returns SWEEP_DONE, SWEEP_OUT_OF_SLICE or SWEEP_OUT_OF_BYTES.")
      .def("family", &Compilation::family, "The solutions, once it is done.")
      .def("order", &Compilation::order, "The option of each variable.")
      .def_prop_ro("states", [](const Compilation& c) { return c.machine().states(); })
      .def_prop_ro("transitions", [](const Compilation& c) { return c.machine().transitions(); });

  module.def("freeze", &FrozenDiagram::of, nb::arg("diagram"), "A diagram outside its manager.");
  module.def(
      "members",
      [](const FrozenDiagram& diagram, std::vector<std::uint32_t> names) {
        return std::make_unique<MemberWalk>(diagram, std::move(names));
      },
      nb::arg("diagram"), nb::arg("names"), nb::keep_alive<0, 1>(),
      "The sets of a family, with names in place of the numbers unless there are none.");
  module.def(
      "compile",
      [](const Problem& problem, const Manager& manager, const std::string& order) {
        const nb::gil_scoped_release unlocked;
        const std::vector<ItemId> items = named_order(problem, order);
        if (items.empty() && order != "given") return std::unique_ptr<Compilation>();
        return std::make_unique<Compilation>(problem, manager, items);
      },
      nb::arg("problem"), nb::arg("manager"), nb::arg("order") = "given",
      nb::sig("def compile(problem: Problem, manager: DiagramManager, order: str = 'given') -> "
              "Compilation | None"),
      "Begins to compile a problem, its items in an order that `sweep` knows too (None where "
      "finding it would take too long).");
}

}  // namespace combien::bindings
