// A search for a bijection between two graphs that preserves kinds and edges.
//
// One graph was refined once, individualizing one vertex at a time, until every cell was single:
// this is its Record.  The other graph (or the same graph from other vertices) is refined the same
// way; where the refinement differs, the search backtracks.  A bijection is verified edge by edge
// before it is accepted, so a wrong guess or a hash collision costs time, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "base/slice.hpp"
#include "symmetry/partition.hpp"

namespace combien {

// How a graph was refined.
struct Record {
  struct Level {
    std::size_t mark = 0;  // Of the partition, before the vertex was individualized.
    Place cell = 0;        // Which cell the vertex was taken from.
    Vertex vertex{0};
    std::vector<std::uint64_t> events;  // Of splitting by it.
  };

  std::vector<std::uint64_t> events;  // Before the first level.
  std::vector<Level> levels;
  std::vector<Vertex> order;  // The final order: one vertex per cell.
};

enum class IsomorphismResult { found, none, gave_up, out_of_slice };

class IsomorphismSearch {
 public:
  // From a recorded graph to the graph of the partition, which is at level `level` of the record.
  // require: all of these outlive this; both graphs are of one size
  IsomorphismSearch(const Incidence& from, const Record& record, const Incidence& to,
                    Partition& partition);

  // Looks for bijections that map the record's vertex of this level to `candidate`, or to any
  // vertex of its cell, while the vertices of earlier levels map to themselves.
  // require: the partition is at the mark of the level, and nothing waits
  void begin(std::size_t level, Vertex candidate);
  void begin(std::size_t level);

  // Continues until a bijection is found, there is none, `most_nodes` were visited or the slice is
  // used up.
  // ensure: unless out_of_slice: the partition is as it was, and begin() comes next
  IsomorphismResult run(Slice& slice, std::uint64_t most_nodes);

  // Whether the only bijection that the partition allows is an isomorphism; no search is needed
  // then.
  // require: the record has no levels
  bool found_at_once() {
    COMBIEN_REQUIRE(record_.levels.empty());
    return guess();
  }

  // require: run() has just returned `found`
  const Table<Vertex, Vertex>& images() const { return images_; }
  // The vertices that are not fixed; both graphs must be the same one.
  const std::vector<Vertex>& moved() const { return moved_; }

  // Bijections tried, and vertices visited for that.
  std::uint64_t guesses() const { return guesses_; }
  std::uint64_t looks() const { return looks_; }
  std::uint64_t bytes() const { return 24 * std::uint64_t{partition_.size()}; }

 private:
  struct Choice {
    std::size_t level;
    std::size_t mark;
    std::vector<Vertex> candidates;
    std::size_t next = 0;
  };

  bool choose();
  bool guess();
  bool pair(Place cell);
  Vertex partner(Vertex option, Place cell);
  IsomorphismResult end(IsomorphismResult outcome);

  const Incidence& from_;
  const Record& record_;
  const Incidence& to_;
  Partition& partition_;
  std::vector<Choice> choices_;
  bool refining_ = false;
  std::size_t cursor_ = 0;  // Events of the level that matched the record so far.
  std::uint64_t nodes_ = 0;
  std::uint64_t guesses_ = 0;
  std::uint64_t looks_ = 0;
  Table<Vertex, Vertex> images_;
  Table<Vertex, char> is_image_;
  std::vector<Vertex> moved_;
};

}  // namespace combien
