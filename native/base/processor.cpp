#include "base/processor.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace combien {
namespace {

#if defined(__x86_64__)
// By the instructions themselves: `__builtin_cpu_supports` asks a library of the compiler that not
// every toolchain has, and is false without it.
Vectors detected() {
  const auto has = [](std::uint32_t word, std::uint32_t bits) { return (word & bits) == bits; };
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(0x80000001, &a, &b, &c, &d) == 0 || !has(c, bit_LZCNT)) return Vectors::plain;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return Vectors::plain;
  if (!has(c, bit_OSXSAVE | bit_AVX | bit_POPCNT)) return Vectors::plain;
  std::uint32_t saved = 0;
  asm("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
  constexpr std::uint32_t ymm = 0x06, zmm = 0xe6;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return Vectors::plain;
  if (!has(saved, ymm) || !has(b, bit_AVX2 | bit_BMI | bit_BMI2)) return Vectors::plain;
  const bool wide =
      has(b, bit_AVX512F | bit_AVX512BW | bit_AVX512VL) && has(c, bit_AVX512VPOPCNTDQ);
  return wide && has(saved, zmm) ? Vectors::avx512 : Vectors::avx2;
}
#else
Vectors detected() { return Vectors::plain; }
#endif

}  // namespace

Vectors best_vectors() {
  static const Vectors best = detected();
  return best;
}

}  // namespace combien
