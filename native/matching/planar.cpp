#include "matching/planar.hpp"

#include <algorithm>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr EdgeId no_edge{UINT32_MAX};
constexpr std::uint32_t unreached = UINT32_MAX;

// Back edges that lie on one side, from the one that returns highest to the lowest; `ref` of each
// names the next.
struct Interval {
  EdgeId low = no_edge;
  EdgeId high = no_edge;

  bool empty() const { return high == no_edge; }
};

// Two intervals that must lie on opposite sides.
struct ConflictPair {
  Interval left;
  Interval right;
};

class LeftRight {
 public:
  LeftRight(const Graph& graph, Pace& pace)
      : graph_(graph),
        pace_(pace),
        height_(graph.vertex_count, unreached),
        parent_(graph.vertex_count, no_edge),
        place_(graph.vertex_count),
        arcs_(graph.edges.size()) {}

  Gradual<std::optional<Rotation>> run() {
    auto orienting = orient();
    while (!orienting.run()) co_yield pause;
    sort_by_nesting();
    if (!pace_.tick(arcs_.size())) co_yield pause;
    auto testing = test();
    while (!testing.run()) co_yield pause;
    if (!testing.take()) co_return std::nullopt;
    for (EdgeId e{0}; e != arcs_.next_id(); e = after(e)) {
      if (side_of(e) < 0) arcs_[e].nesting = -arcs_[e].nesting;
    }
    sort_by_nesting();
    if (!pace_.tick(arcs_.size())) co_yield pause;
    auto embedded = embed();
    while (!embedded.run()) co_yield pause;
    co_return embedded.take();
  }

 private:
  // An edge in the direction in which the search went along it.
  struct Arc {
    VertexId from{};
    VertexId to{};
    bool seen = false;
    bool backwards = false;      // It goes from the `to` of its edge.
    std::uint32_t low = 0;       // The lowest height that back edges from below it return to,
    std::uint32_t next_low = 0;  // and the next lowest.
    std::int64_t nesting = 0;    // What returns lower is drawn further out.
    EdgeId ref = no_edge;        // Its side is relative to this one's side.
    int side = 1;
    EdgeId low_arc = no_edge;  // A back edge that returns to `low`.
    std::size_t stack_bottom = 0;
  };

  // Phase 1: a depth-first search gives each edge its direction, its low points and its nesting.
  Gradual<bool> orient() {
    std::vector<std::uint32_t> starts = degrees();
    std::vector<HalfEdgeId> halves(2 * std::size_t{graph_.edges.size()});
    std::vector<std::uint32_t> ends(starts.begin(), starts.end() - 1);
    for (EdgeId e{0}; e != graph_.edges.next_id(); e = after(e)) {
      halves[ends[number(graph_.edges[e].from)]++] = HalfEdgeId{2 * number(e)};
      halves[ends[number(graph_.edges[e].to)]++] = HalfEdgeId{2 * number(e) + 1};
    }
    std::vector<VertexId> path;
    for (VertexId root{0}; root != height_.next_id(); root = after(root)) {
      if (height_[root] != unreached) continue;
      roots_.push_back(root);
      height_[root] = 0;
      path.push_back(root);
      while (!path.empty()) {
        if (!pace_.tick()) co_yield pause;
        const VertexId v = path.back();
        if (starts[number(v)] == ends[number(v)]) {
          path.pop_back();
          if (parent_[v] != no_edge) finish(parent_[v]);
          continue;
        }
        const HalfEdgeId half = halves[starts[number(v)]++];
        const EdgeId e = edge_of(half);
        Arc& arc = arcs_[e];
        if (arc.seen) continue;
        arc.seen = true;
        arc.backwards = number(half) % 2 != 0;
        arc.from = v;
        arc.to = arc.backwards ? graph_.edges[e].from : graph_.edges[e].to;
        arc.low = arc.next_low = height_[v];
        if (height_[arc.to] == unreached) {
          parent_[arc.to] = e;
          height_[arc.to] = height_[v] + 1;
          path.push_back(arc.to);
        } else {
          arc.low = height_[arc.to];
          finish(e);
        }
      }
    }
    co_return true;
  }

