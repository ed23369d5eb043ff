// A step in turns, with the sizes of all items summed up in bytes.
//
// A row of a table has, for each value of four bits of the options, how many of these each item has: a step
// adds 16 rows for each word of options.
//
// Included after in_turns.hpp, inside the namespace.  No include guard.
#ifdef COMBIEN_BYTES

// `words` are those of a set of options; the items are at most `bytes`.  With `listing`, solutions are
// kept.
template <std::uint32_t words, std::uint32_t bytes, bool listing>
class ByteStep : public LaneSets<words, (bytes + 63) / 64> {
  static constexpr std::uint32_t vectors = (bytes + 63) / 64;
  using Sets = LaneSets<words, vectors>;
  using Sets::column_, Sets::keep_, Sets::rest_;
  using typename Sets::Found;

 public:
  // Sizes are less than 255.
  static constexpr std::uint32_t most_options = std::min(254u, Sets::most_options);
  static constexpr std::uint32_t most_items = bytes;

 protected:
  static constexpr std::uint32_t lanes = 3;
  static constexpr bool keeps_solutions = listing;

  struct alignas(32) State {
    std::uint8_t covered[bytes];  // 255 for each item that is not waiting, otherwise 0.
    Word alive[words];
    std::uint32_t item;       // To branch on.
    std::uint16_t branching;  // 0 if its option is forced, otherwise 1.
    std::uint16_t forced;     // How many options were forced since the last branching.
    [[no_unique_address]] std::conditional_t<listing, Found, typename Sets::NoWay> way;
  };

  void start(State& root, std::uint32_t options, std::uint32_t items, std::uint32_t item) {
    make_rows(options);
    std::memset(root.covered, 0, items);
    std::memset(root.covered + items, covered, bytes - items);
    std::memset(root.alive, 0, sizeof root.alive);
    fill(root.alive, options);
    root.item = item;
  }

  // A size is a byte, so this calls `call` with 8.
  template <class Call>
  auto with_digits(Call call) {
    return call(std::integral_constant<std::uint32_t, 8>());
  }

  // Takes the first option of the state on top; returns the new top.
  template <std::uint32_t /*size_digits*/>
  State* step(State* here, LaneTotals& totals) {
    Word alive[words];
    for (std::uint32_t k = 0; k < words; ++k) alive[k] = in_register(here->alive[k]);
    const FirstOption<words> first_option(column_ + std::size_t{here->item} * words, alive);
    const Word at = first_option.at;
    const Word bit = first_option.bit;
    const Word others = first_option.others;
    const std::size_t option = first_option.option();
    State* next = here + (others != 0 ? 1 : 0);

    here->alive[at] ^= bit;
    for (std::uint32_t k = 0; k < words; ++k) {
      alive[k] &= in_register(keep_[option * words + k]);
      next->alive[k] = alive[k];
    }
    const std::uint32_t branched = here->branching;
    const std::uint32_t forced = (here->forced + 1u) & (branched - 1);
    if constexpr (listing) {
      Found way = Sets::go_below(here->way, others != 0);
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
      if (size == covered) Sets::keep_solution(next->way);
    }
    return next - (size == 0 || size == covered ? 1 : 0);
  }

 private:
  static constexpr std::uint8_t covered = 255;
  static constexpr std::uint32_t registers = bytes / sizeof(Bytes);
  // The table has a row for each value of each digit of four bits.
  static constexpr std::uint32_t digits = 16;
  static constexpr std::uint32_t values = 16;
  static constexpr std::uint32_t log = std::countr_zero(bytes);
  static_assert(std::has_single_bit(bytes));

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
};

#endif
