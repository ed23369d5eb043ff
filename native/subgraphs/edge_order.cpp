#include "subgraphs/edge_order.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace combien {

namespace {

// Beyond this a frontier is hopeless, and the product need not be a number.
constexpr std::uint32_t most_width = 500;
// The first vertices that are tried,
constexpr std::size_t most_starts = 8;
// how many vertices and neighbors are looked at in all trials together,
constexpr std::uint64_t most_work = 20'000'000;
// and how many of them take as long as a state of the sweep: the search ends when the sweep is
// expected to take no longer than the search has.
constexpr double looks_per_state = 2;

// How equally good vertices are chosen: next to the oldest vertex or else the newest one, and with
// the smallest number or else the largest.
struct Preference {
  bool oldest;
  bool smallest;
};
constexpr std::array<Preference, 3> preferences = {{{true, true}, {false, true}, {false, false}}};

class EdgeOrderSearch {
  using Edge = SubgraphTask::Edge;
  using Numbers = std::vector<std::uint32_t>;

 public:
  EdgeOrderSearch(std::uint32_t vertices, const std::vector<Edge>& edges, VertexStates states)
      : edges_(edges),
        neighbors_(vertices),
        several_(powers(states.several)),
        last_(powers(states.last)) {
    for (const Edge& edge : edges) {
      if (edge.from >= vertices || edge.to >= vertices) {
        throw std::invalid_argument("an edge to a vertex that does not exist");
      }
      neighbors_[edge.from].push_back(edge.to);
      neighbors_[edge.to].push_back(edge.from);
    }
    by_degree_.resize(vertices);
    std::iota(by_degree_.begin(), by_degree_.end(), 0u);
    std::stable_sort(by_degree_.begin(), by_degree_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return neighbors_[a].size() < neighbors_[b].size();
    });
  }

  EdgeOrder found(bool search) {
    best_.edges.resize(edges_.size());
    std::iota(best_.edges.begin(), best_.edges.end(), 0u);
    std::tie(least_, best_.width) = judged(best_.edges);
    if (!search || is_short()) return best_;
    Numbers given(neighbors_.size());
    std::iota(given.begin(), given.end(), 0u);
    compare(given);
    for (std::size_t k = 0; k < std::min(most_starts, by_degree_.size()); ++k) {
      for (const Preference& preference : preferences) {
        if (is_short()) return best_;
        const Numbers order = greedy(by_degree_[k], preference);
        if (order.empty()) return best_;
        compare(order);
      }
    }
    return best_;
  }

 private:
  static std::vector<double> powers(double base) {
    std::vector<double> found(1, 1.0);
    while (found.size() <= most_width) found.push_back(found.back() * base);
    return found;
  }

  bool is_short() const {
    return least_ * looks_per_state < static_cast<double>(work_) || work_ > most_work;
  }

  // About how many states a sweep has, and the width of its most_width frontier.
  std::pair<double, std::uint32_t> judged(const Numbers& order) {
    work_ += 2 * order.size();
    Numbers left(neighbors_.size());
    for (std::size_t vertex = 0; vertex < left.size(); ++vertex) {
      left[vertex] = static_cast<std::uint32_t>(neighbors_[vertex].size());
    }
    double cost = 0;
    std::uint32_t width = 0, several = 0, last = 0;
    for (const std::uint32_t number : order) {
      std::uint32_t leaving = 0;
      for (const std::uint32_t vertex : {edges_[number].from, edges_[number].to}) {
        const std::uint32_t before = left[vertex]--;
        const bool enters = before == neighbors_[vertex].size();
        if (!enters) --(before == 1 ? last : several);
        if (before == 1) {
          ++leaving;
        } else {
          ++(before == 2 ? last : several);
        }
      }
      width = std::max(width, several + last + leaving);
      cost += several_[std::min(several, most_width)] * last_[std::min(last, most_width)];
    }
    return {cost, width};
  }

  // Each vertex brings its edges to the vertices before it.
  void compare(const Numbers& order) {
    Numbers place(order.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    ends.reserve(edges_.size());
    for (const Edge& edge : edges_) {
      ends.push_back(std::minmax(place[edge.from], place[edge.to], std::greater<>()));
    }
    Numbers edges(edges_.size());
    std::iota(edges.begin(), edges.end(), 0u);
    std::stable_sort(edges.begin(), edges.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return ends[a] < ends[b]; });
    const auto [cost, width] = judged(edges);
    if (cost < least_) {
      least_ = cost;
      best_ = {std::move(edges), width};
    }
  }

  // The vertices in order: the next one lets the frontier grow least.  Empty if it takes too long.
  Numbers greedy(std::uint32_t first, Preference preference) {
    constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    const std::size_t vertices = neighbors_.size();
    Numbers order, place(vertices, nowhere), left(vertices), candidates{first};
    std::vector<bool> seen(vertices);
    seen[first] = true;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
      left[vertex] = static_cast<std::uint32_t>(neighbors_[vertex].size());
    }
    std::size_t rest = 0;
    while (order.size() < vertices) {
      if (candidates.empty()) {
        while (seen[by_degree_[rest]]) ++rest;
        candidates.push_back(by_degree_[rest]);
        seen[by_degree_[rest]] = true;
      }
      std::size_t chosen = 0;
      std::array<std::int64_t, 3> least{};
      for (std::size_t k = 0; k < candidates.size(); ++k) {
        const std::uint32_t vertex = candidates[k];
        std::int64_t leaving = left[vertex] == 0 ? 1 : 0, next_to = 0;
        bool alone = true;
        for (const std::uint32_t other : neighbors_[vertex]) {
          if (place[other] == nowhere) continue;
          leaving += left[other] == 1 ? 1 : 0;
          const std::int64_t age =
              preference.oldest ? std::int64_t{place[other]} : -std::int64_t{place[other]};
          next_to = alone ? age : std::min(next_to, age);
          alone = false;
        }
        work_ += 1 + neighbors_[vertex].size();
        const std::array<std::int64_t, 3> key = {
            -leaving, next_to, preference.smallest ? std::int64_t{vertex} : -std::int64_t{vertex}};
        if (k == 0 || key < least) {
          chosen = k;
          least = key;
        }
      }
      if (work_ > most_work) return {};
      const std::uint32_t vertex = candidates[chosen];
      candidates[chosen] = candidates.back();
      candidates.pop_back();
      place[vertex] = static_cast<std::uint32_t>(order.size());
      order.push_back(vertex);
      for (const std::uint32_t other : neighbors_[vertex]) {
        --left[other];
        if (!seen[other]) candidates.push_back(other);
        seen[other] = true;
      }
    }
    return order;
  }

  const std::vector<Edge>& edges_;
  std::vector<Numbers> neighbors_;
  std::vector<double> several_;
  std::vector<double> last_;
  Numbers by_degree_;
  EdgeOrder best_;
  double least_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace

EdgeOrder edge_order(std::uint32_t vertices, const std::vector<SubgraphTask::Edge>& edges,
                     VertexStates states, bool search) {
  return EdgeOrderSearch(vertices, edges, states).found(search);
}

}  // namespace combien
