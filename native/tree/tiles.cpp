#include "tree/tiles.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/processor.hpp"
#include "tree/entries.hpp"

namespace combien {

namespace {

bool odd(std::uint64_t set) { return (std::popcount(set) & 1) != 0; }

// Calls visit(first index) for each run of `run` indices below `size` that are `from` within `mask`.
// require: no bit of the mask lies in the runs
template <class Visit>
[[gnu::always_inline]] inline void matching(std::uint64_t size, std::uint64_t run,
                                            std::uint64_t mask, std::uint64_t from, Visit visit) {
  const std::uint64_t fixed = mask | (run - 1);
  for (std::uint64_t rest = 0; rest < size; rest = ((rest | fixed) + 1) & ~fixed) {
    visit(rest | from);
  }
}

// Entries of one or two words are added eight at a time.
constexpr std::uint64_t lanes = 8;

template <class Entry>
using Eight [[gnu::vector_size(lanes * sizeof(Entry))]] = Entry;

// `Low` are the slots of the step among the lowest three, whose entries trade places within eight.
template <std::uint64_t Low, class Entry>
[[gnu::always_inline]] inline bool add_eights(Entry* tile, std::uint64_t size,
                                              const LineStep& step) {
  const std::uint64_t mask = step.mask & ~(lanes - 1), from = step.from & ~(lanes - 1);
  // Which entries are added where the rest of the index is even, or odd.
  Eight<Entry> chosen[2];
  for (std::uint64_t j = 0; j < lanes; ++j) {
    for (const std::uint64_t rest : {0u, 1u}) {
      const bool right = step.parity == LineStep::any || (odd(j ^ Low) ^ rest) == step.parity;
      const bool all = right && ((j ^ Low) & Low) == (step.from & Low);
      chosen[rest][j] = all ? ~Entry{0} : 0;
    }
  }
  Eight<Entry> overflow{};
  const std::uint64_t run = mask == 0 ? size : mask & (~mask + 1);
  matching(size, run, mask, from, [&](std::uint64_t k) {
    Entry* const to = tile + (k ^ mask);
    const Entry* const source = tile + k;
    const bool rest = odd(k);
    for (std::uint64_t j = 0; j < run; j += lanes) {
      Eight<Entry> more, sum;
      std::memcpy(&more, source + j, sizeof more);
      std::memcpy(&sum, to + j, sizeof sum);
      more = __builtin_shufflevector(more, more, 0 ^ Low, 1 ^ Low, 2 ^ Low, 3 ^ Low, 4 ^ Low,
                                     5 ^ Low, 6 ^ Low, 7 ^ Low);
      more &= chosen[rest ^ odd(j)];
      sum += more;
      overflow |= sum < more;
      std::memcpy(to + j, &sum, sizeof sum);
    }
  });
  Entry any = 0;
  for (std::uint64_t j = 0; j < lanes; ++j) any |= overflow[j];
  return any == 0;
}

template <class Entry>
[[gnu::always_inline]] inline bool add_step(Entry* tile, std::uint64_t size, const LineStep& step) {
  if constexpr (std::is_integral_v<Entry>) {
    if (size >= lanes) {
      switch (step.mask & (lanes - 1)) {
        case 0: return add_eights<0>(tile, size, step);
        case 1: return add_eights<1>(tile, size, step);
        case 2: return add_eights<2>(tile, size, step);
        case 3: return add_eights<3>(tile, size, step);
        case 4: return add_eights<4>(tile, size, step);
        case 5: return add_eights<5>(tile, size, step);
        case 6: return add_eights<6>(tile, size, step);
        default: return add_eights<7>(tile, size, step);
      }
    }
  }
  decltype(add_entry(*tile, *tile)) overflow = 0;
  matching(size, 1, step.mask, step.from, [&](std::uint64_t k) {
    if (step.parity != LineStep::any && odd(k) != (step.parity == 1)) return;
    overflow |= add_entry(tile[k ^ step.mask], tile[k]);
  });
  return overflow == 0;
}

#if defined(__x86_64__)
template <class Entry>
[[gnu::target("avx2,popcnt")]] bool add_by_vectors(Entry* tile, std::uint64_t size,
                                                   const LineStep& step) {
  return add_step(tile, size, step);
}
#endif

template <class Entry>
bool add(Entry* tile, std::uint64_t size, const LineStep& step) {
#if defined(__x86_64__)
  if (best_vectors() != Vectors::plain) return add_by_vectors(tile, size, step);
#endif
  return add_step(tile, size, step);
}

}  // namespace

template <class Entry>
bool Tiles::apply(Entry* table, std::vector<Entry>& buffer) const {
  buffer.resize(size_);
  Entry* const tile = buffer.data();
  runs([&](std::uint64_t at, std::uint64_t k) { std::copy_n(table + at, run_, tile + k); });
  for (LineStep step : steps_) {
    if (step.kind == LineStep::Kind::zero) {
      matching(size_, step.mask == 0 ? size_ : step.mask, step.mask, step.from,
               [&](std::uint64_t k) {
                 std::fill_n(tile + k, step.mask == 0 ? size_ : step.mask, Entry{});
               });
      continue;
    }
    if (step.parity != LineStep::any && odd(outside_)) step.parity ^= 1;
    if (!add(tile, size_, step)) return false;
  }
  runs([&](std::uint64_t at, std::uint64_t k) { std::copy_n(tile + k, run_, table + at); });
  return true;
}

template bool Tiles::apply(std::uint32_t*, std::vector<std::uint32_t>&) const;
template bool Tiles::apply(std::uint64_t*, std::vector<std::uint64_t>&) const;
template bool Tiles::apply(LongEntry<2>*, std::vector<LongEntry<2>>&) const;
template bool Tiles::apply(LongEntry<4>*, std::vector<LongEntry<4>>&) const;
template bool Tiles::apply(LongEntry<8>*, std::vector<LongEntry<8>>&) const;
template bool Tiles::apply(LongEntry<16>*, std::vector<LongEntry<16>>&) const;

}  // namespace combien
