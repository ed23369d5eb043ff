// A checksum of words, for files that are read and written nearly as fast as memory.
//
// Each word changes one of four lanes by a function that is one-to-one in the word and in the lane.
// So a change of words in one lane only, such as that of a single bit, always changes the checksum,
// and any other damage leaves it alone with a probability of about 2^-64.  Cryptographic hashes
// detect changes that are made on purpose, too, but take ten times as long.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace combien {

class Checksum {
 public:
  using Lanes = std::array<std::uint64_t, 4>;

  explicit Checksum(const Lanes& seed) : lanes_(seed) {}

  // Adds this many words, at an address that need not be aligned.
  void add(const char* words, std::size_t count) {
    for (; count != 0 && at_ != 0; --count) add(next(words));
    Lanes lanes = lanes_;
    for (; count >= lanes.size(); count -= lanes.size()) {
      for (std::uint64_t& lane : lanes) lane = mixed(lane ^ next(words));
    }
    lanes_ = lanes;
    for (; count != 0; --count) add(next(words));
  }
  const Lanes& lanes() const { return lanes_; }

 private:
  static std::uint64_t next(const char*& words) {
    std::uint64_t word = 0;
    std::memcpy(&word, words, sizeof(word));
    words += sizeof(word);
    return word;
  }
  static std::uint64_t mixed(std::uint64_t word) {
    word *= 0x9e3779b97f4a7c15u;
    return word ^ word >> 32;
  }
  void add(std::uint64_t word) {
    lanes_[at_] = mixed(lanes_[at_] ^ word);
    at_ = (at_ + 1) % lanes_.size();
  }

  Lanes lanes_;
  std::size_t at_ = 0;
};

}  // namespace combien
