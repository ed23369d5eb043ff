// Python bindings for the automata of strips, their vectors, and recurrences modulo primes.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/modular.hpp"
#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "strip/building.hpp"
#include "strip/massey.hpp"
#include "strip/vectors.hpp"

namespace combien::bindings {

namespace {

using Words = std::vector<std::uint64_t>;
using Builder = Guarded<AutomatonBuilder>;
using Lanes = ModularVectors::Lanes;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::unique_ptr<Builder> make_builder(std::uint32_t slots, std::vector<Cells> placements,
                                      std::vector<Cells> prisms, std::vector<Cells> symmetries) {
  const StripTiles tiles{slots, std::move(placements), std::move(prisms), std::move(symmetries)};
  if (!valid(tiles)) throw std::invalid_argument("cells of a strip out of range or of order");
  return guarded(std::make_unique<AutomatonBuilder>(tiles));
}

const Automaton& automaton_of(const Builder& builder, bool reversed) {
  return builder.look([&](const AutomatonBuilder& machine) {
    if (!machine.done()) throw std::invalid_argument("the automaton is not complete");
    return reversed ? &machine.reversed() : &machine.automaton();
  })[0];
}

Lanes lanes_of(const std::uint64_t* values) {
  Lanes lanes{};
  std::copy_n(values, lanes.size(), lanes.begin());
  return lanes;
}

std::unique_ptr<Guarded<ModularVectors>> make_vectors(const Builder& builder, const Words& primes,
                                                      std::uint64_t last, std::uint64_t first,
                                                      const Words& coefficients, bool reversed) {
  const Automaton& automaton = automaton_of(builder, reversed);
  const std::uint64_t limit = ModularVectors::prime_limit(automaton);
  constexpr std::size_t lanes = ModularVectors::lanes;
  const bool fitting = std::all_of(primes.begin(), primes.end(),
                                   [&](std::uint64_t p) { return p < limit && is_prime(p); });
  if (primes.size() != lanes || !fitting || coefficients.size() % lanes != 0) {
    throw std::invalid_argument("expected as many primes as lanes, below the limit");
  }
  std::vector<Lanes> factors;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    if (coefficients[k] >= primes[k % lanes]) throw std::invalid_argument("not reduced");
    if (k % lanes == 0) factors.push_back(lanes_of(&coefficients[k]));
  }
  const nb::gil_scoped_release unlocked;
  return guarded(std::make_unique<ModularVectors>(automaton, lanes_of(primes.data()), last, first,
                                                  std::move(factors)));
}

// A list of terms for each prime.
std::vector<Words> terms_of(const ModularVectors& vectors) {
  std::vector<Words> terms(ModularVectors::lanes);
  for (const Lanes& each : vectors.terms()) {
    for (std::size_t k = 0; k < each.size(); ++k) terms[k].push_back(each[k]);
  }
  return terms;
}

std::unique_ptr<Guarded<VectorBounds>> make_bounds(const Builder& builder, bool reversed) {
  return guarded(std::make_unique<VectorBounds>(automaton_of(builder, reversed)));
}

// A computation with its pace.
template <class Value>
class Paced {
 public:
  template <class Begin>
  explicit Paced(Begin begin) : computation_(begin(pace_)) {}

  bool run(double seconds) {
    Slice slice(no_limit, seconds);
    pace_.set(slice);
    if (!done_ && computation_.run()) {
      value_ = computation_.take();
      done_ = true;
    }
    return done_;
  }
  const Value& value() const {
    if (!done_) throw std::invalid_argument("the computation is not complete");
    return value_;
  }

 private:
  Pace pace_;
  Gradual<Value> computation_;
  bool done_ = false;
  Value value_{};
};

using PacedRecurrence = Paced<ModularRecurrence>;
using PacedCheck = Paced<bool>;

void check_residues(const Words& numbers, std::uint64_t prime) {
  if (prime < 3 || prime >> 62 != 0 || !is_prime(prime)) {
    throw std::invalid_argument("expected an odd prime below 2**62");
  }
  if (std::any_of(numbers.begin(), numbers.end(), [&](std::uint64_t n) { return n >= prime; })) {
    throw std::invalid_argument("the numbers must be less than the prime");
  }
}

std::unique_ptr<Guarded<PacedRecurrence>> make_recurrence(Words terms, std::uint64_t prime) {
  check_residues(terms, prime);
  return guarded(std::make_unique<PacedRecurrence>(
      [&](Pace& pace) { return shortest_recurrence(std::move(terms), prime, pace); }));
}

std::unique_ptr<Guarded<PacedCheck>> make_check(Words terms, Words coefficients,
                                                std::uint64_t order, std::uint64_t prime) {
  check_residues(terms, prime);
  check_residues(coefficients, prime);
  if (coefficients.size() > order + 1) throw std::invalid_argument("too many coefficients");
  return guarded(std::make_unique<PacedCheck>([&](Pace& pace) {
    return satisfies(std::move(terms), std::move(coefficients), order, prime, pace);
  }));
}

template <class Value>
bool run_paced(Guarded<Paced<Value>>& machine, double seconds) {
  return machine.run([&](Paced<Value>& paced) { return paced.run(seconds); });
}

}  // namespace

