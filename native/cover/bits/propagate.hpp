// Operations on the state of a node: taking forced options and finding the smallest item.
//
// Included once for each instruction set, inside its namespace, after sliced_sizes.hpp.  No include
// guard.

// The item to branch on.
struct Choice {
  std::uint32_t item = 0;
  std::uint32_t size = UINT32_MAX;
};

// Chooses `option` in one state and writes the result to another (or the same).
inline void take(const Block& here, const Word* options, const Word* items, std::uint32_t option,
                 Word* options_after, Word* items_after) {
  const Word* conflicts = here.conflicts_of(option);
  const Word* covered = here.items_of(option);
  for (std::uint32_t w = 0; w < here.words; ++w) options_after[w] = options[w] & ~conflicts[w];
  for (std::uint32_t v = 0; v < here.vectors; ++v) items_after[v] = items[v] & ~covered[v];
}

// Takes the only option that is left for `item`; false if none is left.
template <class Taken>
bool take_forced(const Block& here, Word* options, Word* items, std::uint32_t item, Taken taken) {
  const Word* its = here.options_of(item);
  for (std::uint32_t w = 0; w < here.words; ++w) {
    if (const Word left = its[w] & options[w]; left != 0) {
      const std::uint32_t option = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
      take(here, options, items, option, options, items);
      taken(option);
      return true;
    }
  }
  return false;
}

// ensure: false => all sizes are too large to be known
template <class Sizes>
bool choose_smallest(const Sizes& sizes, const Word* items, std::uint32_t first,
                     std::uint32_t count, Choice& choice) {
  for (std::uint32_t size = 2; size <= Sizes::most_known; ++size) {
    if (size >= choice.size) return true;
    Word found[Sizes::words];
    sizes.equal(size, found);
    for (std::uint32_t v = 0; v < count; ++v) {
      const Word some = found[v] & items[first + v];
      if (some == 0) continue;
      choice = {64 * (first + v) + static_cast<std::uint32_t>(std::countr_zero(some)), size};
      return true;
    }
  }
  return false;
}

// The same as propagate(), where `fixed` is the number of vectors, or 0 if it is not known at
// compile time; then sizes are computed four vectors at a time.
template <std::uint32_t fixed, bool sliced, class Taken>
Verdict propagate_in(const Block& here, Word* options, Word* items, Choice& choice, Taken taken) {
  constexpr std::uint32_t width = fixed == 0 ? 4 : fixed;
  using Sizes = std::conditional_t<sliced, SlicedSizes<width>, ByteSizes<width>>;
  const std::uint32_t vectors = fixed == 0 ? here.vectors : fixed;
  for (;;) {
    bool forced = false;
    bool any = false;
    choice = {};
    for (std::uint32_t first = 0; first < vectors; first += width) {
      const std::uint32_t count = fixed == 0 ? std::min(width, vectors - first) : width;
      Word wanted = 0;
      for (std::uint32_t v = 0; v < count; ++v) wanted |= items[first + v];
      if (wanted == 0) continue;
      any = true;
      const Sizes sizes(here, options, first, count);
      Word found[Sizes::words];
      sizes.equal(0, found);
      for (std::uint32_t v = 0; v < count; ++v) {
        if ((found[v] & items[first + v]) != 0) return Verdict::dead;
      }
      sizes.equal(1, found);
      for (std::uint32_t v = 0; v < count; ++v) {
        Word ones = found[v] & items[first + v];
        if (ones == 0) continue;
        forced = true;
        for (; ones != 0; ones &= ones - 1) {
          const Word bit = ones & -ones;
          if ((items[first + v] & bit) == 0) continue;  // Covered by the option just taken.
          const std::uint32_t item =
              64 * (first + v) + static_cast<std::uint32_t>(std::countr_zero(ones));
          if (!take_forced(here, options, items, item, taken)) return Verdict::dead;
        }
      }
      if (forced || choose_smallest(sizes, items, first, count, choice)) continue;
      if constexpr (sliced) {
        const ByteSizes<width> large(here, options, first, count);
        choose_smallest(large, items, first, count, choice);
      }
    }
    if (!any) return Verdict::solved;
    if (!forced) {
      COMBIEN_ENSURE(choice.size >= 2 && choice.size < 256);
      return Verdict::open;
    }
  }
}

template <bool sliced, class Taken>
Verdict propagate_by(const Block& here, Word* options, Word* items, Choice& choice, Taken taken) {
  switch (here.vectors) {
    case 1: return propagate_in<1, sliced>(here, options, items, choice, taken);
    case 2: return propagate_in<2, sliced>(here, options, items, choice, taken);
    case 3: return propagate_in<3, sliced>(here, options, items, choice, taken);
    case 4: return propagate_in<4, sliced>(here, options, items, choice, taken);
    default: return propagate_in<0, sliced>(here, options, items, choice, taken);
  }
}

// Takes forced options until none is left, and calls `taken` for each.
// ensure: open => `choice` is the first item of the smallest size
template <class Taken>
Verdict propagate(const Block& here, Word* options, Word* items, Choice& choice, Taken taken) {
#if COMBIEN_VECTORS == 0
  return propagate_by<true>(here, options, items, choice, taken);
#elif COMBIEN_VECTORS == 1
  if (here.vectors > 2) return propagate_by<true>(here, options, items, choice, taken);
#endif
#if COMBIEN_VECTORS != 0
  return propagate_by<false>(here, options, items, choice, taken);
#endif
}
