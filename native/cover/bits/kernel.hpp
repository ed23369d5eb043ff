// The bit kernel's search, compiled once for each instruction set.
//
// Included inside a namespace, after small_search.hpp, with the target enabled.
// No include guard.
//
// The search works on *blocks*.  Opening one costs about as much as a few dozen nodes, and makes
// every node below it cheaper.  Whether that pays is decided by the mean size of the subtrees seen
// so far at each depth.  Once at most 64 options and 64 items are left, a small search takes over.
//
// The search tree does not depend on the blocks: an item is chosen by its size and its position
// among the items, and renumbering preserves the order.

class Kernel final : public Search {
 public:
  Kernel(const Problem& problem, const Position& start) {
    blocks_.emplace_back();
    blocks_.back().load(BitSets(problem));
    path_.resize(blocks_.front().items);
    open_blocks_ = 1;
    state_.assign(blocks_.front().state_words(), 0);
    restart({});
    replay(start);
  }

  Outcome next(Slice& slice) override {
    for (;;) {
      if (!small_.is_open()) {
        const Outcome outcome = next_large(slice);
        if (outcome != Outcome::done || !small_.is_open()) return outcome;
      }
      const Outcome outcome = small_.next(slice, work_, arriving_);
      if (outcome != Outcome::done) return outcome;
      subtrees_.count(nodes_.size(), work_.nodes - small_nodes_before_);
    }
  }

  void solution(std::vector<OptionId>& options) const override {
    COMBIEN_REQUIRE(!arriving_);
    options.assign(path_.begin(), path_.begin() + path_length_);
    if (small_.is_open()) small_.add_path(options);
  }

  Position position() const override {
    Position here;
    for (const Node& node : nodes_) here.choices.push_back(node.chosen);
    small_.add_choices(here.choices);
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
    small_.add_fraction(finished, share);
    if (!arriving_) finished += share;
    return std::min(finished, 1.0);
  }

  Work work() const override { return work_; }

