// Python bindings for diagrams: managers, and families as handles.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"

namespace combien::bindings {

void register_zdd(nb::module_& module) {
  const nb::exception<OutOfNodes> out_of_nodes(module, "OutOfNodes", PyExc_ValueError);

  nb::class_<Diagram>(module, "Diagram", "A family of sets of numbers, by its node in a manager.")
      .def("same", &Diagram::same, nb::arg("other"), "Whether both are one node of one manager.")
      .def("empty", &Diagram::empty, "Whether it is the family without any set.")
      .def_prop_ro("variable", &Diagram::variable, "The variable of the root; None for a terminal.")
      .def("contains", &Diagram::contains, nb::arg("set"),
           "Whether a set is in the family, given by its numbers in increasing order.");

  nb::class_<Manager>(module, "DiagramManager", "Where diagrams live and share their nodes.")
      .def(nb::init<std::uint32_t, std::uint64_t>(), nb::arg("nodes"), nb::arg("cache_bytes"))
      .def("family", &Manager::family, nb::arg("variables"), nb::arg("ends"),
           "The family of these sets: their numbers, increasing in each, and where each ends.")
      .def("apply", &Manager::apply, nb::arg("operation"), nb::arg("f"), nb::arg("g"),
           "The result of an operation, by its number.")
      .def("weighing", &Manager::weighing, nb::arg("f"), nb::arg("weights"), nb::arg("most"),
           "The sets that weigh at most this; the weights by number.")
      .def(
          "load", &Manager::load, nb::arg("variables"), nb::arg("lo"), nb::arg("hi"),
          nb::arg("root"), nb::arg("names"),
          nb::sig("def load(self, variables: Sequence[int], lo: Sequence[int], hi: Sequence[int], "
                  "root: int, names: Sequence[int]) -> Diagram"),
          "The diagram of nodes as a FrozenDiagram has them, array('I') each; a variable v becomes "
          "names[v], or stays as it is where there are no names.  ValueError for what is none.")
      .def_prop_ro("nodes", [](const Manager& manager) {
        const Hold locked(manager.shared()->mutex);
        return manager.shared()->manager.node_count();
      });
}

}  // namespace combien::bindings
