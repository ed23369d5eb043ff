// Addition of counts of several limbs, exactly or modulo a number.
#pragma once

#include <cstdint>

#include "base/require.hpp"

namespace combien {

// Adds multiples of counts of `from` limbs to sums of `to` limbs.  With a modulus other than 0 they
// have one limb, and a sum is a remainder from 1 to the modulus, or 0 if nothing was added yet.
struct Adder {
  std::uint64_t modulus = 0;
  std::uint32_t from = 1;
  std::uint32_t to = 1;

  void add(std::uint64_t* sum, const std::uint64_t* count, std::uint64_t weight) const {
    if (modulus != 0) {
      add_residue(*sum, *count, weight);
    } else if (to == 1 && weight == 1) {
      *sum += *count;
      COMBIEN_ENSURE(*sum >= *count);
    } else {
      add_multiple(sum, count, weight);
    }
  }

  // The same with a modulus.
  // require: modulus != 0
  void add_residue(std::uint64_t& sum, std::uint64_t count, std::uint64_t weight) const {
    sum += weight == 1 ? count : multiple(count, weight);
    // Without a branch, which would be unpredictable.
    sum -= sum > modulus ? modulus : 0;
    COMBIEN_ENSURE(sum != 0 && sum <= modulus);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  // From 1 to the modulus.
  std::uint64_t multiple(std::uint64_t count, std::uint64_t weight) const {
    const auto rest = static_cast<std::uint64_t>(Wide{count} * weight % modulus);
    return rest == 0 ? modulus : rest;
  }

  void add_multiple(std::uint64_t* sum, const std::uint64_t* count, std::uint64_t weight) const {
    std::uint64_t carry = 0;
    for (std::uint32_t k = 0; k < from; ++k) {
      const Wide part = Wide{count[k]} * weight + sum[k] + carry;
      sum[k] = static_cast<std::uint64_t>(part);
      carry = static_cast<std::uint64_t>(part >> 64);
    }
    for (std::uint32_t k = from; k < to; ++k) {
      sum[k] += carry;
      carry = sum[k] < carry ? 1 : 0;
    }
    COMBIEN_ENSURE(carry == 0);
  }
};

}  // namespace combien
