// A mutex for what several threads of Python share.
//
// It differs from std::mutex in four ways.  Who waits longest comes first: a thread that searches
// slice after slice would otherwise take the mutex again before anybody else wakes up.  It knows its
// owner, so that a thread that comes back from inside (a finalizer, a signal handler) gets an error
// and does not wait for itself.  Waiting can be given up.  And it survives a fork: what another thread
// was in the middle of is abandoned in the child, which gets an error and does not wait for a thread
// that is not there.
#pragma once

#include <condition_variable>
#include <functional>
#include <stdexcept>
#include <thread>

namespace combien {

// The thing that a mutex guards cannot be used now, or never again in this process.
struct InUse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class FairMutex {
 public:
  FairMutex();
  ~FairMutex();
  FairMutex(const FairMutex&) = delete;
  FairMutex& operator=(const FairMutex&) = delete;

  // Waits until it is this thread's turn.  While it waits, `look` is called some twenty times a
  // second; what it throws ends the waiting.
  // Throws InUse where waiting would never end.
  void lock(const std::function<void()>& look = {});
  bool try_lock();
  void unlock();

  // Whether a thread that a fork left behind was in the middle of what this guards.
  bool abandoned() const;

 private:
  struct Waiter {
    std::thread::id thread = std::this_thread::get_id();
    std::condition_variable turn;
    Waiter* next = nullptr;
  };
  struct Registry;

  void refuse_abandoned() const;
  void refuse_nested() const;
  void own(std::thread::id thread);
  void leave(Waiter& waiter);
  void pass_on();

  std::thread::id owner_;
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
  bool abandoned_ = false;
  // The mutexes that are locked are a list, so that a fork finds them.
  FairMutex* next_ = nullptr;
  FairMutex* previous_ = nullptr;
};

}  // namespace combien
