// Python bindings for symmetries of problems.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "symmetry/automorphisms.hpp"

namespace combien::bindings {

namespace {

// For each option, the first option of its orbit.
std::vector<std::uint32_t> orbits(const Automorphisms& machine) {
  const Incidence& graph = machine.graph();
  std::vector<std::uint32_t> leaders;
  leaders.reserve(graph.option_count());
  for (std::uint32_t k = 0; k < graph.option_count(); ++k) {
    // The leader is the smallest vertex of an orbit, and orbits of options hold options only.
    leaders.push_back(number(machine.leader(graph.option(OptionId{k}))) - graph.first_option);
  }
  return leaders;
}

// The action of each generator on the options, restricted to options that move.
nb::list generators(const Guarded<Automorphisms>& machine) {
  const std::uint32_t first = machine.look(
      [](const Automorphisms& automorphisms) { return automorphisms.graph().first_option; });
  const auto permutations = machine.look(&Automorphisms::generators);
  nb::list all;
  for (const auto& permutation : permutations) {
    nb::dict images;
    for (const auto& [vertex, image] : permutation) {
      if (number(vertex) < first) continue;
      images[nb::int_(number(vertex) - first)] = nb::int_(number(image) - first);
    }
    all.append(images);
  }
  return all;
}

// A comparison and the two machines that it reads, which are entered together.
class Comparing {
 public:
  // require: the interpreter's lock is released
  Comparing(const Guarded<Automorphisms>& first, const Guarded<Automorphisms>& second,
            std::uint64_t most_nodes)
      : low_(std::min(&first.mutex(), &second.mutex(), std::less<>())),
        high_(std::max(&first.mutex(), &second.mutex(), std::less<>())) {
    const Both both(*this);
    machine_ = std::make_unique<Comparison>(first.machine(), second.machine(), most_nodes);
  }

  int run(std::uint64_t steps, double seconds) {
    const nb::gil_scoped_release unlocked;
    const Both both(*this);
    Slice slice(steps, seconds);
    return static_cast<int>(machine_->run(slice));
  }

 private:
  // Holds both, always in the same order, so that two threads cannot deadlock.
  class Both {
   public:
    explicit Both(const Comparing& comparing) : low_(*comparing.low_) {
      if (comparing.high_ != comparing.low_) high_ = std::unique_lock(*comparing.high_);
    }

   private:
    std::lock_guard<FairMutex> low_;
    std::unique_lock<FairMutex> high_;
  };

  FairMutex* low_;
  FairMutex* high_;
  std::unique_ptr<Comparison> machine_;
};

}  // namespace

void register_symmetry(nb::module_& module) {
  module.attr("ALIKE") = static_cast<int>(IsomorphismResult::found);
  module.attr("NOT_ALIKE") = static_cast<int>(IsomorphismResult::none);
  module.attr("LIKENESS_GAVE_UP") = static_cast<int>(IsomorphismResult::gave_up);
  module.attr("LIKENESS_OUT_OF_SLICE") = static_cast<int>(IsomorphismResult::out_of_slice);

  nb::class_<Guarded<Automorphisms>>(module, "Automorphisms",
                                     "A search for the symmetries of a problem; stops anywhere.")
      .def("run", &run_slice<Automorphisms, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def_prop_ro("complete", reader<Automorphisms>(&Automorphisms::complete))
      .def(
          "order",
          [](const Guarded<Automorphisms>& machine) {
            return to_python(machine.look(&Automorphisms::order));
          },
          nb::sig("def order(self) -> int"),
          "How many symmetries there are; at least, unless it is complete.")
      .def("orbits", reader<Automorphisms>(&orbits), nb::sig("def orbits(self) -> list[int]"),
           "For each option the first one of its orbit.")
      .def("generators", &generators, nb::sig("def generators(self) -> list[dict[int, int]]"),
           "Symmetries that make all others: where they take the options that they move.")
      .def_prop_ro("signature", reader<Automorphisms>(&Automorphisms::signature))
      .def_prop_ro("steps", reader<Automorphisms>(&Automorphisms::steps))
      .def_prop_ro("visits", reader<Automorphisms>(&Automorphisms::visits))
      .def_prop_ro("bytes", reader<Automorphisms>(&Automorphisms::bytes));

  nb::class_<Comparing>(module, "Comparison",
                        "A search for an isomorphism of two problems; stops anywhere.")
      .def("run", &Comparing::run, nb::arg("steps"), nb::arg("seconds"));

  module.def(
      "automorphisms",
      [](const Problem& problem, std::uint64_t effort) {
        const nb::gil_scoped_release unlocked;
        return guarded(std::make_unique<Automorphisms>(problem, effort));
      },
      nb::arg("problem"), nb::arg("effort"),
      nb::sig("def automorphisms(problem: Problem, effort: int) -> Automorphisms"),
      "A search for the symmetries of a problem, given up after this many visits.");
  module.def(
      "comparison",
      [](const Guarded<Automorphisms>& first, const Guarded<Automorphisms>& second,
         std::uint64_t most_nodes) {
        const nb::gil_scoped_release unlocked;
        return std::make_unique<Comparing>(first, second, most_nodes);
      },
      nb::arg("first"), nb::arg("second"), nb::arg("most_nodes"), nb::keep_alive<0, 1>(),
      nb::keep_alive<0, 2>(),
      nb::sig("def comparison(first: Automorphisms, second: Automorphisms, most_nodes: int) -> "
              "Comparison"),
      "A search for an isomorphism of two problems whose symmetries have been looked for.");
}

}  // namespace combien::bindings
