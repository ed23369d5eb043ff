// The entries of a table: numbers of a fixed size, with an addition that notices an overflow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/limbs.hpp"

namespace combien {

template <std::size_t Limbs>
struct LongEntry {
  std::array<std::uint64_t, Limbs> limbs{};
};

// Adds `more`; returns a number that is not zero if the sum overflows.
inline std::uint32_t add_entry(std::uint32_t& sum, std::uint32_t more) {
  sum += more;
  return sum < more ? 1 : 0;
}
inline std::uint64_t add_entry(std::uint64_t& sum, std::uint64_t more) {
  sum += more;
  return sum < more ? 1 : 0;
}
template <std::size_t Limbs>
std::uint64_t add_entry(LongEntry<Limbs>& sum, const LongEntry<Limbs>& more) {
  return limbs::add(sum.limbs, more.limbs);
}

// The same number in a wider entry.
inline void assign_entry(std::uint64_t& wide, std::uint32_t narrow) { wide = narrow; }
template <std::size_t Limbs>
void assign_entry(LongEntry<Limbs>& wide, std::uint64_t narrow) {
  wide.limbs[0] = narrow;
}
template <std::size_t Limbs, std::size_t Fewer>
void assign_entry(LongEntry<Limbs>& wide, const LongEntry<Fewer>& narrow) {
  std::copy(narrow.limbs.begin(), narrow.limbs.end(), wide.limbs.begin());
}

}  // namespace combien
