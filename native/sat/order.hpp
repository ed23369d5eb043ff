// The variables by activity, in a binary heap: which to decide next.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/require.hpp"

namespace combien::sat {

class ActivityOrder {
 public:
  void grow(std::uint32_t variables) {
    const auto before = static_cast<std::uint32_t>(places_.size());
    activity_.resize(variables, 0);
    places_.resize(variables, absent);
    for (std::uint32_t v = before; v < variables; ++v) insert(v);
  }

  bool empty() const { return heap_.empty(); }
  double activity(std::uint32_t v) const { return activity_[v]; }

  void insert(std::uint32_t v) {
    if (places_[v] != absent) return;
    places_[v] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(v);
    rise(places_[v]);
  }

  // require: !empty()
  std::uint32_t pop() {
    COMBIEN_REQUIRE(!empty());
    const std::uint32_t top = heap_[0];
    places_[top] = absent;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      heap_[0] = last;
      places_[last] = 0;
      sink(0);
    }
    return top;
  }

  void bump(std::uint32_t v) { raise(v, step_); }
  void raise(std::uint32_t v, double by) {
    activity_[v] += by;
    if (activity_[v] > 1e100) rescale();
    if (places_[v] != absent) rise(places_[v]);
  }
  void decay(double factor) { step_ /= factor; }
  double step() const { return step_; }

  std::uint64_t bytes() const { return activity_.capacity() * 16; }

 private:
  static constexpr std::uint32_t absent = 0xffffffffu;

  bool before(std::uint32_t a, std::uint32_t b) const { return activity_[a] > activity_[b]; }

  void rescale() {
    for (double& one : activity_) one *= 1e-100;
    step_ *= 1e-100;
  }

  void rise(std::uint32_t place) {
    const std::uint32_t v = heap_[place];
    while (place > 0) {
      const std::uint32_t parent = (place - 1) / 2;
      if (!before(v, heap_[parent])) break;
      heap_[place] = heap_[parent];
      places_[heap_[place]] = place;
      place = parent;
    }
    heap_[place] = v;
    places_[v] = place;
  }

  void sink(std::uint32_t place) {
    const std::uint32_t v = heap_[place];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (;;) {
      std::uint32_t child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], v)) break;
      heap_[place] = heap_[child];
      places_[heap_[place]] = place;
      place = child;
    }
    heap_[place] = v;
    places_[v] = place;
  }

  std::vector<double> activity_;
  std::vector<std::uint32_t> heap_;
  std::vector<std::uint32_t> places_;
  double step_ = 1;
};

}  // namespace combien::sat
