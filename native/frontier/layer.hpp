// The states after one step, sorted, each with the number of ways to reach it.
//
// A state and its count lie side by side.  Counts have as many limbs as the whole layer could need,
// and never overflow.
//
// A pass over a whole layer (growing, widening, adding up) takes a second for a few gigabytes, so it
// is started by one function and continued in slices by another one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/natural.hpp"
#include "base/pages.hpp"
#include "base/peer.hpp"
#include "base/require.hpp"
#include "base/slice.hpp"
#include "frontier/state.hpp"
#include "frontier/totals.hpp"

namespace combien {

template <std::uint32_t words>
class Layer {
 public:
  // The number of states.
  std::size_t size() const { return size_; }

  // A state and its count.
  const std::uint64_t* entry(std::size_t k) const {
    COMBIEN_REQUIRE(k < size_);
    return data_.data() + k * stride_;
  }
  State<words> state(std::size_t k) const { return state_at<words>(entry(k)); }
  // require: k < size(), or the layer has room for one more: then any words
  const std::uint64_t* count(std::size_t k) const { return data_.data() + k * stride_ + words; }

  // Empties the layer and sets the number of limbs of its counts.  Memory is kept.
  void reset(std::uint32_t limbs) {
    COMBIEN_REQUIRE(!moving_);
    limbs_ = limbs;
    stride_ = words + limbs;
    size_ = 0;
  }

  // Whether `more` states fit without growing; growth() is the memory that growing would take.
  bool has_room(std::size_t more) const { return (size_ + more) * stride_ <= data_.size(); }
  std::uint64_t growth(std::size_t more) const {
    return std::uint64_t{room_for(size_ + more)} * stride_ * sizeof(std::uint64_t);
  }
  // require: !moving()
  void begin_growth(std::size_t more) { begin_move(room_for(size_ + more), limbs_); }

  // Gives every count one more limb: the memory that this takes, and the start.
  // require: !moving()
  std::uint64_t widening() const {
    return std::uint64_t{size_} * (stride_ + 1) * sizeof(std::uint64_t);
  }
  void begin_widening() { begin_move(size_, limbs_ + 1); }

  // Whether growing or widening is under way; then nothing else may be done with the layer.
  bool moving() const { return moving_; }

  // Continues moving the states to their new places; true when all are moved.
  bool move(Slice& slice) {
    const std::uint32_t old_stride = words + old_limbs_;
    while (cursor_ < size_) {
      if (!slice.tick(512)) return false;
      const std::size_t end = std::min(cursor_ + block / old_stride, size_);
      for (; cursor_ < end; ++cursor_) {
        std::copy_n(old_.data() + cursor_ * old_stride, old_stride,
                    data_.data() + cursor_ * stride_);
      }
    }
    old_ = {};
    moving_ = false;
    return true;
  }

  // Appends a state and returns its count, which is zero.
  // require: has_room(1), and the state is larger than all before it
  std::uint64_t* append(const State<words>& state) {
    COMBIEN_REQUIRE(has_room(1));
    COMBIEN_REQUIRE(size_ == 0 || precedes<words>(this->state(size_ - 1), state));
    std::uint64_t* entry = data_.data() + size_ * stride_;
    ++size_;
    std::copy_n(state.begin(), words, entry);
    std::fill_n(entry + words, limbs_, 0);
    return entry + words;
  }

  // Where the next entries are written by somebody else, before they are appended.
  std::uint64_t* room() { return data_.data() + size_ * stride_; }
  // require: has_room(more), and as many entries were written in increasing order
  void extend(std::size_t more) {
    COMBIEN_REQUIRE(has_room(more));
    size_ += more;
  }

  std::uint32_t limbs() const { return limbs_; }

  // Adds up the number of ways to reach any state: start, and continue (true at the end).
  void begin_total(Totals& totals) {
    cursor_ = 0;
    totals.reset(limbs_);
  }
  bool total(Totals& totals, Slice& slice) {
    while (cursor_ < size_) {
      if (!slice.tick(1024)) return false;
      const std::size_t end = std::min(cursor_ + block / stride_, size_);
      totals.add(count(cursor_), end - cursor_, stride_);
      cursor_ = end;
    }
    return true;
  }

  // Checks the invariants; returns what is wrong, or nothing.
  // require: not moving()
  // cost: the states
  std::string_view unsound() const {
    COMBIEN_REQUIRE(!moving());
    if (stride_ != words + limbs_) return "the counts have the wrong width";
    if (size_ * stride_ > data_.size()) return "the layer has less memory than states";
    for (std::size_t k = 0; k < size_; ++k) {
      const State<words> here = state(k);
      if ((here[0] & SweepPlan::occupied) == 0 || (here[0] & SweepPlan::beyond) != 0) {
        return "a state has the wrong marks";
      }
      const std::uint64_t* const ways = count(k);
      if (std::all_of(ways, ways + limbs_, [](std::uint64_t limb) { return limb == 0; })) {
        return "a state cannot be reached";
      }
      if (k != 0 && !precedes<words>(state(k - 1), here)) return "the states do not increase";
    }
    return {};
  }

  std::uint64_t bytes() const { return (data_.size() + old_.size()) * sizeof(std::uint64_t); }

 private:
  friend struct tests::Peer;

  // Words processed between two checks of the clock: some ten microseconds.
  static constexpr std::size_t block = std::size_t{1} << 14;

  // Starts moving all states into new memory with room for this many.
  void begin_move(std::size_t room, std::uint32_t limbs) {
    COMBIEN_REQUIRE(!moving_);
    COMBIEN_REQUIRE(size_ <= room && limbs >= limbs_);
    const std::uint32_t wider = words + limbs;
    ZeroWords fresh(room * wider);
    old_limbs_ = limbs_;
    data_.swap(fresh);
    old_.swap(fresh);
    limbs_ = limbs;
    stride_ = wider;
    cursor_ = 0;
    moving_ = true;
  }

  static std::size_t room_for(std::size_t states) { return states + states / 2; }

  std::uint32_t limbs_ = 1;
  std::uint32_t stride_ = words + 1;
  std::size_t size_ = 0;
  ZeroWords data_;
  // While states are moved: their source.
  ZeroWords old_;
  std::uint32_t old_limbs_ = 1;
  bool moving_ = false;
  std::size_t cursor_ = 0;  // The position of the pass that runs in slices.
};

}  // namespace combien
