// The cheapest solutions by item prices: the dual of the linear relaxation.
//
// Give each item a price.  The *reduced cost* of an option is its cost minus the prices of its
// items.  If no reduced cost is negative, and no secondary item has a positive price, then every
// solution costs at least the sum of all prices; it costs exactly that sum, plus the reduced costs
// of its options, plus what uncovered secondary items lack.  So a solution within a *gap* of the sum
// has no option whose reduced cost exceeds the gap: the search needs only the others, which are few
// if the prices are good.  The gap is widened until it holds what is wanted.
//
// The prices are found as D. Wedelin does (An algorithm for large scale 0-1 integer programming,
// 1995): item by item, a price is moved to between the two smallest reduced costs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cover/cheapest.hpp"

namespace combien {

// require: every item is covered exactly once; costs has one entry for each option, and the sum of
//          their magnitudes is below 2^50
std::unique_ptr<Cheapest> cheapest_by_prices(const Problem& problem,
                                             std::span<const std::int64_t> costs,
                                             std::uint32_t wanted);

}  // namespace combien
