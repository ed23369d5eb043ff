#include "cover/bits/root.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "cover/bits/bits.hpp"

namespace combien {

namespace {

using Row = std::vector<std::uint64_t>;

std::uint32_t words_for(std::uint32_t bits) { return (bits + 63) / 64; }

void set_bit(std::uint64_t* row, std::uint32_t bit) {
  row[bit / 64] |= std::uint64_t{1} << bit % 64;
}

bool covered_once(const ItemKind& kind) { return kind.primary && kind.exactly_once(); }

}  // namespace

std::uint64_t bit_set_bytes(const Problem& problem) {
  const std::uint64_t options = problem.option_count();
  const std::uint64_t items = problem.item_count();
  return (options * options + 3 * options * items) / 8;
}

bool has_item_to_branch_on(const Problem& problem) {
  for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
    const auto its = problem.items(option);
    if (std::none_of(its.begin(), its.end(),
                     [&](ItemId item) { return covered_once(problem.kind(item)); })) {
      return false;
    }
  }
  return true;
}

BitSets::BitSets(const Problem& problem)
    : options(problem.option_count()), option_words(words_for(problem.option_count())) {
  if (problem.has_bounds() && !has_item_to_branch_on(problem)) {
    throw std::invalid_argument("all primary items of an option have bounds");
  }
  Table<ItemId, std::uint32_t> index(problem.item_count());
  for (ItemId item{0}; number(item) < problem.item_count(); item = after(item)) {
    const ItemKind& kind = problem.kind(item);
    if (!kind.primary) continue;
    if (covered_once(kind)) {
      index[item] = items++;
    } else {
      index[item] = static_cast<std::uint32_t>(quotas.size());
      quotas.push_back(
          {static_cast<std::uint32_t>(kind.low), static_cast<std::uint32_t>(kind.high)});
    }
  }
  item_words = words_for(items);
  option_items.resize(std::size_t{options} * item_words);
  item_options.resize(std::size_t{items} * option_words);
  conflicts.resize(std::size_t{options} * option_words);
  quota_options.resize(quotas.size() * option_words);

  // Secondary items: all their options, and the options with each color.
  Table<ItemId, Row> secondary(problem.item_count());
  std::map<std::pair<std::uint32_t, Color>, Row> of_color;
  const auto color_of = [&](OptionId option, std::size_t k) {
    return problem.has_colors() ? problem.colors(option)[k] : no_color;
  };
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    const auto its = problem.items(option);
    for (std::size_t k = 0; k < its.size(); ++k) {
      const ItemId item = its[k];
      if (covered_once(problem.kind(item))) {
        set_bit(&option_items[std::size_t{number(option)} * item_words], index[item]);
        set_bit(&item_options[std::size_t{index[item]} * option_words], number(option));
        continue;
      }
      if (problem.kind(item).primary) {
        set_bit(&quota_options[std::size_t{index[item]} * option_words], number(option));
        continue;
      }
      secondary[item].resize(option_words);
      set_bit(secondary[item].data(), number(option));
      if (const Color color = color_of(option, k); color != no_color) {
        Row& row = of_color[{number(item), color}];
        row.resize(option_words);
        set_bit(row.data(), number(option));
      }
    }
  }
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    std::uint64_t* row = &conflicts[std::size_t{number(option)} * option_words];
    const auto its = problem.items(option);
    for (std::size_t k = 0; k < its.size(); ++k) {
      const ItemId item = its[k];
      const ItemKind& kind = problem.kind(item);
      if (kind.primary && kind.high > 1) continue;
      const std::uint64_t* all = !kind.primary ? secondary[item].data()
                                 : covered_once(kind)
                                     ? &item_options[std::size_t{index[item]} * option_words]
                                     : &quota_options[std::size_t{index[item]} * option_words];
      const Color color = color_of(option, k);
      const Row* same = color == no_color ? nullptr : &of_color[{number(item), color}];
      for (std::uint32_t w = 0; w < option_words; ++w) {
        row[w] |= same == nullptr ? all[w] : all[w] & ~(*same)[w];
      }
    }
    set_bit(row, number(option));
  }
}

}  // namespace combien