  // Where the edges of each vertex begin in an array of all half edges.
  std::vector<std::uint32_t> degrees() const {
    std::vector<std::uint32_t> starts(std::size_t{graph_.vertex_count} + 1);
    for (EdgeId e{0}; e != graph_.edges.next_id(); e = after(e)) {
      ++starts[number(graph_.edges[e].from) + 1];
      ++starts[number(graph_.edges[e].to) + 1];
    }
    for (std::size_t v = 1; v < starts.size(); ++v) starts[v] += starts[v - 1];
    return starts;
  }

  // Everything below this arc is known: sets its nesting, and updates the arc above it.
  void finish(EdgeId e) {
    Arc& arc = arcs_[e];
    arc.nesting = 2 * std::int64_t{arc.low} + (arc.next_low < height_[arc.from] ? 1 : 0);
    const EdgeId above = parent_[arc.from];
    if (above == no_edge) return;
    Arc& up = arcs_[above];
    if (arc.low < up.low) {
      up.next_low = std::min(up.low, arc.next_low);
      up.low = arc.low;
    } else {
      up.next_low = std::min(up.next_low, arc.low > up.low ? arc.low : arc.next_low);
    }
  }

  // The arcs of each vertex by nesting; ties keep their order.
  void sort_by_nesting() {
    // Counting sort, for linear time.
    const std::int64_t offset = 2 * std::int64_t{graph_.vertex_count} + 1;
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(2 * offset) + 2);
    const auto key = [&](EdgeId e) { return static_cast<std::size_t>(arcs_[e].nesting + offset); };
    for (EdgeId e{0}; e != arcs_.next_id(); e = after(e)) ++counts[key(e) + 1];
    for (std::size_t k = 1; k < counts.size(); ++k) counts[k] += counts[k - 1];
    std::vector<EdgeId> sorted(arcs_.size());
    for (EdgeId e{0}; e != arcs_.next_id(); e = after(e)) sorted[counts[key(e)]++] = e;

