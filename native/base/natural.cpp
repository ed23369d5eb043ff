#include "base/natural.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {
__extension__ using Wide = unsigned __int128;
}

Natural::Natural(const std::uint64_t* limbs, std::size_t count) : limbs_(limbs, limbs + count) {
  trim();
}

Natural& Natural::operator+=(const Natural& other) {
  if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size());
  std::uint64_t carry = 0;
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    const Wide sum = Wide{limbs_[k]} + (k < other.limbs_.size() ? other.limbs_[k] : 0) + carry;
    limbs_[k] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  if (carry != 0) limbs_.push_back(carry);
  COMBIEN_ENSURE(trimmed());
  return *this;
}

Natural& Natural::operator*=(std::uint64_t factor) {
  std::uint64_t carry = 0;
  for (auto& limb : limbs_) {
    const Wide product = Wide{limb} * factor + carry;
    limb = static_cast<std::uint64_t>(product);
    carry = static_cast<std::uint64_t>(product >> 64);
  }
  if (carry != 0) limbs_.push_back(carry);
  trim();
  COMBIEN_ENSURE(factor == 0 ? limbs_.empty() : trimmed());
  return *this;
}

Natural& Natural::operator*=(const Natural& factor) {
  std::vector<std::uint64_t> product(limbs_.size() + factor.limbs_.size(), 0);
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < factor.limbs_.size(); ++j) {
      const Wide sum = Wide{limbs_[k]} * factor.limbs_[j] + product[k + j] + carry;
      product[k + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    product[k + factor.limbs_.size()] = carry;
  }
  limbs_ = std::move(product);
  trim();
  return *this;
}

std::size_t Natural::bit_length() const {
  if (limbs_.empty()) return 0;
  COMBIEN_REQUIRE(trimmed());
  return limbs_.size() * 64 - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

bool Natural::operator<(const Natural& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size();
  return std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(),
                                      other.limbs_.rend());
}

std::string Natural::hex() const {
  if (limbs_.empty()) return "0";
  std::string digits;
  for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
    for (int shift = 60; shift >= 0; shift -= 4) {
      digits.push_back("0123456789abcdef"[(*limb >> shift) & 15]);
    }
  }
  return digits.substr(digits.find_first_not_of('0'));
}

void Natural::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace combien
