// The exact cover problem as the core sees it: numbers only.
//
// The options are stored end to end in one array, with the index where each begins; the core does
// not know names.  A value of this type is always valid: the constructor checks what the searches
// rely on.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/require.hpp"
#include "base/ids.hpp"

namespace combien {

using Color = std::uint32_t;
inline constexpr Color no_color = 0;

struct InvalidProblem : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// An item is primary (covered `low` to `high` times) or secondary (at most once, or any number of
// times in one color).
struct ItemKind {
  bool primary = true;
  std::int32_t low = 1;
  std::int32_t high = 1;

  bool exactly_once() const { return low == 1 && high == 1; }
};

class Problem {
 public:
  // require: starts has one entry more than there are options, begins with 0 and grows;
  //          colors is empty, or as long as items
  // ensure: every option has an item that is primary, no item twice, colors on secondary items only
  Problem(std::vector<ItemKind> kinds, std::vector<std::int32_t> starts,
          std::vector<std::int32_t> items, std::vector<std::int32_t> colors);

  std::uint32_t item_count() const { return kinds_.size(); }
  std::uint32_t option_count() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::size_t entry_count() const { return items_.size(); }

  const ItemKind& kind(ItemId item) const { return kinds_[item]; }
  // require: number(option) < option_count()
  std::span<const ItemId> items(OptionId option) const {
    COMBIEN_REQUIRE(number(option) < option_count());
    return {items_.data() + starts_[number(option)], length(option)};
  }
  // The colors parallel to items(option).
  // require: has_colors(), number(option) < option_count()
  std::span<const Color> colors(OptionId option) const {
    COMBIEN_REQUIRE(has_colors());
    COMBIEN_REQUIRE(number(option) < option_count());
    return {colors_.data() + starts_[number(option)], length(option)};
  }
  bool has_colors() const { return !colors_.empty(); }
  bool has_bounds() const { return has_bounds_; }

 private:
  std::size_t length(OptionId option) const {
    return starts_[number(option) + 1] - starts_[number(option)];
  }

  Table<ItemId, ItemKind> kinds_;
  std::vector<std::uint32_t> starts_;
  std::vector<ItemId> items_;
  std::vector<Color> colors_;
  bool has_bounds_ = false;
};

}  // namespace combien
