// Looks for one solution among many by belief propagation that agrees with itself: a local search.
//
// The beliefs of `Marginals` are averages over all solutions.  With *reinforcement*, each cell keeps
// a share of its belief as its own prior; while the share grows slowly, the beliefs come to agree
// on one board, which is a solution if no line is violated (Braunstein and Zecchina, 2006).  Small
// random factors on the priors decide on which board; noise in violated lines moves their faults
// until they meet, as in WalkSAT (Selman, Kautz and Cohen, 1994).  Sixteen *lanes* with different
// random factors run at once.
//
// Tried and dropped: a share that grows quickly, after which all runs end in nearly the same board (2
// of twenty boards of 50 by 50 are decided in a minute, and now 16); sampling rows at a falling
// temperature; projections onto rows and columns by turns; a share that rises and falls in cycles
// (docs/nonograms.md).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/dice.hpp"
#include "base/require.hpp"
#include "base/processor.hpp"
#include "base/slice.hpp"
#include "nonogram/chain.hpp"
#include "nonogram/lanes.hpp"
#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

class Annealing {
 public:
  // `tilt` is the largest logarithm of the random factors of the priors in the first lane, a fifth
  // more in each lane than in the one before it; `noise` is the same for noise in violated lines.
  // Throws InvalidNonogram for lines whose blocks do not fit, or of unknown length.
  // require: tilt >= 0, noise >= 0, and the processor has these vectors
  Annealing(Puzzle puzzle, float tilt, float noise, std::uint64_t seed,
            Vectors vectors = best_vectors());

  // Sets the known color of each cell, row by row, or `unknown_letter`.
  // Throws InvalidNonogram for the wrong number of cells, and for unknown colors.
  // require: before the first run
  void know(std::span<const std::uint8_t> cells);

  // Sets the share of its belief that each cell keeps, as an exponent.
  // require: 0 <= share < 1
  void reinforce(float share) {
    COMBIEN_REQUIRE(share >= 0 && share < 1);
    reinforce_ = share;
  }

  // Runs this many rounds, or the rest of them; it ends early when no line of a lane is violated.
  // The results do not depend on where slices end.
  // cost of a round: sixteen rounds of `Marginals`, divided by the width of the processor's vectors
  Outcome run(std::uint32_t rounds, Slice& slice, std::uint64_t bytes);

  // The number of lines whose clue the most probable letters do not have, in the lane where it is
  // the least, and these letters; all lines before the first round.
  std::uint32_t violated() const { return violated_counts_[best_lane_]; }
  std::vector<std::uint8_t> letters() const;

  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t bytes() const;

 private:
  // The parts of a round that are compiled for several sets of vector instructions.
  struct Kernels;
  static const Kernels& kernels_for(Vectors vectors);

  bool begin(std::uint64_t bytes);
  [[gnu::always_inline]] void propagate(std::uint32_t line);
  [[gnu::always_inline]] void update();
  [[gnu::always_inline]] void note(std::uint32_t cell, const Bytes& letters);
  [[gnu::always_inline]] Lanes random();
  void find_violated();
  bool fits(std::uint32_t line, std::size_t lane) const;

  const Puzzle puzzle_;
  const Kernels& kernels_;
  float tilt_;
  float noise_;
  float reinforce_ = 0;
  Dice dice_;
  std::vector<std::uint8_t> known_;

  // By cell and color.
  std::vector<Lanes> prior_;  // 0 if excluded.
  std::vector<Lanes> factor_;
  std::vector<Lanes> messages_[2];  // From the row of each cell, and from its column.
  std::vector<Bytes> letters_;      // By cell: the most probable one.

  Chain<Lanes> chain_;
  std::vector<Lanes> weights_;  // For the current line.
  std::vector<Lanes> shares_;
  std::vector<Lanes> likely_;  // For the current cell.

  std::vector<Bytes> violated_;  // By line: 1 if it is violated, in each lane.
  std::vector<Bytes> changed_;  // By line: not 0 if a letter of it has changed since the last look.
  Bytes shaken_lanes_{};        // 1 for the lanes with noise.
  std::array<std::uint32_t, lane_count> violated_counts_;
  std::size_t best_lane_ = 0;
  std::uint64_t rounds_ = 0;
  std::uint32_t round_ = 0;  // Of the current call.
  std::uint32_t line_ = 0;   // The next one to process.
};

}  // namespace combien::nonogram
