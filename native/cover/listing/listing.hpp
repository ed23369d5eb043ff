// A search in the order of the bit kernel that explores equal subproblems once, for listing and for
// counts with many solutions.
//
// The state of a node, after its forced options, determines its subtree.  So the search tree is kept
// as a diagram, which is made on the way; below a node that was seen before, the search only follows
// edges.  It counts the same nodes and updates as the kernel and has the same positions.  Where it
// does not pay, or takes too much memory, the kernel continues from the position.
//
// Included once for each instruction set, after kernel.hpp.  No include guard.

class Listing final : public Search {
 public:
  Listing(const Problem& problem, const Position& start, Sharing sharing, std::uint64_t most_bytes)
      : problem_(problem), sharing_(sharing), most_bytes_(most_bytes), tree_(0) {
    const bool at_once = sharing == Sharing::paying || sharing == Sharing::always;
    if (!at_once || !open_root() || !replay(start)) continue_by_kernel(start);
  }

  Outcome next(Slice& slice) override {
    const Outcome outcome = walk(slice, 1, false, [](std::uint64_t) {});
    return kernel_ == nullptr ? outcome : kernel_->next(slice);
  }

  Outcome count(Slice& slice, std::uint64_t most, std::uint64_t& found) override {
    const std::uint64_t before = found;
    if (sharing_ == Sharing::later) {
      const Outcome outcome = count_sample(slice, most, found);
      if (sharing_ == Sharing::later || outcome != Outcome::out_of_slice) return outcome;
    }
    const Outcome outcome =
        walk(slice, most - (found - before), true, [&](std::uint64_t more) { found += more; });
    return kernel_ == nullptr ? outcome : kernel_->count(slice, most - (found - before), found);
  }

  Outcome list(Slice& slice, std::uint64_t most, const TakeSolution& take) override {
    std::uint64_t left = most;
    const Outcome outcome = walk(slice, most, false, [&](std::uint64_t) {
      solution(solution_);
      take(solution_);
      --left;
    });
    return kernel_ == nullptr ? outcome : kernel_->list(slice, left, take);
  }

  void solution(std::vector<OptionId>& options) const override {
    if (kernel_ != nullptr) return kernel_->solution(options);
    COMBIEN_REQUIRE(!arriving_);
    options.assign(path_.begin(), path_.begin() + path_length_);
  }

  Position position() const override {
    if (kernel_ != nullptr) return kernel_->position();
    Position here;
    for (const Frame& frame : frames_) {
      here.choices.push_back(tree_.options(tree_[frame.node].first_edge + frame.tried - 1)[0]);
    }
    here.visited = !arriving_;
    here.floor = floor_;
    return here;
  }

  double fraction() const override {
    if (kernel_ != nullptr) return kernel_->fraction();
    double finished = 0;
    double share = 1;
    for (std::size_t k = floor_; k < frames_.size(); ++k) {
      share /= tree_[frames_[k].node].degree;
      finished += share * (frames_[k].tried - 1);
    }
    if (!arriving_) finished += share;
    return std::min(finished, 1.0);
  }

  Work work() const override {
    const Work more = kernel_ == nullptr ? Work{} : kernel_->work();
    return {earlier_.nodes + work_.nodes + more.nodes,
            earlier_.updates + work_.updates + more.updates, earlier_.words + more.words};
  }

  // While equal subproblems are shared, or may be later, there is nothing to split: known subtrees
  // are counted at once.
  std::unique_ptr<Search> split() override {
    return kernel_ == nullptr || sharing_ == Sharing::later ? nullptr : kernel_->split();
  }

  // These are not for listing.
  void restart(std::span<const OptionId> given) override {
    // The options that are given are not in the position.
    sharing_ = Sharing::never;
    kernel().restart(given);
  }
  std::vector<OptionId> branches() override { return kernel().branches(); }
  Probe probe(Dice& dice) override { return kernel().probe(dice); }

 private:
  // A node on the way from the root.
  struct Frame {
    SharedTree::Number node;
    std::uint32_t tried;  // Number of edges begun.
    std::uint32_t path;   // Number of options chosen above its edges.
    bool whole;           // Whether all its edges are followed from here.
    SharedTree::Totals before;
  };

