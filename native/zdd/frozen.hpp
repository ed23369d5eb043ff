// One diagram taken out of its manager: its nodes alone, numbered from the bottom up.
//
// Node 0 is the empty family, node 1 the empty set alone, the last node the whole family; children
// come before their parents, so whatever is asked of a family is one pass over three flat arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/natural.hpp"
#include "base/pages.hpp"
#include "zdd/manager.hpp"

namespace combien {

struct Frozen {
  LargeVector<Variable> variables;
  LargeVector<std::uint32_t> lo;
  LargeVector<std::uint32_t> hi;

  // cost: the diagram's nodes, and a bit for each node that the manager made before it
  Frozen(const DiagramManager& manager, FamilyId family);

  std::uint32_t root() const { return root_; }
  // Nodes that have a variable.
  std::uint32_t inner() const { return static_cast<std::uint32_t>(variables.size()) - 2; }

  // Whether the empty set is in the family of a node.
  bool holds_empty(std::uint32_t node) const { return holds_empty_[node]; }
  // Whether a set is in the family, given by its variables, which increase.
  bool contains(std::span<const Variable> set) const;

  // How many sets there are, exactly.
  Natural count() const;

 private:
  std::uint32_t root_ = 0;
  std::vector<bool> holds_empty_;
};

// The sets of a family in increasing order, as sequences of variables are compared: a set comes
// before those that go on after it, then by the first variable that differs.
class Members {
 public:
  // require: the diagram outlives this
  explicit Members(const Frozen& diagram);

  // Goes on to the next set; false when there is none.
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
