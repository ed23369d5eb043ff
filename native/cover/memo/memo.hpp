// Counting by search, where what was counted once is remembered.
//
// What is left below a node often comes again after other choices, so the number of solutions below it
// is kept in a table, under the whole of what is left, and looked up before it is searched again.  Where
// what is left falls into parts that share nothing, the parts are counted one by one and multiplied.
// Forced options are taken at once, and the smallest item is branched on, as in the bit kernel; but
// where the table knows much, the first item that is not much larger: so what is left stays in one
// place, and comes again more often.
//
// What is left is told by the items that wait and by the secondary items that options still mention;
// with colors, by the options that are alive.  Keys are compared as a whole: a hash alone would give
// wrong counts now and then.  (The ideas: dlx6 of Knuth; components of #SAT, Bayardo and Pehoushek 2000.)
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/natural.hpp"
#include "base/slice.hpp"
#include "cover/bits/bits.hpp"
#include "cover/problem.hpp"

namespace combien {

struct MemoWork {
  std::uint64_t nodes = 0;    // Nodes visited.
  std::uint64_t probes = 0;   // Times that the table was asked.
  std::uint64_t hits = 0;     // Times that it knew.
  std::uint64_t entries = 0;  // What it holds.
  std::uint64_t splits = 0;   // Nodes whose rest fell into parts.
};

class MemoSearch {
 public:
  virtual ~MemoSearch() = default;

  // Goes on until the count is known or the slice is used up.  The table grows as long as all of it
  // stays within `bytes`, then forgets what is quickest to count again.
  // ensure: `out_of_bytes` => not even the search without a table fits into them
  virtual Outcome run(Slice& slice, std::uint64_t bytes) = 0;

  // The number of solutions.
  // require: run() has returned `done`
  virtual Natural count() const = 0;

  // Which part of the tree is done, from 0 to 1.
  virtual double fraction() const = 0;

  virtual MemoWork work() const = 0;
  virtual std::uint64_t bytes() const = 0;
};

// A count by search with a memo; the counters do not depend on the instructions.  `order` says which
// item is the first, where several would do: in a good one, items stand near those that they share
// options with (dominoes on 10x10 with shuffled items: 390 times fewer nodes).
// require: the problem has no bounds, this processor has the instructions, and `order` has each
//          primary item once
// Keeps no reference to `problem`.
std::unique_ptr<MemoSearch> memo_search(const Problem& problem, const std::vector<ItemId>& order,
                                        Vectors vectors);

}  // namespace combien
