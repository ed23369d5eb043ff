// Python bindings for beliefs about the cells of a nonogram, and for annealing.
#include <nanobind/stl/unique_ptr.h>

#include <vector>

#include "bindings/guarded.hpp"
#include "bindings/nonogram.hpp"
#include "nonogram/annealing.hpp"
#include "nonogram/marginals.hpp"

namespace combien::bindings {

using nonogram::Annealing;
using nonogram::Marginals;

namespace {

template <class Machine>
int run_rounds(Guarded<Machine>& machine, std::uint32_t rounds, std::uint64_t steps, double seconds,
               std::uint64_t bytes) {
  return machine.run([&](Machine& guarded) {
    Slice slice(steps, seconds);
    return static_cast<int>(guarded.run(rounds, slice, bytes));
  });
}

template <class Machine>
void know(Guarded<Machine>& machine, const nb::bytes& cells) {
  machine.look([&](Machine& guarded) {
    guarded.know({reinterpret_cast<const std::uint8_t*>(cells.c_str()), cells.size()});
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
      .def("know", &know<Marginals>, nb::arg("cells"))
      .def(
          "damp",
          [](Guarded<Marginals>& machine, double share) {
            machine.look([&](Marginals& marginals) { marginals.damp(share); });
          },
          nb::arg("share"))
      .def("run", &run_rounds<Marginals>, nb::arg("rounds"), nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def("beliefs", &beliefs)
      .def_prop_ro("change", reader<Marginals>(&Marginals::change))
      .def_prop_ro("rounds", reader<Marginals>(&Marginals::rounds));

  nb::class_<Guarded<Annealing>>(module, "Annealing",
                                 "Looks for a solution of a nonogram by beliefs; stops anywhere.")
      .def("know", &know<Annealing>, nb::arg("cells"))
      .def(
          "reinforce",
          [](Guarded<Annealing>& machine, float share) {
            machine.look([&](Annealing& annealing) { annealing.reinforce(share); });
          },
          nb::arg("share"))
      .def("run", &run_rounds<Annealing>, nb::arg("rounds"), nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def("letters",
           [](const Guarded<Annealing>& machine) {
             const auto letters =
                 machine.look([](const Annealing& found) { return found.letters(); });
             return nb::bytes(letters.data(), letters.size());
           })
      .def_prop_ro("violated", reader<Annealing>(&Annealing::violated))
      .def_prop_ro("rounds", reader<Annealing>(&Annealing::rounds));

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

  module.def(
      "annealing",
      [](std::uint32_t height, std::uint32_t letters, const Array& starts, const Array& lengths,
         const Array& inks, float tilt, float noise, std::uint64_t seed) {
        return guarded(std::make_unique<Annealing>(
            puzzle_of(height, letters, starts, lengths, inks), tilt, noise, seed));
      },
      nb::arg("height"), nb::arg("letters"), nb::arg("starts"), nb::arg("lengths"), nb::arg("inks"),
      nb::arg("tilt"), nb::arg("noise"), nb::arg("seed"),
      nb::sig("def annealing(height: int, letters: int, starts: Sequence[int], "
              "lengths: Sequence[int], inks: Sequence[int], tilt: float, noise: float, seed: int) "
              "-> Annealing"),
      "Beliefs that come to agree on one board: the clues as for nonogram_search.");
}

}  // namespace combien::bindings
