// Diagrams outside their managers for Python: their nodes, their numbers, their sets in order.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "zdd/counts.hpp"
#include "zdd/frozen.hpp"
#include "zdd/sizes.hpp"

namespace combien::bindings {

namespace {

// Does the work with the interpreter's lock released.
template <class Work>
auto unlocked(const Work& work) {
  const nb::gil_scoped_release released;
  return work();
}

nb::object tuple_of(const std::vector<std::uint32_t>& numbers) {
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
  if (tuple == nullptr) throw nb::python_error();
  const nb::object owned = nb::steal(tuple);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    PyObject* number = PyLong_FromUnsignedLong(numbers[k]);
    if (number == nullptr) throw nb::python_error();
    PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(k), number);
  }
  return owned;
}

nb::list list_of(const std::vector<Natural>& naturals) {
  nb::list list;
  for (const Natural& natural : naturals) list.append(to_python(natural));
  return list;
}

// A diagram outside its manager.
class FrozenDiagram {
 public:
  explicit FrozenDiagram(Frozen frozen) : frozen_(std::move(frozen)) {}

  const Frozen& frozen() const { return frozen_; }

  static std::unique_ptr<FrozenDiagram> of(const Diagram& diagram) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard locked(diagram.shared()->mutex);
    return std::make_unique<FrozenDiagram>(Frozen(diagram.shared()->manager, diagram.id()));
  }

  nb::object count() {
    return to_python(unlocked([&] {
      const std::lock_guard locked(mutex_);
      if (!count_) count_ = counts_ ? counts_->total() : frozen_.count();
      return *count_;
    }));
  }
  nb::list count_by_size() const {
    return list_of(unlocked([&] { return combien::count_by_size(frozen_); }));
  }
  nb::list marginals() {
    return list_of(unlocked([&] { return counts().marginals(); }));
  }

  bool contains(const std::vector<Variable>& set) const { return frozen_.contains(set); }

  nb::object rank(const std::vector<Variable>& set) {
    if (!frozen_.contains(set)) throw std::invalid_argument("the family does not hold this set");
    return to_python(unlocked([&] { return counts().rank(set); }));
  }

  nb::object unrank(const nb::int_& place) {
    const Natural total = unlocked([&] { return counts().total(); });
    if (!(place >= nb::int_(0)) || !(place < to_python(total))) {
      throw std::invalid_argument("there is no set at this place");
    }
    // Whole limbs, as a Python int hands out its bytes.
    std::vector<std::uint64_t> limbs((total.bit_length() + 63) / 64);
    const auto bytes =
        nb::cast<nb::bytes>(place.attr("to_bytes")(limbs.size() * sizeof(std::uint64_t), "little"));
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      limbs[k / 8] |= std::uint64_t{static_cast<unsigned char>(bytes.c_str()[k])} << 8 * (k % 8);
    }
    return tuple_of(counts().unrank(limbs));
  }

  nb::list sample(std::uint64_t sets, std::uint64_t seed) {
    if (frozen_.root() == 0 && sets > 0) throw std::invalid_argument("there is no set to draw");
    Dice dice(seed);
    nb::list drawn;
    for (std::uint64_t k = 0; k < sets; ++k) {
      drawn.append(tuple_of(unlocked([&] { return counts().draw(dice); })));
      if (k % 256 == 255 && PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    return drawn;
  }

  static nb::bytes bytes_of(const LargeVector<std::uint32_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                     numbers.size() * sizeof(std::uint32_t));
  }

 private:
  // Made when they are first asked for, and kept.
  const Counts& counts() {
    const std::lock_guard locked(mutex_);
    if (!counts_) counts_.emplace(frozen_);
    return *counts_;
  }

  Frozen frozen_;
  std::mutex mutex_;
  std::optional<Natural> count_;
  std::optional<Counts> counts_;
};

