// Statistics for each level (number of waiting items): the size of subtrees, what the table has
// saved, and whether the rest splits into components.  Decides where table lookups pay.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace combien {

class Levels {
 public:
  explicit Levels(std::size_t items) : levels_(items + 1) {}

  // A subtree is finished: the number of nodes visited, and the number without a table.
  void close(std::size_t level, std::uint64_t nodes, std::uint64_t size) {
    Level& here = levels_[level];
    ++here.subtrees;
    here.nodes += nodes;
    here.size += size;
  }

  // The mean number of nodes visited below; a guess that hardly matters if nothing is known yet.
  std::uint64_t mean_nodes(std::size_t level) const {
    constexpr std::uint64_t unknown = 64;
    const Level& here = levels_[level];
    return here.subtrees == 0 ? unknown : here.nodes / here.subtrees;
  }
  // Whether the mean is at least this many nodes.
  bool visits(std::size_t level, std::uint64_t nodes) const {
    const Level& here = levels_[level];
    return here.nodes >= nodes * here.subtrees;
  }

  // Whether the table is useless at this level and all levels below it.
  bool plain(std::size_t level) const { return level < quiet_ || small(levels_[level]); }

  // Whether a table lookup may pay: not for the smallest subtrees, and not where lookups saved less
  // than they cost, window after window.
  bool probing(std::size_t level) const {
    const Level& here = levels_[level];
    return here.strikes < most_strikes && !small(here);
  }

  // Whether to look up this state.  Where lookups did not pay recently, only one state in 4, 16 or
  // more is looked up, and always the same ones: their hit rate is the same as for all states, and
  // if it becomes high enough, all states are looked up again.
  bool chosen(std::size_t level, std::uint64_t hash) const {
    return (hash & ((1u << 2 * levels_[level].strikes) - 1)) == 0;
  }

  // Whether the table saves enough nodes that keeping the remaining items together is worth more
  // than having few branches.
  bool table_pays() const { return table_pays_; }

  // Whether the first window has shown that it does not, so that the choices near the root, which
  // assumed that it would, should be redone.  Returns true once.
  bool take_restart() {
    if (restart_ != Restart::due) return false;
    restart_ = Restart::decided;
    return true;
  }

  // Records a lookup, after `nodes` nodes in all, that saved `saved` nodes (0: a miss).
  void probed(std::size_t level, std::uint64_t saved, std::uint64_t nodes) {
    saved_ += saved;
    if (++lookups_ == window) {
      table_pays_ = saved_ >= much * (nodes - nodes_before_);
      restart_ = restart_ == Restart::undecided && !table_pays_ ? Restart::due : Restart::decided;
      nodes_before_ = nodes;
      lookups_ = saved_ = 0;
    }
    Level& here = levels_[level];
    ++here.probes;
    if (saved != 0) ++here.hits;
    if (here.probes < window) return;
    const bool pays = here.hits * (mean_nodes(level) + 1) >= probe_cost * here.probes;
    here.strikes = pays ? 0 : here.strikes + 1;
    here.probes = here.hits = 0;
    if (here.strikes == most_strikes) find_quiet();
  }

  // Whether to look for independent components; only occasionally where they were rare.
  bool splitting(std::size_t level) {
    if (!visits(level, smallest_split)) return false;
    Level& here = levels_[level];
    return here.looks < first_looks || here.splits * rarest_split >= here.looks ||
           ++here.passed % rarest_split == 0;
  }
  void looked(std::size_t level, bool split) {
    ++levels_[level].looks;
    if (split) ++levels_[level].splits;
  }

 private:
  enum class Restart : std::uint8_t { undecided, due, decided };

  static constexpr std::uint64_t smallest_probed = 8;
  static constexpr std::uint64_t window = 512;
  static constexpr std::uint32_t most_strikes = 5;
  // The nodes that the table must save per visited node for that.  On Conway's box with
  // distinguishable rods, 8 is too little (a tenth more nodes) and 2 far too little (twice as
  // many); boards of small tiles, and graphs, save thousands.
  static constexpr std::uint64_t much = 32;
  // In nodes.  Half or double this costs a tenth on Conway's box with distinguishable rods.
  static constexpr std::uint64_t probe_cost = 2;
  // Six boards joined by corridors: 0.025 s with 8 nodes, 0.04 s with 30, and without splits it
  // does not finish.
  static constexpr std::uint64_t smallest_split = 8;
  static constexpr std::uint64_t first_looks = 64;
  static constexpr std::uint64_t rarest_split = 16;

  struct Level {
    std::uint64_t subtrees = 0;
    std::uint64_t nodes = 0;
    std::uint64_t size = 0;
    std::uint64_t probes = 0;  // In this window.
    std::uint64_t hits = 0;
    std::uint64_t looks = 0;
    std::uint64_t splits = 0;
    std::uint64_t passed = 0;   // Number of times the search was skipped.
    std::uint32_t strikes = 0;  // Consecutive windows that did not pay.
  };

  static bool small(const Level& level) { return level.size < smallest_probed * level.subtrees; }

  void find_quiet() {
    const auto probed = [](const Level& level) {
      return level.subtrees != 0 && level.strikes < most_strikes && !small(level);
    };
    quiet_ = static_cast<std::size_t>(std::find_if(levels_.begin(), levels_.end(), probed) -
                                      levels_.begin());
  }

  std::vector<Level> levels_;
  std::uint64_t lookups_ = 0;  // In this window, at all levels.
  std::uint64_t saved_ = 0;
  std::uint64_t nodes_before_ = 0;
  // Initially optimistic: if choices were scattered, the table would never become useful.
  bool table_pays_ = true;
  Restart restart_ = Restart::undecided;
  std::size_t quiet_ = 0;  // The levels below this one do not use the table.
};

}  // namespace combien
