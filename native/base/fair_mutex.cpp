#include "base/fair_mutex.hpp"

#include <chrono>
#include <mutex>

#include "base/require.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace combien {

namespace {

constexpr std::chrono::milliseconds look_every{50};

}  // namespace

// A single mutex protects the fields of all FairMutexes, for some nanoseconds at a time.  A fork
// acquires it first, so every list is intact in the child.
struct FairMutex::Registry {
  std::mutex mutex;
  FairMutex* locked = nullptr;

  static Registry& get() {
    // Never destroyed, as mutexes may outlive static objects.
    static Registry& registry = *new Registry;
    return registry;
  }

  Registry() {
#if defined(__unix__) || defined(__APPLE__)
    pthread_atfork([] { get().mutex.lock(); }, [] { get().mutex.unlock(); },
                   [] {
                     get().abandon();
                     get().mutex.unlock();
                   });
#endif
  }

  // In the child of a fork: only this thread is left, and there are no waiters.
  void abandon() {
    for (FairMutex* each = locked; each != nullptr; each = each->next_) {
      each->first_ = each->last_ = nullptr;
      if (each->owner_ != std::this_thread::get_id()) each->abandoned_ = true;
    }
  }
};

FairMutex::FairMutex() { Registry::get(); }

FairMutex::~FairMutex() {
  const std::lock_guard guard(Registry::get().mutex);
  // A mutex that is destroyed while locked must be abandoned.
  if (owner_ != std::thread::id()) own(std::thread::id());
}

// Records the owner, or that there is none.
// require: the registry is locked
void FairMutex::own(std::thread::id thread) {
  Registry& registry = Registry::get();
  const bool before = owner_ != std::thread::id();
  const bool after = thread != std::thread::id();
  owner_ = thread;
  if (before == after) return;
  if (after) {
    next_ = registry.locked;
    previous_ = nullptr;
    if (next_ != nullptr) next_->previous_ = this;
    registry.locked = this;
    return;
  }
  (previous_ != nullptr ? previous_->next_ : registry.locked) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
  next_ = previous_ = nullptr;
}

bool FairMutex::try_lock() {
  const std::lock_guard guard(Registry::get().mutex);
  if (owner_ != std::thread::id()) return false;
  own(std::this_thread::get_id());
  return true;
}

void FairMutex::lock(const std::function<void()>& look) {
  std::unique_lock guard(Registry::get().mutex);
  refuse_abandoned();
  if (owner_ == std::thread::id()) {
    own(std::this_thread::get_id());
    return;
  }
  refuse_nested();
  Waiter waiter;
  (last_ != nullptr ? last_->next : first_) = &waiter;
  last_ = &waiter;
  const auto granted = [&] { return owner_ == waiter.thread; };
  if (!look) {
    waiter.turn.wait(guard, granted);
    COMBIEN_ENSURE(owner_ == std::this_thread::get_id());
    return;
  }
  while (!waiter.turn.wait_for(guard, look_every, granted)) {
    guard.unlock();
    try {
      look();
    } catch (...) {
      guard.lock();
      leave(waiter);
      throw;
    }
    guard.lock();
    // There may have been a fork.
    refuse_abandoned();
  }
}

// require: the registry is locked
void FairMutex::refuse_abandoned() const {
  if (!abandoned_) return;
  throw InUse(
      "another thread was in the middle of this when the process was forked: in the child, make a "
      "new one, or resume a search from a position taken before the fork");
}

// Throws if this thread owns the mutex, or waits for it further up its stack.
// require: the registry is locked
void FairMutex::refuse_nested() const {
  const std::thread::id self = std::this_thread::get_id();
  bool nested = owner_ == self;
  for (const Waiter* each = first_; each != nullptr; each = each->next) {
    nested = nested || each->thread == self;
  }
  if (!nested) return;
  throw InUse(
      "this thread is in the middle of this already: it cannot be used from a finalizer, a signal "
      "handler or a function that it calls itself");
}

// Removes a waiter from the queue; it may be its turn by now.
// require: the registry is locked
void FairMutex::leave(Waiter& waiter) {
  if (owner_ == waiter.thread) {
    pass_on();
    return;
  }
  Waiter* before = nullptr;
  for (Waiter* each = first_; each != &waiter; each = each->next) {
    // After a fork in `look` there are no waiters.
    if (each == nullptr) return;
    before = each;
  }
  (before != nullptr ? before->next : first_) = waiter.next;
  if (last_ == &waiter) last_ = before;
}

// Passes the mutex to the first waiter.
// require: the registry is locked
void FairMutex::pass_on() {
  Waiter* const next = first_;
  if (next == nullptr) {
    own(std::thread::id());
    return;
  }
  first_ = next->next;
  if (first_ == nullptr) last_ = nullptr;
  COMBIEN_ENSURE((first_ == nullptr) == (last_ == nullptr));
  own(next->thread);
  next->turn.notify_one();
}

void FairMutex::unlock() {
  const std::lock_guard guard(Registry::get().mutex);
  COMBIEN_REQUIRE(owner_ == std::this_thread::get_id());
  pass_on();
}

bool FairMutex::abandoned() const {
  const std::lock_guard guard(Registry::get().mutex);
  return abandoned_;
}

}  // namespace combien
