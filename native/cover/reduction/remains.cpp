#include "cover/reduction/remains.hpp"

#include <algorithm>

namespace combien {

Remains::Remains(const Problem& problem)
    : problem_(&problem),
      alive_(problem.option_count(), 1),
      live_(problem.item_count(), 1),
      colored_(problem.item_count(), 0),
      low_(problem.item_count()),
      high_(problem.item_count()),
      count_(problem.item_count(), 0),
      begin_(problem.item_count(), 0),
      listed_(problem.item_count(), 0),
      options_of_(problem.entry_count()) {
  const std::uint32_t items = problem.item_count();
  const std::uint32_t options = problem.option_count();
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    for (const ItemId item : problem.items(option)) ++count_[item];
  }
  std::uint32_t place = 0;
  for (ItemId item{0}; number(item) < items; item = after(item)) {
    const ItemKind& kind = problem.kind(item);
    low_[item] = kind.primary ? kind.low : 0;
    high_[item] = kind.primary ? kind.high : 1;
    begin_[item] = place;
    place += static_cast<std::uint32_t>(count_[item]);
  }
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    const std::span<const ItemId> held = problem.items(option);
    for (const ItemId item : held) options_of_[begin_[item] + listed_[item]++] = option;
    if (!problem.has_colors()) continue;
    const std::span<const Color> colors = problem.colors(option);
    for (std::size_t k = 0; k < held.size(); ++k) {
      if (colors[k] != no_color) colored_[held[k]] = 1;
    }
  }
  pending_.reserve(items);
  for (std::uint32_t k = items; k > 0; --k) pending_.push_back(ItemId{k - 1});
}

// Queries ------------------------------------------------------------------------------------------

std::span<const OptionId> Remains::options(ItemId item) {
  COMBIEN_REQUIRE(live(item));
  const auto first = options_of_.begin() + begin_[item];
  const auto left = static_cast<std::uint32_t>(count_[item]);
  if (listed_[item] > left) {
    const auto last = std::remove_if(first, first + listed_[item],
                                     [this](OptionId option) { return !alive(option); });
    listed_[item] = static_cast<std::uint32_t>(last - first);
    COMBIEN_ENSURE(listed_[item] == left);
  }
  return {options_of_.data() + begin_[item], listed_[item]};
}

bool Remains::holds(OptionId option, ItemId item) const {
  return std::ranges::find(held(option), item) != held(option).end();
}

void Remains::items(OptionId option, std::vector<ItemId>& found) const {
  found.clear();
  for (const ItemId item : held(option)) {
    if (live(item)) found.push_back(item);
  }
}

Color Remains::color(OptionId option, ItemId item) const {
  if (!colored(item)) return no_color;
  const std::span<const ItemId> items = held(option);
  const auto place = std::ranges::find(items, item) - items.begin();
  return problem_->colors(option)[static_cast<std::size_t>(place)];
}

bool Remains::clash(ItemId item, OptionId option, OptionId other) const {
  if (high_[item] > 1) return false;
  if (!colored(item)) return true;
  const Color mine = color(option, item);
  return mine == no_color || mine != color(other, item);
}

std::uint32_t Remains::live_count() const {
  std::uint32_t found = 0;
  for (ItemId item{0}; number(item) < live_.size(); item = after(item)) found += live_[item];
  return found;
}

// Changes ------------------------------------------------------------------------------------------

void Remains::remove(OptionId option, Rule rule) {
  COMBIEN_REQUIRE(alive(option));
  ++work_[static_cast<std::size_t>(rule)];
  unlink(option);
}

void Remains::take(OptionId option) {
  COMBIEN_REQUIRE(alive(option));
  taken_.push_back(option);
  unlink(option);
  std::vector<ItemId> items_left;
  items(option, items_left);
  std::vector<OptionId> excluded;
  for (const ItemId item : items_left) {
    excluded.clear();
    for (const OptionId other : options(item)) {
      if (clash(item, option, other)) excluded.push_back(other);
    }
    for (const OptionId other : excluded) remove(other, Rule::excluded);
    if (!primary(item)) {
      // Options that agree on the color no longer conflict in this item.
      live_[item] = 0;
      continue;
    }
    low_[item] = std::max(0, low_[item] - 1);
    if (--high_[item] == 0) live_[item] = 0;
  }
}

void Remains::drop(ItemId item, Rule rule) {
  ++work_[static_cast<std::size_t>(rule)];
  live_[item] = 0;
}

bool Remains::propagate(Pace& pace) {
  std::vector<OptionId> needed;
  while (!pending_.empty() && !impossible_) {
    const ItemId item = pending_.back();
    if (!pace.tick()) return false;
    pending_.pop_back();
    if (!live(item)) continue;
    const std::int32_t left = count_[item];
    if (left < low_[item]) {
      impossible_ = item;
    } else if (left == 0) {
      drop(item, Rule::idle);
    } else if (left == low_[item]) {
      const std::span<const OptionId> all = options(item);
      needed.assign(all.begin(), all.end());
      for (const OptionId option : needed) {
        if (alive(option)) take(option);
      }
      pending_.push_back(item);
    }
  }
  return true;
}

void Remains::unlink(OptionId option) {
  alive_[option] = 0;
  for (const ItemId item : held(option)) {
    if (!live(item)) continue;
    --count_[item];
    losses_.push_back(item);
    pending_.push_back(item);
  }
}

}  // namespace combien
