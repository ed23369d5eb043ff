#include "tree/line_count.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "tree/tiles.hpp"

namespace combien {

namespace {

// Entries are moved in runs of this many between two looks at the clock.
constexpr std::uint64_t chunk = 1 << 14;

// The number of slots of the largest table from a step on.
std::uint32_t largest(const std::vector<LineStep>& steps, std::size_t next, std::uint32_t slots) {
  std::uint32_t most = slots;
  for (; next < steps.size(); ++next) {
    if (steps[next].kind == LineStep::Kind::grow) most = std::max(most, ++slots);
    if (steps[next].kind == LineStep::Kind::keep) --slots;
  }
  return most;
}

// Copies entries into wider ones, the last first, so that they may lie in the same memory.
template <class Wide, class Narrow>
void widen_entries(std::byte* wide, const std::byte* narrow, std::uint64_t first,
                   std::uint64_t end) {
  for (std::uint64_t k = end; k-- > first;) {
    Narrow from;
    Wide to{};
    std::memcpy(&from, narrow + k * sizeof from, sizeof from);
    assign_entry(to, from);
    std::memcpy(wide + k * sizeof to, &to, sizeof to);
  }
}

using Widen = void (*)(std::byte*, const std::byte*, std::uint64_t, std::uint64_t);
constexpr Widen widen_to[] = {
    nullptr,
    widen_entries<std::uint64_t, std::uint32_t>,
    widen_entries<LongEntry<2>, std::uint64_t>,
    widen_entries<LongEntry<4>, LongEntry<2>>,
    widen_entries<LongEntry<8>, LongEntry<4>>,
    widen_entries<LongEntry<16>, LongEntry<8>>,
};

}  // namespace

template <class Work>
decltype(auto) LineCount::with_table(Work work) {
  return std::visit(
      [&](auto& tile) {
        using Entry = typename std::decay_t<decltype(tile)>::value_type;
        return work(reinterpret_cast<Entry*>(memory_.data()), tile);
      },
      tile_);
}

LineCount::LineCount(LinePlan plan)
    : plan_(std::move(plan)), memory_(sizeof(std::uint32_t) << plan_.most_slots) {
  COMBIEN_REQUIRE(plan_.most_slots <= most_slots && plan_.bits <= most_bits);
  with_table([](auto* table, auto&) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(*table)>>) *table = 1;
  });
  used_ = entry_size();
  counting_.emplace(counting());
}

Natural LineCount::count() const {
  COMBIEN_REQUIRE(done_ && slot_count_ == 0);
  return std::visit(
      [&](const auto& tile) {
        typename std::decay_t<decltype(tile)>::value_type entry;
        std::memcpy(&entry, memory_.data(), sizeof entry);
        if constexpr (std::is_integral_v<decltype(entry)>) {
          return Natural(entry);
        } else {
          return Natural(entry.limbs.data(), entry.limbs.size());
        }
      },
      tile_);
}

bool LineCount::paid(std::uint64_t& owed) {
  const std::uint64_t taken = slice_->take(owed);
  owed -= taken;
  transitions_ += taken;
  return owed == 0;
}

Gradual<bool> LineCount::counting() {
  while (next_ < plan_.steps.size()) {
    const LineStep& step = plan_.steps[next_];
    if (step.kind == LineStep::Kind::grow) {
      Gradual<bool> grow = growing();
      while (!grow.run()) co_yield pause;
      ++next_;
    } else if (step.kind == LineStep::Kind::keep) {
      Gradual<bool> keep = keeping(step);
      while (!keep.run()) co_yield pause;
      ++next_;
    } else {
      // As many steps as one tile can take.
      std::uint64_t touched = 0;
      std::vector<LineStep> steps;
      for (; next_ < plan_.steps.size(); ++next_) {
        const LineStep& more = plan_.steps[next_];
        const bool in_place = more.kind == LineStep::Kind::add || more.kind == LineStep::Kind::zero;
        if (!in_place || !Tiles::fit(touched | more.mask)) break;
        touched |= more.mask;
        steps.push_back(more);
      }
      Gradual<bool> apply = applying(touched, std::move(steps));
      while (!apply.run()) co_yield pause;
    }
  }
  co_return true;
}

