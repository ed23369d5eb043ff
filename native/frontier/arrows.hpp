// The transitions between the states of a sweep, as a stack: pushed layer after layer on the way
// forward, popped on the way back.
//
// Eight bytes per arrow, in blocks that never move, so that nothing is copied as the stack grows
// and memory is released as it shrinks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/require.hpp"

namespace combien {

class Arrows {
 public:
  // Instead of a move: the source continues without one; the source leads to no state at all.
  static constexpr std::uint32_t no_move = UINT32_MAX >> 1;
  static constexpr std::uint32_t dead_end = no_move - 1;

  struct Arrow {
    std::uint32_t target;  // A state of the next layer.
    std::uint32_t label;   // Twice the move, plus 1 if it is the first arrow of its source.

    std::uint32_t move() const { return label >> 1; }
    bool first() const { return (label & 1) != 0; }
  };

  std::uint64_t size() const { return size_; }
  std::uint64_t bytes() const { return blocks_.size() * sizeof(Block); }
  // The memory needed to push this many more.
  std::uint64_t growth(std::uint64_t more) const {
    const std::uint64_t needed = (size_ + more + block_size - 1) / block_size;
    return needed > blocks_.size() ? (needed - blocks_.size()) * sizeof(Block) : 0;
  }

  void push(const Arrow& arrow) {
    if (size_ % block_size == 0) open_block();
    last_[size_ % block_size] = arrow;
    ++size_;
  }

  // require: size() > 0
  Arrow pop() {
    COMBIEN_REQUIRE(size_ > 0);
    if (size_ % block_size == 0) close_block();
    --size_;
    return last_[size_ % block_size];
  }

 private:
  static constexpr std::size_t block_size = 1 << 15;
  struct Block {
    Arrow arrows[block_size];
  };

  // The block of the next arrow.
  void open_block() {
    const std::size_t block = size_ / block_size;
    if (block == blocks_.size()) blocks_.push_back(std::make_unique_for_overwrite<Block>());
    last_ = blocks_[block]->arrows;
  }
  // An empty block is kept, so that blocks are not released and allocated in turns.
  void close_block() {
    const std::size_t block = size_ / block_size - 1;
    if (blocks_.size() > block + 2) blocks_.pop_back();
    last_ = blocks_[block]->arrows;
  }

  std::vector<std::unique_ptr<Block>> blocks_;
  Arrow* last_ = nullptr;  // The arrows of the block of the last arrow.
  std::uint64_t size_ = 0;
};

}  // namespace combien
