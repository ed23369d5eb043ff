// A thread's part of a step of the sweep whose states are in no order (see spread.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "frontier/adder.hpp"
#include "frontier/buckets.hpp"
#include "frontier/distinct.hpp"
#include "frontier/pool.hpp"
#include "frontier/step.hpp"
#include "frontier/totals.hpp"

namespace combien {

// What all threads know about a pass.
template <std::uint32_t words>
struct Pass {
  const SweepPlan& plan;
  const OpenStep<words>* step = nullptr;
  std::size_t number = 0;
  // Whether states of different buckets have no common successors.
  bool apart = true;
  // Whether the buckets may have equal states at the end, and how many blocks one may have before
  // equal states in it are combined.
  bool combines = true;
  std::size_t most_blocks = 32;
  Adder adder{};
};

// Follows the states of some buckets into a layer of its own, and combines equal states.
template <std::uint32_t words>
class Follower {
 public:
  explicit Follower(const Pass<words>& pass, BlockPool& pool)
      : pass_(pass), pool_(pool), blocks_(pool), target_(pool) {}

  Buckets<words>& target() { return target_; }
  const Buckets<words>& target() const { return target_; }
  BlockCache& blocks() { return blocks_; }
  const Totals& totals() const { return totals_; }

  // Begins a pass; its successors go to 2^`bits` buckets, by the bits `key`.
  void open(std::uint32_t limbs, std::uint32_t bits, const State<words>& key,
            std::uint32_t skipped = 0) {
    target_.reset(limbs, bits, key, skipped);
    totals_.reset(limbs);
    table_.reset(limbs);
    const OpenStep<words>* const step = pass_.step;
    simple_ = step != nullptr && step->plain && step->moves.size() < 64 && step->fitting.one_set();
    most_blocks_.assign(pass_.apart ? 0 : target_.buckets(), pass_.most_blocks);
    bucket_ = none;
    cursor_ = 0;
    emitted_ = 0;
    phase_ = Phase::following;
  }

  // Follows states of bucket after bucket, as many as `next` gives, until none is left.  Stops when it
  // owes more than `most` transitions.
  Outcome follow(Buckets<words>& source, std::atomic<std::size_t>& next, Slice& slice,
                 std::uint64_t most) {
    while (phase_ != Phase::done) {
      if (owed_ > most) return Outcome::out_of_slice;
      Outcome outcome = Outcome::done;
      switch (phase_) {
        case Phase::following: outcome = follow_some(source, next, slice); break;
        case Phase::emitting: outcome = emit_some(slice); break;
        case Phase::combining: outcome = combine_crowded(slice); break;
        case Phase::done: break;
      }
      if (outcome != Outcome::done) return outcome;
    }
    return Outcome::done;
  }

  // Combines equal states in bucket after bucket of a layer, and adds up the counts.
  Outcome finish(Buckets<words>& layer, std::atomic<std::size_t>& next, Slice& slice,
                 std::uint64_t /*most*/) {
    for (;;) {
      if (bucket_ == none) bucket_ = next++;
      if (bucket_ >= layer.buckets()) {
        bucket_ = none;
        return Outcome::done;
      }
      const std::size_t size = layer.size(bucket_);
      if (pass_.combines && !make_room(size)) return Outcome::out_of_bytes;
      if (!slice.tick(size)) return Outcome::out_of_slice;
      if (pass_.combines) combine(layer, bucket_);
      for (std::size_t block = 0; block < layer.blocks(bucket_); ++block) {
        const auto part = layer.part(bucket_, block);
        totals_.add(part.begin + words, part.size, layer.stride());
      }
      bucket_ = none;
    }
  }

  // The transitions since the last call.
  std::uint64_t take_owed() { return std::exchange(owed_, 0); }

 private:
  // States that are processed between two checks of the clock.
  static constexpr std::size_t stretch = 256;
  // Successors that are collected before they are looked up.
  static constexpr std::size_t batch = 32;
  static constexpr std::size_t none = SIZE_MAX;

  enum class Phase : std::uint8_t {
    following,  // The states of a bucket are followed.
    emitting,   // The collected states go to their buckets.
    combining,  // Equal states of buckets that have grown are combined.
    done,
  };

  // A state on its way into a table, or into the bucket whose number is its hash.
  using Waiting = typename Distinct<words>::Addend;

  // Makes room in the table; false if that takes too much memory.
  bool make_room(std::size_t more) {
    const std::uint64_t growth = table_.growth(more);
    if (growth == 0) return true;
    if (!pool_.charge(growth)) return false;
    const std::uint64_t before = table_.bytes();
    table_.grow(more);
    pool_.release(growth - (table_.bytes() - before));
    return true;
  }

