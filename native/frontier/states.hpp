// The states of one layer of a sweep, each with a number: in the order in which they are reached.
//
// Finding the number of a state is two places in memory that nobody could foresee, so states are
// looked up many at a time: the places of all are asked for before the first one is read.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace combien {

template <std::uint32_t words>
class States {
 public:
  using Bits = std::array<std::uint64_t, words>;

  // How many states are looked up at once, at most.
  static constexpr std::size_t batch = 256;

  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  const Bits& operator[](std::size_t k) const { return states_[k]; }

  // Empties the layer; of the table only what about `expected` states need is kept.
  void reset(std::size_t expected) {
    states_.clear();
    const std::size_t kept = std::bit_ceil(std::max<std::size_t>(2 * batch, 2 * expected));
    make_table(std::min(kept, std::max<std::size_t>(2 * batch, table_.size())));
  }

  // What making room for so many more would take; 0 if there is room.
  // cost: constant
  std::uint64_t growth(std::size_t more) const {
    std::uint64_t bytes = 0;
    if (states_.size() + more > states_.capacity()) {
      bytes += 2 * (states_.size() + more) * sizeof(Bits);
    }
    if (2 * (states_.size() + more) > table_.size()) {
      bytes += 2 * std::bit_ceil(2 * (states_.size() + more)) * sizeof(std::uint32_t);
    }
    return bytes;
  }
  void make_room(std::size_t more) {
    if (states_.size() + more > states_.capacity()) states_.reserve(2 * (states_.size() + more));
    if (2 * (states_.size() + more) <= table_.size()) return;
    make_table(2 * std::bit_ceil(2 * (states_.size() + more)));
    for (std::uint32_t k = 0; k < size(); ++k) table_[place_of(states_[k])] = k;
  }

  // Writes the numbers of these states.
  // require: count <= batch; growth(count) == 0
  void find(const Bits* wanted, std::size_t count, std::uint32_t* numbers) {
    std::size_t places[batch];
    for (std::size_t k = 0; k < count; ++k) {
      places[k] = first_place(wanted[k]);
      __builtin_prefetch(&table_[places[k]]);
    }
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t there = table_[places[k]];
      if (there != nobody) __builtin_prefetch(&states_[there]);
    }
    const std::size_t last = table_.size() - 1;
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t place = places[k];
      while (table_[place] != nobody && !same(states_[table_[place]], wanted[k])) {
        place = (place + 1) & last;
      }
      if (table_[place] == nobody) {
        table_[place] = size();
        states_.push_back(wanted[k]);
      }
      numbers[k] = table_[place];
    }
  }

  std::uint64_t bytes() const {
    return states_.capacity() * sizeof(Bits) + table_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t nobody = UINT32_MAX;

  void make_table(std::size_t places) {
    table_.assign(places, nobody);
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(places));
  }

  // As ==, which compilers leave to a function that compares any memory.
  static bool same(const Bits& a, const Bits& b) {
    std::uint64_t different = 0;
    for (std::uint32_t k = 0; k < words; ++k) different |= a[k] ^ b[k];
    return different == 0;
  }

  // The upper bits of a product are those that all bits of the state have a say in.
  std::size_t first_place(const Bits& state) const {
    std::uint64_t mixed = state[0] * 0x9e3779b97f4a7c15u;
    for (std::uint32_t k = 1; k < words; ++k) {
      mixed = (mixed ^ mixed >> 32 ^ state[k]) * 0xd6e8feb86659fd93u;
    }
    return (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> shift_;
  }
  std::size_t place_of(const Bits& state) const {
    std::size_t place = first_place(state);
    while (table_[place] != nobody) place = (place + 1) & (table_.size() - 1);
    return place;
  }

  std::vector<Bits> states_;
  std::vector<std::uint32_t> table_;  // Numbers of states by their bits.
  std::uint32_t shift_ = 0;
};

}  // namespace combien
