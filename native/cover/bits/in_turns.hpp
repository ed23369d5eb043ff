// A search that visits a few states in turns, for processors without AVX-512.
//
// A state is searched by plain words, and the sizes of all its items are summed up in bytes: a row of
// a table has, for each value of four bits of its options, how many of these each item has.  A step
// takes the first option of the item, adds 16 rows for each word of options, and finds the first item of
// the smallest size, all without a branch.  It is a chain of some 80 cycles, which one state alone
// would wait for; a few of them fill the processor.
//
// Each lane has its own stack, whose top is its state: choosing an option that is not the last makes a
// state above, the last one replaces the state, and a state that is solved or dead is dropped.
// A lane without states takes the lowest of the longest stack.
//
// Included after lane_sets.hpp, inside the namespace.  No include guard.
#ifdef COMBIEN_BYTES

// `words` are those of a set of options; the items are at most `bytes`.  With `listing`, solutions are
// kept.
template <std::uint32_t words, std::uint32_t bytes, bool listing>
class InTurns : public LaneSets<words, (bytes + 63) / 64> {
  static constexpr std::uint32_t vectors = (bytes + 63) / 64;
  using Sets = LaneSets<words, vectors>;
  using Sets::column_, Sets::found_, Sets::keep_, Sets::lost_, Sets::rest_;
  using typename Sets::Found;

 public:
  // Sizes are less than 255.
  static constexpr std::uint32_t most_options = std::min(254u, Sets::most_options);
  static constexpr std::uint32_t most_items = bytes;

