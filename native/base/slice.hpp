// A slice of work: how long a machine may run before it hands back control.
//
// No callback crosses into the core: whoever drives a machine gives it a slice of some fifty
// milliseconds, then looks at signals, budgets and progress bars itself, and gives it the next one.
// The clock is read once in about a thousand steps, which costs nothing that can be measured.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace combien {

// What a machine says when it comes back.
enum class Outcome {
  done,          // All is found, or the number is known.
  out_of_slice,  // Call again to go on.
  out_of_bytes,  // It would need more memory than it was allowed.
  solution,      // There is one; call again for the next.
};

class Slice {
 public:
  using Clock = std::chrono::steady_clock;

  // A slice of more than a year is one without a clock.
  Slice(std::uint64_t max_steps, double seconds)
      : steps_left_(max_steps),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::min(seconds, 3e7)))) {}

  // Takes one step of the given weight off the slice; false when it is used up.
  // The weight says how much work went into the step, so that heavy steps look at the clock sooner.
  bool step(std::uint64_t weight = 1) {
    if (steps_left_ == 0 || !tick(weight)) return false;
    --steps_left_;
    return true;
  }

  // Accounts for work that no counter counts, such as moving a table; false when the time is up.
  bool tick(std::uint64_t weight = 1) {
    since_clock_ += weight;
    if (since_clock_ >= 4096) {
      since_clock_ = 0;
      late_ = late_ || Clock::now() >= deadline_;
    }
    return !late_;
  }

  // The steps that are left, whatever the clock says.
  std::uint64_t left() const { return steps_left_; }

  // Takes so many steps, or all that are left; returns how many were taken.
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
  // Gives back what was granted and not used.
  void give_back(std::uint64_t steps) { steps_left_ += steps; }

 private:
  std::uint64_t steps_left_;
  std::uint64_t since_clock_ = 0;
  bool late_ = false;
  Clock::time_point deadline_;
};

}  // namespace combien
