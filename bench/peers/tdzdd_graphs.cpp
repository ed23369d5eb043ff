// Counting families of subgraphs by TdZdd, with the specifications that graphillion brings for it.
//
// The edges are taken in the order given.  The diagram is reduced only if that is asked for, as a
// count does not need it.
#include <DdStructure.hpp>
#include <spec/DegreeConstraint.hpp>
#include <spec/FrontierBasedSearch.hpp>
#include <spec/PathZdd.hpp>
#include <string>

namespace {

template <typename Spec>
std::string counted(const Spec& spec, bool reduced) {
  tdzdd::DdStructure<2> diagram(spec);
  if (reduced) diagram.zddReduce();
  return diagram.zddCardinality();
}

std::string count(const std::string& family, tdzdd::Graph& graph, int vertices, bool reduced) {
  if (family == "paths") {
    graph.setColor("0", 1);
    graph.setColor(std::to_string(vertices - 1), 1);
    graph.update();
    return counted(tdzdd::PathZdd(graph), reduced);
  }
  if (family == "cycles") return counted(tdzdd::CycleZdd(graph), reduced);
  if (family == "Hamiltonian cycles") return counted(tdzdd::HamiltonCycleZdd(graph), reduced);
  if (family == "forests") return counted(tdzdd::FrontierBasedSearch(graph, -1, true), reduced);
  if (family == "matchings") {
    const tdzdd::IntRange most(0, 1);
    return counted(tdzdd::DegreeConstraint(graph, &most), reduced);
  }
  // Spanning trees: vertices of a color are connected.
  for (int vertex = 0; vertex < vertices; ++vertex) graph.setColor(std::to_string(vertex), 1);
  graph.update();
  return counted(tdzdd::FrontierBasedSearch(graph, 0, true), reduced);
}

}  // namespace

extern "C" const char* count_subgraphs(const char* family, int vertices, int edges,
                                       const int* ends, bool reduced) {
  static std::string found;
  tdzdd::Graph graph;
  for (int edge = 0; edge < edges; ++edge) {
    graph.addEdge(std::to_string(ends[2 * edge]), std::to_string(ends[2 * edge + 1]));
  }
  graph.update();
  found = count(family, graph, vertices, reduced);
  return found.c_str();
}
