// Layers that leave a sweep and come back: what is saved besides the states and their counts.
#pragma once

#include <cstdint>

namespace combien {

// Where a layer is: after this many passes of a step.
struct SweepPlace {
  std::uint64_t step = 0;
  std::uint64_t pass = 0;
  std::uint32_t limbs = 1;  // Of each count.
  bool sorted = true;       // Whether its states increase, because all steps were merged.
  // What forecasts know about the layers before.
  double width_times_log = 0;
  double width_square = 0;
};

// How a layer is divided into 2^`bits` parts when it is saved: by a hash of the bits that the next
// pass leaves alone (then states of different parts have no common successors), or of all bits.
struct Division {
  enum class Apart : std::uint8_t { unknown, no, yes };

  std::uint32_t bits = 0;
  Apart apart = Apart::unknown;  // Unknown: what is better, by a sample.
};

}  // namespace combien
