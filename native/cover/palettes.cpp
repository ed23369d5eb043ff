#include "cover/palettes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

// More columns have no room in a word of a state.
constexpr std::size_t most_columns = 60;
// Entries looked at, in comparison with those of the problem, and at least.
constexpr std::size_t most_rounds = 5;
constexpr std::size_t least_work = 500;
// The items without columns after which no other one is tried.
constexpr int most_failures = 2;
// Palettes are not sought in a problem of more entries.
constexpr std::size_t most_palette_entries = 1'000'000;
// How often a search begins again when an item turns out to belong to no column.
constexpr int most_restarts = 4;
constexpr int signature_rounds = 4;

std::uint64_t mixed_word(std::uint64_t word) { return Dice(word).word(); }

class PaletteSearch {
 public:
  PaletteSearch(const Problem& problem, const std::vector<std::uint64_t>& weights,
                const std::vector<std::vector<ItemId>>& twins)
      : problem_(problem),
        weights_(weights),
        starts_(problem.item_count() + std::size_t{1}),
        fixed_(problem.item_count()),
        column_of_item_(problem.item_count(), none),
        column_of_option_(problem.option_count(), none),
        reason_(problem.option_count(), none),
        signature_(problem.item_count()),
        row_(problem.item_count()),
        seen_(problem.item_count()) {
    for (const auto& members : twins) {
      for (const ItemId item : members) fixed_[number(item)] = 1;
    }
    for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
      const auto items = problem.items(OptionId{option});
      for (std::size_t k = 0; k < items.size(); ++k) {
        ++starts_[number(items[k]) + std::size_t{1}];
        if (color(option, k) != no_color) fixed_[number(items[k])] = 1;
      }
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    options_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t option = 0; option < problem.option_count(); ++option) {
      for (const ItemId item : problem.items(OptionId{option})) {
        options_[next[number(item)]++] = option;
      }
    }
    most_work_ = least_work + most_rounds * options_.size();
  }

  std::vector<Palette> run() {
    std::vector<Palette> found;
    int failures = 0;
    for (const std::uint32_t seed : seeds()) {
      if (work_ > most_work_ || failures == most_failures) break;
      if (fixed_[seed] != 0 || !is_seed(seed)) continue;
      ++failures;
      // The columns of a coloring have secondary items only, those of a Latin square have none.
      for (const bool primary_too : {false, true}) {
        if (!grow_again(seed, primary_too)) continue;
        const std::size_t before = found.size();
        collect(found);
        for (std::size_t k = before; k < found.size(); ++k) {
          for (const auto& column : found[k]) {
            for (const ItemId item : column) fixed_[number(item)] = 1;
          }
        }
        if (found.size() == before) continue;
        --failures;
        break;
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t shared = UINT32_MAX - 1;

  // Items that may have an option in each column: many options first.
  std::vector<std::uint32_t> seeds() const {
    std::vector<std::uint32_t> items;
    for (std::uint32_t item = 0; item < problem_.item_count(); ++item) {
      const std::size_t size = starts_[item + std::size_t{1}] - starts_[item];
      if (problem_.kind(ItemId{item}).primary && size >= 2 && size <= most_columns) {
        items.push_back(item);
      }
    }
    std::stable_sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
      return starts_[a + std::size_t{1}] - starts_[a] > starts_[b + std::size_t{1}] - starts_[b];
    });
    return items;
  }

  // Whether the options of an item have no other item in common.
  bool is_seed(std::uint32_t item) {
    ++round_;
    bool moves = false;
    for (std::size_t k = starts_[item]; k < starts_[item + std::size_t{1}]; ++k) {
      const auto others = problem_.items(OptionId{options_[k]});
      work_ += others.size();
      for (const ItemId other : others) {
        if (number(other) == item || fixed_[number(other)] != 0) continue;
        if (seen_[number(other)] == round_) return false;
        seen_[number(other)] = round_;
        moves = true;
      }
    }
    return moves;
  }

  // Lets a column grow from each option of the seed, all at once: an item that two of them reach
  // belongs to none.  An item is put into a column too early if that column alone reaches it by a
  // detour; then all begins again without it.
  bool grow_again(std::uint32_t seed, bool primary_too) {
    std::vector<std::uint32_t> excluded;
    bool grown = false;
    for (int restart = 0; restart < most_restarts && !grown && work_ <= most_work_; ++restart) {
      const std::size_t before = excluded.size();
      grow(seed, primary_too, excluded);
      grown = excluded.size() == before;
    }
    for (const std::uint32_t item : excluded) fixed_[item] = 0;
    return grown && whole_;
  }

  void clear() {
    for (const auto& column : columns_) {
      for (const std::uint32_t item : column) column_of_item_[item] = none;
    }
    for (const std::uint32_t item : shared_) column_of_item_[item] = none;
    for (const auto& options : dealt_) {
      for (const std::uint32_t option : options) column_of_option_[option] = none;
    }
    columns_.clear();
    shared_.clear();
    dealt_.clear();
  }

  void grow(std::uint32_t seed, bool primary_too, std::vector<std::uint32_t>& excluded) {
    clear();
    whole_ = true;
    const std::size_t count = starts_[seed + std::size_t{1}] - starts_[seed];
    columns_.resize(count);
    dealt_.resize(count);
    std::vector<std::size_t> read(count);      // Options of each column whose items were seen,
    std::vector<std::size_t> expanded(count);  // and items whose options were.
    for (std::uint32_t j = 0; j < count; ++j) {
      const std::uint32_t option = options_[starts_[seed] + j];
      column_of_option_[option] = j;
      reason_[option] = seed;
      dealt_[j].push_back(option);
    }
    const std::size_t known = excluded.size();
    for (bool grows = true; grows && excluded.size() == known;) {
      grows = false;
      for (std::uint32_t j = 0; j < count; ++j) {
        for (; read[j] < dealt_[j].size(); ++read[j]) {
          const auto items = problem_.items(OptionId{dealt_[j][read[j]]});
          work_ += items.size();
          for (const ItemId one : items) {
            const std::uint32_t item = number(one);
            if (item == seed || fixed_[item] != 0) continue;
            if (!primary_too && problem_.kind(one).primary) continue;
            std::uint32_t& column = column_of_item_[item];
            if (column == none) {
              column = j;
              columns_[j].push_back(item);
            } else if (column != j && column != shared) {
              column = shared;
              shared_.push_back(item);
            }
          }
        }
      }
      for (std::uint32_t j = 0; j < count; ++j) {
        for (; expanded[j] < columns_[j].size(); ++expanded[j]) {
          const std::uint32_t item = columns_[j][expanded[j]];
          if (column_of_item_[item] != j) continue;
          work_ += starts_[item + std::size_t{1}] - starts_[item];
          for (std::size_t k = starts_[item]; k < starts_[item + std::size_t{1}]; ++k) {
            const std::uint32_t option = options_[k];
            if (column_of_option_[option] == none) {
              column_of_option_[option] = j;
              reason_[option] = item;
              dealt_[j].push_back(option);
              grows = true;
            } else if (column_of_option_[option] != j) {
              exclude(reason_[option], excluded);
            }
          }
        }
      }
      if (work_ > most_work_) {
        whole_ = false;
        return;
      }
    }
    for (std::uint32_t j = 0; j < count; ++j) {
      std::erase_if(columns_[j], [&](std::uint32_t item) { return column_of_item_[item] != j; });
      for (const std::uint32_t item : columns_[j]) {
        for (std::size_t k = starts_[item]; k < starts_[item + std::size_t{1}]; ++k) {
          if (column_of_option_[options_[k]] != j) whole_ = false;
        }
      }
    }
  }

  void exclude(std::uint32_t item, std::vector<std::uint32_t>& excluded) {
    if (fixed_[item] != 0) return;
    fixed_[item] = 1;
    excluded.push_back(item);
  }

  // Adds the classes of columns that can be exchanged.
  void collect(std::vector<Palette>& found) {
    // First those of equal sizes, because signatures take longer.
    std::map<std::pair<std::size_t, std::size_t>, int> sizes;
    for (std::uint32_t j = 0; j < columns_.size(); ++j) {
      ++sizes[{columns_[j].size(), dealt_[j].size()}];
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;
    for (std::uint32_t j = 0; j < columns_.size(); ++j) {
      if (columns_[j].empty() || sizes[{columns_[j].size(), dealt_[j].size()}] == 1) continue;
      // Only these can move.
      std::erase_if(dealt_[j], [&](std::uint32_t option) {
        const auto items = problem_.items(OptionId{option});
        return std::none_of(items.begin(), items.end(),
                            [&](ItemId item) { return column_of_item_[number(item)] == j; });
      });
      hashes.emplace_back(signature(j), j);
    }
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t begin = 0; begin < hashes.size();) {
      const std::uint32_t first = hashes[begin].second;
      Palette palette{ids(first)};
      const auto entries = entries_of(first);
      std::size_t end = begin + 1;
      for (; end < hashes.size() && hashes[end].first == hashes[begin].first; ++end) {
        const std::uint32_t other = hashes[end].second;
        if (same_kinds(first, other) && entries_of(other) == entries) {
          palette.push_back(ids(other));
        }
      }
      if (palette.size() > 1) found.push_back(std::move(palette));
      begin = end;
    }
  }

  // Sorts the items of a column by what their options have besides, which is the same in each column
  // of a class; returns a hash of all.
  std::uint64_t signature(std::uint32_t j) {
    std::vector<std::uint32_t>& column = columns_[j];
    for (const std::uint32_t item : column) signature_[item] = 0;
    std::uint64_t all = 0;
    std::vector<std::uint64_t> hash(dealt_[j].size());
    for (int round = 0; round < signature_rounds; ++round) {
      all = column.size();
      for (std::size_t k = 0; k < hash.size(); ++k) {
        const std::uint32_t option = dealt_[j][k];
        const auto items = problem_.items(OptionId{option});
        work_ += items.size();
        std::uint64_t sum = weight(option);
        for (std::size_t at = 0; at < items.size(); ++at) {
          const std::uint32_t item = number(items[at]);
          sum += column_of_item_[item] == j
                     ? mixed_word(~signature_[item])
                     : mixed_word(item) * (2 * std::uint64_t{color(option, at)} + 1);
        }
        hash[k] = mixed_word(sum);
        all += hash[k];
      }
      std::vector<std::uint64_t> before;
      for (const std::uint32_t item : column) before.push_back(signature_[item]);
      for (std::size_t k = 0; k < hash.size(); ++k) {
        for (const ItemId item : problem_.items(OptionId{dealt_[j][k]})) {
          if (column_of_item_[number(item)] == j) signature_[number(item)] += hash[k];
        }
      }
      for (const std::uint32_t item : column) signature_[item] = mixed_word(signature_[item]);
      std::sort(column.begin(), column.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(signature_[a], a) < std::tie(signature_[b], b);
      });
      const auto twice = std::adjacent_find(
          column.begin(), column.end(),
          [&](std::uint32_t a, std::uint32_t b) { return signature_[a] == signature_[b]; });
      if (twice == column.end() && round > 0) break;
    }
    for (std::uint32_t row = 0; row < column.size(); ++row) row_[column[row]] = row;
    return all;
  }

  std::vector<ItemId> ids(std::uint32_t j) const {
    std::vector<ItemId> items;
    for (const std::uint32_t item : columns_[j]) items.push_back(ItemId{item});
    return items;
  }

  bool same_kinds(std::uint32_t one, std::uint32_t other) const {
    return std::equal(columns_[one].begin(), columns_[one].end(), columns_[other].begin(),
                      columns_[other].end(), [&](std::uint32_t a, std::uint32_t b) {
                        const ItemKind& kind = problem_.kind(ItemId{a});
                        const ItemKind& others = problem_.kind(ItemId{b});
                        return kind.primary == others.primary && kind.low == others.low &&
                               kind.high == others.high;
                      });
  }

  // The definition: the options of a column, in order, with rows for its items; no two columns are
  // equal if an option has items of both.
  std::vector<std::vector<std::uint64_t>> entries_of(std::uint32_t j) {
    std::vector<std::vector<std::uint64_t>> all;
    for (const std::uint32_t option : dealt_[j]) {
      const auto items = problem_.items(OptionId{option});
      work_ += items.size();
      std::vector<std::uint64_t> one{weight(option)};
      for (std::size_t k = 0; k < items.size(); ++k) {
        const std::uint32_t item = number(items[k]);
        const std::uint32_t column = column_of_item_[item];
        if (column != j && column != none && column != shared) return {{j}};
        one.push_back(column == j
                          ? std::uint64_t{row_[item]} << 1 | 1
                          : std::uint64_t{item} << 33 | std::uint64_t{color(option, k)} << 1);
      }
      std::sort(one.begin() + 1, one.end());
      all.push_back(std::move(one));
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  std::uint64_t weight(std::uint32_t option) const {
    return weights_.empty() ? 1 : weights_[option];
  }

  Color color(std::uint32_t option, std::size_t k) const {
    return problem_.has_colors() ? problem_.colors(OptionId{option})[k] : no_color;
  }

  const Problem& problem_;
  const std::vector<std::uint64_t>& weights_;
  std::vector<std::size_t> starts_;  // Of the options of each item, in options_.
  std::vector<std::uint32_t> options_;
  std::vector<char> fixed_;  // Items that no palette may have.
  // Of the search for columns: their items and options, and items that several columns reach.
  std::vector<std::vector<std::uint32_t>> columns_;
  std::vector<std::vector<std::uint32_t>> dealt_;
  std::vector<std::uint32_t> shared_;
  bool whole_ = false;  // Whether each column has all options of its items.
  std::vector<std::uint32_t> column_of_item_;
  std::vector<std::uint32_t> column_of_option_;
  std::vector<std::uint32_t> reason_;  // The item by which an option came into its column.
  std::vector<std::uint64_t> signature_;
  std::vector<std::uint32_t> row_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t round_ = 0;
  std::size_t work_ = 0;
  std::size_t most_work_ = 0;
};

}  // namespace

std::vector<Palette> palettes(const Problem& problem, const std::vector<std::uint64_t>& weights,
                              const std::vector<std::vector<ItemId>>& twins) {
  COMBIEN_REQUIRE(weights.empty() || weights.size() == problem.option_count());
  if (problem.entry_count() > most_palette_entries) return {};
  return PaletteSearch(problem, weights, twins).run();
}

}  // namespace combien
