// Python bindings for tiles in the plane: groups of a lattice, isohedral tilings, coronas.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <mutex>

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "plane/coronas.hpp"
#include "plane/isohedral.hpp"

namespace combien::bindings {

namespace {

// A kind and two steps.
using CellNumbers = std::tuple<std::int32_t, std::int32_t, std::int32_t>;
using CellList = std::vector<CellNumbers>;
// The rows of a matrix, and the images of the cells at the origin.
using MotionNumbers = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, CellList>;

std::vector<PlaneCell> plane_cells(const CellList& list) {
  std::vector<PlaneCell> cells;
  for (const auto& [kind, x, y] : list) cells.push_back({kind, {x, y}});
  return cells;
}

Grid grid_of(const std::vector<CellList>& sides, const std::vector<CellList>& touching,
             const std::vector<MotionNumbers>& motions) {
  std::vector<std::vector<PlaneCell>> by_side, by_corner;
  for (const CellList& list : sides) by_side.push_back(plane_cells(list));
  for (const CellList& list : touching) by_corner.push_back(plane_cells(list));
  std::vector<PointMotion> point_group;
  for (const auto& [xx, xy, yx, yy, goes] : motions) {
    point_group.push_back({xx, xy, yx, yy, plane_cells(goes)});
  }
  return {std::move(by_side), std::move(by_corner), std::move(point_group)};
}

// The cells of a placement: of an orientation, moved.
CellList placed_cells(const Orientations& tile, std::uint32_t shape, Step by) {
  CellList cells;
  for (const PlaneCell& cell : tile.shapes()[shape]) {
    cells.emplace_back(cell.kind, cell.at.x + by.x, cell.at.y + by.y);
  }
  return cells;
}

// A sublattice, and motions with their translations.
using GroupNumbers = std::pair<std::tuple<std::int32_t, std::int32_t, std::int32_t>, CellList>;

// So that a call, which does not run in slices, takes a fraction of a second.
constexpr std::int32_t most_index = 60;

std::vector<GroupNumbers> groups_of(const Grid& grid, std::int32_t index) {
  if (index < 1 || index > most_index) throw std::invalid_argument("the index is from 1 to 60");
  std::vector<GroupNumbers> found;
  const nb::gil_scoped_release unlocked;
  Slice slice(UINT64_MAX, 1e9);
  Pace pace;
  pace.set(slice);
  for (const PointGroup& type : point_groups(grid)) {
    auto groups = plane_groups(grid, type, index, pace);
    while (!groups.run()) {
    }
    for (const PlaneGroup& group : groups.take()) {
      CellList elements;
      for (const auto& [motion, by] : group.elements) elements.emplace_back(motion, by.x, by.y);
      found.push_back({{group.a, group.b, group.d}, std::move(elements)});
    }
  }
  return found;
}

// Its sublattice, its motions with their translations, and the cells of a tile of each orbit.
using TilingNumbers = std::tuple<std::tuple<std::int32_t, std::int32_t, std::int32_t>, CellList,
                                 std::vector<CellList>>;

TilingNumbers tiling_of(const IsohedralSearch& search) {
  const PlaneTiling& tiling = search.tiling();
  if (tiling.tiles.empty() || search.begun()) throw std::invalid_argument("no tiling was found");
  CellList elements;
  for (const auto& [motion, by] : tiling.group.elements) elements.emplace_back(motion, by.x, by.y);
  std::vector<CellList> tiles;
  for (const auto& [shape, by] : tiling.tiles) {
    tiles.push_back(placed_cells(search.tile(), shape, by));
  }
  return {{tiling.group.a, tiling.group.b, tiling.group.d}, elements, tiles};
}

std::vector<std::pair<std::uint32_t, CellList>> patch_of(const Coronas& coronas) {
  std::vector<std::pair<std::uint32_t, CellList>> layers;
  for (const auto& [shape, by, layer] : coronas.tiles()) {
    layers.emplace_back(layer, placed_cells(coronas.tile(), shape, by));
  }
  return layers;
}

}  // namespace

void register_plane(nb::module_& module) {
  nb::class_<Grid>(module, "PlaneGrid", "A lattice of the plane: cells are a kind and two steps.")
      .def(
          "__init__",
          [](Grid* self, const std::vector<CellList>& sides, const std::vector<CellList>& touching,
             const std::vector<MotionNumbers>& motions) {
            new (self) Grid(grid_of(sides, touching, motions));
          },
          nb::arg("sides"), nb::arg("touching"), nb::arg("motions"),
          "The neighbors by kind, by side and of any sort; and a motion for each element of the "
          "point group: the rows of a matrix, and the images of the cells at the origin.");

  module.def("plane_groups", &groups_of, nb::arg("grid"), nb::arg("index"),
             "The groups whose sublattice has this index, from 1 to 60: the sublattice (a, b, d), "
             "and the number of a motion and a translation for each element.");

  nb::class_<Guarded<IsohedralSearch>>(module, "IsohedralSearch",
                                       "Looks for tilings with few orbits of tiles.")
      .def(
          "begin",
          [](const Guarded<IsohedralSearch>& search, const CellList& tile, std::uint32_t k) {
            const auto cells = plane_cells(tile);
            search.look([&](IsohedralSearch& machine) { machine.begin(cells, k); });
          },
          nb::arg("tile"), nb::arg("k"))
      .def(
          "run",
          [](const Guarded<IsohedralSearch>& guarded, std::uint64_t steps, double seconds,
             std::uint64_t bytes) {
            if (!guarded.look([](IsohedralSearch& machine) { return machine.begun(); })) {
              throw std::invalid_argument("no search was begun");
            }
            return run_slice<IsohedralSearch, std::uint64_t>(guarded, steps, seconds, bytes);
          },
          nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def(
          "tiling", reader<IsohedralSearch>(&tiling_of),
          "The sublattice (a, b, d), generated by (a, 0) and (b, d); the elements of the group, as "
          "the number of a motion and a translation; and the cells of one tile of each orbit.")
      .def_prop_ro("steps", reader<IsohedralSearch>(&IsohedralSearch::steps));
  module.def(
      "isohedral_search",
      [](const Grid& grid) { return guarded(std::make_unique<IsohedralSearch>(grid)); },
      nb::arg("grid"));

  nb::class_<Guarded<Coronas>>(module, "Coronas", "Looks for coronas around a tile.")
      .def("run", &run_slice<Coronas>, nb::arg("steps"), nb::arg("seconds"))
      .def("tiles", reader<Coronas>(&patch_of), "The layers and the cells of the tiles.")
      .def("tile_has_hole", reader<Coronas>(&Coronas::tile_has_hole))
      .def_prop_ro("steps", reader<Coronas>(&Coronas::steps));
  module.def(
      "coronas",
      [](const Grid& grid, const CellList& tile, std::uint32_t layers, std::uint32_t solid) {
        return guarded(std::make_unique<Coronas>(grid, plane_cells(tile), layers, solid));
      },
      nb::arg("grid"), nb::arg("tile"), nb::arg("layers"), nb::arg("solid"));
}

}  // namespace combien::bindings
