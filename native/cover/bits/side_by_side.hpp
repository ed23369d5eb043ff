// A search that visits many states at once, one in each 32-bit lane of a vector.
//
// For AVX-512, and AVX2 where lane_search.hpp says so.  A step of a lane takes the first option of its
// state's item, pushes the same state without that option onto a stack that all lanes share, and finds
// the next item.  A lane whose state is solved or dead pops the next one.
//
// With AVX-512 a vector has 16 lanes.  Two groups of eight lanes of 64 bits take 1.3 times as long with 96
// options (queens, Langford pairs), and 1.1 times with more.  A second group of 16 would hide latency (5 %
// faster on queens), but in subtrees of some hundred nodes too few of its lanes have states (MacMahon's
// squares: 1.8 times as long).  Bit slices of the sizes, added up for the options that any lane has, gain
// nothing over counting bits: 16 states have nearly all of them.
//
// In puzzles, many items have their options in one word or two (in a sudoku, those of a cell, or of a
// digit in a row), and the other words are not counted (Latin squares and sudokus: an eighth; MacMahon's
// squares: a tenth).
//
// With many items, looking for the next one takes longest, so all items that were found to have a
// single option left are taken first, in the steps in which enough lanes have some.  (With fewer items
// that is slower: queens and dominoes by a tenth.)
//
// An option that is chosen stays in its set of alive options, as a lane keeps no path: at a
// solution, the set is the solution.
//
// Included after lane_sets.hpp and halves.hpp, inside the namespace.  No include guard.

#if COMBIEN_VECTORS >= 1

