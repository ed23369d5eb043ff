// What has been seen at each level (a number of items that wait): the sizes of subtrees, what the table
// has saved there, and whether the rest falls into parts.  It decides where asking pays.
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
    const Level& here = levels_[level];
    return here.subtrees == 0 ? unknown : here.nodes / here.subtrees;
  }

  // Whether the table is worth asking: not for the smallest subtrees, and not where that saved less
  // than it cost, window after window.
  bool probing(std::size_t level) const {
    const Level& here = levels_[level];
    return here.strikes < most_strikes &&
           (here.subtrees == 0 || here.size >= smallest_probed * here.subtrees);
  }
  void probed(std::size_t level, bool hit) {
    Level& here = levels_[level];
    ++here.probes;
    if (hit) ++here.hits;
    if (here.probes < first_window << here.strikes) return;
    const bool pays = here.hits * (mean_nodes(level) + 1) >= probe_cost * here.probes;
    here.strikes = pays ? 0 : here.strikes + 1;
    here.probes = here.hits = 0;
  }

  // Whether to look for parts that share nothing.
  bool splitting(std::size_t level) const {
    const Level& here = levels_[level];
    return mean_nodes(level) >= smallest_split &&
           (here.looks < first_looks || here.splits * rarest_split >= here.looks);
  }
  void looked(std::size_t level, bool split) {
    ++levels_[level].looks;
    if (split) ++levels_[level].splits;
  }

 private:
  static constexpr std::uint64_t unknown = 64;
  static constexpr std::uint64_t smallest_probed = 8;
  static constexpr std::uint64_t first_window = 4096;
  static constexpr std::uint32_t most_strikes = 3;
  static constexpr std::uint64_t probe_cost = 2;
  static constexpr std::uint64_t smallest_split = 30;
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
    std::uint32_t strikes = 0;  // Windows in a row that did not pay.
  };
  std::vector<Level> levels_;
};

}  // namespace combien
