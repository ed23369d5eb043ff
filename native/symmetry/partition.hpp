// Vertices in cells that are told apart by counting neighbors, as far as that goes.
//
// The vertices lie in an array, each cell a stretch of it, named by where it begins.  A cell that
// waits is a splitter: every other cell falls apart by how many neighbors its vertices have in the
// splitter (color refinement; the smaller parts wait next, after Hopcroft, 1971).  Nothing that
// happens depends on the numbers of the vertices, only on places; so two graphs that are alike, or
// one graph seen from two vertices that are, fall apart in the same way, and give the same *events*.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/incidence.hpp"

namespace combien {

using Place = std::uint32_t;

class Partition {
 public:
  // The vertices of each kind are a cell, and every cell waits.
  explicit Partition(const Incidence& graph);

  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices_.size()); }
  bool discrete() const { return cells_ == size(); }
  Vertex at(Place place) const { return vertices_[place]; }
  Place cell_of(Vertex vertex) const { return cell_of_[vertex]; }
  std::uint32_t length(Place cell) const { return lengths_[cell]; }
  const std::vector<Vertex>& order() const { return vertices_; }

  // The smallest cell of several vertices; of equally small ones, the first.
  // require: not discrete()
  Place smallest() const;

  // Makes a cell of its own of one vertex; that cell waits.
  // require: its cell has other vertices
  void individualise(Vertex vertex);

  bool waiting() const { return next_waiting_ < waiting_.size(); }
  // Splits all cells by the first cell that waits; an event is a number that says what happened.
  // require: waiting()
  std::uint64_t split();
  // No cell waits any more.
  void forget();

  // What a later undo() goes back to: the cells as they are now (not their order within).
  std::size_t mark() const { return splits_.size(); }
  void undo(std::size_t mark);

  // Splitters used and edges looked at since the beginning.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t visits() const { return visits_; }
  std::uint64_t bytes() const { return 64 * std::uint64_t{size()}; }

 private:
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
  std::vector<Place> splits_;  // Where cells were made that were not there before.

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
