// Sums, differences and products of naturals as runs of 64-bit limbs, least significant first: for
// millions of numbers side by side in one array, where a vector for each would cost too much.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/require.hpp"

namespace combien::limbs {

using Limbs = std::span<const std::uint64_t>;

// The number without leading zero limbs.
inline Limbs trimmed(Limbs a) {
  while (!a.empty() && a.back() == 0) a = a.first(a.size() - 1);
  return a;
}

// The number of bits of a number: 0 for zero.
inline std::size_t bit_length(Limbs a) {
  a = trimmed(a);
  return a.empty() ? 0 : 64 * (a.size() - 1) + static_cast<std::size_t>(std::bit_width(a.back()));
}

// Adds to a number; returns the carry.
// require: b is no longer than sum
inline std::uint64_t add(std::span<std::uint64_t> sum, Limbs b) {
  COMBIEN_REQUIRE(b.size() <= sum.size());
  std::uint64_t carry = 0;
  for (std::size_t k = 0; k < b.size(); ++k) {
    const std::uint64_t part = sum[k] + carry;
    carry = part < carry;
    sum[k] = part + b[k];
    carry |= sum[k] < part;
  }
  for (std::size_t k = b.size(); carry != 0 && k < sum.size(); ++k) carry = ++sum[k] == 0;
  return carry;
}

inline bool less(Limbs a, Limbs b) {
  a = trimmed(a);
  b = trimmed(b);
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

// require: b is no longer than a, and at most a
inline void subtract(std::span<std::uint64_t> a, Limbs b) {
  COMBIEN_REQUIRE(b.size() <= a.size());
  COMBIEN_REQUIRE(!less(a, b));
  std::uint64_t borrow = 0;
  for (std::size_t k = 0; k < b.size(); ++k) {
    const std::uint64_t part = a[k] - borrow;
    borrow = part > a[k];
    a[k] = part - b[k];
    borrow |= a[k] > part;
  }
  for (std::size_t k = b.size(); borrow != 0; ++k) borrow = a[k]-- == 0;
}

// Adds the product of two numbers to a third.
// require: the sum fits
inline void add_product(std::span<std::uint64_t> sum, Limbs a, Limbs b) {
  COMBIEN_REQUIRE(a.empty() || b.empty() || a.size() + b.size() <= sum.size() + 1);
  __extension__ using Wide = unsigned __int128;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Wide part = Wide{a[i]} * b[j] + sum[i + j] + carry;
      sum[i + j] = static_cast<std::uint64_t>(part);
      carry = static_cast<std::uint64_t>(part >> 64);
    }
    for (std::size_t k = i + b.size(); carry != 0; ++k) {
      COMBIEN_REQUIRE(k < sum.size());
      sum[k] += carry;
      carry = sum[k] < carry;
    }
  }
}

}  // namespace combien::limbs
