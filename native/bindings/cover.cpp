// Python bindings for problems and searches.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "bindings/solutions.hpp"
#include "cover/bits/bits.hpp"
#include "cover/cheapest.hpp"
#include "cover/learning.hpp"
#include "cover/links.hpp"
#include "cover/listing/search.hpp"
#include "cover/prices.hpp"
#include "cover/problem.hpp"

namespace combien::bindings {

namespace {

Problem make_problem(const nb::bytes& primary, const Array& low, const Array& high,
                     const Array& starts, const Array& items, const Array& colors) {
  if (low.size() != primary.size() || high.size() != primary.size()) {
    throw InvalidProblem("there are not as many bounds as items");
  }
  std::vector<ItemKind> kinds(primary.size());
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    kinds[k] = {primary.c_str()[k] != 0, low.data()[k], high.data()[k]};
  }
  return Problem(std::move(kinds), numbers(starts), numbers(items), numbers(colors));
}

// A search and the solutions found that have not been passed to Python yet.
class Searching {
 public:
  Searching(std::unique_ptr<Search> search, std::uint32_t option_count)
      : guarded_(std::move(search)), option_count_(option_count), sorter_(option_count_) {}

  // Continues until this many solutions are found or the slice is used up.
  int count(std::uint64_t most, std::uint64_t nodes, double seconds) {
    return static_cast<int>(guarded_.run([&](Search& search) {
      Slice slice(nodes, seconds, &asked_);
      const Outcome outcome = search.count(slice, most, found_);
      asked_ = false;
      return outcome;
    }));
  }

  // Ends the slice that another thread is searching, or the next one.
  void pause() { asked_ = true; }

  // A search of the untried choices nearest to the root, which this one has no more; or null.
  std::unique_ptr<Searching> split() {
    std::unique_ptr<Search> rest = guarded_.run([](Search& search) { return search.split(); });
    if (rest == nullptr) return nullptr;
    return std::make_unique<Searching>(std::move(rest), option_count_);
  }

  // The same; also returns the solutions, as instances of `kind`, which `packed` has made.
  nb::tuple solutions(std::uint64_t most, std::uint64_t nodes, double seconds,
                      const nb::type_object& kind) {
    SolutionTable found(option_count_);
    const Outcome outcome = find(most, nodes, seconds, found);
    return nb::make_tuple(static_cast<int>(outcome), SolutionBatch(std::move(found), kind));
  }

  // The same, as a table; `sorted` is whether the options of each solution are in order.
  nb::tuple table(std::uint64_t most, std::uint64_t nodes, double seconds, bool sorted) {
    SolutionTable found(option_count_);
    const Outcome outcome = sorted ? list(most, nodes, seconds,
                                          [&](std::vector<OptionId>& options) {
                                            sorter_.sort(options);
                                            found.add(options);
                                          })
                                   : find(most, nodes, seconds, found);
    return nb::make_tuple(static_cast<int>(outcome), to_python(std::move(found)));
  }

  nb::tuple position() const {
    const Position here = guarded_.look(&Search::position);
    nb::list choices;
    for (const OptionId option : here.choices) {
      choices.append(as_number(option));
    }
    return nb::make_tuple(choices, here.visited, here.floor);
  }

  void restart(const std::vector<std::uint32_t>& given) {
    const std::vector<OptionId> options = options_of(given);
    guarded_.look([&](Search& search) {
      search.restart(options);
      found_ = 0;
    });
  }

  std::vector<std::int64_t> branches() {
    std::vector<std::int64_t> choices;
    for (const OptionId option : guarded_.look(&Search::branches)) {
      choices.push_back(as_number(option));
    }
    return choices;
  }

  using Walks = std::vector<std::tuple<double, double, std::uint32_t>>;

