// The mutex that Python threads share: mutual exclusion, fairness, and no deadlock.
#include "base/fair_mutex.hpp"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "check.hpp"

#ifdef __linux__
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace combien::tests {

namespace {

const Registration exclusive("one thread at a time holds a fair mutex", [] {
  FairMutex mutex;
  int count = 0;
  const auto work = [&] {
    for (int k = 0; k < 2000; ++k) {
      const std::lock_guard held(mutex);
      ++count;
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int k = 0; k < 4; ++k) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  check(count == 8000, "no addition is lost");
});

const Registration in_turn("a fair mutex goes to who waits", [] {
  FairMutex mutex;
  std::atomic<bool> waiting = false;
  bool entered = false;
  mutex.lock();
  std::thread other([&] {
    mutex.lock([&] { waiting = true; });
    entered = true;
    mutex.unlock();
  });
  while (!waiting) std::this_thread::yield();
  mutex.unlock();
  // A waiter is served before the thread that comes back at once.
  mutex.lock();
  check(entered, "the thread that waited came first");
  mutex.unlock();
  other.join();
});

const Registration nested("a thread does not wait for itself", [] {
  FairMutex mutex;
  const std::lock_guard held(mutex);
  check_throws<InUse>("a mutex that this thread holds", [&] { mutex.lock(); });
});

const Registration given_up("waiting for a fair mutex can be given up", [] {
  FairMutex mutex;
  mutex.lock();
  bool gave_up = false;
  std::thread other([&] {
    try {
      mutex.lock([] { throw std::runtime_error("interrupted"); });
    } catch (const std::runtime_error&) {
      gave_up = true;
    }
  });
  other.join();
  mutex.unlock();
  check(gave_up, "what look() throws ends the waiting");
  check(mutex.try_lock(), "nobody waits any more");
  mutex.unlock();
});

#ifdef __linux__
const Registration forked("what a fork tears apart is abandoned", [] {
  FairMutex mutex;
  std::atomic<bool> inside = false;
  std::atomic<bool> over = false;
  std::thread other([&] {
    const std::lock_guard held(mutex);
    inside = true;
    while (!over) std::this_thread::yield();
  });
  while (!inside) std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) {
    try {
      mutex.lock();
    } catch (const InUse&) {
      _exit(mutex.abandoned() ? 0 : 2);
    }
    _exit(1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  over = true;
  other.join();
  check(status == 0, "the child is refused");
  check(!mutex.abandoned(), "the parent is not");
});
#endif

}  // namespace

}  // namespace combien::tests
