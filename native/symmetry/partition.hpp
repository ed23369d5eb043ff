// A partition of vertices into cells, refined by counting neighbors (color refinement).
//
// The vertices lie in an array; each cell is a range of it, identified by its start.  A waiting
// cell is a splitter: every other cell is split by how many neighbors its vertices have in the
// splitter (the smaller parts wait next, after Hopcroft, 1971).  Nothing depends on the numbers of
// the vertices, only on places; so two isomorphic graphs, or one graph from two equivalent
// vertices, are refined in the same way, and give the same *events*.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/peer.hpp"
#include "base/require.hpp"
#include "symmetry/incidence.hpp"

namespace combien {

using Place = std::uint32_t;

class Partition {
 public:
  // The vertices of each kind form a cell, and every cell waits.
  explicit Partition(const Incidence& graph);

  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices_.size()); }
  bool discrete() const { return cells_ == size(); }
  // require: place < size()
  Vertex at(Place place) const {
    COMBIEN_REQUIRE(place < size());
    return vertices_[place];
  }
  Place cell_of(Vertex vertex) const { return cell_of_[vertex]; }
  std::uint32_t length(Place cell) const { return lengths_[cell]; }
  const std::vector<Vertex>& order() const { return vertices_; }

  // The smallest cell with several vertices; the first in case of a tie.
  // require: not discrete()
  Place smallest() const;

  // Puts a vertex into a cell of its own; that cell waits.
  // require: its cell has other vertices
  void individualize(Vertex vertex);

  bool waiting() const { return next_waiting_ < waiting_.size(); }
  // Splits all cells by the first waiting cell; an event is a number that describes what happened.
  // require: waiting()
  std::uint64_t split();
  // No cell waits any more.
  void forget();

  // A state for a later undo() to return to: the cells as they are now (not the order within them).
  // require of undo(): mark <= mark(), and nothing waits
  std::size_t mark() const { return splits_.size(); }
  void undo(std::size_t mark);

  // Checks the invariants; returns what is wrong, or nothing.
  // cost: the vertices
  std::string_view unsound() const;

  // Splitters used and edges looked at since the beginning.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t visits() const { return visits_; }
  std::uint64_t bytes() const { return 64 * std::uint64_t{size()}; }

 private:
  friend struct tests::Peer;

  void put(Vertex vertex, Place place);
  void swap(Place a, Place b);
  void wait(Place cell);
  void cut(Place cell, Place begin);
  void split_cell(Place cell);

  const Incidence& graph_;
  std::vector<Vertex> vertices_;
  Table<Vertex, Place> place_of_;
  Table<Vertex, Place> cell_of_;
  std::vector<std::uint32_t> lengths_;  // By place; 0 where no cell begins.
  std::uint32_t cells_ = 0;
  std::vector<Place> splits_;  // Where new cells were split off.

  std::vector<Place> waiting_;
  std::size_t next_waiting_ = 0;
  std::vector<char> is_waiting_;

  Table<Vertex, std::uint32_t> counts_;  // Neighbors in the splitter; all zero between two calls.
  std::vector<Vertex> touched_;
  std::vector<std::uint32_t> touched_in_;  // By cell: how many of its vertices are counted.
  std::vector<Place> touched_cells_;
  std::uint64_t steps_ = 0;
  std::uint64_t visits_ = 0;
};

}  // namespace combien
