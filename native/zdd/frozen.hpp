// A diagram copied out of its manager: its nodes alone, numbered from the bottom up.
//
// Node 0 is the empty family, node 1 the family of the empty set, the last node the whole family;
// children come before their parents, so every query is one pass over three flat arrays. A pass
// over a hundred million nodes takes seconds, so each is a machine that runs in slices; the first
// of them, `Freezing`, copies the nodes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/pages.hpp"
#include "base/slice.hpp"
#include "zdd/manager.hpp"

namespace combien {

class Frozen {
 public:
  LargeVector<Variable> variables;
  LargeVector<std::uint32_t> lo;
  LargeVector<std::uint32_t> hi;

  // The last node; or one of the terminals.
  std::uint32_t root() const { return root_; }
  // The number of nodes that have a variable.
  std::uint32_t inner() const { return static_cast<std::uint32_t>(variables.size()) - 2; }

  // Whether the empty set is in the family of a node.
  bool holds_empty(std::uint32_t node) const {
    COMBIEN_REQUIRE(node < holds_empty_.size());
    return holds_empty_[node];
  }
  // Whether a set is in the family.
  // require: its variables increase
  bool contains(std::span<const Variable> set) const;

 private:
  friend class Freezing;

  std::uint32_t root_ = 0;
  std::vector<bool> holds_empty_;
};

// Copies the nodes of a family out of its manager.
// cost: the diagram's nodes, and a bit for each node that the manager made before it
class Freezing {
 public:
  // require: the manager outlives this
  Freezing(DiagramManager& manager, FamilyId family);

  // Continues; true when the nodes are copied.
  bool run(Slice& slice);

  // require: run() has returned true; once
  Frozen take() {
    COMBIEN_REQUIRE(copied_ == reached_.size() && frozen_.variables.size() == count_);
    return std::move(frozen_);
  }

 private:
  void reach(FamilyId id);
  std::uint32_t renumbered(FamilyId id) const;
  void add(Variable variable, std::uint32_t lo, std::uint32_t hi);
  bool mark(Slice& slice);
  bool number(Slice& slice);
  bool copy(Slice& slice);

  DiagramManager& manager_;
  DiagramManager::Pin pin_;
  FamilyId family_;
  Frozen frozen_;
  // A bit for each reachable node; the number of nodes before a word of bits is its first new
  // number.
  std::vector<std::uint64_t> reached_;
  std::vector<std::uint32_t> before_;
  std::size_t marked_ = 0;  // Words whose nodes have marked their children, from the last one down.
  std::size_t copied_ = 0;  // Words whose nodes are copied.
  std::uint32_t count_ = 2;
};

// The sets of a family in lexicographic order of their increasing variables: a set comes before its
// extensions, then by the first variable that differs.
class Members {
 public:
  // require: the diagram outlives this
  explicit Members(const Frozen& diagram);

  // Advances to the next set; false when there is none.
  bool next();

  // Its variables, increasing.
  const std::vector<Variable>& set() const { return set_; }

 private:
  const Frozen& diagram_;
  std::vector<std::uint32_t> taken_;  // The nodes whose high side was taken.
  std::vector<Variable> set_;
  std::uint32_t here_;
  bool begun_ = false;
};

}  // namespace combien
