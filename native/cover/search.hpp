// A walk through all solutions that can stop anywhere and go on elsewhere.
//
// The search is a machine, not a recursion: its whole state is the list of choices made so far, its
// *position*.  So one notion serves three needs:
//
//     a checkpoint       is a position written to a file
//     a share of work    is a position below which someone else searches
//     a progress report  is a position shown to a person
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/dice.hpp"
#include "base/ids.hpp"
#include "base/slice.hpp"

namespace combien {

// Which item to branch on: the one with the fewest choices (the first of them), or just the first.
// `weighted` divides the number of choices by how often the item was found without any, in probes made
// before the search.
enum class Branching { smallest, leftmost, weighted };

struct InvalidPosition : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// One choice: an option, or none of the options that are left for the item.
inline constexpr OptionId no_option{UINT32_MAX};

struct Position {
  // The choices, root down.
  std::vector<OptionId> choices;
  // Whether the node below the last choice is done with: a search goes on after it, not at it.
  bool visited = false;
  // How many of the choices are fixed: the search is over when it would have to change one of them.
  std::uint32_t floor = 0;
};

// What one random walk down the tree says of its size (Knuth, Estimating the efficiency of backtrack
// programs, 1975): if all walks were like it, there would be so many.  The mean over many is exact.
struct Probe {
  double nodes = 0;
  double solutions = 0;
  std::uint32_t depth = 0;
};

struct Work {
  std::uint64_t nodes = 0;    // Nodes of the search tree that were visited, the root included.
  std::uint64_t updates = 0;  // Entries that were unlinked from a list.
};

class Search {
 public:
  virtual ~Search() = default;

  // Goes on to the next solution, as far as the slice allows.
  // ensure: `solution` => solution() is one; `out_of_slice` => call again to go on
  virtual Outcome next(Slice& slice) = 0;

  // The options chosen, root down.
  // require: next() has just returned `solution`
  virtual void solution(std::vector<OptionId>& options) const = 0;

  // Where the search stands; a search of the same problem that starts there has the rest to do.
  virtual Position position() const = 0;

  // How much of the tree is done, from 0 to 1: the finished shares, each level divided evenly.
  virtual double fraction() const = 0;

  virtual Work work() const = 0;

  // Starts afresh with these options taken beforehand; they are part of each solution.
  // Throws InvalidPosition if two of them exclude each other.
  virtual void restart(std::span<const OptionId> given) = 0;

  // The choices at the node where the search stands, in order; none at a solution or a dead end.
  // ensure: the search is spent; only restart() brings it back
  virtual std::vector<OptionId> branches() = 0;

  // Walks from the root to a leaf, each choice by a fair die.
  // ensure: the search is spent; only restart() brings it back
  virtual Probe probe(Dice& dice) = 0;
};

}  // namespace combien
