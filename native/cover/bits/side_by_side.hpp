// A search that visits many states at once, one in each 64-bit lane of a vector.
//
// For AVX-512 only, and for subproblems of at most 256 options and 128 items.  A step of a lane
// takes the first option of its state's item, pushes the same state without that option onto a
// stack that all lanes share, and finds the next item.  A lane whose state is solved or dead pops
// the next one.  Two groups of eight lanes alternate, which hides latency: one is 8 to 20 % slower,
// and a third gains nothing.
//
// The lanes visit exactly the nodes that the other searches visit, in another order.  An option
// that is chosen stays in its set of alive options, as a lane keeps no path: at a solution, the set is
// the solution.  For listing, each state has its place in the order of the other searches: a 1 bit,
// then for each branching on the way a 1 for each option that was passed over, and a 0 for the one
// taken unless it is the last.  Solutions are sorted by these at the end.
//
// Included after blocks.hpp, inside the namespace of AVX-512.  No include guard.

// What was found below one state.
struct LaneTotals {
  std::uint64_t solutions = 0;
  Work work;
  std::uint64_t steps = 0;     // Times the number of lanes: how many steps there could have been.
  std::uint64_t occupied = 0;  // How many there were.
};

#if COMBIEN_VECTORS == 2

// `words` and `vectors` are the words of a set of options and of items; with `listing`, solutions are
// kept.
template <std::uint32_t words, std::uint32_t vectors, bool listing>
class SideBySide {
 public:
  static constexpr std::uint32_t words_of_options = words;

  // Starts at the node with these available options and waiting items, branching on `item` (its
  // rank among them).
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item) {
    make_tables(above, alive, waiting);
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
    lost_ = false;
    found_.clear();
    forced_ = _mm512_setzero_si512();
    for (Group& group : groups_) group.live = 0;
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

  // Calls `visit` with the options of each solution, as a set, in the order of the search.
  // require: it is done
  // ensure: false => it was not possible, as a place took more than a word
  template <class Visit>
  bool for_solutions(Visit visit) {
    if (lost_) return false;
    std::sort(found_.begin(), found_.end(),
              [](const Found& one, const Found& other) { return one.place < other.place; });
    for (const Found& solution : found_) visit(solution.options);
    return true;
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
  // A state is a set of options, a set of items and a word: the item to branch on in 7 bits, its
  // size in the next 9 (2 stands for any larger size), and how many options were forced since the
  // last branching.
  struct Group {
    __m512i alive[words];
    __m512i waiting[vectors];
    __m512i word;
    __m512i place;      // For listing.
    __mmask8 live;      // The lanes that have a state.
    __mmask8 branched;  // The lanes whose last option was not forced.
  };
  struct Found {
    Word place;  // With its first bit at the top.
    Word options[words];
  };
  static constexpr std::uint32_t rows = words + vectors + 1 + (listing ? 1 : 0);
  static constexpr std::uint32_t rounds = 256;
  static constexpr std::size_t slack = 256;
  static constexpr int size_shift = 7;
  static constexpr int forced_shift = 20;
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
    constexpr int log = stride == 1 ? 0 : stride == 2 ? 1 : 2;
    return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), 0xff, shifted<log>(index), table, 8);
  }

  Word* row(std::uint32_t k) { return stack_.data() + k * capacity_; }

  void make_tables(const Block& above, const Word* alive, const Word* waiting) {
    std::uint32_t option = 0;
    for_members(alive, above.words, [&](std::uint32_t old) {
      Word* keep = keep_ + std::size_t{option} * words;
      gather_row(above.conflicts_of(old), alive, above.words, keep, words);
      for (std::uint32_t k = 0; k < words; ++k) keep[k] = ~keep[k];
      keep[option / 64] |= Word{1} << option % 64;
      Word* rest = rest_ + std::size_t{option} * vectors;
      gather_row(above.items_of(old), waiting, above.vectors, rest, vectors);
      for (std::uint32_t v = 0; v < vectors; ++v) rest[v] = ~rest[v];
      ++option;
    });
    std::uint32_t item = 0;
    for_members(waiting, above.vectors, [&](std::uint32_t old) {
      gather_row(above.options_of(old), alive, above.words, column_ + std::size_t{item} * words,
                 words);
      ++item;
    });
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
    const __m512i item = _mm512_maskz_and_epi64(live, group.word, all_of(127));
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

  // Finds the first item of the smallest size in each lane of both groups, as size and item.  Both
  // together, since a single group leaves execution units idle (10 %).  Stopping once every item
  // is forced or dead gains nothing.
  void find_smallest(const Group& first, const Group& second, __m512i& least_first,
                     __m512i& least_second) const {
    least_first = least_second = all_of(~Word{0});
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const __m512i both = _mm512_or_si512(first.waiting[v], second.waiting[v]);
      for (auto any = union_of(both); any != 0; any &= any - 1) {
        const std::uint32_t item = 64 * v + static_cast<std::uint32_t>(std::countr_zero(any));
        const Word* column = column_ + std::size_t{item} * words;
        const __m512i number = all_of(item);
        const __m512i bit = all_of(any & -any);
        compare(first, column, v, number, bit, least_first);
        compare(second, column, v, number, bit, least_second);
      }
    }
  }

  static void compare(const Group& group, const Word* column, std::uint32_t vector, __m512i number,
                      __m512i bit, __m512i& least) {
    __m512i size = _mm512_popcnt_epi64(_mm512_and_si512(group.alive[0], all_of(column[0])));
    for (std::uint32_t k = 1; k < words; ++k) {
      const __m512i both = _mm512_and_si512(group.alive[k], all_of(column[k]));
      size = _mm512_add_epi64(size, _mm512_popcnt_epi64(both));
    }
    const __m512i sized = _mm512_or_si512(shifted<size_shift>(size), number);
    const __mmask8 waits = _mm512_test_epi64_mask(group.waiting[vector], bit);
    least = _mm512_mask_min_epu64(least, waits, least, sized);
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
    const __m512i branching = _mm512_or_si512(_mm512_and_si512(least, all_of(127)), all_of(many));
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
      solution.place = places[lane] << std::countl_zero(places[lane]);
      for (std::uint32_t k = 0; k < words; ++k) solution.options[k] = options[k][lane];
      found_.push_back(solution);
    }
  }

  Word column_[64 * vectors * words];  // For each item, its options.
  Word keep_[64 * words * words];      // For each option, the options that it leaves alive.
  Word rest_[64 * words * vectors];    // For each option, the items that it leaves waiting.
  Group groups_[2];
  __m512i forced_;
  LaneTotals totals_;
  std::vector<Word> stack_;  // A row for each word of a state; the first top_ of each are in use.
  std::size_t capacity_ = 0;
  std::size_t top_ = 0;
  bool lost_ = false;  // Whether a place took more than a word.
  std::vector<Found> found_;
};

