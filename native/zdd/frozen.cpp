#include "zdd/frozen.hpp"

#include <bit>

#include "zdd/counts.hpp"
#include "zdd/sizes.hpp"

namespace combien {

Frozen::Frozen(const DiagramManager& manager, FamilyId family) {
  const auto last = static_cast<std::uint32_t>(family);
  // A bit for each node that is reached; how many lie before a node is its new number.
  std::vector<std::uint64_t> reached(last / 64 + 1);
  std::vector<std::uint32_t> before(reached.size());
  const auto reach = [&](FamilyId id) {
    const auto k = static_cast<std::uint32_t>(id);
    if (k >= 2) reached[k / 64] |= std::uint64_t{1} << k % 64;
  };
  reach(family);
  // Children have lower numbers, so going down through the numbers meets each node after all that
  // reach it.
  for (std::size_t word = reached.size(); word-- > 0;) {
    std::uint64_t done = 0;
    while ((reached[word] & ~done) != 0) {
      const int bit = 63 - std::countl_zero(reached[word] & ~done);
      done |= std::uint64_t{1} << bit;
      const DiagramNode& node = manager.node(
          FamilyId{static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(bit)});
      reach(node.lo);
      reach(node.hi);
    }
  }
  std::uint32_t count = 2;
  for (std::size_t word = 0; word < reached.size(); ++word) {
    before[word] = count;
    count += static_cast<std::uint32_t>(std::popcount(reached[word]));
  }
  const auto renumbered = [&](FamilyId id) {
    const auto k = static_cast<std::uint32_t>(id);
    if (k < 2) return k;
    const std::uint64_t lower = reached[k / 64] & ((std::uint64_t{1} << k % 64) - 1);
    return before[k / 64] + static_cast<std::uint32_t>(std::popcount(lower));
  };
  variables.reserve(count);
  lo.reserve(count);
  hi.reserve(count);
  for (std::uint32_t terminal = 0; terminal < 2; ++terminal) {
    variables.push_back(no_variable);
    lo.push_back(terminal);
    hi.push_back(terminal);
  }
  for (std::size_t word = 0; word < reached.size(); ++word) {
    for (std::uint64_t left = reached[word]; left != 0; left &= left - 1) {
      const auto k = static_cast<std::uint32_t>(64 * word) +
                     static_cast<std::uint32_t>(std::countr_zero(left));
      const DiagramNode& node = manager.node(FamilyId{k});
      variables.push_back(node.variable);
      lo.push_back(renumbered(node.lo));
      hi.push_back(renumbered(node.hi));
    }
  }
  root_ = renumbered(family);
  holds_empty_.resize(count);
  holds_empty_[1] = true;
  for (std::size_t k = 2; k < count; ++k) holds_empty_[k] = holds_empty_[lo[k]];
}

bool Frozen::contains(std::span<const Variable> set) const {
  std::uint32_t here = root_;
  for (const Variable variable : set) {
    while (variables[here] < variable) here = lo[here];
    if (variables[here] != variable) return false;
    here = hi[here];
  }
  return holds_empty(here);
}

Natural Frozen::count() const {
  // Side by side they are made five times as fast, but the long ones of a deep diagram do not fit.
  constexpr std::uint64_t limbs_a_node = 6;
  const Counts counts(*this, limbs_a_node * variables.size());
  return counts.complete() ? counts.total() : count_in_turn(*this);
}

Members::Members(const Frozen& diagram) : diagram_(diagram), here_(diagram.root()) {}

bool Members::next() {
  if (!begun_) {
    begun_ = true;
    if (diagram_.holds_empty(here_)) return true;
  }
  for (;;) {
    while (here_ < 2) {
      if (taken_.empty()) return false;
      here_ = diagram_.lo[taken_.back()];
      taken_.pop_back();
      set_.pop_back();
    }
    taken_.push_back(here_);
    set_.push_back(diagram_.variables[here_]);
    here_ = diagram_.hi[here_];
    if (diagram_.holds_empty(here_)) return true;
  }
}

}  // namespace combien
