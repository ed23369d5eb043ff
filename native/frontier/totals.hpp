// The sum of the counts of a layer.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/natural.hpp"
#include "base/require.hpp"

namespace combien {

class Totals {
 public:
  void reset(std::uint32_t limbs) { sums_.assign(limbs, 0); }

  // Adds `size` counts, the first one at `counts` and each `stride` words after the one before.
  // Limb by limb in 128 bits: a layer has fewer than 2^32 states, so no sum overflows.
  void add(const std::uint64_t* counts, std::size_t size, std::size_t stride) {
    for (std::size_t limb = 0; limb < sums_.size(); ++limb) {
      Wide sum = sums_[limb];
      for (std::size_t k = 0; k < size; ++k) sum += counts[k * stride + limb];
      sums_[limb] = sum;
    }
  }

  void add(const Totals& other) {
    COMBIEN_REQUIRE(sums_.size() == other.sums_.size());
    for (std::size_t limb = 0; limb < sums_.size(); ++limb) sums_[limb] += other.sums_[limb];
  }

  // The bits of the sum.
  std::size_t bit_length() const {
    if (sums_.size() != 1) return sum().bit_length();
    const auto high = static_cast<std::uint64_t>(sums_[0] >> 64);
    return static_cast<std::size_t>(high != 0
                                        ? 64 + std::bit_width(high)
                                        : std::bit_width(static_cast<std::uint64_t>(sums_[0])));
  }

  Natural sum() const {
    COMBIEN_REQUIRE(!sums_.empty());
    Natural sum;
    for (std::size_t limb = sums_.size(); limb-- > 0;) {
      for (int half = 0; half < 2; ++half) sum *= std::uint64_t{1} << 32;
      const std::uint64_t parts[] = {static_cast<std::uint64_t>(sums_[limb]),
                                     static_cast<std::uint64_t>(sums_[limb] >> 64)};
      sum += Natural(parts, 2);
    }
    return sum;
  }

 private:
  __extension__ using Wide = unsigned __int128;

  std::vector<Wide> sums_;
};

}  // namespace combien