    first_.assign(std::size_t{graph_.vertex_count} + 1, 0);
    for (const EdgeId e : sorted) ++first_[number(arcs_[e].from) + 1];
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    std::vector<std::uint32_t> ends(first_.begin(), first_.end() - 1);
    leaving_.resize(sorted.size());
    for (const EdgeId e : sorted) leaving_[ends[number(arcs_[e].from)]++] = e;
    for (VertexId v{0}; v != place_.next_id(); v = after(v)) place_[v] = first_[number(v)];
  }

  bool is_tree(EdgeId e) const { return parent_[arcs_[e].to] == e; }

  // Phase 2: the search again, in the order of nesting, with a stack of conflicts.
  Gradual<bool> test() {
    std::vector<VertexId> path;
    for (const VertexId root : roots_) {
      path.push_back(root);
      while (!path.empty()) {
        if (!pace_.tick(2)) co_yield pause;
        const VertexId v = path.back();
        if (place_[v] == first_[number(v) + 1]) {
          path.pop_back();
          const EdgeId above = parent_[v];
          if (above == no_edge) continue;
          leave(above);
          if (!integrate(above)) co_return false;
          continue;
        }
        const EdgeId e = leaving_[place_[v]];
        Arc& arc = arcs_[e];
        arc.stack_bottom = conflicts_.size();
        if (is_tree(e)) {
          path.push_back(arc.to);
          continue;
        }
        arc.low_arc = e;
        conflicts_.push_back({{}, {e, e}});
        if (!integrate(e)) co_return false;
      }
    }
    co_return true;
  }

  // Merges the return edges of an arc with the return edges of the arcs before it.
  bool integrate(EdgeId e) {
    const Arc& arc = arcs_[e];
    const bool first = place_[arc.from]++ == first_[number(arc.from)];
    if (arc.low >= height_[arc.from]) return true;
    const EdgeId above = parent_[arc.from];
    if (!first) return constrain(e, above);
    arcs_[above].low_arc = arc.low_arc;
    return true;
  }

  bool conflicts_with(const Interval& interval, EdgeId e) const {
    return !interval.empty() && arcs_[interval.high].low > arcs_[e].low;
  }

  ConflictPair pop() {
    const ConflictPair pair = conflicts_.back();
    conflicts_.pop_back();
    return pair;
  }

  bool constrain(EdgeId e, EdgeId above) {
    ConflictPair merged;
    // All return edges of this arc go to the right.
    do {
      ConflictPair pair = pop();
      if (!pair.left.empty()) std::swap(pair.left, pair.right);
      if (!pair.left.empty()) return false;
      if (arcs_[pair.right.low].low > arcs_[above].low) {
        if (merged.right.empty()) {
          merged.right.high = pair.right.high;
        } else {
          arcs_[merged.right.low].ref = pair.right.high;
        }
        merged.right.low = pair.right.low;
      } else {
        arcs_[pair.right.low].ref = arcs_[above].low_arc;
      }
    } while (conflicts_.size() != arcs_[e].stack_bottom);
    // Higher return edges of earlier arcs go to the left.
    while (!conflicts_.empty() && (conflicts_with(conflicts_.back().left, e) ||
                                   conflicts_with(conflicts_.back().right, e))) {
      ConflictPair pair = pop();
      if (conflicts_with(pair.right, e)) std::swap(pair.left, pair.right);
      if (conflicts_with(pair.right, e)) return false;
      if (merged.right.low != no_edge) arcs_[merged.right.low].ref = pair.right.high;
      if (pair.right.low != no_edge) merged.right.low = pair.right.low;
      if (merged.left.empty()) {
        merged.left.high = pair.left.high;
      } else {
        arcs_[merged.left.low].ref = pair.left.high;
      }
      merged.left.low = pair.left.low;
    }
    if (!merged.left.empty() || !merged.right.empty()) conflicts_.push_back(merged);
    return true;
  }

  std::uint32_t lowest(const ConflictPair& pair) const {
    if (pair.left.empty()) return arcs_[pair.right.low].low;
    if (pair.right.empty()) return arcs_[pair.left.low].low;
    return std::min(arcs_[pair.left.low].low, arcs_[pair.right.low].low);
  }

  // Removes the back edges that end at the upper end of this arc from the stack.
  void leave(EdgeId e) {
    const VertexId upper = arcs_[e].from;
    while (!conflicts_.empty() && lowest(conflicts_.back()) == height_[upper]) {
      const ConflictPair pair = pop();
      if (pair.left.low != no_edge) arcs_[pair.left.low].side = -1;
    }
    if (!conflicts_.empty()) {
      ConflictPair& pair = conflicts_.back();
      trim(pair.left, pair.right, upper);
      trim(pair.right, pair.left, upper);
    }
    if (arcs_[e].low >= height_[upper]) return;
    const EdgeId left = conflicts_.back().left.high;
    const EdgeId right = conflicts_.back().right.high;
    const bool lefter = left != no_edge && (right == no_edge || arcs_[left].low > arcs_[right].low);
    arcs_[e].ref = lefter ? left : right;
  }

  void trim(Interval& interval, const Interval& other, VertexId upper) {
    while (interval.high != no_edge && arcs_[interval.high].to == upper) {
      interval.high = arcs_[interval.high].ref;
    }
    if (interval.high != no_edge || interval.low == no_edge) return;
    arcs_[interval.low].ref = other.low;
    arcs_[interval.low].side = -1;
    interval.low = no_edge;
  }

  // The side of an arc, resolved along the chain of references.
  int side_of(EdgeId e) {
    chain_.clear();
    for (; arcs_[e].ref != no_edge; e = arcs_[e].ref) chain_.push_back(e);
    int side = arcs_[e].side;
    for (auto link = chain_.rbegin(); link != chain_.rend(); ++link) {
      arcs_[*link].ref = no_edge;
      side = arcs_[*link].side *= side;
    }
    return side;
  }

  HalfEdgeId leaving_half(EdgeId e) const {
    return HalfEdgeId{2 * number(e) + (arcs_[e].backwards ? 1u : 0u)};
  }

  // Phase 3: the order around each vertex, now that all sides are known.
  Gradual<Rotation> embed() {
    const std::uint32_t half_count = 2 * graph_.edges.size();
    Rotation next(half_count, HalfEdgeId{0});
    Rotation previous(half_count, HalfEdgeId{0});
    const auto insert_after = [&](HalfEdgeId at, HalfEdgeId half) {
      previous[half] = at;
      next[half] = next[at];
      previous[next[half]] = half;
      next[at] = half;
    };
    // Back edges arrive at a vertex beside the arc that the search is in: outermost last.
    Table<VertexId, HalfEdgeId> left_ref(graph_.vertex_count);
    Table<VertexId, HalfEdgeId> right_ref(graph_.vertex_count);
    for (VertexId v{0}; v != place_.next_id(); v = after(v)) {
      for (std::uint32_t k = first_[number(v)]; k < first_[number(v) + 1]; ++k) {
        const HalfEdgeId half = leaving_half(leaving_[k]);
        if (k == first_[number(v)]) {
          next[half] = previous[half] = half;
        } else {
          insert_after(leaving_half(leaving_[k - 1]), half);
        }
      }
    }
    std::vector<VertexId> path;
    for (const VertexId root : roots_) {
      path.push_back(root);
      while (!path.empty()) {
        if (!pace_.tick()) co_yield pause;
        const VertexId v = path.back();
        if (place_[v] == first_[number(v) + 1]) {
          path.pop_back();
          continue;
        }
        const EdgeId e = leaving_[place_[v]++];
        const HalfEdgeId half = leaving_half(e);
        const HalfEdgeId back = twin(half);
        const VertexId to = arcs_[e].to;
        if (is_tree(e)) {
          left_ref[v] = right_ref[v] = half;
          // The way back comes before all outgoing arcs.
          if (first_[number(to)] == first_[number(to) + 1]) {
            next[back] = previous[back] = back;
          } else {
            insert_after(previous[leaving_half(leaving_[first_[number(to)]])], back);
          }
          path.push_back(to);
        } else if (arcs_[e].side > 0) {
          insert_after(right_ref[to], back);
        } else {
          insert_after(previous[left_ref[to]], back);
          left_ref[to] = back;
        }
      }
    }
    co_return next;
  }

  const Graph& graph_;
  Pace& pace_;
  Table<VertexId, std::uint32_t> height_;
  Table<VertexId, EdgeId> parent_;        // The tree arc that enters each vertex.
  Table<VertexId, std::uint32_t> place_;  // Which of leaving_ comes next.
  Table<EdgeId, Arc> arcs_;
  std::vector<VertexId> roots_;
  std::vector<std::uint32_t> first_;  // Where the arcs of each vertex begin in leaving_.
  std::vector<EdgeId> leaving_;
  std::vector<ConflictPair> conflicts_;
  std::vector<EdgeId> chain_;
};

}  // namespace

Gradual<std::optional<Rotation>> embedding(const Graph& graph, Pace& pace) {
  COMBIEN_REQUIRE(graph.edges.size() < std::uint32_t{1} << 31);
  // By Euler's formula, a graph with more edges than this is not planar.
  const std::uint64_t vertices = graph.vertex_count;
  if (vertices >= 3 && graph.edges.size() > 3 * vertices - 6) co_return std::nullopt;
  LeftRight search(graph, pace);
  auto found = search.run();
  while (!found.run()) co_yield pause;
  co_return found.take();
}

Faces faces(const Rotation& rotation) {
  constexpr std::uint32_t unnumbered = UINT32_MAX;
  Faces found{0, Table<HalfEdgeId, std::uint32_t>(rotation.size(), unnumbered)};
  for (HalfEdgeId start{0}; start != rotation.next_id(); start = after(start)) {
    if (found.along[start] != unnumbered) continue;
    HalfEdgeId half = start;
    do {
      COMBIEN_REQUIRE(found.along[half] == unnumbered);
      found.along[half] = found.count;
      half = rotation[twin(half)];
    } while (half != start);
    ++found.count;
  }
  return found;
}

}  // namespace combien
