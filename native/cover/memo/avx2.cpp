// Search with a memo for processors with AVX2 and BMI2.
#include "cover/memo/machines.hpp"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

namespace combien {

namespace {

#define COMBIEN_VECTORS 1
#include "cover/bits/lanes.hpp"
#include "cover/bits/blocks.hpp"
#include "cover/memo/sets.hpp"
#include "cover/memo/ground.hpp"
#include "cover/memo/machine.hpp"

}  // namespace

std::unique_ptr<MemoSearch> avx2_memo_search(const Problem& problem) {
  return std::make_unique<Machine>(problem);
}

}  // namespace combien

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
