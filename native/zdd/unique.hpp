// The unique table: finds a node by its contents, with open addressing by the upper bits of a hash.
//
// An entry keeps the hash beside the number of the node, so that colliding nodes are distinguished
// without reading them; and as places increase with the hash, a table that doubles is read and
// written sequentially.
#pragma once

#include <bit>
#include <cstdint>

#include "base/pages.hpp"

namespace combien {

class UniqueTable {
 public:
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;  // 0: empty.
  };

  UniqueTable() { clear(0); }

  // The entry with this hash for whose node `is` is true, else the free entry where it belongs.
  template <class Is>
  Entry& find(std::uint32_t hash, const Is& is) {
    std::size_t place = hash >> shift_;
    const std::size_t last = entries_.size() - 1;
    while (entries_[place].id != 0 && (entries_[place].hash != hash || !is(entries_[place].id))) {
      place = (place + 1) & last;
    }
    return entries_[place];
  }
  void prefetch(std::uint32_t hash) const { __builtin_prefetch(&entries_[hash >> shift_]); }

  bool has_room(std::size_t nodes) const { return 2 * nodes <= entries_.size(); }
  std::size_t size() const { return entries_.size(); }
  std::uint64_t bytes() const { return entries_.capacity() * sizeof(Entry); }
  // The memory of a table for this many nodes.
  static std::uint64_t bytes_for(std::size_t nodes) { return places_for(nodes) * sizeof(Entry); }

  void grow(std::size_t nodes) {
    LargeVector<Entry> old(places_for(nodes));
    entries_.swap(old);
    set_shift();
    for (const Entry& entry : old) {
      if (entry.id != 0) find(entry.hash, [](std::uint32_t) { return false; }) = entry;
    }
  }
  // Empties the table and resizes it for this many nodes.
  void clear(std::size_t nodes) {
    LargeVector<Entry>(places_for(nodes)).swap(entries_);
    set_shift();
  }

 private:
  static std::size_t places_for(std::size_t nodes) {
    constexpr std::size_t fewest = 1 << 8;
    return std::max(fewest, std::bit_ceil(2 * nodes));
  }
  void set_shift() { shift_ = 32 - static_cast<std::uint32_t>(std::countr_zero(entries_.size())); }

  LargeVector<Entry> entries_;
  std::uint32_t shift_ = 0;
};

}  // namespace combien
