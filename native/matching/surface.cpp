#include "matching/surface.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

// What a drawing may cost: edges drawn in planar tests, and half edges traced in redrawing.
constexpr std::uint64_t most_tested = 10'000'000;
constexpr std::uint64_t most_traced = 4'000'000;
constexpr std::uint32_t attempts = 6;
// Redrawing stops after this many rounds without progress.
constexpr std::uint32_t patience = 4;

VertexId tail(const Graph& graph, HalfEdgeId half) {
  const Graph::Edge& edge = graph.edges[edge_of(half)];
  return number(half) % 2 == 0 ? edge.from : edge.to;
}

// The genus of a connected graph is at least this, by Euler's formula: each face has at least as
// many edges as the shortest cycle, which is 4 or more without triangles.
std::uint32_t least_genus(std::uint64_t vertices, std::uint64_t edges, std::uint64_t girth) {
  const std::uint64_t most_faces = std::max<std::uint64_t>(1, 2 * edges / girth);
  const std::uint64_t characteristic = vertices + most_faces;
  return characteristic >= edges + 2 ? 0
                                     : static_cast<std::uint32_t>((edges + 3 - characteristic) / 2);
}

// 3 if there is a triangle, otherwise 4.
std::uint64_t girth_bound(const Graph& graph) {
  Table<VertexId, std::vector<VertexId>> neighbors(graph.vertex_count);
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    neighbors[graph.edges[e].from].push_back(graph.edges[e].to);
    neighbors[graph.edges[e].to].push_back(graph.edges[e].from);
  }
  Table<VertexId, EdgeId> mark(graph.vertex_count, EdgeId{UINT32_MAX});
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    auto [a, b] = graph.edges[e];
    if (neighbors[a].size() > neighbors[b].size()) std::swap(a, b);
    for (const VertexId v : neighbors[a]) mark[v] = e;
    for (const VertexId v : neighbors[b]) {
      if (mark[v] == e) return 3;
    }
  }
  return 4;
}

// The edges in the order in which a breadth-first search from a random vertex completes them.
std::vector<EdgeId> outwards(const Graph& graph, Dice& dice) {
  Table<VertexId, std::vector<HalfEdgeId>> leaving(graph.vertex_count);
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    leaving[graph.edges[e].from].push_back(HalfEdgeId{2 * number(e)});
    leaving[graph.edges[e].to].push_back(HalfEdgeId{2 * number(e) + 1});
  }
  std::vector<EdgeId> order;
  Table<EdgeId, char> seen(graph.edges.size());
  Table<VertexId, char> reached(graph.vertex_count);
  std::vector<VertexId> queue{VertexId{dice.roll(graph.vertex_count)}};
  reached[queue[0]] = 1;
  for (std::size_t k = 0; k < queue.size(); ++k) {
    // A vertex is tied to all earlier ones before it reaches new ones.
    for (const bool back : {true, false}) {
      for (const HalfEdgeId half : leaving[queue[k]]) {
        const VertexId to = tail(graph, twin(half));
        if (seen[edge_of(half)] != 0 || (back && reached[to] == 0)) continue;
        seen[edge_of(half)] = 1;
        order.push_back(edge_of(half));
        if (reached[to] != 0) continue;
        reached[to] = 1;
        queue.push_back(to);
      }
    }
  }
  COMBIEN_ENSURE(order.size() == graph.edges.size());
  return order;
}

// A graph with some of the edges of another, and its planar embedding.
struct Part {
  std::vector<EdgeId> edges;
  Rotation rotation;
};

Gradual<std::optional<Rotation>> embedding_of(const Graph& graph, const std::vector<EdgeId>& edges,
                                              Pace& pace) {
  Graph part;
  part.vertex_count = graph.vertex_count;
  for (const EdgeId e : edges) part.edges.add(graph.edges[e]);
  auto found = embedding(part, pace);
  while (!found.run()) co_yield pause;
  co_return found.take();
}

// As many edges as are planar together, greedily in this order; moves the others to `left`.  Runs of
// edges are tried at once, of lengths that double after a success and are halved after a failure.
Gradual<std::optional<Part>> planar_part(const Graph& graph, const std::vector<EdgeId>& order,
                                         std::vector<EdgeId>& left, std::uint64_t& tested,
                                         Pace& pace) {
  Part part;
  std::size_t done = 0;
  std::size_t run = order.size();
  while (done < order.size()) {
    run = std::min(run, order.size() - done);
    const std::size_t kept = part.edges.size();
    for (std::size_t k = done; k < done + run; ++k) part.edges.push_back(order[k]);
    tested += part.edges.size();
    if (tested > most_tested) co_return std::nullopt;
    auto test = embedding_of(graph, part.edges, pace);
    while (!test.run()) co_yield pause;
    auto rotation = test.take();
    if (rotation) {
      part.rotation = std::move(*rotation);
      done += run;
      run *= 2;
      continue;
    }
    part.edges.resize(kept);
    if (run == 1) {
      left.push_back(order[done++]);
    } else {
      run /= 2;
    }
  }
  co_return part;
}

