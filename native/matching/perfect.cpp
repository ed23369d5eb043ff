#include "matching/perfect.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr VertexId none{UINT32_MAX};

// The neighbors of each vertex, in one array.
class Neighbors {
 public:
  explicit Neighbors(const Graph& graph) : starts_(std::size_t{graph.vertex_count} + 1) {
    for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
      ++starts_[number(graph.edges[e].from) + 1];
      ++starts_[number(graph.edges[e].to) + 1];
    }
    for (std::size_t v = 1; v < starts_.size(); ++v) starts_[v] += starts_[v - 1];
    all_.resize(starts_.back());
    std::vector<std::uint32_t> ends(starts_.begin(), starts_.end() - 1);
    for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
      const Graph::Edge& edge = graph.edges[e];
      all_[ends[number(edge.from)]++] = edge.to;
      all_[ends[number(edge.to)]++] = edge.from;
    }
  }

  std::span<const VertexId> of(VertexId v) const {
    return {all_.data() + starts_[number(v)], starts_[number(v) + 1] - starts_[number(v)]};
  }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<VertexId> all_;
};

class Blossoms {
 public:
  explicit Blossoms(const Graph& graph)
      : neighbors_(graph),
        partner_(graph.vertex_count, none),
        parent_(graph.vertex_count, none),
        base_(graph.vertex_count),
        outer_(graph.vertex_count),
        stamp_(graph.vertex_count) {
    for (VertexId v{0}; v != base_.next_id(); v = after(v)) base_[v] = v;
  }

  Gradual<std::optional<Table<VertexId, VertexId>>> run(Pace& pace) {
    begin_greedily();
    for (VertexId root{0}; root != partner_.next_id(); root = after(root)) {
      if (partner_[root] == none && !augment(root)) co_return std::nullopt;
      if (!pace.tick(4 * touched_.size())) co_yield pause;
      touched_.clear();
    }
    co_return partner_;
  }

 private:
  // Vertices with one free neighbor first, whose partner is forced (Karp and Sipser, 1981).
  void begin_greedily() {
    Table<VertexId, std::uint32_t> free(partner_.size());
    std::vector<VertexId> forced;
    for (VertexId v{0}; v != partner_.next_id(); v = after(v)) {
      free[v] = static_cast<std::uint32_t>(neighbors_.of(v).size());
      if (free[v] == 1) forced.push_back(v);
    }
    const auto join = [&](VertexId a) {
      if (partner_[a] != none) return;
      VertexId best = none;
      for (const VertexId b : neighbors_.of(a)) {
        if (partner_[b] == none && (best == none || free[b] < free[best])) best = b;
      }
      if (best == none) return;
      partner_[a] = best;
      partner_[best] = a;
      for (const VertexId end : {a, best}) {
        for (const VertexId b : neighbors_.of(end)) {
          if (--free[b] == 1 && partner_[b] == none) forced.push_back(b);
        }
      }
    };
    for (VertexId v{0}; v != partner_.next_id(); v = after(v)) {
      while (!forced.empty()) {
        const VertexId next = forced.back();
        forced.pop_back();
        join(next);
      }
      join(v);
    }
  }

  // The outer vertex that stands for the blossom of a vertex.
  VertexId base(VertexId v) {
    while (base_[v] != v) v = base_[v] = base_[base_[v]];
    return v;
  }

  // Grows an alternating tree from an unmatched vertex until it reaches another one.
  bool augment(VertexId root) {
    touched_.assign(1, root);
    queue_.assign(1, root);
    outer_[root] = 1;
    bool found = false;
    for (std::size_t k = 0; k < queue_.size() && !found; ++k) {
      const VertexId v = queue_[k];
      for (const VertexId w : neighbors_.of(v)) {
        if (partner_[v] == w || base(v) == base(w)) continue;
        if (outer_[w] != 0) {
          contract(v, w);
          continue;
        }
        if (parent_[w] != none) continue;
        parent_[w] = v;
        touched_.push_back(w);
        const VertexId next = partner_[w];
        if (next == none) {
          flip(w);
          found = true;
          break;
        }
        outer_[next] = 1;
        touched_.push_back(next);
        queue_.push_back(next);
      }
    }
    for (const VertexId v : touched_) {
      parent_[v] = none;
      base_[v] = v;
      outer_[v] = 0;
    }
    return found;
  }

  void flip(VertexId v) {
    while (v != none) {
      const VertexId above = parent_[v];
      const VertexId next = partner_[above];
      partner_[v] = above;
      partner_[above] = v;
      v = next;
    }
  }

  // Two outer vertices are joined: the odd cycle through them becomes one outer vertex.
  void contract(VertexId v, VertexId w) {
    const VertexId top = meeting(v, w);
    shrink(v, w, top);
    shrink(w, v, top);
  }

