#include "zdd/counts.hpp"

#include <algorithm>
#include <bit>

namespace combien {

namespace {

std::size_t bits_of(limbs::Limbs a) {
  a = limbs::trimmed(a);
  return a.empty() ? 0 : 64 * (a.size() - 1) + static_cast<std::size_t>(std::bit_width(a.back()));
}

}  // namespace

Counts::Counts(const Frozen& diagram, std::uint64_t most_limbs) : diagram_(diagram) {
  const std::size_t nodes = diagram.variables.size();
  begins_.reserve(nodes + 1);
  limbs_.reserve(nodes);
  begins_ = {0, 0};
  limbs_.push_back(1);
  begins_.push_back(1);
  for (std::size_t k = 2; k < nodes && limbs_.size() <= most_limbs; ++k) {
    const std::uint32_t lo = diagram.lo[k];
    const std::uint32_t hi = diagram.hi[k];
    const bool lo_longer = of(lo).size() >= of(hi).size();
    const std::size_t longer = begins_[lo_longer ? lo : hi];
    const std::size_t width = of(lo_longer ? lo : hi).size();
    const std::size_t begin = limbs_.size();
    for (std::size_t w = 0; w < width; ++w) limbs_.push_back(limbs_[longer + w]);
    const limbs::Limbs shorter = of(lo_longer ? hi : lo);
    const std::uint64_t carry = limbs::add({limbs_.data() + begin, width}, shorter);
    if (carry != 0) limbs_.push_back(carry);
    begins_.push_back(limbs_.size());
  }
}

Natural Counts::total() const {
  const limbs::Limbs total = of(diagram_.root());
  return Natural(total.data(), total.size());
}

Natural Counts::rank(std::span<const Variable> set) const {
  // A set's place is less than the total, so the limbs of that suffice.
  std::vector<std::uint64_t> before(of(diagram_.root()).size());
  const std::uint64_t one = 1;
  std::uint32_t here = diagram_.root();
  for (const Variable variable : set) {
    if (diagram_.holds_empty(here)) limbs::add(before, {&one, 1});
    while (diagram_.variables[here] != variable) {
      limbs::add(before, of(diagram_.hi[here]));
      here = diagram_.lo[here];
    }
    here = diagram_.hi[here];
  }
  return Natural(before.data(), before.size());
}

std::vector<Variable> Counts::unrank(limbs::Limbs place) const {
  std::vector<std::uint64_t> left(place.begin(), place.end());
  left.resize(std::max(left.size(), of(diagram_.root()).size()));
  return walk(std::move(left));
}

std::vector<Variable> Counts::draw(Dice& dice) const {
  // As many random bits as the total has, drawn anew while they are not less than it.
  const limbs::Limbs total = of(diagram_.root());
  const std::size_t spare = 64 * total.size() - bits_of(total);
  std::vector<std::uint64_t> place(total.size());
  do {
    for (std::uint64_t& limb : place) limb = dice.word();
    place.back() >>= spare;
  } while (!limbs::less(place, total));
  return walk(std::move(place));
}

std::vector<Variable> Counts::walk(std::vector<std::uint64_t> place) const {
  std::vector<Variable> set;
  const std::uint64_t one = 1;
  for (std::uint32_t here = diagram_.root();;) {
    if (diagram_.holds_empty(here)) {
      if (limbs::trimmed(place).empty()) return set;
      limbs::subtract(place, {&one, 1});
    }
    while (!limbs::less(place, of(diagram_.hi[here]))) {
      limbs::subtract(place, of(diagram_.hi[here]));
      here = diagram_.lo[here];
    }
    set.push_back(diagram_.variables[here]);
    here = diagram_.hi[here];
  }
}

std::vector<Natural> Counts::marginals() const {
  const std::uint32_t root = diagram_.root();
  if (root < 2) return {};
  const std::size_t total = bits_of(of(root));
  // The ways from the root to a node: times the node's own count, they are at most the total.
  std::vector<std::uint64_t> begins(root + std::size_t{2});
  for (std::uint32_t k = 2; k <= root; ++k) {
    const std::size_t bits = total + 1 - std::min(total, bits_of(of(k)) - 1);
    begins[k + std::size_t{1}] = begins[k] + (bits + 63) / 64;
  }
  std::vector<std::uint64_t> ways(begins.back());
  const auto ways_to = [&](std::uint32_t k) {
    return std::span(ways.data() + begins[k], begins[k + std::size_t{1}] - begins[k]);
  };
  const Variable largest =
      *std::max_element(diagram_.variables.begin() + 2, diagram_.variables.end());
  const std::size_t width = of(root).size() + 1;
  std::vector<std::uint64_t> sums((largest + std::size_t{1}) * width);
  ways_to(root)[0] = 1;
  for (std::uint32_t k = root; k >= 2; --k) {
    const limbs::Limbs here = limbs::trimmed(ways_to(k));
    for (const std::uint32_t child : {diagram_.lo[k], diagram_.hi[k]}) {
      if (child >= 2) limbs::add(ways_to(child), here);
    }
    limbs::add_product({sums.data() + diagram_.variables[k] * width, width}, here,
                       of(diagram_.hi[k]));
  }
  std::vector<Natural> marginals;
  marginals.reserve(largest + std::size_t{1});
  for (std::size_t v = 0; v <= largest; ++v) marginals.emplace_back(sums.data() + v * width, width);
  return marginals;
}

}  // namespace combien