  // Starts at the node with these available options and waiting items, branching on `item` (its
  // rank among them).
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item) {
    Sets::open_sets(above, alive, waiting);
    make_rows(options);
    for (std::uint32_t k = 0; k < lanes; ++k)
      lanes_[k] = {stacks_[k] + 1, stacks_[k] + 1, stacks_[k] + 1};
    State& root = *lanes_[0].top;
    std::memset(root.covered, 0, items);
    std::memset(root.covered + items, covered, bytes - items);
    std::memset(root.alive, 0, sizeof root.alive);
    fill(root.alive, options);
    root.item = item;
    root.branching = 1;
    root.forced = 0;
    if constexpr (listing) root.way = {1, {}};
    active_ = 1;
    totals_ = {};
  }

  // Continues; false if it is not done after some thousand steps.
  bool run() {
    // Kept in registers.
    LaneTotals totals;
    std::uint32_t round = 0;
    for (; round < rounds && active_ != 0; ++round) {
      if (active_ < lanes) share();
      totals.occupied += active_;
      bool over = false;
      for (std::uint32_t k = 0; k < active_; ++k) {
        lanes_[k].top = step(lanes_[k].top, totals);
        over |= lanes_[k].top < lanes_[k].lowest;
      }
      if (over) retire();
    }
    totals_.solutions += totals.solutions;
    totals_.work.nodes += totals.work.nodes;
    totals_.work.updates += totals.work.nodes + totals.work.updates;
    totals_.steps += std::uint64_t{lanes} * round;
    totals_.occupied += totals.occupied;
    return active_ == 0;
  }

  // The totals so far.
  LaneTotals totals() const { return totals_; }

 private:
  static constexpr std::uint32_t lanes = 3;
  static constexpr std::uint32_t rounds = 1024;
  static constexpr std::uint8_t covered = 255;
  static constexpr std::uint32_t registers = bytes / sizeof(Bytes);
  // The table has a row for each value of each digit of four bits.
  static constexpr std::uint32_t digits = 16;
  static constexpr std::uint32_t values = 16;
  static constexpr std::uint32_t log = std::countr_zero(bytes);
  static_assert(std::has_single_bit(bytes));

  struct NoWay {};
  struct alignas(32) State {
    std::uint8_t covered[bytes];  // 255 for each item that is not waiting, otherwise 0.
    Word alive[words];
    std::uint32_t item;       // To branch on.
    std::uint16_t branching;  // 0 if its option is forced, otherwise 1.
    std::uint16_t forced;     // How many options were forced since the last branching.
    [[no_unique_address]] std::conditional_t<listing, Found, NoWay> way;
  };
  struct Lane {
    State* lowest;
    State* top;  // Below `lowest` if there is no state.
    State* stack;
  };

  // Keeps GCC from loading two words at once: processors wait if one of them was just stored.
  static Word in_register(Word word) {
    asm("" : "+r"(word));
    return word;
  }

  // Takes the first option of the state on top; returns the new top.
  State* step(State* here, LaneTotals& totals) {
    Word alive[words];
    for (std::uint32_t k = 0; k < words; ++k) alive[k] = in_register(here->alive[k]);
    const Word* column = column_ + std::size_t{here->item} * words;
    Word some = column[words - 1] & alive[words - 1];  // The item's options in word `at`.
    Word others = 0;                                   // Not 0 if it has others further up.
    Word at = words - 1;
    for (std::uint32_t k = words - 1; k-- > 0;) {
      const Word choices = column[k] & alive[k];
      const Word none = Word{0} - Word{choices == 0};
      others |= some & ~none;
      some = choices | (some & none);
      at = (at & none) | (k & ~none);
    }
    const Word bit = some & -some;
    const std::size_t option = 64 * at + static_cast<std::uint32_t>(std::countr_zero(some));
    others |= some ^ bit;
    State* next = here + (others != 0 ? 1 : 0);

    here->alive[at] ^= bit;
    for (std::uint32_t k = 0; k < words; ++k) {
      alive[k] &= in_register(keep_[option * words + k]);
      next->alive[k] = alive[k];
    }
    const std::uint32_t branched = here->branching;
    const std::uint32_t forced = (here->forced + 1u) & (branched - 1);
    if constexpr (listing) {
      Found way = here->way;
      const bool more = others != 0;
      lost_ |= more && way.place >> 63 != 0;
      way.place <<= more ? 1 : 0;
      here->way.place = way.place | 1;
      way.options[at] |= bit;
      next->way = way;
    }
    Bytes sizes[registers];
    const std::uint8_t* covers = covers_ + option * bytes;
    COMBIEN_UNROLL
    for (std::uint32_t r = 0; r < registers; ++r) {
      sizes[r] = either(load(here->covered + r * sizeof(Bytes)), load(covers + r * sizeof(Bytes)));
    }
    COMBIEN_UNROLL
    for (std::uint32_t r = 0; r < registers; ++r)
      store(sizes[r], next->covered + r * sizeof(Bytes));
    add_rows(alive, sizes);

    Bytes least = sizes[0];
    for (std::uint32_t r = 1; r < registers; ++r) least = lesser(least, sizes[r]);
    least = smallest(least);
    const std::uint8_t size = first(least);
    next->item = first_equal(sizes, least);
    next->branching = size >= 2;
    next->forced = static_cast<std::uint16_t>(forced);
    totals.work.nodes += branched;
    // Forced options count once it is known that their node is not dead.
    totals.work.updates += size >= 2 ? forced : 0;
    totals.solutions += size == covered;
    if constexpr (listing) {
      if (size == covered) keep(next->way);
    }
    return next - (size == 0 || size == covered ? 1 : 0);
  }

  // Adds the sizes of all items.
  [[gnu::always_inline]] void add_rows(const Word* alive, Bytes* sizes) const {
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      COMBIEN_UNROLL
      for (std::uint32_t digit = 0; digit < digits; ++digit) {
        constexpr Word offsets = (values - 1) * bytes;
        const Word offset =
            (4 * digit < log ? alive[k] << (log - 4 * digit) : alive[k] >> (4 * digit - log)) &
            offsets;
        const std::uint8_t* row = rows_ + offset;
        COMBIEN_UNROLL
        for (std::uint32_t r = 0; r < registers; ++r) {
          const std::size_t part = (digits * k + digit) * values * bytes + r * sizeof(Bytes);
          sizes[r] = sum(sizes[r], load(row + part));
        }
      }
    }
  }

  // The first item with the smallest size.
  [[gnu::always_inline]] static std::uint32_t first_equal(const Bytes* sizes, Bytes least) {
    constexpr std::uint32_t each = registers / vectors;
    std::uint32_t item = 0;
    for (std::uint32_t v = vectors; v-- > 0;) {
      Word found = equal(sizes[v * each], least);
      COMBIEN_UNROLL
      for (std::uint32_t r = 1; r < each; ++r) {
        found |= equal(sizes[v * each + r], least) << r * sizeof(Bytes);
      }
      const auto here = 64 * v + static_cast<std::uint32_t>(std::countr_zero(found));
      item = v + 1 == vectors || found != 0 ? here : item;
    }
    return item;
  }

  void keep(Found solution) {
    solution.place <<= std::countl_zero(solution.place);
    found_.push_back(solution);
  }

  // Moves the lanes without states behind the others.
  void retire() {
    std::uint32_t left = 0;
    for (std::uint32_t k = 0; k < active_; ++k) {
      if (lanes_[k].top >= lanes_[k].lowest) std::swap(lanes_[left++], lanes_[k]);
    }
    active_ = left;
  }

  // Gives states to the lanes without any.
  void share() {
    while (active_ < lanes) {
      Lane* longest = lanes_;
      for (std::uint32_t k = 1; k < active_; ++k) {
        if (lanes_[k].top - lanes_[k].lowest > longest->top - longest->lowest) longest = &lanes_[k];
      }
      if (longest->top == longest->lowest) return;
      Lane& empty = lanes_[active_++];
      empty.lowest = empty.top = empty.stack;
      *empty.top = *longest->lowest++;
    }
  }

  void make_rows(std::uint32_t options) {
    std::memset(rows_, 0, sizeof rows_);
    for (std::uint32_t option = 0; option < options; ++option) {
      std::uint8_t* row = rows_ + (option / 4 * values + (1u << option % 4)) * bytes;
      std::uint8_t* covers = covers_ + std::size_t{option} * bytes;
      std::memset(covers, 0, bytes);
      for (std::uint32_t v = 0; v < vectors; ++v) {
        for (Word its = ~rest_[option * vectors + v]; its != 0; its &= its - 1) {
          const auto item = 64 * v + static_cast<std::uint32_t>(std::countr_zero(its));
          row[item] = 1;
          covers[item] = covered;
        }
      }
    }
    for (std::uint32_t first = 0; first < options; first += 4) {
      std::uint8_t* rows = rows_ + std::size_t{first} * (values / 4) * bytes;
      for (std::uint32_t value = 3; value < values; ++value) {
        const std::uint32_t low = value & -value;
        if (low == value) continue;
        for (std::uint32_t at = 0; at < bytes; at += sizeof(Bytes)) {
          store(sum(load(rows + (value - low) * bytes + at), load(rows + low * bytes + at)),
                rows + value * bytes + at);
        }
      }
    }
  }

  alignas(64) std::uint8_t rows_[words * digits * values * bytes];
  alignas(64) std::uint8_t covers_[64 * words * bytes];  // For each option, 255 for its items.
  State stacks_[lanes]
               [bytes + 2];  // From the second: a choice covers an item, so there are no more.
  Lane lanes_[lanes];        // The first active_ have states.
  std::uint32_t active_ = 0;
  LaneTotals totals_;
};

#endif
