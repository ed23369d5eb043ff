// Python bindings for counting perfect matchings.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "matching/matchings.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Guarded<Matchings>> make_matchings(
    const Problem& problem, bool shares, bool samples,
    const std::vector<std::vector<std::uint64_t>>& given) {
  if (!given.empty() && given.size() != problem.option_count()) {
    throw std::invalid_argument("there must be a weight for each option");
  }
  std::vector<Natural> weights;
  for (const std::vector<std::uint64_t>& limbs : given) {
    weights.emplace_back(limbs.data(), limbs.size());
    if (weights.back() == Natural()) throw std::invalid_argument("a weight of zero");
  }
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    if (problem.items(option).size() != 2) throw InvalidProblem("an option has not two items");
  }
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (!problem.kind(item).primary || !problem.kind(item).exactly_once()) {
      throw InvalidProblem("an item need not be covered exactly once");
    }
  }
  const Purpose purpose = samples ? Purpose::samples : shares ? Purpose::shares : Purpose::count;
  return guarded(std::make_unique<Matchings>(problem, purpose, weights));
}

}  // namespace

void register_matchings(nb::module_& module) {
  nb::class_<Guarded<Matchings>>(module, "Matchings",
                                 "A count of the perfect matchings of a graph; stops anywhere.")
      .def(
          "prepare",
          [](const Guarded<Matchings>& machine, std::uint64_t steps, double seconds) {
            return machine.run([&](Matchings& matchings) {
              Slice slice(UINT64_MAX, seconds);
              return matchings.prepare(slice, steps);
            });
          },
          nb::arg("steps"), nb::arg("seconds"),
          "Draws the graph; True when that is done, or known to fail.  Returns False, too, when "
          "the "
          "graph is found not to be planar.")
      .def_prop_ro("drawing_steps", reader<Matchings>(&Matchings::drawing_steps))
      .def_prop_ro("drawn", reader<Matchings>(&Matchings::drawn))
      .def_prop_ro("planar", reader<Matchings>(&Matchings::planar))
      .def("run", &run_slice<Matchings, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def(
          "count",
          [](const Guarded<Matchings>& machine) {
            return to_python(machine.look(&Matchings::count));
          },
          nb::sig("def count(self) -> int"))
      .def(
          "shares",
          [](const Guarded<Matchings>& machine) {
            nb::list shares;
            for (const Natural& share : machine.look(&Matchings::shares)) {
              shares.append(to_python(share));
            }
            return shares;
          },
          nb::sig("def shares(self) -> list[int]"),
          "The solutions with each option; with weights, without its own.")
      .def(
          "begin_sample",
          [](Guarded<Matchings>& machine, std::uint64_t seed) {
            machine.look([&](Matchings& matchings) { matchings.begin_sample(seed); });
          },
          nb::arg("seed"), "Begins to draw a random solution; after prepare().")
      .def(
          "draw",
          [](const Guarded<Matchings>& machine, std::uint64_t steps, double seconds) {
            return machine.run([&](Matchings& matchings) {
              Slice slice(steps, seconds);
              return matchings.draw(slice);
            });
          },
          nb::arg("steps"), nb::arg("seconds"), "Goes on; True when it is drawn.")
      .def(
          "sample",
          [](const Guarded<Matchings>& machine) {
            std::vector<std::uint32_t> numbers;
            for (const OptionId option : machine.look(&Matchings::sample)) {
              numbers.push_back(number(option));
            }
            return numbers;
          },
          "The options of the solution that was drawn.")
      .def_prop_ro("sweeps", reader<Matchings>(&Matchings::sweeps))
      .def_prop_ro("pivots", reader<Matchings>(
                                 [](const Matchings& machine) { return machine.work().pivots; }))
      .def_prop_ro("products", reader<Matchings>([](const Matchings& machine) {
                     return machine.work().products;
                   }))
      .def_prop_ro("bytes", reader<Matchings>(&Matchings::bytes))
      .def_prop_ro("solvable", reader<Matchings>(&Matchings::solvable))
      .def_prop_ro("removed", reader<Matchings>(&Matchings::removed))
      .def_prop_ro("parts", reader<Matchings>(&Matchings::parts))
      .def_prop_ro("pfaffians", reader<Matchings>(&Matchings::pfaffians))
      .def_prop_ro("residues", reader<Matchings>(&Matchings::residues))
      .def_prop_ro("pivots_needed", reader<Matchings>(&Matchings::pivots_needed));

  module.def(
      "matchings", &make_matchings, nb::arg("problem"), nb::arg("shares") = false,
      nb::arg("samples") = false, nb::arg("weights") = std::vector<std::vector<std::uint64_t>>(),
      nb::sig("def matchings(problem: Problem, shares: bool = False, samples: bool = False, "
              "weights: Sequence[Sequence[int]] = ()) -> Matchings"),
      "A count of matchings: items are vertices, options edges.  The graph has to be drawn "
      "on a surface with few handles: prepare() tries.  With shares, the solutions with "
      "each option are counted as well; it has to be planar.  With samples, random "
      "solutions are drawn; it has to be bipartite, too.  A solution counts as the product "
      "of its options' weights, which are given as words; a share lacks that of its option.");
}

}  // namespace combien::bindings
