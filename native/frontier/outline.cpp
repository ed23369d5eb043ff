#include "frontier/outline.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/dice.hpp"
#include "frontier/incidence.hpp"

namespace combien {

namespace {

// Sets are compared by sums of these.  Two that are taken for equal would make an order worse, and
// nothing false.
std::uint64_t scattered(std::uint64_t word) { return Dice(word).word(); }

// Adds lists of pairs (list, value), of which the lists may come in any order.
template <class Value>
Lists<Value> sorted_lists(std::size_t size,
                          const std::vector<std::pair<std::uint32_t, Value>>& all) {
  std::vector<std::size_t> place(size + 1);
  for (const auto& [list, value] : all) ++place[list + 1];
  for (std::size_t k = 0; k < size; ++k) place[k + 1] += place[k];
  std::vector<Value> values(all.size());
  const std::vector<std::size_t> starts = place;
  for (const auto& [list, value] : all) values[place[list]++] = value;
  Lists<Value> lists;
  for (std::size_t list = 0; list < size; ++list) {
    lists.begin();
    for (std::size_t k = starts[list]; k < starts[list + 1]; ++k) lists.add(values[k]);
  }
  return lists;
}

}  // namespace

Gradual<Outline> outline_of(const Problem& problem, Pace& pace) {
  using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // Classes, and uses by them.
  Outline outline;
  Table<ItemId, std::uint32_t> index(problem.item_count(), Outline::none);
  outline.counters = true;
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (!problem.kind(item).primary) continue;
    index[item] = static_cast<std::uint32_t>(outline.items.size());
    outline.items.push_back(item);
    outline.once.push_back(problem.kind(item).exactly_once());
    outline.counters = outline.counters && !outline.once.back();
  }
  const auto color_of = [&](OptionId option, std::size_t k) -> std::uint64_t {
    return problem.has_colors() ? problem.colors(option)[k] : no_color;
  };
  const auto entry = [](ItemId item, std::uint64_t color) {
    return scattered(std::uint64_t{number(item)} << 32 | color);
  };

  // The classes.
  std::unordered_map<std::uint64_t, std::uint32_t> classes;
  std::vector<std::uint32_t> class_of(problem.option_count());
  std::vector<std::uint64_t> whole(problem.option_count());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> memberships;  // Items, and their classes.
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const auto items = problem.items(option);
    if (!pace.tick(items.size())) co_yield pause;
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (index[items[k]] != Outline::none) key += entry(items[k], 0);
      whole[number(option)] += entry(items[k], color_of(option, k));
    }
    const auto [found, fresh] =
        classes.try_emplace(key, static_cast<std::uint32_t>(classes.size()));
    class_of[number(option)] = found->second;
    if (fresh) {
      outline.options.push_back(0);
      outline.members.begin();
      for (const ItemId item : items) {
        if (index[item] == Outline::none) continue;
        memberships.push_back({index[item], found->second});
        outline.members.add(index[item]);
      }
    }
    ++outline.options[found->second];
  }
  outline.classes_of = sorted_lists(outline.items.size(), memberships);

  // Items that the same classes use equally often, in as many colors.
  struct Group {
    Uses uses;
    std::vector<ItemId> items;
    std::uint32_t colors;
  };
  const Incidence incidence(problem);
  std::vector<Group> groups;
  std::unordered_map<std::uint64_t, std::uint32_t> group_of;
  std::vector<std::uint32_t> count(outline.options.size());
  std::vector<std::uint64_t> colors;
  Table<ItemId, std::uint64_t> rest(problem.item_count());
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    if (!pace.tick(4 * incidence[item].size())) co_yield pause;
    Uses uses;
    colors.clear();
    for (const OptionId option : incidence[item]) {
      const std::uint32_t j = class_of[number(option)];
      if (count[j]++ == 0) uses.push_back({j, 0});
      const auto items = problem.items(option);
      const auto place =
          static_cast<std::size_t>(std::find(items.begin(), items.end(), item) - items.begin());
      const std::uint64_t color = color_of(option, place);
      colors.push_back(color);
      rest[item] += scattered(whole[number(option)] - entry(item, color) + color);
    }
    if (uses.empty()) continue;
    std::sort(colors.begin(), colors.end());
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
    std::uint64_t key = scattered(colors.size());
    for (auto& [j, many] : uses) {
      many = count[j];
      count[j] = 0;
      key += scattered(std::uint64_t{j} << 32 | many);
    }
    // Primary items are nets of their own.
    if (index[item] != Outline::none) key = ~std::uint64_t{index[item]};
    const auto [found, fresh] =
        group_of.try_emplace(key, static_cast<std::uint32_t>(groups.size()));
    if (fresh) {
      groups.push_back({std::move(uses), {}, static_cast<std::uint32_t>(colors.size())});
    }
    groups[found->second].items.push_back(item);
  }

  // The nets.
  outline.own_net.assign(outline.items.size(), Outline::none);
  std::vector<std::pair<std::uint32_t, Outline::Pin>> pins;
  std::vector<std::uint64_t> rests;
  for (const Group& group : groups) {
    if (!pace.tick(group.uses.size() + group.items.size())) co_yield pause;
    const ItemId first = group.items.front();
    const ItemKind& kind = problem.kind(first);
    // No state remembers what one class alone uses.
    if (!kind.primary && group.uses.size() == 1) continue;
    // Nor an item that can be covered by none of its options, or by all.
    std::uint32_t uses = 0;
    for (const auto& [j, many] : group.uses) uses += many;
    const bool only_reaches = kind.high >= static_cast<std::int64_t>(uses);
    if (kind.primary && !kind.exactly_once() && only_reaches && kind.low == 0) continue;
    const auto net = static_cast<std::uint32_t>(outline.nets.size());
    outline.nets.emplace_back();
    Outline::Net& made = outline.nets.back();
    made.items = static_cast<std::uint32_t>(group.items.size());
    made.colors = group.colors;
    made.uses = uses;
    if (kind.primary) {
      made.own = index[first];
      outline.own_net[made.own] = net;
      if (!kind.exactly_once()) {
        made.high = static_cast<std::uint32_t>(std::max(1, only_reaches ? kind.low : kind.high));
      }
    }
    outline.classes_of_net.begin();
    for (const auto& [j, many] : group.uses) {
      outline.classes_of_net.add(j);
      pins.push_back({j, {net, many, double(many) * made.items / outline.options[j]}});
    }
    rests.clear();
    for (const ItemId item : group.items) rests.push_back(rest[item]);
    std::sort(rests.begin(), rests.end());
    std::vector<std::uint32_t> sizes;
    for (std::size_t k = 0; k < rests.size(); ++k) {
      if (k == 0 || rests[k] != rests[k - 1]) sizes.push_back(0);
      ++sizes.back();
    }
    std::sort(sizes.begin(), sizes.end());
    for (const std::uint32_t size : sizes) {
      if (made.twins.empty() || made.twins.back().first != size) made.twins.push_back({size, 0});
      ++made.twins.back().second;
    }
  }
  outline.pins = sorted_lists(outline.options.size(), pins);
  co_return outline;
}

}  // namespace combien
