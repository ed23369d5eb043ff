// A manager shared by several Python objects, and a family in it that is owned by Python.
//
// A manager is locked for one slice of work at a time, with the GIL released; its holder never
// waits for the GIL.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "zdd/algebra.hpp"
#include "zdd/frozen.hpp"
#include "zdd/gathering.hpp"
#include "zdd/loading.hpp"
#include "zdd/manager.hpp"

namespace combien::bindings {

// A flat array of unsigned 32-bit numbers, such as array.array('I') or a numpy array.
using Numbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline std::span<const std::uint32_t> span(const Numbers& numbers) {
  return {numbers.data(), numbers.size()};
}

struct Shared {
  Shared(std::uint32_t most_nodes, std::uint64_t cache_bytes)
      : own(std::make_unique<DiagramManager>(most_nodes, cache_bytes)), manager(*own) {}
  ~Shared() {
    if (mutex.abandoned()) static_cast<void>(own.release());
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  // Destroys a machine or a handle; if a fork left the manager inconsistent, it is left as it is.
  template <class Work>
  void end(const Work& work) noexcept {
    try {
      const std::lock_guard locked(mutex);
      work();
    } catch (const InUse&) {  // NOLINT(bugprone-empty-catch): after a fork.
    }
  }

  std::unique_ptr<DiagramManager> own;
  DiagramManager& manager;
  FairMutex mutex;
};
using SharedManager = std::shared_ptr<Shared>;

// A family owned by Python.
class Diagram {
 public:
  // require: the manager is locked
  Diagram(SharedManager shared, FamilyId family)
      : shared_(std::move(shared)), handle_(shared_->manager.hold(family)) {}
  ~Diagram() {
    shared_->end([&] { shared_->manager.release(handle_); });
  }
  Diagram(const Diagram&) = delete;
  Diagram& operator=(const Diagram&) = delete;

  const SharedManager& shared() const { return shared_; }
  // require: the manager is locked
  FamilyId id() const { return shared_->manager.held(handle_); }

  bool same(const Diagram& other) const {
    if (shared_ != other.shared_) return false;
    const Hold locked(shared_->mutex);
    return id() == other.id();
  }

  bool empty() const {
    const Hold locked(shared_->mutex);
    return id() == empty_family;
  }

  // The variable of the root; none for a terminal.
  std::optional<Variable> variable() const {
    const std::lock_guard locked(shared_->mutex);
    const Variable variable = shared_->manager.node(id()).variable;
    return variable == no_variable ? std::nullopt : std::optional(variable);
  }

  // Whether the family contains the set of these variables, which are increasing.
  bool contains(const std::vector<Variable>& set) const {
    const Hold locked(shared_->mutex);
    const DiagramManager& manager = shared_->manager;
    FamilyId here = id();
    for (const Variable variable : set) {
      while (manager.node(here).variable < variable) here = manager.node(here).lo;
      if (manager.node(here).variable != variable) return false;
      here = manager.node(here).hi;
    }
    while (manager.node(here).variable != no_variable) here = manager.node(here).lo;
    return here == unit_family;
  }

 private:
  SharedManager shared_;
  DiagramManager::Handle handle_;
};

class Manager {
 public:
  Manager(std::uint32_t most_nodes, std::uint64_t cache_bytes)
      : shared_(std::make_shared<Shared>(most_nodes, cache_bytes)) {}

  const SharedManager& shared() const { return shared_; }

  std::unique_ptr<Diagram> family(const std::vector<Variable>& variables,
                                  const std::vector<std::uint32_t>& ends) {
    if (!std::is_sorted(ends.begin(), ends.end()) ||
        (ends.empty() ? 0 : ends.back()) != variables.size()) {
      throw std::invalid_argument("the ends of sets grow, up to the end of the last one");
    }
    std::size_t begin = 0;
    for (const std::uint32_t end : ends) {
      for (std::size_t k = begin + 1; k < end; ++k) {
        if (variables[k - 1] >= variables[k]) {
          throw std::invalid_argument("the numbers of a set increase");
        }
      }
      begin = end;
    }
    return evaluate([&](DiagramManager& manager) {
      return std::make_unique<Gathering>(manager, variables, ends);
    });
  }

  std::unique_ptr<Diagram> apply(int operation, const Diagram& f, const Diagram& g) {
    if (f.shared() != shared_ || g.shared() != shared_) {
      throw std::invalid_argument("the families belong to different managers");
    }
    if (operation < 0 || operation > static_cast<int>(Operation::hit)) {
      throw std::invalid_argument("there is no such operation");
    }
    return evaluate([&](DiagramManager& manager) {
      const auto chosen = static_cast<Operation>(operation);
      if ((chosen == Operation::divide || chosen == Operation::remain) && g.id() == empty_family) {
        throw std::invalid_argument("nothing can be divided by the empty family");
      }
      return std::make_unique<Evaluation>(manager, chosen, f.id(), g.id());
    });
  }

  // See `Loading`.
  std::unique_ptr<Diagram> load(const Numbers& variables, const Numbers& lo, const Numbers& hi,
                                std::uint32_t root, const Numbers& names) {
    return evaluate([&](DiagramManager& manager) {
      return std::make_unique<Loading>(manager, span(variables), span(lo), span(hi), root,
                                       span(names));
    });
  }

 private:
  // Runs the machine made by `begin` in slices; if the nodes run out, once more after a collection.
  template <class Begin>
  std::unique_ptr<Diagram> evaluate(const Begin& begin) {
    for (bool again = false;; again = true) {
      try {
        return attempt(begin, again);
      } catch (const OutOfNodes&) {
        if (again) throw;
      }
    }
  }

  template <class Begin>
  std::unique_ptr<Diagram> attempt(const Begin& begin, bool collected) {
    // Created and destroyed under the lock, because it pins the manager's numbers.
    using Machine = decltype(begin(shared_->manager));
    Machine machine;
    struct Ending {
      Machine& machine;
      Shared& shared;
      ~Ending() {
        shared.end([&] { machine.reset(); });
        static_cast<void>(machine.release());
      }
    } const ending{machine, *shared_};
    for (;;) {
      {
        const nb::gil_scoped_release unlocked;
        const std::lock_guard locked(shared_->mutex);
        if (machine == nullptr) {
          if (collected) {
            shared_->manager.collect();
          } else {
            shared_->manager.collect_if_due();
          }
          machine = begin(shared_->manager);
        }
        Slice slice(UINT64_MAX, 0.05);
        if (machine->run(slice)) {
          return std::make_unique<Diagram>(shared_, machine->result());
        }
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
  }

  SharedManager shared_;
};

// The nodes of a FrozenDiagram of Python, which must be kept alive while they are used.
const Frozen& nodes_of(nb::handle diagram);

// A new tuple of ints.
nb::object tuple_of(std::span<const std::uint32_t> numbers);

}  // namespace combien::bindings
