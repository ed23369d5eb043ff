// The machine that counts with a memo, compiled once for each set of instructions.
//
// Included inside a namespace, after lanes.hpp, blocks.hpp and sets.hpp, with the target switched on.
// No include guard.
//
// The frames of the stack are nodes of two kinds: at a branching, the counts below the options of an
// item are added; at a split, the counts of parts that share nothing are multiplied.  Both work
// through the options that are *pending*.  Blocks are those of the bit kernel: parts of the tree where
// options and items are renumbered densely, at last such that each set is one word.

class Machine final : public MemoSearch {
 public:
  explicit Machine(const Problem& problem) : keys_(problem), table_(keys_.words()) {
    blocks_.emplace_back();
    Block& root = blocks_.front().sets;
    root.load(BitSets(problem));
    levels_ = Levels(root.items);
    blocks_.front().members.resize(keys_.member_words);
    fill(blocks_.front().members.data(), keys_.members);
    key_.resize(keys_.words());
    enter();
    make_room(3 * state_words());
    fill(alive(0), root.options);
    fill(waiting(0), root.items);
    tallies_.push(0);
  }

  MemoOutcome run(Slice& slice, std::uint64_t bytes) override {
    const std::uint64_t rest = this->bytes() - table_.bytes();
    if (rest > bytes) return MemoOutcome::out_of_bytes;
    table_bytes_ = bytes - rest;
    for (;;) {
      if (arriving_) {
        if (!slice.step(words_)) return MemoOutcome::out_of_slice;
        ++work_.nodes;
        arriving_ = false;
        arrive();
      }
      if (plain_) {
        if (!small_.count(slice, work_.nodes)) return MemoOutcome::out_of_slice;
        close_plain();
      }
      if (frames_.empty()) return MemoOutcome::done;
      advance();
    }
  }

  Natural count() const override { return tallies_.number(); }

  double fraction() const override {
    if (frames_.empty()) return arriving_ ? 0 : 1;
    double done = 0;
    double share = 1;
    for (const Frame& frame : frames_) {
      share /= frame.degree;
      done += share * (frame.tried - frame.current);
      share *= frame.current;
    }
    return std::min(done, 1.0);
  }

  MemoWork work() const override {
    MemoWork work = work_;
    work.entries = table_.entries();
    return work;
  }

  std::uint64_t bytes() const override {
    std::uint64_t words = state_.capacity() + frames_.capacity() * (sizeof(Frame) / 8 + keys_.words());
    for (const Level& level : blocks_) words += level.words();
    return words * sizeof(Word) + tallies_.bytes() + table_.bytes();
  }

 private:
  enum class Opened : std::uint8_t { nothing, block, small };

  struct Frame {
    std::size_t state;  // Where in state_ its sets begin: alive, waiting, pending.
    std::uint64_t nodes_before;
    std::uint64_t size;  // Nodes that there would be without a table, so far.
    std::uint64_t hash;
    std::uint32_t level;    // How many items wait.
    std::uint32_t degree;   // How many options are to be worked through,
    std::uint32_t tried;    // how many were begun,
    std::uint32_t current;  // and how many of these are in the subtree now visited.
    bool split;
    bool remember;
    Opened opened;
  };

  // A block, and which items (or options) of the whole problem those of the block are.
  struct Level {
    Block sets;
    std::vector<Word> members;

    std::uint64_t words() const {
      return sets.conflicts.capacity() + sets.option_items.capacity() +
             sets.item_options.capacity() + members.capacity() +
             sets.table.capacity() * sizeof(sets.table[0]) / sizeof(Word);
    }
  };

  // As in the bit kernel, where they were found by trying.
  static constexpr std::uint64_t small_pays_from = 20;
  static constexpr std::uint64_t renumbering = 6;

  // States ------------------------------------------------------------------------------------

  const Block& block() const { return blocks_[open_blocks_ - 1].sets; }
  Word* alive(std::size_t state) { return state_.data() + state; }
  Word* waiting(std::size_t state) { return state_.data() + state + words_; }
  Word* pending(std::size_t state) { return state_.data() + state + words_ + vectors_; }
  std::size_t state_words() const { return std::size_t{2} * words_ + vectors_; }

  void make_room(std::size_t words) {
    if (state_.size() < words) state_.resize(2 * words);
  }

