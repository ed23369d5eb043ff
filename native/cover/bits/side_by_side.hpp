// A search that visits many states at once, one in each 64-bit lane of a vector.
//
// For AVX-512 only, and for subproblems of at most 256 options and 128 items, or 192 and 192.  A step of a lane
// takes the first option of its state's item, pushes the same state without that option onto a
// stack that all lanes share, and finds the next item.  A lane whose state is solved or dead pops
// the next one.  Two groups of eight lanes alternate, which hides latency: one is 8 to 20 % slower,
// and a third gains nothing.
//
// With many items, looking for the next one takes longest, so all items that were found to have a
// single option left are taken first, in the steps in which enough lanes have some.  (With fewer items
// that is slower: queens and dominoes by a tenth.)
//
// An option that is chosen stays in its set of alive options, as a lane keeps no path: at a
// solution, the set is the solution.
//
// Included after lane_sets.hpp, inside the namespace of AVX-512.  No include guard.

#if COMBIEN_VECTORS == 2

// With `listing`, solutions are kept.
template <std::uint32_t words, std::uint32_t vectors, bool listing>
class SideBySide : public LaneSets<words, vectors> {
  using Sets = LaneSets<words, vectors>;
  using Sets::column_, Sets::keep_, Sets::lost_, Sets::rest_;
  using typename Sets::Found;

