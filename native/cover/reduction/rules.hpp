// The rules of an exact reduction, beyond counting.  Each removes only options that are in no
// solution, or merges copies for which a constant factor accounts.
//
//     idle        an item without effect is dropped: a secondary one whose options cannot conflict
//                 in it, or a primary one whose bounds hold for any choice
//     implied     the options of an item i all contain j too, and j is in at most one chosen
//                 option.  If i must be in exactly one, that one is also j's: the other options of j
//                 are in no solution ("dominated"), and i implies j.  If i may be in none, j
//                 implies i.  Here j has no colors: two options that agree on one may both be chosen
//     copies      options with the same items, colors and cost can be exchanged in any solution.
//                 If some item is in exactly one chosen option, and its options come in classes of
//                 copies whose sizes have a common divisor d > 1, each solution contains exactly one
//                 of them: d copies of each become one, and there were d times as many solutions.
//                 Other copies stay, as no constant factor accounts for them
//     hopeless    an option that would leave an item with too few options is removed.  This is the
//                 only rule that costs more than reading the problem, as it examines the options
//                 that conflict with an option and their items; so it is applied last, and is the
//                 reason for the budget of steps
//
// "Implied", "dominated" and "hopeless" are part of Knuth's preprocessor, Algorithm P (The Art of
// Computer Programming 4B, 7.2.2.1).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/gradual.hpp"
#include "base/slice.hpp"
#include "cover/reduction/remains.hpp"

namespace combien {

// A reduction in progress: the rules are applied until none changes anything, or until the budget of
// steps is used up.
class Reduction {
 public:
  // The options have the costs given; none means that all are equal.
  // require: the problem outlives this
  Reduction(const Problem& problem, std::vector<std::int64_t> costs, std::uint64_t steps);
  // The rules refer to the members.
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  Outcome run(Slice& slice);

  const Remains& remains() const { return remains_; }
  // The copies that an option represents, itself included, for each option with copies.
  const std::map<OptionId, std::vector<OptionId>>& copies() const { return copies_; }
  // The number of solutions was divided by each of these.
  const std::vector<std::uint32_t>& divisors() const { return divisors_; }
  // Entries examined by the rules that search.
  std::uint64_t steps() const { return steps_; }
  // Whether more steps were needed than the budget had.
  bool stopped() const { return stopped_; }

 private:
  using Classes = std::vector<std::vector<OptionId>>;

  bool spend(std::uint64_t steps);
  bool ended() const { return stopped_ || remains_.impossible().has_value(); }

  Gradual<bool> apply_rules();
  Gradual<bool> drop_idle_items(const std::vector<ItemId>& items);
  Gradual<bool> drop_implied_items(const std::vector<ItemId>& items);
  Gradual<bool> merge_copies();
  Gradual<Classes> copy_classes();
  Gradual<bool> remove_hopeless_options(std::vector<ItemId> items);

  bool always_satisfied(ItemId item);
  bool never_conflicting(ItemId item);
  std::vector<ItemId> common_items(ItemId item);
  void contain(ItemId item, ItemId other);
  std::vector<OptionId> merged(const std::vector<OptionId>& options, std::uint32_t divisor);
  std::vector<OptionId> near(const std::vector<ItemId>& items);
  bool hopeless(OptionId option);
  // The items that lost options since then, in increasing order.
  std::vector<ItemId> lost_since(std::size_t place) const;

  Remains remains_;
  std::vector<std::int64_t> costs_;
  std::uint64_t steps_left_;
  std::uint64_t steps_ = 0;
  bool stopped_ = false;
  std::map<OptionId, std::vector<OptionId>> copies_;
  std::vector<std::uint32_t> divisors_;
  // For hopeless(): the options seen, and the losses of items.
  Table<OptionId, std::uint8_t> seen_;
  Table<ItemId, std::int32_t> lost_;
  Pace pace_;
  Gradual<bool> rules_;
};

}  // namespace combien
