// Loads a diagram into a manager: node after node, children first.
//
// One call of make() per node, where building the same from operations takes a join and a union
// each.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "zdd/manager.hpp"

namespace combien {

class Loading {
 public:
  using Numbers = std::span<const std::uint32_t>;

  // Nodes as in `Frozen`: the first two are the terminals, and their entries are ignored.  A
  // variable v becomes names[v], or is kept if there are no names.
  // require: the arrays outlive this
  // Throws std::invalid_argument for arrays that do not match.
  Loading(DiagramManager& manager, Numbers variables, Numbers lo, Numbers hi, std::uint32_t root,
          Numbers names)
      : manager_(manager),
        pin_(manager),
        variables_(variables),
        lo_(lo),
        hi_(hi),
        names_(names),
        root_(root),
        families_{empty_family, unit_family} {
    if (variables.size() < 2 || lo.size() != variables.size() || hi.size() != variables.size() ||
        root >= variables.size()) {
      throw std::invalid_argument("the arrays of a diagram are equally long, and hold its root");
    }
    families_.reserve(variables.size());
  }

  // Continues; true when the result is available.  Throws OutOfNodes, or std::invalid_argument for
  // a node that does not come after its children or whose variable does not come before theirs; the
  // manager stays usable.
  bool run(Slice& slice) {
    while (families_.size() < variables_.size()) {
      const std::uint64_t granted = slice.grant();
      if (granted == 0) return false;
      for (std::uint64_t k = 0; k < granted && families_.size() < variables_.size(); ++k) add();
    }
    return true;
  }

  // require: run() has returned true
  FamilyId result() const {
    COMBIEN_REQUIRE(families_.size() >= variables_.size());
    return families_[root_];
  }

 private:
  void add() {
    const std::size_t k = families_.size();
    if (lo_[k] >= k || hi_[k] >= k) {
      throw std::invalid_argument("a node of a diagram comes before its children");
    }
    Variable variable = variables_[k];
    if (!names_.empty()) {
      if (variable >= names_.size()) throw std::invalid_argument("a variable has no name");
      variable = names_[variable];
    }
    const FamilyId lo = families_[lo_[k]];
    const FamilyId hi = families_[hi_[k]];
    if (manager_.node(lo).variable <= variable || manager_.node(hi).variable <= variable) {
      throw std::invalid_argument("the variables of a diagram do not grow from the top down");
    }
    families_.push_back(manager_.make(variable, lo, hi));
  }

  DiagramManager& manager_;
  DiagramManager::Pin pin_;
  Numbers variables_;
  Numbers lo_;
  Numbers hi_;
  Numbers names_;
  std::uint32_t root_;
  std::vector<FamilyId> families_;
};

}  // namespace combien
