// A computation that is written as a plain function and runs in slices: a coroutine.
//
// It checks its pace now and then and yields when the slice is used up:
//
//     Gradual<int> sum(const std::vector<int>& numbers, Pace& pace) {
//       int all = 0;
//       for (const int number : numbers) {
//         if (!pace.tick()) co_yield pause;
//         all += number;
//       }
//       co_return all;
//     }
//
// For long computations that run once; inner loops that run for hours are explicit state machines.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/require.hpp"
#include "base/slice.hpp"

namespace combien {

struct Pause {};
inline constexpr Pause pause{};

// The slice that a computation currently runs in, and the work that it has done.
class Pace {
 public:
  // The computation pauses at the end of the slice, or after this much more work.
  void set(Slice& slice, std::uint64_t most_work = UINT64_MAX) {
    slice_ = &slice;
    left_ = most_work;
  }
  // require: set() was called
  bool tick(std::uint64_t weight = 1) {
    COMBIEN_REQUIRE(slice_ != nullptr);
    work_ += weight;
    left_ -= std::min(left_, weight);
    return slice_->tick(weight) && left_ != 0;
  }

  std::uint64_t work() const { return work_; }

 private:
  Slice* slice_ = nullptr;
  std::uint64_t left_ = 0;
  std::uint64_t work_ = 0;
};

template <class Value>
class Gradual {
 public:
  struct promise_type {
    std::optional<Value> value;

    Gradual get_return_object() {
      return Gradual(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() const { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    std::suspend_always yield_value(Pause) const { return {}; }
    void return_value(Value result) { value = std::move(result); }
    // Thrown out of run(), after which the computation cannot be resumed.
    void unhandled_exception() const { throw; }
  };

  Gradual(Gradual&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Gradual& operator=(Gradual&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Gradual() {
    if (handle_) handle_.destroy();
  }

  // Continues until it yields; true when the value is available.
  // require: this was not moved from
  bool run() {
    COMBIEN_REQUIRE(handle_ != nullptr);
    if (!handle_.done()) handle_.resume();
    return handle_.done();
  }
  // require: run() has returned true; once
  Value take() {
    COMBIEN_REQUIRE(handle_.done() && handle_.promise().value.has_value());
    return std::move(*handle_.promise().value);
  }

 private:
  explicit Gradual(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

}  // namespace combien
