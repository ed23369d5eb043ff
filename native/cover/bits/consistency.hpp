// Arc consistency: removing options that would leave some item without an option.
//
// An option is in no solution if it excludes all available options of an item that it does not
// cover.  Finding these costs as much as some tens of nodes, so it is done where a large subtree
// follows.
//
// The searches for counting and for listing have the same tree, so what it depends on is here: which
// states are made consistent, and when options are forced.
//
// Included once for each instruction set, inside its namespace, after propagate.hpp.  No include
// guard.

// The root needs few rounds; this bounds the time before the first slice.
inline constexpr std::uint32_t most_root_rounds = 20;

// States with this many options are made arc consistent, once: a second round gains nothing.  It
// is a number of options, and no measure of the search so far, so that a search that is resumed
// visits the same tree.  At 600, pentominoes on 5x12 are as fast, and Y-pentominoes on 10x15 take
// three times as long; at 100, pentominoes take 1.7 times as long.
inline constexpr std::uint32_t consistent_from = 300;
// It is given up below three nodes in a row where it removed less than a thirtieth of the options.
// (It removes 30 % in pentominoes, and 2 % in MacMahon's squares.)
inline constexpr std::uint32_t consistent_share = 30;
inline constexpr std::uint32_t consistent_trials = 3;

// How many times longer a node with arc consistency takes than one without: more for each so many
// words of conflicts, up to a factor, as it looks at some far apart.  (Costas arrays of 13 and 15, with
// 2.4 and 7.8 million words: 10 to 40 times as long as Y polyominoes, where it does not show.)
inline std::uint64_t consistency_factor(const Block& root) {
  constexpr std::size_t far_conflicts = 100'000;
  constexpr std::size_t slowest = 100;
  return std::min(root.conflicts.size() / far_conflicts, slowest);
}

// Up to eight words of a set.
#if COMBIEN_VECTORS == 2

struct EightWords {
  __m512i words;
  __mmask8 used;

  // The options that are available and do not cover the item.
  EightWords(const Word* options, const Word* column, std::uint32_t count)
      : used(static_cast<__mmask8>((1u << count) - 1)) {
    words = _mm512_maskz_andnot_epi64(0xff, _mm512_maskz_loadu_epi64(used, column),
                                      _mm512_maskz_loadu_epi64(used, options));
  }
  // ensure: returns whether the result is not empty
  bool intersect(const Word* row) {
    words = _mm512_and_si512(words, _mm512_maskz_loadu_epi64(used, row));
    return _mm512_test_epi64_mask(words, words) != 0;
  }
  void remove_from(Word* options) const {
    const __m512i before = _mm512_maskz_loadu_epi64(used, options);
    _mm512_mask_storeu_epi64(options, used, _mm512_maskz_andnot_epi64(0xff, words, before));
  }
};

#else

struct EightWords {
  Word words[8];
  std::uint32_t count;

  EightWords(const Word* options, const Word* column, std::uint32_t used) : count(used) {
    for (std::uint32_t w = 0; w < count; ++w) words[w] = options[w] & ~column[w];
  }
  bool intersect(const Word* row) {
    Word any = 0;
    for (std::uint32_t w = 0; w < count; ++w) any |= words[w] &= row[w];
    return any != 0;
  }
  void remove_from(Word* options) const {
    for (std::uint32_t w = 0; w < count; ++w) options[w] &= ~words[w];
  }
};

#endif

// Intersects `common`, whose first word is `first`, with the conflicts of each available option of
// an item, as long as the result is not empty.  Mostly it is after three or four options: the first
// and the last differ most.
inline bool excluded_by_all(const Block& here, const Word* options, const Word* column,
                            std::uint32_t first, EightWords& common) {
  for (std::uint32_t w = here.words; w-- > 0;) {
    if (const Word left = column[w] & options[w]; left != 0) {
      const auto last = 64 * w + 63 - static_cast<std::uint32_t>(std::countl_zero(left));
      if (!common.intersect(here.conflicts_of(last) + first)) return false;
      break;
    }
  }
  for (std::uint32_t w = 0; w < here.words; ++w) {
    for (Word left = column[w] & options[w]; left != 0; left &= left - 1) {
      const auto option = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
      if (!common.intersect(here.conflicts_of(option) + first)) return false;
    }
  }
  return true;
}

// Goes once through the waiting items; returns whether options were removed.
inline bool make_consistent(const Block& here, Word* options, const Word* items) {
  bool removed = false;
  for_members(items, here.vectors, [&](std::uint32_t item) {
    const Word* column = here.options_of(item);
    for (std::uint32_t first = 0; first < here.words; first += 8) {
      EightWords common(options + first, column + first, std::min(8u, here.words - first));
      if (!excluded_by_all(here, options, column, first, common)) continue;
      common.remove_from(options + first);
      removed = true;
    }
  });
  return removed;
}

// Removes options that are in no solution of the whole problem.
inline void make_root_consistent(const Block& root, Word* options, const Word* items) {
  std::uint32_t rounds = most_root_rounds;
  while (rounds > 0 && make_consistent(root, options, items)) --rounds;
}

// Settles the state of a node: forces options by `propagate_once`, and removes options by arc
// consistency if there are many and `trials` are left, which is updated.
// ensure: open => `size` is the number of options
template <class Propagate>
Verdict settle(const Block& here, Word* options, const Word* items, std::uint32_t& trials,
               std::uint32_t& size, Propagate propagate_once) {
  // A loop, since a single call of propagate() is compiled to faster code than two.
  for (bool consistent = false;; consistent = true) {
    const Verdict verdict = propagate_once();
    if (verdict != Verdict::open) return verdict;
    const std::uint32_t before = size = size_of(options, here.words);
    if (consistent || trials == 0 || before < consistent_from) return verdict;
    if (!make_consistent(here, options, items)) {
      --trials;
      return verdict;
    }
    const std::uint32_t removed = before - size_of(options, here.words);
    trials = removed * consistent_share < before ? trials - 1 : consistent_trials;
  }
}
