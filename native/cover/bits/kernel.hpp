// The bit kernel's search, compiled once for each instruction set.
//
// Included inside a namespace, after lane_search.hpp, with the target enabled.  No include guard.
//
// The search works on *blocks*.  Opening one costs about as much as a few dozen nodes, and makes
// every node below it cheaper.  Whether that pays is decided by the mean size of the subtrees seen
// so far at each depth.  Once at most 64 options and 64 items are left, a small search takes over.
//
// Arc consistency removes options at the root, and where many options are left.
//
// An item with bounds is a quota: it is not branched on, but limits how many of its options are
// taken.  Small search and lanes do not count, so they are not used then.
//
// The search tree does not depend on the blocks: an item is chosen by its size and its position
// among the items, and renumbering preserves the order.

class Kernel final : public Search {
 public:
  Kernel(const Problem& problem, const Position& start, LaneUse lane_use) : lane_use_(lane_use) {
    BitSets sets(problem);
    quotas_ = sets.quotas;
    blocks_.emplace_back();
    blocks_.back().load(std::move(sets));
    path_.resize(blocks_.front().items);
    far_ = consistency_factor(blocks_.front());
    open_blocks_ = 1;
    state_.assign(blocks_.front().state_words(), 0);
    find_consistent();
    restart({});
    replay(start);
  }

  Outcome next(Slice& slice) override {
    for (;;) {
      if (lanes_.is_open()) leave_lanes();
      if (!small_.is_open()) {
        const Outcome outcome = next_large(slice, 0, false);
        if (outcome != Outcome::done || !small_.is_open()) return outcome;
      }
      const Outcome outcome = small_.next(slice, work_, arriving_);
      if (outcome != Outcome::done) return outcome;
      count_subtree(options_, work_.nodes - small_nodes_before_);
    }
  }

  Outcome count(Slice& slice, std::uint64_t most, std::uint64_t& found) override {
    return find_many(
        slice, most, false, [&] { ++found; },
        [&](const LaneTotals& totals) {
          found += totals.solutions;
          return true;
        });
  }