// A drawing in progress, in which edges are drawn and erased.
class Sketch {
 public:
  explicit Sketch(const Graph& graph)
      : graph_(graph),
        next_(2 * std::size_t{graph.edges.size()}, no_half),
        previous_(next_.size(), no_half),
        face_(next_.size()),
        any_(graph.vertex_count, no_half) {}

  void begin(const Part& part) {
    const auto outer = [&](HalfEdgeId inner) {
      return HalfEdgeId{2 * number(part.edges[number(edge_of(inner))]) + number(inner) % 2};
    };
    for (HalfEdgeId h{0}; h != part.rotation.next_id(); h = after(h)) {
      const HalfEdgeId half = outer(h), next = outer(part.rotation[h]);
      next_[half] = next;
      previous_[next] = half;
      any_[tail(graph_, half)] = half;
    }
    const Faces all = faces(part.rotation);
    for (HalfEdgeId h{0}; h != part.rotation.next_id(); h = after(h)) {
      face_[outer(h)] = all.along[h];
    }
    face_count_ = named_ = all.count;
  }

  std::uint32_t face_count() const { return face_count_; }
  std::uint64_t traced() const { return traced_; }
  // The half edges traced since the last call.
  std::uint64_t fresh_traced() { return traced_ - std::exchange(traced_before_, traced_); }
  const Rotation& rotation() const { return next_; }

  // Draws an edge inside a face if its ends share one, otherwise along a new handle.  Of several
  // ways, a random one with the highest score is taken, where ways to join two faces are scored.
  template <class Score>
  void draw(EdgeId e, Dice& dice, Score score) {
    const HalfEdgeId out{2 * number(e)};
    HalfEdgeId best_a = no_half, best_b = no_half;
    std::int64_t best = -1;
    std::uint32_t ties = 0;
    around(graph_.edges[e].from, [&](HalfEdgeId a) {
      around(graph_.edges[e].to, [&](HalfEdgeId b) {
        const std::uint32_t f = face_[next_[a]], g = face_[next_[b]];
        const std::int64_t value = f == g ? INT64_MAX : score(f, g);
        if (value < best) return;
        ties = value == best ? ties + 1 : 1;
        if (value == best && dice.roll(ties) != 0) return;
        best = value;
        best_a = a;
        best_b = b;
      });
    });
    const std::uint32_t touched = face_[next_[best_a]] == face_[next_[best_b]] ? 1 : 2;
    link(out, best_a);
    link(twin(out), best_b);
    count_faces(touched, out, twin(out));
  }

  // Whether the edge has the same face on both sides, or can be erased without leaving a bare end.
  bool erasable(EdgeId e) const {
    const HalfEdgeId out{2 * number(e)};
    return next_[out] != out && next_[twin(out)] != twin(out);
  }

  void erase(EdgeId e) {
    const HalfEdgeId out{2 * number(e)};
    const std::uint32_t touched = face_[out] == face_[twin(out)] ? 1 : 2;
    const HalfEdgeId a = next_[out], b = next_[twin(out)];
    unlink(out);
    unlink(twin(out));
    count_faces(touched, a, b);
  }

  bool drawn(EdgeId e) const { return next_[HalfEdgeId{2 * number(e)}] != no_half; }

  // The faces at a vertex, with repetitions.
  template <class Visit>
  void faces_at(VertexId v, Visit visit) const {
    around(v, [&](HalfEdgeId half) { visit(face_[half]); });
  }

 private:
  template <class Visit>
  void around(VertexId v, Visit visit) const {
    HalfEdgeId half = any_[v];
    do {
      visit(half);
      half = next_[half];
    } while (half != any_[v]);
  }

  void link(HalfEdgeId half, HalfEdgeId at) {
    previous_[half] = at;
    next_[half] = next_[at];
    previous_[next_[half]] = half;
    next_[at] = half;
  }

  void unlink(HalfEdgeId half) {
    const VertexId v = tail(graph_, half);
    if (any_[v] == half) any_[v] = next_[half];
    next_[previous_[half]] = next_[half];
    previous_[next_[half]] = previous_[half];
    next_[half] = previous_[half] = no_half;
  }

  // Replaces this many faces by those along two half edges.
  void count_faces(std::uint32_t touched, HalfEdgeId one, HalfEdgeId other) {
    face_count_ -= touched;
    trace(one);
    if (face_[other] != named_) trace(other);
  }

