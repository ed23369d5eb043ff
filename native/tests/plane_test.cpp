// Tiles in the plane: groups of the square lattice, isohedral tilings, coronas.
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "plane/coronas.hpp"
#include "plane/isohedral.hpp"

namespace combien::tests {

namespace {

using Cells = std::vector<PlaneCell>;

Cells squares(const std::vector<Step>& steps) {
  Cells cells;
  for (const Step step : steps) cells.push_back({0, step});
  return cells;
}

// The squares with all eight symmetries about the center of one.
Grid square_grid() {
  Cells touching;
  for (const int x : {-1, 0, 1}) {
    for (const int y : {-1, 0, 1}) {
      if (x != 0 || y != 0) touching.push_back({0, {x, y}});
    }
  }
  const Cells sides = squares({{1, 0}, {0, 1}, {-1, 0}, {0, -1}});
  std::vector<PointMotion> motions;
  for (const int swapped : {0, 1}) {
    for (const int x : {1, -1}) {
      for (const int y : {1, -1}) {
        const Cells goes = squares({{0, 0}});
        motions.push_back(swapped ? PointMotion{0, x, y, 0, goes} : PointMotion{x, 0, 0, y, goes});
      }
    }
  }
  return {{sides}, {touching}, motions};
}

// Whether there is a tiling with this many orbits, found in slices of this many steps.
bool tiles_plane(const Cells& tile, std::uint32_t orbits, std::uint64_t steps) {
  IsohedralSearch search(square_grid());
  search.begin(tile, orbits);
  for (;;) {
    Slice slice(steps, 60);
    const Outcome outcome = search.run(slice, UINT64_MAX);
    if (outcome != Outcome::out_of_slice) return outcome == Outcome::solution;
  }
}

bool has_coronas(const Cells& tile, std::uint32_t layers, bool solid, std::uint64_t steps) {
  Coronas search(square_grid(), tile, layers, solid);
  for (;;) {
    Slice slice(steps, 60);
    const Outcome outcome = search.run(slice);
    if (outcome != Outcome::out_of_slice) return outcome == Outcome::solution;
  }
}

const Cells corner = squares({{0, 0}, {1, 0}, {0, 1}});
const Cells ring = squares({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}});
// Heesch number 1, and 0 but 1 with holes.
const Cells bracket = squares({{0, 0}, {1, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 4}});
const Cells cross = squares({{1, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}, {1, 3}});

const Registration groups("plane: the groups of translations are the sublattices", [] {
  const Grid grid = square_grid();
  const std::vector<PointGroup> classes = point_groups(grid);
  check(classes.size() == 8, "D4 has 8 classes of subgroups");
  for (std::int32_t index = 1; index <= 12; ++index) {
    Pace pace;
    Slice slice(UINT64_MAX, 60);
    pace.set(slice);
    auto all = plane_groups(grid, classes[0], index, pace);
    while (!all.run()) continue;
    std::size_t divisors = 0;
    for (std::int32_t d = 1; d <= index; ++d) divisors += index % d == 0 ? std::size_t(d) : 0;
    check(all.take().size() == divisors, "there are sigma(n) sublattices");
  }
});

// The number of groups, over all point groups, by index.
std::vector<std::size_t> numbers_of_groups(const Grid& grid) {
  std::vector<std::size_t> numbers;
  for (std::int32_t index = 1; index <= 9; ++index) {
    Pace pace;
    Slice slice(UINT64_MAX, 60);
    pace.set(slice);
    numbers.push_back(0);
    for (const PointGroup& type : point_groups(grid)) {
      auto all = plane_groups(grid, type, index, pace);
      while (!all.run()) continue;
      numbers.back() += all.take().size();
    }
  }
  return numbers;
}

const Registration moved("plane: motions need not fix a point", [] {
  Grid grid = square_grid();
  for (std::int32_t g = 1; g < 8; ++g) {
    for (PlaneCell& image : grid.motions[std::size_t(g)].goes) image.at = {g * g - 5, 7 - 3 * g};
  }
  const Grid other(grid.sides, grid.touching, grid.motions);
  check(other.product[4][4].motion == 0, "a transposition is its own inverse");
  check(other.product[4][4].by == Step{6, 6}, "up to a translation");
  check(numbers_of_groups(other) == numbers_of_groups(square_grid()), "the groups are the same");
});

const Registration tilings("plane: isohedral tilings, in slices of any size", [] {
  for (const std::uint64_t steps : {std::uint64_t{40}, std::uint64_t{1} << 40}) {
    check(tiles_plane(corner, 1, steps), "an L-tromino tiles isohedrally");
    for (const Cells& tile : {ring, bracket, cross}) {
      check(!tiles_plane(tile, 1, steps), "the others do not");
    }
    check(!tiles_plane(bracket, 2, steps), "not with two orbits either");
  }
});

const Registration coronas("plane: coronas with and without holes", [] {
  for (const std::uint64_t steps : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
    check(has_coronas(bracket, 1, true, steps), "a corona without holes");
    check(!has_coronas(bracket, 2, false, steps), "and no second one");
    check(has_coronas(cross, 1, false, steps), "a corona with holes");
    check(!has_coronas(cross, 1, true, steps), "and none without");
    check(!has_coronas(ring, 1, false, steps), "a hole that no copy fills");
    check(has_coronas(corner, 3, true, steps), "coronas of a tile that tiles");
  }
  check(Coronas(square_grid(), ring, 1, false).tile_has_hole(), "the ring has a hole");
  check(!Coronas(square_grid(), cross, 1, false).tile_has_hole(), "the cross has none");
});

const Registration refused("plane: what is not a grid or a tile", [] {
  check_throws<std::invalid_argument>("an empty tile", [] { tiles_plane({}, 1, 1); });
  check_throws<std::invalid_argument>("a cell twice",
                                      [] { tiles_plane(squares({{0, 0}, {0, 0}}), 1, 1); });
  check_throws<std::invalid_argument>("no orbit", [] { tiles_plane(corner, 0, 1); });
  check_throws<std::invalid_argument>("too many orbits", [] { tiles_plane(corner, 100, 1); });
  check_throws<std::range_error>("too many layers",
                                 [] { Coronas(square_grid(), corner, 5000, false); });
  check_throws<std::invalid_argument>("motions that are not a group", [] {
    Grid grid = square_grid();
    grid.motions.pop_back();
    Grid(grid.sides, grid.touching, grid.motions);
  });
});

}  // namespace

}  // namespace combien::tests
