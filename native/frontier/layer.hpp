// The states after one step, each with the number of ways to reach it.
//
// They are either sorted, one after the other, or in an open-addressing table.  In both, a state
// and its count lie side by side, so that finding or inserting it costs one cache miss; prefetching
// it some time before hides even that.  Counts have as many limbs as the whole layer could need,
// and never overflow.  Iteration over the places visits the states in the same order each time.
//
// A pass over a whole layer (clearing, growing, widening, adding up) takes a second for a few
// gigabytes, so it is started by one function and continued in slices by another one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/require.hpp"
#include "base/natural.hpp"
#include "base/pages.hpp"
#include "base/peer.hpp"
#include "base/slice.hpp"
#include "frontier/plan.hpp"

namespace combien {

template <std::uint32_t words>
using State = std::array<std::uint64_t, words>;

// Whether these words are equal to the state.  (Written out: the library would call memcmp, at
// twice the cost of a whole step of the sweep.)
template <std::uint32_t words>
bool same(const State<words>& state, const std::uint64_t* other) {
  std::uint64_t differs = 0;
  for (std::uint32_t k = 0; k < words; ++k) differs |= state[k] ^ other[k];
  return differs == 0;
}

// Whether a state comes before another one in a sorted layer.
template <std::uint32_t words>
bool precedes(const State<words>& state, const State<words>& other) {
  for (std::uint32_t k = 0; k + 1 < words; ++k) {
    if (state[k] != other[k]) return state[k] < other[k];
  }
  return state[words - 1] < other[words - 1];
}

// The state in which nothing is covered.  Every state has the bit that distinguishes it from an
// empty place.
template <std::uint32_t words>
State<words> first_state() {
  State<words> state{};
  state[0] = SweepPlan::occupied;
  return state;
}

template <std::uint32_t words>
class Layer {
 public:
  // The number of states.
  std::size_t size() const { return size_; }

  // Places, some of which are empty; state and count are those of an occupied one.
  std::size_t places() const { return places_; }
  bool occupied(std::size_t place) const { return data_.data()[place * stride_] != 0; }
  State<words> state(std::size_t place) const {
    COMBIEN_REQUIRE(place < places_ && occupied(place));
    State<words> state;
    std::copy_n(data_.data() + place * stride_, words, state.begin());
    return state;
  }
  const std::uint64_t* count(std::size_t place) const {
    COMBIEN_REQUIRE(place < places_);
    return data_.data() + place * stride_ + words;
  }

  bool sorted() const { return sorted_; }

  // Empties the layer and sets the number of limbs of its counts.  A table is sized for about
  // `expected` states, but no memory is allocated.
  // ensure: clear() must return true before a table is used
  void reset_table(std::uint32_t limbs, std::size_t expected) {
    begin(limbs, false);
    places_ = places_for(expected);
    while (places_ > least_places && places_ * stride_ > data_.size()) places_ /= 2;
    if (places_ * stride_ > data_.size()) places_ = 0;
    cursor_ = 0;
  }
  void reset_sorted(std::uint32_t limbs) { begin(limbs, true); }

  // Continues emptying the places of a table; true when all are empty.
  bool clear(Slice& slice) {
    const std::size_t end = sorted_ ? 0 : places_ * stride_;
    while (cursor_ < end) {
      if (!slice.tick(512)) return false;
      const std::size_t part = std::min(block, end - cursor_);
      std::fill_n(data_.data() + cursor_, part, 0);
      cursor_ += part;
    }
    return true;
  }

  // Whether `more` states fit without growing; growth() is the memory that growing would take.
  bool has_room(std::size_t more) const {
    if (sorted_) return (size_ + more) * stride_ <= data_.size();
    return 8 * (size_ + more) <= 5 * places_;
  }
  std::uint64_t growth(std::size_t more) const {
    const std::size_t room = sorted_ ? room_for(size_ + more) : places_for(size_ + more);
    return std::uint64_t{room} * stride_ * sizeof(std::uint64_t);
  }
  // require: !moving()
  void begin_growth(std::size_t more) {
    const std::size_t room = sorted_ ? room_for(size_ + more) : places_for(size_ + more);
    begin_move(sorted_ ? places_ : room, room, limbs_);
  }

