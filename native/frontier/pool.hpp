// Blocks of words, all of one size, that containers take and give back.
//
// Memory that one container gives back is at once available to another, so a layer of a sweep can
// be built out of the memory of the layer before it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/pages.hpp"
#include "base/require.hpp"

namespace combien {

class BlockPool {
 public:
  explicit BlockPool(std::size_t block_words) : block_words_(block_words) {}

  std::size_t block_words() const { return block_words_; }
  // The memory of all blocks, taken or free.
  std::uint64_t bytes() const { return blocks_ * block_bytes(); }

  // Makes at least `blocks` free; false if that takes more than `bytes` of new memory.
  bool reserve(std::size_t blocks, std::uint64_t bytes) {
    if (blocks <= free_.size()) return true;
    const std::uint64_t needed = blocks - free_.size();
    if (needed > bytes / block_bytes()) return false;
    // A fixed part more, so that the number of slabs remains small.
    const std::uint64_t wanted = std::max({needed, least_blocks, blocks_ / 8});
    const std::uint64_t more =
        std::max(needed, std::min({wanted, bytes / block_bytes(), most_bytes / block_bytes()}));
    slabs_.emplace_back(more * block_words_);
    blocks_ += more;
    for (std::size_t k = more; k-- > 0;) free_.push_back(slabs_.back().data() + k * block_words_);
    return true;
  }

  // require: a block is free
  std::uint64_t* take() {
    COMBIEN_REQUIRE(!free_.empty());
    std::uint64_t* const block = free_.back();
    free_.pop_back();
    return block;
  }
  // require: the block was taken here
  void give_back(std::uint64_t* block) { free_.push_back(block); }

 private:
  static constexpr std::uint64_t least_blocks = 8;
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;

  std::uint64_t block_bytes() const { return block_words_ * sizeof(std::uint64_t); }

  std::size_t block_words_;
  std::uint64_t blocks_ = 0;
  std::vector<ZeroWords> slabs_;
  std::vector<std::uint64_t*> free_;
};

}  // namespace combien
