// The states of a bag: sets of items, each with the number of ways to cover exactly these.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/limbs.hpp"
#include "base/pages.hpp"
#include "base/require.hpp"

namespace combien {

// A hash table that keeps its entries in the order of insertion, with counts of a fixed number of
// limbs.
class TreeStates {
 public:
  explicit TreeStates(std::uint32_t width = 1) : width_(width), slots_(first_slots) {}

  std::size_t size() const { return keys_.size(); }
  std::uint32_t width() const { return width_; }
  std::uint64_t key(std::size_t k) const { return keys_[k]; }
  limbs::Limbs count(std::size_t k) const { return {counts_.data() + k * width_, width_}; }

  std::uint64_t bytes() const {
    return (keys_.capacity() + counts_.capacity()) * sizeof(std::uint64_t) + slots_.bytes();
  }
  // The memory that adding an entry takes, if the tables are full.
  std::uint64_t growth() const {
    return 2 * (keys_.size() + 1) < slots_.size() ? 0 : slots_.bytes() * 2 + 2 * entry_bytes();
  }

  // The entry of a state, or size() if there is none.
  std::size_t find(std::uint64_t key) const {
    std::size_t at = slot_of(key);
    while (slots_[at] != 0 && keys_[slots_[at] - 1] != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at] == 0 ? size() : slots_[at] - 1;
  }

  // Adds to the count of a state; false if it does not fit into the limbs.
  bool add(std::uint64_t key, limbs::Limbs more) {
    COMBIEN_REQUIRE(more.size() == width_);
    if (2 * (keys_.size() + 1) >= slots_.size()) grow();
    std::size_t at = slot_of(key);
    while (slots_[at] != 0 && keys_[slots_[at] - 1] != key) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] == 0) {
      keys_.push_back(key);
      counts_.insert(counts_.end(), more.begin(), more.end());
      slots_[at] = static_cast<std::uint32_t>(keys_.size());
      return true;
    }
    const std::size_t entry = slots_[at] - 1;
    return limbs::add({counts_.data() + entry * width_, width_}, more) == 0;
  }

  // Makes the counts one limb wider.
  void widen() {
    LargeVector<std::uint64_t> wider(keys_.size() * (width_ + 1));
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      for (std::uint32_t limb = 0; limb < width_; ++limb) {
        wider[k * (width_ + 1) + limb] = counts_[k * width_ + limb];
      }
    }
    counts_ = std::move(wider);
    ++width_;
  }

  // Gives up the memory that only adding needs.
  void freeze() {
    slots_ = Zeroed<std::uint32_t>();
    keys_.shrink_to_fit();
    counts_.shrink_to_fit();
  }

 private:
  static constexpr std::size_t first_slots = 16;

  std::uint64_t entry_bytes() const { return keys_.size() * sizeof(std::uint64_t) * (1 + width_); }

  std::size_t slot_of(std::uint64_t key) const {
    key *= 0x9e3779b97f4a7c15u;
    return (key ^ key >> 32) & (slots_.size() - 1);
  }

  void grow() {
    slots_ = Zeroed<std::uint32_t>(2 * slots_.size());
    keys_.reserve(slots_.size() / 2);
    counts_.reserve(slots_.size() / 2 * width_);
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      std::size_t at = slot_of(keys_[k]);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<std::uint32_t>(k + 1);
    }
  }

  std::uint32_t width_;
  LargeVector<std::uint64_t> keys_;
  LargeVector<std::uint64_t> counts_;
  Zeroed<std::uint32_t> slots_;  // The number of an entry plus one, or zero.
};

// Moves the bits of a set to other places, eight at a time.
class Relabeling {
 public:
  // Bit k goes to bit places[k].
  explicit Relabeling(std::span<const std::uint32_t> places) : bytes_((places.size() + 7) / 8) {
    for (std::size_t b = 0; b < bytes_.size(); ++b) {
      for (std::uint32_t value = 1; value < 256; ++value) {
        for (std::uint32_t bit = 0; bit < 8 && 8 * b + bit < places.size(); ++bit) {
          if ((value >> bit & 1) != 0) {
            bytes_[b][value] |= std::uint64_t{1} << places[8 * b + bit];
          }
        }
      }
    }
  }

  std::uint64_t operator()(std::uint64_t set) const {
    std::uint64_t moved = 0;
    for (std::size_t b = 0; b < bytes_.size(); ++b) moved |= bytes_[b][set >> 8 * b & 255];
    return moved;
  }

 private:
  std::vector<std::array<std::uint64_t, 256>> bytes_;
};

}  // namespace combien
