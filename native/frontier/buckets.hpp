// A layer of a sweep as a list of entries for each of some buckets: a state belongs to the bucket
// that the hash of some of its bits gives.
//
// Lists are read and written one entry after the other.  They consist of blocks of a pool, which are
// given back while the layer is read.  Several threads may read and write different buckets at once.
//
// Tried and dropped: buckets of 1024 or 16384 states instead of 4096 (queens lose a third with 16384),
// and compiling for AVX2 and BMI2 (no gain, once counting bits was avoided).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/require.hpp"
#include "frontier/pool.hpp"
#include "frontier/state.hpp"

namespace combien {

template <std::uint32_t words>
class Buckets {
 public:
  // Entries one after the other, each a state and its count.
  struct Part {
    const std::uint64_t* begin;
    std::size_t size;
  };

  explicit Buckets(const BlockPool& pool) : block_words_(pool.block_words()) {}

  // cost: the buckets
  std::size_t size() const {
    std::size_t states = 0;
    for (std::size_t bucket = 0; bucket < lists_.size(); ++bucket) states += size(bucket);
    return states;
  }
  std::size_t buckets() const { return lists_.size(); }
  std::uint32_t limbs() const { return limbs_; }
  std::size_t stride() const { return words + limbs_; }
  std::uint32_t bits() const { return bits_; }
  std::uint32_t skipped() const { return skipped_; }
  // The bits of a state that decide on its bucket.
  const State<words>& key() const { return key_; }

  // The layer is empty and has 2^`bits` buckets from now on.  The first `skipped` bits of the
  // hash are not used, because all states agree in them.
  // require: it is empty
  void reset(std::uint32_t limbs, std::uint32_t bits, const State<words>& key,
             std::uint32_t skipped = 0) {
    COMBIEN_REQUIRE(size() == 0);
    COMBIEN_REQUIRE(words + limbs <= block_words_);
    limbs_ = limbs;
    bits_ = bits;
    skipped_ = skipped;
    key_ = key;
    lists_.resize(std::size_t{1} << bits);
  }

  std::size_t bucket_of(const State<words>& state) const {
    return bucket_of(state, key_, bits_, skipped_);
  }
  static std::size_t bucket_of(State<words> state, const State<words>& key, std::uint32_t bits,
                               std::uint32_t skipped = 0) {
    for (std::uint32_t k = 0; k < words; ++k) state[k] &= key[k];
    return hash<words>(state) >> (24 + skipped) & ((std::size_t{1} << bits) - 1);
  }

  // The most free blocks that appending this many entries takes.
  std::size_t blocks_for(std::size_t entries) const {
    return std::min(entries, lists_.size()) + entries / per_block();
  }

  // Prefetches the place of the next entry of a bucket.
  void hint(std::size_t bucket) const { __builtin_prefetch(lists_[bucket].next, 1); }

  // Appends an entry to a bucket, to be filled in.
  // require: there is a free block
  std::uint64_t* append(std::size_t bucket, BlockCache& blocks) {
    List& list = lists_[bucket];
    if (list.next == list.end) open_block(list, blocks);
    std::uint64_t* const entry = list.next;
    list.next += stride();
    return entry;
  }
  // Appends entries of this stride to their buckets.
  void append(const std::uint64_t* from, std::size_t count, BlockCache& blocks) {
    const std::size_t wide = stride();
    for (std::size_t k = 0; k < count; ++k, from += wide) {
      List& list = lists_[bucket_of(state_at<words>(from))];
      if (list.next == list.end) open_block(list, blocks);
      for (std::uint32_t w = 0; w <= words; ++w) list.next[w] = from[w];
      for (std::size_t w = words + 1; w < wide; ++w) list.next[w] = from[w];
      list.next += wide;
    }
  }