  Outcome list(Slice& slice, std::uint64_t most, const TakeSolution& take) override {
    if (lanes_.is_open() && !lanes_.listing()) leave_lanes();
    const auto take_one = [&] {
      solution(options_found_);
      take(options_found_);
    };
    return find_many(slice, most, true, take_one, [&](const LaneTotals&) {
      options_found_.assign(path_.begin(), path_.begin() + path_length_);
      return lanes_.for_solutions(options_found_, [&] {
        solution_ = options_found_;
        take(solution_);
      });
    });
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
    for (std::size_t k = first_; k < nodes_.size(); ++k) {
      share /= nodes_[k].degree;
      finished += share * ((k < floor_ ? nodes_[k].degree : nodes_[k].tried) - 1);
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
    lanes_.close();
    left_lanes_ = false;
    lanes_forced_ = 0;
    top_ = 0;
    path_length_ = 0;
    fill(alive(0), block().options);
    fill(waiting(0), block().items);
    std::fill_n(taken(0), quotas_.size(), 0);
    for (const OptionId option : given) {
      const std::uint32_t k = number(option);
      if ((alive(0)[k / 64] >> k % 64 & 1) == 0) {
        throw InvalidPosition("option " + std::to_string(k) +
                              " is excluded by the options given before it");
      }
      take(block(), alive(0), waiting(0), k, alive(0), waiting(0));
      note(k);
    }
    for (std::uint32_t w = 0; w < block().words; ++w) alive(0)[w] &= consistent_[w];
    floor_ = first_ = 0;
    arriving_ = true;
    work_ = {};
    solutions_ = 0;
  }

  std::unique_ptr<Search> split() override {
    std::uint32_t k = first_untried();
    if (k == nodes_.size() && small_.is_open()) {
      leave_small();
      k = first_untried();
    }
    if (k == nodes_.size()) return nullptr;
    auto rest = std::make_unique<Kernel>(*this);
    rest->small_.close();
    rest->lanes_.close();
    rest->left_lanes_ = false;
    rest->lanes_forced_ = 0;
    for (; rest->nodes_.size() > k + 1; rest->nodes_.pop_back()) {
      if (rest->nodes_.back().opened_block) --rest->open_blocks_;
    }
    rest->floor_ = k;
    rest->begin(false);
    floor_ = k + 1;
    return rest;
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
    std::uint32_t options;  // Number of options alive; UINT32_MAX if it was not counted.
    std::uint32_t path;     // Number of options chosen above it, including forced ones.
    std::uint32_t degree;   // Number of options of the item.
    std::uint32_t tried;    // Number of options started.
    std::uint32_t trials;   // Trials of arc consistency that the nodes below have left.
    std::uint64_t words;    // What each of its choices adds to the words looked at.
    bool opened_block;
    OptionId chosen;  // In the problem's numbering.
  };

  // Tuned by experiment: with 6 instead of 20, pentominoes are 12 % slower and random dense systems
  // a third; 40 gains nothing.
  static constexpr std::uint64_t small_pays_from = 20;

  // The mean subtrees from which lanes pay with at most 64, 128 and 256 options.
  static constexpr std::array<std::uint64_t, 3> lanes_pay_from{24, 100, 120};
  // Beyond 64 options, lanes wait while the subtrees below a child are this large.
  static constexpr std::uint64_t lanes_wait_from = 800;
  // They open if the nodes and solutions still allowed are this many times the expected ones.  (With
  // 8 times the nodes, slices of 5749 nodes took 1.4 to 1.5 times as long: queens, random systems.)
  static constexpr std::uint64_t lane_margin = 2;
  static constexpr double solution_margin = 2;
  // Where solutions are listed, keeping and sorting them takes as long as is gained with fewer nodes
  // for each of them.
  static constexpr std::uint64_t nodes_a_solution = 4;

  // Sets the options at the root.
  void find_consistent() {
    const Block& root = block();
    consistent_.resize(root.words);
    fill(consistent_.data(), root.options);
    std::vector<Word> every(root.vectors);
    fill(every.data(), root.items);
    make_root_consistent(root, consistent_.data(), every.data());
  }

  // Blocks ----------------------------------------------------------------------------------

  const Block& block() const { return blocks_[open_blocks_ - 1]; }
  Word* alive(std::size_t state) { return state_.data() + state; }
  Word* waiting(std::size_t state) { return state_.data() + state + block().words; }
  Word* pending(std::size_t state) {
    return state_.data() + state + block().words + block().vectors;
  }

  // How many options of each quota were taken.
  Word* taken(std::size_t state) {
    return state_.data() + state + block().state_words() - quotas_.size();
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
    taken_above_.assign(taken(state), taken(state) + quotas_.size());
    ++open_blocks_;
    make_room(state + fresh.state_words());
    fill(alive(state), options);
    fill(waiting(state), items);
    std::copy(taken_above_.begin(), taken_above_.end(), taken(state));
  }

  // Nodes -----------------------------------------------------------------------------------

  // `most` is how many solutions may be found at once; with `listing`, these are kept.
  // ensure: `done` => the small search or the one in lanes is open, or the whole search is done
  Outcome next_large(Slice& slice, std::uint64_t most, bool listing) {
    for (;;) {
      if (arriving_) {
        if (!slice.step(block().words)) return Outcome::out_of_slice;
        ++work_.nodes;
        arriving_ = false;
        const std::uint32_t path_before = path_length_ - std::exchange(lanes_forced_, 0);
        const Verdict verdict = propagate_top();
        if (verdict != Verdict::dead) work_.updates += path_length_ - path_before;
        if (verdict == Verdict::solved) return Outcome::solution;
        if (verdict == Verdict::open) {
          const std::uint32_t items = size_of(waiting(top_), block().vectors);
          if (LaneSearch::fits(options_, items) && lanes_pay(slice, items, most, listing)) {
            open_lanes(slice, items, path_length_ - path_before, listing);
            return Outcome::done;
          }
          left_lanes_ = false;
          if (branch(items)) return Outcome::done;
        }
      } else {
        if (nodes_.size() == floor_) return Outcome::done;
        advance();
      }
    }
  }

  // Takes forced options until none is left, removes options by arc consistency if there are many,
  // and finds the item to branch on.
  Verdict propagate_top() {
    trials_ = nodes_.empty() ? consistent_trials : nodes_.back().trials;
    return settle(block(), alive(top_), waiting(top_), trials_, options_, [this] {
      const Verdict verdict = propagate(block(), alive(top_), waiting(top_), best_,
                                        [this](std::uint32_t option) { note(option); });
      return verdict != Verdict::dead && !quotas_can_be_met() ? Verdict::dead : verdict;
    });
  }

  void note(std::uint32_t option) {
    COMBIEN_REQUIRE(path_length_ < path_.size());
    path_[path_length_++] = block().original[option];
    if (!quotas_.empty()) count_in_quotas(option);
  }

  // Counts an option that was taken in the state on top; a full quota excludes its other options.
  void count_in_quotas(std::uint32_t option) {
    for (std::uint32_t quota = 0; quota < quotas_.size(); ++quota) {
      const Word* row = block().options_of_quota(quota);
      if ((row[option / 64] >> option % 64 & 1) == 0) continue;
      if (++taken(top_)[quota] != quotas_[quota].high) continue;
      for (std::uint32_t w = 0; w < block().words; ++w) alive(top_)[w] &= ~row[w];
    }
  }

  // Whether enough options of each quota are taken or left in the state on top.
  bool quotas_can_be_met() {
    for (std::uint32_t quota = 0; quota < quotas_.size(); ++quota) {
      const Word* row = block().options_of_quota(quota);
      Word most = taken(top_)[quota];
      for (std::uint32_t w = 0; w < block().words && most < quotas_[quota].low; ++w) {
        most += size_of(row[w] & alive(top_)[w]);
      }
      if (most < quotas_[quota].low) return false;
    }
    return true;
  }

  // Makes a node of the state on top, in its own block where that pays.
  // ensure: true => the node is in the small search
  bool branch(std::uint32_t items) {
    if (options_ <= 64 && items <= 64 && quotas_.empty() &&
        subtrees_.mean(nodes_.size()) >= small_pays_from) {
      small_nodes_before_ = work_.nodes - 1;
      small_.open(block(), alive(top_), waiting(top_), rank(waiting(top_), best_.item));
      COMBIEN_ENSURE(small_.is_open());
      return true;
    }
    const std::uint32_t degree = best_degree();
    bool opened = false;
    std::uint32_t item = best_.item;
    if (block().would_shrink(options_, items) &&
        block().renumbering_pays(options_, items, subtrees_.mean(nodes_.size()))) {
      item = rank(waiting(top_), item);
      open_block(top_, options_, items);
      opened = true;
    }
    const Word* row = block().options_of(item);
    for (std::uint32_t w = 0; w < block().words; ++w) pending(top_)[w] = row[w] & alive(top_)[w];
    nodes_.push_back({top_, work_.nodes - 1, options_, path_length_, degree, 0, trials_,
                      words_below(items), opened, no_option});
    return false;
  }

  // What a node below looks at: none where lanes or the small search may take over.
  std::uint64_t words_below(std::uint32_t items) const {
    static_assert(consistent_from > LaneSearch::most_options);
    const std::uint64_t each = options_ < consistent_from ? 0 : words_for(options_);
    return each * items * (trials_ > 0 ? 1 + far_ : 1);
  }

  // Continues until `most` solutions are found: calls `one` at each, or `all` when those of the lanes
  // are complete; if it returns false, they are found one by one.
  template <class One, class All>
  Outcome find_many(Slice& slice, std::uint64_t most, bool listing, One one, All all) {
    while (most != 0) {
      Outcome outcome = Outcome::done;
      if (lanes_.is_open()) {
        outcome = run_lanes(slice, most, all);
      } else if (small_.is_open()) {
        outcome = small_.next(slice, work_, arriving_);
        if (outcome == Outcome::done) {
          count_subtree(options_, work_.nodes - small_nodes_before_);
        }
      } else {
        outcome = next_large(slice, most, listing);
        if (outcome == Outcome::done && !small_.is_open() && !lanes_.is_open()) return outcome;
      }
      if (outcome == Outcome::out_of_slice) return outcome;
      if (outcome == Outcome::solution) {
        one();
        ++solutions_;
        --most;
      }
    }
    return Outcome::solution;
  }

  // Lanes -----------------------------------------------------------------------------------

  // Whether to search in lanes below the state on top, which is open.
  bool lanes_pay(const Slice& slice, std::uint32_t items, std::uint64_t most, bool listing) const {
    if (left_lanes_ || lane_use_ == LaneUse::never || !quotas_.empty()) return false;
    if (lane_use_ == LaneUse::always) return most != 0;
    const std::uint64_t mean = lane_subtrees_.mean(nodes_.size(), options_);
    const std::size_t size = options_ <= 64 ? 0 : options_ <= 128 ? 1 : 2;
    if (mean < lanes_pay_from[size]) return false;
    if (mean > slice.left() / lane_margin) return false;
    if (!LaneSearch::pays_for(items, work_)) return false;
    if (listing && solutions_ * nodes_a_solution > work_.nodes) return false;
    // As many solutions for each node as so far.
    const double solutions = static_cast<double>(mean) * static_cast<double>(solutions_ + 1) /
                             static_cast<double>(work_.nodes + 1);
    if (solutions * solution_margin > static_cast<double>(most)) return false;
    return size == 0 || subtrees_.mean(nodes_.size() + 1) < lanes_wait_from;
  }

  void open_lanes(Slice& slice, std::uint32_t items, std::uint32_t forced, bool listing) {
    lanes_.open(block(), alive(top_), waiting(top_), options_, items,
                rank(waiting(top_), best_.item), listing);
    // Its first node is part of it.
    slice.give_back(1);
    --work_.nodes;
    work_.updates -= forced;
    lanes_forced_ = forced;
    arriving_ = true;
  }

  // ensure: the lanes are open if and only if `out_of_slice` is returned; `most` is what is left
  template <class All>
  Outcome run_lanes(Slice& slice, std::uint64_t& most, All all) {
    for (;;) {
      const bool done = lanes_.run();
      const LaneTotals totals = lanes_.totals();
      if (totals.work.nodes >= slice.left() || totals.solutions >= most || (done && !all(totals))) {
        leave_lanes();
        return Outcome::done;
      }
      if (done) {
        lanes_.close();
        arriving_ = false;
        slice.take(totals.work.nodes + 1);
        slice.tick(totals.work.nodes);
        most -= totals.solutions;
        solutions_ += totals.solutions;
        work_.nodes += totals.work.nodes + 1;
        work_.updates += totals.work.updates + std::exchange(lanes_forced_, 0);
        count_subtree(options_, totals.work.nodes + 1);
        lane_subtrees_.count_steps(nodes_.size(), options_, totals.steps, totals.occupied);
        return Outcome::done;
      }
      if (!slice.tick(4096)) return Outcome::out_of_slice;
    }
  }

  // Goes back to the node where the lanes were opened, to go on without them.
  void leave_lanes() {
    lanes_.close();
    left_lanes_ = true;
  }

  // Records the size of a subtree at this depth, of a state with this number of options.
  void count_subtree(std::uint32_t options, std::uint64_t nodes) {
    subtrees_.count(nodes_.size(), nodes);
    if (options <= LaneSearch::most_options) lane_subtrees_.count(nodes_.size(), options, nodes);
  }

  // The size of the item to branch on; its counter may have stopped at 255.
  std::uint32_t best_degree() {
    const Word* row = block().options_of(best_.item);
    std::uint32_t degree = 0;
    for (std::uint32_t w = 0; w < block().words; ++w) {
      degree += size_of(row[w] & alive(top_)[w]);
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
      count_subtree(closed.options, work_.nodes - closed.nodes_before);
      if (closed.opened_block) --open_blocks_;
      return;
    }
    ++node.tried;
    ++work_.updates;
    work_.words += node.words;
    const Block& here = block();
    const std::uint32_t option = lowest(pending(node.state));
    pending(node.state)[option / 64] &= pending(node.state)[option / 64] - 1;
    node.chosen = here.original[option];
    top_ = node.state + here.state_words();
    make_room(top_ + here.state_words());
    take(here, alive(node.state), waiting(node.state), option, alive(top_), waiting(top_));
    std::copy_n(taken(node.state), quotas_.size(), taken(top_));
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
      if (!skip_to(wanted)) {
        throw InvalidPosition("the position takes an option that is not open to it");
      }
      advance();
    }
    if (start.floor > start.choices.size()) {
      throw InvalidPosition("the position fixes more choices than it has");
    }
    floor_ = first_ = start.floor;
    begin(!start.visited);
  }

