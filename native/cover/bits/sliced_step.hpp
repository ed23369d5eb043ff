// A step in turns, with the sizes of all items in bit slices, for states with many items.
//
// A state keeps its sizes, and the options that a step removes are subtracted, four at a time: with 256
// items to a vector, 47 instructions, where the bytes of byte_step.hpp add 16 rows of 256 bytes for each
// word of options.  Of the items that have a single option left, a step takes two (a sudoku takes 1.2 times
// as long with one, and as long with three).
//
// Included after in_turns.hpp, inside the namespace.  No include guard.
#ifdef COMBIEN_BYTES

// With `listing`, solutions are kept.
template <std::uint32_t words, std::uint32_t vectors, bool listing>
class SlicedStep : public LaneSets<words, vectors> {
  using Sets = LaneSets<words, vectors>;
  using Sets::column_, Sets::keep_, Sets::rest_;
  using typename Sets::Found;
  using Slice = typename SliceOf<vectors>::Type;
  static constexpr std::uint32_t most_digits = 6 + std::countr_zero(std::bit_ceil(words));
  // Sizes of sudokus are less than 16 (with all digits, one takes 1.13 times as long).
  static constexpr std::uint32_t short_digits = 4;
  static constexpr std::uint32_t batch = 2;

 public:
  // So that the digits suffice for each size.
  static constexpr std::uint32_t most_options = 64 * words - 1;
  static constexpr std::uint32_t most_items = Sets::most_items;

 protected:
  static constexpr std::uint32_t lanes = 2;
  static constexpr bool keeps_solutions = listing;

  struct State {
    Slice sizes[most_digits];
    Slice waiting;
    Word alive[words];  // The options that are in the sizes.
    Word left[words];   // The same without options of the item that were passed over.
    std::uint32_t
        items[batch];         // Of those with a single option, or the item to branch on, repeated.
    std::uint16_t branching;  // 0 if the options are forced, otherwise 1.
    std::uint16_t forced;     // How many options were forced since the last branching.
    [[no_unique_address]] std::conditional_t<listing, Found, typename Sets::NoWay> way;
  };

  void start(State& root, std::uint32_t options, std::uint32_t items, std::uint32_t item) {
    for (Slice& digit : root.sizes) digit = Slice{};
    for (Slice& row : rows_) row = Slice{};
    for (std::uint32_t option = 0; option < options; ++option) {
      Slice& row = row_of(option);
      std::memcpy(&row, rest_ + std::size_t{option} * vectors, sizeof row);
      row = ~row;
      Slice carried = row;
      for (Slice& digit : root.sizes) {
        const Slice both = digit & carried;
        digit ^= carried;
        carried = both;
      }
    }
    Word every[vectors] = {};
    fill(every, items);
    std::memcpy(&root.waiting, every, sizeof every);
    std::memset(root.alive, 0, sizeof root.alive);
    fill(root.alive, options);
    std::copy_n(root.alive, words, root.left);
    std::fill_n(root.items, batch, item);
    short_ = true;
    for (std::uint32_t digit = short_digits; digit < most_digits; ++digit) {
      short_ &= !any_of<Slice>(root.sizes[digit]);
    }
  }

  // Calls `call` with the number of digits that the sizes have.
  template <class Call>
  auto with_digits(Call call) {
    if (short_) return call(std::integral_constant<std::uint32_t, short_digits>());
    return call(std::integral_constant<std::uint32_t, most_digits>());
  }

  // Takes the first option of the state on top, or options that are forced; returns the new top.
  template <std::uint32_t digits>
  State* step(State* here, LaneTotals& totals) {
    using First = FirstOption<words>;
    const First first(column_ + std::size_t{here->items[0]} * words, here->left);
    // The option of another single item, or the same one.
    const First second(column_ + std::size_t{here->items[1]} * words, here->left);
    const std::size_t option = first.option();
    const std::size_t other = second.option();
    const bool differ = other != option;
    const bool excluded = (keep_[option * words + second.at] & second.bit) == 0;
    const bool clash = differ & excluded;
    State* next = here + (first.others != 0 ? 1 : 0);

    here->left[first.at] ^= first.bit;
    const std::uint32_t branched = here->branching;
    const std::uint32_t forced = (here->forced + 1u + (differ ? 1 : 0)) & (branched - 1);
    if constexpr (listing) {
      Found way = Sets::go_below(here->way, first.others != 0);
      way.options[first.at] |= first.bit;
      way.options[second.at] |= second.bit;
      next->way = way;
    }
    Slice sizes[digits];
    COMBIEN_UNROLL
    for (std::uint32_t digit = 0; digit < digits; ++digit) sizes[digit] = here->sizes[digit];
    const Slice waiting = here->waiting & ~(row_of(option) | row_of(other));
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < words; ++k) {
      const Word before = in_register(here->alive[k]);
      const Word after =
          before & in_register(keep_[option * words + k]) & in_register(keep_[other * words + k]);
      next->alive[k] = next->left[k] = after;
      subtract<digits>(sizes, rows_ + std::size_t{65} * k, before ^ after);
    }
    COMBIEN_UNROLL
    for (std::uint32_t digit = 0; digit < digits; ++digit) next->sizes[digit] = sizes[digit];
    next->waiting = waiting;

