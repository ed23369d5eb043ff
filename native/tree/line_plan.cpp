#include "tree/line_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr std::uint32_t none = UINT32_MAX;

using Kind = LineStep::Kind;

// Writes the steps, item after item.  Items are numbered by their place in the order.
class Writer {
 public:
  Writer(const Problem& problem, const std::vector<std::uint32_t>& order, LinePlan& plan)
      : plan_(plan), open_(order.size()), own_(order.size()), even_(true) {
    Table<ItemId, std::uint32_t> place(problem.item_count());
    primary_.reserve(order.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) {
      place[ItemId{order[k]}] = k;
      primary_.push_back(problem.kind(ItemId{order[k]}).primary);
      even_ = even_ && primary_.back();
    }
    for (OptionId option{0}; number(option) < problem.option_count(); option = after(option)) {
      std::vector<std::uint32_t> places;
      for (const ItemId item : problem.items(option)) places.push_back(place[item]);
      even_ = even_ && places.size() % 2 == 0;
      own_[*std::min_element(places.begin(), places.end())].push_back(places);
    }
  }

  void write() {
    for (std::uint32_t item = 0; item < own_.size(); ++item) {
      decide(item);
      ++done_;
      // A slot that the next item does not need is dropped.
      std::size_t spare = needed(item + 1);
      for (std::size_t slot = slots_.size(); slot-- > 0;) {
        if (slots_[slot].item != none) continue;
        if (spare > 0) {
          --spare;
        } else {
          drop(slot, LineStep::any);
        }
      }
    }
    COMBIEN_ENSURE(slots_.empty() && implied_ == none);
  }

 private:
  struct Slot {
    std::uint32_t item;  // Or none: only entries with `uncovered` here count.
    bool uncovered;      // The bit that means that the item is uncovered.
  };

  // Whether the parity of an index, of entries in which the item without a slot is uncovered, is odd.
  std::uint8_t implied_parity() const {
    std::size_t odd = done_;
    for (const Slot& slot : slots_) odd += slot.uncovered ? 1 : 0;
    return odd % 2;
  }

  std::size_t slot_of(std::uint32_t item) const {
    std::size_t slot = 0;
    while (slots_[slot].item != item) ++slot;
    return slot;
  }

  // The items that this one's options open, with the number of these options.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> opened(std::uint32_t item) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& option : own_[item]) {
      for (const std::uint32_t other : option) {
        if (other == item || open_[other] != 0) continue;
        const auto at = std::find_if(found.begin(), found.end(),
                                     [&](const auto& pair) { return pair.first == other; });
        if (at == found.end()) {
          found.emplace_back(other, 1);
        } else {
          ++at->second;
        }
      }
    }
    return found;
  }

  // A new item that can take over the slot, or none.
  std::uint32_t heir(std::uint32_t item) const {
    for (const auto& [other, options] : opened(item)) {
      if (options != 1) continue;
      for (const auto& option : own_[item]) {
        if (option.size() == 2 && std::max(option[0], option[1]) == other) return other;
      }
    }
    return none;
  }

  // The number of slots that the next item needs first.
  std::size_t needed(std::uint32_t item) const {
    if (item == own_.size()) return 0;
    const std::size_t own = open_[item] != 0 ? 0 : 1;
    return own + opened(item).size() - (heir(item) != none ? 1 : 0);
  }

  void open(std::uint32_t item) {
    open_[item] = 1;
    if (even_ && implied_ == none) {
      implied_ = item;
      return;
    }
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      if (slots_[slot].item != none) continue;
      const std::uint64_t bit = std::uint64_t{1} << slot;
      emit({Kind::zero, LineStep::any, bit, slots_[slot].uncovered ? 0 : bit});
      slots_[slot].item = item;
      return;
    }
    emit({Kind::grow});
    slots_.push_back({item, false});
    plan_.most_slots = std::max(plan_.most_slots, static_cast<std::uint32_t>(slots_.size()));
  }

  void add(const std::vector<std::uint32_t>& option) {
    LineStep step{Kind::add};
    for (const std::uint32_t item : option) {
      if (item == implied_) {
        step.parity = implied_parity();
        continue;
      }
      const std::size_t slot = slot_of(item);
      step.mask |= std::uint64_t{1} << slot;
      if (slots_[slot].uncovered) step.from |= std::uint64_t{1} << slot;
    }
    emit(step);
    const auto fixed = std::popcount(step.mask) + (step.parity == LineStep::any ? 0 : 1);
    plan_.additions += std::exp2(static_cast<double>(slots_.size()) - fixed);
  }

  void drop(std::size_t slot, std::uint8_t parity) {
    const std::uint64_t bit = std::uint64_t{1} << slot;
    emit({Kind::keep, parity, bit, slots_[slot].uncovered ? bit : 0});
    slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(slot));
  }

  void decide(std::uint32_t item) {
    plan_.bits += std::log2((primary_[item] ? 1.0 : 2.0) + static_cast<double>(own_[item].size()));
    if (open_[item] == 0) open(item);
    const std::uint32_t next = heir(item);
    for (const auto& found : opened(item)) {
      if (found.first != next) open(found.first);
    }
    for (const auto& option : own_[item]) {
      if (std::find(option.begin(), option.end(), next) == option.end()) add(option);
    }
    if (!primary_[item]) add({item});
    if (next != none) {
      open_[next] = 1;
      if (item == implied_) {
        implied_ = next;
      } else {
        Slot& slot = slots_[slot_of(item)];
        slot = {next, !slot.uncovered};
      }
    } else if (item != implied_) {
      Slot& slot = slots_[slot_of(item)];
      slot = {none, !slot.uncovered};
    } else {
      imply_another();
    }
  }

  // The item without a slot is done: the last of the open ones follows.
  void imply_another() {
    const std::uint8_t covered = implied_parity() ^ 1;
    implied_ = none;
    std::size_t last = slots_.size();
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      if (slots_[slot].item == none) continue;
      if (last == slots_.size() || slots_[slot].item > slots_[last].item) last = slot;
    }
    if (last != slots_.size()) {
      implied_ = slots_[last].item;
      drop(last, covered);
      return;
    }
    // Only slots that nothing uses are left, so one entry counts.
    while (!slots_.empty()) drop(slots_.size() - 1, LineStep::any);
    if (implied_parity() == 0) emit({Kind::zero});
  }

  void emit(const LineStep& step) { plan_.steps.push_back(step); }

  LinePlan& plan_;
  std::vector<char> open_;
  std::vector<std::vector<std::vector<std::uint32_t>>> own_;
  std::vector<bool> primary_;
  bool even_;
  std::vector<Slot> slots_;
  std::uint32_t implied_ = none;
  std::size_t done_ = 0;
};

}  // namespace

LinePlan::LinePlan(const Problem& problem, const std::vector<std::uint32_t>& order) {
  COMBIEN_REQUIRE(order.size() == problem.item_count());
  Writer(problem, order, *this).write();
}

}  // namespace combien
