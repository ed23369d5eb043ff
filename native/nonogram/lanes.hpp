// Sixteen numbers that are computed together, each as it would be alone: the same operations on any
// processor, so the same results.
//
// All functions are inlined, so that a caller for a processor with wide registers uses these.
// Logarithms and powers are polynomials with about seven exact digits: those of a system's library
// would differ from one system to the next.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

// All functions are inlined, so how vectors are passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace combien::nonogram {

constexpr std::size_t lane_count = 16;

using Floats [[gnu::vector_size(64)]] = float;
using Words [[gnu::vector_size(64)]] = std::uint32_t;
using Flags [[gnu::vector_size(64)]] = std::int32_t;  // -1 for true, 0 for false.

using Bytes [[gnu::vector_size(16)]] = std::uint8_t;

struct alignas(64) Lanes {
  Floats of;

  Lanes() = default;
  // The same number in all lanes.
  [[gnu::always_inline]] Lanes(float number) : of(Floats{} + number) {}
  [[gnu::always_inline]] explicit Lanes(const Floats& numbers) : of(numbers) {}
};

// A truth value for each lane.
struct Mask {
  Flags of;
};

[[gnu::always_inline]] inline Lanes operator+(const Lanes& a, const Lanes& b) {
  return Lanes(a.of + b.of);
}
[[gnu::always_inline]] inline Lanes operator-(const Lanes& a, const Lanes& b) {
  return Lanes(a.of - b.of);
}
[[gnu::always_inline]] inline Lanes operator*(const Lanes& a, const Lanes& b) {
  return Lanes(a.of * b.of);
}
[[gnu::always_inline]] inline Lanes operator/(const Lanes& a, const Lanes& b) {
  return Lanes(a.of / b.of);
}
[[gnu::always_inline]] inline Lanes& operator+=(Lanes& a, const Lanes& b) {
  a.of += b.of;
  return a;
}
[[gnu::always_inline]] inline Lanes& operator*=(Lanes& a, const Lanes& b) {
  a.of *= b.of;
  return a;
}
[[gnu::always_inline]] inline Mask operator>(const Lanes& a, const Lanes& b) {
  return {a.of > b.of};
}
[[gnu::always_inline]] inline Mask operator&(const Mask& a, const Mask& b) { return {a.of & b.of}; }

// `a` where the mask is set, else `b`; and the same for single numbers.
[[gnu::always_inline]] inline Lanes select(const Mask& mask, const Lanes& a, const Lanes& b) {
  return Lanes(mask.of ? a.of : b.of);
}
inline double select(bool mask, double a, double b) { return mask ? a : b; }

[[gnu::always_inline]] inline Lanes larger(const Lanes& a, const Lanes& b) {
  return select(a > b, a, b);
}

// A small number in each lane, as a byte, and back.
[[gnu::always_inline]] inline Bytes bytes_of(const Lanes& numbers) {
  return __builtin_convertvector(numbers.of, Bytes);
}
[[gnu::always_inline]] inline Lanes lanes_of(const Bytes& numbers) {
  return Lanes(__builtin_convertvector(numbers, Floats));
}

// The same byte in all lanes.
inline Bytes all_lanes(std::uint8_t number) {
  Bytes bytes;
  for (std::size_t lane = 0; lane < lane_count; ++lane) bytes[lane] = number;
  return bytes;
}

inline bool any(const Bytes& flags) {
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(flags);
  return (halves[0] | halves[1]) != 0;
}

// A number of moderate size with this added has its integer part in its low bits: 1.5 * 2^23.
constexpr float integer_shift = 12582912;

// The logarithm to base 2; -127 for 0.
// require: 0 or a normal number, all positive
[[gnu::always_inline]] inline Lanes log2_of(const Lanes& x) {
  constexpr std::uint32_t shift_bits = std::bit_cast<std::uint32_t>(integer_shift);
  const auto bits = std::bit_cast<Words>(x.of);
  const Lanes exponent(std::bit_cast<Floats>((bits >> 23) + shift_bits) - (integer_shift + 127));
  const Lanes part(std::bit_cast<Floats>((bits & 0x007fffffu) | 0x3f800000u));
  // log(part) = 2 artanh(t), with t at most 1/3.
  const Lanes t = (part - 1.0f) / (part + 1.0f);
  const Lanes square = t * t;
  Lanes series = 1.0f / 13;
  for (const float odd : {11.0f, 9.0f, 7.0f, 5.0f, 3.0f, 1.0f}) {
    series = series * square + 1.0f / odd;
  }
  constexpr float two_over_log_of_two = 2.885390082f;
  return exponent + series * t * two_over_log_of_two;
}

// 2 to the power of x.
// require: -120 <= x <= 120
[[gnu::always_inline]] inline Lanes exp2_of(const Lanes& x) {
  const Lanes shifted = x + integer_shift;
  const Lanes rest = (x - (shifted - integer_shift)) * 0.6931471806f;  // At most 0.35.
  Lanes series = 1.0f;
  for (const float order : {7.0f, 6.0f, 5.0f, 4.0f, 3.0f, 2.0f, 1.0f}) {
    series = series * rest * (1.0f / order) + 1.0f;
  }
  // The integer part is added to the exponent.
  const Words exponent = std::bit_cast<Words>(shifted.of) << 23;
  return Lanes(std::bit_cast<Floats>(std::bit_cast<Words>(series.of) + exponent));
}

}  // namespace combien::nonogram
