// Tilings of the plane by one tile in which few tiles are different.
//
// A group of the lattice is transitive on the tiles of a tiling if the tile's cells are one of each
// orbit of the group on the cells, where the symmetries of the tile in the group count once.  With k
// kinds of positions, k placements are an exact cover of the orbits of cells.  The area fixes the
// index of the sublattice, so for each k the groups are few; all are tried.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/gradual.hpp"
#include "plane/grid.hpp"
#include "plane/groups.hpp"

namespace combien {

// A group, and one placement of the tile for each of its orbits of tiles.
struct PlaneTiling {
  struct Tile {
    std::uint32_t shape;
    Step by;
  };
  PlaneGroup group;
  std::vector<Tile> tiles;
};

// The groups of a grid, kept for further tiles.
class PlaneGroups {
 public:
  struct Entry {
    PlaneGroup group;
    CellOrbits orbits;
  };

  explicit PlaneGroups(Grid grid) : grid_(std::move(grid)), classes_(point_groups(grid_)) {}

  const Grid& grid() const { return grid_; }
  const std::vector<PointGroup>& classes() const { return classes_; }
  // The groups of a class and an index, if they are kept.
  const std::vector<Entry>* find(std::size_t type, std::int32_t index) const {
    const auto place = entries_.find({type, index});
    return place == entries_.end() ? nullptr : &place->second;
  }
  const std::vector<Entry>& keep(std::size_t type, std::int32_t index,
                                 std::vector<PlaneGroup> groups);
  std::uint64_t bytes() const { return bytes_; }
  // Forgets all groups.
  void clear() {
    entries_.clear();
    bytes_ = 0;
  }

 private:
  Grid grid_;
  std::vector<PointGroup> classes_;
  std::map<std::pair<std::size_t, std::int32_t>, std::vector<Entry>> entries_;
  std::uint64_t bytes_ = 0;
};

// A set of orbits of cells.
class OrbitSet {
 public:
  static constexpr std::size_t capacity = 256;

  bool contains(std::size_t orbit) const { return words_[orbit / 64] >> (orbit % 64) & 1; }
  void add(std::size_t orbit) { words_[orbit / 64] |= std::uint64_t{1} << (orbit % 64); }
  bool meets(const OrbitSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t k = 0; k < words_.size(); ++k) common |= words_[k] & other.words_[k];
    return common != 0;
  }
  OrbitSet joined(const OrbitSet& other) const {
    OrbitSet both = *this;
    for (std::size_t k = 0; k < words_.size(); ++k) both.words_[k] |= other.words_[k];
    return both;
  }
  // The least orbit that is not in the set.
  std::size_t first_missing() const {
    std::size_t k = 0;
    while (k + 1 < words_.size() && words_[k] == ~std::uint64_t{0}) ++k;
    return 64 * k + static_cast<std::size_t>(std::countr_one(words_[k]));
  }
  std::size_t first() const {
    std::size_t k = 0;
    while (k + 1 < words_.size() && words_[k] == 0) ++k;
    return 64 * k + static_cast<std::size_t>(std::countr_zero(words_[k]));
  }
  friend auto operator<=>(const OrbitSet&, const OrbitSet&) = default;

 private:
  std::array<std::uint64_t, capacity / 64> words_{};
};

// Looks for tilings with k orbits of tiles under some group of the lattice, the smallest point groups
// first.  The groups are kept from tile to tile.
class IsohedralSearch {
 public:
  explicit IsohedralSearch(Grid grid) : groups_(std::move(grid)) {}
  IsohedralSearch(const IsohedralSearch&) = delete;
  IsohedralSearch& operator=(const IsohedralSearch&) = delete;

  // Throws std::invalid_argument for what is not a tile, or if k is not from 1 to 256 / cells.
  void begin(const std::vector<PlaneCell>& tile, std::uint32_t k);
  // Continues.  `solution` => tiling() is the first one; `done` => there is none.
  // require: begin() was called
  Outcome run(Slice& slice, std::uint64_t most_bytes);

  const PlaneTiling& tiling() const { return tiling_; }
  const Orientations& tile() const { return *tile_; }
  bool begun() const { return search_.has_value(); }
  std::uint64_t steps() const { return pace_.work(); }

 private:
  Gradual<std::optional<PlaneTiling>> search(std::uint32_t k);

  PlaneGroups groups_;
  std::optional<Orientations> tile_;
  Pace pace_;
  std::optional<Gradual<std::optional<PlaneTiling>>> search_;
  PlaneTiling tiling_{};
};

}  // namespace combien
