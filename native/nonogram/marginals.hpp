// How likely each cell of a nonogram is of each color, by belief propagation over its lines.
//
// A line alone is solved exactly: over all ways to lay its blocks, weighted by what is thought of its
// cells, a pass from the left and one from the right give the share of those in which a cell has a
// color.  The lines across and those down then tell each other, cell by cell, and after some thirty
// rounds most boards have made up their minds.  It proves nothing: the marginals say which value a
// search should try first.  (Pearl 1988; as a guide to decimation: Mezard, Parisi and Zecchina 2002.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/slice.hpp"
#include "nonogram/chain.hpp"
#include "nonogram/puzzle.hpp"

namespace combien::nonogram {

class Marginals {
 public:
  // Throws InvalidNonogram for lines whose blocks do not fit.
  explicit Marginals(Puzzle puzzle);

  // Says what is known: the color of each cell, row by row, or `unknown_letter`.
  // What the lines have said so far stays said.
  // Throws InvalidNonogram for another number of cells, and colors that are not there.
  void know(std::span<const std::uint8_t> cells);

  // How much of its latest message a line says again: 0 nothing, below 1.  Boards that swing between
  // two pictures come to rest.
  void damp(double share) { damp_ = share; }

  // Does so many rounds, or what is left of them: a call that goes on does not begin again.
  // cost of a round: for each line its blocks times its slack, and its cells
  Outcome run(std::uint32_t rounds, Slice& slice, std::uint64_t bytes);

  // What is thought of each cell, row by row: a number from 0 to 1 for each color, 1 in all.
  // Nothing before the first run.
  std::span<const double> beliefs() const { return beliefs_; }

  // How much the latest round has changed any belief, at most.
  double change() const { return change_; }
  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t lines_asked() const { return lines_asked_; }
  std::uint64_t bytes() const;

 private:
  bool begin(std::uint64_t bytes);
  void exclude();
  bool propagate(std::uint32_t line, std::uint64_t bytes);
  void update_beliefs();

  const Puzzle puzzle_;
  std::vector<std::uint8_t> known_;
  std::vector<double> prior_;        // Of each cell and color: 0 where it is excluded, else 1.
  std::vector<double> messages_[2];  // From the line across each cell, and from that down.
  std::vector<double> beliefs_;
  std::vector<double> weights_;  // Of the line that is asked.
  std::vector<double> shares_;
  Chain chain_;
  double damp_ = 0;
  double change_ = 1;
  std::uint64_t rounds_ = 0;
  std::uint64_t lines_asked_ = 0;
  std::uint32_t round_ = 0;  // Within this call's rounds.
  std::uint32_t line_ = 0;   // The next one to ask.
};

}  // namespace combien::nonogram
