// The mean size of the subtrees below each depth, to decide whether renumbering pays.
#pragma once

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

}  // namespace combien
