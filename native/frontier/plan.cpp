#include "frontier/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
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

// The colors of each secondary item, numbered from 1 in order of use; an uncolored use counts as a
// unique color.
class LocalColors {
 public:
  explicit LocalColors(const Problem& problem) : colors_(problem.item_count()) {
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
  }

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
};

// Twins in a run of bits.
constexpr std::size_t most_twins = 32;

struct TwinClass {
  std::vector<ItemId> members;  // Those that are not done, in the order in which they will be.
  bool seen = false;
  double saved = 0;  // Of the entropy of its members.
};

// The uncertainty about an item when this fraction of its options is decided: the entropy of a bit
// that is set with this probability.
double entropy(double part) {
  if (part <= 0 || part >= 1) return 0;
  return -part * std::log2(part) - (1 - part) * std::log2(1 - part);
}

}  // namespace

SweepPlan::SweepPlan(const Problem& problem, const std::vector<ItemId>& order,
                     const std::vector<std::vector<ItemId>>& twins) {
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

  const LocalColors local(problem);
  Table<ItemId, Slot> slot_of(items);
  Slots free;
  // Large classes in parts, whose members are twins as well.
  std::vector<TwinClass> classes;
  Table<ItemId, std::uint32_t> class_of(items, never);
  for (std::vector<ItemId> members : twins) {
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
  // Options decided, in all and in the current step, and the items that have some there.
  Table<ItemId, std::uint64_t> decided(items);
  Table<ItemId, std::uint64_t> decided_now(items);
  Table<ItemId, double> uncertainty(items);
  std::vector<ItemId> touched;
  std::vector<std::uint32_t> changed;
  double all_entropy = 0;
  double all_saved = 0;
  for (std::uint32_t step = 0; step < step_count; ++step) {
    const ItemId own = order[step];
    const ItemKind& own_kind = problem.kind(own);
    // A counter cannot pass the number of options that count.
    const auto most = [&](ItemId item) {
      return std::min(static_cast<std::uint64_t>(problem.kind(item).high), uses[item]);
    };
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
          slot = free.take(static_cast<std::uint32_t>(std::bit_width(largest)));
        }
        if (counter) {
          demands_.push_back(
              {DemandKind::count, slot, std::uint64_t{1} << slot.shift, most(item) << slot.shift});
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
      all_entropy +=
          std::popcount(slot_of[item].mask) * (now - std::exchange(uncertainty[item], now));
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
         static_cast<std::uint32_t>(twins_.size()), free.used_bits(), all_entropy - all_saved});
  }
  words_ = free.words();
}

}  // namespace combien
