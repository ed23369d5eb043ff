// A problem as a graph, for finding its symmetries: incidences only, without any order.
//
// Vertices are the items, the tints (an item in one of its colors) and the options.  An option is
// joined to its items, or to the tints where it gives colors, and a tint to its item; so a
// permutation of the vertices that preserves the edges may rename the colors of an item, and maps
// solutions to solutions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/require.hpp"
#include "base/ids.hpp"
#include "cover/problem.hpp"

namespace combien {

enum class Vertex : std::uint32_t {};

struct Incidence {
  std::vector<std::uint32_t> starts;  // One more entry than there are vertices.
  std::vector<Vertex> neighbors;
  // Only vertices of one kind can be exchanged: an option, a tint, an item with these bounds.
  Table<Vertex, std::uint64_t> kinds;
  std::uint32_t first_option = 0;

  std::uint32_t size() const { return kinds.size(); }
  std::uint32_t option_count() const { return size() - first_option; }
  Vertex option(OptionId id) const { return Vertex{first_option + number(id)}; }

  std::span<const Vertex> of(Vertex vertex) const {
    COMBIEN_REQUIRE(number(vertex) < size());
    const std::uint32_t begin = starts[number(vertex)];
    return {neighbors.data() + begin, starts[number(vertex) + 1] - begin};
  }
  std::uint64_t bytes() const {
    return 4 * (starts.size() + neighbors.size()) + 8 * std::uint64_t{kinds.size()};
  }
};

Incidence incidence(const Problem& problem);

// Whether a permutation preserves kinds and edges.  All vertices outside `moved` must be fixed
// points.
// require: images is a permutation                 cost: the edges of the moved vertices
bool keeps(const Incidence& graph, const Table<Vertex, Vertex>& images,
           std::span<const Vertex> moved);

// Whether a bijection maps the kinds and edges of one graph to the other graph.
// require: both have the same size; images is a permutation
bool carries(const Incidence& from, const Incidence& to, const Table<Vertex, Vertex>& images);

}  // namespace combien
