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
//
// Several threads share a large layer, bucket by bucket.  Each has a list of successors of its own for
// each bucket of the next layer, and at the end these are put together.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/in_threads.hpp"
#include "base/require.hpp"
#include "base/slice.hpp"
#include "frontier/adder.hpp"
#include "frontier/buckets.hpp"
#include "frontier/follow.hpp"
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
      : modulus_(modulus),
        pool_(std::bit_ceil(std::max(block_words, least_entries * (words + most_limbs)))),
        pass_{plan} {
    followers_.push_back(std::make_unique<Follower<words>>(pass_, pool_));
  }

  const Buckets<words>& source() const { return source_; }
  // Of the counts of the source.
  const Totals& totals() const { return totals_; }
  // Whether the buckets of the source depend only on bits that the next pass leaves alone.
  bool source_is_apart() const { return source_is_apart_; }
  std::uint64_t bytes() const { return pool_.bytes(); }
  // From now on, no more memory than this is used.
  void limit(std::uint64_t bytes) { pool_.limit(bytes); }

  // Continues moving the states of a sorted layer here.
  Outcome take_over(const Layer<words>& layer, std::size_t& cursor, std::size_t step,
                    Slice& slice) {
    if (cursor == 0) {
      source_.reset(layer.limbs(), bits_for(layer.size()),
                    untouched_bits<words>(pass_.plan, step, 0));
    }
    while (cursor < layer.size()) {
      const std::size_t end = std::min(cursor + stretch, layer.size());
      if (!blocks().reserve(source_.blocks_for(end - cursor))) return Outcome::out_of_bytes;
      if (!slice.tick(stretch)) return Outcome::out_of_slice;
      source_.append(layer.entry(cursor), end - cursor, blocks());
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
    State<words> key = untouched_bits<words>(pass_.plan, index, pass);
    source_is_apart_ = spreads_out(key, bits, skipped, [&](std::size_t k) {
      return k < size ? sample + k * 37 % size * stride : nullptr;
    });
    if (!source_is_apart_) key.fill(~std::uint64_t{0});
    pass_.adder = {modulus_, limbs, limbs};
    followers_.front()->open(limbs, bits, key, skipped);
  }
  Outcome load(const std::uint64_t* entries, std::size_t count) {
    if (!blocks().reserve(target().blocks_for(count))) return Outcome::out_of_bytes;
    target().append(entries, count, blocks());
    return Outcome::done;
  }
  // States that were loaded several times are combined unless each is there once.
  void end_loading(bool once) {
    size_before_ = std::max<std::size_t>(1, target().size());
    pass_.combines = !once;
    next_ = 0;
    phase_ = Phase::finishing;
  }

  // Prepares a pass of a step: with all moves at once where exactly one is chosen, else with one
  // move, taken or not.  Counts of the next layer have this many limbs.
  void open(const OpenStep<words>& step, std::size_t index, std::size_t pass, std::uint32_t limbs,
            const Division& division) {
    pass_.step = &step;
    pass_.number = pass;
    const bool final = step.exactly_once || pass + 1 >= step.moves.size();
    const double growth = static_cast<double>(source_.size()) /
                          static_cast<double>(std::max<std::size_t>(1, size_before_));
    size_before_ = source_.size();
    const auto expected = static_cast<std::size_t>(static_cast<double>(source_.size()) *
                                                   std::clamp(growth, 1.0, 4.0));
    pass_.apart = source_.buckets() == 1 || source_is_apart_;
    const std::uint32_t bits = std::max(bits_for(expected), division.bits);
    State<words> key{};
    if (bits != 0)
      key = untouched_bits<words>(pass_.plan, final ? index + 1 : index, final ? 0 : pass + 1);
    source_is_apart_ = division.apart == Division::Apart::unknown
                           ? spreads_out(key, bits, 0, [&](std::size_t k) { return sample(k); })
                           : division.apart == Division::Apart::yes;
    if (!source_is_apart_) key.fill(~std::uint64_t{0});
    pass_.adder = {modulus_, source_.limbs(), limbs};
    pass_.combines = true;
    // Of a bucket, all followers have a part.
    pass_.most_blocks = std::max(least_blocks, blocks_before_combining / followers_.size());
    for (const auto& follower : followers_) follower->open(limbs, bits, key);
    next_ = 0;
    phase_ = Phase::following;
  }

  // Continues the pass; its cost is charged to the slice, or to the next one, before it is counted.
  Outcome run(Slice& slice, std::size_t threads, std::uint64_t& transitions) {
    for (;;) {
      const std::uint64_t paid = slice.take(owed_);
      transitions += paid;
      owed_ -= paid;
      if (owed_ != 0) return Outcome::out_of_slice;
      Outcome outcome = Outcome::done;
      switch (phase_) {
        case Phase::following:
          outcome = share(slice, threads, source_.buckets(), &Follower<words>::follow, source_);
          if (outcome == Outcome::done) begin(Phase::gathering);
          break;
        case Phase::gathering:
          outcome = gather(slice);
          if (outcome == Outcome::done) begin(pass_.apart ? Phase::done : Phase::finishing);
          break;
        case Phase::finishing:
          outcome = share(slice, threads, target().buckets(), &Follower<words>::finish, target());
          if (outcome == Outcome::done) begin(Phase::done);
          break;
        case Phase::done:
          totals_.reset(target().limbs());
          for (const auto& follower : followers_) totals_.add(follower->totals());
          std::swap(source_, target());
          return Outcome::done;
      }
      // A thread that owes as much as is left stops early; it goes on once this is paid.
      if (outcome == Outcome::out_of_slice && owed_ != 0 && slice.tick(whole_tick)) continue;
      if (outcome != Outcome::done) return outcome;
    }
  }

  std::string_view unsound() const {
    if (const std::string_view wrong = source_.unsound(true); !wrong.empty()) return wrong;
    for (const auto& follower : followers_) {
      const std::string_view wrong = follower->target().unsound(pass_.apart);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  static constexpr std::size_t block_words = 512;
  // Of a block, even if counts are long.
  static constexpr std::size_t least_entries = 8;
  static constexpr std::size_t states_a_bucket = 4096;
  static constexpr std::uint32_t most_bits = 11;
  // States that are processed between two checks of the clock.
  static constexpr std::size_t stretch = 256;
  static constexpr std::uint64_t whole_tick = 4096;  // After which the clock is read.
  static constexpr std::size_t blocks_before_combining = 32;
  static constexpr std::size_t least_blocks = 8;
  static constexpr std::size_t samples = 256;
  // Of a layer that a thread gets a part of, and of a slice.
  static constexpr std::size_t least_buckets = 8;
  static constexpr std::uint64_t least_steps = 100'000;

  enum class Phase : std::uint8_t {
    following,  // The states of all buckets are followed.
    gathering,  // What the threads have found is put together.
    finishing,  // Equal states are combined.
    done,
  };

  Buckets<words>& target() { return followers_.front()->target(); }
  BlockCache& blocks() { return followers_.front()->blocks(); }

  void begin(Phase phase) {
    phase_ = phase;
    next_ = 0;
  }

  static std::uint32_t bits_for(std::size_t states) {
    return std::min(most_bits,
                    static_cast<std::uint32_t>(std::bit_width(states / states_a_bucket)));
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

  // Makes sure that there is a follower for each thread.
  void hire(std::size_t threads) {
    while (followers_.size() < threads) {
      followers_.push_back(std::make_unique<Follower<words>>(pass_, pool_));
      const Buckets<words>& first = followers_.front()->target();
      followers_.back()->open(first.limbs(), first.bits(), first.key(), first.skipped());
    }
  }

  // Lets all followers work on the buckets of a layer until the slice ends, or until all are done.
  Outcome share(Slice& slice, std::size_t threads, std::size_t buckets,
                Outcome (Follower<words>::*work)(Buckets<words>&, std::atomic<std::size_t>&, Slice&,
                                                 std::uint64_t),
                Buckets<words>& layer) {
    // Threads that have little to do cost more than they save.
    if (buckets < least_buckets * threads || slice.left() < least_steps * threads) threads = 1;
    hire(threads);
    const std::uint64_t most = slice.left() / threads;
    std::vector<Outcome> outcomes(followers_.size(), Outcome::out_of_slice);
    in_threads(threads, [&](std::size_t number) {
      Slice own = slice;
      // A thread continues what more threads have begun before.
      for (std::size_t k = number; k < followers_.size(); k += threads) {
        outcomes[k] = (*followers_[k].*work)(layer, next_, own, most);
        if (outcomes[k] != Outcome::done) return;
      }
    });
    for (const auto& follower : followers_) owed_ += follower->take_owed();
    for (const Outcome worst : {Outcome::out_of_bytes, Outcome::out_of_slice}) {
      if (std::find(outcomes.begin(), outcomes.end(), worst) != outcomes.end()) return worst;
    }
    return Outcome::done;
  }

  // Puts the successors that the threads have found into one layer.
  Outcome gather(Slice& slice) {
    for (; next_ < target().buckets() && followers_.size() > 1; ++next_) {
      if (!blocks().reserve(followers_.size())) return Outcome::out_of_bytes;
      if (!slice.tick(stretch)) return Outcome::out_of_slice;
      for (std::size_t k = 1; k < followers_.size(); ++k) {
        target().take_over(followers_[k]->target(), next_, blocks());
      }
      blocks().trim();
    }
    for (std::size_t k = 1; k < followers_.size(); ++k) followers_[k]->blocks().clear();
    return Outcome::done;
  }

  const std::uint64_t modulus_;
  BlockPool pool_;
  Buckets<words> source_{pool_};
  Pass<words> pass_;
  // One for each thread; the layer after this one is the target of the first.
  std::vector<std::unique_ptr<Follower<words>>> followers_;
  Totals totals_;
  bool source_is_apart_ = true;  // Whether the next pass keeps states of different buckets apart.
  std::size_t size_before_ = 1;
  Phase phase_ = Phase::done;
  std::atomic<std::size_t> next_ = 0;  // The bucket that nobody has.
  std::uint64_t owed_ = 0;
};

}  // namespace combien
