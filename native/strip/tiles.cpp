#include "strip/tiles.hpp"

#include <algorithm>

namespace combien {

namespace {

bool strictly_ascending(const Cells& cells) {
  return std::adjacent_find(cells.begin(), cells.end(), std::greater_equal<>()) == cells.end();
}

}  // namespace

Cells image_of_cells(const Cells& symmetry, std::uint32_t cells) {
  const auto slots = static_cast<std::uint32_t>(symmetry.size());
  Cells image;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    image.push_back(cell - cell % slots + symmetry[cell % slots]);
  }
  return image;
}

bool valid(const StripTiles& tiles) {
  const std::uint32_t slots = tiles.slots;
  if (slots == 0) return false;
  const auto placed = [&](const Cells& cells) {
    return !cells.empty() && cells.front() < slots && strictly_ascending(cells);
  };
  const auto flat = [&](const Cells& cells) { return placed(cells) && cells.back() < slots; };
  const auto permutes = [&](const Cells& images) {
    Cells sorted = images;
    std::sort(sorted.begin(), sorted.end());
    return sorted.size() == slots && flat(sorted);
  };
  const auto keeps_prisms = [&](const Cells& images) {
    return std::all_of(tiles.prisms.begin(), tiles.prisms.end(), [&](const Cells& prism) {
      Cells moved;
      for (const std::uint32_t slot : prism) moved.push_back(images[slot]);
      std::sort(moved.begin(), moved.end());
      return std::find(tiles.prisms.begin(), tiles.prisms.end(), moved) != tiles.prisms.end();
    });
  };
  return std::all_of(tiles.placements.begin(), tiles.placements.end(), placed) &&
         std::all_of(tiles.prisms.begin(), tiles.prisms.end(), flat) &&
         std::all_of(tiles.symmetries.begin(), tiles.symmetries.end(), permutes) &&
         std::all_of(tiles.symmetries.begin(), tiles.symmetries.end(), keeps_prisms);
}

}  // namespace combien
