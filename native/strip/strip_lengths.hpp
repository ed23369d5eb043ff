// The lengths of the rectangles of one width that tiles cover: breadth-first search over profiles.
//
// The covered cells beyond the first column with an uncovered one are a profile, and a rectangle of
// length n is a path of n columns from the empty profile to itself.  The lengths are closed under
// addition.  So if m is one of them, all of them are known from the shortest in each class modulo m
// (the Apéry set), and a pair of a profile and a class needs to be visited only once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/slice.hpp"
#include "strip/numbering.hpp"
#include "strip/tiles.hpp"
#include "strip/window.hpp"

namespace combien {

class StripLengths {
 public:
  using Profile = Window<2>;

  static constexpr std::uint32_t most_width = 62;
  static constexpr std::uint32_t most_window = Profile::places;
  static constexpr std::uint32_t unknown = 0xffffffff;

  // A column is a slab of the tiles.
  // With modulus 0 the search ends at the shortest length.  Else it ends when all classes that are
  // `wanted` have one; the modulus must be a length.
  // require: fits(tiles), and an entry of `wanted` for each class
  StripLengths(const StripTiles& tiles, std::uint32_t modulus, std::vector<bool> wanted);

  // Whether they are valid, without prisms, at most most_width slots wide, and touch at most
  // most_window cells.
  static bool fits(const StripTiles& tiles);

  // Continues until the lengths are known, those of up to `most` are known, the slice is used up,
  // or more than `bytes` would be needed.
  Outcome run(Slice& slice, std::uint64_t bytes, std::uint32_t most);

  // All lengths of up to this one are known.
  std::uint32_t length() const { return length_; }
  // Whether all lengths are known.
  bool complete() const { return complete_; }
  // The shortest length in each class, or `unknown`: there is none of up to length().
  const std::vector<std::uint32_t>& shortest() const { return shortest_; }
  // The profiles from the empty one to the empty one for the shortest length of a class.  After
  // each column, it may be mirrored.
  // require: the class has a length
  std::vector<Profile> path(std::uint32_t residue) const;

  std::uint64_t states() const { return visited_.size(); }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t bytes() const;

 private:
  struct Placement {
    Profile cells;
    Cells neighbors;
  };
  // A profile that was reached.
  struct State {
    Profile profile;
    std::uint32_t residue;  // The class of the length.
    std::uint32_t origin;   // The state before the column, by the first way found.

    bool operator==(const State& other) const {
      return profile == other.profile && residue == other.residue;
    }
    std::uint64_t hash() const {
      const std::uint64_t mixed = profile.hash() + residue * 0x9e3779b97f4a7c15u;
      return mixed ^ mixed >> 29;
    }
  };

  Cells neighbors(const Profile& cells, std::uint32_t window) const;
  std::uint64_t growth() const;
  void open_chunk();
  void go_on(const Profile& profile, std::uint32_t origin);
  bool is_coverable(const Profile& profile, std::uint32_t cell) const;

  std::uint32_t width_;
  std::uint32_t modulus_;
  std::vector<bool> wanted_;
  std::uint32_t missing_;
  std::vector<std::uint32_t> shortest_;
  std::vector<std::uint32_t> ends_;  // The state before the end, for each class.

  std::vector<std::vector<Placement>> placements_;  // By the first cell.
  // The placements that cover a cell, and none of an earlier column.
  std::vector<std::vector<Profile>> covers_;

  std::vector<Cells> images_;  // Of the cells of a profile, under each symmetry.

  Numbering<State> visited_;
  // Profiles within a column, by their first uncovered cell.
  std::vector<Numbering<State>> at_cell_;
  std::size_t level_end_ = 1;  // States from here on are of the next column.
  std::size_t chunk_end_ = 0;  // States up to here have been opened.
  std::uint32_t cell_;         // The next profile to continue.
  std::size_t next_ = 0;
  std::uint32_t length_ = 0;
  bool complete_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace combien
