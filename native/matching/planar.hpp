// Planarity testing and planar embedding.
//
// A drawing is given by its rotation: for each vertex, the order in which its edges leave it.  The
// method is the left-right test of de Fraysseix and Rosenstiehl in the form of Brandes (2009): a
// depth-first search splits the edges into a tree and back edges, and each back edge is drawn left
// or right of the tree; two of them may be constrained to the same side or to opposite sides, and
// the graph is planar if and only if these constraints are consistent.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/gradual.hpp"
#include "base/ids.hpp"

namespace combien {

enum class VertexId : std::uint32_t {};
enum class EdgeId : std::uint32_t {};

// An edge as seen from one of its ends: number 2e leaves the `from` of edge e, 2e + 1 its `to`.
enum class HalfEdgeId : std::uint32_t {};
constexpr HalfEdgeId no_half{UINT32_MAX};

constexpr HalfEdgeId twin(HalfEdgeId half) { return HalfEdgeId{number(half) ^ 1u}; }
constexpr EdgeId edge_of(HalfEdgeId half) { return EdgeId{number(half) / 2}; }

// A graph without loops and without parallel edges.
// require: fewer than 2^31 edges
struct Graph {
  struct Edge {
    VertexId from;
    VertexId to;
  };
  std::uint32_t vertex_count = 0;
  Table<EdgeId, Edge> edges;
};

// The next half edge around the same vertex, always in the same direction of rotation.
using Rotation = Table<HalfEdgeId, HalfEdgeId>;

// A planar embedding of the graph, or nothing if there is none.
// cost: linear in the edges
// require: the graph outlives the search
Gradual<std::optional<Rotation>> embedding(const Graph& graph, Pace& pace);

// The faces of an embedding, numbered: the face that lies along each half edge.
struct Faces {
  std::uint32_t count = 0;
  Table<HalfEdgeId, std::uint32_t> along;
};
Faces faces(const Rotation& rotation);

}  // namespace combien
