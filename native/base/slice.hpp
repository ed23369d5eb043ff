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
    if (steps_left_ == 0) return false;
    since_clock_ += weight;
    if (since_clock_ >= 4096) {
      since_clock_ = 0;
      if (Clock::now() >= deadline_) {
        steps_left_ = 0;
        return false;
      }
    }
    --steps_left_;
    return true;
  }

  // Takes off what a step turned out to be beyond one; the next step finds the slice used up.
  void charge(std::uint64_t steps) { steps_left_ -= std::min(steps, steps_left_); }

  // Takes up to a thousand light steps at once, for a loop that counts them itself; 0 when the slice
  // is used up.
  std::uint64_t grant() {
    if (!step(1024)) return 0;
    const std::uint64_t granted = steps_left_ < 1023 ? steps_left_ : 1023;
    steps_left_ -= granted;
    return granted + 1;
  }
  // Gives back what was granted and not used.
  void give_back(std::uint64_t steps) { steps_left_ += steps; }

 private:
  std::uint64_t steps_left_;
  std::uint64_t since_clock_ = 0;
  Clock::time_point deadline_;
};

}  // namespace combien
