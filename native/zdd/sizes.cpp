#include "zdd/sizes.hpp"

#include <algorithm>
#include <utility>

#include "base/limbs.hpp"

namespace combien {

SizeCounts::SizeCounts(const Frozen& diagram, Weigh element)
    : diagram_(diagram), more_(static_cast<std::uint32_t>(element)), values_(2) {
  uses_.reserve(diagram.variables.size());
  places_.reserve(diagram.variables.size());
  uses_ = {0, 0};
  places_ = {0, 1};
  values_[1].limbs = {1};
}

bool SizeCounts::run(Slice& slice) {
  if (done_) return true;
  while (uses_.size() < diagram_.variables.size()) {
    if (!slice.step()) return false;
    ++uses_[diagram_.lo[uses_.size()]];
    ++uses_[diagram_.hi[uses_.size()]];
    uses_.push_back(0);
  }
  while (places_.size() < diagram_.variables.size()) {
    const std::uint32_t lo = diagram_.lo[places_.size()];
    const std::uint32_t hi = diagram_.hi[places_.size()];
    const Sizes& without = values_[places_[lo]];
    const Sizes& with = values_[places_[hi]];
    if (!slice.step(4 + (without.limbs.size() + with.limbs.size()) / 4)) return false;
    Sizes sum = joined(without, with, more_);
    drop(lo);
    drop(hi);
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(values_.size()));
      values_.emplace_back();
    }
    places_.push_back(free_.back());
    values_[free_.back()] = std::move(sum);
    free_.pop_back();
  }
  whole_ = std::move(values_[places_[diagram_.root()]]);
  uses_ = {};
  places_ = {};
  values_ = {};
  done_ = true;
  return true;
}

Natural SizeCounts::of(std::uint32_t size) const {
  if (size < whole_.smallest || size >= end()) return Natural();
  const std::size_t place = std::size_t{size - whole_.smallest} * whole_.width;
  return Natural(whole_.limbs.data() + place, whole_.width);
}

// Releases the value once for one of the nodes above.
void SizeCounts::drop(std::uint32_t node) {
  COMBIEN_REQUIRE(node < 2 || uses_[node] != 0);
  if (node < 2 || --uses_[node] != 0) return;
  values_[places_[node]].limbs = {};
  free_.push_back(places_[node]);
}

// Adds the numbers of `part`, with sizes increased by `more`; false if one of them does not fit.
bool SizeCounts::add(Sizes& sum, const Sizes& part, std::uint32_t more) {
  COMBIEN_REQUIRE(part.smallest + more >= sum.smallest && part.width <= sum.width);
  std::uint64_t* target =
      sum.limbs.data() + std::size_t{part.smallest + more - sum.smallest} * sum.width;
  std::uint64_t carry = 0;
  for (std::size_t k = 0; k < part.limbs.size(); k += part.width, target += sum.width) {
    carry |= limbs::add({target, sum.width}, {part.limbs.data() + k, part.width});
  }
  return carry == 0;
}

// The sizes of a node: the sizes of lo, and the sizes of hi increased by `more`.
SizeCounts::Sizes SizeCounts::joined(const Sizes& lo, const Sizes& hi, std::uint32_t more) {
  if (lo.limbs.empty()) {
    Sizes raised = hi;
    raised.smallest += more;
    return raised;
  }
  const std::uint32_t smallest = std::min(lo.smallest, hi.smallest + more);
  const std::uint32_t end = std::max(lo.end(), hi.end() + more);
  for (std::uint32_t width = std::max(lo.width, hi.width);; ++width) {
    Sizes sum{smallest, width, std::vector<std::uint64_t>(std::size_t{end - smallest} * width)};
    if (add(sum, lo, 0) && add(sum, hi, more)) return sum;
  }
}

// Side by side is five times as fast, but the long counts of a deep diagram do not fit.
constexpr std::uint64_t limbs_a_node = 6;

namespace {

std::uint64_t limbs_within(std::uint64_t nodes, std::uint64_t bytes) {
  // Besides the limbs, each node has the start of its own.
  const std::uint64_t words = bytes / sizeof(std::uint64_t);
  return words > nodes ? std::min(limbs_a_node * nodes, words - nodes) : 0;
}

}  // namespace

SetCount::SetCount(const Frozen& diagram, std::uint64_t most_bytes) : diagram_(diagram) {
  const std::uint64_t limbs = limbs_within(diagram.variables.size(), most_bytes);
  if (limbs != 0) {
    side_by_side_.emplace(diagram, limbs);
  } else {
    in_turn_.emplace(diagram, SizeCounts::Weigh::nothing);
  }
}

bool SetCount::run(Slice& slice) {
  if (side_by_side_) {
    if (!side_by_side_->run(slice)) return false;
    if (side_by_side_->complete()) return true;
    side_by_side_.reset();
    in_turn_.emplace(diagram_, SizeCounts::Weigh::nothing);
  }
  return in_turn_->run(slice);
}

}  // namespace combien
