// Python bindings for beliefs about the cells of a nonogram.
#include <nanobind/stl/unique_ptr.h>

#include <vector>

#include "bindings/guarded.hpp"
#include "bindings/nonogram.hpp"
#include "nonogram/marginals.hpp"

namespace combien::bindings {

using nonogram::Marginals;

namespace {

int run(Guarded<Marginals>& machine, std::uint32_t rounds, std::uint64_t steps, double seconds,
        std::uint64_t bytes) {
  return machine.run([&](Marginals& marginals) {
    Slice slice(steps, seconds);
    return static_cast<int>(marginals.run(rounds, slice, bytes));
  });
}

void know(Guarded<Marginals>& machine, const nb::bytes& cells) {
  machine.look([&](Marginals& marginals) {
    marginals.know({reinterpret_cast<const std::uint8_t*>(cells.c_str()), cells.size()});
  });
}

// The doubles as raw bytes, for array("d").
nb::bytes beliefs(const Guarded<Marginals>& machine) {
  const auto values = machine.look([](const Marginals& marginals) {
    const auto all = marginals.beliefs();
    return std::vector(all.begin(), all.end());
  });
  return nb::bytes(values.data(), values.size() * sizeof(values[0]));
}

}  // namespace

void register_marginals(nb::module_& module) {
  nb::class_<Guarded<Marginals>>(
      module, "Marginals", "How likely each cell of a nonogram is of each color; stops anywhere.")
      .def("know", &know, nb::arg("cells"))
      .def(
          "damp",
          [](Guarded<Marginals>& machine, double share) {
            machine.look([&](Marginals& marginals) { marginals.damp(share); });
          },
          nb::arg("share"))
      .def(
          "reinforce",
          [](Guarded<Marginals>& machine, double share) {
            machine.look([&](Marginals& marginals) { marginals.reinforce(share); });
          },
          nb::arg("share"))
      .def(
          "shake",
          [](Guarded<Marginals>& machine, double noise, std::uint64_t seed) {
            machine.look([&](Marginals& marginals) { marginals.shake(noise, seed); });
          },
          nb::arg("noise"), nb::arg("seed"))
      .def("run", &run, nb::arg("rounds"), nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def("beliefs", &beliefs)
      .def_prop_ro("violated", reader<Marginals>(&Marginals::violated))
      .def_prop_ro("change", reader<Marginals>(&Marginals::change))
      .def_prop_ro("rounds", reader<Marginals>(&Marginals::rounds));

  module.def(
      "marginals",
      [](std::uint32_t height, std::uint32_t letters, const Array& starts, const Array& lengths,
         const Array& inks) {
        return guarded(
            std::make_unique<Marginals>(puzzle_of(height, letters, starts, lengths, inks)));
      },
      nb::arg("height"), nb::arg("letters"), nb::arg("starts"), nb::arg("lengths"), nb::arg("inks"),
      nb::sig("def marginals(height: int, letters: int, starts: Sequence[int], "
              "lengths: Sequence[int], inks: Sequence[int]) -> Marginals"),
      "Beliefs about a board, as for nonogram_search.");
}

}  // namespace combien::bindings
