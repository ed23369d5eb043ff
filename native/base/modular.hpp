// Arithmetic modulo 62-bit primes, and a search for such primes.
//
// Numbers are kept in Montgomery form (x is stored as x * 2^64 mod p), so that a product takes
// three multiplications and no division.  They are reduced only to less than twice the prime; the
// final reduction is postponed until a number is converted back.
#pragma once

#include <cstdint>

#include "base/require.hpp"

namespace combien {

class Modulus {
 public:
  // A placeholder, modulo zero: it can only be assigned to.
  Modulus() = default;
  // require: prime is odd, and less than 2^62
  explicit Modulus(std::uint64_t prime);

  std::uint64_t prime() const { return prime_; }
  // The number 1 in Montgomery form.
  std::uint64_t one() const { return one_; }

  // Conversion to and from Montgomery form.
  std::uint64_t enter(std::uint64_t value) const {
    COMBIEN_REQUIRE(prime_ != 0);
    return times(value % prime_, square_);
  }
  std::uint64_t leave(std::uint64_t value) const {
    const std::uint64_t left = reduced(times(value, 1));
    COMBIEN_ENSURE(left < prime_);
    return left;
  }

  // All numbers below are in Montgomery form and less than twice the prime.
  std::uint64_t times(std::uint64_t a, std::uint64_t b) const {
    COMBIEN_REQUIRE(a < 2 * prime_);
    COMBIEN_REQUIRE(b < 2 * prime_);
    const Wide product = Wide{a} * b;
    const std::uint64_t quotient = static_cast<std::uint64_t>(product) * inverse_;
    const auto excess = static_cast<std::uint64_t>((Wide{quotient} * prime_) >> 64);
    const std::uint64_t result = static_cast<std::uint64_t>(product >> 64) + prime_ - excess;
    COMBIEN_ENSURE(result < 2 * prime_);
    return result;
  }
  std::uint64_t minus(std::uint64_t a, std::uint64_t b) const {
    COMBIEN_REQUIRE(a < 2 * prime_);
    COMBIEN_REQUIRE(b < 2 * prime_);
    return a - b + (a < b ? 2 * prime_ : 0);
  }
  std::uint64_t negative(std::uint64_t a) const { return minus(0, a); }
  bool is_zero(std::uint64_t a) const { return a == 0 || a == prime_; }
  std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const;

  // require: not is_zero(a)
  std::uint64_t inverse(std::uint64_t a) const {
    COMBIEN_REQUIRE(!is_zero(a));
    return power(a, prime_ - 2);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  std::uint64_t reduced(std::uint64_t a) const { return a >= prime_ ? a - prime_ : a; }

  std::uint64_t prime_ = 0;
  std::uint64_t inverse_ = 0;  // Of the prime, modulo 2^64.
  std::uint64_t one_ = 0;      // 2^64, modulo the prime.
  std::uint64_t square_ = 0;   // 2^128, modulo the prime.
};

// Whether a number is prime.  The test is deterministic.
// require: number is less than 2^62
bool is_prime(std::uint64_t number);

// The largest prime below this number.
// require: 2 < number <= 2^62
std::uint64_t prime_below(std::uint64_t number);

}  // namespace combien
