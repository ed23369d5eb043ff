// The search that counts with a memo, compiled once for each instruction set.
//
// Included inside a namespace, after ground.hpp, with the target enabled.  No include guard.
//
// The frames of the stack are nodes of two kinds: a branching adds the counts below the options of
// an item; a split multiplies the counts of independent components.  Both process the options that
// are *pending*.

class Machine final : public MemoSearch {
 public:
  explicit Machine(const Problem& problem)
      : keys_(problem),
        ground_(problem, keys_),
        levels_(ground_.item_count()),
        table_(keys_.words()) {
    key_.resize(keys_.words());
    restart();
  }

  void begin(std::span<const OptionId> given) override {
    given_.assign(given.begin(), given.end());
    restart();
  }

  Outcome run(Slice& slice, std::uint64_t bytes) override {
    const std::uint64_t rest = this->bytes() - table_.bytes();
    if (rest > bytes) return Outcome::out_of_bytes;
    table_bytes_ = bytes - rest;
    for (;;) {
      if (arriving_) {
        if (!slice.step(ground_.words())) return Outcome::out_of_slice;
        ++work_.nodes;
        arriving_ = false;
        arrive();
        if (levels_.take_restart()) {
          restart();
          continue;
        }
      }
      if (plain_) {
        if (!ground_.small().count(slice, work_.nodes)) return Outcome::out_of_slice;
        close_plain();
      }
      if (frames_.empty()) return Outcome::done;
      advance();
    }
  }

  Natural count() const override {
    COMBIEN_REQUIRE(frames_.empty() && !arriving_ && !plain_);
    return tallies_.number();
  }

