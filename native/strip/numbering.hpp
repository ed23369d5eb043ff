// Distinct keys, numbered by first occurrence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "base/pages.hpp"
#include "base/require.hpp"

namespace combien {

// A key has hash() and ==, which may leave out what is only kept with the first of equal keys.
template <class Key>
class Numbering {
 public:
  // Throws std::overflow_error if there are too many keys.
  std::uint32_t number(const Key& key) {
    if (2 * (keys_.size() + 1) > places_.size()) grow();
    std::size_t place = start(key);
    for (; places_[place] != vacant; place = next(place)) {
      if (keys_[places_[place] - 1] == key) return places_[place] - 1;
    }
    if (keys_.size() == most) throw std::overflow_error("too many states");
    keys_.push_back(key);
    places_[place] = static_cast<std::uint32_t>(keys_.size());
    return places_[place] - 1;
  }
  // require: number < size()
  const Key& operator[](std::size_t number) const {
    COMBIEN_REQUIRE(number < keys_.size());
    return keys_[number];
  }
  std::size_t size() const { return keys_.size(); }
  void clear() {
    // Emptying a large table for a few keys would take longer than finding their places.
    if (16 * keys_.size() < places_.size()) {
      for (const Key& key : keys_) {
        // All keys go, so whole runs can be emptied.
        for (std::size_t place = start(key); places_[place] != vacant; place = next(place)) {
          places_[place] = vacant;
        }
      }
    } else {
      std::fill_n(places_.data(), places_.size(), vacant);
    }
    keys_.clear();
  }
  std::uint64_t bytes() const { return keys_.capacity() * sizeof(Key) + places_.bytes(); }
  // The memory that this many more keys may take beyond that, while the tables grow.
  std::uint64_t growth(std::size_t more) const {
    const std::size_t size = keys_.size() + more;
    std::uint64_t grown = 0;
    if (size > keys_.capacity()) grown += 2 * size * sizeof(Key);
    if (2 * size > places_.size()) grown += 2 * places_.bytes();
    return grown;
  }

 private:
  static constexpr std::uint32_t vacant = 0;
  static constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  static constexpr std::size_t least = 64;

  std::size_t start(const Key& key) const { return key.hash() & (places_.size() - 1); }
  std::size_t next(std::size_t place) const { return (place + 1) & (places_.size() - 1); }

  void grow() {
    Zeroed<std::uint32_t> larger(std::max(least, 2 * places_.size()));
    places_.swap(larger);
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
      std::size_t place = start(keys_[number]);
      while (places_[place] != vacant) place = next(place);
      places_[place] = number + 1;
    }
  }

  LargeVector<Key> keys_;
  Zeroed<std::uint32_t> places_;  // Numbers plus 1.  A power of two; at most half are used.
};

}  // namespace combien
