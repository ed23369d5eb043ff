// What the counts over a tree and along a line have in common: a coroutine in slices, with a limit of
// memory.
#pragma once

#include <cstdint>
#include <optional>

#include "base/gradual.hpp"
#include "base/slice.hpp"

namespace combien {

// A count in progress, which can stop anywhere and resume later.
class GradualCount {
 public:
  GradualCount(const GradualCount&) = delete;
  GradualCount& operator=(const GradualCount&) = delete;

  // Continues until the count is known, the slice is used up or more than `bytes` would be needed.
  Outcome run(Slice& slice, std::uint64_t bytes) {
    if (done_) return Outcome::done;
    slice_ = &slice;
    bytes_allowed_ = bytes;
    short_of_bytes_ = false;
    done_ = counting_->run();
    if (done_) return Outcome::done;
    return short_of_bytes_ ? Outcome::out_of_bytes : Outcome::out_of_slice;
  }

 protected:
  GradualCount() = default;
  ~GradualCount() = default;

  // Set by the constructor of the class that counts.
  std::optional<Gradual<bool>> counting_;
  bool done_ = false;

  // For the coroutine, which sets `short_of_bytes_` before it yields for lack of memory.
  Slice* slice_ = nullptr;
  std::uint64_t bytes_allowed_ = 0;
  bool short_of_bytes_ = false;
};

}  // namespace combien