    const std::uint32_t size = choose<digits>(sizes, waiting, next->items);
    const bool solved = !clash & !any_of<Slice>(waiting);
    const bool dead = clash | (size == 0);
    next->branching = size >= 2;
    next->forced = static_cast<std::uint16_t>(forced);
    totals.work.nodes += branched;
    // Forced options count once it is known that their node is not dead.
    totals.work.updates += solved || (!dead && size >= 2) ? forced : 0;
    totals.solutions += solved;
    if constexpr (listing) {
      if (solved) Sets::keep_solution(next->way);
    }
    return next - ((solved | dead) ? 1 : 0);
  }

 private:
  // The items of an option; after those of 64 options there is an empty row, so that a word without
  // options can be read as one with more.
  Slice& row_of(std::size_t option) { return rows_[option + option / 64]; }

  template <std::uint32_t digits>
  [[gnu::always_inline]] static void subtract(Slice* sizes, const Slice* rows, Word options) {
    do {
      Slice four[4];
      COMBIEN_UNROLL
      for (Slice& row : four) {
        row = rows[lowest_or_64(options)];
        options = in_register(options & (options - 1));
      }
      Slice ones = four[0];
      Slice twos;
      add_slices(ones, four[1], four[2], twos);
      const Slice carried = ones & four[3];
      ones ^= four[3];
      const Slice fours = twos & carried;
      twos ^= carried;
      Slice borrowed = ones & ~sizes[0];
      sizes[0] ^= ones;
      subtract_slices(sizes[1], twos, borrowed);
      subtract_slices(sizes[2], fours, borrowed);
      COMBIEN_UNROLL
      for (std::uint32_t digit = 3; digit < digits; ++digit) {
        sizes[digit] ^= borrowed;
        borrowed &= sizes[digit];
      }
    } while (options != 0);
  }

  // Sets the items to branch on, or two that have a single option; returns their size, where 3 stands for
  // any larger one, and 0 for there being an item without options.
  template <std::uint32_t digits>
  [[gnu::always_inline]] static std::uint32_t choose(const Slice* sizes, const Slice& waiting,
                                                     std::uint32_t* items) {
    Slice low = waiting & ~sizes[2];
    COMBIEN_UNROLL
    for (std::uint32_t digit = 3; digit < digits; ++digit) low &= ~sizes[digit];
    const Slice sets[3] = {low & sizes[0] & ~sizes[1], low & sizes[1] & ~sizes[0],
                           low & sizes[0] & sizes[1]};
    const Word no_ones = in_register(Word{any_of<Slice>(sets[0]) ? 0u : 1u});
    const Word no_twos = in_register(Word{any_of<Slice>(sets[1]) ? 0u : 1u});
    const Word place = in_register(no_ones + (no_ones & no_twos));
    Word found[vectors];
    std::memcpy(found, &sets[place], sizeof found);
    if (place == 2 && !any_of<Slice>(sets[2])) {
      Slice least = waiting;
      for (std::uint32_t digit = digits; digit-- > 0;) {
        const Slice smaller = least & ~sizes[digit];
        if (any_of<Slice>(smaller)) least = smaller;
      }
      std::memcpy(found, &least, sizeof found);
    }
    std::uint32_t item = 0;
    COMBIEN_UNROLL
    for (std::uint32_t k = 0; k < batch; ++k) {
      Word word = 0;
      Word at = 0;
      COMBIEN_UNROLL
      for (std::uint32_t v = 1; v <= vectors; ++v) {
        const Word members = found[vectors - v];
        word = members != 0 ? members : word;
        at = members != 0 ? vectors - v : at;
      }
      const auto member =
          static_cast<std::uint32_t>(64 * at + static_cast<std::uint32_t>(std::countr_zero(word)));
      items[k] = item = word != 0 ? member : item;
      if (k + 1 == batch) break;
      COMBIEN_UNROLL
      for (std::uint32_t v = 0; v < vectors; ++v) {
        found[v] = at == v && place == 0 ? word & (word - 1) : found[v];
      }
    }
    return any_of<Slice>(low & ~(sizes[0] | sizes[1])) ? 0 : static_cast<std::uint32_t>(place) + 1;
  }

  Slice rows_[65 * words];
  bool short_ = false;  // Whether all sizes have few digits.
};

#endif
