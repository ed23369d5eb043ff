// Families of subgraphs by a sweep over the edges of a graph: paths, cycles, trees, connected
// subgraphs, degrees.
//
// Each edge is left or taken, in the given order.  What the edges so far mean for the others is a
// state: a small number for each vertex of the frontier, which has edges on both sides of the
// sweep.  Equal states are merged, so a layer of states is a table with counts, which is all that
// counting needs; with the transitions between layers, the states become the nodes of a diagram.
// (Simpath: Knuth, TAOCP 7.1.4, exercise 225; Kawahara, Inoue, Iwashita and Minato, "Frontier-based
// search for enumerating all constrained subgraphs with compressed representation", 2017.)
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/natural.hpp"
#include "base/slice.hpp"
#include "zdd/manager.hpp"

namespace combien {

// Which sets of edges are wanted.
enum class SubgraphKind : std::uint32_t {
  path,        // A path, between the two terminals if there are any.
  cycle,       // One cycle.
  forest,      // No cycle.
  tree,        // No cycle, and connected.
  connected,   // Connected.
  connecting,  // The terminals are in one component.
  degrees,     // The degree of each vertex is in its range.
};

struct SubgraphTask {
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
  };
  struct Range {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
  };

  SubgraphKind kind = SubgraphKind::forest;
  // Whether paths, cycles, trees and connected subgraphs have all vertices.
  bool spanning = false;
  std::uint32_t vertices = 0;
  std::vector<Edge> edges;
  std::vector<std::uint32_t> terminals;
  std::vector<Range> degrees;  // Of each vertex; or empty.
};

// The number of vertices of a frontier is limited.
inline constexpr std::uint32_t most_frontier = 32;

class Subgraphs {
 public:
  virtual ~Subgraphs() = default;

  // Continues, as long as this and the manager together take no more than `bytes`; a step is a
  // state of a layer.  Throws OutOfNodes when the manager is full.
  virtual Outcome run(Slice& slice, std::uint64_t bytes) = 0;

  // The number of sets.
  // require: run() has returned `done`, and the family was not asked for
  virtual Natural count() const = 0;
  // The sets, whose elements are the places of edges.
  // require: run() has returned `done`, the family was asked for, and this is not destroyed
  virtual FamilyId family() const = 0;

  // The states of all layers so far, and of the largest one.
  virtual std::uint64_t states() const = 0;
  virtual std::uint64_t widest() const = 0;
  // Edges that the sweep has passed.
  virtual std::uint32_t passed() const = 0;
  // Without the manager.
  virtual std::uint64_t bytes() const = 0;
};

// Counts the subgraphs; or finds their family, if a manager is given, which must outlive the sweep.
// Throws std::invalid_argument if a vertex does not exist or an edge joins a vertex to itself, and
// std::length_error if a frontier has too many vertices.
std::unique_ptr<Subgraphs> subgraphs(const SubgraphTask& task, DiagramManager* manager);

}  // namespace combien
