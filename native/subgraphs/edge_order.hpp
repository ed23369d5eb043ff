// Orders of edges in which few vertices are in the frontier of a sweep.
#pragma once

#include <cstdint>
#include <vector>

#include "subgraphs/subgraphs.hpp"

namespace combien {

struct EdgeOrder {
  std::vector<std::uint32_t> edges;  // By their numbers.
  std::uint32_t width = 0;           // Of the widest frontier.
};

// About how many states a vertex of the frontier has with several edges left, and with one.  A layer
// has their product over its frontier, which is what an order is judged by.
struct VertexStates {
  double several;
  double last;
};

// Finds a good order: vertices are put in order, and each brings its edges to the vertices before
// it.  The next vertex is one that lets the frontier grow least, and of these one next to the vertex
// that has been there longest, or shortest.  Several first vertices are tried, and the given orders
// of the edges and of the vertices.  On a square grid this finds diagonals, which are best for trees;
// for paths, rows are better.  Without `search` the edges stay as they are given.
// Throws std::invalid_argument if a vertex does not exist.
EdgeOrder edge_order(std::uint32_t vertices, const std::vector<SubgraphTask::Edge>& edges,
                     VertexStates states, bool search);

}  // namespace combien
