#include "cover/reduction/rules.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace combien {

namespace {

std::vector<ItemId> all_items(const Problem& problem) {
  std::vector<ItemId> items;
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    items.push_back(item);
  }
  return items;
}

void sort_distinct(auto& values) {
  std::ranges::sort(values);
  const auto rest = std::ranges::unique(values);
  values.erase(rest.begin(), rest.end());
}

// What copies have in common: the cost, the items and the colors.
using CopyKey = std::vector<std::int64_t>;

struct CopyKeyHash {
  std::size_t operator()(const CopyKey& key) const {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::int64_t part : key) {
      hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

}  // namespace

Reduction::Reduction(const Problem& problem, std::vector<std::int64_t> costs, std::uint64_t steps)
    : remains_(problem),
      costs_(std::move(costs)),
      steps_left_(steps),
      seen_(problem.option_count(), 0),
      lost_(problem.item_count(), 0),
      rules_(apply_rules()) {
  COMBIEN_REQUIRE(costs_.empty() || costs_.size() == problem.option_count());
}

Outcome Reduction::run(Slice& slice) {
  pace_.set(slice);
  return rules_.run() ? Outcome::done : Outcome::out_of_slice;
}

bool Reduction::spend(std::uint64_t steps) {
  if (steps > steps_left_) {
    stopped_ = true;
    return false;
  }
  steps_ += steps;
  steps_left_ -= steps;
  return true;
}

std::vector<ItemId> Reduction::lost_since(std::size_t place) const {
  const auto& losses = remains_.losses();
  std::vector<ItemId> items(losses.begin() + static_cast<std::ptrdiff_t>(place), losses.end());
  sort_distinct(items);
  return items;
}

// Applies the cheap rules first.
Gradual<bool> Reduction::apply_rules() {
  while (!remains_.propagate(pace_)) co_yield pause;
  std::vector<ItemId> fresh = all_items(remains_.problem());
  std::vector<ItemId> hopeful = fresh;
  std::optional<std::pair<std::size_t, std::uint32_t>> before;
  while (!ended()) {
    const std::pair now(remains_.losses().size(), remains_.live_count());
    if (now == before) break;
    before = now;
    const std::size_t read = remains_.losses().size();
    auto idle = drop_idle_items(fresh);
    while (!idle.run()) co_yield pause;
    auto implied = drop_implied_items(fresh);
    while (!implied.run()) co_yield pause;
    if (ended()) break;
    auto copies = merge_copies();
    while (!copies.run()) co_yield pause;
    const std::vector<ItemId> lost = lost_since(read);
    hopeful.insert(hopeful.end(), lost.begin(), lost.end());
    sort_distinct(hopeful);
    if (ended()) break;
    auto look_ahead = remove_hopeless_options(std::move(hopeful));
    while (!look_ahead.run()) co_yield pause;
    hopeful.clear();
    fresh = lost_since(read);
  }
  co_return true;
}

// Idle items ---------------------------------------------------------------------------------------

Gradual<bool> Reduction::drop_idle_items(const std::vector<ItemId>& items) {
  for (const ItemId item : items) {
    if (!remains_.live(item)) continue;
    const auto cost = static_cast<std::uint64_t>(1 + remains_.count(item));
    if (!pace_.tick(cost)) co_yield pause;
    if (!spend(cost)) break;
    if (remains_.primary(item) ? always_satisfied(item) : never_conflicting(item)) {
      remains_.drop(item, Rule::idle);
    }
  }
  co_return true;
}

// Whether any choice satisfies the bounds, and each option contains another primary item.
bool Reduction::always_satisfied(ItemId item) {
  if (remains_.low(item) > 0 || remains_.high(item) < remains_.count(item)) return false;
  return std::ranges::all_of(remains_.options(item), [&](OptionId option) {
    return std::ranges::any_of(remains_.held(option), [&](ItemId other) {
      return other != item && remains_.live(other) && remains_.primary(other);
    });
  });
}

// Whether no two of the remaining options conflict in this secondary item.
bool Reduction::never_conflicting(ItemId item) {
  const std::span<const OptionId> options = remains_.options(item);
  if (options.size() < 2) return true;
  if (!remains_.colored(item)) return false;
  const Color color = remains_.color(options.front(), item);
  return color != no_color && std::ranges::all_of(options, [&](OptionId option) {
           return remains_.color(option, item) == color;
         });
}

// Implied items ------------------------------------------------------------------------------------

Gradual<bool> Reduction::drop_implied_items(const std::vector<ItemId>& items) {
  for (const ItemId item : items) {
    const bool exactly_once = remains_.exactly_once(item);
    // The rule is about items that are needed exactly once, or that may be in no chosen option.
    if (!remains_.live(item) || remains_.count(item) == 0) continue;
    if (remains_.low(item) > 0 && !exactly_once) continue;
    if (!pace_.tick(static_cast<std::uint64_t>(remains_.count(item)))) co_yield pause;
    std::vector<ItemId> others = common_items(item);
    if (stopped_) break;
    std::erase_if(others, [&](ItemId other) { return other == item || !remains_.once(other); });
    if (exactly_once) {
      for (const ItemId other : others) contain(item, other);
    } else if (std::ranges::any_of(others, [&](ItemId other) {
                 return remains_.primary(other) || !remains_.primary(item);
               })) {
      remains_.drop(item, Rule::implied);
    }
    while (!remains_.propagate(pace_)) co_yield pause;
    if (remains_.impossible()) break;
  }
  co_return true;
}

// The items that all options of this item contain, in increasing order.
std::vector<ItemId> Reduction::common_items(ItemId item) {
  std::vector<ItemId> common;
  bool first = true;
  for (const OptionId option : remains_.options(item)) {
    if (!spend(remains_.held(option).size())) return {};
    if (first) {
      remains_.items(option, common);
      first = false;
    } else {
      std::erase_if(common, [&](ItemId other) { return !remains_.holds(option, other); });
    }
    if (common.size() == 1) break;
  }
  std::ranges::sort(common);
  return common;
}

// Removes the options of `other` that are not options of `item`, and drops `other` as implied.
void Reduction::contain(ItemId item, ItemId other) {
  if (remains_.count(other) > remains_.count(item)) {
    const std::span<const OptionId> options = remains_.options(other);
    for (const OptionId option : std::vector<OptionId>(options.begin(), options.end())) {
      if (!remains_.holds(option, item)) remains_.remove(option, Rule::dominated);
    }
  }
  remains_.drop(other, Rule::implied);
}

// Copies -------------------------------------------------------------------------------------------

Gradual<bool> Reduction::merge_copies() {
  auto finding = copy_classes();
  while (!finding.run()) co_yield pause;
  Classes classes = finding.take();
  std::unordered_map<OptionId, std::size_t> class_of;
  std::vector<ItemId> items;
  std::vector<ItemId> held;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (const OptionId option : classes[k]) class_of[option] = k;
    remains_.items(classes[k].front(), held);
    items.insert(items.end(), held.begin(), held.end());
  }
  sort_distinct(items);
  for (const ItemId item : items) {
    if (!remains_.exactly_once(item)) continue;
    if (!pace_.tick(static_cast<std::uint64_t>(remains_.count(item)))) co_yield pause;
    std::vector<std::size_t> numbers;
    std::uint32_t divisor = 0;
    for (const OptionId option : remains_.options(item)) {
      const auto found = class_of.find(option);
      divisor = found == class_of.end()
                    ? 1
                    : std::gcd(divisor, static_cast<std::uint32_t>(classes[found->second].size()));
      if (divisor == 1) break;
      if (std::ranges::find(numbers, found->second) == numbers.end()) {
        numbers.push_back(found->second);
      }
    }
    if (divisor < 2) continue;
    divisors_.push_back(divisor);
    for (const std::size_t k : numbers) classes[k] = merged(classes[k], divisor);
  }
  while (!remains_.propagate(pace_)) co_yield pause;
  co_return true;
}

