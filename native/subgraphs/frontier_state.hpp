// A state of a frontier: a small number for each slot, packed.
//
// The slots of a word are compared and changed together, so that nothing depends on how many there
// are, and nothing branches on a state: what a state is like is hard to predict.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace combien {

template <std::uint32_t bits, std::uint32_t words>
class FrontierState {
 public:
  using Words = std::array<std::uint64_t, words>;

  static constexpr std::uint32_t slots = 64 / bits * words;
  static constexpr std::uint32_t most = (1u << bits) - 1;

  FrontierState() = default;
  explicit FrontierState(const Words& packed) : words_(packed) {}
  const Words& packed() const { return words_; }
  static FrontierState full() {
    FrontierState state;
    state.words_.fill(~std::uint64_t{0});
    return state;
  }
  // The bits that this many slots take.
  static constexpr std::uint32_t bits_of(std::uint32_t count) {
    return count / in_word * 64 + count % in_word * bits;
  }

  // require: slot < slots, here and below
  std::uint32_t get(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(words_[word(slot)] >> shift(slot)) & most;
  }
  // require: value <= most
  void set(std::uint32_t slot, std::uint32_t value) {
    std::uint64_t& here = words_[word(slot)];
    here = (here & ~(std::uint64_t{most} << shift(slot))) | std::uint64_t{value} << shift(slot);
  }

  // Gives the slots with one value another one.
  // require: old != 0, unless both are
  void replace(std::uint32_t old, std::uint32_t value) {
    for (std::uint64_t& here : words_) {
      const std::uint64_t equal = vacant(here ^ each * old);
      here ^= (equal | (equal - (equal >> (bits - 1)))) & (each * (old ^ value));
    }
  }
  // The first slot with this value, or `slots`.
  std::uint32_t first(std::uint32_t value) const {
    for (std::uint32_t k = 0; k < words; ++k) {
      const std::uint64_t equal = vacant(words_[k] ^ each * value);
      if (words == 1 || equal != 0) {
        const auto low = static_cast<std::uint32_t>(std::countr_zero(equal));
        return equal == 0 ? slots : k * in_word + low / bits;
      }
    }
    return slots;
  }
  // Whether a slot has one of these bits.
  bool has(std::uint32_t mask) const {
    std::uint64_t any = 0;
    for (const std::uint64_t here : words_) any |= here & each * mask;
    return any != 0;
  }
  // Whether each slot is zero or as in the other state.
  bool within(const FrontierState& other) const {
    std::uint64_t apart = 0;
    for (std::uint32_t k = 0; k < words; ++k) {
      apart |= top & ~vacant(words_[k]) & ~vacant(words_[k] ^ other.words_[k]);
    }
    return apart == 0;
  }

  // Written out, as compilers leave == of arrays to a function that compares any memory.
  bool operator==(const FrontierState& other) const {
    std::uint64_t different = 0;
    for (std::uint32_t k = 0; k < words; ++k) different |= words_[k] ^ other.words_[k];
    return different == 0;
  }

 private:
  static constexpr std::uint32_t in_word = 64 / bits;
  static constexpr std::uint32_t word(std::uint32_t slot) {
    return words == 1 ? 0 : slot / in_word;
  }
  static constexpr std::uint32_t shift(std::uint32_t slot) { return slot % in_word * bits; }

  // The lowest bit of each slot of a word, and the highest one.
  static constexpr std::uint64_t lowest() {
    std::uint64_t found = 0;
    for (std::uint32_t slot = 0; slot < in_word; ++slot) found |= std::uint64_t{1} << shift(slot);
    return found;
  }
  static constexpr std::uint64_t each = lowest();
  static constexpr std::uint64_t top = each << (bits - 1);

  // The highest bit of each slot that is zero.
  static constexpr std::uint64_t vacant(std::uint64_t word) {
    return ~(((word & ~top) + (top - each)) | word) & top;
  }

  Words words_{};
};

}  // namespace combien
