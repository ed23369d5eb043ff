// A state of a frontier: a small number for each slot, packed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace combien {

template <std::uint32_t bits, std::uint32_t words>
class FrontierState {
 public:
  static constexpr std::uint32_t slots = 64 / bits * words;
  static constexpr std::uint32_t most = (1u << bits) - 1;

  std::uint32_t get(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(words_[word(slot)] >> shift(slot)) & most;
  }
  void set(std::uint32_t slot, std::uint32_t value) {
    std::uint64_t& here = words_[word(slot)];
    here = (here & ~(std::uint64_t{most} << shift(slot))) | std::uint64_t{value} << shift(slot);
  }

  // A state of no frontier, for what needs no state any more.
  static FrontierState finished() {
    FrontierState state;
    state.words_.fill(~std::uint64_t{0});
    return state;
  }

  bool operator==(const FrontierState&) const = default;
  std::size_t hash() const {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : words_) {
      mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
      mixed ^= mixed >> 32;
    }
    return static_cast<std::size_t>(mixed);
  }

 private:
  static constexpr std::uint32_t in_word = 64 / bits;
  static constexpr std::uint32_t word(std::uint32_t slot) {
    return words == 1 ? 0 : slot / in_word;
  }
  static constexpr std::uint32_t shift(std::uint32_t slot) { return slot % in_word * bits; }

  std::array<std::uint64_t, words> words_{};
};

}  // namespace combien
