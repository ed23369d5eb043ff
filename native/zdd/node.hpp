// What a diagram is made of: numbers of families, nodes, and the operations on families by name.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace combien {

enum class FamilyId : std::uint32_t {};
inline constexpr FamilyId empty_family{0};  // No set at all.
inline constexpr FamilyId unit_family{1};   // The empty set alone.

using Variable = std::uint32_t;
inline constexpr Variable no_variable = UINT32_MAX;  // Of the two above: after every other.

struct DiagramNode {
  Variable variable;
  FamilyId lo;
  FamilyId hi;

  bool operator==(const DiagramNode&) const = default;
};

struct OutOfNodes : std::length_error {
  using std::length_error::length_error;
};

enum class Operation : std::uint32_t {
  unite,      // In either.
  intersect,  // In both.
  subtract,   // In the first only.
  differ,     // In exactly one.
  with,       // Those that hold the element; the second family is the element alone.
  without,    // Those that do not.
  change,     // Each with the element added, or taken away where it is.
  join,       // a | b for all a and b.
  meet,       // a & b for all a and b.
  divide,     // Those that b can be added to: disjoint from each b, and a | b is in the first.
  remain,     // Those that are no join of a quotient and a divisor.
  within,     // The a that are part of some b.
  including,  // The a that some b is part of.
  maximal,    // Those that are part of no other; the second family does not matter.
  minimal,    // Those that no other is part of.
  hit,        // The minimal sets that have an element of each.
};

// Two numbers side by side, to be hashed.
constexpr std::uint64_t pair(FamilyId a, FamilyId b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

}  // namespace combien
