// Python bindings for sweeps.
#include <nanobind/stl/string.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "base/checksum.hpp"
#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "frontier/order.hpp"
#include "frontier/sweep.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Guarded<Sweep>> make_sweep(const Problem& problem, std::vector<ItemId> items,
                                           Values values, std::int64_t first) {
  if (!values.weights.empty() && values.weights.size() != problem.option_count()) {
    throw std::invalid_argument("there must be a weight for each option");
  }
  for (const std::uint64_t weight : values.weights) {
    if (weight == 0) throw std::invalid_argument("a weight of zero: leave the option out");
  }
  if (values.modulus >> 63 != 0) throw std::invalid_argument("a modulus must be less than 2**63");
  const nb::gil_scoped_release unlocked;
  if (items.empty() && !given_order(problem).empty()) return nullptr;
  const auto place =
      std::find_if(items.begin(), items.end(), [&](ItemId item) { return number(item) == first; });
  if (place != items.end()) std::rotate(items.begin(), place, place + 1);
  return guarded(sweep(problem, items, std::move(values)));
}

// Throws std::invalid_argument if these are not the primary items, each once.
std::vector<ItemId> each_once(const Problem& problem, const std::vector<std::uint32_t>& numbers) {
  std::vector<ItemId> items;
  for (const std::uint32_t each : numbers) items.push_back(ItemId{each});
  std::vector<ItemId> sorted = items;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != given_order(problem)) {
    throw std::invalid_argument("an order has each primary item once");
  }
  return items;
}

// Where a layer is, as Python holds it.
using Place =
    std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, bool, std::uint64_t, std::uint64_t>;

Place place(const Sweep& sweep) {
  const SweepPlace at = sweep.place();
  return {at.step,
          at.pass,
          at.limbs,
          at.sorted,
          std::bit_cast<std::uint64_t>(at.width_times_log),
          std::bit_cast<std::uint64_t>(at.width_square)};
}

void divide(Sweep& sweep, std::uint32_t bits, int apart) {
  if (sweep.place().sorted || bits > SweepPlan::most_division || apart < -1 || apart > 1) {
    throw std::invalid_argument("this layer cannot be divided so");
  }
  using Apart = Division::Apart;
  sweep.divide({bits, apart == -1 ? Apart::unknown : apart == 0 ? Apart::no : Apart::yes});
}

nb::bytes save(Guarded<Sweep>& machine, std::size_t room) {
  const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(room);
  const std::size_t count =
      machine.run([&](Sweep& sweep) { return sweep.save(words.get(), room); });
  return nb::bytes(words.get(), count * sizeof(std::uint64_t));
}

Checksum checksum(const nb::bytes& seed) {
  Checksum::Lanes lanes;
  if (seed.size() != sizeof(lanes)) throw std::invalid_argument("a seed has 32 bytes");
  std::memcpy(lanes.data(), seed.c_str(), sizeof(lanes));
  return Checksum(lanes);
}

void begin_loading(Sweep& sweep, const Place& place, std::uint64_t states, std::uint32_t divided) {
  if (sweep.work().passes != 0 || !sweep.between()) {
    throw std::invalid_argument("this sweep has begun already");
  }
  const auto& [step, pass, limbs, sorted, times_log, square] = place;
  sweep.begin_loading(
      {step, pass, limbs, sorted, std::bit_cast<double>(times_log), std::bit_cast<double>(square)},
      states, divided);
}

int load(Guarded<Sweep>& machine, const nb::bytes& data, std::uint32_t limbs, std::uint32_t shares,
         std::uint64_t chosen, std::uint64_t bytes) {
  std::vector<std::uint64_t> words(data.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), data.c_str(), words.size() * sizeof(std::uint64_t));
  return machine.run([&](Sweep& sweep) {
    const SweepPlace at = sweep.place();
    const std::size_t stride = sweep.stride() - at.limbs + limbs;
    if (sweep.between() || limbs == 0 || limbs > at.limbs || shares > 32 ||
        data.size() % (stride * sizeof(std::uint64_t)) != 0) {
      throw std::invalid_argument("the words of a layer have another length");
    }
    return static_cast<int>(
        sweep.load(words.data(), words.size() / stride, limbs, shares, chosen, bytes));
  });
}

using Words = std::vector<std::uint64_t>;

void begin_tracing(Guarded<Tracing>& machine, std::size_t step, std::size_t pass,
                   const std::vector<std::pair<Words, Words>>& given) {
  std::vector<Tracing::Way> ways;
  for (const auto& [state, number] : given) ways.push_back({state, number, Tracing::none, false});
  machine.look([&](Tracing& tracing) { tracing.begin(step, pass, std::move(ways)); });
}