  // Starts counting work here.
  void begin(bool arriving) {
    arriving_ = arriving;
    work_ = {};
    solutions_ = 0;
    for (Node& node : nodes_) node.nodes_before = 0;
  }

  // Skips the choices of the node on top before this one, as if they had been tried.
  // ensure: false => it is not among them
  bool skip_to(OptionId wanted) {
    Node& node = nodes_.back();
    Word* left = pending(node.state);
    for (; node.tried < node.degree; ++node.tried) {
      const std::uint32_t option = lowest(left);
      if (block().original[option] == wanted) return true;
      left[option / 64] &= left[option / 64] - 1;
    }
    return false;
  }

  // The first node whose choice may change and that has others to try, or the number of nodes.
  std::uint32_t first_untried() const {
    std::uint32_t k = floor_;
    while (k < nodes_.size() && nodes_[k].tried == nodes_[k].degree) ++k;
    return k;
  }

  // Goes on without the small search, from the node where it is.
  void leave_small() {
    std::vector<OptionId> choices;
    small_.add_choices(choices);
    small_.close();
    const Work work = work_;
    bool propagated = true;
    for (const OptionId wanted : choices) {
      if (!propagated) propagate_top();
      propagated = false;
      branch_without_block();
      nodes_.back().nodes_before = small_nodes_before_;
      [[maybe_unused]] const bool found = skip_to(wanted);
      COMBIEN_ENSURE(found);
      const bool arriving = arriving_;
      advance();
      arriving_ = arriving;
    }
    work_ = work;
  }

