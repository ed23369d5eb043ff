#include "frontier/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr std::uint32_t never = UINT32_MAX;

// Allocates runs of bits inside words, lowest first, and releases them.
class Slots {
 public:
  SweepPlan::Slot take(std::uint32_t width) {
    const SweepPlan::Slot slot = take_if_free(width);
    if (slot.mask != 0) return slot;
    throw TooWide("a state of the sweep would need more than " +
                  std::to_string(64 * SweepPlan::most_words - 2) + " bits");
  }

  // A slot without bits if there is no such run.
  SweepPlan::Slot take_if_free(std::uint32_t width) {
    COMBIEN_REQUIRE(width > 0 && width < 62);
    const std::uint64_t ones = (std::uint64_t{1} << width) - 1;
    for (std::uint32_t word = 0; word < SweepPlan::most_words; ++word) {
      auto shift = static_cast<std::uint32_t>(std::countr_one(used_[word]));
      for (; shift + width <= 64; ++shift) {
        const std::uint64_t mask = ones << shift;
        if ((used_[word] & mask) != 0) continue;
        used_[word] |= mask;
        words_ = std::max(words_, word + 1);
        return {word, shift, mask};
      }
    }
    return {};
  }

  // require: the slot is taken
  void give_back(const SweepPlan::Slot& slot) {
    COMBIEN_REQUIRE((used_[slot.word] & slot.mask) == slot.mask);
    used_[slot.word] &= ~slot.mask;
  }

  std::uint32_t words() const { return words_; }
  std::uint32_t used_bits() const {
    int bits = -2;
    for (const std::uint64_t word : used_) bits += std::popcount(word);
    return static_cast<std::uint32_t>(bits);
  }

 private:
  std::uint64_t used_[SweepPlan::most_words] = {SweepPlan::occupied | SweepPlan::beyond};
  std::uint32_t words_ = 1;
};

// The colors of each secondary item, numbered from 1: first those of classes, class by class, then in
// order of use; an uncolored use counts as a unique color.
class LocalColors {
 public:
  // The colors of a class, from a number on.
  struct Run {
    std::uint32_t of;
    std::uint64_t first;
  };

  LocalColors(const Problem& problem, const std::vector<std::vector<Color>>& classes)
      : colors_(problem.item_count()), runs_(problem.item_count()) {
    if (!problem.has_colors()) return;
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      const auto items = problem.items(option);
      for (std::size_t k = 0; k < items.size(); ++k) {
        if (problem.kind(items[k]).primary) continue;
        auto& known = colors_[items[k]];
        const Color color = problem.colors(option)[k];
        if (std::find(known.begin(), known.end(), color) == known.end()) known.push_back(color);
      }
    }
    std::unordered_map<Color, std::uint32_t> class_of;
    for (std::uint32_t number = 0; number < classes.size(); ++number) {
      class_of.emplace(classes[number].front(), number);
    }
    for (ItemId item{0}; number(item) < problem.item_count() && !classes.empty();
         item = after(item)) {
      auto& known = colors_[item];
      std::vector<Color> ordered;
      for (const Color color : known) {
        const auto its = class_of.find(color);
        if (its == class_of.end()) continue;
        runs_[item].push_back({its->second, ordered.size() + 1});
        // An item has all colors of a class, or none.
        const auto& members = classes[its->second];
        ordered.insert(ordered.end(), members.begin(), members.end());
      }
      for (const Color color : known) {
        if (std::find(ordered.begin(), ordered.end(), color) == ordered.end()) {
          ordered.push_back(color);
        }
      }
      COMBIEN_ENSURE(ordered.size() == known.size());
      known = std::move(ordered);
    }
  }

  const std::vector<Run>& runs(ItemId item) const { return runs_[item]; }

  // Whether some option gives the item a color, so that a single bit is not enough.
  bool colored(ItemId item) const {
    const auto& known = colors_[item];
    return known.size() > 1 || (known.size() == 1 && known.front() != no_color);
  }

  std::uint64_t local(ItemId item, Color color) const {
    const auto& known = colors_[item];
    return static_cast<std::uint64_t>(std::find(known.begin(), known.end(), color) -
                                      known.begin()) +
           1;
  }

  std::uint32_t count(ItemId item) const {
    return static_cast<std::uint32_t>(colors_[item].size());
  }

 private:
  Table<ItemId, std::vector<Color>> colors_;
  Table<ItemId, std::vector<Run>> runs_;
};

