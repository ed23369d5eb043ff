// Beliefs about the cells of a nonogram for Python.
#include "bindings/nonogram.hpp"
#include "nonogram/marginals.hpp"

namespace combien::bindings {

using nonogram::Marginals;

namespace {

int run(Marginals& machine, std::uint32_t rounds, std::uint64_t steps, double seconds,
        std::uint64_t bytes) {
  const nb::gil_scoped_release unlocked;
  Slice slice(steps, seconds);
  return static_cast<int>(machine.run(rounds, slice, bytes));
}

void know(Marginals& machine, const nb::bytes& cells) {
  machine.know({reinterpret_cast<const std::uint8_t*>(cells.c_str()), cells.size()});
}

// The doubles as they lie in memory: array("d") reads them.
nb::bytes beliefs(const Marginals& machine) {
  const auto values = machine.beliefs();
  return nb::bytes(values.data(), values.size_bytes());
}

}  // namespace

void register_marginals(nb::module_& module) {
  nb::class_<Marginals>(module, "Marginals",
                        "How likely each cell of a nonogram is of each colour; stops anywhere.")
      .def("know", &know, nb::arg("cells"))
      .def("damp", &Marginals::damp, nb::arg("share"))
      .def("run", &run, nb::arg("rounds"), nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def("beliefs", &beliefs)
      .def_prop_ro("change", &Marginals::change)
      .def_prop_ro("rounds", &Marginals::rounds);

  module.def(
      "marginals",
      [](std::uint32_t height, std::uint32_t letters, const Array& starts, const Array& lengths,
         const Array& inks) {
        return Marginals(puzzle_of(height, letters, starts, lengths, inks));
      },
      nb::arg("height"), nb::arg("letters"), nb::arg("starts"), nb::arg("lengths"), nb::arg("inks"),
      nb::sig("def marginals(height: int, letters: int, starts: Sequence[int], "
              "lengths: Sequence[int], inks: Sequence[int]) -> Marginals"),
      "Beliefs about a board, as for nonogram_search.");
}

}  // namespace combien::bindings
