// A set of cells, or slots, in a bounded part of a strip.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "base/require.hpp"
#include "strip/tiles.hpp"

namespace combien {

template <std::size_t words>
class Window {
 public:
  static constexpr std::uint32_t places = 64 * words;

  Window() = default;
  // The cells that are shifted by an offset; those beyond the last place are dropped.
  explicit Window(const Cells& cells, std::uint32_t offset = 0) {
    for (const std::uint32_t cell : cells) {
      if (cell + offset < places) insert(cell + offset);
    }
  }

  auto operator<=>(const Window&) const = default;
  const std::array<std::uint64_t, words>& bits() const { return bits_; }
  bool empty() const {
    return std::all_of(bits_.begin(), bits_.end(), [](std::uint64_t word) { return word == 0; });
  }
  // require: place < places
  bool has(std::uint32_t place) const {
    COMBIEN_REQUIRE(place < places);
    return (bits_[place / 64] >> (place % 64) & 1) != 0;
  }
  // require: place < places
  void insert(std::uint32_t place) {
    COMBIEN_REQUIRE(place < places);
    bits_[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  bool meets(const Window& other) const {
    std::uint64_t common = 0;
    for (std::size_t k = 0; k < words; ++k) common |= bits_[k] & other.bits_[k];
    return common != 0;
  }
  Window with(const Window& other) const {
    Window result = *this;
    for (std::size_t k = 0; k < words; ++k) result.bits_[k] |= other.bits_[k];
    return result;
  }
  Window without(const Window& other) const {
    Window result = *this;
    for (std::size_t k = 0; k < words; ++k) result.bits_[k] &= ~other.bits_[k];
    return result;
  }
  Window within(const Window& other) const {
    Window result = *this;
    for (std::size_t k = 0; k < words; ++k) result.bits_[k] &= other.bits_[k];
    return result;
  }
  // The number of members before the first gap, at most 64.
  std::uint32_t leading() const { return static_cast<std::uint32_t>(std::countr_one(bits_[0])); }
  // What lies behind the first places.
  Window behind(std::uint32_t first) const {
    Window result;
    const std::uint32_t skipped = first / 64;
    const std::uint32_t rest = first % 64;
    for (std::size_t k = 0; k + skipped < words; ++k) {
      result.bits_[k] = bits_[k + skipped] >> rest;
      if (rest != 0 && k + skipped + 1 < words) {
        result.bits_[k] |= bits_[k + skipped + 1] << (64 - rest);
      }
    }
    return result;
  }
  // `images` are the places to which all are moved.
  Window moved(const Cells& images) const {
    Window result;
    for (std::size_t k = 0; k < words; ++k) {
      for (std::uint64_t rest = bits_[k]; rest != 0; rest &= rest - 1) {
        result.insert(images[64 * k + static_cast<std::size_t>(std::countr_zero(rest))]);
      }
    }
    return result;
  }
  // The least of its images under these symmetries and the identity.
  Window least_image(const std::vector<Cells>& symmetries) const {
    Window least = *this;
    for (const Cells& images : symmetries) least = std::min(least, moved(images));
    return least;
  }

  std::uint64_t hash() const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : bits_) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 29;
    }
    return hash;
  }

 private:
  std::array<std::uint64_t, words> bits_{};
};

}  // namespace combien
