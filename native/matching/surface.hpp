// Drawings of graphs without crossings on a closed orientable surface, of small genus if possible.
//
// A rotation, the order of the half edges around each vertex, is a drawing on some surface; the
// number of its faces determines the genus (Euler).  The least genus is hard to find, so this is a
// heuristic: a planar part is drawn first, edge by edge outwards from some vertex, and each other
// edge is drawn in a face, or along a handle that joins two faces; then edges are redrawn while this
// makes more faces.  Any rotation gives the right number of matchings; only the cost depends on it.
#pragma once

#include <cstdint>
#include <optional>

#include "matching/planar.hpp"

namespace combien {

struct Drawing {
  Rotation rotation;
  std::uint32_t genus = 0;
};

// A drawing whose genus is at most this, or nothing if none was found.  If there is none in the plane,
// `planar` is cleared, and the search pauses before it looks for handles, which may take a thousand
// times as long.
// require: the graph is connected, has an edge and outlives the search, as `planar` does
Gradual<std::optional<Drawing>> drawing(const Graph& graph, std::uint32_t most_genus, Pace& pace,
                                        bool& planar);

}  // namespace combien