  // The widths of sets where the search now is.
  void enter() {
    words_ = in_small_ ? 1 : block().words;
    vectors_ = in_small_ ? 1 : block().vectors;
  }

  const std::vector<Word>& members() const {
    return in_small_ ? small_members_ : blocks_[open_blocks_ - 1].members;
  }

  OptionId original(std::uint32_t option) const {
    return in_small_ ? small_.original(option) : block().original[option];
  }

  // Nodes -------------------------------------------------------------------------------------

  void arrive() {
    const bool whole = std::exchange(whole_, false);
    Choice choice;
    const Verdict verdict = in_small_ ? small_.settle(*alive(top_), *waiting(top_), choice)
                                      : settle(choice);
    if (verdict != Verdict::open) {
      deliver(verdict == Verdict::solved ? 1 : 0);
      return;
    }
    const std::uint32_t level = size_of(waiting(top_), vectors_);
    if (in_small_ && levels_.plain(level)) {
      small_.begin(*alive(top_), *waiting(top_), choice.item);
      plain_ = true;
      plain_level_ = level;
      plain_nodes_before_ = work_.nodes - 1;
      return;
    }
    Frame frame{};
    frame.level = level;
    frame.state = top_;
    frame.nodes_before = work_.nodes - 1;
    frame.size = 1;
    if (levels_.probing(level)) {
      const Word* set = keys_.of_options ? alive(top_) : waiting(top_);
      scatter(set, members().data(), keys_.member_words, key_.data());
      frame.hash = mix(key_.data(), keys_.member_words);
      frame.remember = levels_.chosen(level, frame.hash);
      if (frame.remember && recall(level, frame.hash)) return;
    }
    if (!whole && levels_.splitting(frame.level)) {
      make_room(top_ + 2 * state_words());
      std::copy_n(alive(top_), words_, pending(top_));
      const std::uint32_t size = size_of(alive(top_), words_);
      frame.split = find_part() < size;
      levels_.looked(frame.level, frame.split);
      frame.degree = size;
    }
    if (frame.split) {
      ++work_.splits;
      tallies_.push(1);
    } else {
      branch(frame, choice);
      tallies_.push(0);
    }
    frames_.push_back(frame);
  }

  Verdict settle(Choice& choice) {
    switch (vectors_) {
      case 1: return settle_in<1>(block(), alive(top_), waiting(top_), choice);
      case 2: return settle_in<2>(block(), alive(top_), waiting(top_), choice);
      case 3: return settle_in<3>(block(), alive(top_), waiting(top_), choice);
      default: return settle_in<0>(block(), alive(top_), waiting(top_), choice);
    }
  }

  // Whether the table knows the state on top; then its count has been delivered.
  // ensure: false => the key, and its hash, are kept for the frame to come
  bool recall(std::uint32_t level, std::uint64_t& hash) {
    if (keys_.secondary_words != 0) {
      Word* mentioned = key_.data() + keys_.member_words;
      std::fill_n(mentioned, keys_.secondary_words, Word{0});
      for_members(alive(top_), words_, [&](std::uint32_t option) {
        const Word* its = keys_.secondary_of(original(option));
        for (std::uint32_t w = 0; w < keys_.secondary_words; ++w) mentioned[w] |= its[w];
      });
      hash ^= mix(mentioned, keys_.secondary_words);
    }
    const MemoTable::Entry known = table_.find(key_.data(), hash);
    const bool hit = known.count != nullptr;
    ++work_.probes;
    levels_.probed(level, hit);
    if (hit) {
      ++work_.hits;
      value_.assign(known.count, known.count + tallies_.limbs());
      deliver_value(known.size);
      return true;
    }
    const std::size_t words = keys_.words();
    const std::size_t end = (frames_.size() + 1) * words;
    if (frame_keys_.size() < end) frame_keys_.resize(2 * end);
    std::copy_n(key_.data(), words, frame_keys_.data() + (end - words));
    return false;
  }

