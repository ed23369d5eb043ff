// A traversal of all solutions that can be stopped anywhere and resumed elsewhere.
//
// The search is a state machine, not a recursion: its whole state is the list of choices made so
// far, its *position*.  This serves three purposes:
//
//     a checkpoint       is a position written to a file
//     a share of work    is a position below which another worker searches
//     a progress report  is a position shown to a person
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/dice.hpp"
#include "base/ids.hpp"
#include "base/slice.hpp"

namespace combien {

// Which item to branch on: the one with the fewest choices (the first of them), or just the first.
// `weighted` divides the number of choices by how often the item had none left, in probes made
// before the search.
enum class Branching { smallest, leftmost, weighted };

struct InvalidPosition : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// One choice: an option, or none of the options that are left for the item.
inline constexpr OptionId no_option{UINT32_MAX};

struct Position {
  // The choices, from the root down.
  std::vector<OptionId> choices;
  // Whether the node below the last choice is done: a search resumes after it, not at it.
  bool visited = false;
  // The number of fixed choices: the search is over when it would have to change one of them.
  std::uint32_t floor = 0;
};

// An estimate of the tree size from one random walk (Knuth, Estimating the efficiency of backtrack
// programs, 1975).  A single walk may be far off; the expected value is exact.
struct Probe {
  double nodes = 0;
  double solutions = 0;
  std::uint32_t depth = 0;
};

struct Work {
  std::uint64_t nodes = 0;    // Nodes of the search tree that were visited, including the root.
  std::uint64_t updates = 0;  // Entries that were unlinked from a list.
  std::uint64_t words = 0;    // Of bit sets that large nodes looked at, approximately; for prices.
};

using TakeSolution = std::function<void(std::vector<OptionId>&)>;

class Search {
 public:
  virtual ~Search() = default;

  // Continues to the next solution, as far as the slice allows.
  // ensure: `solution` => solution() is one; `out_of_slice` => call again to continue
  virtual Outcome next(Slice& slice) = 0;

  // Counts solutions in `found` without showing them; stops after `most` of them.  Some searches
  // are faster at this.
  // ensure: `solution` => there were `most`, and the position is after the last
  virtual Outcome count(Slice& slice, std::uint64_t most, std::uint64_t& found) {
    for (; most != 0; --most) {
      const Outcome outcome = next(slice);
      if (outcome != Outcome::solution) return outcome;
      ++found;
    }
    return Outcome::solution;
  }

  // Finds solutions and calls `take` with the options of each, in the order of next() but in any order
  // of the options, which `take` may change; stops after `most`.  Some searches are faster at this.
  // ensure: `solution` => there were `most`, and the position is after the last
  virtual Outcome list(Slice& slice, std::uint64_t most, const TakeSolution& take) {
    std::vector<OptionId> options;
    for (; most != 0; --most) {
      const Outcome outcome = next(slice);
      if (outcome != Outcome::solution) return outcome;
      solution(options);
      take(options);
    }
    return Outcome::solution;
  }

  // The options chosen, from the root down.
  // require: next() has just returned `solution`
  virtual void solution(std::vector<OptionId>& options) const = 0;

  // The current position; a search of the same problem that starts there has the rest to do.
  virtual Position position() const = 0;

  // The fraction of the tree that is done, from 0 to 1; each level is divided evenly.
  virtual double fraction() const = 0;

  virtual Work work() const = 0;

  // Splits off the untried choices nearest to the root, which are probably the largest part: this
  // search ends before them, and the one returned has them, with a copy of all that this one has
  // learned.  Null if there are none, or if this search cannot be split.
  // ensure: solution() may be called after the next solution only; the fractions still to do of both
  //         add up to what this one had
  // cost:   a copy of the state
  virtual std::unique_ptr<Search> split() { return nullptr; }

  // Restarts with these options taken in advance; they are part of each solution.
  // Throws InvalidPosition if two of them exclude each other.
  virtual void restart(std::span<const OptionId> given) = 0;

  // The choices at the current node, in order; none at a solution or a dead end.
  // ensure: the search is unusable until restart() is called
  virtual std::vector<OptionId> branches() = 0;

  // Walks from the root to a leaf, making each choice uniformly at random.
  // ensure: the search is unusable until restart() is called
  virtual Probe probe(Dice& dice) = 0;
};

}  // namespace combien
