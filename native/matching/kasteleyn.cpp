#include "matching/kasteleyn.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/require.hpp"

namespace combien {

namespace {

// Which edges are not in a spanning forest of the graph: they are a spanning tree of the faces of
// each component.
Table<EdgeId, char> outside_forest(const Graph& graph) {
  std::vector<std::uint32_t> leader(graph.vertex_count);
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](VertexId vertex) {
    std::uint32_t v = number(vertex);
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  Table<EdgeId, char> outside(graph.edges.size());
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    const std::uint32_t a = find(graph.edges[e].from);
    const std::uint32_t b = find(graph.edges[e].to);
    outside[e] = a == b ? 1 : 0;
    leader[a] = b;
  }
  return outside;
}

// The number of faces around which an even number of edges agree with the walk.
[[maybe_unused]] std::size_t even_faces(const Faces& all, const Table<EdgeId, char>& reversed) {
  std::vector<char> odd(all.count);
  for (HalfEdgeId h{0}; h != all.along.next_id(); h = after(h)) {
    if ((number(h) % 2 == 0) == (reversed[edge_of(h)] == 0)) odd[all.along[h]] ^= 1;
  }
  return static_cast<std::size_t>(std::count(odd.begin(), odd.end(), 0));
}

}  // namespace

Table<EdgeId, char> reversed_edges(const Graph& graph, const Rotation& rotation) {
  COMBIEN_REQUIRE(rotation.size() == 2 * std::uint64_t{graph.edges.size()});
  const Faces all = faces(rotation);
  const Table<EdgeId, char> crossing = outside_forest(graph);

  // Half edges that cross from one face to the next, by the face that they leave.
  std::vector<std::uint32_t> starts(std::size_t{all.count} + 1);
  for (HalfEdgeId h{0}; h != rotation.next_id(); h = after(h)) {
    if (crossing[edge_of(h)] != 0) ++starts[all.along[h] + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<HalfEdgeId> crossings(starts.back());
  std::vector<std::uint32_t> ends(starts.begin(), starts.end() - 1);
  std::vector<char> odd(all.count);
  for (HalfEdgeId h{0}; h != rotation.next_id(); h = after(h)) {
    const std::uint32_t face = all.along[h];
    if (crossing[edge_of(h)] != 0) crossings[ends[face]++] = h;
    // With the edges as given, the even halves agree with the walk.
    if (number(h) % 2 == 0) odd[face] ^= 1;
  }

  // The faces of each component from one of them outwards, each with the half edge that led there.
  std::vector<std::pair<std::uint32_t, HalfEdgeId>> reached;
  std::vector<char> known(all.count);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t root = 0; root < all.count; ++root) {
    if (known[root] != 0) continue;
    known[root] = 1;
    queue.assign(1, root);
    for (std::size_t k = 0; k < queue.size(); ++k) {
      for (std::uint32_t c = starts[queue[k]]; c < starts[queue[k] + 1]; ++c) {
        const std::uint32_t beyond = all.along[twin(crossings[c])];
        if (known[beyond] != 0) continue;
        known[beyond] = 1;
        queue.push_back(beyond);
        reached.emplace_back(beyond, crossings[c]);
      }
    }
  }
  // The outermost first, so that the edge that led to a face is still free to correct its parity.
  Table<EdgeId, char> reversed(graph.edges.size());
  for (auto face = reached.rbegin(); face != reached.rend(); ++face) {
    if (odd[face->first] != 0) continue;
    reversed[edge_of(face->second)] = 1;
    odd[all.along[face->second]] ^= 1;
  }
  COMBIEN_ENSURE(even_faces(all, reversed) + reached.size() <= all.count);
  return reversed;
}

}  // namespace combien