// Twins in a run of bits, and bits in any run.
constexpr std::size_t most_twins = 32;
constexpr std::size_t most_run = 62;

struct TwinClass {
  std::vector<ItemId> members;  // Those that are not done, in the order in which they will be.
  bool seen = false;
  double saved = 0;  // Of the entropy of its members.
};

// A palette, while its rows come and go.
struct OpenPalette {
  const Palette* columns;
  std::vector<SweepPlan::Slot> rows;             // Where each row begins, if it has bits.
  std::vector<std::uint32_t> open;               // The rows that have bits, in order.
  std::vector<std::vector<std::uint32_t>> done;  // The rows of each column that are done, in order.
  bool fits = true;                              // Whether there was room for each row so far.
  double saved = 0;                              // Of the entropy of its items.
};

// The bits of a choice of as many columns, in any order, as each has this entropy.
double multichoose(double bits, std::size_t columns) {
  double all = 0;
  for (std::size_t k = 0; k < columns; ++k) {
    const auto chosen = static_cast<double>(k);
    // The entropy itself, where it is too large to be a power.
    all += (bits > 500 ? bits : std::log2(std::exp2(bits) + chosen)) - std::log2(chosen + 1);
  }
  return all;
}

// The uncertainty about an item when this fraction of its options is decided: the entropy of a bit
// that is set with this probability.
double entropy(double part) {
  if (part <= 0 || part >= 1) return 0;
  return -part * std::log2(part) - (1 - part) * std::log2(1 - part);
}

}  // namespace

