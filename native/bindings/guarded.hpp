// Machines that several Python threads may share: only one thread enters each at a time.
//
// A thread inside never waits for the GIL, so that a destructor, which must keep the GIL, can wait
// for that thread.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/fair_mutex.hpp"
#include "base/slice.hpp"

namespace combien::bindings {

namespace nb = nanobind;

// Holds a mutex for a short operation without Python.  The GIL, held before and after, is released
// while another thread is inside.
class Hold {
 public:
  explicit Hold(FairMutex& mutex) : mutex_(mutex) {
    if (mutex_.try_lock()) return;
    unlocked_.emplace();
    mutex_.lock();
  }
  ~Hold() { mutex_.unlock(); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  // Reacquired after the mutex is released, because members are destroyed after the destructor's
  // body.
  std::optional<nb::gil_scoped_release> unlocked_;
  FairMutex& mutex_;
};

template <class Machine>
class Guarded {
 public:
  explicit Guarded(std::unique_ptr<Machine> machine) : machine_(std::move(machine)) {}
  ~Guarded() {
    // A machine that a fork interrupted cannot even be destroyed.
    if (mutex_.abandoned()) static_cast<void>(machine_.release());
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  // Calls `work` with the machine: for short operations without Python.
  template <class Work>
  std::decay_t<std::invoke_result_t<Work, Machine&>> look(Work&& work) const {
    const Hold hold(mutex_);
    return std::invoke(std::forward<Work>(work), *machine_);
  }

  // The same for long operations: the GIL is released.
  template <class Work>
  std::decay_t<std::invoke_result_t<Work, Machine&>> run(Work&& work) const {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard held(mutex_);
    return std::invoke(std::forward<Work>(work), *machine_);
  }

  // For code that enters several machines at once.
  FairMutex& mutex() const { return mutex_; }
  // require: the mutex is held, or nothing changes what is read
  Machine& machine() const { return *machine_; }

 private:
  std::unique_ptr<Machine> machine_;
  mutable FairMutex mutex_;
};

// A machine as Python holds it; None if there is none.
template <class Machine>
std::unique_ptr<Guarded<Machine>> guarded(std::unique_ptr<Machine> machine) {
  if (machine == nullptr) return nullptr;
  return std::make_unique<Guarded<Machine>>(std::move(machine));
}

// A property or a method without arguments: returns the result of `read`, a function of the
// machine.
template <class Machine, class Read>
auto reader(Read read) {
  return [read](const Guarded<Machine>& machine) { return machine.look(read); };
}

// A method `run(steps, seconds, ...)`: the machine works for this slice, with the GIL released.
template <class Machine, class... Limits>
int run_slice(const Guarded<Machine>& guarded, std::uint64_t steps, double seconds,
              Limits... limits) {
  return guarded.run([&](Machine& machine) {
    Slice slice(steps, seconds);
    return static_cast<int>(machine.run(slice, limits...));
  });
}

}  // namespace combien::bindings
