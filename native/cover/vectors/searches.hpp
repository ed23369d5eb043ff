// The searches for one vector instruction set.  CMakeLists.txt compiles this once for each, with
// COMBIEN_VECTORS set to 0 for any processor, where a 64-bit word is eight counters; to 1 for AVX2
// and BMI2; or to 2 for AVX-512 with VPOPCNTDQ.
#include "cover/vectors/machines.hpp"

#if COMBIEN_VECTORS == 0
#define COMBIEN_FOR(name) plain_##name
#elif COMBIEN_VECTORS == 1
#define COMBIEN_FOR(name) avx2_##name
#define COMBIEN_TARGET "avx2,bmi,bmi2,lzcnt,popcnt"
#else
#define COMBIEN_FOR(name) avx512_##name
#define COMBIEN_TARGET "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,lzcnt,popcnt"
#endif

#if COMBIEN_VECTORS == 0 || defined(__x86_64__)

#ifdef COMBIEN_TARGET
#define COMBIEN_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define COMBIEN_PUSH(names) \
  COMBIEN_PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define COMBIEN_POP COMBIEN_PRAGMA(clang attribute pop)
#else
#define COMBIEN_PUSH(names) COMBIEN_PRAGMA(GCC push_options) COMBIEN_PRAGMA(GCC target(names))
#define COMBIEN_POP COMBIEN_PRAGMA(GCC pop_options)
#endif
COMBIEN_PUSH(COMBIEN_TARGET)
#endif

namespace combien {

namespace {  // NOLINT(cert-dcl59-cpp): this is a source file in all but its name.

#include "cover/vectors/all.hpp"

}  // namespace

std::unique_ptr<Search> COMBIEN_FOR(bit_search)(const Problem& problem, const Position& start,
                                                LaneUse lanes) {
  return make_bit_search(problem, start, lanes);
}

std::unique_ptr<Search> COMBIEN_FOR(listing)(const Problem& problem, const Position& start,
                                             Sharing sharing, std::uint64_t most_bytes) {
  return std::make_unique<Listing>(problem, start, sharing, most_bytes);
}

std::unique_ptr<MemoSearch> COMBIEN_FOR(memo_search)(const Problem& problem) {
  return make_memo_search(problem);
}

}  // namespace combien

#ifdef COMBIEN_TARGET
COMBIEN_POP
#endif

#endif
