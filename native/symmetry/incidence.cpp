#include "symmetry/incidence.hpp"

#include <algorithm>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr std::uint64_t option_kind = ~std::uint64_t{0};
constexpr std::uint64_t tint_kind = option_kind - 1;

std::uint64_t kind_of(const ItemKind& kind) {
  if (!kind.primary) return 0;
  return (static_cast<std::uint64_t>(kind.low) << 32 | static_cast<std::uint64_t>(kind.high)) + 1;
}

struct Tint {
  ItemId item;
  Color color;

  friend auto operator<=>(const Tint&, const Tint&) = default;
};

// Whether the neighbors of a vertex map exactly to the neighbors of its image.
// ensure: the marks are as they were
bool goes_over(const Incidence& from, const Incidence& to, const Table<Vertex, Vertex>& images,
               Vertex vertex, Table<Vertex, char>& marks) {
  const Vertex image = images[vertex];
  const auto before = from.of(vertex), behind = to.of(image);
  if (from.kinds[vertex] != to.kinds[image] || before.size() != behind.size()) return false;
  for (const Vertex w : behind) marks[w] = 1;
  const bool all =
      std::all_of(before.begin(), before.end(), [&](Vertex w) { return marks[images[w]] != 0; });
  for (const Vertex w : behind) marks[w] = 0;
  return all;
}

[[maybe_unused]] bool is_permutation(const Table<Vertex, Vertex>& images, std::uint32_t size) {
  Table<Vertex, char> taken(size);
  for (Vertex v{0}; number(v) < size; v = after(v)) {
    if (number(images[v]) >= size || taken[images[v]] != 0) return false;
    taken[images[v]] = 1;
  }
  return true;
}

[[maybe_unused]] bool moves_only(const Table<Vertex, Vertex>& images,
                                 std::span<const Vertex> moved) {
  Table<Vertex, char> may_move(images.size());
  for (const Vertex v : moved) may_move[v] = 1;
  for (Vertex v{0}; number(v) < images.size(); v = after(v)) {
    if (images[v] != v && may_move[v] == 0) return false;
  }
  return true;
}

}  // namespace

Incidence incidence(const Problem& problem) {
  const std::uint32_t items = problem.item_count(), options = problem.option_count();
  std::vector<Tint> tints;
  if (problem.has_colors()) {
    for (OptionId option{0}; number(option) < options; option = after(option)) {
      const auto held = problem.items(option);
      const auto colors = problem.colors(option);
      for (std::size_t k = 0; k < held.size(); ++k) {
        if (colors[k] != no_color) tints.push_back({held[k], colors[k]});
      }
    }
    std::sort(tints.begin(), tints.end());
    tints.erase(std::unique(tints.begin(), tints.end()), tints.end());
  }
  Incidence graph;
  graph.first_option = items + static_cast<std::uint32_t>(tints.size());
  std::vector<std::pair<Vertex, Vertex>> edges;
  edges.reserve(problem.entry_count() + tints.size());
  for (std::uint32_t k = 0; k < tints.size(); ++k) {
    edges.emplace_back(Vertex{number(tints[k].item)}, Vertex{items + k});
  }
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    const auto held = problem.items(option);
    for (std::size_t k = 0; k < held.size(); ++k) {
      std::uint32_t holder = number(held[k]);
      if (problem.has_colors() && problem.colors(option)[k] != no_color) {
        const Tint tint{held[k], problem.colors(option)[k]};
        const auto place = std::lower_bound(tints.begin(), tints.end(), tint);
        holder = items + static_cast<std::uint32_t>(place - tints.begin());
      }
      edges.emplace_back(Vertex{holder}, graph.option(option));
    }
  }
  for (ItemId item{0}; number(item) < items; item = after(item)) {
    graph.kinds.add(kind_of(problem.kind(item)));
  }
  for (std::size_t k = 0; k < tints.size(); ++k) graph.kinds.add(tint_kind);
  for (std::uint32_t k = 0; k < options; ++k) graph.kinds.add(option_kind);

  graph.starts.assign(std::size_t{graph.size()} + 1, 0);
  for (const auto& [a, b] : edges) {
    ++graph.starts[number(a) + 1];
    ++graph.starts[number(b) + 1];
  }
  for (std::size_t k = 1; k < graph.starts.size(); ++k) graph.starts[k] += graph.starts[k - 1];
  graph.neighbors.resize(2 * edges.size());
  std::vector<std::uint32_t> next(graph.starts.begin(), graph.starts.end() - 1);
  for (const auto& [a, b] : edges) {
    graph.neighbors[next[number(a)]++] = b;
    graph.neighbors[next[number(b)]++] = a;
  }
  return graph;
}

bool keeps(const Incidence& graph, const Table<Vertex, Vertex>& images,
           std::span<const Vertex> moved) {
  COMBIEN_REQUIRE(is_permutation(images, graph.size()));
  COMBIEN_REQUIRE(moves_only(images, moved));
  // An edge between two fixed vertices needs no proof; every other edge has an end in `moved`, and
  // is checked from there.
  Table<Vertex, char> marks(graph.size());
  return std::all_of(moved.begin(), moved.end(),
                     [&](Vertex v) { return goes_over(graph, graph, images, v, marks); });
}

bool carries(const Incidence& from, const Incidence& to, const Table<Vertex, Vertex>& images) {
  COMBIEN_REQUIRE(from.size() == to.size());
  COMBIEN_REQUIRE(is_permutation(images, from.size()));
  Table<Vertex, char> marks(to.size());
  for (Vertex v{0}; number(v) < from.size(); v = after(v)) {
    if (!goes_over(from, to, images, v, marks)) return false;
  }
  return true;
}

}  // namespace combien
