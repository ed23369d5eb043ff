// The kernel itself, compiled once for each set of instructions.
//
// Included inside a namespace, after lanes.hpp, with the target switched on.  No include guard.
//
// The search works on *blocks*.  A block is a sub-problem renumbered so that its alive options and
// uncovered items lie dense; opening one costs about as much as some dozens of nodes, and makes every
// node below it cheaper.  Whether that pays is decided by the mean size of the subtrees seen so far at
// each depth.  A block of at most 64 options and 64 items is *small*: its sets are single words, and
// its rows are fetched from the block above when they are first needed.
//
// The tree does not depend on the blocks: an item is chosen by its size and its place among the items,
// and renumbering keeps the order.

class Kernel final : public Search {
 public:
  Kernel(const Problem& problem, const Position& start) {
    blocks_.emplace_back();
    load_root(blocks_.back(), BitSets(problem));
    open_blocks_ = 1;
    path_.resize(blocks_.front().items);
    state_.assign(state_words(blocks_.front()), 0);
    restart({});
    replay(start);
  }

  Outcome next(Slice& slice) override {
    for (;;) {
      const Outcome outcome = in_small_ ? next_small(slice) : next_large(slice);
      if (outcome != Outcome::exhausted || done_) return outcome;
    }
  }

  void solution(std::vector<OptionId>& options) const override {
    options.assign(path_.begin(), path_.begin() + path_length_);
    if (!in_small_) return;
    for (std::uint32_t k = small_.path; k < path_length_; ++k) {
      options[k] = small_original(number(options[k]));
    }
  }

  Position position() const override {
    Position here;
    for (const Node& node : nodes_) here.choices.push_back(node.chosen);
    for (std::uint32_t k = 0; k < small_depth_; ++k) {
      here.choices.push_back(small_original(small_nodes_[k].chosen));
    }
    here.visited = !arriving_;
    here.floor = floor_;
    return here;
  }

  double fraction() const override {
    double finished = 0;
    double share = 1;
    for (std::size_t k = floor_; k < nodes_.size(); ++k) {
      share /= nodes_[k].degree;
      finished += share * (nodes_[k].tried - 1);
    }
    for (std::uint32_t k = 0; k < small_depth_; ++k) {
      const SmallNode& node = small_nodes_[k];
      share /= node.degree;
      finished += share * (node.degree - 1 - static_cast<unsigned>(std::popcount(node.pending)));
    }
    if (!arriving_) finished += share;
    return std::min(finished, 1.0);
  }

  Work work() const override { return work_; }

  void restart(std::span<const OptionId> given) override {
    open_blocks_ = 1;
    nodes_.clear();
    in_small_ = false;
    small_depth_ = 0;
    top_ = 0;
    path_length_ = 0;
    fill(alive(0), block().options);
    fill(waiting(0), block().items);
    for (const OptionId option : given) {
      const std::uint32_t k = number(option);
      if ((alive(0)[k / 64] >> k % 64 & 1) == 0) {
        throw InvalidPosition("option " + std::to_string(k) +
                              " is excluded by the options given before it");
      }
      take(block(), alive(0), waiting(0), k, alive(0), waiting(0));
    }
    floor_ = 0;
    arriving_ = true;
    done_ = false;
    work_ = {};
  }

  std::vector<OptionId> branches() override {
    std::vector<OptionId> choices;
    if (settle(top_) != Verdict::open) return choices;
    branch_without_block();
    const Node& node = nodes_.back();
    for (std::uint32_t w = 0; w < block().words; ++w) {
      for (Word left = pending(node.state)[w]; left != 0; left &= left - 1) {
        choices.push_back(
            block().original[64 * w + static_cast<std::uint32_t>(std::countr_zero(left))]);
      }
    }
    return choices;
  }

  Probe probe(Dice& dice) override {
    Probe found;
    double weight = 1;
    for (;;) {
      found.nodes += weight;
      const Verdict verdict = settle(top_);
      if (verdict == Verdict::solved) found.solutions = weight;
      if (verdict != Verdict::open) return found;
      branch_without_block();
      const std::uint32_t degree = nodes_.back().degree;
      for (std::uint32_t k = dice.roll(degree) + 1; k > 0; --k) advance();
      weight *= degree;
      ++found.depth;
    }
  }

