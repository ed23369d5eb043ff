// The operations that traverse their operands once, side by side: union, intersection, difference,
// symmetric difference, and those with an element.
//
// All other operations are built on them, so they have a machine of their own: a frame for each
// node on the way down, and no other task.  What a frame will need after its first side, nodes and
// cached result, is prefetched while that side is processed.
//
// Tried and dropped: tables that are large from the start (sparser, and up to a tenth slower), and a cache
// that grows with its results instead of the nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/require.hpp"
#include "zdd/manager.hpp"

namespace combien {

class BooleanMachine {
 public:
  // require: the manager is pinned while the machine runs
  explicit BooleanMachine(DiagramManager& manager) : manager_(manager) {}

  static bool does(Operation operation) { return operation <= Operation::change; }

  // require: does(operation), and nothing is under way
  void begin(Operation operation, FamilyId f, FamilyId g);

  // Continues for at most this many steps, and returns the number taken.
  // require: under_way()
  std::uint64_t run(std::uint64_t steps);

  bool under_way() const { return under_way_; }
  // require: not under_way()
  FamilyId result() const {
    COMBIEN_REQUIRE(!under_way_);
    return result_;
  }

 private:
  struct Frame {
    FamilyId f;
    FamilyId g;
    FamilyId f1;  // The families of the high side.
    FamilyId g1;
    FamilyId lo;  // The result of the low side, once available.
    Variable variable;
  };

  template <Operation operation>
  std::uint64_t run_as(std::uint64_t steps);

  DiagramManager& manager_;
  std::vector<Frame> frames_;
  Operation operation_ = Operation::unite;
  FamilyId f_{};  // The next operands.
  FamilyId g_{};
  FamilyId result_{};
  bool under_way_ = false;
};

}  // namespace combien
