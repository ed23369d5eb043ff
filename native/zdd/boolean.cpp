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
  } else {
    if (f == g) return empty_family;
    if (g == empty_family) return f;
    if (f == empty_family) return g;
  }
  return not_yet;
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
    default: return run_as<Operation::differ>(steps);
  }
}

template <Operation operation>
std::uint64_t BooleanMachine::run_as(std::uint64_t steps) {
  ResultCache& results = manager_.results();
  FamilyId f = f_;
  FamilyId g = g_;
  for (std::uint64_t done = 0; done < steps; ++done) {
    FamilyId result = plain<operation>(f, g);
    if (result == not_yet) {
      if (operation != Operation::subtract && f > g) std::swap(f, g);
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
      result = results.recall(operation, f, g);
      if (result == ResultCache::forgotten) {
        const bool in_f = a.variable <= b.variable;
        const bool in_g = b.variable <= a.variable;
        const FamilyId f1 = in_f ? a.hi : empty_family;
        const FamilyId g1 = in_g ? b.hi : empty_family;
        frames_.push_back({f, g, f1, g1, not_yet, in_f ? a.variable : b.variable});
        manager_.prefetch(f1);
        manager_.prefetch(g1);
        f = in_f ? a.lo : f;
        g = in_g ? b.lo : g;
        continue;
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
