// The remaining options and items of a problem during its reduction.
//
// Only three changes are made: an option is taken (it is in every solution), an option is removed
// (it is in none), an item is dropped (it has no effect, or another item implies it).  Their direct
// consequences follow by counting, in propagate(): an item takes its remaining options if it needs
// them all, and the problem is impossible if an item needs more options than remain.  All other
// rules are in rules.hpp.
//
// Bounds are current ones: each taken option reduces those of its items by one.  A secondary item
// is needed 0 to 1 times.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/gradual.hpp"
#include "base/ids.hpp"
#include "cover/problem.hpp"

namespace combien {

// Why an option was removed, or an item was dropped.
enum class Rule { excluded, dominated, copies, hopeless, given, idle, implied };
inline constexpr std::size_t rule_count = 7;

class Remains {
 public:
  // require: the problem outlives this
  explicit Remains(const Problem& problem);

  const Problem& problem() const { return *problem_; }

  // Queries ---------------------------------------------------------------------------------------

  bool alive(OptionId option) const { return alive_[option] != 0; }
  bool live(ItemId item) const { return live_[item] != 0; }
  bool primary(ItemId item) const { return problem_->kind(item).primary; }
  bool colored(ItemId item) const { return colored_[item] != 0; }
  std::int32_t low(ItemId item) const { return low_[item]; }
  std::int32_t high(ItemId item) const { return high_[item]; }
  // The number of remaining options.
  // require: live(item)
  std::int32_t count(ItemId item) const { return count_[item]; }
  // Whether no two chosen options can contain this item, whatever the colors.
  bool once(ItemId item) const { return high_[item] == 1 && colored_[item] == 0; }
  // Whether exactly one more chosen option must contain this item.
  bool exactly_once(ItemId item) const { return low_[item] == 1 && high_[item] == 1; }
  // The remaining options of an item, in increasing order; valid until the next call for this item.
  // require: live(item)
  std::span<const OptionId> options(ItemId item);
  // All items of an option, remaining or not.
  std::span<const ItemId> held(OptionId option) const { return problem_->items(option); }
  bool holds(OptionId option, ItemId item) const;
  // The remaining items of an option.
  void items(OptionId option, std::vector<ItemId>& found) const;
  // The color that an option gives to one of its items, or no_color.
  Color color(OptionId option, ItemId item) const;
  // Whether two options that contain this item exclude each other because of it.
  bool clash(ItemId item, OptionId option, OptionId other) const;

  std::uint32_t live_count() const;
  const std::vector<OptionId>& taken() const { return taken_; }
  // The item that cannot be satisfied, if one was found.
  const std::optional<ItemId>& impossible() const { return impossible_; }
  // The options removed and the items dropped by each rule.
  const std::array<std::uint64_t, rule_count>& work() const { return work_; }
  // Every item that lost an option, in order; each rule continues where it stopped reading.
  const std::vector<ItemId>& losses() const { return losses_; }

  // Changes ---------------------------------------------------------------------------------------

  // require: alive(option)
  void remove(OptionId option, Rule rule);
  // Also removes the options that it excludes.
  // require: alive(option)
  void take(OptionId option);
  void drop(ItemId item, Rule rule);
  // Takes forced options and drops items without options, until nothing changes; false if the slice
  // is used up first.
  bool propagate(Pace& pace);

 private:
  void unlink(OptionId option);

  const Problem* problem_;
  Table<OptionId, std::uint8_t> alive_;
  Table<ItemId, std::uint8_t> live_;
  Table<ItemId, std::uint8_t> colored_;
  Table<ItemId, std::int32_t> low_;
  Table<ItemId, std::int32_t> high_;
  Table<ItemId, std::int32_t> count_;
  // The options of each item: where they begin, and how many are listed; removed ones are deleted
  // when the list is read.
  Table<ItemId, std::uint32_t> begin_;
  Table<ItemId, std::uint32_t> listed_;
  std::vector<OptionId> options_of_;
  std::vector<OptionId> taken_;
  std::array<std::uint64_t, rule_count> work_{};
  std::optional<ItemId> impossible_;
  std::vector<ItemId> losses_;
  std::vector<ItemId> pending_;
};

}  // namespace combien
