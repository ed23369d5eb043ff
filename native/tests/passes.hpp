// Passes over diagrams from start to end, for tests that do not examine slices.
#pragma once

#include "base/slice.hpp"
#include "check.hpp"
#include "zdd/frozen.hpp"
#include "zdd/sizes.hpp"

namespace combien::tests {

// Runs a machine to completion, in slices of this many steps; returns the number of slices.
template <class Machine>
int run_in_slices(Machine& machine, std::uint64_t steps = UINT64_MAX) {
  for (int slices = 1;; ++slices) {
    Slice slice(steps, 1e9);
    if (machine.run(slice)) return slices;
  }
}

inline Frozen freeze(DiagramManager& manager, FamilyId family) {
  Freezing freezing(manager, family);
  run_in_slices(freezing);
  return freezing.take();
}

inline Natural count_of(const Frozen& diagram) {
  SetCount count(diagram);
  run_in_slices(count);
  return count.total();
}

}  // namespace combien::tests