// The searches for each size of sets, of which at most one is open.
class LaneSearch {
 public:
  static constexpr std::uint32_t most_options = SmallSubtrees::most_options;
  static constexpr std::uint32_t most_items = 128;

  bool is_open() const { return open_ != Size::none; }
  void close() { open_ = Size::none; }
  // Whether it keeps solutions.
  bool listing() const { return listing_; }

  // require: at most 256 options and 128 items
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item, bool listing) {
    open_ = items <= 64      ? options <= 64    ? Size::one
                               : options <= 128 ? Size::two
                                                : Size::four
            : options <= 128 ? Size::two_by_two
                             : Size::four_by_two;
    listing_ = listing;
    with_open([&](auto& search) { search.open(above, alive, waiting, options, items, item); });
    if (!listing) return;
    std::uint32_t option = 0;
    for_members(alive, above.words,
                [&](std::uint32_t old) { original_[option++] = above.original[old]; });
  }

  bool run() {
    bool done = false;
    with_open([&](auto& search) { done = search.run(); });
    return done;
  }

  LaneTotals totals() {
    LaneTotals all;
    with_open([&](auto& search) { all = search.totals(); });
    return all;
  }

  // Appends each solution to `path`, calls `visit` and removes it again, in the order of the search.
  // require: it is done and keeps solutions
  // ensure: false => it was not possible
  template <class Visit>
  bool for_solutions(std::vector<OptionId>& path, Visit visit) {
    const std::size_t above = path.size();
    bool possible = false;
    with_open([&]<class Sized>(Sized& search) {
      possible = search.for_solutions([&](const Word* options) {
        for_members(options, Sized::words_of_options,
                    [&](std::uint32_t option) { path.push_back(original_[option]); });
        visit();
        path.resize(above);
      });
    });
    return possible;
  }

 private:
  enum class Size { none, one, two, two_by_two, four, four_by_two };

  template <bool listing>
  struct Sizes {
    std::unique_ptr<SideBySide<1, 1, listing>> one;
    std::unique_ptr<SideBySide<2, 1, listing>> two;
    std::unique_ptr<SideBySide<2, 2, listing>> two_by_two;
    std::unique_ptr<SideBySide<4, 1, listing>> four;
    std::unique_ptr<SideBySide<4, 2, listing>> four_by_two;
  };

  template <class Call>
  void with_open(Call call) {
    if (listing_) {
      with_open(sizes_for_listing_, call);
    } else {
      with_open(sizes_, call);
    }
  }

  template <bool listing, class Call>
  void with_open(Sizes<listing>& sizes, Call& call) {
    switch (open_) {
      case Size::none: return;
      case Size::one: return call(made(sizes.one));
      case Size::two: return call(made(sizes.two));
      case Size::two_by_two: return call(made(sizes.two_by_two));
      case Size::four: return call(made(sizes.four));
      case Size::four_by_two: return call(made(sizes.four_by_two));
    }
  }

  template <class Sized>
  static Sized& made(std::unique_ptr<Sized>& search) {
    if (search == nullptr) search = std::make_unique<Sized>();
    return *search;
  }

  Size open_ = Size::none;
  bool listing_ = false;
  Sizes<false> sizes_;
  Sizes<true> sizes_for_listing_;
  std::array<OptionId, most_options> original_;  // For listing.
};

#else

// Without AVX-512 it never opens.
class LaneSearch {
 public:
  static constexpr std::uint32_t most_options = 0;
  static constexpr std::uint32_t most_items = 0;

  bool is_open() const { return false; }
  void close() {}
  bool listing() const { return false; }
  void open(const Block& /*above*/, const Word* /*alive*/, const Word* /*waiting*/,
            std::uint32_t /*options*/, std::uint32_t /*items*/, std::uint32_t /*item*/,
            bool /*listing*/) {}
  bool run() { return true; }
  LaneTotals totals() { return {}; }
  template <class Visit>
  bool for_solutions(std::vector<OptionId>& /*path*/, Visit /*visit*/) {
    return true;
  }
};

#endif
