// The unique table: finds a node by its contents, with open addressing by the upper bits of a hash.
//
// An entry keeps the hash beside the number of the node, so that colliding nodes are distinguished
// without reading them; so longer runs are cheap, and up to two thirds of the places are used: a
// dense table has fewer cache misses.  As places increase with the hash, a table that grows is read
// and written sequentially.
#pragma once

#include <bit>
#include <cstdint>

#include "base/pages.hpp"

namespace combien {

class UniqueTable {
 public:
  struct Entry {
    std::uint32_t hash;
    std::uint32_t id;  // 0: empty.
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

  bool has_room(std::size_t nodes) const { return 3 * nodes <= 2 * entries_.size(); }
  std::size_t size() const { return entries_.size(); }
  std::uint64_t bytes() const { return entries_.bytes(); }
  // The memory of a table for this many nodes.
  static std::uint64_t bytes_for(std::size_t nodes) { return places_for(nodes) * sizeof(Entry); }

  void grow(std::size_t nodes) {
    Zeroed<Entry> old(places_for(nodes));
    entries_.swap(old);
    set_shift();
    for (std::size_t k = 0; k < old.size(); ++k) {
      if (old[k].id != 0) find(old[k].hash, [](std::uint32_t) { return false; }) = old[k];
    }
  }
  // Empties the table and resizes it for this many nodes.
  void clear(std::size_t nodes) {
    entries_ = Zeroed<Entry>(places_for(nodes));
    set_shift();
  }

 private:
  static std::size_t places_for(std::size_t nodes) {
    constexpr std::size_t fewest = 1 << 8;
    return pages::whole<Entry>(std::max(fewest, std::bit_ceil((3 * nodes + 1) / 2)));
  }
  void set_shift() { shift_ = 32 - static_cast<std::uint32_t>(std::countr_zero(entries_.size())); }

  Zeroed<Entry> entries_;
  std::uint32_t shift_ = 0;
};

}  // namespace combien
