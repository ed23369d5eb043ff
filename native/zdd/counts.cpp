#include "zdd/counts.hpp"

#include <algorithm>

namespace combien {

Counts::Counts(const Frozen& diagram, std::uint64_t most_limbs)
    : diagram_(diagram), limbs_left_(most_limbs) {
  begins_.reserve(diagram.variables.size());
  begin(0);
  begin(1).push_back(1);
}

bool Counts::run(Slice& slice) {
  for (std::size_t k = begins_.size(); k < diagram_.variables.size() && limbs_left_ > 0; ++k) {
    const limbs::Limbs lo = of(diagram_.lo[k]);
    const limbs::Limbs hi = of(diagram_.hi[k]);
    const limbs::Limbs longer = lo.size() >= hi.size() ? lo : hi;
    const limbs::Limbs shorter = lo.size() >= hi.size() ? hi : lo;
    if (!slice.step(longer.size())) return false;
    Block& block = begin(longer.size() + 1);
    const std::size_t place = block.size();
    block.resize(place + longer.size());
    const std::span<std::uint64_t> sum{block.data() + place, longer.size()};
    std::copy(longer.begin(), longer.end(), sum.begin());
    const std::uint64_t carry = limbs::add(sum, shorter);
    if (carry != 0) block.push_back(carry);
    limbs_left_ -= std::min<std::uint64_t>(limbs_left_, block.size() - place);
  }
  return true;
}

// Begins the next number, with room for this many limbs: a block does not move while they are
// added.
Counts::Block& Counts::begin(std::size_t width) {
  if (blocks_.empty() ||
      blocks_.back().size() + width > std::min(blocks_.back().capacity(), block_size)) {
    const std::size_t nodes_left = diagram_.variables.size() - begins_.size();
    blocks_.emplace_back().reserve(std::max(width, std::min(2 * nodes_left, block_size)));
  }
  begins_.push_back((blocks_.size() - 1) * block_size + blocks_.back().size());
  return blocks_.back();
}

Natural Counts::total() const {
  COMBIEN_REQUIRE(complete());
  const limbs::Limbs total = of(diagram_.root());
  return Natural(total.data(), total.size());
}

Natural Counts::rank(std::span<const Variable> set) const {
  COMBIEN_REQUIRE(complete());
  COMBIEN_REQUIRE(diagram_.contains(set));
  // A set's place is less than the total, so as many limbs as the total has suffice.
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
  COMBIEN_REQUIRE(complete());
  COMBIEN_REQUIRE(limbs::less(place, of(diagram_.root())));
  std::vector<std::uint64_t> left(place.begin(), place.end());
  left.resize(std::max(left.size(), of(diagram_.root()).size()));
  return walk(std::move(left));
}

std::vector<Variable> Counts::draw(Dice& dice) const {
  // As many random bits as the total has, drawn again until they are less than the total.
  COMBIEN_REQUIRE(complete());
  const limbs::Limbs total = of(diagram_.root());
  COMBIEN_REQUIRE(!limbs::trimmed(total).empty());
  const std::size_t spare = 64 * total.size() - limbs::bit_length(total);
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
      if (limbs::trimmed(place).empty()) {
        COMBIEN_ENSURE(diagram_.contains(set));
        return set;
      }
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

}  // namespace combien