void register_strip(nb::module_& module) {
  nb::class_<Builder>(module, "StripAutomaton", "The automaton of a strip, built in slices.")
      .def("run", &run_slice<AutomatonBuilder, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def_prop_ro("found", reader<AutomatonBuilder>(&AutomatonBuilder::found))
      .def_prop_ro("explored", reader<AutomatonBuilder>(&AutomatonBuilder::explored))
      .def_prop_ro("found_transitions", reader<AutomatonBuilder>(&AutomatonBuilder::transitions))
      .def_prop_ro("steps", reader<AutomatonBuilder>(&AutomatonBuilder::steps))
      .def_prop_ro("bytes", reader<AutomatonBuilder>(&AutomatonBuilder::bytes))
      .def_prop_ro("states",
                   [](const Builder& builder) { return automaton_of(builder, false).states(); })
      .def_prop_ro(
          "transitions",
          [](const Builder& builder) { return automaton_of(builder, false).transitions(); })
      .def(
          "prime_limit",
          [](const Builder& builder, bool reversed) {
            return ModularVectors::prime_limit(automaton_of(builder, reversed));
          },
          nb::arg("reversed"), "Primes for vectors are below this number.");

  module.def("strip_automaton", &make_builder, nb::arg("slots"), nb::arg("placements"),
             nb::arg("prisms"), nb::arg("symmetries"),
             nb::sig("def strip_automaton(slots: int, placements: Sequence[Sequence[int]], prisms: "
                     "Sequence[Sequence[int]], symmetries: Sequence[Sequence[int]]) -> "
                     "StripAutomaton"),
             "The automaton of a strip; cell c of slab k has the number k * slots + c.");

  nb::class_<Guarded<ModularVectors>>(module, "StripVectors",
                                      "The vectors of an automaton modulo several primes.")
      .def("run", &run_slice<ModularVectors>, nb::arg("steps"), nb::arg("seconds"))
      .def("terms", reader<ModularVectors>(&terms_of), "The terms so far, for each prime.")
      .def_prop_ro("length", reader<ModularVectors>([](const ModularVectors& vectors) {
                     return vectors.terms().size();
                   }))
      .def("combination_is_zero", reader<ModularVectors>(&ModularVectors::combination_is_zero))
      .def_prop_ro("steps", reader<ModularVectors>(&ModularVectors::steps))
      .def_prop_ro("bytes", reader<ModularVectors>(&ModularVectors::bytes));

  module.attr("STRIP_LANES") = ModularVectors::lanes;
  module.def("strip_vectors", &make_vectors, nb::arg("automaton"), nb::arg("primes"),
             nb::arg("last"), nb::arg("first"), nb::arg("coefficients"), nb::arg("reversed"),
             nb::keep_alive<0, 1>(),
             nb::sig("def strip_vectors(automaton: StripAutomaton, primes: Sequence[int], last: "
                     "int, first: int, coefficients: Sequence[int], reversed: bool) -> "
                     "StripVectors"),
             "The vectors of the powers 0 to `last`, and their combination from `first` on.");

  nb::class_<Guarded<VectorBounds>>(module, "StripBounds", "Upper bounds of the vectors.")
      .def(
          "run",
          [](Guarded<VectorBounds>& machine, std::uint64_t last, double seconds) {
            return machine.run([&](VectorBounds& bounds) {
              Slice slice(no_limit, seconds);
              return bounds.run(last, slice);
            });
          },
          nb::arg("last"), nb::arg("seconds"), "Goes on to a power; True when it is reached.")
      .def("bounds", reader<VectorBounds>(&VectorBounds::bounds),
           "Binary logarithms of upper bounds of the entries, for each power.");
  module.def("strip_bounds", &make_bounds, nb::arg("automaton"), nb::arg("reversed"),
             nb::keep_alive<0, 1>(),
             nb::sig("def strip_bounds(automaton: StripAutomaton, reversed: bool) -> StripBounds"));

  nb::class_<Guarded<PacedRecurrence>>(module, "ModularRecurrence",
                                       "The shortest recurrence of terms modulo a prime.")
      .def("run", &run_paced<ModularRecurrence>, nb::arg("seconds"))
      .def_prop_ro("order", reader<PacedRecurrence>(
                                [](const PacedRecurrence& paced) { return paced.value().order; }))
      .def_prop_ro("coefficients", reader<PacedRecurrence>([](const PacedRecurrence& paced) {
                     return paced.value().coefficients;
                   }));
  module.def("modular_recurrence", &make_recurrence, nb::arg("terms"), nb::arg("prime"),
             nb::sig("def modular_recurrence(terms: Sequence[int], prime: int) -> "
                     "ModularRecurrence"));

  nb::class_<Guarded<PacedCheck>>(module, "RecurrenceCheck",
                                  "Whether terms satisfy a recurrence modulo a prime.")
      .def("run", &run_paced<bool>, nb::arg("seconds"))
      .def_prop_ro("holds", reader<PacedCheck>([](const PacedCheck& paced) {
                     return static_cast<bool>(paced.value());
                   }));
  module.def("recurrence_check", &make_check, nb::arg("terms"), nb::arg("coefficients"),
             nb::arg("order"), nb::arg("prime"),
             nb::sig("def recurrence_check(terms: Sequence[int], coefficients: Sequence[int], "
                     "order: int, prime: int) -> RecurrenceCheck"));

  module.def(
      "prime_below",
      [](std::uint64_t number) {
        if (number < 4 || number > std::uint64_t{1} << 62) {
          throw std::invalid_argument("expected a number from 4 to 2**62");
        }
        return prime_below(number);
      },
      nb::arg("number"), "The largest prime below this number.");
}

}  // namespace combien::bindings
