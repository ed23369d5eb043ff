// A lattice of the plane as numbers: its cells, who touches whom, and its point group.
//
// A cell is a kind and a number of steps along two periods.  The point group is given by a motion
// for each of its elements; every motion of the lattice is one of these, followed by a translation.
// They need not fix a common point: the product of two is a third one, followed by a translation.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace combien {

struct Step {
  std::int32_t x, y;
  friend auto operator<=>(const Step&, const Step&) = default;
  friend Step operator+(Step a, Step b) { return {a.x + b.x, a.y + b.y}; }
  friend Step operator-(Step a, Step b) { return {a.x - b.x, a.y - b.y}; }
};

struct PlaneCell {
  std::int32_t kind;
  Step at;
  friend auto operator<=>(const PlaneCell&, const PlaneCell&) = default;
};

// A motion of the lattice: linear on translations, and a shift for each kind of cells.
struct PointMotion {
  std::int32_t xx, xy, yx, yy;
  std::vector<PlaneCell> goes;  // The image of the cell of each kind at the origin.

  Step operator()(Step step) const {
    return {xx * step.x + xy * step.y, yx * step.x + yy * step.y};
  }
  PlaneCell operator()(PlaneCell cell) const {
    const PlaneCell& image = goes[static_cast<std::size_t>(cell.kind)];
    return {image.kind, image.at + (*this)(cell.at)};
  }
};

struct Grid {
  struct Product {
    std::uint8_t motion;
    Step by;  // The translation that follows the motion.
  };

  // By kind, relative to the cell at the origin: the cells that share a side, and that touch.
  std::vector<std::vector<PlaneCell>> sides, touching;
  std::vector<PointMotion> motions;           // The identity first.
  std::vector<std::vector<Product>> product;  // product[g][h]: first h, then g.

  // Throws std::invalid_argument unless the motions are, up to translations, a group of at most 12
  // elements, and all numbers of kinds are in range.
  Grid(std::vector<std::vector<PlaneCell>> by_side, std::vector<std::vector<PlaneCell>> by_corner,
       std::vector<PointMotion> point_group);

  std::int32_t kinds() const { return static_cast<std::int32_t>(sides.size()); }
};

// A tile in all its orientations, each with its least steps zero; and how motions exchange them.
class Orientations {
 public:
  struct Image {
    std::uint32_t shape;
    Step by;
  };

  // Throws std::invalid_argument if there is no cell, two are equal, or a kind is out of range.
  Orientations(const Grid& grid, const std::vector<PlaneCell>& tile);

  // The first is the tile itself.
  const std::vector<std::vector<PlaneCell>>& shapes() const { return shapes_; }
  // The image of a shape under a motion: another shape, moved.
  const Image& image(std::size_t motion, std::size_t shape) const { return images_[motion][shape]; }
  std::size_t cells() const { return shapes_[0].size(); }
  // The number of motions that map the tile to itself, moved.
  std::size_t symmetries() const { return images_.size() / shapes_.size(); }
  // All steps of the shapes' cells are less than these.
  Step extent() const { return extent_; }

 private:
  std::vector<std::vector<PlaneCell>> shapes_;
  std::vector<std::vector<Image>> images_;
  Step extent_{0, 0};
};

}  // namespace combien
