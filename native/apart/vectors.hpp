// Vectors of four 16-bit coordinates in a word, added and subtracted at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace combien {

// Coordinate k is in the bits from 16 * k on, in two's complement.
using PackedVector = std::uint64_t;
using Coordinates = std::array<std::int16_t, 4>;

inline constexpr PackedVector sign_bits = 0x8000'8000'8000'8000;

constexpr PackedVector packed(const Coordinates& vector) {
  PackedVector word = 0;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    word |= PackedVector{static_cast<std::uint16_t>(vector[axis])} << (16 * axis);
  }
  return word;
}

constexpr Coordinates unpacked(PackedVector word) {
  Coordinates vector{};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    vector[axis] = static_cast<std::int16_t>(static_cast<std::uint16_t>(word >> (16 * axis)));
  }
  return vector;
}

// Without carries between coordinates: the sign bits are added separately.
constexpr PackedVector plus(PackedVector a, PackedVector b) {
  return ((a & ~sign_bits) + (b & ~sign_bits)) ^ ((a ^ b) & sign_bits);
}

constexpr PackedVector minus(PackedVector a, PackedVector b) {
  return ((a | sign_bits) - (b & ~sign_bits)) ^ ((a ^ ~b) & sign_bits);
}

}  // namespace combien
