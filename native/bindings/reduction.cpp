// Python bindings for the exact reduction of problems, and for their components.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "cover/reduction/parts.hpp"
#include "cover/reduction/rules.hpp"

namespace combien::bindings {

namespace {

constexpr const char* rule_names[] = {"excluded", "dominated", "copies", "hopeless",
                                      "given",    "idle",      "implied"};
static_assert(std::size(rule_names) == rule_count);

std::vector<std::uint32_t> as_numbers(const std::vector<OptionId>& options) {
  std::vector<std::uint32_t> numbers(options.size());
  std::ranges::transform(options, numbers.begin(), [](OptionId option) { return number(option); });
  return numbers;
}

// What each machine here is asked about the remaining problem.
const Remains& remains_of(const Remains& remains) { return remains; }
const Remains& remains_of(const Reduction& reduction) { return reduction.remains(); }

nb::object facts_of(const Part& part) {
  return nb::make_tuple(as_bytes(part.items), as_bytes(part.primary), as_bytes(part.bounds),
                        as_bytes(part.ends), as_bytes(part.entries), as_bytes(part.colors),
                        as_bytes(part.color_numbers));
}

// The components of what remains, each as the numbers of its options and the problem of these.
class Parts {
 public:
  explicit Parts(const Remains& remains) : maker_(remains), options_(components(remains)) {}

  std::size_t size() const { return options_.size(); }
  nb::bytes options(std::size_t k) const { return as_bytes(as_numbers(at(k))); }
  nb::object problem(std::size_t k) { return facts_of(maker_.part(at(k))); }

 private:
  const std::vector<OptionId>& at(std::size_t k) const {
    if (k >= options_.size()) throw nb::index_error("there is no such component");
    return options_[k];
  }

  PartMaker maker_;
  std::vector<std::vector<OptionId>> options_;
};

template <class Machine>
Parts parts_of(const Guarded<Machine>& guarded) {
  return guarded.run([](const Machine& machine) { return Parts(remains_of(machine)); });
}

// The item that cannot be satisfied, how often it is still needed, and its remaining options.
template <class Machine>
nb::object impossible(const Guarded<Machine>& guarded) {
  const Remains& remains = remains_of(guarded.machine());
  if (!remains.impossible()) return nb::none();
  const ItemId item = *remains.impossible();
  return nb::make_tuple(number(item), remains.low(item), remains.count(item));
}

template <class Machine>
nb::class_<Guarded<Machine>> machine_class(nb::module_& module, const char* name,
                                           const char* about) {
  using Held = Guarded<Machine>;
  return nb::class_<Held>(module, name, about)
      .def("parts", &parts_of<Machine>, nb::keep_alive<0, 1>(),
           "The components; nothing may change after this.")
      .def_prop_ro("impossible", &impossible<Machine>,
                   nb::sig("def impossible(self) -> tuple[int, int, int] | None"))
      .def_prop_ro("live_count", reader<Machine>([](const Machine& machine) {
                     return remains_of(machine).live_count();
                   }))
      .def_prop_ro("taken", reader<Machine>([](const Machine& machine) {
                     return as_numbers(remains_of(machine).taken());
                   }));
}

OptionId option_of(const Remains& remains, std::uint32_t option) {
  if (option >= remains.problem().option_count() || !remains.alive(OptionId{option})) {
    throw nb::index_error("there is no such option any more");
  }
  return OptionId{option};
}

bool propagate(Guarded<Remains>& guarded, double seconds) {
  return guarded.run([&](Remains& remains) {
    Slice slice(std::numeric_limits<std::uint64_t>::max(), seconds);
    Pace pace;
    pace.set(slice);
    return remains.propagate(pace);
  });
}

std::unique_ptr<Guarded<Remains>> make_remains(const Problem& problem) {
  const nb::gil_scoped_release unlocked;
  return guarded(std::make_unique<Remains>(problem));
}

using Costs = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::unique_ptr<Guarded<Reduction>> make_reduction(const Problem& problem, const Costs& costs,
                                                   std::uint64_t steps) {
  if (costs.size() != 0 && costs.size() != problem.option_count()) {
    throw nb::value_error("there are not as many costs as options");
  }
  std::vector<std::int64_t> values(costs.data(), costs.data() + costs.size());
  const nb::gil_scoped_release unlocked;
  return guarded(std::make_unique<Reduction>(problem, std::move(values), steps));
}

nb::dict work(const Guarded<Reduction>& guarded) {
  const auto& counts = guarded.machine().remains().work();
  nb::dict found;
  for (std::size_t rule = 0; rule < rule_count; ++rule) {
    if (counts[rule] != 0) found[rule_names[rule]] = counts[rule];
  }
  return found;
}

nb::dict copies(const Guarded<Reduction>& guarded) {
  nb::dict found;
  for (const auto& [option, all] : guarded.machine().copies()) {
    found[nb::int_(number(option))] = nb::tuple(nb::cast(as_numbers(all)));
  }
  return found;
}

}  // namespace

void register_reduction(nb::module_& module) {
  nb::class_<Parts>(module, "Parts", "The components of what remains of a problem.")
      .def("__len__", &Parts::size)
      .def("options", &Parts::options, "The numbers of the options of a component.")
      .def(
          "problem", &Parts::problem,
          nb::sig("def problem(self, arg: int, /) "
                  "-> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]"),
          "A component as a problem: its items, whether they are primary, their bounds, the end of "
          "each option, their items and colors, and its colors.");

  machine_class<Remains>(module, "Remains", "The remaining options and items of a problem.")
      .def("propagate", &propagate, nb::arg("seconds"),
           "Take forced options; False if the time is up first.")
      .def(
          "take",
          [](Guarded<Remains>& guarded, std::uint32_t option) {
            guarded.look([&](Remains& remains) { remains.take(option_of(remains, option)); });
          },
          nb::arg("option"))
      .def(
          "remove",
          [](Guarded<Remains>& guarded, std::uint32_t option) {
            guarded.look(
                [&](Remains& remains) { remains.remove(option_of(remains, option), Rule::given); });
          },
          nb::arg("option"));

  machine_class<Reduction>(module, "Reduction", "An exact reduction in progress; stops anywhere.")
      .def(
          "run",
          [](Guarded<Reduction>& guarded, double seconds) {
            return guarded.run([&](Reduction& reduction) {
              Slice slice(std::numeric_limits<std::uint64_t>::max(), seconds);
              return static_cast<int>(reduction.run(slice));
            });
          },
          nb::arg("seconds"))
      .def_prop_ro("work", &work, nb::sig("def work(self) -> dict[str, int]"),
                   "The options removed and the items dropped by each rule.")
      .def_prop_ro("copies", &copies, nb::sig("def copies(self) -> dict[int, tuple[int, ...]]"))
      .def_prop_ro("divisors", reader<Reduction>(
                                   [](const Reduction& reduction) { return reduction.divisors(); }))
      .def_prop_ro("steps", reader<Reduction>(&Reduction::steps))
      .def_prop_ro("stopped", reader<Reduction>(&Reduction::stopped));

  module.def("remains", &make_remains, nb::arg("problem"), nb::keep_alive<0, 1>());
  module.def("reduction", &make_reduction, nb::arg("problem"), nb::arg("costs"), nb::arg("steps"),
             nb::keep_alive<0, 1>(),
             nb::sig("def reduction(problem: Problem, costs: object, "
                     "steps: int) -> Reduction"),
             "A reduction by at most this number of steps; the costs are empty if all are equal.");
}

}  // namespace combien::bindings