  // Takes this many random walks, or as many as the time allows: returns the nodes, solutions and
  // depth of each, and the seed that continues with the next one.
  std::pair<Walks, std::uint64_t> probes(std::uint32_t walks, std::uint64_t seed, double seconds,
                                         const std::vector<std::uint32_t>& given) {
    const std::vector<OptionId> taken = options_of(given);
    return guarded_.run([&](Search& search) -> std::pair<Walks, std::uint64_t> {
      Walks found;
      Dice dice(seed);
      Slice slice(walks, seconds);
      // A walk takes much longer than reading the clock, so its weight forces a check of the clock.
      while (slice.step(4096)) {
        search.restart(taken);
        const Probe probe = search.probe(dice);
        found.emplace_back(probe.nodes, probe.solutions, probe.depth);
      }
      search.restart({});
      return {std::move(found), dice.seed()};
    });
  }

  std::uint64_t found() const {
    return guarded_.look([&](const Search&) { return found_; });
  }
  double fraction() const { return guarded_.look(&Search::fraction); }
  std::uint64_t nodes() const { return guarded_.look(&Search::work).nodes; }
  std::uint64_t updates() const { return guarded_.look(&Search::work).updates; }
  std::uint64_t words() const { return guarded_.look(&Search::work).words; }

 private:
  std::vector<OptionId> options_of(const std::vector<std::uint32_t>& given) const {
    std::vector<OptionId> options;
    for (const std::uint32_t option : given) {
      if (option >= option_count_) {
        throw InvalidPosition("there is no option " + std::to_string(option));
      }
      options.push_back(OptionId{option});
    }
    return options;
  }

  Outcome list(std::uint64_t most, std::uint64_t nodes, double seconds, const TakeSolution& take) {
    return guarded_.run([&](Search& search) {
      Slice slice(nodes, seconds, &asked_);
      const Outcome outcome = search.list(slice, most, [&](std::vector<OptionId>& options) {
        ++found_;
        take(options);
      });
      asked_ = false;
      return outcome;
    });
  }

  // The same, with the options of each solution in the order in which they were chosen.
  Outcome find(std::uint64_t most, std::uint64_t nodes, double seconds, SolutionTable& found) {
    return guarded_.run([&](Search& search) {
      Slice slice(nodes, seconds, &asked_);
      std::vector<OptionId> options;
      Outcome outcome = Outcome::solution;
      for (std::uint64_t k = 0; k < most; ++k) {
        outcome = search.next(slice);
        if (outcome != Outcome::solution) break;
        ++found_;
        search.solution(options);
        found.add(options);
      }
      asked_ = false;
      return outcome;
    });
  }

  static std::int64_t as_number(OptionId option) {
    return option == no_option ? std::int64_t{-1} : std::int64_t{number(option)};
  }

