#include "matching/matchings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "matching/perfect.hpp"
#include "matching/signs.hpp"
#include "matching/surface.hpp"

namespace combien {

namespace {

// The graph of a problem; equal options are merged into one edge.
WeightedGraph graph_of(const Problem& problem) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  pairs.reserve(problem.option_count());
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const auto items = problem.items(option);
    COMBIEN_REQUIRE(items.size() == 2);
    const auto [first, second] = std::minmax({number(items[0]), number(items[1])});
    pairs.emplace_back(VertexId{first}, VertexId{second});
  }
  std::sort(pairs.begin(), pairs.end());
  WeightedGraph result;
  result.graph.vertex_count = problem.item_count();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (k != 0 && pairs[k] == pairs[k - 1]) {
      ++result.weights.back();
    } else {
      result.graph.edges.add({pairs[k].first, pairs[k].second});
      result.weights.push_back(1);
    }
  }
  return result;
}

// A component of a graph, with vertices of its own numbers.
struct Component {
  WeightedGraph weighted;
  Table<VertexId, VertexId> partners;
};

// The components of the allowed edges.
std::vector<Component> components(const WeightedGraph& whole,
                                  const Table<VertexId, VertexId>& partners,
                                  const Table<EdgeId, char>& allowed) {
  const Graph& graph = whole.graph;
  std::vector<std::uint32_t> leader(graph.vertex_count);
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](VertexId vertex) {
    std::uint32_t v = number(vertex);
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    if (allowed[e] != 0) leader[find(graph.edges[e].from)] = find(graph.edges[e].to);
  }
  std::vector<Component> parts;
  std::vector<std::uint32_t> part_of(graph.vertex_count, UINT32_MAX);
  Table<VertexId, VertexId> place(graph.vertex_count);
  for (VertexId v{0}; v != place.next_id(); v = after(v)) {
    std::uint32_t& part = part_of[find(v)];
    if (part == UINT32_MAX) {
      part = static_cast<std::uint32_t>(parts.size());
      parts.emplace_back();
    }
    place[v] = VertexId{parts[part].weighted.graph.vertex_count++};
  }
  for (VertexId v{0}; v != place.next_id(); v = after(v)) {
    // The places of a component increase.
    parts[part_of[find(v)]].partners.add(place[partners[v]]);
  }
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    if (allowed[e] == 0) continue;
    WeightedGraph& weighted = parts[part_of[find(graph.edges[e].from)]].weighted;
    weighted.graph.edges.add({place[graph.edges[e].from], place[graph.edges[e].to]});
    weighted.weights.push_back(whole.weights[number(e)]);
  }
  return parts;
}

}  // namespace

Matchings::Matchings(const Problem& problem)
    : weighted_(graph_of(problem)), pace_(std::make_unique<Pace>()), preparing_(preparing()) {
  COMBIEN_REQUIRE(!problem.has_bounds());
}

bool Matchings::prepare(Slice& slice, std::uint64_t steps) {
  if (prepared_) return true;
  pace_->set(slice, steps <= UINT64_MAX / work_per_step ? steps * work_per_step : UINT64_MAX);
  return prepared_ = preparing_.run();
}

Gradual<bool> Matchings::preparing() {
  auto matching = perfect_matching(weighted_.graph, *pace_);
  while (!matching.run()) co_yield pause;
  const auto partners = matching.take();
  if (!partners) {
    solvable_ = false;
    drawn_ = true;
    co_return true;
  }
  const auto allowed = allowed_edges(weighted_.graph, *partners);
  for (EdgeId e{0}; e != allowed.next_id(); e = after(e)) {
    if (allowed[e] == 0) ++removed_;
  }
  for (Component& part : components(weighted_, *partners, allowed)) {
    auto drawing_part = drawing(part.weighted.graph, most_genus, *pace_, planar_);
    while (!drawing_part.run()) co_yield pause;
    const auto found = drawing_part.take();
    if (!found) co_return true;
    auto orienting = signed_orientations(part.weighted.graph, *found, part.partners, *pace_);
    while (!orienting.run()) co_yield pause;
    auto orientations = orienting.take();
    if (!orientations) co_return true;
    parts_.emplace_back(std::move(part.weighted), std::move(*orientations));
  }
  drawn_ = true;
  co_return true;
}

Outcome Matchings::run(Slice& slice, std::uint64_t bytes_allowed) {
  COMBIEN_REQUIRE(prepared_ && drawn_);
  for (; current_ < parts_.size(); ++current_) {
    const Outcome outcome = parts_[current_].run(slice, bytes_allowed);
    if (outcome != Outcome::done) return outcome;
  }
  return Outcome::done;
}

Natural Matchings::count() const {
  COMBIEN_REQUIRE(current_ == parts_.size());
  Natural product(solvable_ ? 1 : 0);
  for (const PfaffianSum& part : parts_) product *= part.count();
  return product;
}

PivotWork Matchings::work() const {
  PivotWork all;
  for (const PfaffianSum& part : parts_) all += part.work();
  return all;
}

std::uint64_t Matchings::bytes() const {
  return current_ < parts_.size() ? parts_[current_].bytes() : 0;
}

std::uint32_t Matchings::pfaffians() const {
  std::uint32_t most = 0;
  for (const PfaffianSum& part : parts_) most = std::max(most, part.pfaffians());
  return most;
}

std::uint64_t Matchings::residues() const {
  std::uint64_t all = 0;
  for (const PfaffianSum& part : parts_) all += part.residues();
  return all;
}

std::uint64_t Matchings::pivots_needed() const {
  std::uint64_t all = 0;
  for (const PfaffianSum& part : parts_) all += part.pivots_needed();
  return all;
}

}  // namespace combien
