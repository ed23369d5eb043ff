#include "base/require.hpp"
#include "base/modular.hpp"

#include <array>
#include <bit>

namespace combien {

Modulus::Modulus(std::uint64_t prime) : prime_(prime), inverse_(prime) {
  COMBIEN_REQUIRE(prime % 2 == 1);
  COMBIEN_REQUIRE(prime < std::uint64_t{1} << 62);
  // Newton's step doubles the number of correct bits, and an odd number is its own inverse modulo
  // 8.
  for (int bits = 3; bits < 64; bits *= 2) inverse_ *= 2 - prime * inverse_;
  COMBIEN_ENSURE(prime * inverse_ == 1);
  const Wide shift = Wide{1} << 64;
  one_ = static_cast<std::uint64_t>(shift % prime);
  square_ = static_cast<std::uint64_t>(Wide{one_} * one_ % prime);
}

std::uint64_t Modulus::power(std::uint64_t base, std::uint64_t exponent) const {
  std::uint64_t result = one_;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

bool is_prime(std::uint64_t number) {
  COMBIEN_REQUIRE(number < std::uint64_t{1} << 62);
  // The Miller-Rabin test with these bases has no liar below 3 * 10^23 (Sorenson and Webster,
  // 2017), so a number that passes is prime.
  constexpr std::array<std::uint64_t, 12> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const std::uint64_t base : bases) {
    if (number % base == 0) return number == base;
  }
  if (number < 2) return false;
  const Modulus modulus(number);
  const int twos = std::countr_zero(number - 1);
  for (const std::uint64_t base : bases) {
    std::uint64_t power = modulus.power(modulus.enter(base), (number - 1) >> twos);
    bool passes = modulus.leave(power) == 1;
    for (int k = 0; k < twos && !passes; ++k) {
      passes = modulus.leave(power) == number - 1;
      power = modulus.times(power, power);
    }
    if (!passes) return false;
  }
  return true;
}

std::uint64_t prime_below(std::uint64_t number) {
  COMBIEN_REQUIRE(number > 2);
  COMBIEN_REQUIRE(number <= std::uint64_t{1} << 62);
  do {
    --number;
  } while (!is_prime(number));
  return number;
}

}  // namespace combien
