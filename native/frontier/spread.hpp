// A step of the sweep whose states are in no order.
//
// A table of a whole layer would cost a cache miss for each move.  So the layer is in buckets, and
// each table holds what comes from, or goes to, a single bucket:
//
// - Where the moves leave enough bits alone, the bucket of a state depends on these bits only.  Then
//   states in different buckets have no common successors: the successors of one bucket are
//   collected in a small table, and its states go to the buckets of the next layer.
// - Otherwise successors are appended to the buckets of the next layer at once, and the equal ones in
//   a bucket are combined whenever its length has doubled, and at the end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "frontier/adder.hpp"
#include "frontier/buckets.hpp"
#include "frontier/distinct.hpp"
#include "frontier/layer.hpp"
#include "frontier/place.hpp"
#include "frontier/pool.hpp"
#include "frontier/step.hpp"
#include "frontier/totals.hpp"

namespace combien {

template <std::uint32_t words>
class Spread {
 public:
  // Counts never have more than `most_limbs`.
  Spread(const SweepPlan& plan, std::uint64_t modulus, std::uint32_t most_limbs)
      : plan_(plan),
        modulus_(modulus),
        pool_(std::bit_ceil(std::max(block_words, least_entries * (words + most_limbs)))) {}

  const Buckets<words>& source() const { return source_; }
  // Of the counts of the source.
  const Totals& totals() const { return totals_; }
  // Whether the buckets of the source depend only on bits that the next pass leaves alone.
  bool source_is_apart() const { return source_is_apart_; }
  std::uint64_t bytes() const { return pool_.bytes() + table_.bytes(); }

  // Continues moving the states of a sorted layer here.
  Outcome take_over(const Layer<words>& layer, std::size_t& cursor, std::size_t step, Slice& slice,
                    std::uint64_t bytes) {
    if (cursor == 0) {
      source_.reset(layer.limbs(), bits_for(layer.size()), untouched_bits<words>(plan_, step, 0));
    }
    while (cursor < layer.size()) {
      const std::size_t end = std::min(cursor + stretch, layer.size());
      if (!pool_.reserve(source_.blocks_for(end - cursor), left(bytes))) {
        return Outcome::out_of_bytes;
      }
      if (!slice.tick(stretch)) return Outcome::out_of_slice;
      source_.append(layer.entry(cursor), end - cursor);
      cursor = end;
    }
    size_before_ = source_.size();
    return Outcome::done;
  }

  // Begins to load a layer, as it is before a pass: some entries at a time, then end_loading() and
  // run().  All states agree in the first `skipped` bits of their hash.
  // require: nothing was done before
  void begin_loading(std::size_t index, std::size_t pass, std::uint32_t limbs, std::size_t states,
                     std::uint32_t skipped, const std::uint64_t* sample, std::size_t size,
                     std::size_t stride) {
    const std::uint32_t bits = bits_for(states);
    State<words> key = untouched_bits<words>(plan_, index, pass);
    source_is_apart_ = spreads_out(key, bits, skipped, [&](std::size_t k) {
      return k < size ? sample + k * 37 % size * stride : nullptr;
    });
    if (!source_is_apart_) key.fill(~std::uint64_t{0});
    target_.reset(limbs, bits, key, skipped);
    totals_.reset(limbs);
    table_.reset(limbs);
    adder_ = {modulus_, limbs, limbs};
    bucket_ = 0;
  }
  Outcome load(const std::uint64_t* entries, std::size_t count, std::uint64_t bytes) {
    if (!pool_.reserve(target_.blocks_for(count), left(bytes))) return Outcome::out_of_bytes;
    target_.append(entries, count);
    return Outcome::done;
  }
  // States that were loaded several times are combined unless each is there once.
  void end_loading(bool once) {
    size_before_ = std::max<std::size_t>(1, target_.size());
    combines_ = !once;
    phase_ = Phase::finishing;
  }

