// What each compilation of the machine includes, and what it offers.
//
// All that is shared is included here, before a target is switched on: see bits/kernels.hpp.
#pragma once

#include <utility>

#include "cover/bits/kernels.hpp"
#include "cover/memo/keys.hpp"
#include "cover/memo/levels.hpp"
#include "cover/memo/memo.hpp"
#include "cover/memo/table.hpp"
#include "cover/memo/tallies.hpp"

namespace combien {

std::unique_ptr<MemoSearch> plain_memo_search(const Problem& problem);
std::unique_ptr<MemoSearch> avx2_memo_search(const Problem& problem);
std::unique_ptr<MemoSearch> avx512_memo_search(const Problem& problem);

}  // namespace combien
