// A search that visits many states at once, one in each 32-bit lane of a vector.
//
// For AVX-512 only, and for subproblems of at most 256 options and 128 items, or 192 and 192.  A step of a lane
// takes the first option of its state's item, pushes the same state without that option onto a
// stack that all lanes share, and finds the next item.  A lane whose state is solved or dead pops
// the next one.
//
// Lanes of 32 bits hold 16 states in a vector.  With 96 options and 32 items, two groups of eight lanes of
// 64 bits take 1.3 times as long (queens, Langford pairs), and 1.1 times with more.  A second group of 16
// would hide latency (5 % faster on queens), but in subtrees of some hundred nodes too few of its lanes have
// states (MacMahon's squares: 1.8 times as long).  Bit slices of the sizes, from the options that any lane
// has, gain nothing over counting bits: 16 states have nearly all of them.
//
// An item of a puzzle often has its options in one word or two (in sudokus: those of a cell, of a digit in a row), and the
// others are not counted (Latin squares and sudokus: an eighth; MacMahon's squares: a tenth).
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

// `words` and `vectors` are the 32-bit words of a set of options and of items.  With `listing`, solutions are
// kept.
template <std::uint32_t words, std::uint32_t vectors, bool listing>
class SideBySide : public LaneSets<(words + 1) / 2, (vectors + 1) / 2> {
  using Sets = LaneSets<(words + 1) / 2, (vectors + 1) / 2>;
  using Sets::column_, Sets::keep_, Sets::lost_, Sets::rest_;
  using typename Sets::Found;
  using Half = std::uint32_t;
  // The 64-bit words of the tables.
  static constexpr std::uint32_t stride = (words + 1) / 2;
  static constexpr std::uint32_t item_stride = (vectors + 1) / 2;

 public:
  static constexpr std::uint32_t most_options = 32 * words;
  static constexpr std::uint32_t most_items = 32 * vectors;