  // Makes a branching of the state on top, in a block of its own where that pays.
  void branch(Frame& frame, const Choice& choice) {
    const std::uint32_t options = size_of(alive(top_), words_);
    std::uint32_t item = choice.item;
    if (!in_small_) {
      if (options <= 64 && frame.level <= 64 &&
          levels_.visits(frame.level, small_pays_from)) {
        item = rank(waiting(top_), item);
        open_small();
        frame.opened = Opened::small;
      } else if (block_pays(frame.level, options)) {
        item = rank(waiting(top_), item);
        open_block(options, frame.level);
        frame.opened = Opened::block;
      }
    }
    make_room(top_ + 2 * state_words());
    if (in_small_) {
      *pending(top_) = small_.options_of(item) & *alive(top_);
    } else {
      const Word* its = block().options_of(item);
      for (std::uint32_t w = 0; w < words_; ++w) pending(top_)[w] = its[w] & alive(top_)[w];
    }
    frame.degree = size_of(pending(top_), words_);
  }

  // Goes to the next option or part of the last frame, or closes the frame.
  // ensure: a state to visit lies on top, or the frame is gone
  void advance() {
    Frame& frame = frames_.back();
    top_ = frame.state;
    if (frame.tried == frame.degree) {
      close();
      return;
    }
    const std::size_t next = top_ + state_words();
    make_room(next + state_words());
    if (frame.split) {
      frame.current = find_part();
      const Word* part = part_.data();
      for (std::uint32_t w = 0; w < words_; ++w) {
        alive(next)[w] = part[w];
        pending(top_)[w] &= ~part[w];
      }
      std::fill_n(waiting(next), vectors_, Word{0});
      for_members(part, words_, [&](std::uint32_t option) {
        const Word* its = items_of(option);
        for (std::uint32_t v = 0; v < vectors_; ++v) waiting(next)[v] |= its[v];
      });
      for (std::uint32_t v = 0; v < vectors_; ++v) waiting(next)[v] &= waiting(top_)[v];
      whole_ = true;
    } else {
      frame.current = 1;
      const std::uint32_t option = lowest(pending(top_));
      pending(top_)[option / 64] &= pending(top_)[option / 64] - 1;
      const Word* conflicts = conflicts_of(option);
      const Word* covered = items_of(option);
      for (std::uint32_t w = 0; w < words_; ++w) alive(next)[w] = alive(top_)[w] & ~conflicts[w];
      for (std::uint32_t v = 0; v < vectors_; ++v) waiting(next)[v] = waiting(top_)[v] & ~covered[v];
    }
    frame.tried += frame.current;
    top_ = next;
    arriving_ = true;
  }

  const Word* conflicts_of(std::uint32_t option) {
    return in_small_ ? small_.conflicts_of(option) : block().conflicts_of(option);
  }
  const Word* items_of(std::uint32_t option) {
    return in_small_ ? small_.items_of(option) : block().items_of(option);
  }

  // Finds what hangs together with the first pending option of the state on top, through items or
  // colours that options contend for.  Returns how many options that are.
  std::uint32_t find_part() {
    const Word* open = pending(top_);
    part_.assign(words_, 0);
    fresh_.assign(words_, 0);
    const std::uint32_t first = lowest(open);
    part_[first / 64] = fresh_[first / 64] = Word{1} << first % 64;
    for (bool grown = true; grown;) {
      grown = false;
      for (std::uint32_t k = 0; k < words_; ++k) {
        while (fresh_[k] != 0) {
          const auto low = static_cast<std::uint32_t>(std::countr_zero(fresh_[k]));
          fresh_[k] &= fresh_[k] - 1;
          const Word* conflicts = conflicts_of(64 * k + low);
          Word missing = 0;
          for (std::uint32_t w = 0; w < words_; ++w) {
            const Word reached = conflicts[w] & open[w] & ~part_[w];
            part_[w] |= reached;
            fresh_[w] |= reached;
            missing |= open[w] & ~part_[w];
          }
          if (missing == 0) return size_of(part_.data(), words_);
          grown = true;
        }
      }
    }
    return size_of(part_.data(), words_);
  }

  // Counts ------------------------------------------------------------------------------------