  // Likewise, for this many successors.
  bool make_room_for(std::size_t more) {
    return pass_.apart ? make_room(more) : blocks_.reserve(target_.blocks_for(more));
  }

  // Follows some states of a block.  All blocks are read from their end, and given back.
  Outcome follow_some(Buckets<words>& source, std::atomic<std::size_t>& next, Slice& slice) {
    if (bucket_ == none) {
      bucket_ = next++;
      if (bucket_ >= source.buckets()) {
        bucket_ = none;
        phase_ = Phase::done;
        return Outcome::done;
      }
    }
    if (source.blocks(bucket_) == 0) {
      bucket_ = none;
      if (pass_.apart && table_.size() != 0) phase_ = Phase::emitting;
      return Outcome::done;
    }
    const std::size_t block = source.blocks(bucket_) - 1;
    const auto part = source.part(bucket_, block);
    const std::uint64_t* const entry = part.begin + cursor_ * source.stride();
    const std::size_t moves = pass_.step->exactly_once ? pass_.step->moves.size() + 1 : 2;
    const std::size_t count =
        std::min(part.size - cursor_, simple_ ? stretch : 1 + stretch / moves);
    if (simple_) {
      if (set_ == 0) {
        source.hint_block_before(bucket_, block);
        find_sets(entry, count, source.stride());
        cursor_ += count;
        owed_ += count;
      }
      while (set_ != 0) {
        if (!make_room_for(batch)) return Outcome::out_of_bytes;
        if (!slice.tick(2 * batch)) return Outcome::out_of_slice;
        make_some();
        flush();
      }
    } else {
      if (!make_room_for(waiting_ + count * moves)) return Outcome::out_of_bytes;
      if (!slice.tick(count * moves)) return Outcome::out_of_slice;
      for (std::size_t k = 0; k < count; ++k) spread(entry + k * source.stride());
      cursor_ += count;
      owed_ += count;
    }
    if (cursor_ == part.size) {
      flush();
      source.drop_block(bucket_, blocks_);
      blocks_.trim();
      cursor_ = 0;
    }
    if (!crowded_.empty()) {
      flush();
      phase_ = Phase::combining;
    }
    return Outcome::done;
  }

  // Exactly one of some moves of plain bits: which of them fit is found for many states at once, then
  // all successors are made, without unpredictable branches.  A covered state has one successor, by
  // a move that changes nothing.
  void find_sets(const std::uint64_t* entry, std::size_t count, std::size_t stride) {
    const std::size_t moves = pass_.step->moves.size();
    const SweepPlan::Slot own = pass_.step->own;
    std::size_t some = 0;
    for (std::size_t k = 0; k < count; ++k, entry += stride) {
      const auto state = state_at<words>(entry);
      const std::uint64_t covered = (state[own.word] & own.mask) != 0 ? 1 : 0;
      const std::uint64_t set = pass_.step->fitting.set(state) | covered << moves;
      states_[some] = entry;
      sets_[some] = set;
      some += set != 0 ? 1 : 0;
    }
    sets_[some] = 0;
    followed_ = 0;
    set_ = sets_[0];
  }

  // require: nothing is waiting
  void make_some() {
    const State<words> kept = pass_.step->kept;
    const auto* const moves = pass_.step->every_move.data();
    std::uint64_t set = set_;
    std::size_t k = followed_;
    std::size_t made = 0;
    for (; made < batch && set != 0; ++made) {
      const auto& move = moves[std::countr_zero(set)];
      const std::uint64_t* const from = states_[k];
      Waiting& next = queue_[made];
      for (std::uint32_t w = 0; w < words; ++w) next.state[w] = (from[w] | move.bits[w]) & kept[w];
      next.weight = move.weight;
      next.count = from + words;
      set &= set - 1;
      // Masked, so that it does not become a branch.
      const std::uint64_t last = set == 0 ? 1 : 0;
      k += last;
      set |= sets_[k] & (0 - last);
    }
    if (pass_.step->arranges()) {
      for (std::size_t j = 0; j < made; ++j) pass_.step->arrange(queue_[j].state);
    }
    for (std::size_t j = 0; j < made; ++j) hint(queue_[j]);
    waiting_ = made;
    set_ = set;
    followed_ = k;
    owed_ += waiting_;
  }

  void spread(const std::uint64_t* entry) {
    pass_.step->each_successor(pass_.plan, state_at<words>(entry), pass_.number,
                               [&](const State<words>& next, std::uint64_t weight, std::size_t) {
                                 ++owed_;
                                 if (waiting_ >= batch) flush();
                                 queue_[waiting_] = {next, 0, weight, entry + words};
                                 hint(queue_[waiting_++]);
                               });
  }

