// The number of perfect matchings of a connected graph, as a signed sum of Pfaffians: one in the
// plane, 4^genus on other surfaces.
//
// Each is computed modulo enough primes (pfaffian.hpp) for their product to exceed twice the Hadamard
// bound of the sum, so the count is exact: one number in that range has these residues.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/natural.hpp"
#include "base/require.hpp"
#include "matching/pfaffian.hpp"
#include "matching/signs.hpp"

namespace combien {

// A graph whose edges stand for several parallel ones each.
struct WeightedGraph {
  Graph graph;
  std::vector<std::int64_t> weights;
};

// A count in progress, which can stop anywhere and resume later.
class PfaffianSum {
 public:
  // require: the orientations belong to a drawing of the graph
  PfaffianSum(WeightedGraph weighted, std::vector<SignedOrientation> orientations);

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // The number of matchings.
  // require: run() has returned `done`
  const Natural& count() const {
    COMBIEN_REQUIRE(done_);
    return count_;
  }

  PivotWork work() const;
  std::uint64_t bytes() const;
  std::uint32_t pfaffians() const { return static_cast<std::uint32_t>(orientations_.size()); }
  // The primes for which a Pfaffian is known, summed over the Pfaffians.
  std::uint64_t residues() const { return known_; }
  // The pivots of all passes, if none vanishes.
  std::uint64_t pivots_needed() const;
  std::uint32_t primes() const { return static_cast<std::uint32_t>(primes_.size()); }

 private:
  bool search(Slice& slice);
  bool replay(Slice& slice);
  void begin_next();
  void next_pfaffian();
  void take(std::uint32_t prime, std::uint64_t residue, bool negative);
  void finish();

  WeightedGraph weighted_;
  std::vector<SignedOrientation> orientations_;
  std::uint64_t bits_ = 0;  // The absolute value of the sum is less than 2 to this power.
  std::vector<Modulus> primes_;
  std::vector<std::uint64_t> sums_;  // Modulo each prime.
  std::uint64_t known_ = 0;

  // The Pfaffian in progress.
  std::size_t current_ = 0;
  SkewForm form_;
  std::uint32_t next_ = 0;           // The first prime that has not been tried.
  std::vector<std::uint32_t> lost_;  // Those modulo which a pivot vanished.
  std::optional<PivotSearch> search_;
  std::uint32_t searched_ = 0;
  std::optional<Replay> replay_;
  bool replay_negative_ = false;
  bool replaying_ = false;

  PivotWork earlier_;
  bool done_ = false;
  Natural count_;
};

}  // namespace combien
