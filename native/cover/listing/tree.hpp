// A search tree in which nodes with equal states are the same node: a diagram.
//
// Each node has an edge for each option of the item that it branches on.  An edge holds its option,
// the options that it forces, and the node below.  Subtrees whose traversal is complete have totals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "base/pages.hpp"
#include "base/require.hpp"
#include "cover/memo/table.hpp"

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
    const std::size_t place = place_of(state);
    if (table_[place] != 0) return table_[place] - 1;
    states_.insert(states_.end(), state, state + state_words_);
    nodes_.push_back({.item = item});
    table_[place] = static_cast<std::uint32_t>(nodes_.size());
    return table_[place] - 1;
  }

  // require: the number is that of a node, here and below
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
  // The edges from `first` to the last one are those of this node.
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

  std::uint64_t bytes() const {
    return states_.capacity() * sizeof(std::uint64_t) + nodes_.capacity() * sizeof(Node) +
           edges_.capacity() * sizeof(Edge) + options_.capacity() * sizeof(OptionId) +
           table_.capacity() * sizeof(std::uint32_t);
  }

 private:
  struct Edge {
    Number target;
    std::uint32_t options_end;  // Its options begin where those of the edge before end.
  };

  // Where the state is in the table, or belongs.
  std::size_t place_of(const std::uint64_t* wanted) const {
    std::size_t place = mix(wanted, state_words_) & (table_.size() - 1);
    while (table_[place] != 0 &&
           !std::equal(wanted, wanted + state_words_, state(table_[place] - 1))) {
      place = (place + 1) & (table_.size() - 1);
    }
    return place;
  }

  void grow() {
    const std::size_t places = 2 * table_.size();
    table_.assign(places, 0);
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      table_[place_of(state(node))] = node + 1;
    }
  }

  std::size_t state_words_;
  LargeVector<std::uint64_t> states_;
  LargeVector<Node> nodes_;
  LargeVector<Edge> edges_;
  LargeVector<OptionId> options_;
  LargeVector<std::uint32_t> table_;  // Numbers of nodes by their states, each one more than it is.
};

}  // namespace combien