  void hint(Waiting& next) {
    if (pass_.apart) {
      next.hash = hash<words>(next.state);
      table_.hint(next.hash);
    } else {
      next.hash = target_.bucket_of(next.state);
      target_.hint(next.hash);
    }
  }

  void flush() {
    // A table without any room is not asked for it.
    if (waiting_ == 0) return;
    if (pass_.apart) {
      table_.add(queue_.data(), waiting_, pass_.adder);
    } else {
      for (std::size_t k = 0; k < waiting_; ++k) append(queue_[k]);
    }
    waiting_ = 0;
  }

  void append(const Waiting& next) {
    const std::size_t bucket = next.hash;
    std::uint64_t* const entry = target_.append(bucket, blocks_);
    for (std::uint32_t k = 0; k < words; ++k) entry[k] = next.state[k];
    for (std::uint32_t k = 0; k < pass_.adder.to; ++k) entry[words + k] = 0;
    pass_.adder.add(entry + words, next.count, next.weight);
    if (target_.blocks(bucket) > most_blocks_[bucket]) {
      most_blocks_[bucket] = SIZE_MAX;
      crowded_.push_back(bucket);
    }
  }

  // Appends some of the collected states to their buckets.
  Outcome emit_some(Slice& slice) {
    const std::size_t end = std::min(emitted_ + stretch, table_.size());
    if (!blocks_.reserve(target_.blocks_for(end - emitted_))) {
      return Outcome::out_of_bytes;
    }
    if (!slice.tick(stretch)) return Outcome::out_of_slice;
    totals_.add(table_.entry(emitted_) + words, end - emitted_, table_.stride());
    target_.append(table_.entry(emitted_), end - emitted_, blocks_);
    emitted_ = end;
    if (emitted_ == table_.size()) {
      emitted_ = 0;
      table_.reset(pass_.adder.to);
      phase_ = Phase::following;
    }
    return Outcome::done;
  }

  Outcome combine_crowded(Slice& slice) {
    if (crowded_.empty()) {
      phase_ = Phase::following;
      return Outcome::done;
    }
    const std::size_t bucket = crowded_.back();
    if (!make_room(target_.size(bucket))) return Outcome::out_of_bytes;
    if (!slice.tick(target_.size(bucket))) return Outcome::out_of_slice;
    combine(target_, bucket);
    most_blocks_[bucket] = std::max(pass_.most_blocks, 2 * target_.blocks(bucket));
    crowded_.pop_back();
    return Outcome::done;
  }

  // Leaves each state of a bucket once.
  // require: the table has room for them, and nothing is waiting
  void combine(Buckets<words>& layer, std::size_t bucket) {
    const Adder adder{pass_.adder.modulus, pass_.adder.to, pass_.adder.to};
    while (layer.blocks(bucket) != 0) {
      const auto part = layer.part(bucket, layer.blocks(bucket) - 1);
      for (std::size_t begin = 0; begin < part.size; begin += batch) {
        const std::size_t count = std::min(batch, part.size - begin);
        const std::uint64_t* const entries = part.begin + begin * layer.stride();
        for (std::size_t k = 0; k < count; ++k) {
          const std::uint64_t* const entry = entries + k * layer.stride();
          queue_[k] = {state_at<words>(entry), 0, 1, entry + words};
          queue_[k].hash = hash<words>(queue_[k].state);
          table_.hint(queue_[k].hash);
        }
        table_.add(queue_.data(), count, adder);
      }
      layer.drop_block(bucket, blocks_);
    }
    if (table_.size() != 0) layer.append(table_.entry(0), table_.size(), blocks_);
    table_.reset(pass_.adder.to);
    blocks_.trim();
  }

  const Pass<words>& pass_;
  BlockPool& pool_;
  BlockCache blocks_;
  Buckets<words> target_;
  Distinct<words> table_;
  Totals totals_;
  bool simple_ = false;  // Whether find_sets() follows the states.
  Phase phase_ = Phase::done;
  std::size_t bucket_ = none;  // The bucket that is processed,
  std::size_t cursor_ = 0;     // and the number of states processed in its last block.
  std::size_t emitted_ = 0;    // Of the states of the table.
  // Buckets that are to be combined, and how long each may become before it is.
  std::vector<std::size_t> crowded_;
  std::vector<std::size_t> most_blocks_;
  // Of some states that have successors: where they are, and the moves that fit.
  std::array<const std::uint64_t*, stretch + 1> states_;
  std::array<std::uint64_t, stretch + 1> sets_;
  std::size_t followed_ = 0;  // The one that is being followed,
  std::uint64_t set_ = 0;     // and those of its moves that are to be made; 0: all is made.
  std::array<Waiting, batch> queue_;
  std::size_t waiting_ = 0;
  std::uint64_t owed_ = 0;
};

}  // namespace combien
