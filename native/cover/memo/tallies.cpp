#include "cover/memo/tallies.hpp"

#include <algorithm>

namespace combien {

namespace {
__extension__ using Wide = unsigned __int128;
}

bool Tallies::add(const std::uint64_t* value) {
  COMBIEN_REQUIRE(!empty());
  std::uint64_t* number = numbers_.data() + (size_ - 1) * limbs_;
  if (limbs_ == 1) {
    const std::uint64_t sum = number[0] + value[0];
    if (sum < value[0]) return false;
    number[0] = sum;
    return true;
  }
  result_.resize(limbs_);
  Wide carry = 0;
  for (std::size_t k = 0; k < limbs_; ++k) {
    carry += Wide{number[k]} + value[k];
    result_[k] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  if (carry != 0) return false;
  std::copy_n(result_.begin(), limbs_, number);
  return true;
}

bool Tallies::multiply(const std::uint64_t* value) {
  COMBIEN_REQUIRE(!empty());
  std::uint64_t* number = numbers_.data() + (size_ - 1) * limbs_;
  result_.assign(2 * limbs_, 0);
  for (std::size_t i = 0; i < limbs_; ++i) {
    Wide carry = 0;
    for (std::size_t j = 0; j < limbs_; ++j) {
      carry += Wide{number[i]} * value[j] + result_[i + j];
      result_[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    result_[i + limbs_] = static_cast<std::uint64_t>(carry);
  }
  for (std::size_t k = limbs_; k < 2 * limbs_; ++k) {
    if (result_[k] != 0) return false;
  }
  std::copy_n(result_.begin(), limbs_, number);
  return true;
}

void Tallies::widen() {
  std::vector<std::uint64_t> wider((size_ + 1) * (limbs_ + 1));
  for (std::size_t k = 0; k < size_; ++k) {
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(k * limbs_), limbs_,
                wider.begin() + static_cast<std::ptrdiff_t>(k * (limbs_ + 1)));
  }
  numbers_.swap(wider);
  ++limbs_;
}

bool Tallies::is_zero() const {
  return std::all_of(top(), top() + limbs_, [](std::uint64_t limb) { return limb == 0; });
}

}  // namespace combien