  // Moves the entries of a bucket of another layer to the same bucket here.
  // require: the layers have the same number of limbs and of buckets, and a block is free
  void take_over(Buckets& other, std::size_t bucket, BlockCache& blocks) {
    COMBIEN_REQUIRE(limbs_ == other.limbs_ && buckets() == other.buckets());
    List& from = other.lists_[bucket];
    List& to = lists_[bucket];
    if (from.blocks.empty()) return;
    if (!to.blocks.empty()) {
      // The last block is not full: its entries are appended, and the full blocks go in front.
      const Part last = other.part(bucket, from.blocks.size() - 1);
      append(last.begin, last.size, blocks);
      other.drop_block(bucket, blocks);
      to.blocks.insert(to.blocks.begin(), from.blocks.begin(), from.blocks.end());
      from = {};
    } else {
      std::swap(from, to);
    }
  }

  // The blocks of a bucket, and the entries in one of them.
  std::size_t blocks(std::size_t bucket) const { return lists_[bucket].blocks.size(); }
  Part part(std::size_t bucket, std::size_t block) const {
    const List& list = lists_[bucket];
    COMBIEN_REQUIRE(block < list.blocks.size());
    const std::uint64_t* const begin = list.blocks[block];
    if (block + 1 < list.blocks.size()) return {begin, per_block()};
    return {begin, static_cast<std::size_t>(list.next - begin) / stride()};
  }
  std::size_t size(std::size_t bucket) const {
    const std::size_t full = blocks(bucket);
    return full == 0 ? 0 : (full - 1) * per_block() + part(bucket, full - 1).size;
  }

  // Prefetches what is read after this block, if blocks are read from their end.
  void hint_block_before(std::size_t bucket, std::size_t block) const {
    if (block == 0) return;
    const auto entries = part(bucket, block - 1);
    for (std::size_t k = 0; k < entries.size * stride(); k += 8) {
      __builtin_prefetch(entries.begin + k);
    }
  }

  // Gives back the last block of a bucket.
  void drop_block(std::size_t bucket, BlockCache& blocks) {
    List& list = lists_[bucket];
    blocks.give_back(list.blocks.back());
    list.blocks.pop_back();
    list.next = list.end =
        list.blocks.empty() ? nullptr : list.blocks.back() + per_block() * stride();
  }

  // Checks the invariants; returns what is wrong, or nothing.  States may occur several times while
  // the layer is not `done`.
  // cost: the states
  std::string_view unsound(bool done) const {
    for (std::size_t bucket = 0; bucket < lists_.size(); ++bucket) {
      std::vector<State<words>> met;
      for (std::size_t block = 0; block < blocks(bucket); ++block) {
        const Part entries = part(bucket, block);
        for (std::size_t k = 0; k < entries.size; ++k) {
          const std::uint64_t* const entry = entries.begin + k * stride();
          met.push_back(state_at<words>(entry));
          if ((entry[0] & SweepPlan::occupied) == 0 || (entry[0] & SweepPlan::beyond) != 0) {
            return "a state has the wrong marks";
          }
          if (bucket_of(met.back()) != bucket) return "a state is in the wrong bucket";
          if (std::all_of(entry + words, entry + stride(),
                          [](std::uint64_t limb) { return limb == 0; })) {
            return "a state cannot be reached";
          }
        }
      }
      std::sort(met.begin(), met.end(), precedes<words>);
      if (done && std::adjacent_find(met.begin(), met.end()) != met.end()) {
        return "a state is there twice";
      }
    }
    return {};
  }

 private:
  struct List {
    std::uint64_t* next = nullptr;  // Where the next entry goes,
    std::uint64_t* end = nullptr;   // unless the block is full.
    std::vector<std::uint64_t*> blocks;
  };

  std::size_t per_block() const { return block_words_ / stride(); }

  void open_block(List& list, BlockCache& blocks) {
    list.next = blocks.take();
    list.end = list.next + per_block() * stride();
    list.blocks.push_back(list.next);
  }

  std::size_t block_words_;
  std::uint32_t limbs_ = 1;
  std::uint32_t bits_ = 0;
  std::uint32_t skipped_ = 0;
  State<words> key_{};
  std::vector<List> lists_{1};
};

}  // namespace combien
