// The symmetries of a problem: permutations of its items and options that preserve its structure.
//
// The graph is refined to single cells once, along a base of vertices; then, from the last vertex
// of the base to the first, each vertex that might take its place while the earlier ones are fixed
// is tried (the stabilizer chain of Sims, searched as by McKay, 1981).  Every symmetry is an
// explicit permutation that was verified, so vertices in one orbit here are truly equivalent.  When
// the effort limit ends the search early, some orbits remain split, which makes them less useful
// but not wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/natural.hpp"
#include "symmetry/isomorphism.hpp"

namespace combien {

class Automorphisms {
 public:
  // A permutation, without its fixed points.
  using Permutation = std::vector<std::pair<Vertex, Vertex>>;

  // Gives up after the given number of visits of edges and vertices.
  Automorphisms(const Problem& problem, std::uint64_t effort);

  // Continues until all symmetries are known or the effort is used up.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // Whether run() has returned `done` and nothing was given up: then the orbits are exact, and
  // order() is the number of symmetries.  Otherwise order() is a lower bound.
  bool complete() const { return phase_ == Phase::done && !gave_up_; }
  const Natural& order() const { return order_; }

  const Incidence& graph() const { return graph_; }
  const std::vector<Permutation>& generators() const { return generators_; }
  // The representative of the vertex's orbit.
  Vertex leader(Vertex vertex) const;

  // Splitters used and bijections tried; edges and vertices looked at.
  std::uint64_t steps() const { return partition_.steps() + search_.guesses(); }
  std::uint64_t visits() const { return partition_.visits() + search_.looks() + looks_; }
  std::uint64_t bytes() const;

  // A hash of the refinement before any choice: equal for isomorphic problems.
  std::uint64_t signature() const;

 private:
  friend class Comparison;
  enum class Phase { taking_apart, searching, done };

  bool take_apart(Slice& slice);
  bool next_candidate();
  void leave_level();
  void count_orbit();
  void keep(const IsomorphismSearch& found);
  void finish(bool gave_up);

  Incidence graph_;
  Partition partition_;
  std::uint64_t effort_;
  Phase phase_ = Phase::taking_apart;
  bool gave_up_ = false;
  Record record_;
  IsomorphismSearch search_;

  std::size_t level_ = 0;  // Levels below this one are not done yet.
  std::vector<Vertex> candidates_;
  std::size_t next_ = 0;
  bool searching_ = false;

  Table<Vertex, Vertex> leaders_;
  Table<Vertex, char> failed_;  // By leader: no symmetry of this level takes its vertex there.
  std::vector<Permutation> generators_;
  Natural order_{1};
  std::uint64_t permutation_bytes_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t looks_ = 0;
};

// Whether two problems are the same up to the names of items, options and colors, given their
// completed automorphism searches.
class Comparison {
 public:
  // require: both are done, and outlive this; nothing else uses `second` meanwhile
  Comparison(const Automorphisms& first, Automorphisms& second, std::uint64_t most_nodes);

  // Continues until the answer is known.  ensure: `found` is proved; `none` and `gave_up` prove
  // nothing
  IsomorphismResult run(Slice& slice);

 private:
  std::unique_ptr<IsomorphismSearch> search_;
  std::uint64_t most_nodes_;
  bool alike_ = false;
  bool decided_ = false;
};

}  // namespace combien