  MemoRest rest(std::size_t most) const override {
    COMBIEN_REQUIRE(most != 0);
    MemoRest rest;
    if (frames_.empty() && !arriving_ && !plain_) {
      rest.found = count();
      return rest;
    }
    std::vector<OptionId> path = given_;
    std::size_t depth = 0;
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      const Frame& frame = frames_[k];
      if (frame.opened_block) ++depth;
      const std::uint32_t words = ground_.words(depth);
      const Word* untried = state_.data() + frame.state + words + ground_.vectors(depth);
      // What is left below a product is not a sum.
      if (frame.split || rest.places.size() + size_of(untried, words) >= most) break;
      rest.found += tallies_.number(k + 1);
      const auto before = static_cast<std::ptrdiff_t>(rest.places.size());
      for_members(untried, words, [&](std::uint32_t option) {
        rest.places.push_back(path);
        rest.places.back().push_back(ground_.original(depth, option));
      });
      std::reverse(rest.places.begin() + before, rest.places.end());
      path.push_back(ground_.original(depth, frame.option));
    }
    rest.places.push_back(std::move(path));
    std::reverse(rest.places.begin(), rest.places.end());
    return rest;
  }

  std::size_t slots() const override { return table_.slots(); }
  std::size_t limbs() const override { return table_.limbs(); }
  std::size_t entry_words() const override { return table_.stride(); }
  std::vector<std::uint64_t> saved(std::size_t begin, std::size_t end) const override {
    return table_.saved(begin, end);
  }
  void load(std::span<const std::uint64_t> words, std::size_t limbs, std::uint64_t bytes) override {
    while (tallies_.limbs() < limbs) {
      tallies_.widen();
      table_.widen(tallies_.limbs(), bytes);
    }
    table_.load(words, limbs, bytes);
  }

  double fraction() const override {
    if (frames_.empty()) return arriving_ || plain_ ? 0 : 1;
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
    return state_.capacity() * sizeof(Word) + frames_.capacity() * sizeof(Frame) +
           frame_keys_.capacity() * sizeof(Word) + ground_.bytes() + tallies_.bytes() +
           table_.bytes();
  }

 private:
  struct Frame {
    std::size_t state;           // Where its sets begin in state_: alive, waiting, pending.
    std::uint64_t nodes_before;  // Nodes visited before it.
    std::uint64_t size;          // Nodes without a table, so far.
    std::uint64_t hash;
    std::uint32_t level;    // Number of waiting items.
    std::uint32_t degree;   // Number of options to process.
    std::uint32_t tried;    // Number of options started.
    std::uint32_t current;  // Number of started options in the subtree now visited.
    std::uint32_t option;   // The option whose subtree is visited; none at a split.
    bool split;
    bool remember;
    bool opened_block;
  };

  // As in the bit kernel, where it was tuned by experiment.
  static constexpr std::uint64_t small_pays_from = 20;
  // Where the table saves enough, takes the first item with at most this many times the options of
  // the smallest.  Mono-, di- and trominoes on 8x8: 54 s with 1, 0.4 s with 2, 0.1 s with 3.
  static constexpr std::uint32_t loose = 3;

  // States ------------------------------------------------------------------------------------

  Word* alive(std::size_t state) { return state_.data() + state; }
  Word* waiting(std::size_t state) { return state_.data() + state + ground_.words(); }
  Word* pending(std::size_t state) {
    return state_.data() + state + ground_.words() + ground_.vectors();
  }
  std::size_t state_words() const { return std::size_t{2} * ground_.words() + ground_.vectors(); }

  void make_room(std::size_t words) {
    if (state_.size() < words) state_.resize(2 * words);
  }

  // Sets the state on top to the whole block.
  void fill_top() {
    make_room(top_ + state_words());
    fill(alive(top_), ground_.option_count());
    fill(waiting(top_), ground_.item_count());
  }

  // Returns to the options given; the table is kept.
  void restart() {
    for (; !frames_.empty(); frames_.pop_back()) tallies_.pop();
    if (!tallies_.empty()) tallies_.pop();
    tallies_.push(0);
    ground_.restart();
    top_ = 0;
    fill_top();
    for (const OptionId each : given_) {
      const std::uint32_t option = number(each);
      if (option >= ground_.option_count() || (alive(0)[option / 64] >> option % 64 & 1) == 0) {
        throw InvalidPosition("option " + std::to_string(option) +
                              " is not open after the options before it");
      }
      without(option, 0, 0);
    }
    arriving_ = true;
    whole_ = false;
    plain_ = false;
  }

  // Nodes -------------------------------------------------------------------------------------

  // Visits the state on top.
  // ensure: its count was delivered, or it has a frame, or it is counted without a table
  void arrive() {
    const bool whole = std::exchange(whole_, false);
    Choice choice;
    const Verdict verdict = ground_.propagate(alive(top_), waiting(top_), choice);
    if (verdict != Verdict::open) {
      deliver_word(verdict == Verdict::solved ? 1 : 0, 1);
      return;
    }
    Frame frame{};
    frame.level = size_of(waiting(top_), ground_.vectors());
    if (ground_.is_small() && levels_.plain(frame.level)) {
      ground_.small().begin(*alive(top_), *waiting(top_), choice.item);
      plain_ = true;
      plain_level_ = frame.level;
      plain_nodes_before_ = work_.nodes - 1;
      return;
    }
    if (levels_.probing(frame.level)) {
      ground_.members(alive(top_), waiting(top_), key_);
      frame.hash = mix(key_.data(), keys_.member_words);
      frame.remember = levels_.chosen(frame.level, frame.hash);
      if (frame.remember && recall(frame)) return;
    }
    frame.state = top_;
    frame.nodes_before = work_.nodes - 1;
    frame.size = 1;
    make_room(top_ + state_words());
    if (!whole && levels_.splitting(frame.level)) {
      std::copy_n(alive(top_), ground_.words(), pending(top_));
      frame.degree = size_of(alive(top_), ground_.words());
      frame.split = find_part() < frame.degree;
      levels_.looked(frame.level, frame.split);
    }
    if (frame.split) {
      ++work_.splits;
    } else {
      branch(frame, choice);
    }
    tallies_.push(frame.split ? 1 : 0);
    frames_.push_back(frame);
  }

  // Whether the state on top is in the table; if so, its count has been delivered.
  // ensure: false => the key and its hash are kept for the next frame
  bool recall(Frame& frame) {
    if (keys_.secondary_words != 0) {
      Word* mentioned = key_.data() + keys_.member_words;
      std::fill_n(mentioned, keys_.secondary_words, Word{0});
      for_members(alive(top_), ground_.words(), [&](std::uint32_t option) {
        const Word* its = keys_.secondary_of(ground_.original(option));
        for (std::uint32_t w = 0; w < keys_.secondary_words; ++w) mentioned[w] |= its[w];
      });
      frame.hash ^= mix(mentioned, keys_.secondary_words);
    }
    const MemoTable::Entry known = table_.find(key_.data(), frame.hash);
    ++work_.probes;
    levels_.probed(frame.level, known.size, work_.nodes);
    if (known.count != nullptr) {
      ++work_.hits;
      value_.assign(known.count, known.count + tallies_.limbs());
      deliver(known.size);
      return true;
    }
    const std::size_t words = keys_.words();
    const std::size_t end = (frames_.size() + 1) * words;
    if (frame_keys_.size() < end) frame_keys_.resize(2 * end);
    std::copy_n(key_.data(), words, frame_keys_.data() + (end - words));
    return false;
  }

  // Makes a branching of the state on top, in its own block where that pays.
  void branch(Frame& frame, Choice choice) {
    if (levels_.table_pays()) {
      // Counted again: the size of a choice saturates at 255, and then no item might be small
      // enough.
      const std::uint32_t size = ground_.size_of_item(alive(top_), choice.item);
      choice.item = ground_.first_of(alive(top_), waiting(top_), loose * size);
    }
    if (!ground_.is_small()) {
      const std::uint32_t options = size_of(alive(top_), ground_.words());
      const bool small =
          options <= 64 && frame.level <= 64 && levels_.visits(frame.level, small_pays_from);
      const Block& here = ground_.block();
      if (small || (here.would_shrink(options, frame.level) &&
                    here.renumbering_pays(options, frame.level, levels_.mean_nodes(frame.level)))) {
        choice.item = rank(waiting(top_), choice.item);
        ground_.open(alive(top_), waiting(top_), small);
        fill_top();
        frame.opened_block = true;
      }
    }
    const Word* its = ground_.options_of(choice.item);
    for (std::uint32_t w = 0; w < ground_.words(); ++w) pending(top_)[w] = its[w] & alive(top_)[w];
    frame.degree = size_of(pending(top_), ground_.words());
  }

  // Moves to the next option or component of the last frame, or closes the frame.
  // ensure: a state to visit is on top, or the frame is gone
  void advance() {
    COMBIEN_REQUIRE(!frames_.empty());
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
      take_part(next);
      whole_ = true;
    } else {
      frame.current = 1;
      take_option(next);
    }
    frame.tried += frame.current;
    top_ = next;
    arriving_ = true;
  }

  void take_option(std::size_t next) {
    const std::uint32_t option = lowest(pending(top_));
    pending(top_)[option / 64] &= pending(top_)[option / 64] - 1;
    frames_.back().option = option;
    without(option, top_, next);
  }

  // Sets `next` to what is left of the state `from` after an option, also if they are the same.
  void without(std::uint32_t option, std::size_t from, std::size_t next) {
    const Word* conflicts = ground_.conflicts_of(option);
    const Word* covered = ground_.items_of(option);
    for (std::uint32_t w = 0; w < ground_.words(); ++w) {
      alive(next)[w] = alive(from)[w] & ~conflicts[w];
    }
    for (std::uint32_t v = 0; v < ground_.vectors(); ++v) {
      waiting(next)[v] = waiting(from)[v] & ~covered[v];
    }
  }

  // Moves the component that was found into the state at `next`.
  void take_part(std::size_t next) {
    for (std::uint32_t w = 0; w < ground_.words(); ++w) {
      alive(next)[w] = part_[w];
      pending(top_)[w] &= ~part_[w];
    }
    std::fill_n(waiting(next), ground_.vectors(), Word{0});
    for_members(part_.data(), ground_.words(), [&](std::uint32_t option) {
      const Word* its = ground_.items_of(option);
      for (std::uint32_t v = 0; v < ground_.vectors(); ++v) {
        waiting(next)[v] |= its[v] & waiting(top_)[v];
      }
    });
  }

  // Finds the component of the first pending option of the state on top: the options it excludes,
  // the options they exclude, and so on.  Returns the number of options in it.
  std::uint32_t find_part() {
    const std::uint32_t words = ground_.words();
    const Word* open = pending(top_);
    part_.assign(words, 0);
    fresh_.assign(words, 0);
    const std::uint32_t first = lowest(open);
    part_[first / 64] = fresh_[first / 64] = Word{1} << first % 64;
    for (bool grown = true; grown;) {
      grown = false;
      for (std::uint32_t k = 0; k < words; ++k) {
        while (fresh_[k] != 0) {
          const auto low = static_cast<std::uint32_t>(std::countr_zero(fresh_[k]));
          fresh_[k] &= fresh_[k] - 1;
          const Word* conflicts = ground_.conflicts_of(64 * k + low);
          Word missing = 0;
          for (std::uint32_t w = 0; w < words; ++w) {
            const Word reached = conflicts[w] & open[w] & ~part_[w];
            part_[w] |= reached;
            fresh_[w] |= reached;
            missing |= open[w] & ~part_[w];
          }
          if (missing == 0) return size_of(part_.data(), words);
          grown = true;
        }
      }
    }
    return size_of(part_.data(), words);
  }

  // Counts ------------------------------------------------------------------------------------

  void close() {
    const Frame frame = frames_.back();
    value_.assign(tallies_.top(), tallies_.top() + tallies_.limbs());
    levels_.close(frame.level, work_.nodes - frame.nodes_before, frame.size);
    const std::uint32_t size = capped(frame.size);
    frames_.pop_back();
    tallies_.pop();
    if (frame.remember) {
      table_.store(frame_keys_.data() + frames_.size() * keys_.words(), frame.hash, value_.data(),
                   size, table_bytes_);
    }
    if (frame.opened_block) ground_.close();
    deliver(size);
  }

  void close_plain() {
    plain_ = false;
    const std::uint64_t nodes = work_.nodes - plain_nodes_before_;
    levels_.close(plain_level_, nodes, nodes);
    deliver_word(ground_.small().found(), capped(nodes));
  }

  static std::uint32_t capped(std::uint64_t size) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(size, UINT32_MAX));
  }

  void deliver_word(std::uint64_t count, std::uint32_t size) {
    if (count == 0 && !frames_.empty() && !frames_.back().split) {
      frames_.back().size += size;
      return;
    }
    value_.assign(tallies_.limbs(), 0);
    value_[0] = count;
    deliver(size);
  }

  // Passes value_ to the frame above, whose subtree grows by `size` nodes.
  void deliver(std::uint32_t size) {
    COMBIEN_REQUIRE(value_.size() == tallies_.limbs());
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

  Keys keys_;
  std::vector<OptionId> given_;
  Ground ground_;
  Levels levels_;
  MemoTable table_;
  std::uint64_t table_bytes_ = 0;

  std::vector<Word> state_;
  std::size_t top_ = 0;
  std::vector<Frame> frames_;
  std::vector<Word> frame_keys_;
  bool arriving_ = true;
  bool whole_ = false;  // Whether the state on top is known to be one component.
  bool plain_ = false;  // Whether the small sets are counted without a table.
  std::uint32_t plain_level_ = 0;
  std::uint64_t plain_nodes_before_ = 0;

  std::vector<Word> key_;
  std::vector<Word> part_;
  std::vector<Word> fresh_;
  std::vector<std::uint64_t> value_;
  Tallies tallies_;
  MemoWork work_;
};