 public:
  // Starts at the node with these available options and waiting items, branching on `item` (its
  // rank among them).
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item) {
    make_tables(above, alive, waiting, options, items);
    if (stack_.size() < rows * slack) stack_.resize(rows * slack);
    capacity_ = stack_.size() / rows;
    Word every[words] = {};
    fill(every, options);
    for (std::uint32_t k = 0; k < words; ++k) row(k)[0] = every[k];
    Word all[vectors] = {};
    fill(all, items);
    for (std::uint32_t v = 0; v < vectors; ++v) row(words + v)[0] = all[v];
    row(words + vectors)[0] = many | item;
    if constexpr (listing) row(words + vectors + 1)[0] = 1;
    top_ = 1;
    totals_ = {};
    forced_ = _mm512_setzero_si512();
    for (Group& group : groups_) {
      group.live = 0;
      for (__m512i& singles : group.singles) singles = _mm512_setzero_si512();
    }
  }

  // Continues; false if it is not done after some thousand steps.
  bool run() {
    Group first = groups_[0];
    Group second = groups_[1];
    std::uint64_t occupied = 0;
    bool done = false;
    std::uint32_t round = 0;
    for (; round < rounds; ++round) {
      if (capacity_ - top_ < slack / 2) grow();
      refill(first);
      refill(second);
      occupied += size_of_mask(first.live) + size_of_mask(second.live);
      if ((first.live | second.live) == 0) {
        done = true;
        break;
      }
      take_first(first);
      take_first(second);
      if constexpr (batched) take_singles(first, second);
      __m512i least_first;
      __m512i least_second;
      find_smallest(first, second, least_first, least_second);
      settle(first, least_first);
      settle(second, least_second);
    }
    totals_.steps += std::uint64_t{16} * round;
    totals_.occupied += occupied;
    groups_[0] = first;
    groups_[1] = second;
    return done;
  }

  // The totals so far.
  LaneTotals totals() const {
    LaneTotals all = totals_;
    Word forced[8];
    _mm512_storeu_si512(forced, forced_);
    all.work.updates = all.work.nodes;
    for (const Word lane : forced) all.work.updates += lane;
    return all;
  }

 private:
  // A state is a set of options, a set of items and a word: the item to branch on in 8 bits, its
  // size in the next 9 (2 stands for any larger size), and how many options were forced since the
  // last branching.
  struct Group {
    __m512i alive[words];
    __m512i waiting[vectors];
    __m512i word;
    __m512i place;             // For listing.
    __m512i singles[vectors];  // If `batched`, the items that had a single option left.
    __mmask8 live;             // The lanes that have a state.
    __mmask8 branched;         // The lanes whose last option was not forced.
  };
  static constexpr std::uint32_t rows = words + vectors + 1 + (listing ? 1 : 0);
  static constexpr std::uint32_t rounds = 256;
  // Whether single options are taken together, and in how many lanes there must be some: with 4 or 10,
  // the sudoku of the benchmark is 5 % slower.
  static constexpr bool batched = vectors > 2;
  static constexpr std::uint64_t batch = 7;
  static constexpr std::size_t slack = 256;
  static constexpr int size_shift = 8;
  static constexpr int forced_shift = 20;
  static constexpr Word item_bits = (Word{1} << size_shift) - 1;
  static constexpr Word single = Word{1} << size_shift;
  static constexpr Word many = Word{2} << size_shift;

  static __m512i all_of(Word word) { return _mm512_set1_epi64(static_cast<long long>(word)); }

  static std::uint64_t size_of_mask(__mmask8 lanes) {
    return static_cast<std::uint64_t>(std::popcount(static_cast<std::uint32_t>(lanes)));
  }

  // (The full masks change nothing; they avoid warnings of GCC 12 about its own header.)
  template <int by>
  static __m512i shifted(__m512i value) {
    return _mm512_maskz_slli_epi64(0xff, value, by);
  }

  static Word union_of(__m512i sets) {
    const __m256i none = _mm256_setzero_si256();
    const __m256i half = _mm256_or_si256(_mm512_mask_extracti64x4_epi64(none, 0xff, sets, 0),
                                         _mm512_mask_extracti64x4_epi64(none, 0xff, sets, 1));
    const __m128i rest =
        _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return static_cast<Word>(_mm_extract_epi64(rest, 0) | _mm_extract_epi64(rest, 1));
  }

  // In each lane, the word at its index in a table with `stride` words for each index.
  template <std::uint32_t stride>
  static __m512i gathered(const Word* table, __m512i index) {
    constexpr int log = stride == 1 ? 0 : stride == 4 ? 2 : 1;
    __m512i place = shifted<log>(index);
    if constexpr (stride == 3) place = _mm512_add_epi64(place, index);
    return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), 0xff, place, table, 8);
  }

  Word* row(std::uint32_t k) { return stack_.data() + k * capacity_; }

  void make_tables(const Block& above, const Word* alive, const Word* waiting,
                   std::uint32_t options, std::uint32_t items) {
    Sets::open_sets(above, alive, waiting);
    for (std::uint32_t option = 0; option < options; ++option) {
      keep_[std::size_t{option} * words + option / 64] |= Word{1} << option % 64;
    }
    std::memset(within_, 0, sizeof within_);
    for (std::uint32_t item = 0; item < items; ++item) {
      const Word* column = column_ + std::size_t{item} * words;
      const auto empty = std::count(column, column + words, 0);
      const auto filled = std::find_if(column, column + words, [](Word word) { return word != 0; });
      within_[empty + 1 == words ? filled - column : words][item / 64] |= Word{1} << item % 64;
    }
  }

  void grow() {
    std::vector<Word> larger(2 * stack_.size());
    for (std::uint32_t k = 0; k < rows; ++k) {
      std::copy_n(row(k), top_, larger.data() + k * 2 * capacity_);
    }
    stack_ = std::move(larger);
    capacity_ *= 2;
  }

  // Pops states into the lanes that have none.
  void refill(Group& group) {
    const auto empty = static_cast<__mmask8>(~group.live);
    const std::size_t count = std::min<std::size_t>(size_of_mask(empty), top_);
    if (count == 0) return;
    const auto lanes = static_cast<__mmask8>(_pdep_u32((1u << count) - 1, empty));
    top_ -= count;
    for (std::uint32_t k = 0; k < words; ++k) {
      group.alive[k] = _mm512_mask_expand_epi64(group.alive[k], lanes, popped(k));
    }
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.waiting[v] = _mm512_mask_expand_epi64(group.waiting[v], lanes, popped(words + v));
    }
    if constexpr (batched) {
      const auto kept = static_cast<__mmask8>(~lanes);
      for (__m512i& singles : group.singles) singles = _mm512_maskz_mov_epi64(kept, singles);
    }
    group.word = _mm512_mask_expand_epi64(group.word, lanes, popped(words + vectors));
    if constexpr (listing) {
      group.place = _mm512_mask_expand_epi64(group.place, lanes, popped(words + vectors + 1));
    }
    group.live = static_cast<__mmask8>(group.live | lanes);
  }
  __m512i popped(std::uint32_t k) { return _mm512_loadu_si512(row(k) + top_); }

  // Registers and a store: compressing into memory is slow on AMD's processors.
  void push(std::uint32_t k, __mmask8 lanes, __m512i value) {
    _mm512_storeu_si512(row(k) + top_, _mm512_maskz_compress_epi64(lanes, value));
  }

  // Takes the first option of each lane's item, and pushes the state without that option.
  void take_first(Group& group) {
    const __m512i one = all_of(1);
    const __mmask8 live = group.live;
    const __m512i item = _mm512_maskz_and_epi64(live, group.word, all_of(item_bits));
    __m512i choices[words];  // The item's options that are alive.
    for (std::uint32_t k = 0; k < words; ++k) {
      choices[k] = _mm512_and_si512(gathered<words>(column_ + k, item), group.alive[k]);
    }
    __m512i option = _mm512_setzero_si512();
    __m512i others = _mm512_setzero_si512();  // Not zero if there are other choices.
    __m512i without[words];                   // The alive options without the first choice.
    __mmask8 wanting = 0xff;
    for (std::uint32_t k = 0; k < words; ++k) {
      const __m512i lower = _mm512_sub_epi64(choices[k], one);
      const auto here =
          static_cast<__mmask8>(wanting & _mm512_test_epi64_mask(choices[k], choices[k]));
      wanting = static_cast<__mmask8>(wanting & ~here);
      const __m512i cleared = _mm512_mask_and_epi64(choices[k], here, choices[k], lower);
      others = _mm512_or_si512(others, cleared);
      without[k] = _mm512_xor_si512(group.alive[k], _mm512_xor_si512(choices[k], cleared));
      const __m512i below = _mm512_maskz_andnot_epi64(0xff, choices[k], lower);
      option = _mm512_mask_add_epi64(option, here, _mm512_popcnt_epi64(below), all_of(64 * k));
    }
    const auto pushed = static_cast<__mmask8>(live & _mm512_test_epi64_mask(others, others));
    for (std::uint32_t k = 0; k < words; ++k) push(k, pushed, without[k]);
    for (std::uint32_t v = 0; v < vectors; ++v) push(words + v, pushed, group.waiting[v]);
    push(words + vectors, pushed, group.word);
    if constexpr (listing) {
      if (_mm512_mask_cmpgt_epu64_mask(pushed, group.place, all_of(~Word{0} >> 1)) != 0) {
        lost_ = true;
      }
      const __m512i taken = shifted<1>(group.place);
      push(words + vectors + 1, pushed, _mm512_or_si512(taken, one));
      group.place = _mm512_mask_mov_epi64(group.place, pushed, taken);
    }
    top_ += size_of_mask(pushed);

    group.branched = static_cast<__mmask8>(live & _mm512_test_epi64_mask(group.word, all_of(many)));
    totals_.work.nodes += size_of_mask(group.branched);
    for (std::uint32_t k = 0; k < words; ++k) {
      group.alive[k] = _mm512_and_si512(group.alive[k], gathered<words>(keep_ + k, option));
    }
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.waiting[v] =
          _mm512_maskz_and_epi64(live, group.waiting[v], gathered<vectors>(rest_ + v, option));
    }
  }

  // Takes the options of further items that have a single one, as long as enough lanes have some: what
  // is left is found again.
  void take_singles(Group& first, Group& second) {
    for (;;) {
      const __mmask8 lanes_first = lanes_with_singles(first);
      const __mmask8 lanes_second = lanes_with_singles(second);
      if (size_of_mask(lanes_first) + size_of_mask(lanes_second) < batch) return;
      take_single(first, lanes_first);
      take_single(second, lanes_second);
    }
  }

  // Also forgets singles that were covered.
  static __mmask8 lanes_with_singles(Group& group) {
    __m512i any = _mm512_setzero_si512();
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.singles[v] = _mm512_and_si512(group.singles[v], group.waiting[v]);
      any = _mm512_or_si512(any, group.singles[v]);
    }
    return static_cast<__mmask8>(group.live & _mm512_test_epi64_mask(any, any));
  }

  // Takes the option of the first single in each of these lanes.  If it is gone, the state is dead, as will
  // be seen when the smallest item is looked for.
  void take_single(Group& group, __mmask8 lanes) {
    const __m512i one = all_of(1);
    __m512i item = _mm512_setzero_si512();
    __mmask8 wanting = lanes;
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const __m512i singles = group.singles[v];
      const __m512i lower = _mm512_sub_epi64(singles, one);
      const auto here = static_cast<__mmask8>(wanting & _mm512_test_epi64_mask(singles, singles));
      wanting = static_cast<__mmask8>(wanting & ~here);
      const __m512i below = _mm512_maskz_andnot_epi64(0xff, singles, lower);
      item = _mm512_mask_add_epi64(item, here, _mm512_popcnt_epi64(below), all_of(64 * v));
      group.singles[v] = _mm512_mask_and_epi64(singles, here, singles, lower);
    }
    __m512i option = _mm512_setzero_si512();
    __mmask8 taken = 0;
    for (std::uint32_t k = 0; k < words; ++k) {
      const __m512i choice = _mm512_and_si512(gathered<words>(column_ + k, item), group.alive[k]);
      const auto here = static_cast<__mmask8>(lanes & _mm512_test_epi64_mask(choice, choice));
      taken = static_cast<__mmask8>(taken | here);
      const __m512i below = _mm512_maskz_andnot_epi64(0xff, choice, _mm512_sub_epi64(choice, one));
      option = _mm512_mask_add_epi64(option, here, _mm512_popcnt_epi64(below), all_of(64 * k));
    }
    for (std::uint32_t k = 0; k < words; ++k) {
      group.alive[k] = _mm512_mask_and_epi64(group.alive[k], taken, group.alive[k],
                                             gathered<words>(keep_ + k, option));
    }
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.waiting[v] = _mm512_mask_and_epi64(group.waiting[v], taken, group.waiting[v],
                                               gathered<vectors>(rest_ + v, option));
    }
    group.word =
        _mm512_mask_add_epi64(group.word, taken, group.word, all_of(Word{1} << forced_shift));
  }

  // Finds the first item of the smallest size in each lane of both groups, as size and item.  Both
  // together, since a single group leaves execution units idle (10 %).  Stopping once every item
  // is forced or dead gains nothing.
  void find_smallest(Group& first, Group& second, __m512i& least_first,
                     __m512i& least_second) const {
    least_first = least_second = all_of(~Word{0});
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const __m512i both = _mm512_or_si512(first.waiting[v], second.waiting[v]);
      __m512i singles_first = _mm512_setzero_si512();
      __m512i singles_second = _mm512_setzero_si512();
      const Word any = union_of(both);
      const auto scan = [&]<std::uint32_t from, std::uint32_t to>(Word some) {
        for (; some != 0; some &= some - 1) {
          const std::uint32_t item = 64 * v + static_cast<std::uint32_t>(std::countr_zero(some));
          const Word* column = column_ + std::size_t{item} * words;
          const __m512i number = all_of(item);
          const __m512i bit = all_of(some & -some);
          compare<from, to>(first, column, v, number, bit, least_first, singles_first);
          compare<from, to>(second, column, v, number, bit, least_second, singles_second);
        }
      };
      if constexpr (batched) {
        static_assert(words == 3);
        scan.template operator()<0, 1>(any & within_[0][v]);
        scan.template operator()<1, 2>(any & within_[1][v]);
        scan.template operator()<2, 3>(any & within_[2][v]);
        scan.template operator()<0, 3>(any & within_[3][v]);
      } else {
        scan.template operator()<0, words>(any);
      }
      if constexpr (batched) {
        first.singles[v] = singles_first;
        second.singles[v] = singles_second;
      }
    }
  }

  template <std::uint32_t from, std::uint32_t to>
  static void compare(const Group& group, const Word* column, std::uint32_t vector, __m512i number,
                      __m512i bit, __m512i& least, __m512i& singles) {
    __m512i size = _mm512_popcnt_epi64(_mm512_and_si512(group.alive[from], all_of(column[from])));
    for (std::uint32_t k = from + 1; k < to; ++k) {
      const __m512i both = _mm512_and_si512(group.alive[k], all_of(column[k]));
      size = _mm512_add_epi64(size, _mm512_popcnt_epi64(both));
    }
    const __m512i sized = _mm512_or_si512(shifted<size_shift>(size), number);
    const __mmask8 waits = _mm512_test_epi64_mask(group.waiting[vector], bit);
    least = _mm512_mask_min_epu64(least, waits, least, sized);
    if constexpr (batched) {
      const __mmask8 alone = _mm512_mask_cmpeq_epu64_mask(waits, size, all_of(1));
      singles = _mm512_mask_or_epi64(singles, alone, singles, bit);
    }
  }

  // Sets the items to branch on; states that are solved or dead leave their lanes.
  void settle(Group& group, __m512i least) {
    __m512i left = group.waiting[0];
    for (std::uint32_t v = 1; v < vectors; ++v) left = _mm512_or_si512(left, group.waiting[v]);
    const __mmask8 unsolved = _mm512_test_epi64_mask(left, left);
    const auto solved = static_cast<__mmask8>(group.live & ~unsolved);
    totals_.solutions += size_of_mask(solved);
    if constexpr (listing) {
      if (solved != 0) keep(group, solved);
    }
    const auto open =
        static_cast<__mmask8>(unsolved & _mm512_cmpge_epu64_mask(least, all_of(single)));
    const auto to_force =
        static_cast<__mmask8>(open & _mm512_cmplt_epu64_mask(least, all_of(many)));
    // Forced options count once it is known that their node is not dead.
    const __m512i before = _mm512_maskz_srli_epi64(0xff, group.word, forced_shift);
    const __m512i forced =
        _mm512_mask_add_epi64(before, static_cast<__mmask8>(~group.branched), before, all_of(1));
    const auto counted = static_cast<__mmask8>(solved | (open & ~to_force));
    forced_ = _mm512_mask_add_epi64(forced_, counted, forced_, forced);
    const __m512i branching =
        _mm512_or_si512(_mm512_and_si512(least, all_of(item_bits)), all_of(many));
    group.word = _mm512_mask_or_epi64(branching, to_force, least, shifted<forced_shift>(forced));
    group.live = open;
  }

  void keep(const Group& group, __mmask8 solved) {
    Word places[8];
    Word options[words][8];
    _mm512_storeu_si512(places, group.place);
    for (std::uint32_t k = 0; k < words; ++k) _mm512_storeu_si512(options[k], group.alive[k]);
    for (std::uint32_t lanes = solved; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      Found solution;
      solution.place = places[lane];
      for (std::uint32_t k = 0; k < words; ++k) solution.options[k] = options[k][lane];
      Sets::keep_solution(solution);
    }
  }

  Word within_[words + 1][vectors];  // The items with options in one word only, and all others.
  Group groups_[2];
  __m512i forced_;
  LaneTotals totals_;
  std::vector<Word> stack_;  // A row for each word of a state; the first top_ of each are in use.
  std::size_t capacity_ = 0;
  std::size_t top_ = 0;
};

#endif
