// The current subproblem: a stack of blocks, each a part of the problem with dense numbering.
//
// Included once for each instruction set, inside its namespace, after small_count.hpp.  No include
// guard.
//
// The blocks are the same as in the bit kernel; the last may be a small one, where each set is one
// word.  Each block knows the numbers of its options and items in the whole problem.

// Scatters the bits of `dense` to the positions of `mask`; the inverse of packing them.
inline void scatter(const Word* dense, const Word* mask, std::uint32_t words, Word* out) {
  std::uint32_t place = 0;
  for (std::uint32_t w = 0; w < words; ++w) {
    out[w] = 0;
    if (mask[w] == 0) continue;
    const auto count = size_of(mask[w]);
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

class Ground {
 public:
  Ground(const Problem& problem, const Keys& keys) : of_options_(keys.of_options) {
    levels_.emplace_back();
    Level& root = levels_.front();
    root.sets.load(BitSets(problem));
    root.members.resize(keys.member_words);
    fill(root.members.data(), keys.members);
    enter();
  }

  // The number of words in a set of options, and in a set of items.
  std::uint32_t words() const { return words_; }
  std::uint32_t vectors() const { return vectors_; }
  bool is_small() const { return in_small_; }

  std::uint32_t option_count() const { return in_small_ ? small_.option_count() : block().options; }
  std::uint32_t item_count() const { return in_small_ ? small_.item_count() : block().items; }
  // The last block that is not small.
  const Block& block() const { return levels_[open_ - (in_small_ ? 2 : 1)].sets; }
  SmallCount& small() { return small_; }

  OptionId original(std::uint32_t option) const {
    return in_small_ ? small_.original(option) : block().original[option];
  }
  // The same for the block that was opened after this many others, and its number of words.
  // require: fewer than open_
  OptionId original(std::size_t depth, std::uint32_t option) const {
    COMBIEN_REQUIRE(depth < open_);
    return is_small(depth) ? small_.original(option) : levels_[depth].sets.original[option];
  }
  std::uint32_t words(std::size_t depth) const {
    return is_small(depth) ? 1 : levels_[depth].sets.words;
  }
  std::uint32_t vectors(std::size_t depth) const {
    return is_small(depth) ? 1 : levels_[depth].sets.vectors;
  }
  const Word* conflicts_of(std::uint32_t option) {
    return in_small_ ? small_.conflicts_of(option) : block().conflicts_of(option);
  }
  const Word* items_of(std::uint32_t option) {
    return in_small_ ? small_.items_of(option) : block().items_of(option);
  }
  const Word* options_of(std::uint32_t item) const {
    return in_small_ ? small_.options_of(item) : block().options_of(item);
  }

  Verdict propagate(Word* alive, Word* waiting, Choice& choice) {
    const auto taken = [](std::uint32_t) {};
    if (in_small_) return small_.propagate(*alive, *waiting, choice, taken);
    return combien::propagate(block(), alive, waiting, choice, taken);
  }

  // The first waiting item with at most this many options alive.
  // require: there is one
  std::uint32_t first_of(const Word* alive, const Word* waiting, std::uint32_t most) const {
    for (std::uint32_t v = 0;; ++v) {
      COMBIEN_REQUIRE(v < vectors_);
      for (Word left = waiting[v]; left != 0; left &= left - 1) {
        const std::uint32_t item = 64 * v + static_cast<std::uint32_t>(std::countr_zero(left));
        if (size_of_item(alive, item) <= most) return item;
      }
    }
  }

  std::uint32_t size_of_item(const Word* alive, std::uint32_t item) const {
    const Word* its = options_of(item);
    int size = 0;
    for (std::uint32_t w = 0; w < words_; ++w) size += size_of(its[w] & alive[w]);
    return static_cast<std::uint32_t>(size);
  }

  // The waiting items, or the options alive, in the numbering of the whole problem.
  void members(const Word* alive, const Word* waiting, std::vector<Word>& whole) const {
    const std::vector<Word>& mask = top().members;
    COMBIEN_REQUIRE(whole.size() >= mask.size());
    scatter(of_options_ ? alive : waiting, mask.data(), static_cast<std::uint32_t>(mask.size()),
            whole.data());
  }

  // Opens a block for these options and items of the current one.
  // require: !is_small()
  void open(const Word* alive, const Word* waiting, bool small) {
    COMBIEN_REQUIRE(!is_small());
    if (levels_.size() == open_) levels_.emplace_back();
    Level& fresh = levels_[open_];
    fresh.members.resize(top().members.size());
    members(alive, waiting, fresh.members);
    if (small) {
      small_.open(block(), alive, waiting);
    } else {
      fresh.sets.renumber(block(), alive, waiting, size_of(alive, words_),
                          size_of(waiting, vectors_));
    }
    ++open_;
    in_small_ = small;
    enter();
  }

  // Closes the block opened last.
  // require: the current block is not the whole problem
  void close() {
    COMBIEN_REQUIRE(open_ > 1);
    --open_;
    in_small_ = false;
    enter();
  }

  // Returns to the whole problem.
  void restart() {
    open_ = 1;
    in_small_ = false;
    enter();
  }

  std::uint64_t bytes() const {
    std::uint64_t words = 0;
    for (const Level& level : levels_) {
      const Block& sets = level.sets;
      words += sets.conflicts.capacity() + sets.option_items.capacity() +
               sets.item_options.capacity() + level.members.capacity() +
               sets.table.capacity() * sizeof(sets.table[0]) / sizeof(Word);
    }
    return words * sizeof(Word);
  }

 private:
  struct Level {
    Block sets;  // Unused while the small sets are in use.
    std::vector<Word> members;
  };

  const Level& top() const { return levels_[open_ - 1]; }
  bool is_small(std::size_t depth) const { return in_small_ && depth + 1 == open_; }

  void enter() {
    words_ = in_small_ ? 1 : block().words;
    vectors_ = in_small_ ? 1 : block().vectors;
  }

  bool of_options_;
  std::vector<Level> levels_;  // The first open_ are in use; the others keep their memory.
  std::size_t open_ = 1;
  SmallCount small_;
  bool in_small_ = false;
  std::uint32_t words_ = 0;
  std::uint32_t vectors_ = 0;
};
