// The elements of a diagram: numbers of families, nodes, and the operations on families by name.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace combien {

enum class FamilyId : std::uint32_t {};
inline constexpr FamilyId empty_family{0};  // No sets.
inline constexpr FamilyId unit_family{1};   // Only the empty set.

using Variable = std::uint32_t;
inline constexpr Variable no_variable = UINT32_MAX;  // Of the two above; sorts last.

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
  with,       // The sets that contain the element; the second family is {{element}}.
  without,    // The sets that do not.
  change,     // Each set with the element added, or removed if present.
  join,       // a | b for all a and b.
  meet,       // a & b for all a and b.
  divide,     // The sets a disjoint from each b, with each a | b in the first.
  remain,     // The sets that are not a join of the quotient and a divisor.
  within,     // The a that are subsets of some b.
  including,  // The a that are supersets of some b.
  maximal,    // The sets without proper supersets; the second family is ignored.
  minimal,    // The sets without proper subsets.
  hit,        // The minimal hitting sets.
};

// Whether the second family is {{element}}.
constexpr bool takes_element(Operation operation) {
  return operation >= Operation::with && operation <= Operation::change;
}

// A pair of numbers, for hashing.
constexpr std::uint64_t pair(FamilyId a, FamilyId b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

}  // namespace combien
