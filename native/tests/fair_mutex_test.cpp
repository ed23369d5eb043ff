// The mutex that Python threads share: mutual exclusion, fairness, and no deadlock.
#include "base/fair_mutex.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
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

// A thread that locks the mutex, and gives up if it is told to or has waited for ten seconds.
class Waiting {
 public:
  explicit Waiting(FairMutex& mutex)
      : thread_([this, &mutex] {
          try {
            mutex.lock([this] { look(); });
          } catch (const std::runtime_error&) {
            return;
          }
          held_ = true;
          mutex.unlock();
        }) {
    while (!waits_) std::this_thread::yield();
  }

  void give_up() {
    gives_up_ = true;
    thread_.join();
  }
  bool join() {
    thread_.join();
    return held_;
  }

 private:
  void look() {
    waits_ = true;
    if (gives_up_ || ++looks_ > 200) throw std::runtime_error("interrupted");
  }

  std::atomic<bool> waits_ = false;
  std::atomic<bool> gives_up_ = false;
  std::atomic<bool> held_ = false;
  int looks_ = 0;
  std::thread thread_;
};

const Registration leaving("a thread that gives up leaves the others in the queue", [] {
  for (const int leaver : {0, 1, 2}) {
    FairMutex mutex;
    mutex.lock();
    std::vector<std::unique_ptr<Waiting>> queue;
    for (int k = 0; k < 3; ++k) queue.push_back(std::make_unique<Waiting>(mutex));
    queue[static_cast<std::size_t>(leaver)]->give_up();
    queue.erase(queue.begin() + leaver);
    // At the end of the queue, whoever left.
    queue.push_back(std::make_unique<Waiting>(mutex));
    mutex.unlock();
    for (const auto& each : queue) check(each->join(), "all others had the mutex");
    check(mutex.try_lock(), "nobody waits any more");
    mutex.unlock();
  }
});

const Registration too_late("a thread that gives up when it is its turn passes the mutex on", [] {
  FairMutex mutex;
  mutex.lock();
  std::atomic<bool> waiting = false;
  std::atomic<bool> granted = false;
  std::thread other([&] {
    try {
      mutex.lock([&] {
        waiting = true;
        while (!granted) std::this_thread::yield();
        throw std::runtime_error("interrupted");
      });
    } catch (const std::runtime_error&) {
      return;
    }
  });
  while (!waiting) std::this_thread::yield();
  mutex.unlock();
  check(!mutex.try_lock(), "it is the turn of the other thread");
  granted = true;
  other.join();
  check(mutex.try_lock(), "nobody has it");
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
