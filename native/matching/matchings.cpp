#include "matching/matchings.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "matching/perfect.hpp"
#include "matching/signs.hpp"
#include "matching/surface.hpp"

namespace combien {

namespace {

// The graph of a problem; equal options are merged into one edge, which each of them gets.
WeightedGraph graph_of(const Problem& problem, const std::vector<Natural>& weights,
                       std::vector<EdgeId>& edges) {
  std::vector<std::tuple<VertexId, VertexId, OptionId>> pairs;
  pairs.reserve(problem.option_count());
  edges.resize(problem.option_count());
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const auto items = problem.items(option);
    COMBIEN_REQUIRE(items.size() == 2);
    const auto [first, second] = std::minmax({number(items[0]), number(items[1])});
    pairs.emplace_back(VertexId{first}, VertexId{second}, option);
  }
  std::sort(pairs.begin(), pairs.end());
  WeightedGraph result;
  result.graph.vertex_count = problem.item_count();
  for (const auto& [first, second, option] : pairs) {
    Table<EdgeId, Graph::Edge>& known = result.graph.edges;
    const Natural weight = weights.empty() ? Natural(1) : weights[number(option)];
    const EdgeId last{known.size() - 1};
    if (known.size() != 0 && known[last].from == first && known[last].to == second) {
      result.weights.back() += weight;
    } else {
      known.add({first, second});
      result.weights.push_back(weight);
    }
    edges[number(option)] = EdgeId{known.size() - 1};
  }
  return result;
}

// A component of a graph, with vertices of its own numbers.
struct Component {
  WeightedGraph weighted;
  Table<VertexId, VertexId> partners;
  std::vector<EdgeId> edges;  // What its edges are in the whole graph.
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
    Component& part = parts[part_of[find(graph.edges[e].from)]];
    part.weighted.graph.edges.add({place[graph.edges[e].from], place[graph.edges[e].to]});
    part.weighted.weights.push_back(whole.weights[number(e)]);
    part.edges.push_back(e);
  }
  return parts;
}

// A coloring of the vertices by 0 and 1, different at the ends of each edge; nothing if there is
// none.
// require: the graph is connected
std::optional<Table<VertexId, char>> two_sides(const Graph& graph) {
  Table<VertexId, std::vector<VertexId>> around(graph.vertex_count);
  for (EdgeId e{0}; e != graph.edges.next_id(); e = after(e)) {
    around[graph.edges[e].from].push_back(graph.edges[e].to);
    around[graph.edges[e].to].push_back(graph.edges[e].from);
  }
  constexpr char unknown = 2;
  Table<VertexId, char> sides(graph.vertex_count, unknown);
  std::vector<VertexId> reached{VertexId{0}};
  sides[VertexId{0}] = 0;
  for (std::size_t k = 0; k < reached.size(); ++k) {
    for (const VertexId other : around[reached[k]]) {
      if (sides[other] == sides[reached[k]]) return std::nullopt;
      if (sides[other] != unknown) continue;
      sides[other] = static_cast<char>(1 - sides[reached[k]]);
      reached.push_back(other);
    }
  }
  return sides;
}

}  // namespace

Matchings::Matchings(const Problem& problem, Purpose purpose, const std::vector<Natural>& weights)
    : weighted_(graph_of(problem, weights, edges_of_options_)),
      has_weights_(!weights.empty()),
      pace_(std::make_unique<Pace>()),
      purpose_(purpose),
      preparing_(preparing()) {
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
  // A coupling has no coins for parallel edges.
  if (purpose_ == Purpose::samples && weighted_.graph.edges.size() != edges_of_options_.size()) {
    co_return true;
  }
  const auto allowed = allowed_edges(weighted_.graph, *partners);
  for (EdgeId e{0}; e != allowed.next_id(); e = after(e)) {
    if (allowed[e] == 0) ++removed_;
  }
  for (Component& part : components(weighted_, *partners, allowed)) {
    auto drawing_part =
        drawing(part.weighted.graph, purpose_ == Purpose::count ? most_genus : 0, *pace_, planar_);
    while (!drawing_part.run()) co_yield pause;
    const auto found = drawing_part.take();
    if (!found) co_return true;
    edges_of_parts_.push_back(std::move(part.edges));
    if (purpose_ == Purpose::samples) {
      const auto sides = two_sides(part.weighted.graph);
      if (!sides) co_return true;
      couplings_.emplace_back(part.weighted.graph, found->rotation, part.partners, *sides,
                              has_weights_ ? part.weighted.weights : std::vector<Natural>());
      continue;
    }
    auto orienting = signed_orientations(part.weighted.graph, *found, part.partners, *pace_);
    while (!orienting.run()) co_yield pause;
    auto orientations = orienting.take();
    if (!orientations) co_return true;
    parts_.emplace_back(std::move(part.weighted), std::move(*orientations),
                        purpose_ == Purpose::shares);
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

std::vector<Natural> Matchings::shares() const {
  COMBIEN_REQUIRE(purpose_ == Purpose::shares);
  Table<EdgeId, Natural> of_edges(weighted_.graph.edges.size());
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Natural others(1);
    for (std::size_t j = 0; j < parts_.size(); ++j) {
      if (j != k) others *= parts_[j].count();
    }
    for (std::size_t e = 0; e < edges_of_parts_[k].size(); ++e) {
      Natural share = parts_[k].share(EdgeId{static_cast<std::uint32_t>(e)});
      share *= others;
      of_edges[edges_of_parts_[k][e]] = std::move(share);
    }
  }
  std::vector<Natural> of_options;
  of_options.reserve(edges_of_options_.size());
  for (const EdgeId edge : edges_of_options_) of_options.push_back(of_edges[edge]);
  return of_options;
}

void Matchings::begin_sample(std::uint64_t seed) {
  COMBIEN_REQUIRE(prepared_ && drawn_ && solvable_ && purpose_ == Purpose::samples);
  Dice dice(seed);
  for (Coupling& part : couplings_) part.begin(dice.word());
  current_ = 0;
}

bool Matchings::draw(Slice& slice) {
  for (; current_ < couplings_.size(); ++current_) {
    if (!couplings_[current_].run(slice)) return false;
  }
  return true;
}

std::vector<OptionId> Matchings::sample() const {
  COMBIEN_REQUIRE(current_ == couplings_.size());
  Table<EdgeId, char> has(weighted_.graph.edges.size());
  for (std::size_t k = 0; k < couplings_.size(); ++k) {
    for (std::size_t e = 0; e < edges_of_parts_[k].size(); ++e) {
      const EdgeId edge{static_cast<std::uint32_t>(e)};
      has[edges_of_parts_[k][e]] = couplings_[k].has(edge) ? 1 : 0;
    }
  }
  std::vector<OptionId> options;
  for (std::size_t k = 0; k < edges_of_options_.size(); ++k) {
    if (has[edges_of_options_[k]] != 0) options.push_back(OptionId{static_cast<std::uint32_t>(k)});
  }
  return options;
}

std::uint64_t Matchings::sweeps() const {
  std::uint64_t all = 0;
  for (const Coupling& part : couplings_) all += part.sweeps();
  return all;
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