SweepPlan::SweepPlan(const Problem& problem, const std::vector<ItemId>& order, const Alike& alike) {
  const std::uint32_t items = problem.item_count();
  const std::uint32_t options = problem.option_count();
  const auto step_count = static_cast<std::uint32_t>(order.size());
  Table<ItemId, std::uint32_t> place(items, never);
  for (std::uint32_t step = 0; step < step_count; ++step) place[order[step]] = step;

  // Options by their step, in their own order.
  std::vector<std::uint32_t> first_move(step_count + std::size_t{1});
  std::vector<std::uint32_t> step_of(options, never);
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    for (const ItemId item : problem.items(option)) {
      step_of[number(option)] = std::min(step_of[number(option)], place[item]);
    }
    COMBIEN_REQUIRE(step_of[number(option)] != never);
    ++first_move[step_of[number(option)] + std::size_t{1}];
  }
  for (std::uint32_t step = 0; step < step_count; ++step) first_move[step + 1] += first_move[step];
  moves_.resize(options);
  {
    std::vector<std::uint32_t> next(first_move.begin(), first_move.end() - 1);
    for (OptionId option{0}; number(option) < options; option = after(option)) {
      moves_[next[step_of[number(option)]]++].option = option;
    }
  }

  // The lifetime of each item: a primary one ends at its own step, a secondary one at its last
  // mention.
  Table<ItemId, std::uint32_t> birth(items, never);
  Table<ItemId, std::uint32_t> death(items, 0);
  Table<ItemId, std::uint64_t> uses(items);
  for (OptionId option{0}; number(option) < options; option = after(option)) {
    const std::uint32_t step = step_of[number(option)];
    for (const ItemId item : problem.items(option)) {
      birth[item] = std::min(birth[item], step);
      death[item] = problem.kind(item).primary ? place[item] : std::max(death[item], step);
      ++uses[item];
    }
  }
  std::vector<std::vector<ItemId>> dying(step_count);
  for (ItemId item{0}; number(item) < items; item = after(item)) {
    if (birth[item] != never) dying[death[item]].push_back(item);
  }

  const LocalColors local(problem, alike.colors);
  std::vector<double> class_entropy(alike.colors.size());
  std::vector<double> most_saved;
  for (const auto& members : alike.colors) {
    double bits = 0;
    for (std::size_t k = 2; k <= members.size(); ++k) bits += std::log2(static_cast<double>(k));
    most_saved.push_back(bits);
  }
  double colors_saved = 0;
  Table<ItemId, Slot> slot_of(items);
  Slots free;
  // Large classes in parts, whose members are twins as well.
  std::vector<TwinClass> classes;
  Table<ItemId, std::uint32_t> class_of(items, never);
  for (std::vector<ItemId> members : alike.twins) {
    std::stable_sort(members.begin(), members.end(),
                     [&](ItemId a, ItemId b) { return death[a] < death[b]; });
    for (std::size_t k = 0; k < members.size(); ++k) {
      const ItemKind& kind = problem.kind(members[k]);
      if (kind.primary && !kind.exactly_once()) break;
      COMBIEN_REQUIRE(!local.colored(members[k]));
      if (k % most_twins == 0) classes.emplace_back();
      classes.back().members.push_back(members[k]);
      class_of[members[k]] = static_cast<std::uint32_t>(classes.size() - 1);
    }
  }
  std::vector<OpenPalette> palettes;
  Table<ItemId, std::uint32_t> palette_of(items, never);
  Table<ItemId, std::uint32_t> row_of(items);
  Table<ItemId, std::uint32_t> column_of(items);
  for (const Palette& palette : alike.palettes) {
    const std::size_t rows = palette.front().size();
    for (std::uint32_t column = 0; column < palette.size(); ++column) {
      for (std::uint32_t row = 0; row < rows; ++row) {
        const ItemId item = palette[column][row];
        COMBIEN_REQUIRE(!local.colored(item) && class_of[item] == never);
        palette_of[item] = static_cast<std::uint32_t>(palettes.size());
        row_of[item] = row;
        column_of[item] = column;
      }
    }
    palettes.push_back({&palette,
                        std::vector<Slot>(rows),
                        {},
                        std::vector<std::vector<std::uint32_t>>(palette.size())});
  }
  // Whether the item needs no bits from this step on.
  const auto is_over = [&](ItemId item, std::uint32_t step) {
    return birth[item] == never || death[item] < step ||
           (birth[item] == death[item] && problem.kind(order[birth[item]]).exactly_once());
  };
  // Puts all items of a row side by side, as far as they need bits.
  const auto take_row = [&](ItemId item, std::uint32_t width, std::uint32_t step) {
    OpenPalette& its = palettes[palette_of[item]];
    const std::size_t all = width * its.columns->size();
    Slot run;
    if (its.fits && all < most_run) run = free.take_if_free(static_cast<std::uint32_t>(all));
    its.fits = run.mask != 0;
    if (!its.fits) return;
    const std::uint64_t ones = (std::uint64_t{1} << width) - 1;
    its.rows[row_of[item]] = {run.word, run.shift, ones << run.shift};
    its.open.insert(std::lower_bound(its.open.begin(), its.open.end(), row_of[item]), row_of[item]);
    for (std::uint32_t column = 0; column < its.columns->size(); ++column) {
      const std::uint32_t shift = run.shift + column * width;
      const Slot slot{run.word, shift, ones << shift};
      const ItemId member = (*its.columns)[column][row_of[item]];
      if (is_over(member, step)) {
        free.give_back(slot);
      } else {
        slot_of[member] = slot;
      }
    }
  };
  // An item with at most `high` options needs only to reach `low`.
  const auto only_reaches = [&](ItemId item) {
    return static_cast<std::uint64_t>(problem.kind(item).high) >= uses[item];
  };
  // The most that a counter holds: it cannot pass the number of options that count.
  const auto most = [&](ItemId item) {
    const ItemKind& kind = problem.kind(item);
    return std::min(static_cast<std::uint64_t>(only_reaches(item) ? kind.low : kind.high),
                    uses[item]);
  };
  // Options decided, in all and in the current step, and the items that have some there.
  Table<ItemId, std::uint64_t> decided(items);
  Table<ItemId, std::uint64_t> decided_now(items);
  Table<ItemId, double> uncertainty(items);
  std::vector<ItemId> touched;
  std::vector<std::uint32_t> changed;
  double all_entropy = 0;
  double all_saved = 0;
  double all_exchanged = 0;
  for (std::uint32_t step = 0; step < step_count; ++step) {
    const ItemId own = order[step];
    const ItemKind& own_kind = problem.kind(own);
    for (std::uint32_t m = first_move[step]; m < first_move[step + 1]; ++m) {
      Move& move = moves_[m];
      const auto move_items = problem.items(move.option);
      for (std::size_t k = 0; k < move_items.size(); ++k) {
        const ItemId item = move_items[k];
        // An item that lives for one step of choosing exactly one option needs no bits at all.
        if (birth[item] == death[item] && own_kind.exactly_once()) continue;
        const ItemKind& kind = problem.kind(item);
        const bool counter = kind.primary && !kind.exactly_once();
        const bool colored = !kind.primary && local.colored(item);
        if (counter && only_reaches(item) && kind.low == 0) continue;
        Slot& slot = slot_of[item];
        if (slot.mask == 0 && class_of[item] != never) {
          TwinClass& its = classes[class_of[item]];
          if (!its.seen) {
            its.seen = true;
            // Some may be done that needed no bits.
            std::erase_if(its.members, [&](ItemId member) {
              return death[member] < step || (member == own && birth[own] == step);
            });
            const Slot run = free.take_if_free(static_cast<std::uint32_t>(its.members.size()));
            if (run.mask == 0) its.members.clear();
            for (std::size_t j = 0; j < its.members.size(); ++j) {
              const auto shift = static_cast<std::uint32_t>(run.shift + j);
              slot_of[its.members[j]] = {run.word, shift, std::uint64_t{1} << shift};
            }
          }
        }
        if (slot.mask == 0) {
          const std::uint64_t largest = counter ? most(item) : colored ? local.count(item) : 1;
          const auto width = static_cast<std::uint32_t>(std::bit_width(largest));
          if (palette_of[item] != never) take_row(item, width, step);
          if (slot.mask == 0) slot = free.take(width);
        }
        if (counter) {
          demands_.push_back({only_reaches(item) ? DemandKind::reach : DemandKind::count, slot,
                              std::uint64_t{1} << slot.shift, most(item) << slot.shift});
        } else if (colored) {
          const Color color = problem.colors(move.option)[k];
          demands_.push_back({color == no_color ? DemandKind::alone : DemandKind::color, slot,
                              local.local(item, color) << slot.shift, 0});
        } else {
          slots_.push_back(slot);
        }
        if (decided_now[item]++ == 0) touched.push_back(item);
      }
      move.slots_end = static_cast<std::uint32_t>(slots_.size());
      move.demands_end = static_cast<std::uint32_t>(demands_.size());
    }
    for (const ItemId item : touched) {
      const auto uncertain = [&](std::uint64_t options_decided) {
        return entropy(static_cast<double>(options_decided) / static_cast<double>(uses[item]));
      };
      decided[item] += std::exchange(decided_now[item], 0);
      const double now = uncertain(decided[item]);
      const double more =
          std::popcount(slot_of[item].mask) * (now - std::exchange(uncertainty[item], now));
      all_entropy += more;
      if (!local.runs(item).empty()) class_entropy[local.runs(item).front().of] += more;
    }
    double saved_now = 0;
    for (std::size_t k = 0; k < class_entropy.size(); ++k) {
      saved_now += std::min(most_saved[k], std::max(0.0, class_entropy[k]));
    }
    all_saved += saved_now - colors_saved;
    all_exchanged += saved_now - colors_saved;
    colors_saved = saved_now;
    for (const ItemId item : touched) {
      const ItemKind& kind = problem.kind(item);
      if (!kind.primary || kind.exactly_once() || item == own) continue;
      const std::uint64_t left = uses[item] - decided[item];
      const auto low = static_cast<std::uint64_t>(kind.low);
      const auto high = static_cast<std::uint64_t>(kind.high);
      const std::uint64_t full = most(item);
      const std::uint64_t least = low > left ? low - left : 0;
      const std::uint64_t alike_to = high > left ? std::min(high - left, full) : 0;
      if (least == 0 && alike_to <= low) continue;
      const Slot& slot = slot_of[item];
      bounds_.push_back({slot, least > full ? UINT64_MAX : least << slot.shift,
                         std::min(low, full) << slot.shift, alike_to << slot.shift});
    }
    // What is covered of a class, in bits, at most; its items alone would have more.
    for (const ItemId item : touched) {
      if (class_of[item] != never) changed.push_back(class_of[item]);
    }
    if (class_of[own] != never) changed.push_back(class_of[own]);
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t number : changed) {
      TwinClass& its = classes[number];
      std::erase_if(its.members, [&](ItemId member) { return death[member] <= step; });
      double apart = 0;
      Slot bits;
      for (const ItemId member : its.members) {
        apart += entropy(static_cast<double>(decided[member]) / static_cast<double>(uses[member]));
        bits = {slot_of[member].word, bits.mask == 0 ? slot_of[member].shift : bits.shift,
                bits.mask | slot_of[member].mask};
      }
      const auto choices = static_cast<double>(its.members.size() + 1);
      const double saved = std::max(0.0, apart - std::log2(choices));
      all_saved += saved - std::exchange(its.saved, saved);
      if (its.members.size() > 1 && bits.mask != 0) twins_.push_back(bits);
    }
    changed.clear();
    // The same for palettes, whose columns can be exchanged if the same of their items are done.
    for (const auto* const some : {&touched, &dying[step]}) {
      for (const ItemId item : *some) {
        if (palette_of[item] != never) changed.push_back(palette_of[item]);
      }
    }
    if (palette_of[own] != never) {
      changed.push_back(palette_of[own]);
      auto& done = palettes[palette_of[own]].done[column_of[own]];
      done.insert(std::lower_bound(done.begin(), done.end(), row_of[own]), row_of[own]);
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t number : changed) {
      OpenPalette& its = palettes[number];
      const double before = std::exchange(its.saved, 0.0);
      all_saved -= before;
      all_exchanged -= before;
      if (!its.fits) continue;
      // A palette may have as many rows as the problem has items, and few of them have bits.
      std::erase_if(its.open, [&](std::uint32_t row) {
        return std::all_of(its.columns->begin(), its.columns->end(), [&](const auto& column) {
          return slot_of[column[row]].mask == 0 || death[column[row]] <= step;
        });
      });
      const auto before_it = [](const auto* one, const auto* other) { return *one < *other; };
      std::map<const std::vector<std::uint32_t>*, std::vector<std::uint32_t>, decltype(before_it)>
          alike_now(before_it);
      for (std::uint32_t column = 0; column < its.done.size(); ++column) {
        alike_now[&its.done[column]].push_back(column);
      }
      for (const auto& [done, columns] : alike_now) {
        if (columns.size() < 2) continue;
        const std::size_t first = rows_.size();
        double apart = 0;
        for (const std::uint32_t row : its.open) {
          const ItemId item = (*its.columns)[columns.front()][row];
          // Others have no bits, or none that all columns have.
          if (slot_of[item].mask == 0 || birth[item] > step || death[item] <= step) continue;
          const Slot& run = its.rows[row];
          const auto width = static_cast<std::uint32_t>(std::popcount(run.mask));
          apart += width * uncertainty[item];
          const auto same = std::find_if(
              rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end(),
              [&](const Rows& rows) { return rows.word == run.word && rows.width == width; });
          if (same == rows_.end()) {
            rows_.push_back({run.word, width, run.mask});
          } else {
            same->mask |= run.mask;
          }
        }
        if (rows_.size() == first) continue;
        its.saved += std::max(
            0.0, static_cast<double>(columns.size()) * apart - multichoose(apart, columns.size()));
        column_numbers_.insert(column_numbers_.end(), columns.begin(), columns.end());
        columns_.push_back({static_cast<std::uint32_t>(column_numbers_.size()),
                            static_cast<std::uint32_t>(rows_.size())});
      }
      all_saved += its.saved;
      all_exchanged += its.saved;
    }
    changed.clear();
    touched.clear();
    for (const ItemId item : dying[step]) {
      if (slot_of[item].mask == 0) continue;
      free.give_back(slot_of[item]);
      retired_.push_back(slot_of[item]);
    }
    // A bound beyond the number of options is never reached by the counter.
    const auto low = static_cast<std::uint64_t>(own_kind.low);
    steps_.push_back(
        {own, own_kind.exactly_once(), slot_of[own],
         low > uses[own] ? UINT64_MAX : low << slot_of[own].shift,
         first_move[step + std::size_t{1}], static_cast<std::uint32_t>(retired_.size()),
         static_cast<std::uint32_t>(twins_.size()), static_cast<std::uint32_t>(columns_.size()),
         static_cast<std::uint32_t>(bounds_.size()), free.used_bits(), all_entropy - all_saved,
         all_exchanged});
  }
  words_ = free.words();
  // They are gone through at each step.
  constexpr std::uint64_t most_looks = 50'000'000;
  for (ItemId item{0}; number(item) < items && !alike.colors.empty(); item = after(item)) {
    if (slot_of[item].mask == 0) continue;
    for (const LocalColors::Run& run : local.runs(item)) {
      renamed_.push_back({run.of, alike.colors[run.of].size(), slot_of[item], run.first,
                          birth[item], death[item]});
    }
  }
  std::stable_sort(renamed_.begin(), renamed_.end(),
                   [](const Renamed& a, const Renamed& b) { return a.of < b.of; });
  if (std::uint64_t{renamed_.size()} * step_count > most_looks) renamed_.clear();
}

double SweepPlan::exchanged() const {
  double before = 0;
  double after = 0;
  for (const Step& step : steps_) {
    before = std::max(before, step.entropy + step.exchanged);
    after = std::max(after, step.entropy);
  }
  return before - after;
}

}  // namespace combien