  // Gives every count one more limb: the memory that this takes, and the start.
  // require: !moving()
  std::uint64_t widening() const {
    return std::uint64_t{places_} * (stride_ + 1) * sizeof(std::uint64_t);
  }
  void begin_widening() { begin_move(places_, places_, limbs_ + 1); }

  // Whether growing or widening is under way; then nothing else may be done with the layer.
  bool moving() const { return moving_; }

  // Continues moving the states to their new places; true when all are moved.
  bool move(Slice& slice) {
    const std::uint32_t old_stride = words + old_limbs_;
    while (cursor_ < old_places_) {
      if (!slice.tick(512)) return false;
      const std::size_t end = std::min(cursor_ + block / old_stride, old_places_);
      if (sorted_ || places_ == old_places_) {
        for (; cursor_ < end; ++cursor_) {
          std::copy_n(old_.data() + cursor_ * old_stride, old_stride,
                      data_.data() + cursor_ * stride_);
        }
        continue;
      }
      for (; cursor_ < end; ++cursor_) {
        const std::uint64_t* entry = old_.data() + cursor_ * old_stride;
        if (entry[0] == 0) continue;
        State<words> state;
        std::copy_n(entry, words, state.begin());
        std::copy_n(entry, old_stride, place_of(state, hash(state)));
      }
    }
    old_ = {};
    moving_ = false;
    return true;
  }

  // Appends a state and returns its count, which is zero.
  // require: sorted(), has_room(1), and the state is larger than all before it
  std::uint64_t* append(const State<words>& state) {
    COMBIEN_REQUIRE(sorted());
    COMBIEN_REQUIRE(has_room(1));
    COMBIEN_REQUIRE(size_ == 0 || precedes<words>(this->state(size_ - 1), state));
    std::uint64_t* entry = data_.data() + size_ * stride_;
    places_ = ++size_;
    std::copy_n(state.begin(), words, entry);
    std::fill_n(entry + words, limbs_, 0);
    return entry + words;
  }

  static std::uint64_t hash(const State<words>& state) {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : state) {
      mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
      mixed ^= mixed >> 32;
    }
    return mixed * 0xd6e8feb86659fd93u;
  }

  // Prefetches the place of the state with this hash.
  void hint(std::uint64_t hash) const {
    __builtin_prefetch(data_.data() + first_place(hash) * stride_, 1);
  }

  // The count of a state, to be added to; all zero if the state is new.
  // require: not sorted(), has_room(1), and what is added is not zero
  std::uint64_t* find(const State<words>& state, std::uint64_t hash) {
    COMBIEN_REQUIRE(!sorted());
    COMBIEN_REQUIRE(has_room(1));
    std::uint64_t* entry = place_of(state, hash);
    // Written even if it is already there: a branch would be unpredictable.
    size_ += entry[0] == 0 ? 1 : 0;
    std::copy_n(state.begin(), words, entry);
    return entry + words;
  }

  std::uint32_t limbs() const { return limbs_; }

  // Adds up the number of ways to reach any state: start, continue (true at the end), and result.
  void begin_total() {
    cursor_ = 0;
    sums_.assign(limbs_, 0);
  }
  bool total(Slice& slice) {
    // Limb by limb in 128 bits: a layer has fewer than 2^32 states, so no sum overflows.
    while (cursor_ < places_) {
      if (!slice.tick(1024)) return false;
      const std::size_t end = std::min(cursor_ + block / stride_, places_);
      for (std::uint32_t limb = 0; limb < limbs_; ++limb) {
        Wide all = sums_[limb];
        for (std::size_t k = cursor_; k < end; ++k) all += data_.data()[k * stride_ + words + limb];
        sums_[limb] = all;
      }
      cursor_ = end;
    }
    return true;
  }
  // require: total(slice) has returned true; also while the layer is widened after that
  Natural total() const {
    COMBIEN_REQUIRE(!sums_.empty() && sums_.size() <= limbs_);
    Natural sum;
    for (std::size_t limb = sums_.size(); limb-- > 0;) {
      for (int half = 0; half < 2; ++half) sum *= std::uint64_t{1} << 32;
      const std::uint64_t parts[] = {static_cast<std::uint64_t>(sums_[limb]),
                                     static_cast<std::uint64_t>(sums_[limb] >> 64)};
      sum += Natural(parts, 2);
    }
    return sum;
  }

