// Separation of an assembly into two parts by the fewest moves: breadth-first search.
//
// A state is the positions of the pieces relative to the first one.  In a move, a set of pieces
// moves along a direction by any distance.  A set can move by a distance if it contains all pieces
// that a member would hit within it; these sets are the closed sets of a relation, as in Cutler's
// programs for burrs.  Moving a set is moving the others in the opposite direction, so one of two
// opposite directions is enough.  A set that can move without limit is separated from the others.
// As long as none can, the bounding boxes of the pieces overlap along each axis, or touch, so there
// are finitely many states.
//
// Bill Cutler, "The six-piece burr", Journal of Recreational Mathematics 10 (1978).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apart/clearances.hpp"
#include "apart/closed_sets.hpp"
#include "base/slice.hpp"

namespace combien {

// A body at a position.
struct PlacedBody {
  std::uint32_t body;
  Coordinates position;
};

class SeparationSearch {
 public:
  // In a state, a set of pieces can move without limit along a direction.
  struct Exit {
    std::uint32_t state;
    std::uint32_t direction;
    PieceSet moving;
  };
  explicit SeparationSearch(std::vector<MoveDirection> directions)
      : clearances_(std::move(directions)) {}

  Clearances& clearances() { return clearances_; }
  const Clearances& clearances() const { return clearances_; }

  // Begins the search for these pieces.  Without `all`, it ends at the first exit, which has as few
  // pieces on one side as any of its state; else it finds all exits after the fewest moves.
  // require: 1 to most_pieces pieces that do not overlap, with bodies of the clearances
  // Throws std::length_error if the pieces are too far from each other.
  void begin(const std::vector<PlacedBody>& pieces, bool all);

  // Continues; done if there are exits, or if none can be reached.  A step opens a state.
  // Throws std::length_error if the pieces are too large.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // The moves before the last one, if there are exits.
  std::uint32_t depth() const { return depth_; }
  const std::vector<Exit>& exits() const { return exits_; }
  // The number of sequences of depth() + 1 moves that end in an exit; only if `all`.
  // Throws std::overflow_error if it has more than 64 bits.
  std::uint64_t ways() const;

  // The positions of the pieces, relative to the first one.
  // require: state < states()
  std::vector<Coordinates> positions(std::uint32_t state) const;
  // The states on a shortest way to this one, from the first state on.
  std::vector<std::uint32_t> path(std::uint32_t state) const;

  std::uint64_t states() const { return origins_.size(); }
  std::uint64_t opened() const { return opened_; }
  std::uint64_t moves() const { return moves_; }
  std::uint64_t bytes() const;

 private:
  struct Pair {
    std::size_t first;
    std::size_t second;
    std::uint32_t bodies[2];  // The lower one first.
    bool swapped;             // The second piece has the lower body.
    PairClearances* clearances;
  };

  Outcome prepare(Slice& slice, std::uint64_t bytes);
  void open();
  bool next_direction();
  bool next_band();
  void find_exits();
  void add(PieceSet moving, std::int32_t distance);
  std::uint32_t number(std::uint64_t ways);
  void grow();
  std::uint64_t growth() const;
  std::size_t start(const PackedVector* words) const;
  std::int32_t& distance(std::size_t direction, std::size_t i, std::size_t j) {
    return distances_[(direction * count_ + i) * count_ + j];
  }

  Clearances clearances_;
  std::uint64_t clearance_bytes_ = 0;
  std::size_t count_ = 0;  // The number of pieces.
  bool all_ = false;
  std::vector<Pair> pairs_;
  std::size_t prepared_ = 0;         // The pairs before this one have their clearances.
  std::vector<PackedVector> steps_;  // The directions.

  // The states; each has a word for each piece but the first one.
  std::vector<PackedVector> words_;
  std::vector<std::uint32_t> origins_;  // The state before.
  std::vector<std::uint64_t> ways_;     // The shortest sequences of moves to it; only if all_.
  std::vector<std::uint32_t> places_;   // Numbers plus 1.  A power of two; at most half are used.
  bool overflow_ = false;
  std::uint64_t all_ways_ = 0;

  std::uint32_t depth_ = 0;
  std::size_t level_end_ = 0;  // The states of depth_ end here.
  std::size_t next_ = 0;       // The next state to open.
  std::vector<Exit> exits_;
  std::uint64_t opened_ = 0;
  std::uint64_t moves_ = 0;

  // The state that is open, and the direction and the distances whose moves come next.
  bool is_open_ = false;
  bool leaving_ = false;  // The exits of the state are enumerated instead of its moves.
  std::vector<PackedVector> current_;
  std::vector<PackedVector> after_;
  std::vector<std::int32_t> distances_;
  std::size_t direction_ = 0;
  std::int32_t from_ = 0;
  std::int32_t to_ = 0;
  Pushing pushing_{0};
  ClosedSets sets_;
};

}  // namespace combien
