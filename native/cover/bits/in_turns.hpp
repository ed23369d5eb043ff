// A search that visits a few states in turns, where that is faster than side by side: without AVX-512.
//
// A step takes the first option of a state's item and finds the next item, without a branch where that is
// possible.  It is a chain of some 80 cycles, which one state alone would wait for; a few of them fill
// the processor.
//
// Each lane has its own stack, whose top is its state: choosing an option that is not the last makes a
// state above, the last one replaces the state, and a state that is solved or dead is dropped.
// A lane without states takes the lowest of the longest stack.
//
// Included after lane_sets.hpp, inside the namespace.  No include guard.
#ifdef COMBIEN_BYTES

// Keeps GCC from loading two words at once, for which processors wait if one of them was just stored, and
// from branching on a word.
inline Word in_register(Word word) {
  asm("" : "+r"(word));
  return word;
}

// The first option of an item in one state.
template <std::uint32_t words>
struct FirstOption {
  Word at = words - 1;  // The word that it is in.
  Word bit = 0;
  Word others = 0;  // Not 0 if the item has other options.

  [[gnu::always_inline]] FirstOption(const Word* column, const Word* alive) {
    Word some = column[words - 1] & alive[words - 1];  // The item's options in word `at`.
    for (std::uint32_t k = words - 1; k-- > 0;) {
      const Word choices = column[k] & alive[k];
      const Word none = Word{0} - Word{choices == 0};
      others |= some & ~none;
      some = choices | (some & none);
      at = (at & none) | (k & ~none);
    }
    bit = some & -some;
    others |= some ^ bit;
  }
  std::size_t option() const { return 64 * at + static_cast<std::uint32_t>(std::countr_zero(bit)); }
};

// What `Step` has besides sets: its State, start(), with_digits() and step().
template <class Step>
class InTurns : public Step {
  using State = typename Step::State;
  using Step::lanes;

 public:
  // Starts at the node with these available options and waiting items, branching on `item` (its
  // rank among them).
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item) {
    Step::open_sets(above, alive, waiting);
    for (std::uint32_t k = 0; k < lanes; ++k)
      lanes_[k] = {stacks_[k] + 1, stacks_[k] + 1, stacks_[k] + 1};
    State& root = *lanes_[0].top;
    Step::start(root, options, items, item);
    root.branching = 1;
    root.forced = 0;
    if constexpr (Step::keeps_solutions) root.way = {1, {}};
    active_ = 1;
    totals_ = {};
  }

  // Continues; false if it is not done after some thousand steps.
  bool run() {
    return Step::with_digits([this]<class Digits>(Digits) { return run_with<Digits::value>(); });
  }

  // The totals so far.
  LaneTotals totals() const { return totals_; }

 private:
  template <std::uint32_t size_digits>
  bool run_with() {
    // Kept in registers.
    LaneTotals totals;
    std::uint32_t round = 0;
    for (; round < rounds && active_ != 0; ++round) {
      if (active_ < lanes) share();
      totals.occupied += active_;
      bool over = false;
      for (std::uint32_t k = 0; k < active_; ++k) {
        lanes_[k].top = Step::template step<size_digits>(lanes_[k].top, totals);
        over |= lanes_[k].top < lanes_[k].lowest;
      }
      if (over) retire();
    }
    totals_.solutions += totals.solutions;
    totals_.work.nodes += totals.work.nodes;
    totals_.work.updates += totals.work.nodes + totals.work.updates;
    totals_.steps += std::uint64_t{lanes} * round;
    totals_.occupied += totals.occupied;
    return active_ == 0;
  }

  static constexpr std::uint32_t rounds = 1024;

  struct Lane {
    State* lowest;
    State* top;  // Below `lowest` if there is no state.
    State* stack;
  };

  // Moves the lanes without states behind the others.
  void retire() {
    std::uint32_t left = 0;
    for (std::uint32_t k = 0; k < active_; ++k) {
      if (lanes_[k].top >= lanes_[k].lowest) std::swap(lanes_[left++], lanes_[k]);
    }
    active_ = left;
  }

  // Gives states to the lanes without any.
  void share() {
    while (active_ < lanes) {
      Lane* longest = lanes_;
      for (std::uint32_t k = 1; k < active_; ++k) {
        if (lanes_[k].top - lanes_[k].lowest > longest->top - longest->lowest) longest = &lanes_[k];
      }
      if (longest->top == longest->lowest) return;
      Lane& empty = lanes_[active_++];
      empty.lowest = empty.top = empty.stack;
      *empty.top = *longest->lowest++;
    }
  }

  // From the second: a choice covers an item, so there are no more.
  State stacks_[lanes][Step::most_items + 2];
  Lane lanes_[lanes];  // The first active_ have states.
  std::uint32_t active_ = 0;
  LaneTotals totals_;
};

#endif