  Guarded<Search> guarded_;
  std::uint32_t option_count_;
  // Whether another thread asked to end the slice.
  std::atomic<bool> asked_ = false;
  // Usable only under the guard, like the search.
  std::uint64_t found_ = 0;
  OptionSorter sorter_;
};

Position make_position(const Problem& problem, const std::vector<std::int64_t>& choices,
                       bool visited, std::uint32_t floor) {
  Position start;
  start.visited = visited;
  start.floor = floor;
  for (const std::int64_t choice : choices) {
    if (choice < -1 || choice >= std::int64_t{problem.option_count()}) {
      throw InvalidPosition("the position names an option that the problem does not have");
    }
    start.choices.push_back(choice == -1 ? no_option
                                         : OptionId{static_cast<std::uint32_t>(choice)});
  }
  return start;
}

// The weights of a side constraint, and its limits.
using Weighted = std::tuple<std::vector<std::int64_t>, std::int64_t, std::int64_t>;

std::vector<SideConstraint> side_constraints(std::vector<Weighted> given) {
  std::vector<SideConstraint> constraints;
  for (auto& [weights, least, most] : given) {
    constraints.push_back({std::move(weights), least, most});
  }
  return constraints;
}

std::unique_ptr<Searching> make_links(const Problem& problem, const std::string& branching,
                                      const std::vector<std::int64_t>& choices, bool visited,
                                      std::uint32_t floor, std::vector<Weighted> constraints) {
  const Position start = make_position(problem, choices, visited, floor);
  Branching rule = Branching::smallest;
  if (branching == "leftmost") {
    rule = Branching::leftmost;
  } else if (branching == "weighted") {
    rule = Branching::weighted;
  } else if (branching != "smallest") {
    throw std::invalid_argument("there is no branching '" + branching +
                                "': smallest, leftmost, weighted");
  }
  const nb::gil_scoped_release unlocked;
  return std::make_unique<Searching>(dancing_links(problem, rule, start, sorting_pays_from,
                                                   side_constraints(std::move(constraints))),
                                     problem.option_count());
}

std::unique_ptr<Searching> make_learning(const Problem& problem, std::uint64_t seed) {
  const nb::gil_scoped_release unlocked;
  return std::make_unique<Searching>(learning_search(problem, seed), problem.option_count());
}

LaneUse lane_use_named(const std::string& lanes) {
  if (lanes == "never") return LaneUse::never;
  if (lanes == "paying") return LaneUse::paying;
  if (lanes == "always") return LaneUse::always;
  throw std::invalid_argument("lanes='" + lanes + "': expected never, paying or always");
}

std::unique_ptr<Searching> make_bits(const Problem& problem,
                                     const std::vector<std::int64_t>& choices, bool visited,
                                     std::uint32_t floor, const std::string& vectors,
                                     const std::string& lanes) {
  const Position start = make_position(problem, choices, visited, floor);
  const Vectors wanted = vectors_named(vectors);
  const LaneUse use = lane_use_named(lanes);
  const nb::gil_scoped_release unlocked;
  return std::make_unique<Searching>(bit_search(problem, wanted, start, use),
                                     problem.option_count());
}

Sharing sharing_named(const std::string& sharing) {
  if (sharing == "never") return Sharing::never;
  if (sharing == "later") return Sharing::later;
  if (sharing == "paying") return Sharing::paying;
  if (sharing == "always") return Sharing::always;
  throw std::invalid_argument("sharing='" + sharing + "': expected never, later, paying or always");
}

std::unique_ptr<Searching> make_listing(const Problem& problem,
                                        const std::vector<std::int64_t>& choices, bool visited,
                                        std::uint32_t floor, std::uint64_t bytes,
                                        const std::string& vectors, const std::string& sharing) {
  const Position start = make_position(problem, choices, visited, floor);
  const Vectors wanted = vectors_named(vectors);
  const Sharing use = sharing_named(sharing);
  const nb::gil_scoped_release unlocked;
  return std::make_unique<Searching>(listing_search(problem, wanted, start, use, bytes),
                                     problem.option_count());
}

// In the order of `Vectors`.
constexpr std::array kVectors = {"plain", "avx2", "avx512"};

}  // namespace

Vectors vectors_named(const std::string& vectors) {
  const Vectors best = best_vectors();
  if (vectors == "best") return best;
  const auto found = std::find(kVectors.begin(), kVectors.end(), vectors);
  if (found == kVectors.end()) {
    throw std::invalid_argument("there are no vectors '" + vectors +
                                "': plain, avx2, avx512, best");
  }
  const auto wanted = static_cast<Vectors>(found - kVectors.begin());
  if (wanted > best) throw std::invalid_argument("this processor has no " + vectors);
  return wanted;
}