  void restart(std::span<const OptionId> given) override {
    open_blocks_ = 1;
    nodes_.clear();
    small_.close();
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
      note(k);
    }
    floor_ = 0;
    arriving_ = true;
    work_ = {};
  }

  std::vector<OptionId> branches() override {
    std::vector<OptionId> choices;
    if (propagate_top() != Verdict::open) return choices;
    branch_without_block();
    for_members(pending(nodes_.back().state), block().words,
                [&](std::uint32_t option) { choices.push_back(block().original[option]); });
    return choices;
  }

  Probe probe(Dice& dice) override {
    Probe found;
    double weight = 1;
    for (;;) {
      found.nodes += weight;
      const Verdict verdict = propagate_top();
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
  // A branching: the options of its item are tried one after another.
  struct Node {
    std::size_t state;  // Where its sets begin in state_: alive, waiting, pending.
    std::uint64_t nodes_before;
    std::uint32_t path;    // Number of options chosen above it, including forced ones.
    std::uint32_t degree;  // Number of options of the item.
    std::uint32_t tried;   // Number of options started.
    bool opened_block;
    OptionId chosen;  // In the problem's numbering.
  };

  // Tuned by experiment: with 6 instead of 20, pentominoes are 12 % slower and random dense systems
  // a third; 40 gains nothing.
  static constexpr std::uint64_t small_pays_from = 20;

  // Blocks ----------------------------------------------------------------------------------

  const Block& block() const { return blocks_[open_blocks_ - 1]; }
  Word* alive(std::size_t state) { return state_.data() + state; }
  Word* waiting(std::size_t state) { return state_.data() + state + block().words; }
  Word* pending(std::size_t state) {
    return state_.data() + state + block().words + block().vectors;
  }

  void make_room(std::size_t words) {
    if (state_.size() < words) state_.resize(2 * words);
  }

  // Opens a block for the state on top, and replaces that state with the block's sets.
  void open_block(std::size_t state, std::uint32_t options, std::uint32_t items) {
    if (blocks_.size() == open_blocks_) blocks_.emplace_back();
    const Block& above = blocks_[open_blocks_ - 1];
    Block& fresh = blocks_[open_blocks_];
    const Word* alive_above = state_.data() + state;
    fresh.renumber(above, alive_above, alive_above + above.words, options, items);
    ++open_blocks_;
    make_room(state + fresh.state_words());
    fill(alive(state), options);
    fill(waiting(state), items);
  }

  // Nodes -----------------------------------------------------------------------------------

  // ensure: `done` => the small search is open, or the whole search is done
  Outcome next_large(Slice& slice) {
    for (;;) {
      if (arriving_) {
        if (!slice.step(block().words)) return Outcome::out_of_slice;
        ++work_.nodes;
        arriving_ = false;
        const std::uint32_t path_before = path_length_;
        const Verdict verdict = propagate_top();
        if (verdict != Verdict::dead) work_.updates += path_length_ - path_before;
        if (verdict == Verdict::solved) return Outcome::solution;
        if (verdict == Verdict::open && branch()) return Outcome::done;
      } else {
        if (nodes_.size() == floor_) return Outcome::done;
        advance();
      }
    }
  }

  // Takes forced options until none is left, and finds the item to branch on.
  Verdict propagate_top() {
    return propagate(block(), alive(top_), waiting(top_), best_,
                     [this](std::uint32_t option) { note(option); });
  }

  void note(std::uint32_t option) {
    COMBIEN_REQUIRE(path_length_ < path_.size());
    path_[path_length_++] = block().original[option];
  }

  // Makes a node of the state on top, in its own block where that pays.
  // ensure: true => the node is in the small search
  bool branch() {
    const std::uint32_t options = size_of(alive(top_), block().words);
    const std::uint32_t items = size_of(waiting(top_), block().vectors);
    if (options <= 64 && items <= 64 && subtrees_.mean(nodes_.size()) >= small_pays_from) {
      small_nodes_before_ = work_.nodes - 1;
      small_.open(block(), alive(top_), waiting(top_), rank(waiting(top_), best_.item));
      COMBIEN_ENSURE(small_.is_open());
      return true;
    }
    const std::uint32_t degree = best_degree();
    bool opened = false;
    std::uint32_t item = best_.item;
    if (block().would_shrink(options, items) &&
        block().renumbering_pays(options, items, subtrees_.mean(nodes_.size()))) {
      item = rank(waiting(top_), item);
      open_block(top_, options, items);
      opened = true;
    }
    const Word* row = block().options_of(item);
    for (std::uint32_t w = 0; w < block().words; ++w) pending(top_)[w] = row[w] & alive(top_)[w];
    nodes_.push_back({top_, work_.nodes - 1, path_length_, degree, 0, opened, no_option});
    return false;
  }

  // The size of the item to branch on; its counter may have stopped at 255.
  std::uint32_t best_degree() {
    const Word* row = block().options_of(best_.item);
    std::uint32_t degree = 0;
    for (std::uint32_t w = 0; w < block().words; ++w) {
      degree += static_cast<std::uint32_t>(std::popcount(row[w] & alive(top_)[w]));
    }
    return degree;
  }

  // Moves to the next option of the last node, or closes the node.
  // ensure: a state to visit is on top, or the node is gone
  void advance() {
    COMBIEN_REQUIRE(!nodes_.empty());
    Node& node = nodes_.back();
    path_length_ = node.path;
    if (node.tried == node.degree) {
      const Node closed = node;
      nodes_.pop_back();
      subtrees_.count(nodes_.size(), work_.nodes - closed.nodes_before);
      if (closed.opened_block) --open_blocks_;
      return;
    }
    ++node.tried;
    ++work_.updates;
    const Block& here = block();
    const std::uint32_t option = lowest(pending(node.state));
    pending(node.state)[option / 64] &= pending(node.state)[option / 64] - 1;
    node.chosen = here.original[option];
    top_ = node.state + here.state_words();
    make_room(top_ + here.state_words());
    take(here, alive(node.state), waiting(node.state), option, alive(top_), waiting(top_));
    note(option);
    arriving_ = true;
  }

  // Going to a position ------------------------------------------------------------------------

  void replay(const Position& start) {
    arriving_ = true;
    for (const OptionId wanted : start.choices) {
      arriving_ = false;
      if (propagate_top() != Verdict::open) {
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

  // Makes a node of the state on top, in the block that is open: a position may be inside what
  // would be a small search.
  void branch_without_block() {
    const std::uint32_t degree = best_degree();
    const Word* row = block().options_of(best_.item);
    for (std::uint32_t w = 0; w < block().words; ++w) pending(top_)[w] = row[w] & alive(top_)[w];
    nodes_.push_back({top_, 0, path_length_, degree, 0, false, no_option});
  }

  std::vector<Block> blocks_;  // The first open_blocks_ are in use; the others keep their memory.
  std::size_t open_blocks_ = 0;
  std::vector<Word> state_;
  std::size_t top_ = 0;
  std::vector<Node> nodes_;
  // The options chosen above the small search; path_length_ of them.
  std::vector<OptionId> path_;
  std::uint32_t path_length_ = 0;
  Subtrees subtrees_;
  std::uint32_t floor_ = 0;  // Number of nodes whose choice is fixed.
  bool arriving_ = true;

  Choice best_;  // Valid if the state on top is open.

  SmallSearch small_;
  std::uint64_t small_nodes_before_ = 0;

  Work work_;
};
