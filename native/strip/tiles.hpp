// The tiles of a strip: a cross-section that is repeated along an axis, slab after slab.
//
// A slab has a fixed number of slots, and the cell of slot s in slab k has the number
// k * slots + s.  A placement is the set of its cells, translated so that it begins in slab 0.  A
// prism is a set of slots that a tile covers in any number of consecutive slabs.
#pragma once

#include <cstdint>
#include <vector>

namespace combien {

using Cells = std::vector<std::uint32_t>;

struct StripTiles {
  std::uint32_t slots = 0;
  std::vector<Cells> placements;  // Ascending; the first cell is in slab 0.
  std::vector<Cells> prisms;      // Ascending slots.
  // Permutations of the slots under which the placements and prisms are invariant.
  std::vector<Cells> symmetries;
};

// The number of slabs that the longest placement touches; at least 2 if there are prisms.
inline std::uint32_t slabs_touched(const StripTiles& tiles) {
  std::uint32_t touched = tiles.prisms.empty() ? 1 : 2;
  for (const Cells& cells : tiles.placements) {
    const std::uint32_t last = cells.back() / tiles.slots + 1;
    touched = last > touched ? last : touched;
  }
  return touched;
}

// The cell to which each of the first cells is moved by a permutation of the slots.
Cells image_of_cells(const Cells& symmetry, std::uint32_t cells);

// Whether slots, cells and permutations are in range and in order, and the prisms invariant.
bool valid(const StripTiles& tiles);

}  // namespace combien
