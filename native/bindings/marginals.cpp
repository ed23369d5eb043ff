// Beliefs about the cells of a nonogram for Python.
#include "bindings/bindings.hpp"
#include "nonogram/marginals.hpp"

namespace combien::bindings {

using nonogram::Clues;
using nonogram::InvalidClues;
using nonogram::Marginals;
using nonogram::MarginalsOutcome;

namespace {

Clues clues_of(std::uint32_t height, std::uint32_t width, std::uint32_t colours,
               const Array& starts, const Array& lengths, const Array& inks) {
  Clues clues{height, width, colours, {}, {}, {}};
  clues.starts.assign(starts.data(), starts.data() + starts.size());
  clues.lengths.assign(lengths.data(), lengths.data() + lengths.size());
  for (std::size_t k = 0; k < inks.size(); ++k) {
    clues.inks.push_back(static_cast<std::uint8_t>(inks.data()[k]));
  }
  return clues;
}

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
  module.attr("MARGINALS_DONE") = static_cast<int>(MarginalsOutcome::done);
  module.attr("MARGINALS_OUT_OF_SLICE") = static_cast<int>(MarginalsOutcome::out_of_slice);
  module.attr("MARGINALS_OUT_OF_BYTES") = static_cast<int>(MarginalsOutcome::out_of_bytes);
  nb::exception<InvalidClues>(module, "InvalidClues", PyExc_ValueError);

  nb::class_<Marginals>(module, "Marginals",
                        "How likely each cell of a nonogram is of each colour; stops anywhere.")
      .def("know", &know, nb::arg("cells"))
      .def("damp", &Marginals::damp, nb::arg("share"))
      .def("run", &run, nb::arg("rounds"), nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def("beliefs", &beliefs)
      .def_prop_ro("change", &Marginals::change)
      .def_prop_ro("rounds", &Marginals::rounds)
      .def_prop_ro("lines_asked", &Marginals::lines_asked)
      .def_prop_ro("bytes", &Marginals::bytes);

  module.def(
      "marginals",
      [](std::uint32_t height, std::uint32_t width, std::uint32_t colours, const Array& starts,
         const Array& lengths, const Array& inks) {
        return Marginals(clues_of(height, width, colours, starts, lengths, inks));
      },
      nb::arg("height"), nb::arg("width"), nb::arg("colours"), nb::arg("starts"),
      nb::arg("lengths"), nb::arg("inks"),
      nb::sig("def marginals(height: int, width: int, colours: int, starts: Sequence[int], "
              "lengths: Sequence[int], inks: Sequence[int]) -> Marginals"),
      "Beliefs about a board: the blocks of lines across, then down; colour 0 is white.");
}

}  // namespace combien::bindings
