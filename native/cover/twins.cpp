#include "cover/twins.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

// Pairs of entries of options that are looked at.
constexpr std::uint64_t most_pairs_of_entries = 10'000'000;

std::uint64_t mixed(std::uint64_t word) { return Dice(word).word(); }

class TwinSearch {
 public:
  TwinSearch(const Problem& problem, const std::vector<std::uint64_t>& weights)
      : problem_(problem),
        weights_(weights),
        starts_(problem.item_count() + std::size_t{1}),
        colored_(problem.item_count()),
        hash_(problem.item_count()),
        shape_(problem.item_count()),
        class_(problem.item_count()),
        marked_(problem.item_count()) {
    std::iota(class_.begin(), class_.end(), 0u);
    for (std::uint32_t item = 0; item < problem.item_count(); ++item) {
      mixed_.push_back(mixed(item));
      const ItemKind& kind = problem.kind(ItemId{item});
      if (!kind.primary) continue;
      hash_[item] = mixed(std::uint64_t{static_cast<std::uint32_t>(kind.low)} << 32 |
                          static_cast<std::uint32_t>(kind.high));
    }
    list_options();
  }

  std::vector<std::vector<ItemId>> run() {
    join_apart();
    join_together();
    std::vector<std::vector<ItemId>> members(problem_.item_count());
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      members[root(item)].push_back(ItemId{item});
    }
    std::erase_if(members, [](const auto& items) { return items.size() < 2; });
    return members;
  }

 private:
  // The options of each item, their hashes, and those of the items.
  void list_options() {
    for (std::uint32_t option = 0; option < problem_.option_count(); ++option) {
      std::uint64_t sum = weights_.empty() ? 0 : mixed(~weights_[option]);
      const auto items = problem_.items(OptionId{option});
      for (std::size_t k = 0; k < items.size(); ++k) {
        ++starts_[number(items[k]) + std::size_t{1}];
        sum += mixed_[number(items[k])];
        pairs_ += items.size();
        if (!problem_.has_colors()) continue;
        const Color color = problem_.colors(OptionId{option})[k];
        if (color == no_color) continue;
        colored_[number(items[k])] = 1;
        sum += mixed(color) * (2 * std::uint64_t{number(items[k])} + 1);
      }
      option_hash_.push_back(sum);
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    options_.resize(starts_.back());
    without_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t option = 0; option < problem_.option_count(); ++option) {
      // Twins have equal degrees, so exchanging them changes none of an option.
      std::uint64_t degrees = 0;
      for (const ItemId item : problem_.items(OptionId{option})) {
        degrees += mixed(degree(number(item)));
      }
      degrees = mixed(degrees);
      for (const ItemId item : problem_.items(OptionId{option})) {
        const std::size_t entry = next[number(item)]++;
        options_[entry] = option;
        without_[entry] = without(option, number(item));
        hash_[number(item)] += without_[entry];
        shape_[number(item)] += degrees;
      }
    }
  }

  // The hash of what an option has besides an item.
  std::uint64_t without(std::uint32_t option, std::uint32_t item) const {
    return mixed(option_hash_[option] - mixed_[item]);
  }

  // Twins that share no option have the same others in their options.
  void join_apart() {
    std::vector<std::uint32_t> items(problem_.item_count());
    std::iota(items.begin(), items.end(), 0u);
    std::sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(hash_[a], a) < std::tie(hash_[b], b);
    });
    for (std::size_t k = 1; k < items.size(); ++k) {
      if (hash_[items[k]] == hash_[items[k - 1]]) join(items[k - 1], items[k]);
    }
  }

  // The items of each option by their shapes, so that those of one shape are neighbors, and where
  // each item is there.  (Else most pairs of items have different shapes: a tenth of the time for
  // squares in a square.)
  void list_by_shape() {
    for (std::uint32_t option = 0; option < problem_.option_count(); ++option) {
      ends_.push_back(by_shape_.size());
      by_shape_.resize(by_shape_.size() + problem_.items(OptionId{option}).size());
    }
    std::vector<std::uint32_t> items(problem_.item_count());
    std::iota(items.begin(), items.end(), 0u);
    std::sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(shape_[a], a) < std::tie(shape_[b], b);
    });
    places_.resize(options_.size());
    for (const std::uint32_t item : items) {
      for (std::size_t k = starts_[item]; k < starts_[item + std::size_t{1}]; ++k) {
        places_[k] = ends_[options_[k]]++;
        by_shape_[places_[k]] = item;
      }
    }
  }

  void join_together() {
    if (pairs_ > most_pairs_of_entries) return;
    // For each item beside this one: the hashes of their common options, without either.
    struct Common {
      std::uint64_t without_this = 0;
      std::uint64_t without_other = 0;
    };
    std::vector<Common> common(problem_.item_count());
    std::vector<std::uint32_t> others;
    list_by_shape();
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      others.clear();
      for (std::size_t k = starts_[item]; k < starts_[item + std::size_t{1}]; ++k) {
        const std::size_t end = ends_[options_[k]];
        for (std::size_t place = places_[k] + 1; place < end; ++place) {
          const std::uint32_t other = by_shape_[place];
          if (shape_[other] != shape_[item]) break;
          if (common[other].without_this == 0) others.push_back(other);
          common[other].without_this += without_[k];
          common[other].without_other += without(options_[k], other);
        }
      }
      for (const std::uint32_t other : others) {
        const Common both = std::exchange(common[other], {});
        if (hash_[item] - both.without_this == hash_[other] - both.without_other) {
          join(item, other);
        }
      }
    }
  }

  // Joins the classes of two items if they are twins.
  void join(std::uint32_t one, std::uint32_t other) {
    const std::uint32_t a = root(one);
    const std::uint32_t b = root(other);
    if (a != b && exchangeable(one, other)) class_[std::max(a, b)] = std::min(a, b);
  }

  // The definition; hashes only say which pairs to try.
  bool exchangeable(std::uint32_t one, std::uint32_t other) {
    const ItemKind& kind = problem_.kind(ItemId{one});
    const ItemKind& others = problem_.kind(ItemId{other});
    return colored_[one] == 0 && colored_[other] == 0 && kind.primary == others.primary &&
           kind.low == others.low && kind.high == others.high && same_rests(one, other);
  }

  // Whether options with one item only, and those with the other only, have the same besides.
  bool same_rests(std::uint32_t one, std::uint32_t other) {
    auto ones = options_without(one, other);
    auto others = options_without(other, one);
    const auto by_hash = [](const auto& a, const auto& b) { return a.first == b.first; };
    // Mostly, they are in the same order.
    if (!std::equal(ones.begin(), ones.end(), others.begin(), others.end(), by_hash)) {
      std::sort(ones.begin(), ones.end());
      std::sort(others.begin(), others.end());
    }
    return std::equal(ones.begin(), ones.end(), others.begin(), others.end(),
                      [&](const auto& a, const auto& b) {
                        return a.first == b.first && same_rest(a.second, one, b.second, other);
                      });
  }

  // The options with one item and without the other, and the hashes of what else they have.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> options_without(std::uint32_t one,
                                                                       std::uint32_t other) const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
    for (std::size_t k = starts_[one]; k < starts_[one + std::size_t{1}]; ++k) {
      const auto items = problem_.items(OptionId{options_[k]});
      if (std::find(items.begin(), items.end(), ItemId{other}) != items.end()) continue;
      found.emplace_back(without_[k], options_[k]);
    }
    return found;
  }

  // Whether an option has the same besides one item as another option besides the other: items with
  // their colors, and the weight.
  bool same_rest(std::uint32_t option, std::uint32_t one, std::uint32_t other_option,
                 std::uint32_t other) {
    const auto items = problem_.items(OptionId{option});
    const auto others = problem_.items(OptionId{other_option});
    if (items.size() != others.size()) return false;
    if (!weights_.empty() && weights_[option] != weights_[other_option]) return false;
    ++round_;
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (number(items[k]) != one) marked_[number(items[k])] = {round_, color(option, k)};
    }
    for (std::size_t k = 0; k < others.size(); ++k) {
      if (number(others[k]) == other) continue;
      const Mark& mark = marked_[number(others[k])];
      if (mark.round != round_ || mark.color != color(other_option, k)) return false;
    }
    return true;
  }

  Color color(std::uint32_t option, std::size_t k) const {
    return problem_.has_colors() ? problem_.colors(OptionId{option})[k] : no_color;
  }

  std::size_t degree(std::uint32_t item) const {
    return starts_[item + std::size_t{1}] - starts_[item];
  }

  std::uint32_t root(std::uint32_t item) {
    while (class_[item] != item) item = class_[item] = class_[class_[item]];
    return item;
  }

  const Problem& problem_;
  const std::vector<std::uint64_t>& weights_;
  std::vector<std::size_t> starts_;  // Of the options of each item, in options_.
  std::vector<std::uint32_t> options_;
  std::vector<std::uint64_t> without_;  // And what these have besides the item, as a hash.
  // The items of each option by their shapes, where those end, and the place of each entry of
  // options_ there.
  std::vector<std::uint32_t> by_shape_;
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> places_;
  std::vector<std::uint64_t> option_hash_;
  std::vector<char> colored_;
  std::vector<std::uint64_t> hash_;   // Of all that the options of an item have besides it.
  std::vector<std::uint64_t> shape_;  // Of the degrees of the items of its options.
  std::vector<std::uint32_t> class_;  // Another item of the class, or itself.
  std::vector<std::uint64_t> mixed_;  // The hashes of their numbers.
  // Of the option that is compared: a number of it, and the color of its item.
  struct Mark {
    std::uint64_t round = 0;
    Color color = no_color;
  };
  std::vector<Mark> marked_;
  std::uint64_t round_ = 0;
  std::uint64_t pairs_ = 0;
};

}  // namespace

std::vector<std::vector<ItemId>> twins(const Problem& problem,
                                       const std::vector<std::uint64_t>& weights) {
  COMBIEN_REQUIRE(weights.empty() || weights.size() == problem.option_count());
  return TwinSearch(problem, weights).run();
}

}  // namespace combien
