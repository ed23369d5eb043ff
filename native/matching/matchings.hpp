// The perfect matchings of a graph, counted without listing (Fisher, Kasteleyn and Temperley, 1961).
//
// A graph without a perfect matching is recognized at once, and edges that are in none are removed
// (perfect.hpp).  Each component is drawn on a surface of small genus (surface.hpp), and counted by
// the Pfaffians of its orientations (signs.hpp, pfaffian_sum.hpp), or random ones are drawn
// (coupling.hpp).
#pragma once

#include <memory>
#include <vector>

#include "base/gradual.hpp"
#include "base/natural.hpp"
#include "base/require.hpp"
#include "cover/problem.hpp"
#include "matching/coupling.hpp"
#include "matching/pfaffian_sum.hpp"

namespace combien {

// What is asked about the matchings.  For shares, the matchings with each edge, the graph must be
// planar, and for samples also bipartite, without parallel edges.
enum class Purpose : std::uint8_t { count, shares, samples };

// A count in progress, which can stop anywhere and resume later.
class Matchings {
 public:
  // Each handle of a surface makes four times as many Pfaffians.
  static constexpr std::uint32_t most_genus = 5;
  static constexpr std::uint64_t work_per_step = 256;

  // A count of the problem's solutions: items are vertices, options are edges, and equal options are
  // one edge with a multiplicity.  With weights, one for each option, a solution counts as the
  // product of its options' weights.
  // require: every item must be covered exactly once, and every option has two items; no weight is 0
  explicit Matchings(const Problem& problem, Purpose purpose = Purpose::count,
                     const std::vector<Natural>& weights = {});
  Matchings(const Matchings&) = delete;
  Matchings& operator=(const Matchings&) = delete;

  // Draws the graph until the slice ends, with this many steps, or until it is known not to be
  // planar; true when that is done, or known to fail.
  bool prepare(Slice& slice, std::uint64_t steps);
  // The steps of prepare(): about two microseconds each.
  std::uint64_t drawing_steps() const { return pace_->work() / work_per_step; }
  // Whether a drawing with few handles was found, or one that serves the purpose.
  // require: prepare() has returned true
  bool drawn() const { return drawn_; }
  // Whether no component is known not to be planar.
  bool planar() const { return planar_; }

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // The number of solutions.
  // require: run() has returned `done`
  Natural count() const;

  // The numbers of solutions with each option; with weights, without its own.
  // require: run() has returned `done`, and there are shares
  std::vector<Natural> shares() const;

  // Begins to draw a random solution, by the weights.
  // require: prepare() has returned true, drawn(), solvable(), and samples are the purpose
  void begin_sample(std::uint64_t seed);
  // Continues to draw it: false when the slice is used up.
  bool draw(Slice& slice);
  // The options of the solution.
  // require: draw() has returned true
  std::vector<OptionId> sample() const;
  std::uint64_t sweeps() const;

  PivotWork work() const;
  std::uint64_t bytes() const;
  // Whether there is any perfect matching.
  bool solvable() const { return solvable_; }
  // Edges that are in no perfect matching; equal options are one edge.
  std::uint32_t removed() const { return removed_; }
  // The number of components that are counted.
  std::uint32_t parts() const { return static_cast<std::uint32_t>(parts_.size()); }
  // The number of Pfaffians of the component with most of them.
  std::uint32_t pfaffians() const;
  // The number of Pfaffians known, each modulo one prime.
  std::uint64_t residues() const;
  // The pivots that the count takes, if none vanishes.
  std::uint64_t pivots_needed() const;

 private:
  Gradual<bool> preparing();

  std::vector<EdgeId> edges_of_options_;
  WeightedGraph weighted_;
  const bool has_weights_;
  std::unique_ptr<Pace> pace_;
  bool prepared_ = false;
  bool drawn_ = false;
  bool planar_ = true;
  bool solvable_ = true;
  std::uint32_t removed_ = 0;
  const Purpose purpose_;
  std::vector<std::vector<EdgeId>> edges_of_parts_;
  std::vector<PfaffianSum> parts_;
  std::vector<Coupling> couplings_;  // Of the parts, for samples.
  std::size_t current_ = 0;
  Gradual<bool> preparing_;
};

}  // namespace combien
