// A perfect matching of a graph, or a proof that there is none, and the edges that no perfect
// matching contains.
//
// The matching grows along augmenting paths, with blossoms contracted (Edmonds, 1965).  A search that
// finds no such path proves that there is no perfect matching: the vertices at odd distance from its
// root, which are fewer than the odd components that remain without them (Tutte, 1947).
#pragma once

#include <optional>
#include <vector>

#include "matching/planar.hpp"

namespace combien {

// The partner of each vertex, or nothing if there is no perfect matching.
// require: the graph outlives the search
Gradual<std::optional<Table<VertexId, VertexId>>> perfect_matching(const Graph& graph, Pace& pace);

// Which edges are in some perfect matching, as far as this is known: exact for the bipartite
// components (Dulmage and Mendelsohn, 1958); in other components, all edges are kept.
// require: the partners are a perfect matching        cost: linear
Table<EdgeId, char> allowed_edges(const Graph& graph, const Table<VertexId, VertexId>& partners);

}  // namespace combien
