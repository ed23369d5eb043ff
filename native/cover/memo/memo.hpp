// Counting by search with memoization.
//
// The same subproblem often occurs again after different choices, so the number of solutions below
// a node is stored in a table, with the whole subproblem as the key, and looked up before it is
// searched again.  If the subproblem splits into independent components, they are counted one by
// one and multiplied.  Forced options are taken immediately, and the search branches on the
// smallest item, as in the bit kernel; but where the table saves enough, on the first item that is
// not much larger.  That keeps the remaining items together, so subproblems recur more often.
//
// A subproblem is identified by the waiting items and the secondary items that options still
// contain; with colors, by the options alive.  Keys are compared in full: a hash alone would
// occasionally give wrong counts.  (The ideas: dlx6 of Knuth; components of #SAT, Bayardo and
// Pehoushek 2000.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/natural.hpp"
#include "base/slice.hpp"
#include "cover/bits/bits.hpp"
#include "cover/problem.hpp"

namespace combien {

struct MemoWork {
  std::uint64_t nodes = 0;    // Nodes visited.
  std::uint64_t probes = 0;   // Table lookups.
  std::uint64_t hits = 0;     // Successful lookups.
  std::uint64_t entries = 0;  // Entries in the table.
  std::uint64_t splits = 0;   // Nodes that split into components.
};

// What is left of a count: the solutions that contain all options of one of these places.
struct MemoRest {
  std::vector<std::vector<OptionId>> places;  // In the order of the search.
  Natural found;                              // All other solutions.
};

class MemoSearch {
 public:
  virtual ~MemoSearch() = default;

  // Begins to count the solutions that contain these options; the table and the counters are kept.
  // Throws InvalidPosition if an option excludes another.
  virtual void begin(std::span<const OptionId> given) = 0;

  // Continues until the count is known or the slice is used up.  The table grows as long as all of
  // it fits into `bytes`, then drops the entries that are quickest to count again.
  // ensure: `out_of_bytes` => not even the search without a table fits into them
  virtual Outcome run(Slice& slice, std::uint64_t bytes) = 0;

  // The number of solutions.
  // require: run() has returned `done`
  virtual Natural count() const = 0;

  // What is left, in at most `most` places.  The subtree of the first one is counted again from its
  // start, and no level below components is a place of its own.
  // require: most != 0
  virtual MemoRest rest(std::size_t most) const = 0;

  // The table as words, for the same search in another process: the entries of some of its slots.
  virtual std::size_t slots() const = 0;
  virtual std::size_t limbs() const = 0;
  virtual std::size_t entry_words() const = 0;
  virtual std::vector<std::uint64_t> saved(std::size_t begin, std::size_t end) const = 0;
  // Adds such entries, whose counts have this many limbs.
  // Throws std::invalid_argument if they are not entries.
  virtual void load(std::span<const std::uint64_t> words, std::size_t limbs,
                    std::uint64_t bytes) = 0;

  // The fraction of the tree that is done, from 0 to 1.
  virtual double fraction() const = 0;

  virtual MemoWork work() const = 0;
  virtual std::uint64_t bytes() const = 0;
};

// A count by search with a memo; the counters do not depend on the instruction set.  `order`
// decides which item is first where several qualify: in a good order, items are near the items that
// they share options with (dominoes on 10x10 with shuffled items: 390 times fewer nodes).
// require: the problem has no bounds, this processor supports the instructions, and `order` has
//          each primary item once
// Keeps no reference to `problem`.
std::unique_ptr<MemoSearch> memo_search(const Problem& problem, const std::vector<ItemId>& order,
                                        Vectors vectors);

}  // namespace combien