  // Prepares a pass of a step: with all moves at once where exactly one is chosen, else with one
  // move, taken or not.  Counts of the next layer have this many limbs.
  void open(const OpenStep<words>& step, std::size_t index, std::size_t pass, std::uint32_t limbs,
            const Division& division) {
    step_ = &step;
    first_ = step.exactly_once ? 0 : pass;
    last_ = step.exactly_once ? step.moves.size() : std::min(pass + 1, step.moves.size());
    final_ = step.exactly_once || pass + 1 >= step.moves.size();
    simple_ = step.plain && step.moves.size() < 64 && step.fitting.one_set();
    const double growth = static_cast<double>(source_.size()) /
                          static_cast<double>(std::max<std::size_t>(1, size_before_));
    size_before_ = source_.size();
    const auto expected = static_cast<std::size_t>(static_cast<double>(source_.size()) *
                                                   std::clamp(growth, 1.0, 4.0));
    apart_ = source_.buckets() == 1 || source_is_apart_;
    const std::uint32_t bits = std::max(bits_for(expected), division.bits);
    State<words> key{};
    if (bits != 0)
      key = untouched_bits<words>(plan_, final_ ? index + 1 : index, final_ ? 0 : pass + 1);
    source_is_apart_ = division.apart == Division::Apart::unknown
                           ? spreads_out(key, bits, 0, [&](std::size_t k) { return sample(k); })
                           : division.apart == Division::Apart::yes;
    if (!source_is_apart_) key.fill(~std::uint64_t{0});
    target_.reset(limbs, bits, key);
    adder_ = {modulus_, source_.limbs(), limbs};
    totals_.reset(limbs);
    table_.reset(limbs);
    most_blocks_.assign(apart_ ? 0 : target_.buckets(), blocks_before_combining);
    bucket_ = 0;
    cursor_ = 0;
    emitted_ = 0;
    combines_ = true;
    phase_ = Phase::following;
  }

  // Continues the pass; its cost is charged to the slice, or to the next one, before it is counted.
  Outcome run(Slice& slice, std::uint64_t bytes, std::uint64_t& transitions) {
    for (;;) {
      const std::uint64_t paid = slice.take(owed_);
      transitions += paid;
      owed_ -= paid;
      if (owed_ != 0) return Outcome::out_of_slice;
      Outcome outcome = Outcome::done;
      switch (phase_) {
        case Phase::following: outcome = follow_some(slice, bytes); break;
        case Phase::emitting: outcome = emit_some(slice, bytes); break;
        case Phase::combining: outcome = combine_crowded(slice, bytes); break;
        case Phase::finishing: outcome = finish_some(slice, bytes); break;
        case Phase::done: std::swap(source_, target_); return Outcome::done;
      }
      if (outcome != Outcome::done) return outcome;
    }
  }

  std::string_view unsound() const {
    if (const std::string_view wrong = source_.unsound(true); !wrong.empty()) return wrong;
    return target_.unsound(apart_);
  }

 private:
  static constexpr std::size_t block_words = 512;
  // Of a block, even if counts are long.
  static constexpr std::size_t least_entries = 8;
  static constexpr std::size_t states_a_bucket = 4096;
  static constexpr std::uint32_t most_bits = 11;
  // States that are processed between two checks of the clock.
  static constexpr std::size_t stretch = 256;
  // Successors that are collected before they are looked up.
  static constexpr std::size_t batch = 32;
  static constexpr std::size_t blocks_before_combining = 32;
  static constexpr std::size_t samples = 256;

  enum class Phase : std::uint8_t {
    following,  // The states of a bucket are followed.
    emitting,   // The collected states go to their buckets.
    combining,  // Equal states of buckets that have grown are combined,
    finishing,  // and those of all buckets, at the end.
    done,
  };

  // A state on its way into a table, or into the bucket whose number is its hash.
  using Waiting = typename Distinct<words>::Addend;

  static std::uint32_t bits_for(std::size_t states) {
    return std::min(most_bits,
                    static_cast<std::uint32_t>(std::bit_width(states / states_a_bucket)));
  }

  std::uint64_t left(std::uint64_t bytes) const {
    return bytes > this->bytes() ? bytes - this->bytes() : 0;
  }

  // The entries of the source that are sampled; nullptr if there is none.
  const std::uint64_t* sample(std::size_t k) const {
    const std::size_t bucket = k * source_.buckets() / samples;
    const std::size_t blocks = source_.blocks(bucket);
    if (blocks == 0) return nullptr;
    const auto part = source_.part(bucket, k * 7 % blocks);
    return part.begin + k * 37 % part.size * source_.stride();
  }

