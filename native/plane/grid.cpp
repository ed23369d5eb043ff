#include "plane/grid.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace combien {

namespace {

constexpr std::size_t most_motions = 12;

// Moves cells so that their least steps are zero, and sorts them; returns the way back.
Step brought_home(std::vector<PlaneCell>& cells) {
  Step low = cells[0].at;
  for (const PlaneCell& cell : cells) {
    low = {std::min(low.x, cell.at.x), std::min(low.y, cell.at.y)};
  }
  for (PlaneCell& cell : cells) cell.at = cell.at - low;
  std::sort(cells.begin(), cells.end());
  return low;
}

void require_kinds(const std::vector<PlaneCell>& cells, std::int32_t kinds) {
  for (const PlaneCell& cell : cells) {
    if (cell.kind < 0 || cell.kind >= kinds) {
      throw std::invalid_argument("there is no such kind of cells");
    }
  }
}

// The translation after `other` that makes it equal to `motion`, if there is one.
std::optional<Step> translation(const PointMotion& motion, const PointMotion& other) {
  if (std::pair(motion(Step{1, 0}), motion(Step{0, 1})) !=
      std::pair(other(Step{1, 0}), other(Step{0, 1}))) {
    return std::nullopt;
  }
  const Step by = motion.goes[0].at - other.goes[0].at;
  for (std::size_t kind = 0; kind < motion.goes.size(); ++kind) {
    const PlaneCell& image = other.goes[kind];
    if (motion.goes[kind] != PlaneCell{image.kind, image.at + by}) return std::nullopt;
  }
  return by;
}

PointMotion composed(const PointMotion& second, const PointMotion& first) {
  const Step x = second(first(Step{1, 0})), y = second(first(Step{0, 1}));
  PointMotion both{x.x, y.x, x.y, y.y, first.goes};
  for (PlaneCell& image : both.goes) image = second(image);
  return both;
}

}  // namespace

Grid::Grid(std::vector<std::vector<PlaneCell>> by_side,
           std::vector<std::vector<PlaneCell>> by_corner, std::vector<PointMotion> point_group)
    : sides(std::move(by_side)), touching(std::move(by_corner)), motions(std::move(point_group)) {
  if (sides.empty() || touching.size() != sides.size()) {
    throw std::invalid_argument("expected neighbors for each kind of cells");
  }
  for (const auto& cells : sides) require_kinds(cells, kinds());
  for (const auto& cells : touching) require_kinds(cells, kinds());
  if (motions.empty() || motions.size() > most_motions) {
    throw std::invalid_argument("expected 1 to 12 motions");
  }
  for (const PointMotion& motion : motions) {
    if (motion.goes.size() != sides.size()) {
      throw std::invalid_argument("a motion needs an image for each kind");
    }
    require_kinds(motion.goes, kinds());
  }
  for (const PointMotion& second : motions) {
    auto& row = product.emplace_back();
    for (const PointMotion& first : motions) {
      const PointMotion both = composed(second, first);
      std::optional<Step> by;
      std::size_t place = 0;
      while (place < motions.size() && !(by = translation(both, motions[place]))) ++place;
      if (!by) throw std::invalid_argument("the motions are not a group up to translations");
      row.push_back({static_cast<std::uint8_t>(place), *by});
    }
  }
  for (std::size_t g = 0; g < motions.size(); ++g) {
    if (product[0][g].motion != g || product[0][g].by != Step{0, 0}) {
      throw std::invalid_argument("the first motion is not the identity");
    }
  }
}

Orientations::Orientations(const Grid& grid, const std::vector<PlaneCell>& tile) {
  if (tile.empty()) throw std::invalid_argument("a tile needs a cell");
  require_kinds(tile, grid.kinds());
  const auto moved = [&](const PointMotion& motion, std::vector<PlaneCell> cells) {
    for (PlaneCell& cell : cells) cell = motion(cell);
    const Step by = brought_home(cells);
    return std::pair(std::move(cells), by);
  };
  for (const PointMotion& motion : grid.motions) {
    auto shape = moved(motion, tile).first;
    if (std::find(shapes_.begin(), shapes_.end(), shape) == shapes_.end()) {
      shapes_.push_back(std::move(shape));
    }
  }
  const auto& first = shapes_[0];
  if (std::adjacent_find(first.begin(), first.end()) != first.end()) {
    throw std::invalid_argument("two cells of a tile are equal");
  }
  for (const PointMotion& motion : grid.motions) {
    auto& row = images_.emplace_back();
    for (const auto& cells : shapes_) {
      const auto [shape, by] = moved(motion, cells);
      const auto place = std::find(shapes_.begin(), shapes_.end(), shape);
      row.push_back({static_cast<std::uint32_t>(place - shapes_.begin()), by});
    }
  }
  for (const auto& cells : shapes_) {
    for (const PlaneCell& cell : cells) {
      extent_ = {std::max(extent_.x, cell.at.x + 1), std::max(extent_.y, cell.at.y + 1)};
    }
  }
}

}  // namespace combien
