#include "zdd/boolean.hpp"

#include <utility>

namespace combien {

namespace {

constexpr FamilyId not_yet{UINT32_MAX};

// The result if it follows from the numbers alone, else `not_yet`.
template <Operation operation>
FamilyId plain(FamilyId f, FamilyId g) {
  if constexpr (operation == Operation::unite) {
    if (f == g || g == empty_family) return f;
    if (f == empty_family) return g;
  } else if constexpr (operation == Operation::intersect) {
    if (f == g) return f;
    if (f == empty_family || g == empty_family) return empty_family;
  } else if constexpr (operation == Operation::subtract) {
    if (f == g || f == empty_family) return empty_family;
    if (g == empty_family) return f;
  } else if constexpr (operation == Operation::differ) {
    if (f == g) return empty_family;
    if (g == empty_family) return f;
    if (f == empty_family) return g;
  }
  return not_yet;
}

// The result for a family f that has no node above the element, whose own node is `element`.
template <Operation operation>
FamilyId at_element(DiagramManager& manager, FamilyId f, const DiagramNode& element) {
  const DiagramNode node = manager.node(f);
  const bool there = node.variable == element.variable;
  if constexpr (operation == Operation::without) return there ? node.lo : f;
  if constexpr (operation == Operation::with) {
    return there ? manager.make(node.variable, empty_family, node.hi) : empty_family;
  }
  return there ? manager.make(element.variable, node.hi, node.lo)
               : manager.make(element.variable, empty_family, f);
}

}  // namespace

void BooleanMachine::begin(Operation operation, FamilyId f, FamilyId g) {
  COMBIEN_REQUIRE(does(operation));
  COMBIEN_REQUIRE(!under_way_);
  COMBIEN_REQUIRE(manager_.pinned());
  operation_ = operation;
  f_ = f;
  g_ = g;
  under_way_ = true;
}

std::uint64_t BooleanMachine::run(std::uint64_t steps) {
  COMBIEN_REQUIRE(under_way_);
  switch (operation_) {
    case Operation::unite: return run_as<Operation::unite>(steps);
    case Operation::intersect: return run_as<Operation::intersect>(steps);
    case Operation::subtract: return run_as<Operation::subtract>(steps);
    case Operation::with: return run_as<Operation::with>(steps);
    case Operation::without: return run_as<Operation::without>(steps);
    case Operation::change: return run_as<Operation::change>(steps);
    default: return run_as<Operation::differ>(steps);
  }
}

template <Operation operation>
std::uint64_t BooleanMachine::run_as(std::uint64_t steps) {
  constexpr bool symmetric = operation != Operation::subtract && !takes_element(operation);
  ResultCache& results = manager_.results();
  FamilyId f = f_;
  FamilyId g = g_;
  for (std::uint64_t done = 0; done < steps; ++done) {
    FamilyId result = plain<operation>(f, g);
    if (result == not_yet) {
      if (symmetric && f > g) std::swap(f, g);
      results.prefetch(operation, f, g);
      const DiagramNode a = manager_.node(f);
      const DiagramNode b = manager_.node(g);
      if (operation == Operation::intersect && a.variable != b.variable) {
        // Sets with the upper variable are in only one of them.
        (a.variable < b.variable ? f : g) = a.variable < b.variable ? a.lo : b.lo;
        continue;
      }
      if (operation == Operation::subtract && b.variable < a.variable) {
        g = b.lo;
        continue;
      }
      if (takes_element(operation) && b.variable <= a.variable) {
        result = at_element<operation>(manager_, f, b);
      } else {
        result = results.recall(operation, f, g);
        if (result == ResultCache::forgotten) {
          const bool in_f = a.variable <= b.variable;
          const bool in_g = b.variable <= a.variable;
          const FamilyId f1 = in_f ? a.hi : empty_family;
          const FamilyId g1 = takes_element(operation) ? g : in_g ? b.hi : empty_family;
          frames_.push_back({f, g, f1, g1, not_yet, in_f ? a.variable : b.variable});
          manager_.prefetch(f1);
          manager_.prefetch(g1);
          const bool swapped = symmetric && f1 > g1;
          results.prefetch(operation, swapped ? g1 : f1, swapped ? f1 : g1);
          f = in_f ? a.lo : f;
          g = in_g ? b.lo : g;
          continue;
        }
      }
    }
    for (;;) {
      if (frames_.empty()) {
        result_ = result;
        under_way_ = false;
        return done + 1;
      }
      Frame& frame = frames_.back();
      if (frame.lo == not_yet) {
        frame.lo = result;
        f = frame.f1;
        g = frame.g1;
        break;
      }
      result = manager_.make(frame.variable, frame.lo, result);
      results.remember(operation, frame.f, frame.g, result);
      frames_.pop_back();
    }
  }
  f_ = f;
  g_ = g;
  return steps;
}

}  // namespace combien