  // Whether these bits would distribute the states of a sample over 2^`bits` buckets.
  template <class Sample>
  static bool spreads_out(const State<words>& key, std::uint32_t bits, std::uint32_t skipped,
                          const Sample& sample) {
    std::array<std::size_t, samples> found;
    std::size_t size = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      const std::uint64_t* const entry = sample(k);
      if (entry == nullptr) continue;
      found[size++] = Buckets<words>::bucket_of(state_at<words>(entry), key, bits, skipped);
    }
    std::sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(size));
    const std::size_t most = std::max<std::size_t>(samples / 4, 4 * (samples >> bits));
    for (std::size_t k = most; k < size; ++k) {
      if (found[k] == found[k - most]) return false;
    }
    return true;
  }

  // Makes room in the table; false if that takes too much memory.
  bool make_room(std::size_t more, std::uint64_t bytes) {
    const std::uint64_t growth = table_.growth(more);
    if (growth > left(bytes)) return false;
    if (growth != 0) table_.grow(more);
    return true;
  }

  // Likewise, for this many successors.
  bool make_room_for(std::size_t more, std::uint64_t bytes) {
    if (apart_) return make_room(more, bytes);
    return pool_.reserve(target_.blocks_for(more), left(bytes));
  }

  // Follows some states of a block.  All blocks are read from their end, and given back.
  Outcome follow_some(Slice& slice, std::uint64_t bytes) {
    while (source_.blocks(bucket_) == 0) {
      if (apart_ && table_.size() != 0) {
        phase_ = Phase::emitting;
        return Outcome::done;
      }
      if (bucket_ + 1 == source_.buckets()) {
        bucket_ = 0;
        phase_ = apart_ ? Phase::done : Phase::finishing;
        return Outcome::done;
      }
      ++bucket_;
    }
    const std::size_t block = source_.blocks(bucket_) - 1;
    const auto part = source_.part(bucket_, block);
    const std::uint64_t* const entry = part.begin + cursor_ * source_.stride();
    const std::size_t moves = last_ - first_ + 1;
    const std::size_t count =
        std::min(part.size - cursor_, simple_ ? stretch : 1 + stretch / moves);
    if (simple_) {
      if (set_ == 0) {
        source_.hint_block_before(bucket_, block);
        find_sets(entry, count);
        cursor_ += count;
        owed_ += count;
      }
      while (set_ != 0) {
        if (!make_room_for(batch, bytes)) return Outcome::out_of_bytes;
        if (!slice.tick(2 * batch)) return Outcome::out_of_slice;
        make_some();
        flush();
      }
    } else {
      if (!make_room_for(waiting_ + count * moves, bytes)) return Outcome::out_of_bytes;
      if (!slice.tick(count * moves)) return Outcome::out_of_slice;
      for (std::size_t k = 0; k < count; ++k) spread(entry + k * source_.stride());
      cursor_ += count;
      owed_ += count;
    }
    if (cursor_ == part.size) {
      flush();
      source_.drop_block(bucket_);
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
  void find_sets(const std::uint64_t* entry, std::size_t count) {
    const std::size_t moves = step_->moves.size();
    const SweepPlan::Slot own = step_->own;
    std::size_t some = 0;
    for (std::size_t k = 0; k < count; ++k, entry += source_.stride()) {
      const auto state = state_at<words>(entry);
      const std::uint64_t covered = (state[own.word] & own.mask) != 0 ? 1 : 0;
      const std::uint64_t set = step_->fitting.set(state) | covered << moves;
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
    const State<words> kept = step_->kept;
    const auto* const moves = step_->every_move.data();
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
    for (std::size_t j = 0; j < made; ++j) hint(queue_[j]);
    waiting_ = made;
    set_ = set;
    followed_ = k;
    owed_ += waiting_;
  }

  void spread(const std::uint64_t* entry) {
    const auto state = state_at<words>(entry);
    const bool covered = (state[step_->own.word] & step_->own.mask) != 0;
    if (!step_->exactly_once || covered) emit(state, 1, entry);
    if (step_->exactly_once) {
      if (covered) return;
      step_->fitting.each(state, [&](std::size_t m) { make(step_->moves[m], state, entry); });
    } else if (first_ < last_ && !touches<words>(state, step_->moves[first_].bits)) {
      make(step_->moves[first_], state, entry);
    }
  }

  // Makes a move whose plain bits are free, if counters and colors allow it.
  void make(const typename OpenStep<words>::Move& move, State<words> state,
            const std::uint64_t* entry) {
    for (std::uint32_t k = 0; k < words; ++k) state[k] |= move.bits[k];
    for (std::uint32_t d = move.first_demand; d < move.last_demand; ++d) {
      const SweepPlan::Demand& demand = plan_.demands()[d];
      if (!demand.meet(state[demand.slot.word])) return;
    }
    emit(state, move.weight, entry);
  }

  // Adds a state to the next layer; when a step ends, without the bits that no longer matter.
  void emit(State<words> state, std::uint64_t weight, const std::uint64_t* entry) {
    if (final_) {
      if (!step_->exactly_once && (state[step_->own.word] & step_->own.mask) < step_->low) return;
      for (std::uint32_t k = 0; k < words; ++k) state[k] &= step_->kept[k];
    }
    ++owed_;
    if (waiting_ >= batch) flush();
    queue_[waiting_] = {state, 0, weight, entry + words};
    hint(queue_[waiting_++]);
  }

  void hint(Waiting& next) {
    if (apart_) {
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
    if (apart_) {
      table_.add(queue_.data(), waiting_, adder_);
    } else {
      for (std::size_t k = 0; k < waiting_; ++k) append(queue_[k]);
    }
    waiting_ = 0;
  }

  void append(const Waiting& next) {
    const std::size_t bucket = next.hash;
    std::uint64_t* const entry = target_.append(bucket);
    for (std::uint32_t k = 0; k < words; ++k) entry[k] = next.state[k];
    for (std::uint32_t k = 0; k < adder_.to; ++k) entry[words + k] = 0;
    adder_.add(entry + words, next.count, next.weight);
    if (target_.blocks(bucket) > most_blocks_[bucket]) {
      most_blocks_[bucket] = SIZE_MAX;
      crowded_.push_back(bucket);
    }
  }

  // Appends some of the collected states to their buckets.
  Outcome emit_some(Slice& slice, std::uint64_t bytes) {
    const std::size_t end = std::min(emitted_ + stretch, table_.size());
    if (!pool_.reserve(target_.blocks_for(end - emitted_), left(bytes))) {
      return Outcome::out_of_bytes;
    }
    if (!slice.tick(stretch)) return Outcome::out_of_slice;
    totals_.add(table_.entry(emitted_) + words, end - emitted_, table_.stride());
    target_.append(table_.entry(emitted_), end - emitted_);
    emitted_ = end;
    if (emitted_ == table_.size()) {
      emitted_ = 0;
      table_.reset(adder_.to);
      phase_ = Phase::following;
    }
    return Outcome::done;
  }

  Outcome combine_crowded(Slice& slice, std::uint64_t bytes) {
    if (crowded_.empty()) {
      phase_ = Phase::following;
      return Outcome::done;
    }
    const std::size_t bucket = crowded_.back();
    if (!make_room(target_.size(bucket), bytes)) return Outcome::out_of_bytes;
    if (!slice.tick(target_.size(bucket))) return Outcome::out_of_slice;
    combine(bucket);
    most_blocks_[bucket] = std::max(blocks_before_combining, 2 * target_.blocks(bucket));
    crowded_.pop_back();
    return Outcome::done;
  }

  Outcome finish_some(Slice& slice, std::uint64_t bytes) {
    if (bucket_ == target_.buckets()) {
      phase_ = Phase::done;
      return Outcome::done;
    }
    const std::size_t size = target_.size(bucket_);
    if (combines_ && !make_room(size, bytes)) return Outcome::out_of_bytes;
    if (!slice.tick(size)) return Outcome::out_of_slice;
    if (combines_) combine(bucket_);
    for (std::size_t block = 0; block < target_.blocks(bucket_); ++block) {
      const auto part = target_.part(bucket_, block);
      totals_.add(part.begin + words, part.size, target_.stride());
    }
    ++bucket_;
    return Outcome::done;
  }

  // Leaves each state of a bucket once.
  // require: the table has room for them, and nothing is waiting
  void combine(std::size_t bucket) {
    const Adder adder{modulus_, adder_.to, adder_.to};
    while (target_.blocks(bucket) != 0) {
      const auto part = target_.part(bucket, target_.blocks(bucket) - 1);
      for (std::size_t begin = 0; begin < part.size; begin += batch) {
        const std::size_t count = std::min(batch, part.size - begin);
        const std::uint64_t* const entries = part.begin + begin * target_.stride();
        for (std::size_t k = 0; k < count; ++k) {
          const std::uint64_t* const entry = entries + k * target_.stride();
          queue_[k] = {state_at<words>(entry), 0, 1, entry + words};
          queue_[k].hash = hash<words>(queue_[k].state);
          table_.hint(queue_[k].hash);
        }
        table_.add(queue_.data(), count, adder);
      }
      target_.drop_block(bucket);
    }
    if (table_.size() != 0) target_.append(table_.entry(0), table_.size());
    table_.reset(adder_.to);
  }

  const SweepPlan& plan_;
  const std::uint64_t modulus_;
  BlockPool pool_;
  Buckets<words> source_{pool_};
  Buckets<words> target_{pool_};
  Distinct<words> table_;
  Adder adder_;
  Totals totals_;
  const OpenStep<words>* step_ = nullptr;
  std::size_t first_ = 0;  // The moves of this pass.
  std::size_t last_ = 0;
  bool final_ = false;           // Whether the step ends with this pass.
  bool simple_ = false;          // Whether spread_simply() follows the states.
  bool apart_ = true;            // Whether states of different buckets have no common successors.
  bool source_is_apart_ = true;  // Likewise, for the layer after this one, and the next pass.
  std::size_t size_before_ = 1;
  bool combines_ = true;  // Whether buckets may have equal states at the end.
  Phase phase_ = Phase::done;
  std::size_t bucket_ = 0;   // The bucket that is processed,
  std::size_t cursor_ = 0;   // and the number of states processed in its last block.
  std::size_t emitted_ = 0;  // Of the states of the table.
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