  // In larger problems, a state takes too long and few states are equal.
  static constexpr std::uint32_t most_options = 2000;
  static constexpr std::uint32_t most_open_options = 1000;

  // How often it is checked whether sharing pays: first after this number of states, then whenever
  // their number has doubled.  It pays if the nodes are four times the states: following edges to a
  // node costs little, and a state a little more than a node of the kernel.
  static constexpr std::uint64_t first_check = 20'000;
  static constexpr std::uint64_t least_sharing = 4;
  // An earlier check, for problems in which hardly any states are equal.
  static constexpr std::uint64_t early_check = 2'000;
  static constexpr std::uint64_t least_early_sharing = 2;

  // Counts are sampled by the kernel.  They are continued here if there was a solution in so few nodes.
  static constexpr std::uint64_t sample = 10'000;
  static constexpr std::uint64_t nodes_a_solution = 4;
  // When a count is checked, and how often its states must be met: first, and later.  A state takes
  // as long as some tens of nodes in lanes.
  static constexpr std::uint64_t first_count_check = 250;
  static constexpr std::uint64_t least_first_meetings = 4;
  static constexpr std::uint64_t least_meetings = 16;
  // The largest subtree that is counted at once, which takes a few milliseconds.
  static constexpr std::uint64_t most_nodes_at_once = 1 << 20;

  // Counts by the kernel until the sample is complete, and decides who continues.
  Outcome count_sample(Slice& slice, std::uint64_t most, std::uint64_t& found) {
    const std::uint64_t before = found;
    const std::uint64_t steps = std::min(slice.left(), sample - kernel_->work().nodes);
    Slice part = slice.part(steps);
    const Outcome outcome = kernel_->count(part, most, found);
    slice.take(steps - part.left());
    sampled_ += found - before;
    if (outcome == Outcome::out_of_slice && kernel_->work().nodes == sample) {
      sharing_ = Sharing::never;
      if (sampled_ * nodes_a_solution >= sample) continue_by_sharing();
    }
    return outcome;
  }

  void continue_by_sharing() {
    if (!open_root()) return;
    [[maybe_unused]] const bool known = replay(kernel_->position());
    COMBIEN_ENSURE(known);
    sharing_ = Sharing::paying;
    counting_ = true;
    next_check_ = first_count_check;
    earlier_ = kernel_->work();
    kernel_ = nullptr;
  }

  // Makes the root; false if the problem is too large.
  bool open_root() {
    if (problem_.option_count() > most_options) return false;
    Block whole;
    whole.load(BitSets(problem_));
    std::vector<Word> options(whole.words);
    std::vector<Word> items(whole.vectors);
    fill(options.data(), whole.options);
    fill(items.data(), whole.items);
    make_root_consistent(whole, options.data(), items.data());
    path_.resize(whole.items);
    taken_.clear();
    Choice choice;
    Word trials = consistent_trials;
    const Verdict verdict = settle_state(whole, options.data(), items.data(), trials, choice);
    if (verdict != Verdict::open) {
      tree_.add_edge(taken_, verdict == Verdict::solved ? SharedTree::solved : SharedTree::dead);
      return true;
    }
    const std::uint32_t open_options = size_of(options.data(), whole.words);
    const std::uint32_t open_items = size_of(items.data(), whole.vectors);
    if (open_options > most_open_options) return false;
    block_.renumber(whole, options.data(), items.data(), open_options, open_items);
    tree_ = SharedTree(state_words());
    state_.resize(2 * state_words());
    fill(state_.data(), block_.options);
    fill(state_.data() + block_.words, block_.items);
    state_[state_words() - 1] = trials;
    tree_.add_edge(taken_, tree_.node_of(state_.data(), rank(items.data(), choice.item)));
    return true;
  }

  // The options, the items, and the trials of arc consistency that are left.
  std::size_t state_words() const { return std::size_t{block_.words} + block_.vectors + 1; }