 private:
  using Word = std::uint64_t;

  struct Block {
    std::uint32_t options = 0;
    std::uint32_t items = 0;
    std::uint32_t words = 0;    // Of a set of options.
    std::uint32_t vectors = 0;  // Of 64 items each.
    std::vector<OptionId> original;
    std::vector<Word> conflicts;
    std::vector<Word> option_items;
    std::vector<Word> item_options;
    std::vector<std::uint8_t> table;  // For eight options and 64 items: a byte for each item.
  };

  // A branching: its item's options are tried one after the other.
  struct Node {
    std::size_t state;  // Where in state_ its sets begin: alive, waiting, pending.
    std::uint64_t nodes_before;
    std::uint32_t path;    // How many options were chosen above it, forced ones too.
    std::uint32_t degree;  // How many options the item has.
    std::uint32_t tried;   // How many were begun.
    bool opened_block;
    OptionId chosen;  // In the problem's numbers.
  };

  struct Small {
    std::uint32_t items = 0;
    Word made = 0;  // Options whose rows have been fetched.
    std::array<Word, 64> item_options;
    std::array<Word, 64> conflicts;
    std::array<Word, 64> option_items;
    std::array<std::uint32_t, 64> above;  // The options' numbers in the block above.
    std::uint64_t nodes_before = 0;
    std::size_t depth = 0;
    std::size_t state = 0;   // The state in the block above: which options and items these are.
    std::uint32_t path = 0;  // From here the path holds this block's numbers.
  };

  struct SmallNode {
    Word alive;
    Word waiting;
    Word pending;
    std::uint32_t path;
    std::uint32_t degree;
    std::uint32_t chosen;
  };

  struct Depth {
    std::uint64_t nodes = 0;
    std::uint64_t subtrees = 0;
  };

  enum class Verdict { dead, solved, open };

  // Found by trying: 6 instead of 20 costs pentominoes 12 % and random dense systems a third, 40 gains
  // nothing; what an unknown subtree is taken for hardly matters.
  static constexpr std::uint64_t small_pays_from = 20;
  static constexpr std::uint64_t unknown_subtree = 64;

  // Blocks ----------------------------------------------------------------------------------

  const Block& block() const { return blocks_[open_blocks_ - 1]; }
  static std::size_t state_words(const Block& of) {
    return std::size_t{2} * of.words + of.vectors;
  }
  Word* alive(std::size_t state) { return state_.data() + state; }
  Word* waiting(std::size_t state) { return state_.data() + state + block().words; }
  Word* pending(std::size_t state) {
    return state_.data() + state + block().words + block().vectors;
  }

  static std::uint32_t words_for(std::uint32_t bits) { return (bits + 63) / 64; }

  static void fill(Word* set, std::uint32_t bits) {
    for (std::uint32_t w = 0; w < bits / 64; ++w) set[w] = ~Word{0};
    if (bits % 64 != 0) set[bits / 64] = (Word{1} << bits % 64) - 1;
  }

  static std::uint32_t lowest(const Word* set) {
    std::uint32_t w = 0;
    while (set[w] == 0) ++w;
    return 64 * w + static_cast<std::uint32_t>(std::countr_zero(set[w]));
  }

  static std::uint32_t size_of(const Word* set, std::uint32_t words) {
    int size = 0;
    for (std::uint32_t w = 0; w < words; ++w) size += std::popcount(set[w]);
    return static_cast<std::uint32_t>(size);
  }

  static void load_root(Block& root, BitSets sets) {
    root.options = sets.options;
    root.items = sets.items;
    root.words = sets.option_words;
    root.vectors = sets.item_words;
    root.conflicts = std::move(sets.conflicts);
    root.option_items = std::move(sets.option_items);
    root.item_options = std::move(sets.item_options);
    root.original.resize(root.options);
    for (std::uint32_t k = 0; k < root.options; ++k) root.original[k] = OptionId{k};
    make_table(root);
  }

