// Counting families of subgraphs by TdZdd, with the specifications that graphillion brings for it.
//
// The edges are taken in the order given.  The diagram is not reduced, as a count does not need that.
#include <DdStructure.hpp>
#include <spec/DegreeConstraint.hpp>
#include <spec/FrontierBasedSearch.hpp>
#include <spec/PathZdd.hpp>
#include <string>

namespace {

template <typename Spec>
std::string counted(const Spec& spec) {
  return tdzdd::DdStructure<2>(spec).zddCardinality();
}

std::string count(const std::string& family, tdzdd::Graph& graph, int vertices) {
  if (family == "paths") {
    graph.setColor("0", 1);
    graph.setColor(std::to_string(vertices - 1), 1);
    graph.update();
    return counted(tdzdd::PathZdd(graph));
  }
  if (family == "cycles") return counted(tdzdd::CycleZdd(graph));
  if (family == "Hamiltonian cycles") return counted(tdzdd::HamiltonCycleZdd(graph));
  if (family == "forests") return counted(tdzdd::FrontierBasedSearch(graph, -1, true));
  if (family == "matchings") {
    const tdzdd::IntRange most(0, 1);
    return counted(tdzdd::DegreeConstraint(graph, &most));
  }
  // Spanning trees: vertices of a color are connected.
  for (int vertex = 0; vertex < vertices; ++vertex) graph.setColor(std::to_string(vertex), 1);
  graph.update();
  return counted(tdzdd::FrontierBasedSearch(graph, 0, true));
}

}  // namespace

extern "C" const char* count_subgraphs(const char* family, int vertices, int edges,
                                       const int* ends) {
  static std::string found;
  tdzdd::Graph graph;
  for (int edge = 0; edge < edges; ++edge) {
    graph.addEdge(std::to_string(ends[2 * edge]), std::to_string(ends[2 * edge + 1]));
  }
  graph.update();
  found = count(family, graph, vertices);
  return found.c_str();
}
