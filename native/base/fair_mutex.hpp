// A mutex for objects shared by several Python threads.
//
// It differs from std::mutex in four ways.  Waiters are served in order of arrival: otherwise a
// thread that searches slice after slice would take the mutex again before any other thread wakes
// up.  It knows its owner, so that a thread that re-enters (from a finalizer or a signal handler)
// gets an error instead of a deadlock.  Waiting can be interrupted.  And it survives a fork:
// whatever another thread was in the middle of is abandoned in the child, which gets an error
// instead of waiting for a thread that does not exist there.
#pragma once

#include <condition_variable>
#include <functional>
#include <stdexcept>
#include <thread>

namespace combien {

// The object that a mutex guards cannot be used now, or never again in this process.
struct InUse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class FairMutex {
 public:
  FairMutex();
  ~FairMutex();
  FairMutex(const FairMutex&) = delete;
  FairMutex& operator=(const FairMutex&) = delete;

  // Waits until it is this thread's turn.  Meanwhile, `look` is called about twenty times a second;
  // an exception from it ends the waiting.
  // Throws InUse if waiting would never end.
  void lock(const std::function<void()>& look = {});
  bool try_lock();
  // require: this thread has locked it
  void unlock();

  // Whether a fork interrupted another thread in the middle of using what this guards.
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
  // Locked mutexes form a list, so that a fork can find them.
  FairMutex* next_ = nullptr;
  FairMutex* previous_ = nullptr;
};

}  // namespace combien
