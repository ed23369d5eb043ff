#include "zdd/frozen.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace combien {

bool Frozen::contains(std::span<const Variable> set) const {
  COMBIEN_REQUIRE(std::is_sorted(set.begin(), set.end(), std::less_equal<>()));
  std::uint32_t here = root_;
  for (const Variable variable : set) {
    while (variables[here] < variable) here = lo[here];
    if (variables[here] != variable) return false;
    here = hi[here];
  }
  return holds_empty(here);
}

Freezing::Freezing(DiagramManager& manager, FamilyId family)
    : manager_(manager),
      pin_(manager),
      family_(family),
      reached_(static_cast<std::size_t>(family) / 64 + 1) {
  before_.reserve(reached_.size());
  reach(family);
}

bool Freezing::run(Slice& slice) { return mark(slice) && number(slice) && copy(slice); }

void Freezing::reach(FamilyId id) {
  const auto k = static_cast<std::uint32_t>(id);
  if (k >= 2) reached_[k / 64] |= std::uint64_t{1} << k % 64;
}

// Children have lower numbers, so descending numbers visit each node after all its ancestors.
bool Freezing::mark(Slice& slice) {
  for (; marked_ < reached_.size(); ++marked_) {
    const std::size_t word = reached_.size() - 1 - marked_;
    if (!slice.step(1 + static_cast<std::uint64_t>(std::popcount(reached_[word])))) return false;
    std::uint64_t done = 0;
    while ((reached_[word] & ~done) != 0) {
      const std::uint64_t highest = std::bit_floor(reached_[word] & ~done);
      done |= highest;
      const DiagramNode& node =
          manager_.node(FamilyId{static_cast<std::uint32_t>(64 * word) +
                                 static_cast<std::uint32_t>(std::countr_zero(highest))});
      reach(node.lo);
      reach(node.hi);
    }
  }
  return true;
}

bool Freezing::number(Slice& slice) {
  while (before_.size() < reached_.size()) {
    if (!slice.step()) return false;
    before_.push_back(count_);
    count_ += static_cast<std::uint32_t>(std::popcount(reached_[before_.size() - 1]));
  }
  return true;
}

std::uint32_t Freezing::renumbered(FamilyId id) const {
  const auto k = static_cast<std::uint32_t>(id);
  if (k < 2) return k;
  const std::uint64_t lower = reached_[k / 64] & ((std::uint64_t{1} << k % 64) - 1);
  return before_[k / 64] + static_cast<std::uint32_t>(std::popcount(lower));
}

bool Freezing::copy(Slice& slice) {
  if (frozen_.variables.empty()) {
    frozen_.variables.reserve(count_);
    frozen_.lo.reserve(count_);
    frozen_.hi.reserve(count_);
    frozen_.holds_empty_.reserve(count_);
    add(no_variable, 0, 0);
    add(no_variable, 1, 1);
  }
  for (; copied_ < reached_.size(); ++copied_) {
    std::uint64_t left = reached_[copied_];
    if (!slice.step(1 + static_cast<std::uint64_t>(std::popcount(left)))) return false;
    for (; left != 0; left &= left - 1) {
      const auto k = static_cast<std::uint32_t>(64 * copied_) +
                     static_cast<std::uint32_t>(std::countr_zero(left));
      const DiagramNode& node = manager_.node(FamilyId{k});
      add(node.variable, renumbered(node.lo), renumbered(node.hi));
    }
  }
  frozen_.root_ = renumbered(family_);
  return true;
}

void Freezing::add(Variable variable, std::uint32_t lo, std::uint32_t hi) {
  COMBIEN_REQUIRE(variable == no_variable || std::max(lo, hi) < frozen_.variables.size());
  const bool holds_empty =
      variable == no_variable ? lo == 1 : static_cast<bool>(frozen_.holds_empty_[lo]);
  frozen_.variables.push_back(variable);
  frozen_.lo.push_back(lo);
  frozen_.hi.push_back(hi);
  frozen_.holds_empty_.push_back(holds_empty);
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
