// A lossy cache of operation results: 16 bytes each; entries keep no node alive.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/pages.hpp"
#include "zdd/node.hpp"

namespace combien {

class ResultCache {
 public:
  explicit ResultCache(std::uint64_t most_bytes)
      : most_(std::bit_floor(std::max<std::uint64_t>(most_bytes / sizeof(Entry), 1))) {
    resize(0);
  }

  // The result of an operation if it is cached, else `forgotten`.
  static constexpr FamilyId forgotten{UINT32_MAX};
  FamilyId recall(Operation operation, FamilyId f, FamilyId g) const {
    const Entry& entry = entries_[place(operation, f, g)];
    return entry.f == f && entry.g == g && entry.operation == operation ? entry.result : forgotten;
  }
  void remember(Operation operation, FamilyId f, FamilyId g, FamilyId result) {
    entries_[place(operation, f, g)] = {f, g, operation, result};
  }
  void prefetch(Operation operation, FamilyId f, FamilyId g) const {
    __builtin_prefetch(&entries_[place(operation, f, g)]);
  }

  // Grows to the size that suits this number of nodes, if that is larger and allowed.
  void grow(std::size_t nodes) {
    if (size_for(nodes) > entries_.size()) resize(nodes);
  }
  void forget() { std::fill_n(entries_.data(), entries_.size(), Entry{}); }

  std::uint64_t bytes() const { return entries_.bytes(); }

 private:
  // All zero: nothing is cached, or the union of two empty families, which is empty.
  struct Entry {
    FamilyId f;
    FamilyId g;
    Operation operation;
    FamilyId result;

    bool operator==(const Entry&) const = default;
  };

  std::size_t size_for(std::size_t nodes) const {
    constexpr std::size_t fewest = 1 << 8;
    return std::min(pages::whole<Entry>(std::max(fewest, std::bit_ceil(nodes))), most_);
  }

  void resize(std::size_t nodes) {
    Zeroed<Entry> old(size_for(nodes));
    entries_.swap(old);
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(entries_.size()));
    for (std::size_t k = 0; k < old.size(); ++k) {
      const Entry& entry = old[k];
      if (entry != Entry{}) entries_[place(entry.operation, entry.f, entry.g)] = entry;
    }
  }

  std::size_t place(Operation operation, FamilyId f, FamilyId g) const {
    std::uint64_t mixed = pair(f, g) + (static_cast<std::uint64_t>(operation) << 60);
    mixed = (mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
    return shift_ == 64 ? 0 : mixed >> shift_;
  }

  Zeroed<Entry> entries_;
  std::size_t most_;
  std::uint32_t shift_ = 64;
};

}  // namespace combien