// Doubles the table; the new half is zero.
Gradual<bool> LineCount::growing() {
  const std::uint64_t half = entry_size() << slot_count_;
  while (widening_bytes_ + std::max(2 * half, used_) > bytes_allowed_) {
    short_of_bytes_ = true;
    co_yield pause;
  }
  COMBIEN_REQUIRE(2 * half <= memory_.bytes());
  const std::uint64_t end = std::min(2 * half, used_);
  for (std::uint64_t k = half; k < end; k += 8 * chunk) {
    std::memset(memory_.data() + k, 0, std::min(8 * chunk, end - k));
    while (!slice_->tick(chunk / 4)) co_yield pause;
  }
  used_ = std::max(used_, 2 * half);
  ++slot_count_;
  states_ += std::uint64_t{1} << slot_count_;
  co_return true;
}

// Halves the table: the entries that are kept move together.
Gradual<bool> LineCount::keeping(LineStep step) {
  COMBIEN_REQUIRE(slot_count_ > 0);
  const std::uint64_t half = std::uint64_t{1} << (slot_count_ - 1);
  // An index without the slot, and with the slot unset.
  const auto unset = [&](std::uint64_t at) { return at + (at & ~(step.mask - 1)); };
  for (std::uint64_t k = 0; k < half; k += chunk) {
    const std::uint64_t end = std::min(k + chunk, half);
    with_table([&](auto* table, auto&) {
      if (step.parity == LineStep::any) {
        const std::uint64_t run = std::min(step.mask, chunk);
        for (std::uint64_t at = k; at < end; at += run) {
          // The runs are the same, or apart.
          std::copy_n(table + (unset(at) | step.from), std::min(run, end - at), table + at);
        }
      } else {
        for (std::uint64_t at = k; at < end; ++at) {
          const std::uint64_t from = unset(at);
          const bool set = (std::popcount(from) & 1) != step.parity;
          table[at] = table[set ? from | step.mask : from];
        }
      }
    });
    while (!slice_->tick(chunk / 8)) co_yield pause;
  }
  --slot_count_;
  states_ += half;
  co_return true;
}

Gradual<bool> LineCount::applying(std::uint64_t touched, std::vector<LineStep> steps) {
  Tiles tiles(slot_count_, touched, std::move(steps));
  const std::uint64_t additions = tiles.additions();
  do {
    unpaid_additions_ += additions;
    std::uint64_t owed = unpaid_additions_ / additions_per_transition;
    unpaid_additions_ %= additions_per_transition;
    while (!paid(owed)) co_yield pause;
    while (!with_table([&](auto* table, auto& tile) { return tiles.apply(table, tile); })) {
      Gradual<bool> wider = widening();
      while (!wider.run()) co_yield pause;
    }
    while (!slice_->tick(tiles.size() / 8 + additions / 8)) co_yield pause;
  } while (tiles.next());
  co_return true;
}

// Makes the entries twice as wide, in the same memory if it is enough for all tables to come.
Gradual<bool> LineCount::widening() {
  const std::uint64_t size = std::uint64_t{1} << slot_count_, bytes = 2 * entry_size()
                                                                      << slot_count_;
  const std::uint64_t all = 2 * entry_size() << largest(plan_.steps, next_, slot_count_);
  const bool in_place = all <= memory_.bytes();
  while ((in_place ? std::max(used_, bytes) : used_ + bytes) > bytes_allowed_) {
    short_of_bytes_ = true;
    co_yield pause;
  }
  Zeroed<std::byte> wider;
  if (!in_place) {
    wider = Zeroed<std::byte>(all);
    widening_bytes_ = bytes;
  }
  std::byte* const to = in_place ? memory_.data() : wider.data();
  for (std::uint64_t end = size; end > 0;) {
    const std::uint64_t first = end - std::min(end, chunk);
    widen_to[width_ + 1](to, memory_.data(), first, end);
    end = first;
    while (!slice_->tick(chunk / 8)) co_yield pause;
  }
  if (in_place) {
    used_ = std::max(used_, bytes);
  } else {
    memory_.swap(wider);
    used_ = bytes;
    widening_bytes_ = 0;
  }
  switch (++width_) {
    case 1: tile_.emplace<1>(); break;
    case 2: tile_.emplace<2>(); break;
    case 3: tile_.emplace<3>(); break;
    case 4: tile_.emplace<4>(); break;
    default: COMBIEN_REQUIRE(width_ == 5); tile_.emplace<5>();
  }
  co_return true;
}

}  // namespace combien