  // Makes a node of the state on top, in the block that is open: a position may be inside what
  // would be a small search.
  void branch_without_block() {
    const std::uint32_t degree = best_degree();
    const Word* row = block().options_of(best_.item);
    for (std::uint32_t w = 0; w < block().words; ++w) pending(top_)[w] = row[w] & alive(top_)[w];
    nodes_.push_back({top_, 0, UINT32_MAX, path_length_, degree, 0, trials_, 0, false, no_option});
  }

  std::vector<Block> blocks_;  // The first open_blocks_ are in use; the others keep their memory.
  std::size_t open_blocks_ = 0;
  std::uint64_t far_ = 0;
  std::vector<Quota> quotas_;
  std::vector<Word> taken_above_;  // While a block is opened.
  std::vector<Word> consistent_;   // The options at the root.
  std::vector<Word> state_;
  std::size_t top_ = 0;
  std::vector<Node> nodes_;
  // The options chosen above the small search; path_length_ of them.
  std::vector<OptionId> path_;
  std::uint32_t path_length_ = 0;
  Subtrees subtrees_;
  std::uint32_t floor_ = 0;  // Number of nodes whose choice is fixed.
  std::uint32_t first_ = 0;  // The same when the search was opened, before it was split.
  bool arriving_ = true;

  // Of the state on top, if it is open; also while a small search or the lanes are open below it.
  Choice best_;
  std::uint32_t options_ = 0;  // Number of options.
  std::uint32_t trials_ = 0;   // Trials of arc consistency that the nodes below have left.

  SmallSearch small_;
  std::uint64_t small_nodes_before_ = 0;

  LaneSearch lanes_;
  LaneUse lane_use_;
  SmallSubtrees lane_subtrees_;
  bool left_lanes_ = false;         // Whether the node on top was left by the lanes.
  std::uint32_t lanes_forced_ = 0;  // The options forced at the node where they were opened.

  std::vector<OptionId> options_found_;  // While solutions are listed.
  std::vector<OptionId> solution_;

  Work work_;
  std::uint64_t solutions_ = 0;  // Found together with others, in this search.
};
