// At most 64 options and 64 items of a block, where each set is one word.
//
// The conflicts and items of an option are fetched from the block when it is first taken, because
// most options never are.  Included once for each instruction set, after propagate.hpp.  No include
// guard.

class SmallSets {
 public:
  // require: at most 64 options and 64 items, and the block does not change
  void open(const Block& above, const Word* alive, const Word* waiting) {
    COMBIEN_REQUIRE(size_of(alive, above.words) <= 64);
    COMBIEN_REQUIRE(size_of(waiting, above.vectors) <= 64);
    above_ = &above;
    packed_options_.set(alive, above.words);
    packed_items_.set(waiting, above.vectors);
    made_ = 0;
    options_ = 0;
    for_members(alive, above.words, [&](std::uint32_t old) { numbers_[options_++] = old; });
    items_ = 0;
    for_members(waiting, above.vectors, [&](std::uint32_t old) {
      item_options_[items_++] = packed_options_.packed(above.options_of(old));
    });
    std::uint32_t sizes = 0;
    for (std::uint32_t k = 0; k < items_; ++k) {
      sizes += size_of(item_options_[k]);
    }
    varied_ = sizes > 5 * items_;
  }

  std::uint32_t option_count() const { return options_; }
  std::uint32_t item_count() const { return items_; }

  OptionId original(std::uint32_t option) const { return above_->original[numbers_[option]]; }
  const Word* options_of(std::uint32_t item) const { return &item_options_[item]; }

  // The options that an option excludes, including itself, and its items.
  const Word* conflicts_of(std::uint32_t option) {
    fetch(option);
    return &conflicts_[option];
  }
  const Word* items_of(std::uint32_t option) {
    fetch(option);
    return &option_items_[option];
  }

  void take(Word& alive, Word& waiting, std::uint32_t option) {
    fetch(option);
    alive &= ~conflicts_[option];
    waiting &= ~option_items_[option];
  }

  // Takes forced options until none is left, and calls `taken` for each.  Goes item by item: the
  // first one with at most one option ends the round.  (Computing the sizes of all items at once
  // with vectors was tried, as bytes and as words: no gain on queens and Langford pairs, and
  // dominoes, whose nodes are mostly forced, took twice as long.)
  // ensure: open => `choice` is the first item of the smallest size
  template <class Taken>
  Verdict propagate(Word& alive, Word& waiting, Choice& choice, Taken taken) {
    Word left_options = alive;
    Word left_items = waiting;
    for (;;) {
      if (left_items == 0) return Verdict::solved;
      choice = least(left_options, left_items);
      if (choice.size == 0) return Verdict::dead;
      if (choice.size > 1) break;
      const Word only = item_options_[choice.item] & left_options;
      const auto option = static_cast<std::uint32_t>(std::countr_zero(only));
      take(left_options, left_items, option);
      taken(option);
    }
    alive = left_options;
    waiting = left_items;
    COMBIEN_ENSURE(size_of(item_options_[choice.item] & alive) >= 2);
    return Verdict::open;
  }

 private:
  [[gnu::always_inline]] Choice least(Word alive, Word waiting) const {
#if COMBIEN_VECTORS == 0
    // Sizes to 2 are found without counting bits, which may take a dozen instructions here.
    constexpr std::uint32_t none = 64;
    std::uint32_t two = none;
    for (Word left = waiting; left != 0; left &= left - 1) {
      const auto item = static_cast<std::uint32_t>(std::countr_zero(left));
      const Word options = item_options_[item] & alive;
      const Word others = options & (options - 1);
      if (others == 0) return {item, options == 0 ? 0u : 1u};
      two = (others & (others - 1)) == 0 && two == none ? item : two;
    }
    if (two != none) return {two, 2};
#endif
    return varied_ ? least_of_varied(alive, waiting) : least_of_alike(alive, waiting);
  }

  // Branch-free, to avoid mispredictions; faster where sizes vary (queens and Langford pairs: 8 %).
  Choice least_of_varied(Word alive, Word waiting) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (; waiting != 0; waiting &= waiting - 1) {
      const auto item = static_cast<std::uint64_t>(std::countr_zero(waiting));
      const auto size = static_cast<std::uint64_t>(size_of(item_options_[item] & alive));
      least = std::min(least, size << 6 | item);
      if (size <= 1) break;
    }
    return {static_cast<std::uint32_t>(least % 64), static_cast<std::uint32_t>(least >> 6)};
  }

  // The same with a branch; faster where most sizes are equal (dominoes: 25 %).
  Choice least_of_alike(Word alive, Word waiting) const {
    Choice least;
    for (; waiting != 0; waiting &= waiting - 1) {
      const auto item = static_cast<std::uint32_t>(std::countr_zero(waiting));
      const auto size = size_of(item_options_[item] & alive);
      if (size >= least.size) continue;
      least = {item, size};
      if (size <= 1) break;
    }
    return least;
  }

  void fetch(std::uint32_t option) {
    COMBIEN_REQUIRE(option < options_);
    if ((made_ >> option & 1) != 0) return;
    const std::uint32_t old = numbers_[option];
    conflicts_[option] = packed_options_.packed(above_->conflicts_of(old));
    option_items_[option] = packed_items_.packed(above_->items_of(old));
    made_ |= Word{1} << option;
  }

  const Block* above_ = nullptr;
  Packing packed_options_;
  Packing packed_items_;
  Word made_ = 0;  // Options that have been fetched.
  std::array<Word, 64> item_options_;
  std::array<Word, 64> conflicts_;
  std::array<Word, 64> option_items_;
  std::array<std::uint32_t, 64> numbers_;  // The options' numbers in the block above.
  std::uint32_t options_ = 0;
  std::uint32_t items_ = 0;
  bool varied_ = false;
};
