// The vectors v, Mv, MMv, ... of an automaton, modulo several primes at once.
//
// v is 1 at state 0, so the entries at state 0 are the numbers of tilings of 0, 1, 2, ... slabs.  A
// row is summed in 64 bits and reduced once, so the primes depend on the heaviest row.  If strips
// have tilings for multiples of a period only, each vector is zero except on one level of states,
// and only that level is computed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/modular.hpp"
#include "base/pages.hpp"
#include "base/slice.hpp"
#include "strip/automaton.hpp"

namespace combien {

class ModularVectors {
 public:
  // Primes side by side, in one pass over the matrix.
  static constexpr std::size_t lanes = 8;
  using Lanes = std::array<std::uint64_t, lanes>;

  // Primes below this number can be used.
  static std::uint64_t prime_limit(const Automaton& automaton);

  // Goes on to `last`, the exponent of the last power.  The combination adds coefficients[k] times
  // the vector of the power first + k; there may be none.
  // require: all primes are odd and less than prime_limit(); the coefficients are less than their
  // prime; the automaton outlives this
  ModularVectors(const Automaton& automaton, const Lanes& primes, std::uint64_t last,
                 std::uint64_t first = 0, std::vector<Lanes> coefficients = {});

  // Continues; a step is a row.
  Outcome run(Slice& slice);

  // The entries at state 0 so far, one for each power.
  const std::vector<Lanes>& terms() const { return terms_; }
  // Whether all entries of the combination are zero modulo all primes.
  // require: run() has returned `done`
  bool combination_is_zero() const;
  std::uint64_t steps() const { return steps_; }
  std::uint64_t bytes() const;

 private:
  struct Lane {
    std::uint64_t prime = 0;
    std::uint64_t inverse = 0;  // 2^64 divided by the prime, rounded down.
    Modulus modulus;
  };

  void begin_power();
  // The level on which the vector of a power is not zero.
  std::size_t level(std::uint64_t power) const {
    return static_cast<std::size_t>((levels_.period - power % levels_.period) % levels_.period);
  }
  std::uint64_t reduced(std::uint64_t value, const Lane& lane) const;

  const Automaton* automaton_;
  Levels levels_;
  std::array<Lane, lanes> primes_;
  std::uint64_t last_;
  std::uint64_t first_;
  std::vector<Lanes> coefficients_;

  // The other levels have old values, which are not read.
  LargeVector<Lanes> vector_;
  LargeVector<Lanes> next_;
  LargeVector<Lanes> combination_;
  std::uint32_t place_ = 0;  // In the level that is computed.
  std::vector<Lanes> terms_;
  std::uint64_t steps_ = 0;
};

// Upper bounds of the binary logarithms of the greatest entries of the vectors of powers 0, 1, ...,
// from floating-point vectors.
class VectorBounds {
 public:
  // require: the automaton outlives this
  explicit VectorBounds(const Automaton& automaton);

  // Continues to the power `last`; false if the slice is used up.
  bool run(std::uint64_t last, Slice& slice);

  const std::vector<double>& bounds() const { return bounds_; }

 private:
  const Automaton* automaton_;
  std::vector<double> vector_;
  std::vector<double> next_;
  std::uint32_t row_ = 0;
  double largest_ = 0;
  double exponent_ = 0;  // The vector is stored divided by 2 to this power.
  double error_ = 0;     // The relative error of a power, as a logarithm.
  std::vector<double> bounds_;
};

}  // namespace combien
