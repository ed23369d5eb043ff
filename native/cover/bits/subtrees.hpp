// The sizes of the subtrees seen so far, to decide whether renumbering and lanes pay.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace combien {

class Subtrees {
 public:
  void count(std::size_t depth, std::uint64_t nodes) {
    if (depth >= depths_.size()) depths_.resize(depth + 1);
    depths_[depth].nodes += nodes;
    ++depths_[depth].subtrees;
  }

  // For a depth not seen yet, a guess that hardly matters.
  std::uint64_t mean(std::size_t depth) const {
    constexpr std::uint64_t unknown = 64;
    if (depth >= depths_.size() || depths_[depth].subtrees == 0) return unknown;
    return depths_[depth].nodes / depths_[depth].subtrees;
  }

 private:
  struct Depth {
    std::uint64_t nodes = 0;
    std::uint64_t subtrees = 0;
  };
  std::vector<Depth> depths_;
};

// What was seen of the subtrees below small states, by depth and number of options, to decide where
// lanes pay: sizes vary more here than a depth shows.
class SmallSubtrees {
 public:
  static constexpr std::uint32_t most_options = 256;

  void count(std::size_t depth, std::uint32_t options, std::uint64_t nodes) {
    Group& group = at(depth, options);
    group.nodes += nodes;
    ++group.subtrees;
  }
  // How many steps the lanes could have done in all, and how many they did.
  void count_steps(std::size_t depth, std::uint32_t options, std::uint64_t steps,
                   std::uint64_t occupied) {
    Group& group = at(depth, options);
    group.steps += steps;
    group.occupied += occupied;
  }

  // 0 if it is unknown, or if too few lanes were in use.
  std::uint64_t mean(std::size_t depth, std::uint32_t options) const {
    constexpr std::uint64_t sample = 20000;
    if (depth >= depths_.size()) return 0;
    const Group& group = depths_[depth][place(options)];
    if (group.subtrees == 0) return 0;
    if (group.steps > sample && 10 * group.occupied < 6 * group.steps) return 0;
    return group.nodes / group.subtrees;
  }

 private:
  static constexpr std::uint32_t options_a_group = 16;
  struct Group {
    std::uint64_t nodes = 0;
    std::uint64_t subtrees = 0;
    std::uint64_t steps = 0;
    std::uint64_t occupied = 0;
  };

  static std::size_t place(std::uint32_t options) { return options / options_a_group; }
  Group& at(std::size_t depth, std::uint32_t options) {
    if (depth >= depths_.size()) depths_.resize(depth + 1);
    return depths_[depth][place(options)];
  }

  std::vector<std::array<Group, most_options / options_a_group + 1>> depths_;
};

}  // namespace combien
