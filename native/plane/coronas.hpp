// Coronas: copies of a tile around it, around these, and so on, without a gap.
//
// A backtracking search over the cells that must be covered, which are those that touch a tile of
// an inner layer; always the cell with the fewest placements next.  The layer of a tile is one more
// than the least among the tiles that it touches, so it can only become less as tiles are added.
#pragma once

#include <cstdint>
#include <vector>

#include "base/gradual.hpp"
#include "plane/grid.hpp"

namespace combien {

class Coronas {
 public:
  struct Tile {
    std::uint32_t shape;
    Step by;
    std::uint32_t layer;
  };

  // For `layers` coronas, of which the first `solid` are without holes.
  // Throws std::range_error if the patch is too large.
  Coronas(Grid grid, const std::vector<PlaneCell>& tile, std::uint32_t layers, std::uint32_t solid);

  // Continues; a step is a tile that is placed.  `solution` => tiles() is the patch, and the
  // search does not go on.
  Outcome run(Slice& slice);

  std::uint64_t steps() const { return steps_; }
  const Orientations& tile() const { return tile_; }
  // Whether the tile itself has a hole.
  bool tile_has_hole() const { return has_hole(0); }
  // The tile, and what is around it.
  std::vector<Tile> tiles() const;

 private:
  struct Placed {
    std::uint32_t shape;
    std::int32_t at;
    std::uint32_t layer;
    bool is_inner;  // Everything that touches it has to be covered.
  };
  struct Candidate {
    std::uint32_t shape;
    std::int32_t at;
  };
  // A choice: candidates for a cell, and how far to go back before the next one.
  struct Frame {
    std::vector<Candidate> candidates;
    std::size_t next, changes;
  };
  struct Change {
    std::int32_t tile;  // Or -1: the last tile is new.
    std::uint32_t layer;
    bool is_inner;
    std::size_t required;
  };

  std::int32_t offset(const PlaneCell& cell) const {
    return (cell.at.y * width_ + cell.at.x) * kinds_ + cell.kind;
  }
  bool fits(const Candidate& candidate) const;
  void place(const Candidate& candidate);
  void set_layer(std::int32_t tile, std::uint32_t layer);
  void undo(std::size_t changes);
  // The candidates for the cell with the fewest; false if all required cells are covered.
  bool choose(std::vector<Candidate>& candidates) const;
  bool has_bad_hole() const;
  // Whether the last tile has closed a hole whose size is no multiple of the tile's.
  bool closes_hole();
  bool has_hole(std::uint32_t most_layer) const;

  Grid grid_;
  Orientations tile_;
  std::uint32_t layers_, solid_;
  std::int32_t kinds_, width_, height_;
  // By shape: offsets of its cells, of those that touch it; by kind: of the cells beside one.
  std::vector<std::vector<std::int32_t>> cells_, around_, sides_;
  std::vector<std::int32_t> owners_;  // By cell: the tile, or -1.
  std::vector<Placed> placed_;
  std::vector<std::int32_t> required_;
  std::vector<Change> changes_;
  std::vector<Frame> frames_;
  // By cell: the last flood that reached it.
  std::vector<std::uint32_t> reached_;
  std::uint32_t floods_ = 0;
  std::vector<std::int32_t> flood_;
  std::uint64_t steps_ = 0;
  bool begun_ = false;
};

}  // namespace combien
