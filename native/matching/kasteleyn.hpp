// Directions for the edges of a plane graph, such that its perfect matchings can be counted by a
// Pfaffian.
//
// Around every face but one of each component, an odd number of edges agree with the walk along the
// face.  Then every cycle that a matching can be turned along has an odd number of edges each way, so
// all matchings enter the Pfaffian with the same sign (Kasteleyn, 1961).
#pragma once

#include "matching/planar.hpp"

namespace combien {

// Which edges go from their `to` to their `from`.
// require: the rotation is an embedding of the graph        cost: linear in the edges
Table<EdgeId, char> reversed_edges(const Graph& graph, const Rotation& rotation);

}  // namespace combien
