// A stack of natural numbers: partial sums of branches and products of components.
//
// All have the same number of limbs, one as long as that is enough; overflow is always detected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/require.hpp"
#include "base/natural.hpp"

namespace combien {

class Tallies {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t limbs() const { return limbs_; }
  std::size_t bytes() const { return numbers_.capacity() * sizeof(std::uint64_t); }

  void push(std::uint64_t value) {
    if (numbers_.size() < (size_ + 1) * limbs_) numbers_.resize(2 * (size_ + 1) * limbs_);
    std::uint64_t* number = numbers_.data() + size_++ * limbs_;
    number[0] = value;
    for (std::size_t k = 1; k < limbs_; ++k) number[k] = 0;
  }
  // require: !empty(), here and below
  void pop() {
    COMBIEN_REQUIRE(!empty());
    --size_;
  }
  // The limbs of the last number.
  const std::uint64_t* top() const {
    COMBIEN_REQUIRE(!empty());
    return numbers_.data() + (size_ - 1) * limbs_;
  }

  // Adds `value` (of limbs() limbs) to the last number, or multiplies by it.
  // ensure: false => there was no room for the result, and the number is unchanged
  bool add(const std::uint64_t* value);
  bool multiply(const std::uint64_t* value);

  // Extends each number by one limb.
  void widen();

  bool is_zero() const;
  Natural number() const { return Natural(top(), limbs_); }
  // require: k < the number of numbers
  Natural number(std::size_t k) const {
    COMBIEN_REQUIRE(k < size_);
    return Natural(numbers_.data() + k * limbs_, limbs_);
  }

 private:
  std::size_t limbs_ = 1;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint64_t> result_;
};

}  // namespace combien
