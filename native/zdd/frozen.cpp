#include "zdd/frozen.hpp"

#include <bit>

namespace combien {

Frozen::Frozen(const DiagramManager& manager, FamilyId family) {
  const auto last = static_cast<std::uint32_t>(family);
  // A bit for each node that is reached; how many lie before a node is its new number.
  std::vector<std::uint64_t> reached(last / 64 + 1);
  std::vector<std::uint32_t> before(reached.size());
  std::vector<std::uint32_t> waiting;
  const auto reach = [&](FamilyId id) {
    const auto k = static_cast<std::uint32_t>(id);
    if (k < 2 || (reached[k / 64] >> k % 64 & 1) != 0) return;
    reached[k / 64] |= std::uint64_t{1} << k % 64;
    waiting.push_back(k);
  };
  reach(family);
  while (!waiting.empty()) {
    const DiagramManager::Node& node = manager.node(FamilyId{waiting.back()});
    waiting.pop_back();
    reach(node.lo);
    reach(node.hi);
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
      const DiagramManager::Node& node = manager.node(FamilyId{k});
      variables.push_back(node.variable);
      lo.push_back(renumbered(node.lo));
      hi.push_back(renumbered(node.hi));
    }
  }
  root_ = renumbered(family);
}

Natural Frozen::count() const {
  // As many limbs as are needed, found by doubling: most families need one or two.
  for (std::size_t limbs = 1;; limbs *= 2) {
    std::vector<std::uint64_t> counts(variables.size() * limbs);
    counts[limbs] = 1;
    bool fits = true;
    for (std::size_t k = 2; k < variables.size() && fits; ++k) {
      const std::uint64_t* a = counts.data() + lo[k] * limbs;
      const std::uint64_t* b = counts.data() + hi[k] * limbs;
      std::uint64_t* sum = counts.data() + k * limbs;
      std::uint64_t carry = 0;
      for (std::size_t limb = 0; limb < limbs; ++limb) {
        const std::uint64_t part = a[limb] + carry;
        carry = part < carry;
        sum[limb] = part + b[limb];
        carry |= sum[limb] < part;
      }
      fits = carry == 0;
    }
    if (fits) return Natural(counts.data() + root_ * limbs, limbs);
  }
}

Members::Members(const Frozen& diagram)
    : diagram_(diagram), holds_empty_(diagram.variables.size()), here_(diagram.root()) {
  holds_empty_[1] = true;
  for (std::size_t k = 2; k < holds_empty_.size(); ++k) {
    holds_empty_[k] = holds_empty_[diagram.lo[k]];
  }
}

bool Members::next() {
  if (!begun_) {
    begun_ = true;
    if (holds_empty_[here_]) return true;
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
    if (holds_empty_[here_]) return true;
  }
}

}  // namespace combien
