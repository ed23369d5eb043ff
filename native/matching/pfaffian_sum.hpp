// The number of perfect matchings of a connected graph, as a signed sum of Pfaffians: one in the
// plane, 4^genus on other surfaces.
//
// Each is computed modulo enough primes (pfaffian.hpp) for their product to exceed twice the Hadamard
// bound of the sum, so the count is exact: one number in that range has these residues.  In the plane,
// the inverse of the form also gives the number of matchings with each edge.
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

// The number below a product of primes that has some residues, by mixed radix (Garner, 1959).
class MixedRadix {
 public:
  explicit MixedRadix(std::vector<Modulus> moduli);
  Natural value(const std::vector<std::uint64_t>& residues) const;

 private:
  std::vector<Modulus> moduli_;
  // For each prime, the products of the first primes before it, and the inverse of that of all.
  std::vector<std::uint64_t> products_;
  std::vector<std::uint64_t> inverses_;
};

// A graph whose edges have weights, or stand for several parallel ones each.
struct WeightedGraph {
  Graph graph;
  std::vector<Natural> weights;
};

// A count in progress, which can stop anywhere and resume later.
class PfaffianSum {
 public:
  // With `shares`, the matchings with each edge are counted as well.
  // require: the orientations belong to a drawing of the graph, in the plane if there are shares
  PfaffianSum(WeightedGraph weighted, std::vector<SignedOrientation> orientations, bool shares);

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // The number of matchings.
  // require: run() has returned `done`
  const Natural& count() const {
    COMBIEN_REQUIRE(done_);
    return count_;
  }
  // The number of matchings with one of the parallel edges that this edge stands for.  With weights,
  // the sum over the matchings with this edge of the products of the weights of their other edges.
  // require: run() has returned `done`, and there are shares
  const Natural& share(EdgeId edge) const { return found_[edge]; }

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
  void take_shares(std::uint32_t prime, std::size_t lane);
  void replace(std::uint32_t prime);
  bool find_shares(Slice& slice);
  void finish();

  WeightedGraph weighted_;
  std::vector<SignedOrientation> orientations_;
  std::uint64_t bits_ = 0;  // The absolute value of the sum is less than 2 to this power.
  std::vector<Modulus> primes_;
  std::uint64_t least_prime_;
  std::vector<std::uint64_t> sums_;  // Modulo each prime.
  bool with_shares_;
  bool negative_ = false;  // The sum is the negative of the count.
  // For each prime and edge, where the sum has the same sign.
  std::vector<std::vector<std::uint64_t>> shares_;
  Table<EdgeId, Natural> found_;
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
  bool inverting_ = false;
  std::array<std::uint32_t, Replay::lanes> lanes_{};  // The primes of the replay; UINT32_MAX: none.

  PivotWork earlier_;
  std::optional<MixedRadix> radix_;
  bool done_ = false;
  Natural count_;
};

}  // namespace combien
