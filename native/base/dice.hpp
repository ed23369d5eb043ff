// Random numbers that are the same everywhere: from the same seed, the same rolls.
#pragma once

#include <cstdint>

#include "base/require.hpp"

namespace combien {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  // A number from 0 to sides - 1, each equally often.
  // require: sides > 0
  std::uint32_t roll(std::uint32_t sides) {
    COMBIEN_REQUIRE(sides > 0);
    // The high half of a product is fair but for the rolls below this remainder, which are repeated.
    const std::uint32_t unfair = (0u - sides) % sides;
    for (;;) {
      const std::uint64_t product = (next() >> 32) * sides;
      if (static_cast<std::uint32_t>(product) >= unfair) {
        return static_cast<std::uint32_t>(product >> 32);
      }
    }
  }

  // Any 64 bits, each equally often.
  std::uint64_t word() { return next(); }

  // The seed from which other dice go on as these do.
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
