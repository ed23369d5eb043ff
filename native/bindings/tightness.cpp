// Python bindings for weights that show which options no solution can have.
#include "cover/tightness.hpp"

#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"

namespace combien::bindings {

void register_tightness(nb::module_& module) {
  nb::class_<Guarded<Tightness>>(module, "Tightness", "A search for weights; stops anywhere.")
      .def("run", &run_slice<Tightness>, nb::arg("steps"), nb::arg("seconds"))
      .def("weights", reader<Tightness>(&Tightness::weights),
           nb::sig("def weights(self) -> list[int]"),
           "A weight for each item, to be verified; none if all are 0, or not found.")
      .def_prop_ro("gave_up", reader<Tightness>(&Tightness::gave_up))
      .def_prop_ro("visits", reader<Tightness>(&Tightness::visits))
      .def_prop_ro("steps", reader<Tightness>(&Tightness::steps))
      .def_prop_ro("classes", reader<Tightness>([](const Tightness& machine) {
                     return std::vector{machine.item_classes(), machine.option_classes()};
                   }));

  module.def(
      "tightness",
      [](const Problem& problem, std::uint64_t effort) {
        return guarded(std::make_unique<Tightness>(problem, effort));
      },
      nb::arg("problem"), nb::arg("effort"), nb::keep_alive<0, 1>(),
      nb::sig("def tightness(problem: Problem, effort: int) -> Tightness"),
      "A search for weights that show which options no solution has, given up after this many "
      "visits.");
}

}  // namespace combien::bindings
