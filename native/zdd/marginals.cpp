#include "zdd/marginals.hpp"

#include <algorithm>

namespace combien {

namespace {

// Extends an array by zeros to this size, a part in each slice; true when done.
bool lengthen(LargeVector<std::uint64_t>& zeros, std::size_t size, Slice& slice) {
  constexpr std::size_t part = 1 << 14;
  if (zeros.empty()) zeros.reserve(size);
  while (zeros.size() < size) {
    if (!slice.step(part / 16)) return false;
    zeros.resize(std::min(zeros.size() + part, size));
  }
  return true;
}

}  // namespace

DiagramMarginals::DiagramMarginals(const Counts& counts)
    : counts_(counts),
      root_(counts.diagram().root()),
      here_(root_),
      width_(counts.of(root_).size() + 1) {
  begins_.reserve(root_ + std::size_t{2});
  begins_ = {0, 0, 0};
}

bool DiagramMarginals::run(Slice& slice) {
  if (done_) return true;
  const Frozen& diagram = counts_.diagram();
  if (!lay_out(slice)) return false;
  for (; here_ >= 2; --here_) {
    const limbs::Limbs here = limbs::trimmed(ways_to(here_));
    const limbs::Limbs below = counts_.of(diagram.hi[here_]);
    if (!slice.step(1 + here.size() * below.size() / 4)) return false;
    for (const std::uint32_t child : {diagram.lo[here_], diagram.hi[here_]}) {
      if (child < 2) continue;
      [[maybe_unused]] const std::uint64_t carry = limbs::add(ways_to(child), here);
      COMBIEN_ENSURE(carry == 0);
    }
    const Variable variable = diagram.variables[here_];
    limbs::add_product({sums_.data() + variable * width_, width_}, here, below);
  }
  ways_ = {};
  begins_ = {};
  done_ = true;
  return true;
}

// Room for the ways to each node: times the node's own count, they are at most the total.
bool DiagramMarginals::lay_out(Slice& slice) {
  const std::size_t total = limbs::bit_length(counts_.of(root_));
  while (begins_.size() < root_ + std::size_t{2}) {
    if (!slice.step()) return false;
    const auto node = static_cast<std::uint32_t>(begins_.size() - 1);
    const std::size_t own = limbs::bit_length(counts_.of(node));
    const std::size_t bits = total + 1 - std::min(total, own - 1);
    begins_.push_back(begins_.back() + (bits + 63) / 64);
    variables_ = std::max(variables_, counts_.diagram().variables[node] + std::size_t{1});
  }
  if (!lengthen(sums_, variables_ * width_, slice)) return false;
  if (!lengthen(ways_, begins_.back(), slice)) return false;
  if (here_ == root_ && root_ >= 2) ways_to(root_)[0] = 1;
  return true;
}

}  // namespace combien
