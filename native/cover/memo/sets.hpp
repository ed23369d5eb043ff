// What is done to the state of a node: forced options are taken, the smallest item is found.
//
// Included once for each set of instructions, inside its namespace, after blocks.hpp.  No include
// guard.  The same as in the bit kernel, but nothing is written down about which options were chosen.

// The bits of `dense` put at the places of `mask`, as those were pushed together before.
inline void scatter(const Word* dense, const Word* mask, std::uint32_t words, Word* out) {
  std::uint32_t place = 0;
  for (std::uint32_t w = 0; w < words; ++w) {
    out[w] = 0;
    if (mask[w] == 0) continue;
    const auto count = static_cast<std::uint32_t>(std::popcount(mask[w]));
    const std::uint32_t shift = place % 64;
    Word bits = dense[place / 64] >> shift;
    if (shift + count > 64) bits |= dense[place / 64 + 1] << (64 - shift);
#if COMBIEN_VECTORS >= 1
    out[w] = _pdep_u64(bits, mask[w]);
#else
    for (Word left = mask[w]; left != 0; left &= left - 1, bits >>= 1) {
      if ((bits & 1) != 0) out[w] |= left & -left;
    }
#endif
    place += count;
  }
}

// The item to branch on.
struct Choice {
  std::uint32_t item = 0;
  std::uint32_t size = UINT32_MAX;
};

inline void take_in(const Block& here, Word* options, Word* items, std::uint32_t option) {
  const Word* conflicts = here.conflicts_of(option);
  const Word* covered = here.items_of(option);
  for (std::uint32_t w = 0; w < here.words; ++w) options[w] &= ~conflicts[w];
  for (std::uint32_t v = 0; v < here.vectors; ++v) items[v] &= ~covered[v];
}

// Takes the only option that is left for `item`; false if there is none any more.
inline bool take_forced(const Block& here, Word* options, Word* items, std::uint32_t item) {
  const Word* its = here.options_of(item);
  for (std::uint32_t w = 0; w < here.words; ++w) {
    if (const Word left = its[w] & options[w]; left != 0) {
      take_in(here, options, items, 64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
      return true;
    }
  }
  return false;
}

template <std::uint32_t width>
void choose_smallest(const Lanes* lanes, const Word* items, std::uint32_t first,
                     std::uint32_t count, Choice& choice) {
  for (std::uint32_t size = 2; size < 256 && size < choice.size; ++size) {
    for (std::uint32_t v = 0; v < width; ++v) {
      if (v >= count) continue;
      const Word found = lanes[v].equal(static_cast<std::uint8_t>(size)) & items[first + v];
      if (found == 0) continue;
      choice = {64 * (first + v) + static_cast<std::uint32_t>(std::countr_zero(found)), size};
      return;
    }
  }
}

// Takes forced options until none is left.  `fixed` is the number of vectors, or 0 when it is not
// known in advance: then the sizes are found four vectors at a time.
template <std::uint32_t fixed>
Verdict settle_in(const Block& here, Word* options, Word* items, Choice& choice) {
  constexpr std::uint32_t width = fixed == 0 ? 4 : fixed;
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
      Lanes lanes[width];
      here.count_sizes<width>(options, first, count, lanes);
      for (std::uint32_t v = 0; v < count; ++v) {
        if ((lanes[v].equal(0) & items[first + v]) != 0) return Verdict::dead;
      }
      for (std::uint32_t v = 0; v < count; ++v) {
        Word ones = lanes[v].equal(1) & items[first + v];
        for (; ones != 0; ones &= ones - 1) {
          forced = true;
          const Word bit = ones & -ones;
          if ((items[first + v] & bit) == 0) continue;  // Covered by the option just taken.
          const auto low = static_cast<std::uint32_t>(std::countr_zero(ones));
          if (!take_forced(here, options, items, 64 * (first + v) + low)) return Verdict::dead;
        }
      }
      if (!forced) choose_smallest<width>(lanes, items, first, count, choice);
    }
    if (!any) return Verdict::solved;
    if (!forced) return Verdict::open;
  }
}

// At most 64 options and 64 items, where each set is one word.  What an option excludes and covers is
// fetched from the block above when it is first taken, for most never are.
class SmallSets {
 public:
  void open(const Block& above, const Word* alive, const Word* waiting) {
    above_ = &above;
    alive_above_.assign(alive, alive + above.words);
    waiting_above_.assign(waiting, waiting + above.vectors);
    made_ = 0;
    options = 0;
    for_members(alive, above.words, [&](std::uint32_t old) { numbers_[options++] = old; });
    items = 0;
    for_members(waiting, above.vectors, [&](std::uint32_t old) {
      item_options_[items++] = gather_word(above.options_of(old), alive, above.words);
    });
    std::uint32_t sizes = 0;
    for (std::uint32_t k = 0; k < items; ++k) {
      sizes += static_cast<std::uint32_t>(std::popcount(item_options_[k]));
    }
    varied_ = sizes > 5 * items;
  }