void register_cover(nb::module_& module) {
  register_solutions(module);
  module.def(
      "vector_sets",
      [] {
        const auto end = kVectors.begin() + static_cast<int>(best_vectors()) + 1;
        return std::vector<std::string>(kVectors.begin(), end);
      },
      "The sets of vector instructions of this processor, of which the last is the best.");
  const nb::exception<InvalidPosition> invalid_position(module, "InvalidPosition",
                                                        PyExc_ValueError);

  nb::class_<Problem>(module, "Problem", "An exact cover problem in numbers.")
      .def(
          "__init__",
          [](Problem* self, const nb::bytes& primary, const Array& low, const Array& high,
             const Array& starts, const Array& items, const Array& colors) {
            new (self) Problem(make_problem(primary, low, high, starts, items, colors));
          },
          nb::arg("primary"), nb::arg("low"), nb::arg("high"), nb::arg("starts"), nb::arg("items"),
          nb::arg("colors"),
          nb::sig("def __init__(self, primary: bytes, low: collections.abc.Sequence[int], "
                  "high: collections.abc.Sequence[int], starts: collections.abc.Sequence[int], "
                  "items: collections.abc.Sequence[int], "
                  "colors: collections.abc.Sequence[int]) -> None"));

  nb::class_<Searching>(module, "Search", "A walk through all solutions that stops anywhere.")
      .def("count", &Searching::count, nb::arg("most"), nb::arg("nodes"), nb::arg("seconds"),
           "Continue until this many solutions are found; return the outcome.")
      .def("solutions", &Searching::solutions, nb::arg("most"), nb::arg("nodes"),
           nb::arg("seconds"), nb::arg("kind"),
           nb::sig("def solutions(self, most: int, nodes: int, seconds: float, kind: type[T]) -> "
                   "tuple[int, collections.abc.Iterator[T]]"),
           "Continue, and return the outcome and the solutions: their options in increasing order.")
      .def("table", &Searching::table, nb::arg("most"), nb::arg("nodes"), nb::arg("seconds"),
           nb::arg("sorted"),
           nb::sig("def table(self, most: int, nodes: int, seconds: float, sorted: bool) -> "
                   "tuple[int, SolutionTable]"),
           "Continue, and return the outcome and the solutions as a table.")
      .def("position", &Searching::position,
           nb::sig("def position(self) -> tuple[list[int], bool, int]"),
           "The choices root down (-1 for none), whether all below them is done, and how many of "
           "them are fixed.")
      .def("pause", &Searching::pause,
           "End the slice of another thread that is counting or listing, or its next one.")
      .def("split", &Searching::split, nb::sig("def split(self) -> Search | None"),
           "Split off the untried choices nearest to the root; None if there are none.")
      .def("restart", &Searching::restart, nb::arg("given"),
           "Starts afresh with these options taken beforehand.")
      .def("branches", &Searching::branches,
           "The choices at this node; the search is spent then, until it is restarted.")
      .def(
          "probes", &Searching::probes, nb::arg("walks"), nb::arg("seed"), nb::arg("seconds"),
          nb::arg("given") = std::vector<std::uint32_t>(),
          "Random walks from the root, or from where these options are taken: nodes, solutions and "
          "depth of each, and the seed that goes on; restarts the search.")
      .def_prop_ro("found", &Searching::found)
      .def_prop_ro("fraction", &Searching::fraction)
      .def_prop_ro("nodes", &Searching::nodes)
      .def_prop_ro("updates", &Searching::updates)
      .def_prop_ro("words", &Searching::words,
                   "The words of bit sets that large nodes looked at, approximately.");

  module.def(
      "dancing_links", &make_links, nb::arg("problem"), nb::arg("branching"), nb::arg("choices"),
      nb::arg("visited"), nb::arg("floor") = 0, nb::arg("constraints") = std::vector<Weighted>(),
      nb::sig("def dancing_links(problem: Problem, branching: str, choices: Sequence[int], "
              "visited: bool, floor: int = 0, "
              "constraints: Sequence[tuple[Sequence[int], int, int]] = ()) -> Search"),
      "A search by dancing links, from a position: branching is smallest, leftmost or weighted.  "
      "Constraints are the weights of options, and the least and the greatest sum.");
  module.def("learning_search", &make_learning, nb::arg("problem"), nb::arg("seed"),
             nb::keep_alive<0, 1>(),
             "A search for one solution that restarts and learns which items are hard to cover.");
  module.def(
      "bit_search", &make_bits, nb::arg("problem"), nb::arg("choices"), nb::arg("visited"),
      nb::arg("floor") = 0, nb::arg("vectors") = "best", nb::arg("lanes") = "paying",
      "A search by bit sets, from a position: vectors are plain, avx2, avx512 or best; lanes "
      "(many states at once) are used never, paying or always.");
  module.def(
      "listing_search", &make_listing, nb::arg("problem"), nb::arg("choices"), nb::arg("visited"),
      nb::arg("floor") = 0, nb::arg("bytes") = UINT64_MAX, nb::arg("vectors") = "best",
      nb::arg("sharing") = "paying",
      nb::sig("def listing_search(problem: Problem, choices: Sequence[int], visited: bool, "
              "floor: int = 0, bytes: int = ..., vectors: str = 'best', sharing: str = 'paying') "
              "-> Search"),
      "The same search that shares equal subproblems: never, later (in a count, where it pays "
      "after some "
      "thousand nodes), paying or always, in at most about this many bytes.");
  nb::class_<Guarded<Cheapest>>(module, "Cheapest", "A search for the cheapest solutions.")
      .def(
          "run",
          [](Guarded<Cheapest>& machine, std::uint64_t nodes, double seconds) {
            return machine.run([&](Cheapest& cheapest) {
              Slice slice(nodes, seconds);
              return static_cast<int>(cheapest.run(slice));
            });
          },
          nb::arg("nodes"), nb::arg("seconds"))
      .def(
          "cut",
          [](const Guarded<Cheapest>& machine, std::int64_t most) {
            machine.look([&](Cheapest& cheapest) { cheapest.cut(most); });
          },
          nb::arg("most"), "From now on, solutions that cost more than `most` need not be found.")
      .def(
          "best",
          [](const Guarded<Cheapest>& machine) {
            std::vector<std::pair<std::int64_t, std::vector<std::uint32_t>>> all;
            for (const Priced& priced : machine.look(&Cheapest::best)) {
              std::vector<std::uint32_t> options;
              options.reserve(priced.options.size());
              for (const OptionId option : priced.options) options.push_back(number(option));
              all.emplace_back(priced.cost, std::move(options));
            }
            return all;
          },
          "The cheapest solutions so far, by cost: each cost, and the options in increasing order.")
      .def(
          "reduced",
          [](const Guarded<Cheapest>& machine)
              -> std::optional<
                  std::tuple<std::vector<std::int64_t>, std::int64_t, std::int64_t, std::int64_t>> {
            auto reduced = machine.look(&Cheapest::reduced);
            if (!reduced) return std::nullopt;
            return std::tuple(std::move(reduced->options), reduced->unit, reduced->base,
                              reduced->gap);
          },
          "The reduced costs of the options, their unit, what no solution is below, and the gap.")
      .def_prop_ro("found", reader<Cheapest>(&Cheapest::found), "The number of these solutions.")
      .def_prop_ro("least", reader<Cheapest>(&Cheapest::least),
                   "The cost of the first of these solutions, if there is one.")
      .def_prop_ro("bound", reader<Cheapest>(&Cheapest::bound),
                   "A lower bound on the costs of all solutions that are not among the best.")
      .def_prop_ro("fraction", reader<Cheapest>(&Cheapest::fraction))
      .def_prop_ro("nodes",
                   reader<Cheapest>([](const Cheapest& machine) { return machine.work().nodes; }))
      .def_prop_ro("updates", reader<Cheapest>(
                                  [](const Cheapest& machine) { return machine.work().updates; }));

  module.def(
      "cheapest",
      [](const Problem& problem, const std::vector<std::int64_t>& costs, std::uint32_t wanted,
         std::vector<Weighted> constraints) {
        return guarded(
            cheapest(problem, costs, wanted, {}, side_constraints(std::move(constraints))));
      },
      nb::arg("problem"), nb::arg("costs"), nb::arg("wanted"),
      nb::arg("constraints") = std::vector<Weighted>(),
      nb::sig("def cheapest(problem: Problem, costs: Sequence[int], wanted: int, "
              "constraints: Sequence[tuple[Sequence[int], int, int]] = ()) -> Cheapest"),
      "A search for the cheapest solutions; costs are not negative.");
  module.def(
      "cheapest_by_prices",
      [](const Problem& problem, const std::vector<std::int64_t>& costs, std::uint32_t wanted) {
        return guarded(cheapest_by_prices(problem, costs, wanted));
      },
      nb::arg("problem"), nb::arg("costs"), nb::arg("wanted"),
      "The same by prices of items; the magnitudes of the costs add up to less than 2^50.");
  module.def("bit_set_bytes", &bit_set_bytes, nb::arg("problem"),
             "How many bytes the bit sets of a problem take.");
  module.def("has_item_to_branch_on", &has_item_to_branch_on, nb::arg("problem"),
             "Whether each option has an item to be covered exactly once, which bit sets need.");
}

}  // namespace combien::bindings