// `words` and `vectors` are the 32-bit words of a set of options and of items.  With `listing`, solutions are
// kept.
template <std::uint32_t words, std::uint32_t vectors, bool listing>
class SideBySide : public LaneSets<(words + 1) / 2, (vectors + 1) / 2> {
  using Sets = LaneSets<(words + 1) / 2, (vectors + 1) / 2>;
  using Sets::column_, Sets::keep_, Sets::lost_, Sets::rest_;
  using typename Sets::Found;
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
    group_.live = mask_of(0);
    for (Halves& singles : group_.singles) singles = Halves{};
  }

  // Continues; false if it is not done after some thousand steps.
  bool run() {
    Group group = group_;
    group.forced = Halves{};
    std::uint64_t occupied = 0;
    bool done = false;
    std::uint32_t round = 0;
    for (; round < rounds; ++round) {
      if (capacity_ - top_ < slack / 2) grow();
      refill(group);
      const std::uint32_t live = count_of(group.live);
      occupied += live;
      if (live == 0) {
        done = true;
        break;
      }
      take_first(group);
      if constexpr (batched) take_singles(group);
      settle(group, find_smallest(group));
    }
    totals_.steps += std::uint64_t{lanes} * round;
    totals_.occupied += occupied;
    Half forced[lanes];
    store_halves(group.forced, forced);
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
    Halves alive[words];
    Halves waiting[vectors];
    Halves word;
    Halves place[2];          // For listing: the low and the high half.
    Halves singles[vectors];  // If `batched`, the items that had a single option left.
    Halves forced;            // How many options were forced in each lane.
    LaneMask live;            // The lanes that have a state.
    LaneMask branched;        // The lanes whose last option was not forced.
  };
  static constexpr std::uint32_t lanes = sizeof(Halves) / sizeof(Half);
  static constexpr std::uint32_t every_lane = (1u << lanes) - 1;
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

  static Half half(const Word* set, std::uint32_t k) {
    return static_cast<Half>(set[k / 2] >> 32 * (k % 2));
  }

  // In each lane, the set at its index in a table with `stride_of` words for each index.
  template <std::uint32_t count, std::uint32_t stride_of>
  [[gnu::always_inline]] static void gather_sets(const Word* table, Halves index,
                                                 Halves (&sets)[count]) {
    constexpr int log = stride_of == 1 ? 0 : stride_of == 4 ? 2 : 1;
    Halves place = shifted_up<log>(index);
    if constexpr (stride_of == 3) place = sum_of(place, index);
    Half places[lanes];
    store_halves(place, places);
    if constexpr (stride_of == 1) {
      Halves two[2];
      load_two(table, places, two[0], two[1]);
      std::copy_n(two, count, sets);
    } else {
      COMBIEN_UNROLL
      for (std::uint32_t k = 0; k < count; k += 4) {
        // The last four halves may be some of those before.
        const std::uint32_t first = std::min(k, 2 * stride_of - 4);
        Halves four[4];
        load_four(table + first / 2, places, four);
        std::copy_n(four + (k - first), std::min(4u, count - k), sets + k);
      }
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
    const std::uint32_t empty = bits_of(group.live) ^ every_lane;
    const std::size_t count = std::min<std::size_t>(std::popcount(empty), top_);
    if (count == 0) return;
    const LaneMask filled = mask_of(_pdep_u32((1u << count) - 1, empty));
    top_ -= count;
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) pop(k, filled, group.alive[k]);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) pop(words + v, filled, group.waiting[v]);
    pop(words + vectors, filled, group.word);
    if constexpr (listing) {
      pop(words + vectors + 1, filled, group.place[0]);
      pop(words + vectors + 2, filled, group.place[1]);
    }
    if constexpr (batched) {
      for (Halves& singles : group.singles) singles = select(filled, Halves{}, singles);
    }
    group.live = join(group.live, filled);
  }
  void pop(std::uint32_t k, LaneMask filled, Halves& value) {
    value = select(filled, expanded(filled, load_halves(row(k) + top_)), value);
  }

  // Registers and a store: compressing into memory is slow on AMD's processors.
  void push(std::uint32_t k, LaneMask pushed, Halves value) {
    store_halves(compressed(pushed, value), row(k) + top_);
  }

  // Takes the first member off each set in the lanes that are `wanting`; returns it, or 0 if there is none.  Adds
  // what is left of the sets to `others`.
  template <std::uint32_t count>
  static Halves take_lowest(Halves (&sets)[count], LaneMask wanting, Halves& others) {
    Halves member{};
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < count; ++k) {
      const Halves lower = difference_of(sets[k], all_of(1));
      const LaneMask here = meet(wanting, nonzero(sets[k]));
      wanting = outside(wanting, here);
      const Halves rank = SetSizes(~sets[k] & lower).all();
      member = select(here, sum_of(rank, all_of(32 * k)), member);
      sets[k] = select(here, sets[k] & lower, sets[k]);
      others = others | sets[k];
    }
    return member;
  }

  // Takes the first option of each lane's item, and pushes the state without that option.
  void take_first(Group& group) {
    const LaneMask live = group.live;
    Halves choices[words];
    gather_sets<words, stride>(column_, only(live, group.word & all_of(item_bits)), choices);
    Halves without[words];  // The alive options without the first choice.
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      choices[k] = choices[k] & group.alive[k];
      without[k] = group.alive[k] ^ choices[k];
    }
    Halves others{};  // Not zero if there are other choices.
    const Halves option = take_lowest(choices, live, others);
    const LaneMask pushed = meet(live, nonzero(others));
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) push(k, pushed, without[k] ^ choices[k]);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) push(words + v, pushed, group.waiting[v]);
    push(words + vectors, pushed, group.word);
    if constexpr (listing) {
      const Halves low = shifted_up<1>(group.place[0]);
      const Halves high = shifted_up<1>(group.place[1]) | shifted_down<31>(group.place[0]);
      push(words + vectors + 1, pushed, low | all_of(1));
      push(words + vectors + 2, pushed, high);
      lost_ |= count_of(meet(pushed, having(group.place[1], all_of(Half{1} << 31)))) != 0;
      group.place[0] = select(pushed, low, group.place[0]);
      group.place[1] = select(pushed, high, group.place[1]);
    }
    top_ += count_of(pushed);

    group.branched = meet(live, having(group.word, all_of(many)));
    totals_.work.nodes += count_of(group.branched);
    take(group, live, option);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) group.waiting[v] = only(live, group.waiting[v]);
  }

  // Takes an option in each of these lanes.
  void take(Group& group, LaneMask taking, Halves option) const {
    Halves kept[words];
    Halves rest[vectors];
    gather_sets<words, stride>(keep_, option, kept);
    gather_sets<vectors, item_stride>(rest_, option, rest);
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      group.alive[k] = select(taking, group.alive[k] & kept[k], group.alive[k]);
    }
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) {
      group.waiting[v] = select(taking, group.waiting[v] & rest[v], group.waiting[v]);
    }
  }

  // Takes the options of further items that have a single one, as long as enough lanes have some: what
  // is left is found again.
  void take_singles(Group& group) const {
    for (;;) {
      // Singles that were covered are forgotten.
      Halves any{};
      for (std::uint32_t v = 0; v < vectors; ++v) {
        group.singles[v] = group.singles[v] & group.waiting[v];
        any = any | group.singles[v];
      }
      const LaneMask having_some = meet(group.live, nonzero(any));
      if (count_of(having_some) < batch) return;
      take_single(group, having_some);
    }
  }

  // Takes the option of the first single in each of these lanes.  If it is gone, the state is dead, as will
  // be seen when the smallest item is looked for.
  void take_single(Group& group, LaneMask taking) const {
    Halves others{};
    Halves choices[words];
    gather_sets<words, stride>(column_, take_lowest(group.singles, taking, others), choices);
    Halves any{};
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      choices[k] = choices[k] & group.alive[k];
      any = any | choices[k];
    }
    const LaneMask taken = meet(taking, nonzero(any));
    take(group, taken, take_lowest(choices, taken, others));
    group.word = sum_of(group.word, only(taken, all_of(Half{1} << forced_shift)));
  }

  // Finds the first item of the smallest size in each lane, as size and item.  Stopping once every item
  // is forced or dead gains nothing.
  Halves find_smallest(Group& group) const {
    Halves least = all_of(~Half{0});
    const Half* columns = reinterpret_cast<const Half*>(column_);
    COMBIEN_UNROLL
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const Halves waiting = group.waiting[v];
      const Half any = union_of(waiting);
      Halves singles{};
      const auto options_of = [&](std::uint32_t item, std::uint32_t k) {
        return group.alive[k] & all_of(columns[std::size_t{item} * 2 * stride + k]);
      };
      const auto scan = [&]<std::uint32_t filled>() {
        for (Half some = any & filled_[filled - 1][v]; some != 0; some &= some - 1) {
          const std::uint32_t item = 32 * v + static_cast<std::uint32_t>(std::countr_zero(some));
          const std::uint32_t* places = places_[item];
          const auto place = [&](std::uint32_t k) { return filled > scattered ? k : places[k]; };
          SetSizes size(options_of(item, place(0)));
          COMBIEN_UNROLL
          for (std::uint32_t k = 1; k < (filled > scattered ? words : filled); ++k) {
            size.add(options_of(item, place(k)));
          }
          const Halves bit = all_of(bits_[item]);
          const LaneMask waits = having(waiting, bit);
          const Halves sized = size.times_256() | all_of(numbers_[item]);
          least = lesser_in(waits, least, sized);
          if constexpr (batched) {
            const LaneMask alone = meet(waits, equal_lanes(size.all(), all_of(1)));
            singles = select(alone, singles | bit, singles);
          }
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
  void settle(Group& group, Halves least) {
    Halves left = group.waiting[0];
    COMBIEN_UNROLL
    for (std::uint32_t v = 1; v < vectors; ++v) left = left | group.waiting[v];
    const LaneMask unsolved = nonzero(left);
    const LaneMask solved = outside(group.live, unsolved);
    totals_.solutions += count_of(solved);
    if constexpr (listing) {
      if (count_of(solved) != 0) keep(group, bits_of(solved));
    }
    const LaneMask open = meet(unsolved, at_least(least, all_of(single)));
    const LaneMask to_force = outside(open, at_least(least, all_of(many)));
    // Forced options count once it is known that their node is not dead.
    const Halves before = shifted_down<forced_shift>(group.word);
    const Halves forced = select(group.branched, before, sum_of(before, all_of(1)));
    const LaneMask counted = join(solved, outside(open, to_force));
    group.forced = sum_of(group.forced, only(counted, forced));
    group.word = select(to_force, least | shifted_up<forced_shift>(forced),
                        (least & all_of(item_bits)) | all_of(many));
    group.live = open;
  }

  void keep(const Group& group, std::uint32_t solved) {
    Half places[2][lanes];
    Half options[words][lanes];
    for (std::uint32_t k = 0; k < 2; ++k) store_halves(group.place[k], places[k]);
    for (std::uint32_t k = 0; k < words; ++k) store_halves(group.alive[k], options[k]);
    for (; solved != 0; solved &= solved - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(solved));
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
