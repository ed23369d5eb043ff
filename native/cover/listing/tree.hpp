// A search tree in which nodes with equal states are the same node: a diagram.
//
// Each node has an edge for each option of the item that it branches on.  An edge holds its option,
// the options that it forces, and the node below.  Subtrees whose traversal is complete have totals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/pages.hpp"
#include "base/require.hpp"

namespace combien {

class SharedTree {
 public:
  using Number = std::uint32_t;

  // Instead of a node: there is no solution below; the options chosen are a solution.
  static constexpr Number dead = UINT32_MAX;
  static constexpr Number solved = UINT32_MAX - 1;

  struct Totals {
    std::uint64_t nodes = 0;  // 0: not known yet.
    std::uint64_t updates = 0;
    std::uint64_t solutions = 0;
  };
  struct Node {
    std::uint32_t item;
    std::uint32_t first_edge = 0;
    std::uint32_t degree = 0;  // 0: its edges are not made yet.
    Totals totals = {};
  };

  explicit SharedTree(std::size_t state_words) : state_words_(state_words), table_(1 << 10) {}

  // The node with this state, which branches on `item`.
  Number node_of(const std::uint64_t* state, std::uint32_t item) {
    if (2 * (nodes_.size() + 1) > table_.size()) grow();
    const std::uint64_t hash = hash_of(state);
    std::size_t place = first_place(hash);
    for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1)) {
      if (table_[place] >> 32 != hash >> 32) continue;
      const auto node = static_cast<Number>(table_[place]) - 1;
      if (std::equal(state, state + state_words_, this->state(node))) return node;
    }
    states_.insert(states_.end(), state, state + state_words_);
    nodes_.push_back({.item = item});
    table_[place] = (hash >> 32 << 32) | nodes_.size();
    return static_cast<Number>(nodes_.size()) - 1;
  }

  // require: here and below, there is a node with this number
  const Node& operator[](Number node) const {
    COMBIEN_REQUIRE(node < nodes_.size());
    return nodes_[node];
  }
  const std::uint64_t* state(Number node) const { return states_.data() + node * state_words_; }

  // Adds an edge; the edges of a node are added one after another.
  void add_edge(std::span<const OptionId> options, Number target) {
    options_.insert(options_.end(), options.begin(), options.end());
    edges_.push_back({target, static_cast<std::uint32_t>(options_.size())});
  }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
  // Makes the edges from `first` to the last one the edges of this node.
  void set_edges(Number node, std::uint32_t first) {
    nodes_[node].first_edge = first;
    nodes_[node].degree = edge_count() - first;
  }

  Number target(std::uint32_t edge) const { return edges_[edge].target; }
  std::span<const OptionId> options(std::uint32_t edge) const {
    const std::uint32_t begin = edge == 0 ? 0 : edges_[edge - 1].options_end;
    return {options_.data() + begin, edges_[edge].options_end - begin};
  }

  void set_totals(Number node, const Totals& totals) { nodes_[node].totals = totals; }

  // Visits each solution below a node with totals, and returns their number.  The recursion is as
  // deep as the search.
  std::uint64_t visit_solutions(Number node) const {
    const Node& here = nodes_[node];
    std::uint64_t found = 0;
    for (std::uint32_t edge = here.first_edge; edge < here.first_edge + here.degree; ++edge) {
      const Number below = edges_[edge].target;
      if (below == solved) {
        ++found;
      } else if (below != dead) {
        found += visit_solutions(below);
      }
    }
    return found;
  }

  std::uint64_t bytes() const {
    return states_.capacity() * sizeof(std::uint64_t) + nodes_.capacity() * sizeof(Node) +
           edges_.capacity() * sizeof(Edge) + options_.capacity() * sizeof(OptionId) +
           table_.capacity() * sizeof(std::uint64_t);
  }

 private:
  struct Edge {
    Number target;
    std::uint32_t options_end;  // Its options begin where those of the edge before end.
  };

  // Two words at a time, so that the multiplications overlap.
  std::uint64_t hash_of(const std::uint64_t* state) const {
    std::uint64_t even = state_words_;
    std::uint64_t odd = 0;
    for (std::size_t k = 0; k + 1 < state_words_; k += 2) {
      even = (even ^ state[k]) * 0x9e3779b97f4a7c15u;
      even ^= even >> 29;
      odd = (odd ^ state[k + 1]) * 0xbf58476d1ce4e5b9u;
      odd ^= odd >> 31;
    }
    if (state_words_ % 2 != 0) even ^= state[state_words_ - 1] * 0x94d049bb133111ebu;
    even = (even ^ (odd << 32 | odd >> 32)) * 0x9e3779b97f4a7c15u;
    return even ^ even >> 32;
  }
  // By the half of the hash that the table keeps.
  std::size_t first_place(std::uint64_t entry) const { return entry >> 32 & (table_.size() - 1); }

  void grow() {
    const LargeVector<std::uint64_t> before = std::exchange(table_, {});
    table_.assign(2 * before.size(), 0);
    for (const std::uint64_t entry : before) {
      if (entry == 0) continue;
      std::size_t place = first_place(entry);
      while (table_[place] != 0) place = (place + 1) & (table_.size() - 1);
      table_[place] = entry;
    }
  }

  std::size_t state_words_;
  LargeVector<std::uint64_t> states_;
  LargeVector<Node> nodes_;
  LargeVector<Edge> edges_;
  LargeVector<OptionId> options_;
  // Numbers of nodes by their states, each one more than it is, below half of the state's hash.
  LargeVector<std::uint64_t> table_;
};

}  // namespace combien
