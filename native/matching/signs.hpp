// The Pfaffians whose sum counts the perfect matchings of a graph drawn on a surface.
//
// The orientations of the edges with an odd number of edges along every face fall into 4^genus
// classes.  In the Pfaffian of each, a matching has a sign that depends on its homology class
// relative to a fixed matching: a quadratic form, which differs between the orientations.  The sum of
// the Pfaffians, each with the Arf invariant of its form as its sign, is 2^genus times the number of
// matchings (Kasteleyn, 1963; Tesler, 2000; Cimasoni and Reshetikhin, 2007).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "matching/planar.hpp"
#include "matching/surface.hpp"

namespace combien {

struct SignedOrientation {
  Table<EdgeId, char> reversed;  // Which edges go from their `to` to their `from`.
  bool negative = false;         // The sign of its Pfaffian in the sum.
};

// The orientations, 4^genus of them, in which the fixed matching has the same sign; nothing if their
// defining equations do not hold, which would be an error in the drawing.
// require: the graph is connected, the partners are a perfect matching, and all outlive the search
Gradual<std::optional<std::vector<SignedOrientation>>> signed_orientations(
    const Graph& graph, const Drawing& drawing, const Table<VertexId, VertexId>& partners,
    Pace& pace);

}  // namespace combien
