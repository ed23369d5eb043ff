#include "zdd/algebra.hpp"

#include <algorithm>
#include <utility>

namespace combien {

namespace {

bool symmetric(Operation operation) {
  return operation == Operation::join || operation == Operation::meet;
}

[[maybe_unused]] bool divides(Operation operation) {
  return operation == Operation::divide || operation == Operation::remain;
}

}  // namespace

Evaluation::Evaluation(DiagramManager& manager, Operation operation, FamilyId f, FamilyId g)
    : manager_(manager), pin_(manager), boolean_(manager) {
  COMBIEN_REQUIRE(!divides(operation) || g != empty_family);
  COMBIEN_REQUIRE(!takes_element(operation) ||
                  (manager.node(g).variable != no_variable && manager.node(g).lo == empty_family &&
                   manager.node(g).hi == unit_family));
  plan(Kind::call, operation, f, g);
}

bool Evaluation::run(Slice& slice) {
  while (!tasks_.empty() || boolean_.under_way()) {
    const std::uint64_t granted = slice.grant();
    if (granted == 0) return false;
    for (std::uint64_t k = 0; k < granted;) {
      if (boolean_.under_way()) {
        k += boolean_.run(granted - k);
        if (!boolean_.under_way()) values_.push_back(boolean_.result());
      } else if (!tasks_.empty()) {
        step();
        ++k;
      } else {
        break;
      }
    }
  }
  return true;
}

void Evaluation::step() {
  const Task task = tasks_.back();
  tasks_.pop_back();
  switch (task.kind) {
    case Kind::call: call(task.operation, task.f, task.g); return;
    case Kind::push: values_.push_back(task.f); return;
    case Kind::apply: {
      const FamilyId g = pop();
      const FamilyId f = pop();
      call(task.operation, f, g);
      return;
    }
    case Kind::apply_alone: call(task.operation, pop(), empty_family); return;
    case Kind::finish: {
      const FamilyId hi = pop();
      const FamilyId lo = pop();
      const Variable variable =
          std::min(manager_.node(task.f).variable, manager_.node(task.g).variable);
      const FamilyId result = manager_.make(variable, lo, hi);
      manager_.results().remember(task.operation, task.f, task.g, result);
      values_.push_back(result);
      return;
    }
    case Kind::keep:
      manager_.results().remember(task.operation, task.f, task.g, values_.back());
      return;
    case Kind::leave_minimal: {
      const FamilyId hi = pop();
      const FamilyId lo = pop();
      plan(Kind::finish, task.operation, task.f);
      plan(Kind::apply, Operation::subtract);
      plan(Kind::call, Operation::including, hi, lo);
      values_.push_back(lo);
      values_.push_back(hi);
      return;
    }
    case Kind::leave_maximal: {
      const FamilyId hi = pop();
      const FamilyId lo = pop();
      plan(Kind::finish, task.operation, task.f);
      plan(Kind::push, task.operation, hi);
      plan(Kind::apply, Operation::subtract);
      plan(Kind::call, Operation::within, lo, hi);
      values_.push_back(lo);
      return;
    }
  }
}

// Looks for a trivial case, then for a cached result, and unfolds the operation otherwise.
void Evaluation::call(Operation operation, FamilyId f, FamilyId g) {
  if (BooleanMachine::does(operation)) {
    boolean_.begin(operation, f, g);
    return;
  }
  if (known(operation, f, g)) {
    values_.push_back(f);
    return;
  }
  if (symmetric(operation) && g < f) std::swap(f, g);
  const FamilyId remembered = manager_.results().recall(operation, f, g);
  if (remembered != ResultCache::forgotten) {
    values_.push_back(remembered);
    return;
  }
  unfold(operation, f, g);
}

// Whether the result is trivial; f is then set to it.  Otherwise f or g is replaced by a child as
// long as that does not change the result.
bool Evaluation::known(Operation operation, FamilyId& f, FamilyId& g) {
  const auto is = [&](FamilyId result) {
    f = result;
    return true;
  };
  for (;;) {
    const DiagramManager::Node& a = manager_.node(f);
    const DiagramManager::Node& b = manager_.node(g);
    switch (operation) {
      case Operation::unite:
      case Operation::intersect:
      case Operation::subtract:
      case Operation::differ:
      case Operation::with:
      case Operation::without:
      case Operation::change: return false;  // Handled by the Boolean machine.
      case Operation::join:
        if (f == empty_family || g == unit_family) return true;
        if (g == empty_family) return is(empty_family);
        return f == unit_family && is(g);
      case Operation::meet:
        if (f == empty_family || g == empty_family) return is(empty_family);
        return (f == unit_family || g == unit_family) && is(unit_family);
      case Operation::divide:
        if (g == unit_family) return true;
        if (f == g) return is(unit_family);
        return a.variable > b.variable && is(empty_family);
      case Operation::remain: return false;
      case Operation::within:
        if (f == g || f == empty_family) return true;
        if (g == empty_family) return is(empty_family);
        if (f == unit_family) return true;
        if (a.variable >= b.variable) return false;
        f = a.lo;
        continue;
      case Operation::including:
        if (f == g || f == empty_family || g == unit_family) return true;
        if (g == empty_family) return is(empty_family);
        if (a.variable <= b.variable) return false;
        g = b.lo;
        continue;
      case Operation::maximal:
      case Operation::minimal: return a.variable == no_variable;
      case Operation::hit:
        if (f == empty_family) return is(unit_family);
        return f == unit_family && is(empty_family);
    }
    return false;
  }
}

// Plans the tasks of an operation whose result is not trivial; the task planned last is done first.
void Evaluation::unfold(Operation operation, FamilyId f, FamilyId g) {
  const DiagramManager::Node& a = manager_.node(f);
  const DiagramManager::Node& b = manager_.node(g);
  const bool in_f = a.variable <= b.variable;
  const bool in_g = b.variable <= a.variable;
  const FamilyId f0 = in_f ? a.lo : f;
  const FamilyId f1 = in_f ? a.hi : empty_family;
  const FamilyId g0 = in_g ? b.lo : g;
  const FamilyId g1 = in_g ? b.hi : empty_family;
  switch (operation) {
    case Operation::unite:
    case Operation::intersect:
    case Operation::subtract:
    case Operation::differ:
    case Operation::with:
    case Operation::without:
    case Operation::change: return;  // Handled by the Boolean machine.
    case Operation::join:
      // hi is the union of f1 joined with (g0 or g1) and f0 joined with g1: three joins, not four.
      plan(Kind::finish, operation, f, g);
      plan(Kind::apply, Operation::unite);
      plan(Kind::call, Operation::join, f0, g1);
      plan(Kind::apply, Operation::join);
      plan(Kind::call, Operation::unite, g0, g1);
      plan(Kind::push, operation, f1);
      plan(Kind::call, Operation::join, f0, g0);
      return;
    case Operation::meet:
      plan(Kind::finish, operation, f, g);
      plan(Kind::call, Operation::meet, f1, g1);
      plan(Kind::apply, Operation::unite);
      plan(Kind::call, Operation::meet, f1, g0);
      plan(Kind::apply, Operation::meet);
      plan(Kind::call, Operation::unite, g0, g1);
      plan(Kind::push, operation, f0);
      return;
    case Operation::divide:
      if (!in_g) {
        plan(Kind::finish, operation, f, g);
        plan(Kind::call, operation, f1, g);
        plan(Kind::call, operation, f0, g);
        return;
      }
      plan(Kind::keep, operation, f, g);
      if (g0 != empty_family) {
        plan(Kind::apply, Operation::intersect);
        plan(Kind::call, operation, f0, g0);
      }
      plan(Kind::call, operation, f1, g1);
      return;
    case Operation::remain:
      plan(Kind::keep, operation, f, g);
      plan(Kind::apply, Operation::subtract);
      plan(Kind::apply, Operation::join);
      plan(Kind::call, Operation::divide, f, g);
      plan(Kind::push, operation, g);
      plan(Kind::push, operation, f);
      return;
    case Operation::within:
      if (!in_f) {
        plan(Kind::keep, operation, f, g);
        plan(Kind::apply, operation);
        plan(Kind::call, Operation::unite, g0, g1);
        plan(Kind::push, operation, f);
        return;
      }
      plan(Kind::finish, operation, f, g);
      plan(Kind::call, operation, f1, g1);
      plan(Kind::apply, operation);
      plan(Kind::call, Operation::unite, g0, g1);
      plan(Kind::push, operation, f0);
      return;
    case Operation::including:
      plan(Kind::finish, operation, f, g);
      plan(Kind::apply, operation);
      plan(Kind::call, Operation::unite, g0, g1);
      plan(Kind::push, operation, f1);
      plan(Kind::call, operation, f0, g0);
      return;
    case Operation::maximal:
    case Operation::minimal:
    case Operation::hit: unfold_alone(operation, f); return;
  }
}

void Evaluation::unfold_alone(Operation operation, FamilyId f) {
  const DiagramManager::Node& a = manager_.node(f);
  if (operation == Operation::hit) {
    // Without the variable, a set must hit lo and hi.  With it, a set must hit lo, and is minimal
    // only if it would not hit hi without the variable.
    plan(Kind::leave_minimal, operation, f);
    plan(Kind::call, operation, a.lo);
    plan(Kind::apply_alone, operation);
    plan(Kind::call, Operation::unite, a.lo, a.hi);
    return;
  }
  plan(operation == Operation::maximal ? Kind::leave_maximal : Kind::leave_minimal, operation, f);
  plan(Kind::call, operation, a.hi);
  plan(Kind::call, operation, a.lo);
}

}  // namespace combien