  // Settles a state as the kernel does at a node whose parent has left this many trials of arc
  // consistency.  Appends the forced options to `taken_`.
  Verdict settle_state(const Block& here, Word* options, Word* items, Word& trials,
                       Choice& choice) {
    auto left = static_cast<std::uint32_t>(trials);
    std::uint32_t size = 0;
    const Verdict verdict = settle(here, options, items, left, size, [&] {
      return propagate(here, options, items, choice,
                       [&](std::uint32_t option) { taken_.push_back(here.original[option]); });
    });
    // With fewer options, no trial follows, so states that differ in nothing else are equal.
    trials = size < consistent_from ? 0 : left;
    return verdict;
  }

  // Continues until `most` solutions are found, and calls `found` with their number at each, or for the
  // known subtrees of a count.
  // ensure: the kernel has taken over, or the outcome is the outcome of the search
  template <class Found>
  Outcome walk(Slice& slice, std::uint64_t most, bool counting, Found found) {
    while (kernel_ == nullptr && most != 0) {
      if (!arriving_) {
        if (frames_.size() == floor_) return Outcome::done;
        advance();
        if (!arriving_) continue;
        if (const std::uint64_t more = pass_over(slice, counting ? most : 1)) {
          most -= more;
          found(more);
        }
        continue;
      }
      if (!slice.step()) return Outcome::out_of_slice;
      const SharedTree::Number target = tree_.target(edge_);
      if (target < SharedTree::solved && tree_[target].degree == 0) {
        if (!pays()) {
          slice.give_back(1);
          continue_by_kernel(position());
          return Outcome::done;
        }
        expand(target);
      }
      arrive();
      if (target == SharedTree::solved) {
        ++solutions_;
        --most;
        found(1);
      }
    }
    return Outcome::solution;
  }

  // Passes over the subtree that was arrived at, if it is known and has fewer than `most` solutions, and
  // the slice allows; returns their number.
  std::uint64_t pass_over(Slice& slice, std::uint64_t most) {
    const SharedTree::Number target = tree_.target(edge_);
    if (target >= SharedTree::solved) return 0;
    const SharedTree::Totals& totals = tree_[target].totals;
    if (totals.nodes == 0 || totals.solutions >= most || totals.nodes > slice.left()) return 0;
    std::uint64_t found = 0;
    if (totals.solutions != 0) {
      if (totals.nodes > most_nodes_at_once || !slice.tick(totals.nodes / 4)) return 0;
      // Each solution is visited, although their number is known: what is wanted is a search.
      found = tree_.visit_solutions(target);
      COMBIEN_ENSURE(found == totals.solutions);
    }
    slice.take(totals.nodes);
    work_.nodes += totals.nodes;
    work_.updates += totals.updates + forced(edge_);
    solutions_ += found;
    arriving_ = false;
    return found;
  }

  std::uint32_t forced(std::uint32_t edge) const {
    return static_cast<std::uint32_t>(tree_.options(edge).size()) - (edge == 0 ? 0 : 1);
  }

  // Visits the node below the edge.
  void arrive() {
    ++work_.nodes;
    arriving_ = false;
    const SharedTree::Number target = tree_.target(edge_);
    if (target == SharedTree::dead) return;
    work_.updates += forced(edge_);
    for (const OptionId option : tree_.options(edge_).last(forced(edge_))) note(option);
    if (target == SharedTree::solved) return;
    frames_.push_back(
        {target, 0, path_length_, true, {work_.nodes - 1, work_.updates, solutions_}});
  }

  void note(OptionId option) {
    COMBIEN_REQUIRE(path_length_ < path_.size());
    path_[path_length_++] = option;
  }

  // Moves to the next edge of the last node, or closes the node.
  void advance() {
    Frame& frame = frames_.back();
    const SharedTree::Node& node = tree_[frame.node];
    path_length_ = frame.path;
    if (frame.tried == node.degree) {
      if (frame.whole && node.totals.nodes == 0) {
        tree_.set_totals(frame.node,
                         {work_.nodes - frame.before.nodes, work_.updates - frame.before.updates,
                          solutions_ - frame.before.solutions});
      }
      frames_.pop_back();
      return;
    }
    edge_ = node.first_edge + frame.tried++;
    ++work_.updates;
    note(tree_.options(edge_)[0]);
    arriving_ = true;
  }

