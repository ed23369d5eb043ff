// Writes a layer to an array of words, piece by piece: each state with its count, part after part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "frontier/buckets.hpp"
#include "frontier/layer.hpp"

namespace combien {

template <std::uint32_t words>
class Saving {
 public:
  // Begins; the layer has 2^`bits` parts.
  void begin(std::uint32_t bits) { *this = Saving(bits); }

  // Writes up to `room` words; returns how many, 0 at the end.
  std::size_t copy(const Layer<words>& layer, std::uint64_t* to, std::size_t room) {
    const std::size_t all = layer.size() * (words + layer.limbs());
    const std::size_t count = std::min(room, all - at_);
    if (count != 0) std::copy_n(layer.entry(0) + at_, count, to);
    at_ += count;
    return count;
  }
  // require: bucket k belongs to the part of its last bits
  std::size_t copy(const Buckets<words>& layer, std::uint64_t* to, std::size_t room) {
    std::size_t written = 0;
    while (written < room && part_ >> bits_ == 0) {
      if (bucket_ >= layer.buckets()) {
        bucket_ = ++part_;
      } else if (block_ == layer.blocks(bucket_)) {
        bucket_ += std::size_t{1} << bits_;
        block_ = 0;
      } else {
        const auto entries = layer.part(bucket_, block_);
        const std::size_t all = entries.size * layer.stride();
        const std::size_t count = std::min(room - written, all - at_);
        std::copy_n(entries.begin + at_, count, to + written);
        written += count;
        at_ += count;
        if (at_ == all) {
          at_ = 0;
          ++block_;
        }
      }
    }
    return written;
  }

  // The number of states in each part.
  static std::vector<std::uint64_t> sizes(const Buckets<words>& layer, std::uint32_t bits) {
    std::vector<std::uint64_t> sizes(std::size_t{1} << bits);
    for (std::size_t bucket = 0; bucket < layer.buckets(); ++bucket) {
      sizes[bucket & (sizes.size() - 1)] += layer.size(bucket);
    }
    return sizes;
  }

  Saving() = default;

 private:
  explicit Saving(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = 0;
  std::size_t part_ = 0;
  std::size_t bucket_ = 0;
  std::size_t block_ = 0;
  std::size_t at_ = 0;  // Words of the block, or of a sorted layer.
};

}  // namespace combien
