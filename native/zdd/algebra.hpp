// Operations on families, as a machine with its own stack.
//
// A diagram can be as deep as it has variables, so nothing here recurses: an operation on two
// families is a short program of tasks (call this, push that, apply to the two topmost results),
// and calls unfold into more tasks, or go to the machine of the Boolean operations.  So it can stop
// after any task and resume later.
#pragma once

#include <cstdint>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "zdd/boolean.hpp"
#include "zdd/manager.hpp"

namespace combien {

class Evaluation {
 public:
  // require: g is as the operation demands; for `divide` and `remain` g is not empty
  Evaluation(DiagramManager& manager, Operation operation, FamilyId f, FamilyId g);

  // Continues; true when the result is available.  Throws OutOfNodes; the manager stays usable.
  bool run(Slice& slice);

  // require: run() has returned true
  FamilyId result() const {
    COMBIEN_REQUIRE(tasks_.empty() && !boolean_.under_way() && values_.size() == 1);
    return values_.back();
  }

 private:
  enum class Kind : std::uint8_t {
    call,           // Do the operation on f and g.
    push,           // f is a result.
    apply,          // Do the operation on the two topmost results.
    apply_alone,    // Do the operation on the topmost result.
    finish,         // The two topmost results are lo and hi of the operation on f and g.
    keep,           // The topmost result is the result of the operation on f and g.
    leave_minimal,  // As finish, but hi without the supersets of sets of lo.
    leave_maximal,  // As finish, but lo without the subsets of sets of hi.
  };
  struct Task {
    Kind kind;
    Operation operation;
    FamilyId f;
    FamilyId g;
  };

  void step();
  void call(Operation operation, FamilyId f, FamilyId g);
  bool known(Operation operation, FamilyId& f, FamilyId& g);
  void unfold(Operation operation, FamilyId f, FamilyId g);
  void unfold_alone(Operation operation, FamilyId f);

  void plan(Kind kind, Operation operation, FamilyId f = empty_family, FamilyId g = empty_family) {
    tasks_.push_back({kind, operation, f, g});
  }
  FamilyId pop() {
    COMBIEN_REQUIRE(!values_.empty());
    const FamilyId top = values_.back();
    values_.pop_back();
    return top;
  }

  DiagramManager& manager_;
  DiagramManager::Pin pin_;
  BooleanMachine boolean_;
  std::vector<Task> tasks_;  // The last one is done first.
  std::vector<FamilyId> values_;
};

}  // namespace combien
