// The steps of a sweep over edges: which slots of a state the ends of each edge have.
#pragma once

#include <cstdint>
#include <vector>

#include "subgraphs/subgraphs.hpp"

namespace combien {

// An end of an edge.  A vertex keeps its slot from its first edge to its last one.
struct EdgeEnd {
  std::uint32_t vertex = 0;
  std::uint32_t slot = 0;
  bool enters = false;
  std::uint32_t left = 0;  // Later edges of the vertex.
};

struct EdgeStep {
  EdgeEnd ends[2];
  std::uint32_t slots = 0;      // A state has these slots, some of which may be vacant.
  std::uint32_t unentered = 0;  // Vertices without a slot so far,
  std::uint32_t waiting = 0;    // and the terminals among them.
};

struct EdgeSteps {
  std::vector<EdgeStep> steps;
  std::uint32_t slots = 0;  // Of the widest state.
};

// Throws what subgraphs() throws.
EdgeSteps edge_steps(const SubgraphTask& task);

}  // namespace combien
