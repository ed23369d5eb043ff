// Random perfect matchings of a plane bipartite graph, exactly uniform: coupling from the past.
//
// If every edge is in some matching, the matchings are a distributive lattice: where the edges of an
// inner face are in and out in turn, exchanging them leads up or down (Propp, 2002).  A sweep
// tosses a coin for each face, and turns it up or down if it can be.  It keeps the uniform
// distribution, and the order of any two matchings that have the same coins.  So once the least and
// the greatest one, begun in the past, have become equal now, all have, and that matching is uniform
// (Propp and Wilson, 1996).  If not, they begin earlier, with the same coins for what is known.
//
// Edges may have weights: then the coin of a face is biased, by the products of the weights on its two
// sides, and the probability of a matching is proportional to its weight.  The probability of a coin is
// rounded to a multiple of 2^-64.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dice.hpp"
#include "base/natural.hpp"
#include "base/slice.hpp"
#include "matching/planar.hpp"

namespace combien {

class Coupling {
 public:
  // With weights, one for each edge, a matching has the product of its edges' weights as its own.
  // require: the graph is connected, and each edge is in a perfect matching, of which one is given;
  // the rotation is a drawing in the plane, and the sides are a proper coloring by 0 and 1
  Coupling(const Graph& graph, const Rotation& rotation, const Table<VertexId, VertexId>& partners,
           const Table<VertexId, char>& sides, const std::vector<Natural>& weights);

  // Begins to draw a matching.
  void begin(std::uint64_t seed);
  // Continues: false when the slice is used up.  A step is a sweep.
  bool run(Slice& slice);
  // Whether an edge is in the matching that was drawn.
  // require: run() has returned true
  bool has(EdgeId edge) const { return low_.has[edge] != 0; }

  std::uint64_t sweeps() const { return sweeps_; }

 private:
  // A matching, and for each inner face how many of its rising and falling edges are in it.
  struct Chain {
    Table<EdgeId, char> has;
    std::vector<std::uint32_t> rising;
    std::vector<std::uint32_t> falling;
  };
  struct Side {
    EdgeId edge;
    std::uint32_t other;  // The face behind it.
    bool rises;           // In the matching when this face is up.
  };
  enum class Phase : std::uint8_t { least, greatest, together, done };

  std::uint32_t inner() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::uint32_t half(std::uint32_t face) const { return (starts_[face + 1] - starts_[face]) / 2; }
  void turn(Chain& chain, std::uint32_t face, bool up);
  bool turn_all(Chain& chain, bool up);
  std::uint64_t probability(std::uint32_t face, const std::vector<Natural>& weights) const;
  void sweep();
  void begin_epoch();

  // The sides of each inner face.
  std::vector<std::uint32_t> starts_;
  std::vector<Side> sides_;
  std::vector<std::uint64_t>
      up_;  // The probability that a face goes up, times 2^64; none: all 1/2.
  Phase phase_ = Phase::least;
  Chain least_;
  Chain greatest_;
  Chain low_;
  Chain high_;
  std::vector<std::uint64_t>
      seeds_;  // Of the epochs, the last one first; each is as long as all later.
  Dice master_{0};
  Dice coins_{0};
  std::uint32_t begun_ = 0;  // The epoch that the matchings begin in,
  std::uint32_t epoch_ = 0;  // the one they are in,
  std::uint64_t left_ = 0;   // and its sweeps that are left.
  bool equal_ = false;
  std::uint64_t sweeps_ = 0;
};

}  // namespace combien
