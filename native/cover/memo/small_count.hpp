// Counting on small sets, where a table would not pay.
//
// Included once for each instruction set, after bits/small_sets.hpp.  No include guard.

class SmallCount : public SmallSets {
 public:
  // Starts to count without a table, branching on `item` in a fully propagated state.
  void begin(Word alive, Word waiting, std::uint32_t item) {
    found_ = 0;
    nodes_[0] = {alive, waiting, *options_of(item) & alive};
    depth_ = 1;
  }

  // Continues node by node; false if the slice is used up first.
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
      Word alive = node.alive;
      Word waiting = node.waiting;
      take(alive, waiting, option);
      Choice choice;
      const Verdict verdict = propagate(alive, waiting, choice, [](std::uint32_t) {});
      if (verdict == Verdict::solved) ++found_;
      if (verdict == Verdict::open) {
        COMBIEN_REQUIRE(depth_ < nodes_.size());
        nodes_[depth_++] = {alive, waiting, *options_of(choice.item) & alive};
      }
    }
    visited += used;
    slice.give_back(granted - used);
    return true;
  }

  // The count: less than 2 to the number of options.
  std::uint64_t found() const { return found_; }

 private:
  struct Node {
    Word alive;
    Word waiting;
    Word pending;
  };

  std::array<Node, 64> nodes_;  // depth_ of them.
  std::uint32_t depth_ = 0;
  std::uint64_t found_ = 0;
};
