// Natural numbers of any size, with the few operations that counting needs: add, multiply by a
// word, print.
//
// Counts are exact or an error, so nothing here can overflow.  Limbs are 64 bits, least significant
// first, without leading zero limbs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace combien {

class Natural {
 public:
  Natural() = default;
  explicit Natural(std::uint64_t value) {
    if (value != 0) limbs_.push_back(value);
  }
  // The number with these limbs.
  Natural(const std::uint64_t* limbs, std::size_t count);

  Natural& operator+=(const Natural& other);
  Natural& operator*=(std::uint64_t factor);
  Natural& operator*=(const Natural& factor);

  // The number of bits: 0 for zero, 1 for one.
  std::size_t bit_length() const;

  // In base 16, without prefix; "0" for zero.
  std::string hex() const;

  // Least significant first.
  const std::vector<std::uint64_t>& limbs() const { return limbs_; }

  bool operator==(const Natural&) const = default;
  bool operator<(const Natural& other) const;

 private:
  void trim();
  // The invariant: there are no leading zero limbs.
  bool trimmed() const { return limbs_.empty() || limbs_.back() != 0; }

  std::vector<std::uint64_t> limbs_;
};

}  // namespace combien
