#include "zdd/sizes.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/limbs.hpp"

namespace combien {

namespace {

// Numbers for sizes one after the other, all with as many limbs: from the smallest size that occurs
// to the largest.
struct Sizes {
  std::uint32_t smallest = 0;
  std::uint32_t width = 1;  // Limbs of each number.
  std::vector<std::uint64_t> limbs;

  std::uint32_t end() const { return smallest + static_cast<std::uint32_t>(limbs.size() / width); }
};

// Adds the numbers of `part`, their sizes `more` larger; false if one of them does not fit.
bool add(Sizes& sum, const Sizes& part, std::uint32_t more) {
  std::uint64_t* target =
      sum.limbs.data() + std::size_t{part.smallest + more - sum.smallest} * sum.width;
  std::uint64_t carry = 0;
  for (std::size_t k = 0; k < part.limbs.size(); k += part.width, target += sum.width) {
    carry |= limbs::add({target, sum.width}, {part.limbs.data() + k, part.width});
  }
  return carry == 0;
}

// The sizes of a node: those of lo, and those of hi with `more` added.
Sizes joined(const Sizes& lo, const Sizes& hi, std::uint32_t more) {
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

// The sizes of the whole, each element counting for `more`.
Sizes sizes_of(const Frozen& diagram, std::uint32_t more) {
  const std::uint32_t root = diagram.root();
  std::vector<std::uint32_t> uses(diagram.variables.size());
  for (std::size_t k = 2; k < diagram.variables.size(); ++k) {
    ++uses[diagram.lo[k]];
    ++uses[diagram.hi[k]];
  }
  // The values that are still needed have places; those that no longer are give theirs back.
  std::vector<std::uint32_t> places(diagram.variables.size());
  std::vector<Sizes> values(2);
  std::vector<std::uint32_t> free;
  places[1] = 1;
  values[1].limbs = {1};
  const auto drop = [&](std::uint32_t node) {
    if (node < 2 || --uses[node] != 0) return;
    values[places[node]].limbs = {};
    free.push_back(places[node]);
  };
  for (std::uint32_t k = 2; k <= root; ++k) {
    Sizes sum = joined(values[places[diagram.lo[k]]], values[places[diagram.hi[k]]], more);
    drop(diagram.lo[k]);
    drop(diagram.hi[k]);
    if (free.empty()) {
      free.push_back(static_cast<std::uint32_t>(values.size()));
      values.emplace_back();
    }
    places[k] = free.back();
    free.pop_back();
    values[places[k]] = std::move(sum);
  }
  return values[places[root]];
}

}  // namespace

std::vector<Natural> count_by_size(const Frozen& diagram) {
  const Sizes sizes = sizes_of(diagram, 1);
  if (sizes.limbs.empty()) return {};
  std::vector<Natural> counts(sizes.smallest);
  for (std::size_t k = 0; k < sizes.limbs.size(); k += sizes.width) {
    counts.emplace_back(sizes.limbs.data() + k, sizes.width);
  }
  return counts;
}

Natural count_in_turn(const Frozen& diagram) {
  const Sizes sizes = sizes_of(diagram, 0);
  return Natural(sizes.limbs.data(), sizes.limbs.size());
}

}  // namespace combien