// Keeps the first of every `divisor` options, to represent them; returns the options kept.
std::vector<OptionId> Reduction::merged(const std::vector<OptionId>& options,
                                        std::uint32_t divisor) {
  const auto represented = [this](OptionId option) {
    const auto found = copies_.extract(option);
    return found.empty() ? std::vector{option} : std::move(found.mapped());
  };
  std::vector<OptionId> kept;
  for (std::size_t begin = 0; begin < options.size(); begin += divisor) {
    const OptionId first = options[begin];
    std::vector<OptionId> all = represented(first);
    for (std::size_t k = begin + 1; k < begin + divisor; ++k) {
      const std::vector<OptionId> more = represented(options[k]);
      all.insert(all.end(), more.begin(), more.end());
      remains_.remove(options[k], Rule::copies);
    }
    std::ranges::sort(all);
    copies_[first] = std::move(all);
    kept.push_back(first);
  }
  return kept;
}

// The classes of at least two options that are copies of each other; none if the budget ends.
Gradual<Reduction::Classes> Reduction::copy_classes() {
  Classes classes;
  std::vector<ItemId> held;
  for (ItemId item{0}; number(item) < remains_.problem().item_count(); item = after(item)) {
    if (!remains_.live(item) || remains_.count(item) < 2) continue;
    // Each option is examined only at its smallest item, so the table stays small.
    std::unordered_map<CopyKey, std::size_t, CopyKeyHash> table;
    Classes found;
    for (const OptionId option : remains_.options(item)) {
      const std::size_t size = remains_.held(option).size();
      if (!pace_.tick(size)) co_yield pause;
      if (!spend(size)) co_return Classes{};
      remains_.items(option, held);
      if (*std::ranges::min_element(held) != item) continue;
      // Options with the same items have been merged by the same divisors, so they represent the
      // same number of copies, which need not be compared.
      std::ranges::sort(held);
      CopyKey key{costs_.empty() ? 0 : costs_[number(option)]};
      for (const ItemId other : held) key.push_back(number(other));
      if (remains_.problem().has_colors()) {
        for (const ItemId other : held) key.push_back(remains_.color(option, other));
      }
      const auto [place, added] = table.try_emplace(std::move(key), found.size());
      if (added) found.emplace_back();
      found[place->second].push_back(option);
    }
    for (auto& options : found) {
      if (options.size() > 1) classes.push_back(std::move(options));
    }
  }
  co_return classes;
}

