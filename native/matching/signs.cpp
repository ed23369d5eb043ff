#include "matching/signs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/require.hpp"
#include "matching/kasteleyn.hpp"

namespace combien {

namespace {

class Homology {
 public:
  Homology(const Graph& graph, const Rotation& rotation)
      : graph_(graph),
        rotation_(rotation),
        faces_(faces(rotation)),
        up_(graph.vertex_count, no_half),
        height_(graph.vertex_count),
        in_tree_(graph.edges.size()),
        leads_(faces_.count, no_half) {
    grow_tree();
    grow_dual_tree();
  }

  // The edges in neither tree, twice the genus of them: each makes a cycle with the tree, and a
  // cycle of faces with the dual tree.
  const std::vector<EdgeId>& generators() const { return generators_; }

  // The cycle of an edge with the tree, as a closed walk.
  std::vector<HalfEdgeId> cycle(EdgeId e) const {
    std::vector<HalfEdgeId> down, up;
    VertexId a = graph_.edges[e].to, b = graph_.edges[e].from;
    while (a != b) {
      if (height_[a] >= height_[b]) {
        up.push_back(up_[a]);
        a = tail(twin(up_[a]));
      } else {
        down.push_back(twin(up_[b]));
        b = tail(twin(up_[b]));
      }
    }
    std::vector<HalfEdgeId> walk{HalfEdgeId{2 * number(e)}};
    walk.insert(walk.end(), up.begin(), up.end());
    walk.insert(walk.end(), down.rbegin(), down.rend());
    return walk;
  }

  // The edges that the cycle of faces of an edge crosses: an even number along every face.
  Table<EdgeId, char> crossed(EdgeId e) const {
    Table<EdgeId, char> marks(graph_.edges.size());
    marks[e] = 1;
    for (HalfEdgeId half : {HalfEdgeId{2 * number(e)}, HalfEdgeId{2 * number(e) + 1}}) {
      std::uint32_t face = faces_.along[half];
      while (leads_[face] != no_half) {
        marks[edge_of(leads_[face])] ^= 1;
        face = faces_.along[leads_[face]];
      }
    }
    return marks;
  }

  // The half edges that leave a closed walk on the side of the face along its first half edge.
  std::vector<HalfEdgeId> beside(const std::vector<HalfEdgeId>& walk) const {
    std::vector<HalfEdgeId> leaving;
    for (std::size_t k = 0; k < walk.size(); ++k) {
      const HalfEdgeId next = walk[(k + 1) % walk.size()];
      HalfEdgeId half = rotation_[twin(walk[k])];
      for (; half != next; half = rotation_[half]) leaving.push_back(half);
    }
    return leaving;
  }

  // The faces with an even number of edges that agree with the walk along them.
  bool all_odd(const Table<EdgeId, char>& reversed) const {
    std::vector<char> odd(faces_.count);
    for (HalfEdgeId h{0}; h != rotation_.next_id(); h = after(h)) {
      if ((number(h) % 2 == 0) == (reversed[edge_of(h)] == 0)) odd[faces_.along[h]] ^= 1;
    }
    return std::find(odd.begin(), odd.end(), 0) == odd.end();
  }

 private:
  VertexId tail(HalfEdgeId half) const {
    const Graph::Edge& edge = graph_.edges[edge_of(half)];
    return number(half) % 2 == 0 ? edge.from : edge.to;
  }

  void grow_tree() {
    Table<VertexId, HalfEdgeId> any(graph_.vertex_count, no_half);
    for (HalfEdgeId h{0}; h != rotation_.next_id(); h = after(h)) any[tail(h)] = h;
    std::vector<VertexId> queue{VertexId{0}};
    Table<VertexId, char> reached(graph_.vertex_count);
    reached[queue[0]] = 1;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const VertexId v = queue[k];
      HalfEdgeId half = any[v];
      do {
        const VertexId to = tail(twin(half));
        if (reached[to] == 0) {
          reached[to] = 1;
          up_[to] = twin(half);
          height_[to] = height_[v] + 1;
          in_tree_[edge_of(half)] = 1;
          queue.push_back(to);
        }
        half = rotation_[half];
      } while (half != any[v]);
    }
    COMBIEN_ENSURE(queue.size() == graph_.vertex_count);
  }

  // A spanning tree of the faces, across edges that are not in the tree.
  void grow_dual_tree() {
    std::vector<std::vector<HalfEdgeId>> along(faces_.count);
    for (HalfEdgeId h{0}; h != rotation_.next_id(); h = after(h)) {
      if (in_tree_[edge_of(h)] == 0) along[faces_.along[h]].push_back(h);
    }
    Table<EdgeId, char> used = in_tree_;
    std::vector<char> reached(faces_.count);
    std::vector<std::uint32_t> queue{0};
    reached[0] = 1;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      for (const HalfEdgeId half : along[queue[k]]) {
        const std::uint32_t beyond = faces_.along[twin(half)];
        if (reached[beyond] != 0) continue;
        reached[beyond] = 1;
        leads_[beyond] = half;
        used[edge_of(half)] = 1;
        queue.push_back(beyond);
      }
    }
    for (EdgeId e{0}; e != used.next_id(); e = after(e)) {
      if (used[e] == 0) generators_.push_back(e);
    }
  }