  // Checks the invariants; returns what is wrong, or nothing.
  // require: not moving(), and a table has been cleared
  // cost: the states
  std::string_view unsound() const {
    COMBIEN_REQUIRE(!moving());
    if (stride_ != words + limbs_) return "the counts have the wrong width";
    if (places_ * stride_ > data_.size()) return "the layer has less memory than places";
    if (sorted_ && places_ != size_) return "a sorted layer has empty places";
    if (!sorted_ && places_ != 0 && !std::has_single_bit(places_)) {
      return "the places of a table are not a power of two";
    }
    if (!sorted_ && 8 * size_ > 5 * places_) return "the table is too full";
    std::size_t states = 0;
    for (std::size_t place = 0; place < places_; ++place) {
      if (!occupied(place)) continue;
      ++states;
      const State<words> here = state(place);
      if ((here[0] & SweepPlan::occupied) == 0 || (here[0] & SweepPlan::beyond) != 0) {
        return "a state has the wrong marks";
      }
      const std::uint64_t* const ways = count(place);
      if (std::all_of(ways, ways + limbs_, [](std::uint64_t limb) { return limb == 0; })) {
        return "a state cannot be reached";
      }
      if (sorted_ && place != 0 && !precedes<words>(state(place - 1), here)) {
        return "the states do not increase";
      }
      if (!sorted_ && !is_found(place)) return "a state is not found, or there twice";
    }
    return states == size_ ? std::string_view() : "the number of states is wrong";
  }

  std::uint64_t bytes() const { return (data_.size() + old_.size()) * sizeof(std::uint64_t); }

 private:
  friend struct tests::Peer;

  __extension__ using Wide = unsigned __int128;
  static constexpr std::size_t least_places = 64;
  // Words processed between two checks of the clock: some ten microseconds.
  static constexpr std::size_t block = std::size_t{1} << 14;

  void begin(std::uint32_t limbs, bool sorted) {
    COMBIEN_REQUIRE(!moving_);
    limbs_ = limbs;
    stride_ = words + limbs;
    size_ = places_ = 0;
    sorted_ = sorted;
  }

  // Starts moving all states into new memory with `room` places, of which `places` are in use.
  void begin_move(std::size_t places, std::size_t room, std::uint32_t limbs) {
    COMBIEN_REQUIRE(!moving_);
    COMBIEN_REQUIRE(places <= room && limbs >= limbs_);
    const std::uint32_t wider = words + limbs;
    ZeroWords fresh(room * wider);
    old_places_ = places_;
    old_limbs_ = limbs_;
    data_.swap(fresh);
    old_.swap(fresh);
    places_ = places;
    limbs_ = limbs;
    stride_ = wider;
    cursor_ = 0;
    moving_ = true;
  }

  // At most five of eight places are in use, at least five of sixteen after growing.
  static std::size_t room_for(std::size_t states) { return states + states / 2; }
  static std::size_t places_for(std::size_t states) {
    return std::max(least_places, std::bit_ceil(states + (3 * states + 4) / 5));
  }

  std::size_t first_place(std::uint64_t hash) const { return (hash >> 20) & (places_ - 1); }

  // The place where a state is, or would be.
  std::uint64_t* place_of(const State<words>& state, std::uint64_t hash) {
    for (std::size_t place = first_place(hash);; place = (place + 1) & (places_ - 1)) {
      std::uint64_t* entry = data_.data() + place * stride_;
      if (entry[0] == 0 || same<words>(state, entry)) return entry;
    }
  }

  // Whether find() leads to this place for its own state.
  bool is_found(std::size_t place) const {
    const State<words> here = state(place);
    std::size_t probed = first_place(hash(here));
    while (probed != place && occupied(probed) && state(probed) != here) {
      probed = (probed + 1) & (places_ - 1);
    }
    return probed == place;
  }

  std::uint32_t limbs_ = 1;
  std::uint32_t stride_ = words + 1;
  std::size_t size_ = 0;
  std::size_t places_ = 0;
  bool sorted_ = false;
  ZeroWords data_;
  // While states are moved: their source.
  ZeroWords old_;
  std::size_t old_places_ = 0;
  std::uint32_t old_limbs_ = 1;
  bool moving_ = false;
  std::size_t cursor_ = 0;  // The position of the pass that runs in slices.
  std::vector<Wide> sums_;  // Of each limb, over the places up to the cursor.
};

}  // namespace combien
