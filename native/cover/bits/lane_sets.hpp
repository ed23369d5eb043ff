// What the searches in lanes share: the sets of options and items, and the solutions found.
//
// The lanes visit exactly the nodes that the other searches visit, in another order.  For listing,
// each state has its place in the order of the other searches: a 1 bit, then for each branching on
// the way a 1 for each option that was passed over, and a 0 for the one taken unless it is the last.
// Solutions are sorted by these at the end.
//
// Included after blocks.hpp, inside the namespace.  No include guard.

// What was found below one state.
struct LaneTotals {
  std::uint64_t solutions = 0;
  Work work;
  std::uint64_t steps = 0;     // Times the number of lanes: how many steps there could have been.
  std::uint64_t occupied = 0;  // How many there were.
};

// `words` and `vectors` are the words of a set of options and of items.
template <std::uint32_t words, std::uint32_t vectors>
class LaneSets {
 public:
  static constexpr std::uint32_t words_of_options = words;
  static constexpr std::uint32_t most_options = 64 * words;
  static constexpr std::uint32_t most_items = 64 * vectors;

  // Calls `visit` with the options of each solution, as a set, in the order of the search.
  // require: it is done
  // ensure: false => it was not possible, as a place took more than a word
  template <class Visit>
  bool for_solutions(Visit visit) {
    if (lost_) return false;
    std::sort(found_.begin(), found_.end(),
              [](const Found& one, const Found& other) { return one.place < other.place; });
    for (const Found& solution : found_) visit(solution.options);
    return true;
  }

 protected:
  struct Found {
    Word place;  // With its first bit at the top.
    Word options[words];
  };
  struct NoWay {};  // In place of it where solutions are only counted.

  // Sets the tables to these available options and waiting items, and forgets all solutions.
  void open_sets(const Block& above, const Word* alive, const Word* waiting) {
    packed_options_.set(alive, above.words);
    packed_items_.set(waiting, above.vectors);
    std::uint32_t option = 0;
    for_members(alive, above.words, [&](std::uint32_t old) {
      Word* keep = keep_ + std::size_t{option} * words;
      packed_options_.pack(above.conflicts_of(old), keep, words);
      for (std::uint32_t k = 0; k < words; ++k) keep[k] = ~keep[k];
      Word* rest = rest_ + std::size_t{option} * vectors;
      packed_items_.pack(above.items_of(old), rest, vectors);
      for (std::uint32_t v = 0; v < vectors; ++v) rest[v] = ~rest[v];
      ++option;
    });
    std::uint32_t item = 0;
    for_members(waiting, above.vectors, [&](std::uint32_t old) {
      packed_options_.pack(above.options_of(old), column_ + std::size_t{item} * words, words);
      ++item;
    });
    lost_ = false;
    found_.clear();
  }

  // Passes over the option that is taken, if there are others; returns the way of the state below.
  Found go_below(Found& here, bool others) {
    Found below = here;
    lost_ |= others && below.place >> 63 != 0;
    below.place <<= others ? 1 : 0;
    here.place = below.place | 1;
    return below;
  }
  void keep_solution(Found solution) {
    solution.place <<= std::countl_zero(solution.place);
    found_.push_back(solution);
  }

  Word column_[64 * vectors * words];  // For each item, its options.
  Word keep_[64 * words * words];      // For each option, the options that it does not exclude.
  Word rest_[64 * words * vectors];    // For each option, the items that it leaves waiting.
  bool lost_ = false;                  // Whether a place took more than a word.
  std::vector<Found> found_;
  // While the tables are set.
  Packing packed_options_;
  Packing packed_items_;
};
