// A problem as far as an estimate of its sweeps sees it: classes of options, and nets.
//
// Options with the same primary items form a class: a sweep deals them together.  A net is what a
// state may remember: a primary item, or secondary items that the same classes use equally often.
// A pin says that the options of a class use a net.  The 48 states of the USA in four colors, with
// an item for each border and color, have 48 classes, 153 nets and 258 pins.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/gradual.hpp"
#include "cover/problem.hpp"

namespace combien {

// Lists of values, end to end.
template <class Value>
class Lists {
 public:
  // Begins the next list.
  void begin() { starts_.push_back(values_.size()); }
  void add(const Value& value) {
    COMBIEN_REQUIRE(!starts_.empty());
    values_.push_back(value);
  }

  std::size_t size() const { return starts_.size(); }
  std::size_t value_count() const { return values_.size(); }
  std::span<const Value> operator[](std::size_t list) const {
    COMBIEN_REQUIRE(list < starts_.size());
    const std::size_t end = list + 1 < starts_.size() ? starts_[list + 1] : values_.size();
    return {values_.data() + starts_[list], end - starts_[list]};
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Value> values_;
};

struct Outline {
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Pin {
    std::uint32_t net;
    std::uint32_t uses;  // By all options of the class.
    double each;         // Uses by one option, of all items of the net.
  };
  struct Net {
    std::uint32_t own = none;  // The primary item that it is, by its number here.
    std::uint32_t uses = 0;    // By all classes.
    std::uint32_t items = 1;
    std::uint32_t colors = 1;
    std::uint32_t high = 0;  // What the counter of an item with bounds holds at most; 0 for others.
    // Sizes of sets of items that occur with the same others, and how many sets have each.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> twins;
  };

  // The primary items; below they are numbered in this order.
  std::vector<ItemId> items;
  std::vector<char> once;              // By item: whether it is covered exactly once.
  bool counters = false;               // Whether no item is.
  std::vector<std::uint32_t> options;  // By class: how many options it has.
  Lists<std::uint32_t> classes_of;     // By item.
  Lists<std::uint32_t> members;        // By class: its items.
  Lists<Pin> pins;                     // By class.
  std::vector<Net> nets;
  Lists<std::uint32_t> classes_of_net;  // By net.
  std::vector<std::uint32_t> own_net;   // By item.
};

Gradual<Outline> outline_of(const Problem& problem, Pace& pace);

}  // namespace combien
