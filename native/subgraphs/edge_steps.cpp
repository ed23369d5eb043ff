#include "subgraphs/edge_steps.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace combien {

EdgeSteps edge_steps(const SubgraphTask& task) {
  std::vector<std::uint32_t> left(task.vertices, 0);
  for (const SubgraphTask::Edge& edge : task.edges) {
    if (edge.from >= task.vertices || edge.to >= task.vertices) {
      throw std::invalid_argument("an edge to a vertex that does not exist");
    }
    if (edge.from == edge.to) throw std::invalid_argument("an edge from a vertex to itself");
    ++left[edge.from];
    ++left[edge.to];
  }
  std::vector<bool> terminal(task.vertices);
  std::uint32_t waiting = 0;
  for (const std::uint32_t vertex : task.terminals) {
    if (vertex >= task.vertices) throw std::invalid_argument("a terminal that does not exist");
    waiting += terminal[vertex] ? 0 : 1;
    terminal[vertex] = true;
  }

  constexpr std::uint32_t nowhere = UINT32_MAX;
  EdgeSteps found;
  std::vector<std::uint32_t> slot(task.vertices, nowhere);
  std::vector<bool> taken;
  std::uint32_t unentered = task.vertices;
  for (const SubgraphTask::Edge& edge : task.edges) {
    EdgeStep step;
    const std::uint32_t vertices[2] = {edge.from, edge.to};
    for (int side = 0; side < 2; ++side) {
      EdgeEnd& end = step.ends[side];
      end.vertex = vertices[side];
      end.enters = slot[end.vertex] == nowhere;
      if (end.enters) {
        // The first free slot, so that states are equal wherever they can be.
        const auto free = std::find(taken.begin(), taken.end(), false);
        slot[end.vertex] = static_cast<std::uint32_t>(free - taken.begin());
        if (free == taken.end()) taken.push_back(true);
        taken[slot[end.vertex]] = true;
        --unentered;
        waiting -= terminal[end.vertex] ? 1 : 0;
      }
      end.slot = slot[end.vertex];
      end.left = --left[end.vertex];
    }
    step.slots = static_cast<std::uint32_t>(taken.size());
    step.unentered = unentered;
    step.waiting = waiting;
    for (const EdgeEnd& end : step.ends) {
      if (end.left == 0) taken[end.slot] = false;
    }
    while (!taken.empty() && !taken.back()) taken.pop_back();
    found.slots = std::max(found.slots, step.slots);
    found.steps.push_back(step);
  }
  if (found.slots > most_frontier) throw std::length_error("the frontier is too wide");
  return found;
}

}  // namespace combien