  void shrink(VertexId v, VertexId below, VertexId top) {
    while (base(v) != top) {
      parent_[v] = below;
      below = partner_[v];
      if (outer_[below] == 0) {
        outer_[below] = 1;
        queue_.push_back(below);
      }
      // The base of an older blossom is reached later on this way.
      if (base_[v] == v) base_[v] = top;
      if (base_[below] == below) base_[below] = top;
      v = parent_[below];
    }
  }

  // The first blossom that is on both ways to the root.
  VertexId meeting(VertexId v, VertexId w) {
    ++now_;
    for (;; std::swap(v, w)) {
      if (v == none) continue;
      v = base(v);
      if (stamp_[v] == now_) return v;
      stamp_[v] = now_;
      v = partner_[v] == none ? none : parent_[partner_[v]];
    }
  }

  Neighbors neighbors_;
  Table<VertexId, VertexId> partner_;
  Table<VertexId, VertexId> parent_;  // Of an inner vertex, or of a vertex in a blossom.
  Table<VertexId, VertexId> base_;
  Table<VertexId, char> outer_;
  Table<VertexId, std::uint64_t> stamp_;
  std::uint64_t now_ = 0;
  std::vector<VertexId> touched_;
  std::vector<VertexId> queue_;
};

// 0 or 1 for the vertices of the bipartite components, 2 for all others.
Table<VertexId, char> two_colors(const Graph& graph, const Neighbors& neighbors) {
  constexpr char unknown = 3;
  Table<VertexId, char> color(graph.vertex_count, unknown);
  std::vector<VertexId> queue;
  for (VertexId root{0}; root != color.next_id(); root = after(root)) {
    if (color[root] != unknown) continue;
    color[root] = 0;
    queue.assign(1, root);
    bool bipartite = true;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      for (const VertexId next : neighbors.of(queue[k])) {
        if (color[next] == unknown) {
          color[next] = static_cast<char>(1 - color[queue[k]]);
          queue.push_back(next);
        } else if (color[next] == color[queue[k]]) {
          bipartite = false;
        }
      }
    }
    if (bipartite) continue;
    for (const VertexId v : queue) color[v] = 2;
  }
  return color;
}

// The strongly connected components of the vertices of color 0, of which each leads to those whose
// partners are its neighbors (Tarjan, 1972).
class StrongComponents {
 public:
  StrongComponents(const Neighbors& neighbors, const Table<VertexId, VertexId>& partners,
                   const Table<VertexId, char>& color)
      : component(partners.size(), none),
        neighbors_(neighbors),
        partners_(partners),
        low_(partners.size()) {
    for (VertexId v{0}; v != partners.next_id(); v = after(v)) {
      if (color[v] == 0 && low_[v] == 0) search(v);
    }
  }

  Table<VertexId, VertexId> component;

 private:
  struct Frame {
    VertexId vertex;
    std::uint32_t index;
    std::size_t next = 0;
  };

  void search(VertexId root) {
    enter(root);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      const VertexId v = frame.vertex;
      const auto all = neighbors_.of(v);
      if (frame.next < all.size()) {
        const VertexId to = partners_[all[frame.next++]];
        if (low_[to] == 0) {
          enter(to);
        } else if (component[to] == none) {
          low_[v] = std::min(low_[v], low_[to]);
        }
        continue;
      }
      if (low_[v] == frame.index) {
        VertexId member;
        do {
          member = open_.back();
          open_.pop_back();
          component[member] = v;
        } while (member != v);
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().vertex] = std::min(low_[path_.back().vertex], low_[v]);
    }
  }

  void enter(VertexId v) {
    low_[v] = ++count_;
    path_.push_back({v, count_});
    open_.push_back(v);
  }

  const Neighbors& neighbors_;
  const Table<VertexId, VertexId>& partners_;
  Table<VertexId, std::uint32_t> low_;
  std::uint32_t count_ = 0;
  std::vector<Frame> path_;
  std::vector<VertexId> open_;
};

}  // namespace

Gradual<std::optional<Table<VertexId, VertexId>>> perfect_matching(const Graph& graph, Pace& pace) {
  if (graph.vertex_count % 2 != 0) co_return std::nullopt;
  Blossoms search(graph);
  auto found = search.run(pace);
  while (!found.run()) co_yield pause;
  co_return found.take();
}

Table<EdgeId, char> allowed_edges(const Graph& graph, const Table<VertexId, VertexId>& partners) {
  COMBIEN_REQUIRE(partners.size() == graph.vertex_count);
  const Neighbors neighbors(graph);
  const Table<VertexId, char> color = two_colors(graph, neighbors);
  const StrongComponents strong(neighbors, partners, color);
  Table<EdgeId, char> allowed(graph.edges.size(), 1);
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    auto [a, b] = graph.edges[e];
    if (color[a] == 2) continue;
    if (color[a] == 1) std::swap(a, b);
    allowed[e] = strong.component[a] == strong.component[partners[b]] ? 1 : 0;
  }
  return allowed;
}

}  // namespace combien
