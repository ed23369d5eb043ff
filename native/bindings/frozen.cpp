// Diagrams outside their managers for Python: their nodes, their numbers, their sets in order.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "zdd/frozen.hpp"

namespace combien::bindings {

namespace {

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

}  // namespace

void register_frozen(nb::module_& module) {
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

  module.def("freeze", &FrozenDiagram::of, nb::arg("diagram"), "A diagram outside its manager.");
  module.def(
      "members",
      [](const FrozenDiagram& diagram, std::vector<std::uint32_t> names) {
        return std::make_unique<MemberWalk>(diagram, std::move(names));
      },
      nb::arg("diagram"), nb::arg("names"), nb::keep_alive<0, 1>(),
      "The sets of a family, with names in place of the numbers unless there are none.");
}

}  // namespace combien::bindings
