#include "cover/reduction/parts.hpp"

#include <algorithm>

namespace combien {

namespace {

// Sets of items that are merged.
class Leaders {
 public:
  explicit Leaders(std::uint32_t size) : leader_(size) {
    for (std::uint32_t k = 0; k < size; ++k) leader_[ItemId{k}] = ItemId{k};
  }

  ItemId find(ItemId item) {
    while (leader_[item] != item) {
      leader_[item] = leader_[leader_[item]];
      item = leader_[item];
    }
    return item;
  }

  // Whether they were in different sets.
  bool merge(ItemId one, ItemId other) {
    one = find(one);
    other = find(other);
    leader_[other] = one;
    return one != other;
  }

 private:
  Table<ItemId, ItemId> leader_;
};

}  // namespace

std::vector<std::vector<OptionId>> components(const Remains& remains) {
  const Problem& problem = remains.problem();
  std::vector<OptionId> left;
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    if (remains.alive(option)) left.push_back(option);
  }
  std::uint32_t parts = 0;
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (remains.live(item) && remains.count(item) > 0) ++parts;
  }
  Leaders leaders(problem.item_count());
  std::vector<ItemId> items;
  for (const OptionId option : left) {
    remains.items(option, items);
    COMBIEN_REQUIRE(!items.empty());
    for (const ItemId item : items) {
      if (leaders.merge(items.front(), item)) --parts;
    }
    // Most problems are connected, which a tenth of their options shows.
    if (parts == 1) return {std::move(left)};
  }
  std::vector<std::vector<OptionId>> found;
  Table<ItemId, std::uint32_t> number_of(problem.item_count(), 0);
  for (const OptionId option : left) {
    remains.items(option, items);
    std::uint32_t& number = number_of[leaders.find(items.front())];
    if (number == 0) {
      found.emplace_back();
      number = static_cast<std::uint32_t>(found.size());
    }
    found[number - 1].push_back(option);
  }
  return found;
}

PartMaker::PartMaker(const Remains& remains)
    : remains_(&remains), item_number_(remains.problem().item_count(), 0) {
  const Problem& problem = remains.problem();
  if (!problem.has_colors()) return;
  Color most = 0;
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    for (const Color color : problem.colors(option)) most = std::max(most, color);
  }
  color_number_.resize(most + std::size_t{1});
}

Part PartMaker::part(const std::vector<OptionId>& options) {
  Part part;
  const Problem& problem = remains_->problem();
  std::vector<ItemId> items;
  for (const OptionId option : options) {
    for (const ItemId item : remains_->held(option)) {
      if (remains_->live(item) && item_number_[item]++ == 0) items.push_back(item);
      if (remains_->live(item)) item_number_[item] = 1;
    }
  }
  std::ranges::sort(items);
  for (const ItemId item : items) {
    part.items.push_back(static_cast<std::int32_t>(number(item)));
    item_number_[item] = static_cast<std::int32_t>(part.items.size());
    part.primary.push_back(remains_->primary(item) ? 1 : 0);
    if (!remains_->primary(item) || remains_->exactly_once(item)) continue;
    part.bounds.insert(part.bounds.end(),
                       {item_number_[item] - 1, remains_->low(item), remains_->high(item)});
  }
  for (const OptionId option : options) {
    const std::span<const ItemId> held = remains_->held(option);
    for (std::size_t k = 0; k < held.size(); ++k) {
      if (!remains_->live(held[k])) continue;
      part.entries.push_back(item_number_[held[k]] - 1);
      if (!problem.has_colors()) continue;
      const Color color = problem.colors(option)[k];
      if (color != no_color && color_number_[color] == 0) {
        part.color_numbers.push_back(static_cast<std::int32_t>(color));
        color_number_[color] = static_cast<std::int32_t>(part.color_numbers.size());
      }
      part.colors.push_back(color_number_[color]);
    }
    part.ends.push_back(static_cast<std::int32_t>(part.entries.size()));
  }
  for (const ItemId item : items) item_number_[item] = 0;
  for (const std::int32_t color : part.color_numbers) {
    color_number_[static_cast<std::size_t>(color)] = 0;
  }
  if (part.color_numbers.empty()) part.colors.clear();
  return part;
}

}  // namespace combien
