// Python bindings for taking assemblies apart.
#include "apart/separation.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"

namespace combien::bindings {

namespace {

using Machine = Guarded<SeparationSearch>;
// The state, the direction, and the pieces that move.
using ExitTuple = std::tuple<std::uint32_t, std::uint32_t, std::vector<std::uint32_t>>;

bool in_range(const Coordinates& vector, int least) {
  return std::all_of(vector.begin(), vector.end(), [=](std::int16_t number) {
    return number >= least && number <= Clearances::most_coordinate;
  });
}

// For each direction, a kind that rests, a kind that moves, and the distance between them.
using CrossingTuple = std::tuple<std::uint8_t, std::uint8_t, Coordinates>;

std::unique_ptr<Machine> make_separation_search(
    const std::vector<Coordinates>& vectors,
    const std::vector<std::vector<CrossingTuple>>& crossings) {
  if (crossings.size() != vectors.size())
    throw std::invalid_argument("expected crossings by direction");
  std::vector<MoveDirection> directions;
  for (std::size_t d = 0; d < vectors.size(); ++d) {
    if (vectors[d] == Coordinates{} || !in_range(vectors[d], -Clearances::most_coordinate)) {
      throw std::invalid_argument("directions are vectors other than zero");
    }
    directions.push_back({vectors[d], {}});
    for (const auto& [resting, moving, distance] : crossings[d]) {
      if (!in_range(distance, -Clearances::most_coordinate)) {
        throw std::invalid_argument("a crossing is out of range");
      }
      directions.back().crossings.push_back({resting, moving, distance});
    }
  }
  return guarded(std::make_unique<SeparationSearch>(std::move(directions)));
}

std::uint32_t add_body(SeparationSearch& search, const std::vector<Coordinates>& places,
                       const std::vector<std::uint8_t>& kinds) {
  if (places.empty() || places.size() != kinds.size() ||
      !std::all_of(places.begin(), places.end(),
                   [](const Coordinates& place) { return in_range(place, 0); })) {
    throw std::invalid_argument("the cells of a body are out of range");
  }
  std::vector<PieceCell> cells;
  for (std::size_t i = 0; i < places.size(); ++i) cells.push_back({places[i], kinds[i]});
  return search.clearances().add(std::move(cells));
}

void begin_search(SeparationSearch& search, const std::vector<std::uint32_t>& bodies,
                  const std::vector<Coordinates>& positions, bool all) {
  if (bodies.empty() || bodies.size() > most_pieces || bodies.size() != positions.size()) {
    throw std::invalid_argument("expected 1 to 64 bodies, and their positions");
  }
  std::vector<PlacedBody> pieces;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] >= search.clearances().bodies() ||
        !in_range(positions[i], -Clearances::most_coordinate)) {
      throw std::invalid_argument("a body or its position is out of range");
    }
    pieces.push_back({bodies[i], positions[i]});
  }
  search.begin(pieces, all);
}

std::vector<ExitTuple> exits(const SeparationSearch& search) {
  std::vector<ExitTuple> found;
  for (const auto& [state, direction, moving] : search.exits()) {
    std::vector<std::uint32_t> pieces;
    for (std::uint32_t number = 0; number < most_pieces; ++number) {
      if (moving & piece(number)) pieces.push_back(number);
    }
    found.emplace_back(state, direction, std::move(pieces));
  }
  return found;
}

void check_state(const SeparationSearch& search, std::uint32_t state) {
  if (state >= search.states()) throw std::invalid_argument("there is no such state");
}

}  // namespace

void register_apart(nb::module_& module) {
  module.attr("APART_MOST_PIECES") = most_pieces;
  module.attr("APART_MOST_COORDINATE") = static_cast<int>(Clearances::most_coordinate);
  nb::class_<Machine>(module, "SeparationSearch",
                      "Separates assemblies into two parts by the fewest moves.")
      .def(
          "add_body",
          [](const Machine& machine, const std::vector<Coordinates>& places,
             const std::vector<std::uint8_t>& kinds) {
            return machine.look(
                [&](SeparationSearch& search) { return add_body(search, places, kinds); });
          },
          nb::arg("places"), nb::arg("kinds"), "Adds a body with these cells; returns its number.")
      .def(
          "begin",
          [](const Machine& machine, const std::vector<std::uint32_t>& bodies,
             const std::vector<Coordinates>& positions, bool all) {
            machine.look(
                [&](SeparationSearch& search) { begin_search(search, bodies, positions, all); });
          },
          nb::arg("bodies"), nb::arg("positions"), nb::arg("all"),
          "Begins to search for one exit, or for all exits after the fewest moves.")
      .def("run", &run_slice<SeparationSearch, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def("exits", reader<SeparationSearch>(&exits),
           "The state, the direction, and the pieces that move without limit.")
      .def(
          "positions",
          [](const Machine& machine, std::uint32_t state) {
            return machine.look([=](const SeparationSearch& search) {
              check_state(search, state);
              return search.positions(state);
            });
          },
          nb::arg("state"), "The positions of the pieces, relative to the first one.")
      .def(
          "path",
          [](const Machine& machine, std::uint32_t state) {
            return machine.look([=](const SeparationSearch& search) {
              check_state(search, state);
              return search.path(state);
            });
          },
          nb::arg("state"), "The states on a shortest way to this one.")
      .def_prop_ro("ways", reader<SeparationSearch>(
                               [](const SeparationSearch& search) { return search.ways(); }))
      .def_prop_ro("depth", reader<SeparationSearch>(&SeparationSearch::depth))
      .def_prop_ro("states", reader<SeparationSearch>(&SeparationSearch::states))
      .def_prop_ro("opened", reader<SeparationSearch>(&SeparationSearch::opened))
      .def_prop_ro("moves", reader<SeparationSearch>(&SeparationSearch::moves))
      .def_prop_ro("bytes", reader<SeparationSearch>(&SeparationSearch::bytes));
  module.def(
      "separation_search", &make_separation_search, nb::arg("directions"), nb::arg("crossings"),
      "Pieces move along these directions and against them; vectors have four coordinates.  "
      "A crossing is the kinds of a cell that rests and of one that moves, and their distance: "
      "they overlap during a step.");
}

}  // namespace combien::bindings
