// The steps of a count along a line of items, over tables of all sets of open items.
//
// An entry of the table is the number of ways to cover exactly the items before this place, and a set
// of open items.  Every open item has a *slot*, a bit of the index.  An option adds the entries in
// which its items are uncovered to those in which they are covered, in place; so once all options of
// an item are done, the entries without it are dropped.  If one of its options is a pair with a new
// item, the slot is handed on instead: the item is covered unless the new one is.
//
// If all options have an even number of items, one open item needs no slot: the number of covered
// items is even.
#pragma once

#include <cstdint>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

struct LineStep {
  enum class Kind : std::uint8_t {
    grow,  // A slot more, above the others; the entries with it are zero.
    add,  // Adds each entry whose index is `from` within `mask` to the one with these bits flipped.
    zero,  // Clears the entries whose index is `from` within `mask`.
    keep,  // Drops the slot `mask`; keeps the entries whose index is `from` within it.
  };
  static constexpr std::uint8_t any = 2;

  Kind kind;
  // Only entries whose index has this parity are added or kept (instead of `from`).
  std::uint8_t parity = any;
  std::uint64_t mask = 0;
  std::uint64_t from = 0;
};

struct LinePlan {
  std::vector<LineStep> steps;
  std::uint32_t most_slots = 0;
  // The number of additions.
  double additions = 0;
  // An upper bound of the bits of any entry.
  double bits = 0;

  // require: no colors, no bounds, and the order has each item once
  LinePlan(const Problem& problem, const std::vector<std::uint32_t>& order);
};

}  // namespace combien
