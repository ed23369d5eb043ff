// Estimates the probability of each color in each cell by belief propagation over the lines.
//
// A single line is solved exactly: over all fillings, weighted by the current beliefs about its
// cells, a pass from the left and one from the right compute the share in which a cell has a
// color.  Rows and columns then exchange messages, cell by cell, and most boards converge after
// about thirty rounds.  This proves nothing: the marginals suggest which value a search should try
// first.  (Pearl 1988; as a guide to decimation: Mezard, Parisi and Zecchina 2002.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "nonogram/chain.hpp"
#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

class Marginals {
 public:
  // Throws InvalidNonogram for lines whose blocks do not fit.
  explicit Marginals(Puzzle puzzle);

  // Sets the known color of each cell, row by row, or `unknown_letter`.
  // The messages of the lines are kept.
  // Throws InvalidNonogram for the wrong number of cells, and for unknown colors.
  void know(std::span<const std::uint8_t> cells);

  // The damping factor: the share of its previous message that a line keeps, from 0 to below 1.  It
  // makes boards that oscillate between two states converge.
  // require: 0 <= share < 1
  void damp(double share) {
    COMBIEN_REQUIRE(share >= 0 && share < 1);
    damp_ = share;
  }

  // Runs this many rounds, or the rest of them: a call that continues does not start over.
  // cost of a round: for each line its blocks times its slack, and its cells
  Outcome run(std::uint32_t rounds, Slice& slice, std::uint64_t bytes);

  // The beliefs about each cell, row by row: a number from 0 to 1 for each color, summing to 1.
  // Empty before the first run.
  std::span<const double> beliefs() const { return beliefs_; }

  // The largest change of any belief in the latest round.
  double change() const { return change_; }
  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t lines_processed() const { return lines_processed_; }
  std::uint64_t bytes() const;

 private:
  bool begin(std::uint64_t bytes);
  void exclude();
  bool propagate(std::uint32_t line, std::uint64_t bytes);
  void update_beliefs();

  const Puzzle puzzle_;
  std::vector<std::uint8_t> known_;
  std::vector<double> prior_;        // By cell and color: 0 if excluded, else 1.
  std::vector<double> messages_[2];  // From the row of each cell, and from its column.
  std::vector<double> beliefs_;
  std::vector<double> weights_;  // For the current line.
  std::vector<double> shares_;
  Chain<double> chain_;
  double damp_ = 0;
  double change_ = 1;
  std::uint64_t rounds_ = 0;
  std::uint64_t lines_processed_ = 0;
  std::uint32_t round_ = 0;  // Of the current call.
  std::uint32_t line_ = 0;   // The next one to process.
};

}  // namespace combien::nonogram
