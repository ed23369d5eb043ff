// The four operations that go through two diagrams side by side: union, intersection, difference,
// and what is in exactly one.
//
// They are what everything else is made of, so they have a machine of their own: a frame for each
// node on the way down, and no other task.  What a frame will ask for after its first side is
// fetched while that is worked on.
#pragma once

#include <cstdint>
#include <vector>

#include "zdd/manager.hpp"

namespace combien {

class BooleanMachine {
 public:
  // require: the manager is pinned while the machine runs
  explicit BooleanMachine(DiagramManager& manager) : manager_(manager) {}

  static bool does(Operation operation) { return operation <= Operation::differ; }

  // require: does(operation), and nothing is under way
  void begin(Operation operation, FamilyId f, FamilyId g);

  // Goes on for at most so many steps, and says how many were taken.
  std::uint64_t run(std::uint64_t steps);

  bool under_way() const { return under_way_; }
  // require: not under_way()
  FamilyId result() const { return result_; }

 private:
  struct Frame {
    FamilyId f;
    FamilyId g;
    FamilyId f1;  // The families of the high side.
    FamilyId g1;
    FamilyId lo;  // The result of the low side, once it is there.
    Variable variable;
  };

  template <Operation operation>
  std::uint64_t run_as(std::uint64_t steps);

  DiagramManager& manager_;
  std::vector<Frame> frames_;
  Operation operation_ = Operation::unite;
  FamilyId f_{};  // What is asked for next.
  FamilyId g_{};
  FamilyId result_{};
  bool under_way_ = false;
};

}  // namespace combien
