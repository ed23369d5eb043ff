// Work that several threads share for a moment.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace combien {

// Calls `work` with the numbers from 0 on, each in a thread of its own, and waits for all.  The calling
// thread has number 0, and those for which the system has no thread.  Throws what one of the calls
// has thrown.
template <class Work>
void in_threads(std::size_t threads, const Work& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](std::size_t number) {
    try {
      work(number);
    } catch (...) {
      const std::lock_guard held(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  others.reserve(threads);
  try {
    for (std::size_t k = 1; k < threads; ++k) others.emplace_back(guarded, k);
  } catch (const std::system_error&) {
  }
  guarded(0);
  for (std::size_t k = others.size() + 1; k < threads; ++k) guarded(k);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace combien
