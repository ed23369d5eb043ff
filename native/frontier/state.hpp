// The state of a partial solution in a sweep: the bits of the items that still matter.
#pragma once

#include <array>
#include <cstdint>

#include "frontier/plan.hpp"

namespace combien {

template <std::uint32_t words>
using State = std::array<std::uint64_t, words>;

// Whether these words are equal to the state.  (Written out: the library would call memcmp, at
// twice the cost of a whole step of the sweep.)
template <std::uint32_t words>
bool same(const State<words>& state, const std::uint64_t* other) {
  std::uint64_t differs = 0;
  for (std::uint32_t k = 0; k < words; ++k) differs |= state[k] ^ other[k];
  return differs == 0;
}

// Whether a state comes before another one in a sorted layer.
template <std::uint32_t words>
bool precedes(const State<words>& state, const State<words>& other) {
  for (std::uint32_t k = 0; k + 1 < words; ++k) {
    if (state[k] != other[k]) return state[k] < other[k];
  }
  return state[words - 1] < other[words - 1];
}

// The state in which nothing is covered.
template <std::uint32_t words>
State<words> first_state() {
  State<words> state{};
  state[0] = SweepPlan::occupied;
  return state;
}

// The state at the beginning of an entry of a layer.
template <std::uint32_t words>
State<words> state_at(const std::uint64_t* entry) {
  State<words> state;
  for (std::uint32_t k = 0; k < words; ++k) state[k] = entry[k];
  return state;
}

// The upper bits depend on all bits of the state.
template <std::uint32_t words>
std::uint64_t hash(const State<words>& state) {
  std::uint64_t mixed = 0;
  for (const std::uint64_t word : state) {
    mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 32;
  }
  return mixed * 0xd6e8feb86659fd93u;
}

}  // namespace combien
