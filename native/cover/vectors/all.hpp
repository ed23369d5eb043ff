// Everything that is compiled once for each instruction set, in order of dependency.
//
// Included inside a namespace, with the target enabled and COMBIEN_VECTORS set to its number.  No
// include guard.
#include "cover/bits/bytes.hpp"
#include "cover/bits/lanes.hpp"
#include "cover/bits/sets.hpp"
#include "cover/bits/blocks.hpp"
#include "cover/bits/halves.hpp"
#include "cover/bits/slices.hpp"
#include "cover/bits/sliced_sizes.hpp"
#include "cover/bits/propagate.hpp"
#include "cover/bits/small_sets.hpp"
#include "cover/bits/small_search.hpp"
#include "cover/bits/lane_sets.hpp"
#include "cover/bits/side_by_side.hpp"
#include "cover/bits/in_turns.hpp"
#include "cover/bits/byte_step.hpp"
#include "cover/bits/sliced_step.hpp"
#include "cover/bits/lane_search.hpp"
#include "cover/bits/consistency.hpp"
#include "cover/bits/kernel.hpp"
#include "cover/listing/listing.hpp"
#include "cover/memo/small_count.hpp"
#include "cover/memo/ground.hpp"
#include "cover/memo/machine.hpp"

std::unique_ptr<Search> make_bit_search(const Problem& problem, const Position& start,
                                        LaneUse lanes) {
  return std::make_unique<Kernel>(problem, start, lanes);
}

std::unique_ptr<MemoSearch> make_memo_search(const Problem& problem) {
  return std::make_unique<Machine>(problem);
}