  void trace(HalfEdgeId start) {
    ++named_;
    ++face_count_;
    HalfEdgeId half = start;
    do {
      face_[half] = named_;
      ++traced_;
      half = next_[twin(half)];
    } while (half != start);
  }

  const Graph& graph_;
  Rotation next_;
  Rotation previous_;
  Table<HalfEdgeId, std::uint32_t> face_;  // Names of faces; each new face has a new name.
  Table<VertexId, HalfEdgeId> any_;
  std::uint32_t face_count_ = 0;
  std::uint32_t named_ = 0;
  std::uint64_t traced_ = 0;
  std::uint64_t traced_before_ = 0;
};

// Draws the edges that the planar part leaves out.  A handle joins the two faces between which most
// of them lie.
Gradual<bool> draw_rest(const Graph& graph, Sketch& sketch, const std::vector<EdgeId>& left,
                        Dice& dice, Pace& pace) {
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (!pace.tick(sketch.fresh_traced() + 16 * left.size())) co_yield pause;
    sketch.draw(left[k], dice, [&](std::uint32_t f, std::uint32_t g) {
      std::int64_t between = 0;
      for (std::size_t later = k + 1; later < left.size(); ++later) {
        int sides = 0;
        const Graph::Edge& edge = graph.edges[left[later]];
        sketch.faces_at(edge.from, [&](std::uint32_t face) {
          sides |= face == f ? 1 : face == g ? 2 : 0;
        });
        sketch.faces_at(edge.to, [&](std::uint32_t face) {
          sides |= face == f ? 4 : face == g ? 8 : 0;
        });
        if ((sides & 9) == 9 || (sides & 6) == 6) ++between;
      }
      return between;
    });
  }
  co_return true;
}

// Erases and redraws edges in random order, which never makes fewer faces.
Gradual<bool> redraw(const Graph& graph, Sketch& sketch, std::uint32_t most_faces, Dice& dice,
                     Pace& pace) {
  std::vector<EdgeId> order;
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) order.push_back(e);
  for (std::uint32_t round = 0; round < patience; ++round) {
    const std::uint32_t before = sketch.face_count();
    for (std::size_t k = order.size(); k > 1; --k) {
      std::swap(order[k - 1], order[dice.roll(static_cast<std::uint32_t>(k))]);
    }
    for (const EdgeId e : order) {
      if (sketch.face_count() >= most_faces || sketch.traced() > most_traced) co_return true;
      if (!pace.tick(8 + sketch.fresh_traced())) co_yield pause;
      if (!sketch.erasable(e)) continue;
      sketch.erase(e);
      sketch.draw(e, dice, [](std::uint32_t, std::uint32_t) { return 0; });
    }
    if (sketch.face_count() > before) round = 0;
  }
  co_return true;
}

}  // namespace

Gradual<std::optional<Drawing>> drawing(const Graph& graph, std::uint32_t most_genus, Pace& pace,
                                        bool& planar) {
  COMBIEN_REQUIRE(graph.edges.size() > 0);
  auto in_plane = embedding(graph, pace);
  while (!in_plane.run()) co_yield pause;
  if (auto rotation = in_plane.take()) co_return Drawing{std::move(*rotation), 0};
  const std::uint64_t vertices = graph.vertex_count, edges = graph.edges.size();
  const std::uint32_t least = std::max(1u, least_genus(vertices, edges, girth_bound(graph)));
  planar = false;
  if (least > most_genus) co_return std::nullopt;
  co_yield pause;
  const auto genus_of = [&](std::uint32_t face_count) {
    return static_cast<std::uint32_t>((edges + 2 - vertices - face_count) / 2);
  };
  const auto most_faces = static_cast<std::uint32_t>(edges + 2 - vertices - 2 * least);
  Dice dice(0);
  std::optional<Drawing> best;
  std::uint64_t tested = 0;
  for (std::uint32_t attempt = 0; attempt < attempts; ++attempt) {
    std::vector<EdgeId> left;
    const std::vector<EdgeId> order = outwards(graph, dice);
    auto finding = planar_part(graph, order, left, tested, pace);
    while (!finding.run()) co_yield pause;
    const auto part = finding.take();
    if (!part) break;
    Sketch sketch(graph);
    sketch.begin(*part);
    auto rest = draw_rest(graph, sketch, left, dice, pace);
    while (!rest.run()) co_yield pause;
    auto redrawing = redraw(graph, sketch, most_faces, dice, pace);
    while (!redrawing.run()) co_yield pause;
    const std::uint32_t genus = genus_of(sketch.face_count());
    if (!best || genus < best->genus) best = Drawing{sketch.rotation(), genus};
    // Far from few handles, more attempts are in vain.
    if (genus <= least || genus > 3 * most_genus) break;
  }
  co_return best && best->genus <= most_genus ? best : std::nullopt;
}

}  // namespace combien
