// Steps on a table that is too large for the cache: the table is processed tile by tile.
//
// Steps that touch few slots only combine entries that differ in these.  A *tile* holds all entries
// that agree in the other slots; it is copied together, all steps are applied, and it is copied back.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "tree/line_plan.hpp"

namespace combien {

class Tiles {
 public:
  // Of the entries of a tile; with 32 bits each they fit into a level 2 cache twice.
  static constexpr std::uint32_t most_bits = 16;
  // Slots that are always in a tile, so that entries are copied in runs.
  static constexpr std::uint64_t run_slots = 31;

  // Whether one tile can have all of these slots.
  static bool fit(std::uint64_t slots) {
    return std::popcount(slots | run_slots) <= static_cast<int>(most_bits);
  }

  // The steps add or zero, and touch these slots of a table with `slot_count`.
  // require: fit(touched)
  Tiles(std::uint32_t slot_count, std::uint64_t touched, std::vector<LineStep> steps)
      : slots_(std::uint64_t{1} << slot_count), steps_(std::move(steps)) {
    const std::uint64_t all = slots_ - 1;
    inside_ = (touched | run_slots) & all;
    // Further slots make longer runs.
    for (std::uint64_t rest = all & ~inside_;
         rest != 0 && std::popcount(inside_) < static_cast<int>(most_bits); rest &= rest - 1) {
      inside_ |= rest & (~rest + 1);
    }
    run_ = std::uint64_t{1} << std::countr_one(inside_);
    size_ = std::uint64_t{1} << std::popcount(inside_);
    for (LineStep& step : steps_) {
      step.mask = inner(step.mask);
      step.from = inner(step.from);
    }
  }

  std::uint64_t count() const { return slots_ / size_; }
  // The number of entries of each.
  std::uint64_t size() const { return size_; }
  // The number of additions in each.
  std::uint64_t additions() const {
    std::uint64_t all = 0;
    for (const LineStep& step : steps_) {
      if (step.kind == LineStep::Kind::add) all += size_ >> std::popcount(step.mask);
    }
    return all;
  }

  // Applies all steps to the next tile.  Returns false if an entry overflows, and changes nothing.
  template <class Entry>
  bool apply(Entry* table, std::vector<Entry>& buffer) const;

  // Goes to the next tile; false after the last.
  bool next() {
    outside_ = ((outside_ | inside_) + 1) & ~inside_;
    return outside_ < slots_;
  }

 private:
  // The bits of a set of slots inside of the tile, moved together.
  std::uint64_t inner(std::uint64_t slots) const {
    std::uint64_t moved = 0;
    std::uint32_t place = 0;
    for (std::uint64_t left = inside_; left != 0; left &= left - 1, ++place) {
      if ((slots & left & (~left + 1)) != 0) moved |= std::uint64_t{1} << place;
    }
    return moved;
  }

  // Calls visit(entry of the table, entry of the tile) for each run.
  template <class Visit>
  void runs(Visit visit) const {
    const std::uint64_t high = inside_ & ~(run_ - 1);
    std::uint64_t at = 0;
    for (std::uint64_t k = 0; k < size_; k += run_) {
      visit(outside_ | at, k);
      at = (at - high) & high;
    }
  }

  std::uint64_t slots_;
  std::vector<LineStep> steps_;
  std::uint64_t inside_ = 0;
  std::uint64_t outside_ = 0;
  std::uint64_t run_ = 1;
  std::uint64_t size_ = 1;
};

}  // namespace combien