  OptionId original(std::uint32_t option) const { return above_->original[numbers_[option]]; }
  const Word* options_of(std::uint32_t item) const { return &item_options_[item]; }

  // The bits that an option excludes, itself too.
  const Word* conflicts_of(std::uint32_t option) {
    if ((made_ >> option & 1) == 0) make(option);
    return &conflicts_[option];
  }
  const Word* items_of(std::uint32_t option) {
    if ((made_ >> option & 1) == 0) make(option);
    return &option_items_[option];
  }

  // Item after item: the first one with one choice or none ends the round.
  Verdict settle(Word& alive, Word& waiting, Choice& choice) {
    Word left_options = alive;
    Word left_items = waiting;
    for (;;) {
      if (left_items == 0) return Verdict::solved;
      choice = varied_ ? least_of_varied(left_options, left_items)
                       : least_of_alike(left_options, left_items);
      if (choice.size == 0) return Verdict::dead;
      if (choice.size > 1) break;
      const auto option =
          static_cast<std::uint32_t>(std::countr_zero(item_options_[choice.item] & left_options));
      left_options &= ~*conflicts_of(option);
      left_items &= ~option_items_[option];
    }
    alive = left_options;
    waiting = left_items;
    return Verdict::open;
  }

  // Begins to count without a table, at the branching of `item` in a settled state.
  void begin(Word alive, Word waiting, std::uint32_t item) {
    found_ = 0;
    nodes_[0] = {alive, waiting, item_options_[item] & alive};
    depth_ = 1;
  }

  // Goes on with it, node after node; false when the slice is used up first.
  bool count(Slice& slice, std::uint64_t& visited) {
    std::uint64_t granted = 0;
    std::uint64_t used = 0;
    while (depth_ != 0) {
      Node& node = nodes_[depth_ - 1];
      if (node.pending == 0) {
        --depth_;
        continue;
      }
      if (used == granted) {
        visited += used;
        used = 0;
        granted = slice.grant();
        if (granted == 0) return false;
      }
      ++used;
      const auto option = static_cast<std::uint32_t>(std::countr_zero(node.pending));
      node.pending &= node.pending - 1;
      Word alive = node.alive & ~*conflicts_of(option);
      Word waiting = node.waiting & ~option_items_[option];
      Choice choice;
      const Verdict verdict = settle(alive, waiting, choice);
      if (verdict == Verdict::solved) ++found_;
      if (verdict == Verdict::open) {
        nodes_[depth_++] = {alive, waiting, item_options_[choice.item] & alive};
      }
    }
    visited += used;
    slice.give_back(granted - used);
    return true;
  }

  // What was counted: less than 2 to the number of options.
  std::uint64_t found() const { return found_; }

  std::uint32_t options = 0;
  std::uint32_t items = 0;

 private:
  struct Node {
    Word alive;
    Word waiting;
    Word pending;
  };

  // As in the bit kernel: without a branch to guess where sizes vary, with one where most are alike.
  Choice least_of_varied(Word alive, Word waiting) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (; waiting != 0; waiting &= waiting - 1) {
      const auto item = static_cast<std::uint64_t>(std::countr_zero(waiting));
      const auto size = static_cast<std::uint64_t>(std::popcount(item_options_[item] & alive));
      least = std::min(least, size << 6 | item);
      if (size <= 1) break;
    }
    return {static_cast<std::uint32_t>(least % 64), static_cast<std::uint32_t>(least >> 6)};
  }
  Choice least_of_alike(Word alive, Word waiting) const {
    Choice least;
    for (; waiting != 0; waiting &= waiting - 1) {
      const auto item = static_cast<std::uint32_t>(std::countr_zero(waiting));
      const auto size = static_cast<std::uint32_t>(std::popcount(item_options_[item] & alive));
      if (size >= least.size) continue;
      least = {item, size};
      if (size <= 1) break;
    }
    return least;
  }

  void make(std::uint32_t option) {
    const std::uint32_t old = numbers_[option];
    conflicts_[option] = gather_word(above_->conflicts_of(old), alive_above_.data(), above_->words);
    option_items_[option] =
        gather_word(above_->items_of(old), waiting_above_.data(), above_->vectors);
    made_ |= Word{1} << option;
  }

  const Block* above_ = nullptr;
  std::vector<Word> alive_above_;
  std::vector<Word> waiting_above_;
  Word made_ = 0;  // Options that have been fetched.
  std::array<Word, 64> item_options_;
  std::array<Word, 64> conflicts_;
  std::array<Word, 64> option_items_;
  std::array<std::uint32_t, 64> numbers_;  // The options' numbers in the block above.
  std::array<Node, 64> nodes_;             // As many as depth_.
  std::uint32_t depth_ = 0;
  bool varied_ = false;
  std::uint64_t found_ = 0;
};
