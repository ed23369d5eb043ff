// The transitions between the states of a sweep over edges, as a stack: pushed layer after layer on
// the way forward, popped on the way back.
//
// Layers number their states in the order in which they are reached, so the number of a state that
// is reached for the first time is one more than the one before, and need not be stored.  Of the
// others, numbers of up to 16 bits take as much.  A state takes a byte, and about two bytes more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/pages.hpp"
#include "base/require.hpp"

namespace combien {

// Where a choice leads.
enum class EdgeChoice : std::uint8_t {
  refused,   // No set continues this way.
  accepted,  // One set does: no further edge is taken.
  open,      // To a state.
};

// A stack in blocks that never move, so that nothing is copied as it grows and memory is released
// as it shrinks.
template <class Value>
class BlockStack {
 public:
  std::uint64_t bytes() const { return bytes_; }
  // The memory that room for this many more values takes; 0 if there is room.
  // require: more <= most
  std::uint64_t growth(std::size_t more) const {
    COMBIEN_REQUIRE(more <= most);
    return has_room(more) ? 0 : next_size() * sizeof(Value);
  }
  void make_room(std::size_t more) {
    if (has_room(more)) return;
    blocks_.push_back({Zeroed<Value>(next_size()), 0});
    bytes_ += blocks_.back().values.bytes();
  }

  // The place above the last value.  Two values can be read from there.
  // require: make_room() was called, here and below
  Value* top() { return blocks_.back().values.data() + blocks_.back().used; }
  // Keeps the values that were written there.
  // require: there was room for them
  void push(std::size_t count) { blocks_.back().used += count; }
  // How many values can be popped at once; 0 if there are none.
  std::size_t poppable() {
    while (blocks_.size() > 1 && blocks_.back().used == 0) {
      bytes_ -= blocks_.back().values.bytes();
      blocks_.pop_back();
    }
    return blocks_.back().used;
  }
  // require: count <= poppable()
  void pop(std::size_t count) {
    COMBIEN_REQUIRE(count <= blocks_.back().used);
    blocks_.back().used -= count;
  }

 private:
  static constexpr std::size_t most = 1024;  // Values that can be asked to have room,
  static constexpr std::size_t spare = 2;    // and to be read above the last one.

  struct Block {
    Zeroed<Value> values;
    std::size_t used;
  };

  bool has_room(std::size_t more) const {
    return !blocks_.empty() && blocks_.back().values.size() - blocks_.back().used >= more + spare;
  }
  // Twice as much as the block before, up to a large page.
  std::size_t next_size() const {
    return blocks_.empty() ? 2 * most
                           : std::min(pages::whole<Value>(2 * blocks_.back().values.size()),
                                      pages::large / sizeof(Value));
  }

  std::vector<Block> blocks_;
  std::uint64_t bytes_ = 0;
};

class EdgeArrows {
 public:
  // The largest number of states that are pushed at once.
  static constexpr std::size_t batch = 128;
  // Targets that are no states, as which values count first; a state is its number plus 2.
  static constexpr std::uint32_t to_nothing = 0, to_empty_set = 1, to_states = 2;

  std::uint64_t bytes() const { return codes_.bytes() + units_.bytes(); }
  // The memory that the arrows of this many states may take; 0 if there is room.
  // require: states <= batch
  std::uint64_t growth(std::size_t states) const {
    return codes_.growth(states) + units_.growth(most_units * states);
  }
  void make_room(std::size_t states) {
    codes_.make_room(states);
    units_.make_room(most_units * states);
  }

  // Pushes two choices for each of some states: to leave the edge, and to take it.  Of the next
  // layer, this many states are known already; `numbers` are those of the open choices.
  // require: growth(states) == 0; one more number can be read
  void push(std::size_t states, const EdgeChoice* to_leave, const EdgeChoice* to_take,
            std::uint32_t known, const std::uint32_t* numbers) {
    std::uint8_t* const codes = codes_.top();
    std::uint16_t* const begin = units_.top();
    std::uint16_t* unit = begin;
    const auto kind_of = [&](EdgeChoice choice) {
      const std::uint32_t number = *numbers;
      const bool open = choice == EdgeChoice::open, fresh = open & (number == known);
      const std::uint32_t units = open & !fresh ? 1 + (number > UINT16_MAX) : 0;
      unit[0] = static_cast<std::uint16_t>(number);
      unit[1] = static_cast<std::uint16_t>(number >> 16);
      unit += units;
      known += fresh ? 1 : 0;
      numbers += open ? 1 : 0;
      return static_cast<std::uint32_t>(choice) + units;
    };
    for (std::size_t k = 0; k < states; ++k) {
      const std::uint32_t left = kind_of(to_leave[k]);
      const std::uint32_t taken = kind_of(to_take[k]);
      codes[k] = static_cast<std::uint8_t>(left | taken << 4);
    }
    codes_.push(states);
    units_.push(static_cast<std::size_t>(unit - begin));
  }

  // Begins to pop a layer, whose next layer has this many states.
  void begin_layer(std::uint32_t known) {
    known_ = known;
    if (unit_ == nullptr) reach_block();
  }

  // Pops the last states of the layer, and writes the values of where they lead, in their order.
  template <class Value>
  void pop(std::size_t states, const Value* values, Value* left, Value* taken) {
    while (states > 0) {
      const std::size_t some = std::min(states, codes_.poppable());
      COMBIEN_REQUIRE(some > 0);
      const std::uint8_t* const codes = codes_.top() - some;
      states -= some;
      for (std::size_t k = some; k-- > 0;) {
        const std::uint32_t both = codes[k];
        const std::uint32_t needed = units_of[both & 15] + units_of[both >> 4];
        // The arrows of a state are in one block.
        if (needed > poppable_) reach_block();
        poppable_ -= needed;
        unit_ -= units_of[both >> 4];
        taken[states + k] = values[target_of(both >> 4)];
        unit_ -= units_of[both & 15];
        left[states + k] = values[target_of(both & 15)];
      }
      codes_.pop(some);
    }
  }

 private:
  // A choice is stored as its number, plus the units of the state that it leads to: none if that is
  // reached for the first time.
  static constexpr std::uint32_t is_fresh = static_cast<std::uint32_t>(EdgeChoice::open);
  static constexpr std::uint32_t units_of[5] = {0, 0, 0, 1, 2};
  static constexpr std::size_t most_units = 4;

  std::uint32_t target_of(std::uint32_t kind) {
    static constexpr std::uint32_t stored[5] = {0, 0, 0, UINT16_MAX, UINT32_MAX};
    const std::uint32_t number = (unit_[0] | std::uint32_t{unit_[1]} << 16) & stored[kind];
    const bool fresh = kind == is_fresh;
    known_ -= fresh ? 1 : 0;
    return number + (fresh ? known_ : 0) + std::min(kind, to_states);
  }

  // Goes to the next block of units from above.
  void reach_block() {
    units_.pop(popped_from_ - poppable_);
    poppable_ = popped_from_ = units_.poppable();
    unit_ = units_.top();
  }

  BlockStack<std::uint8_t> codes_;
  BlockStack<std::uint16_t> units_;
  // While arrows are popped: the states of the next layer that are not reached yet; units that are
  // left in the block, and where they end.
  std::uint32_t known_ = 0;
  std::size_t popped_from_ = 0;
  std::size_t poppable_ = 0;
  const std::uint16_t* unit_ = nullptr;
};

}  // namespace combien
