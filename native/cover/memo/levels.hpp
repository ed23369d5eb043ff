// What has been seen at each level (a number of items that wait): how large subtrees are, what the
// table has saved, and whether the rest falls into parts.  It decides where asking pays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace combien {

class Levels {
 public:
  explicit Levels(std::size_t items) : levels_(items + 1) {}

  // A subtree is done: how many nodes were visited, and how many there would be without a table.
  void close(std::size_t level, std::uint64_t nodes, std::uint64_t size) {
    Level& here = levels_[level];
    ++here.subtrees;
    here.nodes += nodes;
    here.size += size;
  }

  // The mean of the nodes visited below; where nothing is known yet, a guess that hardly matters.
  std::uint64_t mean_nodes(std::size_t level) const {
    constexpr std::uint64_t unknown = 64;
    const Level& here = levels_[level];
    return here.subtrees == 0 ? unknown : here.nodes / here.subtrees;
  }
  // Whether that is so many nodes, or more.
  bool visits(std::size_t level, std::uint64_t nodes) const {
    const Level& here = levels_[level];
    return here.nodes >= nodes * here.subtrees;
  }

  // Whether neither this level nor those below it have a use for the table.
  bool plain(std::size_t level) const { return level < quiet_ || small(levels_[level]); }

  // Whether the table may be worth asking: not for the smallest subtrees, and not where that saved
  // less than it cost, window after window.
  bool probing(std::size_t level) const {
    const Level& here = levels_[level];
    return here.strikes < most_strikes && !small(here);
  }

  // Whether this state is one of those that the table is asked for.  Where that did not pay of late,
  // these are one in 4, 16 or more, and always the same ones: they are found again as often as all
  // would be, and if that begins to pay, all are asked for again.
  bool chosen(std::size_t level, std::uint64_t hash) const {
    return (hash & ((1u << 2 * levels_[level].strikes) - 1)) == 0;
  }

  // Whether the table knows so much that keeping together what is left is worth more than having few
  // branches.
  bool knowing() const { return knowing_; }

  // Whether the first window has shown that it does not, so that the choices at the root, made in
  // hope, had better be made anew.  True once.
  bool loses_hope() {
    if (hope_ != Hope::lost) return false;
    hope_ = Hope::settled;
    return true;
  }

  // The table was asked, after so many nodes in all, and has saved so many (none: it did not know).
  void probed(std::size_t level, std::uint64_t saved, std::uint64_t nodes) {
    saved_ += saved;
    if (++asked_ == window) {
      knowing_ = saved_ >= much * (nodes - nodes_before_);
      hope_ = hope_ == Hope::open && !knowing_ ? Hope::lost : Hope::settled;
      nodes_before_ = nodes;
      asked_ = saved_ = 0;
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

  // Whether to look for parts that share nothing; where they were rare, only now and then.
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
  enum class Hope : std::uint8_t { open, lost, settled };

  static constexpr std::uint64_t smallest_probed = 8;
  static constexpr std::uint64_t window = 512;
  static constexpr std::uint32_t most_strikes = 5;
  // The nodes that the table saves for each one visited, when it knows much.  On Conway's box, with
  // rods told apart, 8 is too little (a tenth more nodes) and 2 far too little (twice as many); boards
  // of small tiles, and graphs, save thousands.
  static constexpr std::uint64_t much = 32;
  // In nodes.  Half and twice as much cost Conway's box with rods told apart a tenth.
  static constexpr std::uint64_t probe_cost = 2;
  // Six boards joined by corridors: 0.025 s from 8 nodes on, 0.04 s from 30, and without splits no
  // end in sight.
  static constexpr std::uint64_t smallest_split = 8;
  static constexpr std::uint64_t first_looks = 64;
  static constexpr std::uint64_t rarest_split = 16;

  struct Level {
    std::uint64_t subtrees = 0;
    std::uint64_t nodes = 0;
    std::uint64_t size = 0;
    std::uint64_t probes = 0;  // Of this window.
    std::uint64_t hits = 0;
    std::uint64_t looks = 0;
    std::uint64_t splits = 0;
    std::uint64_t passed = 0;   // Times that nobody looked.
    std::uint32_t strikes = 0;  // Windows without a break that did not pay.
  };

  static bool small(const Level& level) { return level.size < smallest_probed * level.subtrees; }

  void find_quiet() {
    const auto asks = [](const Level& level) {
      return level.subtrees != 0 && level.strikes < most_strikes && !small(level);
    };
    quiet_ = static_cast<std::size_t>(std::find_if(levels_.begin(), levels_.end(), asks) -
                                      levels_.begin());
  }

  std::vector<Level> levels_;
  std::uint64_t asked_ = 0;  // In this window, at all levels.
  std::uint64_t saved_ = 0;
  std::uint64_t nodes_before_ = 0;
  // At first in hope: where choices are scattered, the table never gets to know.
  bool knowing_ = true;
  Hope hope_ = Hope::open;
  std::size_t quiet_ = 0;  // The levels below this one have no use for the table.
};

}  // namespace combien
