// The kernel for processors with AVX2 and BMI2.
#include "cover/bits/kernels.hpp"

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
#include "cover/bits/small.hpp"
#include "cover/bits/kernel.hpp"

}  // namespace

std::unique_ptr<Search> avx2_bit_search(const Problem& problem, const Position& start) {
  return std::make_unique<Kernel>(problem, start);
}

}  // namespace combien

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
