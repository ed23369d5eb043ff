// Counting along a line of items, with a table of all sets of open items.
//
// Where most of these sets occur, a table without keys takes a tenth of the memory of a hash table,
// and an entry a hundredth of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "base/gradual.hpp"
#include "base/natural.hpp"
#include "base/pages.hpp"
#include "base/require.hpp"
#include "tree/entries.hpp"
#include "tree/gradual_count.hpp"
#include "tree/line_plan.hpp"

namespace combien {

class LineCount : public GradualCount {
 public:
  // The largest table has 2^this many entries at most.
  static constexpr std::uint32_t most_slots = 34;
  // The largest number of bits of a count.
  static constexpr double most_bits = 1024;
  // As many additions take about as long as a transition of a hash table.
  static constexpr std::uint64_t additions_per_transition = 128;

  // The memory that a plan takes at least.
  static std::uint64_t bytes_of(const LinePlan& plan) {
    return sizeof(std::uint32_t) << plan.most_slots;
  }

  // require: the plan has at most most_slots slots and most_bits bits
  explicit LineCount(LinePlan plan);

  // The number of solutions.
  // require: run() has returned `done`
  Natural count() const;

  // Additions, divided by additions_per_transition.
  std::uint64_t transitions() const { return transitions_; }
  // Entries of all tables.
  std::uint64_t states() const { return states_; }
  std::uint64_t bytes() const { return used_ + widening_bytes_; }
  std::uint32_t widest() const { return plan_.most_slots; }
  double cost() const { return plan_.additions / additions_per_transition; }

 private:
  Gradual<bool> counting();
  Gradual<bool> growing();
  Gradual<bool> keeping(LineStep step);
  Gradual<bool> applying(std::uint64_t touched, std::vector<LineStep> steps);
  Gradual<bool> widening();
  // Calls work(entries) with the table as an array of its type.
  template <class Work>
  decltype(auto) with_table(Work work);
  // Takes steps from the slices until this many are paid for.
  bool paid(std::uint64_t& owed);
  std::uint64_t entry_size() const { return std::uint64_t{4} << width_; }

  LinePlan plan_;
  std::size_t next_ = 0;
  std::uint32_t slot_count_ = 0;
  Zeroed<std::byte> memory_;
  std::uint64_t used_ = 0;   // The bytes beyond have never been written to.
  std::uint32_t width_ = 0;  // An entry has 32 bits, doubled this many times.
  std::uint64_t widening_bytes_ = 0;
  std::variant<std::vector<std::uint32_t>, std::vector<std::uint64_t>, std::vector<LongEntry<2>>,
               std::vector<LongEntry<4>>, std::vector<LongEntry<8>>, std::vector<LongEntry<16>>>
      tile_;

  std::uint64_t transitions_ = 0;
  std::uint64_t unpaid_additions_ = 0;
  std::uint64_t states_ = 1;
};

}  // namespace combien
