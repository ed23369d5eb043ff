// Random numbers that are reproducible on every platform: the same seed gives the same sequence.
#pragma once

#include <cstdint>

#include "base/require.hpp"

namespace combien {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  // A uniformly distributed number from 0 to sides - 1.
  // require: sides > 0
  std::uint32_t roll(std::uint32_t sides) {
    COMBIEN_REQUIRE(sides > 0);
    // The high half of the product is unbiased except for values below this remainder, which are
    // rejected.
    const std::uint32_t unfair = (0u - sides) % sides;
    for (;;) {
      const std::uint64_t product = (next() >> 32) * sides;
      COMBIEN_ENSURE(product >> 32 < sides);
      if (static_cast<std::uint32_t>(product) >= unfair) {
        return static_cast<std::uint32_t>(product >> 32);
      }
    }
  }

  // 64 uniformly distributed bits.
  std::uint64_t word() { return next(); }

  // The seed with which another generator continues this sequence.
  std::uint64_t seed() const { return state_; }

 private:
  // The generator splitmix64 (Steele, Lea and Flood, 2014).
  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  std::uint64_t state_;
};

}  // namespace combien