template <class Machine>
void read_layer(Guarded<Machine>& machine, const nb::bytes& data, std::size_t stride,
                std::uint32_t limbs) {
  Words words(data.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), data.c_str(), words.size() * sizeof(std::uint64_t));
  if (stride <= limbs || words.size() % stride != 0) {
    throw std::invalid_argument("the words of a layer have another length");
  }
  machine.run([&](Machine& reading) {
    reading.read(words.data(), words.size() / stride, limbs);
    return 0;
  });
}

int open_pass(Guarded<Shares>& machine, std::size_t step, std::size_t pass, std::uint64_t states,
              std::uint64_t bytes) {
  return static_cast<int>(
      machine.look([&](Shares& shares) { return shares.open(step, pass, states, bytes); }));
}

int run_sweep(Guarded<Sweep>& machine, std::uint64_t steps, double seconds, std::uint64_t bytes,
              std::uint64_t passes, std::size_t threads) {
  if (threads == 0) throw std::invalid_argument("a sweep by no threads");
  return machine.run([&](Sweep& sweep) {
    Slice slice(steps, seconds);
    return static_cast<int>(sweep.run(slice, bytes, passes, threads));
  });
}

}  // namespace

void register_frontier(nb::module_& module) {
  const nb::exception<TooWide> too_wide(module, "TooWide", PyExc_ValueError);

  nb::class_<Guarded<Sweep>>(module, "Sweep", "A count by states, item after item; stops anywhere.")
      .def("run", &run_sweep, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"),
           nb::arg("passes") = UINT64_MAX, nb::arg("threads") = 1)
      .def(
          "count",
          [](const Guarded<Sweep>& machine) { return to_python(machine.look(&Sweep::count)); },
          nb::sig("def count(self) -> int"))
      .def("forecast", reader<Sweep>(&Sweep::forecast))
      .def(
          "sample",
          [](const Guarded<Sweep>& machine, std::size_t most) {
            if (most == 0) throw std::invalid_argument("a sample of no states");
            return machine.look([&](const Sweep& sweep) { return guarded(sweep.sample(most)); });
          },
          nb::arg("most"), nb::keep_alive<0, 1>(),
          "Begins to estimate the transitions of the whole sweep from this many states of each "
          "layer.")
      .def(
          "tracing",
          [](const Guarded<Sweep>& machine) {
            return machine.look([](const Sweep& sweep) { return guarded(sweep.tracing()); });
          },
          nb::keep_alive<0, 1>(), "Begins to trace ways back through the layers that were saved.")
      .def(
          "shares",
          [](const Guarded<Sweep>& machine) {
            return machine.look([](const Sweep& sweep) { return guarded(sweep.shares()); });
          },
          nb::keep_alive<0, 1>(),
          "Begins to count the solutions with each option, from the layers that were saved.")
      .def_prop_ro("all_passes", reader<Sweep>(&Sweep::all_passes))
      .def_prop_ro("transitions",
                   reader<Sweep>([](const Sweep& sweep) { return sweep.work().transitions; }))
      .def_prop_ro("states", reader<Sweep>([](const Sweep& sweep) { return sweep.work().states; }))
      .def_prop_ro("sorted_transitions",
                   reader<Sweep>([](const Sweep& sweep) { return sweep.work().sorted; }))
      .def_prop_ro("widest", reader<Sweep>([](const Sweep& sweep) { return sweep.work().widest; }))
      .def_prop_ro("step", reader<Sweep>([](const Sweep& sweep) { return sweep.work().step; }))
      .def_prop_ro("passes", reader<Sweep>([](const Sweep& sweep) { return sweep.work().passes; }))
      .def_prop_ro("bytes", reader<Sweep>(&Sweep::bytes))
      .def_prop_ro("fingerprint", reader<Sweep>(&Sweep::fingerprint))
      .def_prop_ro(
          "items",
          [](const Guarded<Sweep>& machine) {
            return machine.look([](const Sweep& sweep) {
              std::vector<std::uint32_t> numbers;
              for (const ItemId item : sweep.items()) numbers.push_back(number(item));
              return numbers;
            });
          },
          "The order of the items.")
      .def_prop_ro("between", reader<Sweep>(&Sweep::between))
      .def_prop_ro("place", reader<Sweep>(&place))
      .def_prop_ro("size", reader<Sweep>(&Sweep::size))
      .def_prop_ro("stride", reader<Sweep>(&Sweep::stride))
      .def(
          "total",
          [](const Guarded<Sweep>& machine) { return to_python(machine.look(&Sweep::total)); },
          nb::sig("def total(self) -> int"))
      .def(
          "divide",
          [](Guarded<Sweep>& machine, std::uint32_t bits, int apart) {
            machine.look([&](Sweep& sweep) { divide(sweep, bits, apart); });
          },
          nb::arg("bits"), nb::arg("apart"),
          "Divides layers by a hash: of all bits (0), of those that the next pass leaves alone "
          "(1), "
          "or of what spreads the states (-1).")
      .def_prop_ro("apart", reader<Sweep>([](const Sweep& sweep) {
                     return sweep.division().apart == Division::Apart::yes;
                   }))
      .def(
          "begin_saving",
          [](Guarded<Sweep>& machine) {
            return machine.look([](Sweep& sweep) {
              if (!sweep.between()) throw std::invalid_argument("a pass is under way");
              return sweep.begin_saving();
            });
          },
          "Begins to save the layer; returns the number of states of each part.")
      .def(
          "begin_loading",
          [](Guarded<Sweep>& machine, const Place& at, std::uint64_t states,
             std::uint32_t divided) {
            machine.look([&](Sweep& sweep) { begin_loading(sweep, at, states, divided); });
          },
          nb::arg("place"), nb::arg("states"), nb::arg("divided"))
      .def(
          "end_loading",
          [](Guarded<Sweep>& machine, bool once, std::uint64_t transitions, std::uint64_t states,
             std::uint64_t widest) {
            machine.look([&](Sweep& sweep) {
              if (sweep.between()) throw std::invalid_argument("nothing is loaded");
              sweep.end_loading(once, {transitions, states, widest, sweep.work().step, 0});
            });
          },
          nb::arg("once"), nb::arg("transitions"), nb::arg("states"), nb::arg("widest"));

  nb::class_<Guarded<Sample>>(module, "Sample", "A sweep over a sample of the states.")
      .def("run", &run_slice<Sample>, nb::arg("steps"), nb::arg("seconds"))
      .def_prop_ro("estimate", reader<Sample>(&Sample::estimate))
      .def_prop_ro("transitions", reader<Sample>(&Sample::transitions));

  nb::class_<Guarded<Tracing>>(module, "Tracing", "Ways back through the layers of a sweep.")
      .def("begin", &begin_tracing, nb::arg("step"), nb::arg("pass_"), nb::arg("ways"),
           "Each way is a state and a number, as words.")
      .def("read", &read_layer<Tracing>, nb::arg("states"), nb::arg("stride"), nb::arg("limbs"),
           "Reads some states of the layer before.")
      .def(
          "ways",
          [](const Guarded<Tracing>& machine) {
            std::vector<std::tuple<Words, Words, std::int64_t>> found;
            for (const Tracing::Way& way : machine.look(&Tracing::ways)) {
              if (!way.found) throw std::invalid_argument("a way has no state before it");
              found.emplace_back(way.state, way.number,
                                 way.option == Tracing::none ? -1 : std::int64_t{way.option});
            }
            return found;
          },
          "Of each, the state and the number in the layer before, and the option or -1.");

  nb::class_<Guarded<Shares>>(module, "Shares",
                              "The solutions with each option, back through the layers of a sweep.")
      .def("open", &open_pass, nb::arg("step"), nb::arg("pass_"), nb::arg("states"),
           nb::arg("bytes"), "Goes back through a pass, from a layer of this many states.")
      .def("read", &read_layer<Shares>, nb::arg("states"), nb::arg("stride"), nb::arg("limbs"),
           "Reads some states of the layer before.")
      .def_prop_ro("transitions", reader<Shares>(&Shares::transitions))
      .def(
          "found",
          [](const Guarded<Shares>& machine) {
            nb::list shares;
            for (const Natural& share : machine.look(&Shares::found)) {
              shares.append(to_python(share));
            }
            return shares;
          },
          nb::sig("def found(self) -> list[int]"), "The solutions with each option.");

  nb::class_<Checksum>(module, "Checksum", "A checksum of 64-bit words.")
      .def(
          "__init__",
          [](Checksum* self, const nb::bytes& seed) { new (self) Checksum(checksum(seed)); },
          nb::arg("seed"))
      .def(
          "update",
          [](Checksum& self, const nb::bytes& data) {
            if (data.size() % sizeof(std::uint64_t) != 0) {
              throw std::invalid_argument("a part of a word");
            }
            self.add(data.c_str(), data.size() / sizeof(std::uint64_t));
          },
          nb::arg("data"))
      .def("digest", [](const Checksum& self) {
        return nb::bytes(self.lanes().data(), sizeof(Checksum::Lanes));
      });

  // Functions, because `bytes` is a property of a sweep, and no type in its stub.
  module.def("save_states", &save, nb::arg("sweep"), nb::arg("words"),
             "The next words of the layer of a sweep; none at the end.");
  module.def("load_states", &load, nb::arg("sweep"), nb::arg("words"), nb::arg("limbs"),
             nb::arg("shares"), nb::arg("chosen"), nb::arg("bytes"),
             "Loads some states of a layer into a sweep.");

  nb::class_<Guarded<OrderSearch>>(module, "OrderSearch",
                                   "The search for an order of items, in slices.")
      .def(
          "__init__",
          [](Guarded<OrderSearch>* self, const Problem& problem, const std::string& order) {
            new (self) Guarded<OrderSearch>(std::make_unique<OrderSearch>(problem, order));
          },
          nb::arg("problem"), nb::arg("order"), nb::keep_alive<1, 2>(),
          "The order has a name: given, entropy, greedy, closing, rcm or spectral.")
      .def(
          "run",
          [](Guarded<OrderSearch>& order, double seconds) {
            return order.run([&](OrderSearch& search) {
              Slice slice(UINT64_MAX, seconds);
              return search.run(slice);
            });
          },
          nb::arg("seconds"), "Goes on; True when it is done.")
      .def_prop_ro(
          "expected",
          [](const Guarded<OrderSearch>& order) { return order.look(&OrderSearch::expected); },
          "The transitions that a sweep is expected to make; 0 if that is not known.")
      .def(
          "expected_in",
          [](const Guarded<OrderSearch>& order, const Guarded<Sweep>& sweep) {
            const std::vector<ItemId> items = sweep.look(&Sweep::items);
            const double fewer = std::exp2(-sweep.look(&Sweep::exchanged));
            return fewer *
                   order.look([&](const OrderSearch& search) { return search.expected_in(items); });
          },
          nb::arg("sweep"),
          "The same for a sweep over the same items, less what it merges by exchanging columns.")
      .def(
          "expected_in",
          [](const Guarded<OrderSearch>& order, const Guarded<OrderSearch>& other) {
            const std::vector<ItemId> items = other.look(&OrderSearch::order);
            return order.look([&](const OrderSearch& search) { return search.expected_in(items); });
          },
          nb::arg("other"), "The same for another order that was found.");

  module.def(
      "sweep",
      [](const Problem& problem, const Guarded<OrderSearch>& order,
         std::vector<std::uint64_t> weights, std::uint64_t modulus, std::int64_t first,
         bool options) {
        return make_sweep(problem, order.look(&OrderSearch::order),
                          {std::move(weights), modulus, options}, first);
      },
      nb::arg("problem"), nb::arg("order"), nb::arg("weights") = std::vector<std::uint64_t>(),
      nb::arg("modulus") = 0, nb::arg("first") = -1, nb::arg("options") = false,
      nb::sig("def sweep(problem: Problem, order: OrderSearch, weights: Sequence[int] = (), "
              "modulus: int = 0, first: int = -1, options: bool = False) -> Sweep | None"),
      "A sweep in an order that was found; None where finding it would have taken too long.");
  module.def(
      "sweep",
      [](const Problem& problem, const std::vector<std::uint32_t>& order,
         std::vector<std::uint64_t> weights, std::uint64_t modulus, bool options) {
        return make_sweep(problem, each_once(problem, order),
                          {std::move(weights), modulus, options}, -1);
      },
      nb::arg("problem"), nb::arg("order"), nb::arg("weights") = std::vector<std::uint64_t>(),
      nb::arg("modulus") = 0, nb::arg("options") = false,
      nb::sig("def sweep(problem: Problem, order: Sequence[int], weights: Sequence[int] = (), "
              "modulus: int = 0, options: bool = False) -> Sweep | None"),
      "A sweep over the items in this order, which has each primary item once.");
  module.def(
      "sweep",
      [](const Problem& problem, const std::string& order, std::vector<std::uint64_t> weights,
         std::uint64_t modulus, std::int64_t first, bool options) {
        return make_sweep(problem, named_order(problem, order),
                          {std::move(weights), modulus, options}, first);
      },
      nb::arg("problem"), nb::arg("order"), nb::arg("weights") = std::vector<std::uint64_t>(),
      nb::arg("modulus") = 0, nb::arg("first") = -1, nb::arg("options") = false,
      nb::sig("def sweep(problem: Problem, order: str, weights: Sequence[int] = (), "
              "modulus: int = 0, first: int = -1, options: bool = False) -> Sweep | None"),
      "A sweep over the items in an order: given, entropy, greedy, closing, rcm or spectral (None "
      "where "
      "finding the order would take too long), after the item `first` if there is one.  Each "
      "solution counts as the product of its options' weights; with a modulus only the remainder "
      "is kept.  Unless the options matter, states that differ in a permutation of items that are "
      "alike are merged.");
}

}  // namespace combien::bindings
