#include "strip/vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

std::uint64_t ModularVectors::prime_limit(const Automaton& automaton) {
  // A sum of entries below the limit, with the weights of a row, is less than 2^64.
  const auto bits = static_cast<int>(std::bit_width(automaton.heaviest()));
  return std::uint64_t{1} << std::min(62, 64 - bits);
}

ModularVectors::ModularVectors(const Automaton& automaton, const Lanes& primes, std::uint64_t last,
                               std::uint64_t first, std::vector<Lanes> coefficients)
    : automaton_(&automaton),
      levels_(levels_of(automaton)),
      last_(last),
      first_(first),
      coefficients_(std::move(coefficients)),
      vector_(automaton.states(), Lanes{}),
      next_(automaton.states(), Lanes{}) {
  for (std::size_t k = 0; k < lanes; ++k) {
    COMBIEN_REQUIRE(primes[k] < prime_limit(automaton));
    primes_[k] = {primes[k], static_cast<std::uint64_t>((Wide{1} << 64) / primes[k]),
                  Modulus(primes[k])};
  }
  for (Lanes& each : coefficients_) {
    // In Montgomery form, so that the product with a plain number is plain.  Zero stays zero.
    for (std::size_t k = 0; k < lanes; ++k) {
      if (each[k] != 0) each[k] = primes_[k].modulus.enter(each[k]);
    }
  }
  if (!coefficients_.empty()) combination_.assign(automaton.states(), Lanes{});
  vector_[0].fill(1);
  begin_power();
}

std::uint64_t ModularVectors::reduced(std::uint64_t value, const Lane& lane) const {
  const auto quotient = static_cast<std::uint64_t>((Wide{value} * lane.inverse) >> 64);
  const std::uint64_t rest = value - quotient * lane.prime;
  return rest >= lane.prime ? rest - lane.prime : rest;
}

// Takes what is needed from the vector of a power.
void ModularVectors::begin_power() {
  const std::uint64_t power = terms_.size();
  terms_.push_back(level(power) == 0 ? vector_[0] : Lanes{});
  if (power < first_ || power - first_ >= coefficients_.size()) return;
  const Lanes& factors = coefficients_[power - first_];
  if (factors == Lanes{}) return;
  const std::size_t at = level(power);
  for (std::uint32_t place = levels_.starts[at]; place < levels_.starts[at + 1]; ++place) {
    const Lanes& entry = vector_[levels_.states[place]];
    Lanes& sum = combination_[levels_.states[place]];
    for (std::size_t k = 0; k < lanes; ++k) {
      sum[k] = reduced(sum[k] + primes_[k].modulus.times(factors[k], entry[k]), primes_[k]);
    }
  }
}

Outcome ModularVectors::run(Slice& slice) {
  const Automaton& automaton = *automaton_;
  while (terms_.size() <= last_) {
    const std::size_t at = level(terms_.size());
    const std::uint32_t count = levels_.starts[at + 1] - levels_.starts[at];
    for (; place_ < count; ++place_) {
      const std::uint32_t row = levels_.states[levels_.starts[at] + place_];
      const std::uint64_t begin = automaton.rows[row];
      const std::uint64_t end = automaton.rows[row + 1];
      if (!slice.step(4 + end - begin)) return Outcome::out_of_slice;
      ++steps_;
      Lanes sum{};
      for (std::uint64_t k = begin; k < end; ++k) {
        const Lanes& entry = vector_[automaton.columns[k]];
        const std::uint64_t weight = automaton.weights[k];
        if (weight == 1) {
          for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] += entry[lane];
        } else {
          for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] += weight * entry[lane];
        }
      }
      for (std::size_t k = 0; k < lanes; ++k) next_[row][k] = reduced(sum[k], primes_[k]);
    }
    place_ = 0;
    vector_.swap(next_);
    begin_power();
  }
  return Outcome::done;
}

bool ModularVectors::combination_is_zero() const {
  return std::all_of(combination_.begin(), combination_.end(),
                     [](const Lanes& entry) { return entry == Lanes{}; });
}

std::uint64_t ModularVectors::bytes() const {
  return (vector_.capacity() + next_.capacity() + combination_.capacity() + terms_.capacity()) *
         sizeof(Lanes);
}

namespace {

// Entries are stored divided by a power of two; nonzero ones are rounded up to this number.
constexpr double least_entry = 0x1p-900;
constexpr double rescaled_from = 0x1p100;

}  // namespace

VectorBounds::VectorBounds(const Automaton& automaton)
    : automaton_(&automaton),
      vector_(automaton.states(), 0),
      next_(automaton.states(), 0),
      bounds_{0} {
  vector_[0] = 1;
  std::uint64_t longest = 0;
  for (std::uint32_t state = 0; state < automaton.states(); ++state) {
    longest = std::max(longest, automaton.rows[state + 1] - automaton.rows[state]);
  }
  // Each product and each sum of nonnegative numbers has a relative error of at most 2^-53.
  error_ = static_cast<double>(longest + 2) * 0x1p-51;
}

bool VectorBounds::run(std::uint64_t last, Slice& slice) {
  const Automaton& automaton = *automaton_;
  while (bounds_.size() <= last) {
    for (; row_ < automaton.states(); ++row_) {
      const std::uint64_t begin = automaton.rows[row_];
      const std::uint64_t end = automaton.rows[row_ + 1];
      if (!slice.tick(4 + end - begin)) return false;
      double sum = 0;
      for (std::uint64_t k = begin; k < end; ++k) {
        sum += static_cast<double>(automaton.weights[k]) * vector_[automaton.columns[k]];
      }
      next_[row_] = sum;
      largest_ = std::max(largest_, sum);
    }
    row_ = 0;
    vector_.swap(next_);
    const auto power = static_cast<double>(bounds_.size());
    const double logarithm = largest_ > 0 ? std::log2(largest_) + exponent_ : 0;
    // The last summand is more than the error of the logarithm.
    bounds_.push_back(std::max(0.0, logarithm) + power * error_ + 1e-6 * (1 + std::abs(logarithm)));
    if (largest_ > rescaled_from) {
      const int shift = std::ilogb(largest_);
      for (double& entry : vector_) {
        if (entry > 0) entry = std::max(std::ldexp(entry, -shift), least_entry);
      }
      exponent_ += shift;
    }
    largest_ = 0;
  }
  return true;
}

}  // namespace combien
