// Blocks of words, all of one size, that containers take and give back.
//
// Memory that one container gives back is at once available to another, so a layer of a sweep can
// be built out of the memory of the layer before it.  Several threads share a pool, each with a
// cache of free blocks of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/pages.hpp"
#include "base/require.hpp"

namespace combien {

class BlockPool {
 public:
  explicit BlockPool(std::size_t block_words) : block_words_(block_words) {}

  std::size_t block_words() const { return block_words_; }
  // The memory of all blocks, taken or free, and of what was charged.
  std::uint64_t bytes() const {
    const std::lock_guard held(mutex_);
    return bytes_;
  }

  // From now on, no more than this is used.
  void limit(std::uint64_t bytes) {
    const std::lock_guard held(mutex_);
    limit_ = bytes;
  }

  // Counts memory of other kinds; false if that is too much.
  bool charge(std::uint64_t more) {
    const std::lock_guard held(mutex_);
    if (more > left()) return false;
    bytes_ += more;
    return true;
  }
  // require: at least this much is charged
  void release(std::uint64_t less) {
    const std::lock_guard held(mutex_);
    COMBIEN_REQUIRE(less <= bytes_);
    bytes_ -= less;
  }

 private:
  friend class BlockCache;

  static constexpr std::uint64_t least_blocks = 8;
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;

  std::uint64_t block_bytes() const { return block_words_ * sizeof(std::uint64_t); }
  std::uint64_t left() const { return limit_ > bytes_ ? limit_ - bytes_ : 0; }

  // Moves free blocks to a cache until it has this many; false if that takes too much memory.
  bool fill(std::vector<std::uint64_t*>& cache, std::size_t blocks) {
    const std::lock_guard held(mutex_);
    const std::size_t more = blocks - cache.size();
    if (more > free_.size() && !grow(more - free_.size())) return false;
    move(free_, cache, more);
    return true;
  }
  // Moves blocks back until the cache has this many.
  void drain(std::vector<std::uint64_t*>& cache, std::size_t blocks) {
    const std::lock_guard held(mutex_);
    move(cache, free_, cache.size() - blocks);
  }
  static void move(std::vector<std::uint64_t*>& from, std::vector<std::uint64_t*>& to,
                   std::size_t count) {
    const auto begin = from.end() - static_cast<std::ptrdiff_t>(count);
    to.insert(to.end(), begin, from.end());
    from.erase(begin, from.end());
  }

  bool grow(std::uint64_t needed) {
    if (needed > left() / block_bytes()) return false;
    // A fixed part more, so that the number of slabs remains small.
    const std::uint64_t wanted = std::max({needed, least_blocks, blocks_ / 8});
    const std::uint64_t more =
        std::max(needed, std::min({wanted, left() / block_bytes(), most_bytes / block_bytes()}));
    slabs_.emplace_back(more * block_words_);
    blocks_ += more;
    bytes_ += more * block_bytes();
    for (std::size_t k = more; k-- > 0;) free_.push_back(slabs_.back().data() + k * block_words_);
    return true;
  }

  const std::size_t block_words_;
  mutable std::mutex mutex_;
  std::uint64_t limit_ = UINT64_MAX;
  std::uint64_t bytes_ = 0;
  std::uint64_t blocks_ = 0;
  std::vector<ZeroWords> slabs_;
  std::vector<std::uint64_t*> free_;
};

// The free blocks of one thread.
class BlockCache {
 public:
  explicit BlockCache(BlockPool& pool) : pool_(&pool) {}

  // Makes at least `blocks` free; false if that takes too much memory.
  bool reserve(std::size_t blocks) { return blocks <= free_.size() || pool_->fill(free_, blocks); }

  // require: a block is free
  std::uint64_t* take() {
    COMBIEN_REQUIRE(!free_.empty());
    std::uint64_t* const block = free_.back();
    free_.pop_back();
    return block;
  }
  // require: the block is of the same pool
  void give_back(std::uint64_t* block) { free_.push_back(block); }

  // Leaves what other threads may need to the pool.
  void trim() {
    if (free_.size() >= most_free) pool_->drain(free_, most_free / 2);
  }
  void clear() { pool_->drain(free_, 0); }

 private:
  static constexpr std::size_t most_free = 512;

  BlockPool* pool_;
  std::vector<std::uint64_t*> free_;
};

}  // namespace combien
