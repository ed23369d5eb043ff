// The searches for processors with AVX-512 (with the counting of bits in words).
#include "cover/vectors/machines.hpp"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(                                                             \
    __attribute__((                                                                       \
        target("avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,lzcnt,popcnt")
#endif

namespace combien {

namespace {

#define COMBIEN_VECTORS 2
#include "cover/vectors/all.hpp"

}  // namespace

std::unique_ptr<Search> avx512_bit_search(const Problem& problem, const Position& start) {
  return make_bit_search(problem, start);
}

std::unique_ptr<MemoSearch> avx512_memo_search(const Problem& problem) {
  return make_memo_search(problem);
}

}  // namespace combien

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