// Hopeless options ---------------------------------------------------------------------------------

Gradual<bool> Reduction::remove_hopeless_options(std::vector<ItemId> items) {
  while (!items.empty() && !remains_.impossible()) {
    const std::size_t read = remains_.losses().size();
    const std::vector<OptionId> nearby = near(items);
    for (const OptionId option : nearby) {
      if (!remains_.alive(option)) continue;
      const std::uint64_t before = steps_;
      if (hopeless(option)) {
        remains_.remove(option, Rule::hopeless);
        while (!remains_.propagate(pace_)) co_yield pause;
      }
      if (ended()) co_return true;
      if (!pace_.tick(1 + steps_ - before)) co_yield pause;
    }
    items = lost_since(read);
  }
  co_return true;
}

// The options that share an item with an option of these items, in increasing order.
std::vector<OptionId> Reduction::near(const std::vector<ItemId>& items) {
  std::vector<OptionId> options;
  const Problem& problem = remains_.problem();
  if (items.size() == problem.item_count()) {
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      options.push_back(option);
    }
    return options;
  }
  std::vector<ItemId> nearby;
  std::vector<ItemId> held;
  for (const ItemId item : items) {
    if (!remains_.live(item)) continue;
    for (const OptionId option : remains_.options(item)) {
      remains_.items(option, held);
      for (const ItemId other : held) {
        if (lost_[other]++ == 0) nearby.push_back(other);
      }
    }
  }
  for (const ItemId item : nearby) {
    lost_[item] = 0;
    for (const OptionId option : remains_.options(item)) {
      if (seen_[option]++ == 0) options.push_back(option);
      seen_[option] = 1;
    }
  }
  for (const OptionId option : options) seen_[option] = 0;
  std::ranges::sort(options);
  return options;
}

// Whether choosing this option would leave some item with too few options.
bool Reduction::hopeless(OptionId option) {
  std::vector<ItemId> own;
  remains_.items(option, own);
  std::vector<OptionId> clashing;
  seen_[option] = 1;
  for (const ItemId item : own) {
    if (remains_.high(item) != 1) continue;
    for (const OptionId other : remains_.options(item)) {
      if (seen_[other] != 0 || !remains_.clash(item, option, other)) continue;
      seen_[other] = 1;
      clashing.push_back(other);
    }
  }
  seen_[option] = 0;
  std::vector<ItemId> losers;
  std::uint64_t steps = 1;
  for (const OptionId other : clashing) {
    seen_[other] = 0;
    for (const ItemId item : remains_.held(other)) {
      if (remains_.low(item) > 0 && remains_.live(item) && lost_[item]++ == 0) {
        losers.push_back(item);
      }
    }
    steps += 1 + remains_.held(other).size();
  }
  const bool paid = spend(steps);
  bool found = false;
  for (const ItemId item : losers) {
    const std::int32_t mine = remains_.holds(option, item) ? 1 : 0;
    found = found || remains_.count(item) - mine - lost_[item] < remains_.low(item) - mine;
    lost_[item] = 0;
  }
  return paid && found;
}

}  // namespace combien