  // Makes the edges of a node.
  void expand(SharedTree::Number node) {
    const std::uint32_t first = tree_.edge_count();
    const std::uint32_t words = block_.words;
    Word* const above = state_.data();
    Word* const below = above + state_words();
    std::copy_n(tree_.state(node), state_words(), above);
    const Word* row = block_.options_of(tree_[node].item);
    for (std::uint32_t w = 0; w < words; ++w) {
      for (Word left = row[w] & above[w]; left != 0; left &= left - 1) {
        const std::uint32_t option = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
        take(block_, above, above + words, option, below, below + words);
        below[state_words() - 1] = above[state_words() - 1];
        add_edge(option, below);
      }
    }
    tree_.set_edges(node, first);
  }

  // Adds the edge of an option to the state after it.
  void add_edge(std::uint32_t option, Word* below) {
    ++states_;
    taken_.assign(1, block_.original[option]);
    Choice choice;
    const Verdict verdict =
        settle_state(block_, below, below + block_.words, below[state_words() - 1], choice);
    if (verdict == Verdict::open) return tree_.add_edge(taken_, tree_.node_of(below, choice.item));
    if (verdict == Verdict::dead) taken_.resize(1);
    tree_.add_edge(taken_, verdict == Verdict::dead ? SharedTree::dead : SharedTree::solved);
  }

  // Whether to make the edges of one more node.
  bool pays() {
    if (tree_.bytes() > most_bytes_) return false;
    if (sharing_ == Sharing::always || states_ < next_check_) return true;
    if (counting_) {
      const bool first = states_ < 2 * first_count_check;
      next_check_ = 2 * states_;
      return work_.nodes >= states_ * (first ? least_first_meetings : least_meetings);
    }
    const bool early = states_ < first_check;
    next_check_ = early ? first_check : 2 * states_;
    return work_.nodes >= states_ * (early ? least_early_sharing : least_sharing);
  }

  // Goes to a position; false if it is not one of this search.
  bool replay(const Position& start) {
    for (const OptionId wanted : start.choices) {
      const SharedTree::Number target = tree_.target(edge_);
      if (target >= SharedTree::solved) return false;
      if (tree_[target].degree == 0) expand(target);
      arrive();
      Frame& frame = frames_.back();
      frame.whole = false;
      do {
        if (frame.tried == tree_[frame.node].degree) return false;
        advance();
      } while (tree_.options(edge_)[0] != wanted);
    }
    if (start.floor > start.choices.size()) return false;
    floor_ = start.floor;
    arriving_ = !start.visited;
    work_ = {};
    return true;
  }

  // Throws InvalidPosition.
  void continue_by_kernel(const Position& start) {
    kernel_ = std::make_unique<Kernel>(problem_, start, LaneUse::paying);
    tree_ = SharedTree(0);
  }
  Kernel& kernel() {
    if (kernel_ == nullptr) continue_by_kernel(position());
    return *kernel_;
  }

  Problem problem_;
  Sharing sharing_;
  std::uint64_t most_bytes_;
  std::unique_ptr<Kernel> kernel_;  // Once it continues the search.

  Block block_;
  SharedTree tree_;
  std::vector<Frame> frames_;
  std::vector<OptionId> path_;  // path_length_ of them.
  std::uint32_t path_length_ = 0;
  std::uint32_t edge_ = 0;     // The last edge begun; the first one leads to the root.
  bool arriving_ = true;       // Whether the node below it is not visited yet.
  std::uint32_t floor_ = 0;    // Number of nodes whose choice is fixed.
  Work work_;                  // Without the work of the kernel.
  Work earlier_;               // Of the kernel, in the sample of a count.
  bool counting_ = false;      // Whether this continues a count.
  std::uint64_t sampled_ = 0;  // Solutions in the sample.
  std::uint64_t solutions_ = 0;

  std::uint64_t states_ = 0;  // Number of states computed.
  std::uint64_t next_check_ = early_check;
  std::vector<Word> state_;         // A state, and one below it.
  std::vector<OptionId> taken_;     // The options of an edge.
  std::vector<OptionId> solution_;  // While solutions are listed.
};
