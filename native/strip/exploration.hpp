// The states of a strip and their transitions, found slab by slab from the empty state.
//
// A slab is filled slot by slot: the first free cell is covered by each placement that begins
// there.  What sticks out is a set of cells in the next slabs, a state.  States that differ by a
// symmetry of the strip begin equally many tilings and are one state.
#pragma once

#include <cstdint>
#include <memory>

#include "base/slice.hpp"
#include "strip/automaton.hpp"
#include "strip/tiles.hpp"

namespace combien {

class Exploration {
 public:
  virtual ~Exploration() = default;

  // Continues; a step is a state of a partly filled slab.  `out_of_bytes` if the tables need more
  // than these bytes.
  // Throws std::overflow_error if a slab can be filled in more than `most_weight` ways.
  virtual Outcome run(Slice& slice, std::uint64_t bytes) = 0;

  virtual std::uint32_t states() const = 0;
  virtual std::uint32_t explored() const = 0;  // The states whose transitions are known.
  virtual std::uint64_t transitions() const = 0;
  virtual std::uint64_t steps() const = 0;
  virtual std::uint64_t bytes() const = 0;

  // require: run() has returned `done`; once
  virtual Automaton take() = 0;
};

// The most cells and prisms in the slabs that a placement touches.
inline constexpr std::uint32_t most_strip_bits = 1024;

// require: valid(tiles)
// Throws std::length_error if the slabs that a placement touches have more cells.
std::unique_ptr<Exploration> explore(const StripTiles& tiles);

}  // namespace combien
