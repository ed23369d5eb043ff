// Shared includes and declarations for the searches of each instruction set.
//
// All other headers that they use are included here, before a target is enabled, so that no shared
// inline function is compiled with instructions that a processor may lack.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "cover/bits/bits.hpp"
#include "cover/bits/root.hpp"
#include "cover/bits/subtrees.hpp"
#include "cover/listing/search.hpp"
#include "cover/listing/tree.hpp"
#include "cover/memo/keys.hpp"
#include "cover/memo/levels.hpp"
#include "cover/memo/memo.hpp"
#include "cover/memo/table.hpp"
#include "cover/memo/tallies.hpp"

namespace combien {

// The status of a state after its forced options are taken.
enum class Verdict { dead, solved, open };

std::unique_ptr<Search> plain_bit_search(const Problem& problem, const Position& start,
                                         LaneUse lanes);
std::unique_ptr<Search> avx2_bit_search(const Problem& problem, const Position& start,
                                        LaneUse lanes);
std::unique_ptr<Search> avx512_bit_search(const Problem& problem, const Position& start,
                                          LaneUse lanes);

std::unique_ptr<Search> plain_listing(const Problem& problem, const Position& start,
                                      Sharing sharing, std::uint64_t most_bytes);
std::unique_ptr<Search> avx2_listing(const Problem& problem, const Position& start, Sharing sharing,
                                     std::uint64_t most_bytes);
std::unique_ptr<Search> avx512_listing(const Problem& problem, const Position& start,
                                       Sharing sharing, std::uint64_t most_bytes);

std::unique_ptr<MemoSearch> plain_memo_search(const Problem& problem);
std::unique_ptr<MemoSearch> avx2_memo_search(const Problem& problem);
std::unique_ptr<MemoSearch> avx512_memo_search(const Problem& problem);

}  // namespace combien