  void close() {
    const Frame frame = frames_.back();
    value_.assign(tallies_.top(), tallies_.top() + tallies_.limbs());
    levels_.close(frame.level, work_.nodes - frame.nodes_before, frame.size);
    const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(frame.size, UINT32_MAX));
    frames_.pop_back();
    tallies_.pop();
    if (frame.remember) {
      table_.store(frame_keys_.data() + frames_.size() * keys_.words(), frame.hash, value_.data(),
                   size, table_bytes_);
    }
    if (frame.opened == Opened::small) in_small_ = false;
    if (frame.opened == Opened::block) --open_blocks_;
    if (frame.opened != Opened::nothing) enter();
    deliver_value(size);
  }

  void close_plain() {
    plain_ = false;
    const std::uint64_t nodes = work_.nodes - plain_nodes_before_;
    levels_.close(plain_level_, nodes, nodes);
    value_.assign(tallies_.limbs(), 0);
    value_[0] = small_.found();
    deliver_value(static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, UINT32_MAX)));
  }

  void deliver(std::uint64_t count) {
    if (count == 0 && !frames_.empty() && !frames_.back().split) {
      ++frames_.back().size;
      return;
    }
    value_.assign(tallies_.limbs(), 0);
    value_[0] = count;
    deliver_value(1);
  }

  // Hands value_ to the frame above, whose subtree grows by `size` nodes.
  void deliver_value(std::uint32_t size) {
    const bool product = !frames_.empty() && frames_.back().split;
    while (!(product ? tallies_.multiply(value_.data()) : tallies_.add(value_.data()))) {
      tallies_.widen();
      table_.widen(tallies_.limbs(), table_bytes_);
      value_.push_back(0);
    }
    if (frames_.empty()) return;
    Frame& frame = frames_.back();
    frame.size += size;
    if (product && tallies_.is_zero()) frame.tried = frame.degree;
  }

  // Blocks ------------------------------------------------------------------------------------

  // Whether renumbering pays for itself in a subtree of the mean size at this level.
  bool block_pays(std::uint32_t items, std::uint32_t options) const {
    if (words_for(options) == words_ && words_for(items) == vectors_) return false;
    const std::uint64_t before = work_of_node(words_, block().items);
    const std::uint64_t after = work_of_node(words_for(options), items);
    const std::uint64_t cost = (std::uint64_t{options} + items) * (words_ + std::uint64_t{4});
    return after < before && levels_.mean_nodes(items) * (before - after) > renumbering * cost;
  }

  // What visiting a node costs, roughly, in the unit of the cost of renumbering.
  static std::uint64_t work_of_node(std::uint64_t words, std::uint64_t items) {
    return words * (2 + (items + 7) / 8);
  }

  // Opens a block for the state on top, and puts its sets in place of that state.
  void open_block(std::uint32_t options, std::uint32_t items) {
    if (blocks_.size() == open_blocks_) blocks_.emplace_back();
    Level& fresh = blocks_[open_blocks_];
    fresh.sets.renumber(block(), alive(top_), waiting(top_), options, items);
    set_members(fresh.members);
    ++open_blocks_;
    fill_top(options, items);
  }

  void open_small() {
    small_.open(block(), alive(top_), waiting(top_));
    set_members(small_members_);
    in_small_ = true;
    fill_top(small_.options, small_.items);
  }

  void set_members(std::vector<Word>& fresh) {
    fresh.resize(keys_.member_words);
    scatter(keys_.of_options ? alive(top_) : waiting(top_), members().data(), keys_.member_words,
            fresh.data());
  }

  void fill_top(std::uint32_t options, std::uint32_t items) {
    enter();
    make_room(top_ + 2 * state_words());
    fill(alive(top_), options);
    fill(waiting(top_), items);
  }

  Keys keys_;
  Levels levels_{0};
  MemoTable table_;
  std::uint64_t table_bytes_ = 0;

  std::vector<Level> blocks_;  // The first open_blocks_ are in use; the others keep their memory.
  std::size_t open_blocks_ = 1;
  SmallSets small_;
  std::vector<Word> small_members_;
  bool in_small_ = false;
  std::uint32_t words_ = 0;
  std::uint32_t vectors_ = 0;

  std::vector<Word> state_;
  std::size_t top_ = 0;
  std::vector<Frame> frames_;
  std::vector<Word> frame_keys_;
  bool arriving_ = true;
  bool plain_ = false;  // Whether the small sets are counted without a table.
  std::uint32_t plain_level_ = 0;
  std::uint64_t plain_nodes_before_ = 0;
  bool whole_ = false;  // Whether the state on top is known to be one part.

  std::vector<Word> key_;
  std::vector<Word> part_;
  std::vector<Word> fresh_;
  std::vector<std::uint64_t> value_;
  Tallies tallies_;
  MemoWork work_;
};
