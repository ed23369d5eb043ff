// A search in at most 64 options and 64 items, where each set is one word.
//
// Opened below a state of a block; the rows of an option are fetched from there when the option is
// first taken, for most never are.  Included once for each set of instructions.  No include guard.

class SmallSearch {
 public:
  // Begins at the node whose alive options and waiting items these are, branching on `item` (by its
  // rank among them).
  // require: the block and the sets stay as they are until the search is over
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t item) {
    above_ = &above;
    alive_above_ = alive;
    waiting_above_ = waiting;
    made_ = 0;
    path_length_ = 0;
    std::uint32_t options = 0;
    for_members(alive, above.words, [&](std::uint32_t old) { numbers_[options++] = old; });
    std::uint32_t items = 0;
    for_members(waiting, above.vectors, [&](std::uint32_t old) {
      item_options_[items++] = gather_word(above.options_of(old), alive, above.words);
    });
    int sizes = 0;
    for (std::uint32_t k = 0; k < items; ++k) sizes += std::popcount(item_options_[k]);
    varied_ = static_cast<std::uint32_t>(sizes) > 5 * items;
    push(ones(options), ones(items), item_options_[item]);
  }

  bool is_open() const { return depth_ != 0; }
  void close() { depth_ = 0; }

  // Goes on to the next solution.  `arriving` is whether a node was chosen and not visited yet.
  // ensure: `exhausted` => the search is closed
  Outcome next(Slice& slice, Work& work, bool& arriving) {
    std::uint64_t granted = 0;
    std::uint64_t used = 0;
    const auto finish = [&](Outcome outcome) {
      slice.give_back(granted - used);
      return outcome;
    };
    for (;;) {
      if (arriving) {
        if (used == granted) {
          granted = slice.grant();
          used = 0;
          if (granted == 0) return Outcome::out_of_slice;
        }
        ++used;
        ++work.nodes;
        arriving = false;
        const std::uint32_t path_before = path_length_;
        const Verdict verdict = settle();
        if (verdict != Verdict::dead) work.updates += path_length_ - path_before;
        if (verdict == Verdict::solved) return finish(Outcome::solution);
      }
      while (depth_ != 0 && nodes_[depth_ - 1].pending == 0) --depth_;
      if (depth_ == 0) return finish(Outcome::exhausted);
      Node& node = nodes_[depth_ - 1];
      path_length_ = node.path;
      node.chosen = static_cast<std::uint32_t>(std::countr_zero(node.pending));
      node.pending &= node.pending - 1;
      ++work.updates;
      alive_ = node.alive;
      waiting_ = node.waiting;
      take(alive_, waiting_, node.chosen);
      arriving = true;
    }
  }

  // The options chosen here, forced ones too, and those chosen by branching.
  void add_path(std::vector<OptionId>& options) const {
    for (std::uint32_t k = 0; k < path_length_; ++k) options.push_back(original(path_[k]));
  }
  void add_choices(std::vector<OptionId>& choices) const {
    for (std::uint32_t k = 0; k < depth_; ++k) choices.push_back(original(nodes_[k].chosen));
  }

  // Adds the shares that are done, of a subtree that is `share` of the whole; what is left of `share`
  // is that of the last node.
  void add_fraction(double& done, double& share) const {
    for (std::uint32_t k = 0; k < depth_; ++k) {
      share /= nodes_[k].degree;
      const auto pending = static_cast<std::uint32_t>(std::popcount(nodes_[k].pending));
      done += share * (nodes_[k].degree - 1 - pending);
    }
  }

 private:
  struct Node {
    Word alive;
    Word waiting;
    Word pending;
    std::uint32_t path;
    std::uint32_t degree;
    std::uint32_t chosen;
  };

  static Word ones(std::uint32_t count) { return count == 64 ? ~Word{0} : (Word{1} << count) - 1; }

  OptionId original(std::uint32_t option) const { return above_->original[numbers_[option]]; }

  void make_rows(std::uint32_t option) {
    const std::uint32_t old = numbers_[option];
    conflicts_[option] = gather_word(above_->conflicts_of(old), alive_above_, above_->words);
    option_items_[option] = gather_word(above_->items_of(old), waiting_above_, above_->vectors);
    made_ |= Word{1} << option;
  }

  void take(Word& options, Word& items, std::uint32_t option) {
    if ((made_ >> option & 1) == 0) make_rows(option);
    options &= ~conflicts_[option];
    items &= ~option_items_[option];
    path_[path_length_++] = option;
  }

  void push(Word options, Word items, Word choices) {
    nodes_[depth_++] = {
        options, items, choices, path_length_, static_cast<std::uint32_t>(std::popcount(choices)),
        0};
  }

  // Takes forced options until none is left.  Item after item: the first one with one choice or none
  // ends the round.  (Sizes of all items at once by vectors were tried, as bytes and as words: no gain
  // on queens and Langford pairs, and dominoes, whose nodes are mostly forced, took twice as long.)
  Verdict settle() {
    Word options = alive_;
    Word items = waiting_;
    for (;;) {
      if (items == 0) return Verdict::solved;
      const std::uint32_t least =
          varied_ ? least_of_varied(options, items) : least_of_alike(options, items);
      if (least < 64) return Verdict::dead;
      const Word choices = item_options_[least % 64] & options;
      if (least >= 128) {
        push(options, items, choices);
        return Verdict::open;
      }
      take(options, items, static_cast<std::uint32_t>(std::countr_zero(choices)));
    }
  }

  // The size of the smallest item, times 64, and the item: without a branch that could be guessed
  // wrong, which pays where sizes vary (queens and Langford pairs: 8 %).
  std::uint32_t least_of_varied(Word options, Word items) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (Word left = items; left != 0; left &= left - 1) {
      const auto item = static_cast<std::uint64_t>(std::countr_zero(left));
      const auto size = static_cast<std::uint64_t>(std::popcount(item_options_[item] & options));
      least = std::min(least, size << 6 | item);
      if (size <= 1) break;
    }
    return static_cast<std::uint32_t>(least);
  }

  // The same with a branch, which pays where most sizes are alike (dominoes: 25 %).
  std::uint32_t least_of_alike(Word options, Word items) const {
    std::uint32_t best = 0;
    int best_size = 65;
    for (Word left = items; left != 0; left &= left - 1) {
      const auto item = static_cast<std::uint32_t>(std::countr_zero(left));
      const int size = std::popcount(item_options_[item] & options);
      if (size >= best_size) continue;
      best = item;
      best_size = size;
      if (size <= 1) break;
    }
    return static_cast<std::uint32_t>(best_size) << 6 | best;
  }

  const Block* above_ = nullptr;
  const Word* alive_above_ = nullptr;
  const Word* waiting_above_ = nullptr;
  Word made_ = 0;  // Options whose rows have been fetched.
  std::array<Word, 64> item_options_;
  std::array<Word, 64> conflicts_;
  std::array<Word, 64> option_items_;
  std::array<std::uint32_t, 64> numbers_;  // The options' numbers in the block above.
  std::array<Node, 64> nodes_;             // As many as depth_.
  std::array<std::uint32_t, 64> path_;     // As many as path_length_.
  bool varied_ = false;
  std::uint32_t depth_ = 0;
  std::uint32_t path_length_ = 0;
  Word alive_ = 0;
  Word waiting_ = 0;
};