  static void make_table(Block& of) {
    of.table.assign(std::size_t{of.words} * 8 * of.vectors * 64, 0);
    for (std::uint32_t option = 0; option < of.options; ++option) {
      std::uint8_t* rows = of.table.data() + std::size_t{option / 8} * of.vectors * 64;
      const auto bit = static_cast<std::uint8_t>(1u << option % 8);
      for (std::uint32_t v = 0; v < of.vectors; ++v) {
        for (Word left = of.option_items[std::size_t{option} * of.vectors + v]; left != 0;
             left &= left - 1) {
          std::uint8_t& byte = rows[64 * v + static_cast<std::uint32_t>(std::countr_zero(left))];
          byte = static_cast<std::uint8_t>(byte | bit);
        }
      }
    }
  }

  // The bits of `row` at the places of `mask`, as a dense row.
  static void gather_row(const Word* row, const Word* mask, std::uint32_t words, Word* dense,
                         std::uint32_t dense_words) {
    for (std::uint32_t w = 0; w < dense_words; ++w) dense[w] = 0;
    std::uint32_t place = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      if (mask[w] == 0) continue;
      const Word bits = gather(row[w], mask[w]);
      const std::uint32_t shift = place % 64;
      dense[place / 64] |= bits << shift;
      const auto count = static_cast<std::uint32_t>(std::popcount(mask[w]));
      if (shift + count > 64) dense[place / 64 + 1] |= bits >> (64 - shift);
      place += count;
    }
  }

  void make_room(std::size_t words) {
    if (state_.size() < words) state_.resize(2 * words);
  }

  // Opens a block for the state that lies on top, and puts its sets in place of that state.
  void open_block(std::size_t state, std::uint32_t options, std::uint32_t items) {
    if (blocks_.size() == open_blocks_) blocks_.emplace_back();
    const Block& above = blocks_[open_blocks_ - 1];
    Block& fresh = blocks_[open_blocks_];
    const Word* options_mask = state_.data() + state;
    const Word* items_mask = options_mask + above.words;
    fresh.options = options;
    fresh.items = items;
    fresh.words = words_for(options);
    fresh.vectors = words_for(items);
    fresh.original.resize(options);
    fresh.conflicts.resize(std::size_t{options} * fresh.words);
    fresh.option_items.resize(std::size_t{options} * fresh.vectors);
    fresh.item_options.resize(std::size_t{items} * fresh.words);
    std::uint32_t option = 0;
    for (std::uint32_t w = 0; w < above.words; ++w) {
      for (Word left = options_mask[w]; left != 0; left &= left - 1, ++option) {
        const std::size_t old = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
        fresh.original[option] = above.original[old];
        gather_row(&above.conflicts[old * above.words], options_mask, above.words,
                   &fresh.conflicts[std::size_t{option} * fresh.words], fresh.words);
        gather_row(&above.option_items[old * above.vectors], items_mask, above.vectors,
                   &fresh.option_items[std::size_t{option} * fresh.vectors], fresh.vectors);
      }
    }
    std::uint32_t item = 0;
    for (std::uint32_t v = 0; v < above.vectors; ++v) {
      for (Word left = items_mask[v]; left != 0; left &= left - 1, ++item) {
        const std::size_t old = 64 * v + static_cast<std::uint32_t>(std::countr_zero(left));
        gather_row(&above.item_options[old * above.words], options_mask, above.words,
                   &fresh.item_options[std::size_t{item} * fresh.words], fresh.words);
      }
    }
    make_table(fresh);
    ++open_blocks_;
    make_room(state + state_words(fresh));
    fill(alive(state), options);
    fill(waiting(state), items);
  }

  // Whether renumbering pays for itself in a subtree of the mean size at this depth.
  bool block_pays(std::uint32_t options, std::uint32_t items, std::uint32_t chunks) const {
    const Block& here = block();
    if (options > here.options / 2 && words_for(items) == here.vectors) return false;
    const std::uint64_t words_after = words_for(options);
    const std::uint64_t vectors_after = words_for(items);
    const std::uint64_t before = std::uint64_t{chunks} * here.vectors + 2 * here.words;
    const std::uint64_t after = (options + std::uint64_t{7}) / 8 * vectors_after + 2 * words_after;
    if (after >= before) return false;
    const std::uint64_t cost = (std::uint64_t{options} + items) * (here.words + std::uint64_t{4});
    return mean_subtree() * (before - after) > 2 * cost;
  }

  std::uint64_t mean_subtree() const {
    const std::size_t depth = nodes_.size();
    if (depth >= depths_.size() || depths_[depth].subtrees == 0) return unknown_subtree;
    return depths_[depth].nodes / depths_[depth].subtrees;
  }

  void count_subtree(std::size_t depth, std::uint64_t nodes_before) {
    if (depth >= depths_.size()) depths_.resize(depth + 1);
    depths_[depth].nodes += work_.nodes - nodes_before;
    ++depths_[depth].subtrees;
  }

  // Large blocks ----------------------------------------------------------------------------

  Outcome next_large(Slice& slice) {
    for (;;) {
      if (arriving_) {
        if (!slice.step(block().words)) return Outcome::out_of_slice;
        ++work_.nodes;
        arriving_ = false;
        const std::uint32_t path_before = path_length_;
        const Verdict verdict = settle(top_);
        if (verdict != Verdict::dead) work_.updates += path_length_ - path_before;
        if (verdict == Verdict::solved) return Outcome::solution;
        if (verdict == Verdict::open && branch()) return Outcome::exhausted;
      } else {
        if (nodes_.size() == floor_) {
          done_ = true;
          return Outcome::exhausted;
        }
        advance();
      }
    }
  }

  // Takes forced options until none is left, and finds the item to branch on.
  // ensure: open => best_item_ is the first item of the smallest size, which is best_size_
  Verdict settle(std::size_t state) {
    switch (block().vectors) {
      case 1: return settle_in<1>(state);
      case 2: return settle_in<2>(state);
      case 3: return settle_in<3>(state);
      case 4: return settle_in<4>(state);
      default: return settle_in<0>(state);
    }
  }

  // `fixed` is the number of vectors, or 0 when it is not known in advance: then the sizes are found
  // four vectors at a time.
  template <std::uint32_t fixed>
  Verdict settle_in(std::size_t state) {
    constexpr std::uint32_t width = fixed == 0 ? 4 : fixed;
    const Block& here = block();
    const std::uint32_t vectors = fixed == 0 ? here.vectors : fixed;
    Word* const options = state_.data() + state;
    Word* const items = options + here.words;
    for (;;) {
      chunks_ = 0;
      bool forced = false;
      bool any = false;
      best_size_ = UINT32_MAX;
      for (std::uint32_t first = 0; first < vectors; first += width) {
        const std::uint32_t count = fixed == 0 ? std::min(width, vectors - first) : width;
        Word wanted = 0;
        for (std::uint32_t v = 0; v < count; ++v) wanted |= items[first + v];
        if (wanted == 0) continue;
        any = true;
        Lanes lanes[width];
        count_sizes<width>(here, options, first, count, lanes);
        for (std::uint32_t v = 0; v < count; ++v) {
          if ((lanes[v].equal(0) & items[first + v]) != 0) return Verdict::dead;
        }
        for (std::uint32_t v = 0; v < count; ++v) {
          Word ones = lanes[v].equal(1) & items[first + v];
          if (ones == 0) continue;
          forced = true;
          for (; ones != 0; ones &= ones - 1) {
            const Word bit = ones & -ones;
            if ((items[first + v] & bit) == 0) continue;  // Covered by the option just taken.
            const std::uint32_t item =
                64 * (first + v) + static_cast<std::uint32_t>(std::countr_zero(ones));
            if (!take_forced(here, options, items, item)) return Verdict::dead;
          }
        }
        if (!forced) choose_smallest<width>(lanes, items, first, count);
      }
      if (!any) return Verdict::solved;
      if (!forced) return Verdict::open;
    }
  }

  template <std::uint32_t width>
  void count_sizes(const Block& here, const Word* options, std::uint32_t first,
                   std::uint32_t count, Lanes* lanes) {
    const std::size_t stride = std::size_t{here.vectors} * 64;
    const std::uint8_t* rows = here.table.data() + std::size_t{first} * 64;
    chunks_ = 0;
    for (std::uint32_t w = 0; w < here.words; w += 8) {
      const std::uint32_t group = std::min(8u, here.words - w);
      for (Word filled = filled_bytes(options + w, group); filled != 0; filled &= filled - 1) {
        const auto place = static_cast<std::uint32_t>(std::countr_zero(filled));
        const std::uint8_t* row = rows + (8 * std::size_t{w} + place) * stride;
        const std::uint8_t bits = byte_at(options + w, place);
        for (std::uint32_t v = 0; v < width; ++v) {
          if (v < count) lanes[v].add(row + 64 * std::size_t{v}, bits);
        }
        ++chunks_;
      }
    }
  }

  // Takes the only option that is left for `item`; false if there is none any more.
  bool take_forced(const Block& here, Word* options, Word* items, std::uint32_t item) {
    const Word* row = &here.item_options[std::size_t{item} * here.words];
    for (std::uint32_t w = 0; w < here.words; ++w) {
      if (const Word left = row[w] & options[w]; left != 0) {
        const std::uint32_t option = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
        take(here, options, items, option, options, items);
        return true;
      }
    }
    return false;
  }

  // Chooses `option` in one state, giving another (or the same).
  void take(const Block& here, const Word* options, const Word* items, std::uint32_t option,
            Word* options_after, Word* items_after) {
    const Word* conflicts = &here.conflicts[std::size_t{option} * here.words];
    const Word* covered = &here.option_items[std::size_t{option} * here.vectors];
    for (std::uint32_t w = 0; w < here.words; ++w) options_after[w] = options[w] & ~conflicts[w];
    for (std::uint32_t v = 0; v < here.vectors; ++v) items_after[v] = items[v] & ~covered[v];
    path_[path_length_++] = here.original[option];
  }

  template <std::uint32_t width>
  void choose_smallest(const Lanes* lanes, const Word* items, std::uint32_t first,
                       std::uint32_t count) {
    for (std::uint32_t size = 2; size < 256 && size < best_size_; ++size) {
      for (std::uint32_t v = 0; v < width; ++v) {
        if (v >= count) continue;
        const Word found = lanes[v].equal(static_cast<std::uint8_t>(size)) & items[first + v];
        if (found == 0) continue;
        best_size_ = size;
        best_item_ = 64 * (first + v) + static_cast<std::uint32_t>(std::countr_zero(found));
        return;
      }
    }
  }

  // Makes a node of the state on top, in a block of its own where that pays.
  // ensure: true => the node is in a small block
  bool branch() {
    const std::uint32_t options = size_of(alive(top_), block().words);
    const std::uint32_t items = size_of(waiting(top_), block().vectors);
    if (options <= 64 && items <= 64 && mean_subtree() >= small_pays_from) {
      open_small(top_, options, items);
      return true;
    }
    const std::uint32_t degree = best_degree();
    bool opened = false;
    std::uint32_t item = best_item_;
    if (block_pays(options, items, chunks_)) {
      item = rank(waiting(top_), item);
      open_block(top_, options, items);
      opened = true;
    }
    const Word* row = &block().item_options[std::size_t{item} * block().words];
    for (std::uint32_t w = 0; w < block().words; ++w) pending(top_)[w] = row[w] & alive(top_)[w];
    nodes_.push_back({top_, work_.nodes - 1, path_length_, degree, 0, opened, no_option});
    return false;
  }

  // The size of the item to branch on; its counter may have stopped at 255.
  std::uint32_t best_degree() {
    const Word* row = &block().item_options[std::size_t{best_item_} * block().words];
    std::uint32_t degree = 0;
    for (std::uint32_t w = 0; w < block().words; ++w) {
      degree += static_cast<std::uint32_t>(std::popcount(row[w] & alive(top_)[w]));
    }
    return degree;
  }

  // How many members a set has below this one.
  static std::uint32_t rank(const Word* set, std::uint32_t member) {
    const Word below = (Word{1} << member % 64) - 1;
    return size_of(set, member / 64) +
           static_cast<std::uint32_t>(std::popcount(set[member / 64] & below));
  }

  // Goes to the next option of the last node, or closes the node.
  // ensure: a state to visit lies on top, or the node is gone
  void advance() {
    Node& node = nodes_.back();
    path_length_ = node.path;
    if (node.tried == node.degree) {
      const Node closed = node;
      nodes_.pop_back();
      count_subtree(nodes_.size(), closed.nodes_before);
      if (closed.opened_block) --open_blocks_;
      return;
    }
    ++node.tried;
    ++work_.updates;
    const Block& here = block();
    const std::uint32_t option = lowest(pending(node.state));
    pending(node.state)[option / 64] &= pending(node.state)[option / 64] - 1;
    node.chosen = here.original[option];
    top_ = node.state + state_words(here);
    make_room(top_ + state_words(here));
    take(here, alive(node.state), waiting(node.state), option, alive(top_), waiting(top_));
    arriving_ = true;
  }

  // Small blocks ----------------------------------------------------------------------------

  void open_small(std::size_t state, std::uint32_t options, std::uint32_t items) {
    const Block& above = block();
    const Word* options_mask = alive(state);
    const Word* items_mask = waiting(state);
    small_.items = items;
    small_.made = 0;
    small_.nodes_before = work_.nodes - 1;
    small_.depth = nodes_.size();
    small_.state = state;
    small_.path = path_length_;
    std::uint32_t option = 0;
    for (std::uint32_t w = 0; w < above.words; ++w) {
      for (Word left = options_mask[w]; left != 0; left &= left - 1) {
        small_.above[option++] = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
      }
    }
    std::uint32_t item = 0;
    for (std::uint32_t v = 0; v < above.vectors; ++v) {
      for (Word left = items_mask[v]; left != 0; left &= left - 1) {
        const std::size_t old = 64 * v + static_cast<std::uint32_t>(std::countr_zero(left));
        gather_row(&above.item_options[old * above.words], options_mask, above.words,
                   &small_.item_options[item++], 1);
      }
    }
    const std::uint32_t best = rank(items_mask, best_item_);
    const Word all_options = options == 64 ? ~Word{0} : (Word{1} << options) - 1;
    const Word all_items = items == 64 ? ~Word{0} : (Word{1} << items) - 1;
    push_small(all_options, all_items, small_.item_options[best]);
    in_small_ = true;
  }

  OptionId small_original(std::uint32_t option) const {
    return block().original[small_.above[option]];
  }

  // Fetches the rows of an option from the block above.
  void make_small_rows(std::uint32_t option) {
    const Block& above = block();
    const std::size_t old = small_.above[option];
    gather_row(&above.conflicts[old * above.words], alive(small_.state), above.words,
               &small_.conflicts[option], 1);
    gather_row(&above.option_items[old * above.vectors], waiting(small_.state), above.vectors,
               &small_.option_items[option], 1);
    small_.made |= Word{1} << option;
  }

  void take_small(Word& options, Word& items, std::uint32_t option) {
    if ((small_.made >> option & 1) == 0) make_small_rows(option);
    options &= ~small_.conflicts[option];
    items &= ~small_.option_items[option];
    path_[path_length_++] = OptionId{option};
  }

  Outcome next_small(Slice& slice) {
    std::uint64_t granted = 0;
    std::uint64_t used = 0;
    const auto finish = [&](Outcome outcome) {
      slice.give_back(granted - used);
      return outcome;
    };
    for (;;) {
      if (arriving_) {
        if (used == granted) {
          granted = slice.grant();
          used = 0;
          if (granted == 0) return Outcome::out_of_slice;
        }
        ++used;
        ++work_.nodes;
        arriving_ = false;
        const std::uint32_t path_before = path_length_;
        const Verdict verdict = settle_small();
        if (verdict != Verdict::dead) work_.updates += path_length_ - path_before;
        if (verdict == Verdict::solved) return finish(Outcome::solution);
      }
      // Up to the next option that was not tried.
      for (;;) {
        if (small_depth_ == 0) {
          in_small_ = false;
          path_length_ = small_.path;
          count_subtree(small_.depth, small_.nodes_before);
          return finish(Outcome::exhausted);
        }
        SmallNode& node = small_nodes_[small_depth_ - 1];
        path_length_ = node.path;
        if (node.pending == 0) {
          --small_depth_;
          continue;
        }
        node.chosen = static_cast<std::uint32_t>(std::countr_zero(node.pending));
        node.pending &= node.pending - 1;
        ++work_.updates;
        small_alive_ = node.alive;
        small_waiting_ = node.waiting;
        take_small(small_alive_, small_waiting_, node.chosen);
        arriving_ = true;
        break;
      }
    }
  }

  void push_small(Word options, Word items, Word choices) {
    small_nodes_[small_depth_++] = {options, items, choices, path_length_,
                                    static_cast<std::uint32_t>(std::popcount(choices)), 0};
  }

  // Item after item: with counting of bits in words at hand this is the quickest, because the first
  // item with one choice or none ends it.
  Verdict settle_small() {
    Word options = small_alive_;
    Word items = small_waiting_;
    for (;;) {
      if (items == 0) return Verdict::solved;
      std::uint32_t best = 0;
      int best_size = 65;
      for (Word left = items; left != 0; left &= left - 1) {
        const auto item = static_cast<std::uint32_t>(std::countr_zero(left));
        const int size = std::popcount(small_.item_options[item] & options);
        if (size >= best_size) continue;
        best = item;
        best_size = size;
        if (size <= 1) break;
      }
      if (best_size == 0) return Verdict::dead;
      const Word choices = small_.item_options[best] & options;
      if (best_size > 1) {
        push_small(options, items, choices);
        return Verdict::open;
      }
      take_small(options, items, static_cast<std::uint32_t>(std::countr_zero(choices)));
    }
  }

  // Going to a position ------------------------------------------------------------------------

  void replay(const Position& start) {
    arriving_ = true;
    for (const OptionId wanted : start.choices) {
      arriving_ = false;
      if (settle(top_) != Verdict::open) {
        throw InvalidPosition("the position goes on where the search ends");
      }
      branch_without_block();
      for (;;) {
        if (nodes_.back().tried == nodes_.back().degree) {
          throw InvalidPosition("the position takes an option that is not open to it");
        }
        advance();
        if (nodes_.back().chosen == wanted) break;
      }
    }
    if (start.floor > start.choices.size()) {
      throw InvalidPosition("the position fixes more choices than it has");
    }
    floor_ = start.floor;
    arriving_ = !start.visited;
    work_ = {};
    for (Node& node : nodes_) node.nodes_before = 0;
  }

  // A node of the state on top, in the block that is open: a position may lie in what would be a
  // small block.
  void branch_without_block() {
    const std::uint32_t degree = best_degree();
    const Word* row = &block().item_options[std::size_t{best_item_} * block().words];
    for (std::uint32_t w = 0; w < block().words; ++w) pending(top_)[w] = row[w] & alive(top_)[w];
    nodes_.push_back({top_, 0, path_length_, degree, 0, false, no_option});
  }

  std::vector<Block> blocks_;  // The first open_blocks_ are in use; the others keep their memory.
  std::size_t open_blocks_ = 0;
  std::vector<Word> state_;
  std::size_t top_ = 0;
  std::vector<Node> nodes_;
  std::vector<OptionId> path_;  // The options chosen, as many as path_length_.
  std::uint32_t path_length_ = 0;
  std::vector<Depth> depths_;
  std::uint32_t floor_ = 0;  // Nodes whose choice is not changed.
  bool arriving_ = true;
  bool done_ = false;

  std::uint32_t best_item_ = 0;
  std::uint32_t best_size_ = 0;
  std::uint32_t chunks_ = 0;  // Bytes of the last state that had an alive option.

  bool in_small_ = false;
  Small small_;
  std::array<SmallNode, 64> small_nodes_;  // As many as small_depth_.
  std::uint32_t small_depth_ = 0;
  Word small_alive_ = 0;
  Word small_waiting_ = 0;

  Work work_;
};