// Sets in order, in batches; each mapped to other numbers and sorted, where these are given.
class MemberWalk {
 public:
  MemberWalk(const FrozenDiagram& diagram, std::vector<std::uint32_t> names)
      : members_(diagram.frozen()), names_(std::move(names)) {
    Variable largest = 0;
    for (std::size_t k = 2; k < diagram.frozen().variables.size(); ++k) {
      largest = std::max(largest, diagram.frozen().variables[k]);
    }
    if (diagram.frozen().inner() > 0 && !names_.empty() && names_.size() <= largest) {
      throw std::invalid_argument("a variable has no name");
    }
  }

  nb::list batch(std::uint64_t most) {
    nb::list sets;
    std::vector<std::uint32_t> named;
    for (std::uint64_t k = 0; k < most && members_.next(); ++k) {
      named = members_.set();
      if (!names_.empty()) {
        for (std::uint32_t& variable : named) variable = names_[variable];
        std::sort(named.begin(), named.end());
      }
      sets.append(tuple_of(named));
    }
    return sets;
  }

 private:
  Members members_;
  std::vector<std::uint32_t> names_;
};

}  // namespace

void register_frozen(nb::module_& module) {
  nb::class_<FrozenDiagram>(module, "FrozenDiagram",
                            "A diagram's nodes, children first; 0 and 1 are the terminals.")
      .def("count", &FrozenDiagram::count, nb::sig("def count(self) -> int"))
      .def("count_by_size", &FrozenDiagram::count_by_size,
           nb::sig("def count_by_size(self) -> list[int]"),
           "How many sets have 0, 1, 2, ... elements; without zeros at the end.")
      .def("marginals", &FrozenDiagram::marginals, nb::sig("def marginals(self) -> list[int]"),
           "For each variable up to the largest, how many sets hold it.")
      .def("contains", &FrozenDiagram::contains, nb::arg("set"),
           "Whether a set is in the family, given by its numbers in increasing order.")
      .def("rank", &FrozenDiagram::rank, nb::arg("set"),
           nb::sig("def rank(self, set: Sequence[int]) -> int"),
           "How many sets come before this one; ValueError for a set that is not there.")
      .def("unrank", &FrozenDiagram::unrank, nb::arg("place"),
           nb::sig("def unrank(self, place: int) -> tuple[int, ...]"),
           "The set before which so many come.")
      .def("sample", &FrozenDiagram::sample, nb::arg("sets"), nb::arg("seed"),
           nb::sig("def sample(self, sets: int, seed: int) -> list[tuple[int, ...]]"),
           "So many sets, each drawn from all; from the same seed the same ones everywhere.")
      .def_prop_ro("root", [](const FrozenDiagram& d) { return d.frozen().root(); })
      .def_prop_ro("inner", [](const FrozenDiagram& d) { return d.frozen().inner(); })
      .def_prop_ro(
          "variables",
          [](const FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().variables); },
          "32-bit numbers, one a node.")
      .def_prop_ro(
          "lo", [](const FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().lo); },
          "32-bit numbers, one a node.")
      .def_prop_ro(
          "hi", [](const FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().hi); },
          "32-bit numbers, one a node.");

  nb::class_<MemberWalk>(module, "MemberWalk", "The sets of a family in increasing order.")
      .def("batch", &MemberWalk::batch, nb::arg("most"),
           nb::sig("def batch(self, most: int) -> list[tuple[int, ...]]"),
           "The next sets; fewer than asked for at the end.");

  module.def("freeze", &FrozenDiagram::of, nb::arg("diagram"), "A diagram outside its manager.");
  module.def(
      "members",
      [](const FrozenDiagram& diagram, std::vector<std::uint32_t> names) {
        return std::make_unique<MemberWalk>(diagram, std::move(names));
      },
      nb::arg("diagram"), nb::arg("names"), nb::keep_alive<0, 1>(),
      "The sets of a family, with names in place of the numbers unless there are none.");
}

}  // namespace combien::bindings
