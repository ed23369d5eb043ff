// The number of sets of each size, and the total, with little memory: the value of a node is
// dropped as soon as the last node above it has used it.
//
// (The sets of at least 1000 of 10000 elements have ten million nodes; their counts would take 5 GB
// side by side, and take 2 MB in turn.)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/require.hpp"
#include "base/natural.hpp"
#include "base/pages.hpp"
#include "base/slice.hpp"
#include "zdd/counts.hpp"
#include "zdd/frozen.hpp"

namespace combien {

// The number of sets with 0, 1, 2, ... elements.
// cost: per node at most as many additions as its sets have different sizes
class SizeCounts {
 public:
  // The weight of an element.
  enum class Weigh : std::uint32_t { nothing, one };

  // require: the diagram outlives this
  explicit SizeCounts(const Frozen& diagram, Weigh element = Weigh::one);

  // Continues; true when the counts are available.
  bool run(Slice& slice);

  // One more than the largest size; 0 for no set at all.
  // require: run() has returned true
  std::uint32_t end() const {
    COMBIEN_REQUIRE(done_);
    return whole_.limbs.empty() ? 0 : whole_.end();
  }
  // The number of sets of this size.
  Natural of(std::uint32_t size) const;

 private:
  // Numbers for sizes one after the other, all with as many limbs: from the smallest size that
  // occurs to the largest.
  struct Sizes {
    std::uint32_t smallest = 0;
    std::uint32_t width = 1;  // Limbs of each number.
    std::vector<std::uint64_t> limbs;

    std::uint32_t end() const {
      return smallest + static_cast<std::uint32_t>(limbs.size() / width);
    }
  };

  static bool add(Sizes& sum, const Sizes& part, std::uint32_t more);
  static Sizes joined(const Sizes& lo, const Sizes& hi, std::uint32_t more);
  void drop(std::uint32_t node);

  const Frozen& diagram_;
  std::uint32_t more_;
  LargeVector<std::uint32_t> uses_;  // How many nodes above have not used a node's value yet.
  // Values that are still needed have places; the others release theirs.
  LargeVector<std::uint32_t> places_;
  std::vector<Sizes> values_;
  std::vector<std::uint32_t> free_;
  bool done_ = false;
  Sizes whole_;
};

// The number of sets: with all counts side by side, or in turn if they take too much room.
// cost: an addition for each node
class SetCount {
 public:
  // Counts side by side take no more than this many bytes.
  // require: the diagram outlives this
  explicit SetCount(const Frozen& diagram, std::uint64_t most_bytes = UINT64_MAX);

  // Continues; true when the count is available.
  bool run(Slice& slice);

  // require: run() has returned true
  Natural total() const { return in_turn_ ? in_turn_->of(0) : side_by_side_->total(); }

 private:
  const Frozen& diagram_;
  std::optional<Counts> side_by_side_;
  std::optional<SizeCounts> in_turn_;
};

}  // namespace combien