  // Starts at the node with these available options and waiting items, branching on `item` (its
  // rank among them).
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item) {
    make_tables(above, alive, waiting, options, items);
    if (stack_.size() < rows * slack) stack_.resize(rows * slack);
    capacity_ = stack_.size() / rows;
    Word every[stride] = {};
    fill(every, options);
    for (std::uint32_t k = 0; k < words; ++k) row(k)[0] = half(every, k);
    Word all[item_stride] = {};
    fill(all, items);
    for (std::uint32_t v = 0; v < vectors; ++v) row(words + v)[0] = half(all, v);
    row(words + vectors)[0] = many | item;
    if constexpr (listing) {
      row(words + vectors + 1)[0] = 1;
      row(words + vectors + 2)[0] = 0;
    }
    top_ = 1;
    totals_ = {};
    group_.live = 0;
    for (__m512i& singles : group_.singles) singles = _mm512_setzero_si512();
  }

  // Continues; false if it is not done after some thousand steps.
  bool run() {
    Group group = group_;
    group.forced = _mm512_setzero_si512();
    std::uint64_t occupied = 0;
    bool done = false;
    std::uint32_t round = 0;
    for (; round < rounds; ++round) {
      if (capacity_ - top_ < slack / 2) grow();
      refill(group);
      occupied += size_of_mask(group.live);
      if (group.live == 0) {
        done = true;
        break;
      }
      take_first(group);
      if constexpr (batched) take_singles(group);
      settle(group, find_smallest(group));
    }
    totals_.steps += std::uint64_t{16} * round;
    totals_.occupied += occupied;
    Half forced[16];
    _mm512_storeu_si512(forced, group.forced);
    for (const Half lane : forced) totals_.work.updates += lane;
    group_ = group;
    return done;
  }

  // The totals so far.
  LaneTotals totals() const {
    LaneTotals all = totals_;
    all.work.updates += all.work.nodes;
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
    __m512i place[2];          // For listing: the low and the high half.
    __m512i singles[vectors];  // If `batched`, the items that had a single option left.
    __m512i forced;            // How many options were forced in each lane.
    __mmask16 live;            // The lanes that have a state.
    __mmask16 branched;        // The lanes whose last option was not forced.
  };
  static constexpr std::uint32_t rows = words + vectors + 1 + (listing ? 2 : 0);
  static constexpr std::uint32_t rounds = 256;
  // Whether single options are taken together, and in how many lanes there must be some: with 4 or 10,
  // the sudoku of the benchmark is 5 % slower.
  static constexpr bool batched = vectors > 4;
  static constexpr std::uint64_t batch = 7;
  // The items with options in more words than this are counted in all.
  static constexpr std::uint32_t scattered = words > 3 ? 2 : 1;
  static constexpr std::size_t slack = 256;
  static constexpr int size_shift = 8;
  static constexpr int forced_shift = 20;
  static constexpr Half item_bits = (Half{1} << size_shift) - 1;
  static constexpr Half single = Half{1} << size_shift;
  static constexpr Half many = Half{2} << size_shift;

  static __m512i all_of(Half word) { return _mm512_set1_epi32(static_cast<int>(word)); }

  static Half half(const Word* set, std::uint32_t k) {
    return static_cast<Half>(set[k / 2] >> 32 * (k % 2));
  }

  static std::uint64_t size_of_mask(__mmask16 lanes) {
    return static_cast<std::uint64_t>(std::popcount(static_cast<std::uint32_t>(lanes)));
  }

  // (The full masks change nothing; they avoid warnings of GCC 12 about its own header.)
  template <int by>
  static __m512i shifted(__m512i value) {
    return _mm512_maskz_slli_epi32(0xffff, value, by);
  }

  static Half union_of(__m512i sets) {
    const __m256i none = _mm256_setzero_si256();
    const __m256i half = _mm256_or_si256(_mm512_mask_extracti64x4_epi64(none, 0xff, sets, 0),
                                         _mm512_mask_extracti64x4_epi64(none, 0xff, sets, 1));
    const __m128i rest =
        _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    const auto two = static_cast<Word>(_mm_extract_epi64(rest, 0) | _mm_extract_epi64(rest, 1));
    return static_cast<Half>(two | two >> 32);
  }

  // In each lane, the set at its index in a table with `stride_of` words for each index.  Two halves at a
  // time: those of the even lanes, then those of the odd ones.
  template <std::uint32_t count, std::uint32_t stride_of>
  static void gather_sets(const Word* table, __m512i index, __m512i (&sets)[count]) {
    constexpr int log = stride_of == 1 ? 0 : stride_of == 4 ? 2 : 1;
    __m512i place = shifted<log>(index);
    if constexpr (stride_of == 3) place = _mm512_add_epi32(place, index);
    const __m512i even = _mm512_maskz_mov_epi32(0x5555, place);
    const __m512i odd = _mm512_maskz_srli_epi64(0xff, place, 32);
    const __m512i none = _mm512_setzero_si512();
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < count; k += 2) {
      const __m512i one = _mm512_mask_i64gather_epi64(none, 0xff, even, table + k / 2, 8);
      const __m512i other = _mm512_mask_i64gather_epi64(none, 0xff, odd, table + k / 2, 8);
      sets[k] = _mm512_mask_shuffle_epi32(one, 0xaaaa, other, _MM_PERM_CCAA);
      if (k + 1 < count) sets[k + 1] = _mm512_mask_shuffle_epi32(other, 0x5555, one, _MM_PERM_DDBB);
    }
  }

  Half* row(std::uint32_t k) { return stack_.data() + k * capacity_; }

  void make_tables(const Block& above, const Word* alive, const Word* waiting,
                   std::uint32_t options, std::uint32_t items) {
    Sets::open_sets(above, alive, waiting);
    for (std::uint32_t option = 0; option < options; ++option) {
      keep_[std::size_t{option} * stride + option / 64] |= Word{1} << option % 64;
    }
    std::memset(filled_, 0, sizeof filled_);
    for (std::uint32_t item = 0; item < items; ++item) {
      numbers_[item] = item;
      bits_[item] = Half{1} << item % 32;
      const Word* column = column_ + std::size_t{item} * stride;
      std::uint32_t filled = 0;  // It has options, as the node is open.
      for (std::uint32_t k = 0; k < words; ++k) {
        if (half(column, k) != 0 && filled++ < scattered) places_[item][filled - 1] = k;
      }
      filled_[std::min(filled, scattered + 1) - 1][item / 32] |= bits_[item];
    }
  }

  void grow() {
    std::vector<Half> larger(2 * stack_.size());
    for (std::uint32_t k = 0; k < rows; ++k) {
      std::copy_n(row(k), top_, larger.data() + k * 2 * capacity_);
    }
    stack_ = std::move(larger);
    capacity_ *= 2;
  }

  // Pops states into the lanes that have none.
  void refill(Group& group) {
    const auto empty = static_cast<__mmask16>(~group.live);
    const std::size_t count = std::min<std::size_t>(size_of_mask(empty), top_);
    if (count == 0) return;
    const auto lanes = static_cast<__mmask16>(_pdep_u32((1u << count) - 1, empty));
    top_ -= count;
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) pop(k, lanes, group.alive[k]);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) pop(words + v, lanes, group.waiting[v]);
    pop(words + vectors, lanes, group.word);
    if constexpr (listing) {
      pop(words + vectors + 1, lanes, group.place[0]);
      pop(words + vectors + 2, lanes, group.place[1]);
    }
    if constexpr (batched) {
      const auto kept = static_cast<__mmask16>(~lanes);
      for (__m512i& singles : group.singles) singles = _mm512_maskz_mov_epi32(kept, singles);
    }
    group.live = static_cast<__mmask16>(group.live | lanes);
  }
  void pop(std::uint32_t k, __mmask16 lanes, __m512i& value) {
    value = _mm512_mask_expand_epi32(value, lanes, _mm512_loadu_si512(row(k) + top_));
  }

  // Registers and a store: compressing into memory is slow on AMD's processors.
  void push(std::uint32_t k, __mmask16 lanes, __m512i value) {
    _mm512_storeu_si512(row(k) + top_, _mm512_maskz_compress_epi32(lanes, value));
  }

  // Takes the first option of each lane's item, and pushes the state without that option.
  void take_first(Group& group) {
    const __m512i one = all_of(1);
    const __mmask16 live = group.live;
    const __m512i item = _mm512_maskz_and_epi32(live, group.word, all_of(item_bits));
    __m512i columns[words];
    gather_sets<words, stride>(column_, item, columns);
    __m512i option = _mm512_setzero_si512();
    __m512i others = _mm512_setzero_si512();  // Not zero if there are other choices.
    __m512i without[words];                   // The alive options without the first choice.
    __mmask16 wanting = 0xffff;
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      const __m512i choices = _mm512_and_si512(columns[k], group.alive[k]);
      const __m512i lower = _mm512_sub_epi32(choices, one);
      const auto here = static_cast<__mmask16>(wanting & _mm512_test_epi32_mask(choices, choices));
      wanting = static_cast<__mmask16>(wanting & ~here);
      const __m512i cleared = _mm512_mask_and_epi32(choices, here, choices, lower);
      others = _mm512_or_si512(others, cleared);
      without[k] = _mm512_xor_si512(group.alive[k], _mm512_xor_si512(choices, cleared));
      const __m512i below = _mm512_maskz_andnot_epi32(0xffff, choices, lower);
      option = _mm512_mask_add_epi32(option, here, _mm512_popcnt_epi32(below), all_of(32 * k));
    }
    const auto pushed = static_cast<__mmask16>(live & _mm512_test_epi32_mask(others, others));
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) push(k, pushed, without[k]);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) push(words + v, pushed, group.waiting[v]);
    push(words + vectors, pushed, group.word);
    if constexpr (listing) {
      const __m512i low = shifted<1>(group.place[0]);
      const __m512i carried = _mm512_maskz_srli_epi32(0xffff, group.place[0], 31);
      const __m512i high = _mm512_or_si512(shifted<1>(group.place[1]), carried);
      push(words + vectors + 1, pushed, _mm512_or_si512(low, one));
      push(words + vectors + 2, pushed, high);
      lost_ |= _mm512_mask_cmplt_epi32_mask(pushed, group.place[1], _mm512_setzero_si512()) != 0;
      group.place[0] = _mm512_mask_mov_epi32(group.place[0], pushed, low);
      group.place[1] = _mm512_mask_mov_epi32(group.place[1], pushed, high);
    }
    top_ += size_of_mask(pushed);

    group.branched =
        static_cast<__mmask16>(live & _mm512_test_epi32_mask(group.word, all_of(many)));
    totals_.work.nodes += size_of_mask(group.branched);
    take(group, live, option);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.waiting[v] = _mm512_maskz_mov_epi32(live, group.waiting[v]);
    }
  }

  // Takes an option in each of these lanes.
  void take(Group& group, __mmask16 lanes, __m512i option) const {
    __m512i kept[words];
    __m512i rest[vectors];
    gather_sets<words, stride>(keep_, option, kept);
    gather_sets<vectors, item_stride>(rest_, option, rest);
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      group.alive[k] = _mm512_mask_and_epi32(group.alive[k], lanes, group.alive[k], kept[k]);
    }
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.waiting[v] = _mm512_mask_and_epi32(group.waiting[v], lanes, group.waiting[v], rest[v]);
    }
  }
  // Takes the options of further items that have a single one, as long as enough lanes have some: what
  // is left is found again.
  void take_singles(Group& group) const {
    for (;;) {
      const __mmask16 lanes = lanes_with_singles(group);
      if (size_of_mask(lanes) < batch) return;
      take_single(group, lanes);
    }
  }

  // Also forgets singles that were covered.
  static __mmask16 lanes_with_singles(Group& group) {
    __m512i any = _mm512_setzero_si512();
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.singles[v] = _mm512_and_si512(group.singles[v], group.waiting[v]);
      any = _mm512_or_si512(any, group.singles[v]);
    }
    return static_cast<__mmask16>(group.live & _mm512_test_epi32_mask(any, any));
  }

  // Takes the option of the first single in each of these lanes.  If it is gone, the state is dead, as will
  // be seen when the smallest item is looked for.
  void take_single(Group& group, __mmask16 lanes) const {
    const __m512i one = all_of(1);
    __m512i item = _mm512_setzero_si512();
    __mmask16 wanting = lanes;
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const __m512i singles = group.singles[v];
      const __m512i lower = _mm512_sub_epi32(singles, one);
      const auto here = static_cast<__mmask16>(wanting & _mm512_test_epi32_mask(singles, singles));
      wanting = static_cast<__mmask16>(wanting & ~here);
      const __m512i below = _mm512_maskz_andnot_epi32(0xffff, singles, lower);
      item = _mm512_mask_add_epi32(item, here, _mm512_popcnt_epi32(below), all_of(32 * v));
      group.singles[v] = _mm512_mask_and_epi32(singles, here, singles, lower);
    }
    __m512i columns[words];
    gather_sets<words, stride>(column_, item, columns);
    __m512i option = _mm512_setzero_si512();
    __mmask16 taken = 0;
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      const __m512i choice = _mm512_and_si512(columns[k], group.alive[k]);
      const auto here = static_cast<__mmask16>(lanes & _mm512_test_epi32_mask(choice, choice));
      taken = static_cast<__mmask16>(taken | here);
      const __m512i below =
          _mm512_maskz_andnot_epi32(0xffff, choice, _mm512_sub_epi32(choice, one));
      option = _mm512_mask_add_epi32(option, here, _mm512_popcnt_epi32(below), all_of(32 * k));
    }
    take(group, taken, option);
    group.word =
        _mm512_mask_add_epi32(group.word, taken, group.word, all_of(Half{1} << forced_shift));
  }

  // Finds the first item of the smallest size in each lane, as size and item.  Stopping once every item
  // is forced or dead gains nothing.
  __m512i find_smallest(Group& group) const {
    __m512i least = all_of(~Half{0});
    const Half* columns = reinterpret_cast<const Half*>(column_);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const __m512i waiting = group.waiting[v];
      __m512i singles = _mm512_setzero_si512();
      const Half any = union_of(waiting);
      const auto compare = [&](std::uint32_t item, __m512i size) {
        const __m512i sized = _mm512_or_si512(shifted<size_shift>(size), all_of(numbers_[item]));
        const __m512i bit = all_of(bits_[item]);
        const __mmask16 waits = _mm512_test_epi32_mask(waiting, bit);
        least = _mm512_mask_min_epu32(least, waits, least, sized);
        if constexpr (batched) {
          const __mmask16 alone = _mm512_mask_cmpeq_epu32_mask(waits, size, all_of(1));
          singles = _mm512_mask_or_epi32(singles, alone, singles, bit);
        }
      };
      const auto options_of = [&](std::uint32_t item, std::uint32_t k) {
        const __m512i column = all_of(columns[std::size_t{item} * 2 * stride + k]);
        return _mm512_popcnt_epi32(_mm512_and_si512(group.alive[k], column));
      };
      const auto scan = [&]<std::uint32_t filled>() {
        for (Half some = any & filled_[filled - 1][v]; some != 0; some &= some - 1) {
          const std::uint32_t item = 32 * v + static_cast<std::uint32_t>(std::countr_zero(some));
          const std::uint32_t* places = places_[item];
          const auto place = [&](std::uint32_t k) { return filled > scattered ? k : places[k]; };
          __m512i size = options_of(item, place(0));
          COMBIEN_UNROLL
          for (std::uint32_t k = 1; k < (filled > scattered ? words : filled); ++k) {
            size = _mm512_add_epi32(size, options_of(item, place(k)));
          }
          compare(item, size);
        }
      };
      scan.template operator()<scattered + 1>();
      if constexpr (scattered > 1) scan.template operator()<2>();
      scan.template operator()<1>();
      if constexpr (batched) group.singles[v] = singles;
    }
    return least;
  }

  // Sets the items to branch on; states that are solved or dead leave their lanes.
  void settle(Group& group, __m512i least) {
    __m512i left = group.waiting[0];
    COMBIEN_UNROLL
    for (std::uint32_t v = 1; v < vectors; ++v) left = _mm512_or_si512(left, group.waiting[v]);
    const __mmask16 unsolved = _mm512_test_epi32_mask(left, left);
    const auto solved = static_cast<__mmask16>(group.live & ~unsolved);
    totals_.solutions += size_of_mask(solved);
    if constexpr (listing) {
      if (solved != 0) keep(group, solved);
    }
    const auto open =
        static_cast<__mmask16>(unsolved & _mm512_cmpge_epu32_mask(least, all_of(single)));
    const auto to_force =
        static_cast<__mmask16>(open & _mm512_cmplt_epu32_mask(least, all_of(many)));
    // Forced options count once it is known that their node is not dead.
    const __m512i before = _mm512_maskz_srli_epi32(0xffff, group.word, forced_shift);
    const __m512i forced =
        _mm512_mask_add_epi32(before, static_cast<__mmask16>(~group.branched), before, all_of(1));
    const auto counted = static_cast<__mmask16>(solved | (open & ~to_force));
    group.forced = _mm512_mask_add_epi32(group.forced, counted, group.forced, forced);
    const __m512i branching =
        _mm512_or_si512(_mm512_and_si512(least, all_of(item_bits)), all_of(many));
    group.word = _mm512_mask_or_epi32(branching, to_force, least, shifted<forced_shift>(forced));
    group.live = open;
  }

  void keep(const Group& group, __mmask16 solved) {
    Half places[2][16];
    Half options[words][16];
    for (std::uint32_t k = 0; k < 2; ++k) _mm512_storeu_si512(places[k], group.place[k]);
    for (std::uint32_t k = 0; k < words; ++k) _mm512_storeu_si512(options[k], group.alive[k]);
    for (std::uint32_t lanes = solved; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      Found solution = {places[0][lane] | Word{places[1][lane]} << 32, {}};
      for (std::uint32_t k = 0; k < words; ++k) {
        solution.options[k / 2] |= Word{options[k][lane]} << 32 * (k % 2);
      }
      Sets::keep_solution(solution);
    }
  }

  Half numbers_[32 *
                vectors];  // For each item, its number and its bit, to be loaded into all lanes.
  Half bits_[32 * vectors];
  // The items with options in one word, two and so on, and all others; and for each item, these words.
  Half filled_[scattered + 1][vectors];
  std::uint32_t places_[32 * vectors][scattered];
  Group group_;
  LaneTotals totals_;
  std::vector<Half> stack_;  // A row for each word of a state; the first top_ of each are in use.
  std::size_t capacity_ = 0;
  std::size_t top_ = 0;
};

#endif
