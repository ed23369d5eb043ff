// A search on small sets, opened below a state of a block.
//
// Included once for each instruction set, after small_sets.hpp.  No include guard.

class SmallSearch : SmallSets {
 public:
  // Starts at the node with these available options and waiting items, branching on `item` (its
  // rank among them).
  // require: the block does not change until the search is over
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t item) {
    COMBIEN_REQUIRE(!is_open());
    SmallSets::open(above, alive, waiting);
    path_length_ = 0;
    push(ones(option_count()), ones(item_count()), *options_of(item));
  }

  bool is_open() const { return depth_ != 0; }
  void close() { depth_ = 0; }

  // Continues to the next solution.  `arriving` is whether a node was chosen but not visited yet.
  // ensure: `done` => the search is closed
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
        const Verdict verdict = propagate();
        if (verdict != Verdict::dead) work.updates += path_length_ - path_before;
        if (verdict == Verdict::solved) return finish(Outcome::solution);
      }
      while (depth_ != 0 && nodes_[depth_ - 1].pending == 0) --depth_;
      if (depth_ == 0) return finish(Outcome::done);
      Node& node = nodes_[depth_ - 1];
      path_length_ = node.path;
      node.chosen = static_cast<std::uint32_t>(std::countr_zero(node.pending));
      node.pending &= node.pending - 1;
      ++work.updates;
      alive_ = node.alive;
      waiting_ = node.waiting;
      take(alive_, waiting_, node.chosen);
      note(node.chosen);
      arriving = true;
    }
  }

  // Appends all options chosen here, forced ones included; add_choices() appends only the ones
  // chosen by branching.
  void add_path(std::vector<OptionId>& options) const {
    for (std::uint32_t k = 0; k < path_length_; ++k) options.push_back(original(path_[k]));
  }
  void add_choices(std::vector<OptionId>& choices) const {
    for (std::uint32_t k = 0; k < depth_; ++k) choices.push_back(original(nodes_[k].chosen));
  }

  // Adds the finished shares of a subtree that is `share` of the whole; then sets `share` to the
  // share of the last node.
  void add_fraction(double& done, double& share) const {
    for (std::uint32_t k = 0; k < depth_; ++k) {
      share /= nodes_[k].degree;
      const auto pending = size_of(nodes_[k].pending);
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

  void note(std::uint32_t option) {
    COMBIEN_REQUIRE(path_length_ < path_.size());
    path_[path_length_++] = option;
  }

  void push(Word options, Word items, Word choices) {
    COMBIEN_REQUIRE(depth_ < nodes_.size());
    nodes_[depth_++] = {options, items, choices, path_length_, size_of(choices), 0};
  }

  Verdict propagate() {
    Choice choice;
    const Verdict verdict = SmallSets::propagate(alive_, waiting_, choice,
                                                 [this](std::uint32_t option) { note(option); });
    if (verdict == Verdict::open) push(alive_, waiting_, *options_of(choice.item) & alive_);
    return verdict;
  }

  std::array<Node, 64> nodes_;          // depth_ of them.
  std::array<std::uint32_t, 64> path_;  // path_length_ of them.
  std::uint32_t depth_ = 0;
  std::uint32_t path_length_ = 0;
  Word alive_ = 0;
  Word waiting_ = 0;
};