  const Graph& graph_;
  const Rotation& rotation_;
  Faces faces_;
  Table<VertexId, HalfEdgeId> up_;  // From each vertex to its parent in the tree.
  Table<VertexId, std::uint32_t> height_;
  Table<EdgeId, char> in_tree_;
  std::vector<HalfEdgeId> leads_;  // For each face, the half edge of its parent that leads to it.
  std::vector<EdgeId> generators_;
};

// A quadratic form over the integers modulo 2, by its values on a basis and its bilinear form.
struct QuadraticForm {
  std::uint32_t values = 0;  // Bit k: the value on basis element k.
  std::vector<std::uint32_t>
      intersects;  // For each basis element, those it meets an odd number of times.

  // The sum over all elements of 1 where the form is 0, and -1 where it is 1.
  std::int64_t sum() const {
    std::int64_t total = 0;
    const auto size = static_cast<std::uint32_t>(intersects.size());
    for (std::uint32_t chosen = 0; chosen < 1u << size; ++chosen) {
      auto ones = static_cast<std::uint32_t>(std::popcount(chosen & values));
      for (std::uint32_t k = 0; k < size; ++k) {
        const std::uint32_t earlier = chosen & ((1u << k) - 1);
        if ((chosen >> k & 1) != 0) {
          ones += static_cast<std::uint32_t>(std::popcount(earlier & intersects[k]));
        }
      }
      total += ones % 2 == 0 ? 1 : -1;
    }
    return total;
  }
};

}  // namespace

Gradual<std::optional<std::vector<SignedOrientation>>> signed_orientations(
    const Graph& graph, const Drawing& drawing, const Table<VertexId, VertexId>& partners,
    Pace& pace) {
  const Homology homology(graph, drawing.rotation);
  const std::vector<EdgeId>& generators = homology.generators();
  const auto size = static_cast<std::uint32_t>(generators.size());
  if (size != 2 * drawing.genus) co_return std::nullopt;
  const Table<EdgeId, char> reversed = reversed_edges(graph, drawing.rotation);
  if (!homology.all_odd(reversed)) co_return std::nullopt;

  // Parallel edges were merged, so that the partners determine the edges.
  Table<EdgeId, char> matched(graph.edges.size());
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    matched[e] = partners[graph.edges[e].from] == graph.edges[e].to ? 1 : 0;
  }

  QuadraticForm form;
  std::vector<Table<EdgeId, char>> cycles;
  std::vector<Table<EdgeId, char>> crossed;
  for (const EdgeId e : generators) {
    if (!pace.tick(4 * std::uint64_t{graph.edges.size()})) co_yield pause;
    cycles.emplace_back(graph.edges.size());
    for (const HalfEdgeId half : homology.cycle(e)) cycles.back()[edge_of(half)] = 1;
    crossed.push_back(homology.crossed(e));
  }
  for (std::uint32_t k = 0; k < size; ++k) {
    const std::vector<HalfEdgeId> walk = homology.cycle(generators[k]);
    // Edges that agree with the walk, matched edges that leave it on one side, and 1.
    std::uint32_t value = 1;
    for (const HalfEdgeId half : walk) {
      value += (number(half) % 2 == 0) == (reversed[edge_of(half)] == 0) ? 1 : 0;
    }
    std::uint32_t meets = 0;
    for (const HalfEdgeId half : homology.beside(walk)) {
      value += matched[edge_of(half)] != 0 ? 1 : 0;
      for (std::uint32_t j = 0; j < size; ++j) {
        if (cycles[j][edge_of(half)] != 0) meets ^= 1u << j;
      }
    }
    form.values |= (value % 2) << k;
    form.intersects.push_back(meets & ~(1u << k));
  }

  std::vector<SignedOrientation> all;
  for (std::uint32_t flips = 0; flips < 1u << size; ++flips) {
    // The sum below takes about four steps for each of its terms.
    if (!pace.tick(std::uint64_t{graph.edges.size()} * (1 + size) + (4ull << size))) {
      co_yield pause;
    }
    SignedOrientation orientation{reversed, false};
    for (std::uint32_t k = 0; k < size; ++k) {
      if ((flips >> k & 1) == 0) continue;
      for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
        orientation.reversed[e] ^= crossed[k][e];
      }
    }
    // The sum over a nondegenerate form is 2^genus times its Arf invariant, as 1 or -1.
    const QuadraticForm flipped{form.values ^ flips, form.intersects};
    const std::int64_t sum = flipped.sum();
    if (!homology.all_odd(orientation.reversed) || std::abs(sum) != std::int64_t{1}
                                                                        << drawing.genus) {
      co_return std::nullopt;
    }
    orientation.negative = sum < 0;
    for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
      if (matched[e] != 0 && orientation.reversed[e] != reversed[e]) {
        orientation.negative = !orientation.negative;
      }
    }
    all.push_back(std::move(orientation));
  }
  co_return all;
}

}  // namespace combien
