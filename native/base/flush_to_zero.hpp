// Arithmetic without denormal numbers: while the object lives, results of this thread that are
// below the normal numbers (1e-38 for floats) are 0.
//
// Processors take up to a hundred times as long for denormal numbers, which products of small
// shares are.  On processors other than x86-64 and AArch64 the class does nothing.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace combien {

class FlushToZero {
 public:
#if defined(__x86_64__)
  // The bits FTZ (results) and DAZ (operands).
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040u); }
  ~FlushToZero() { _mm_setcsr(before_); }
#elif defined(__aarch64__)
  // The bit FZ: results and operands.
  FlushToZero() {
    asm volatile("mrs %0, fpcr" : "=r"(before_));
    asm volatile("msr fpcr, %0" : : "r"(before_ | (std::uint64_t{1} << 24)));
  }
  ~FlushToZero() { asm volatile("msr fpcr, %0" : : "r"(before_)); }
#else
  FlushToZero() {}
  ~FlushToZero() {}
#endif

  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;

#if defined(__x86_64__)
 private:
  std::uint32_t before_;
#elif defined(__aarch64__)
 private:
  std::uint64_t before_ = 0;
#endif
};

}  // namespace combien
