// A slice of work: how long a machine may run before it returns control.
//
// The core has no callbacks: the driver of a machine gives it a slice of about fifty milliseconds,
// then handles signals, budgets and progress bars itself, and gives it the next one. The clock is
// read once in about a thousand steps, at no measurable cost.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace combien {

// Why a machine returned.
enum class Outcome {
  done,          // Everything was found, or the number is known.
  out_of_slice,  // Call again to continue.
  out_of_bytes,  // It would need more memory than it was allowed.
  solution,      // A solution was found; call again for the next one.
};

class Slice {
 public:
  using Clock = std::chrono::steady_clock;

  // A slice of more than a year does not use the clock.  Another thread ends it early by `stop`.
  Slice(std::uint64_t max_steps, double seconds, const std::atomic<bool>* stop = nullptr)
      : steps_left_(max_steps),
        stop_(stop),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::min(seconds, 3e7)))) {}

  // A slice of at most this many steps that ends with this one.
  Slice part(std::uint64_t steps) const {
    Slice part = *this;
    part.steps_left_ = std::min(steps_left_, steps);
    return part;
  }

  // Takes one step of the given weight off the slice; false when it is used up.
  // The weight is the amount of work in the step, so that heavy steps check the clock sooner.
  bool step(std::uint64_t weight = 1) {
    if (steps_left_ == 0 || !tick(weight)) return false;
    --steps_left_;
    return true;
  }

  // Accounts for work that no counter covers, such as moving a table; false when the time is up.
  bool tick(std::uint64_t weight = 1) {
    since_clock_ += weight;
    if (since_clock_ >= 4096) {
      since_clock_ = 0;
      late_ = late_ || Clock::now() >= deadline_ ||
              (stop_ != nullptr && stop_->load(std::memory_order_relaxed));
    }
    return !late_;
  }

  // The number of steps left, regardless of the clock.
  std::uint64_t left() const { return steps_left_; }

  // Takes this many steps, or all that are left; returns the number taken.
  std::uint64_t take(std::uint64_t steps) {
    const std::uint64_t taken = std::min(steps, steps_left_);
    steps_left_ -= taken;
    return taken;
  }

  // Takes up to a thousand light steps at once, for a loop that counts them itself; 0 when the slice
  // is used up.
  std::uint64_t grant() {
    if (steps_left_ == 0 || !tick(1024)) return 0;
    return take(1024);
  }
  // Returns steps that were granted and not used.
  void give_back(std::uint64_t steps) { steps_left_ += steps; }

 private:
  std::uint64_t steps_left_;
  std::uint64_t since_clock_ = 0;
  bool late_ = false;
  const std::atomic<bool>* stop_;
  Clock::time_point deadline_;
};

}  // namespace combien
