#include "zdd/weighing.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace combien {

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

// An end of a range for a node, from that for its high side.
std::int64_t raised(std::int64_t end, std::int64_t weight) {
  return end == lowest || end == highest ? end : end + weight;
}

void require_addable(const std::vector<std::int64_t>& weights, std::int64_t most) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 62;
  std::uint64_t sum = 0;
  const auto add = [&](std::int64_t weight) {
    const auto bits = static_cast<std::uint64_t>(weight);
    sum += std::min(weight < 0 ? -bits : bits, limit);
    if (sum >= limit) throw std::range_error("the weights are too large to be added in 62 bits");
  };
  for (const std::int64_t weight : weights) add(weight);
  add(most);
}

}  // namespace

Weighing::Weighing(DiagramManager& manager, FamilyId family, std::vector<std::int64_t> weights,
                   std::int64_t most)
    : manager_(manager), pin_(manager), weights_(std::move(weights)) {
  require_addable(weights_, most);
  done_ = known(family, most);
}

Outcome Weighing::run(Slice& slice, std::uint64_t most_bytes) {
  while (!done_) {
    if (bytes() > most_bytes) return Outcome::out_of_bytes;
    if (!slice.step()) return Outcome::out_of_slice;
    ++steps_;
    // The last frame is new, or its low side has just been answered.
    Frame& frame = frames_.back();
    const DiagramNode node = manager_.node(frame.node);
    if (!frame.has_lo) {
      // The stack may move.
      const std::size_t here = frames_.size() - 1;
      if (!known(node.lo, frame.allowance)) continue;
      frames_[here].lo = answer_;
      frames_[here].has_lo = true;
    }
    if (!known(node.hi, frames_.back().allowance - weight(node.variable))) continue;
    // As long as answers complete what is above them.
    for (;;) {
      combine();
      if (frames_.empty()) {
        done_ = true;
        break;
      }
      Frame& above = frames_.back();
      if (!above.has_lo) {
        above.lo = answer_;
        above.has_lo = true;
        break;
      }
    }
  }
  return Outcome::done;
}

bool Weighing::known(FamilyId node, std::int64_t allowance) {
  if (node == empty_family) {
    answer_ = {lowest, highest, empty_family};
    return true;
  }
  if (node == unit_family) {
    answer_ = allowance < 0 ? Answer{lowest, -1, empty_family} : Answer{0, highest, unit_family};
    return true;
  }
  // The first range of the node that does not end before the allowance.
  const auto found = answers_.lower_bound({node, allowance});
  if (found != answers_.end() && found->first.first == node && found->second.least <= allowance) {
    answer_ = found->second;
    return true;
  }
  frames_.push_back({node, allowance, {}, false});
  return false;
}

// Makes the answer of the last frame, whose sides are in it and in answer_.
void Weighing::combine() {
  const Frame frame = frames_.back();
  const DiagramNode node = manager_.node(frame.node);
  const std::int64_t added = weight(node.variable);
  const Answer hi = answer_;
  answer_ = {std::max(frame.lo.least, raised(hi.least, added)),
             std::min(frame.lo.most, raised(hi.most, added)),
             manager_.make(node.variable, frame.lo.family, hi.family)};
  COMBIEN_ENSURE(answer_.least <= frame.allowance && frame.allowance <= answer_.most);
  answers_.emplace(std::pair(frame.node, answer_.most), answer_);
  frames_.pop_back();
}

}  // namespace combien
