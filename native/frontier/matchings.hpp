// The perfect matchings of a planar graph, counted without listing (Fisher, Kasteleyn and Temperley,
// 1961).
//
// The edges are oriented (kasteleyn.hpp); then the count is the Pfaffian of a sparse form, up to
// its sign.  It is computed modulo enough primes (pfaffian.hpp) for their product to exceed twice
// its Hadamard bound, so it is exact: one number in that range has these residues.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/require.hpp"
#include "base/natural.hpp"
#include "cover/problem.hpp"
#include "frontier/pfaffian.hpp"

namespace combien {

// A count in progress, which can stop anywhere and resume later.
class Matchings {
 public:
  // A count of the problem's solutions, or nothing if its graph is not planar: items are vertices,
  // options are edges, and equal options are one edge with a multiplicity.
  // require: every item must be covered exactly once, and every option has two items
  static std::unique_ptr<Matchings> of(const Problem& problem);

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  Outcome run(Slice& slice, std::uint64_t bytes);

  // The number of solutions.
  // require: run() has returned `done`
  Natural count() const {
    COMBIEN_REQUIRE(done_);
    return count_;
  }

  PivotWork work() const;
  std::uint64_t bytes() const;
  std::uint32_t primes() const { return static_cast<std::uint32_t>(primes_.size()); }
  // The total number of primes needed.
  std::uint32_t primes_needed() const { return primes_needed_; }

 private:
  Matchings() = default;

  Modulus next_modulus();
  void take(const Modulus& modulus, std::uint64_t residue);
  void begin_replay();
  void finish();

  SkewForm form_;
  bool done_ = false;
  std::uint64_t bits_ = 0;  // The count is less than 2 to this power.
  std::uint32_t primes_needed_ = 0;
  std::uint64_t last_prime_ = std::uint64_t{1} << 62;
  Modulus searched_;
  std::optional<PivotSearch> search_;
  std::optional<Replay> replay_;
  std::array<Modulus, Replay::lanes> moduli_;
  std::vector<Modulus> primes_;
  std::vector<std::uint64_t> residues_;
  PivotWork earlier_;
  Natural count_;
};

}  // namespace combien
