// Python bindings for diagrams outside their managers: nodes, counts, and sets in order.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "bindings/guarded.hpp"
#include "zdd/counts.hpp"
#include "zdd/frozen.hpp"
#include "zdd/marginals.hpp"
#include "zdd/sizes.hpp"

namespace combien::bindings {

namespace {

// A sequence of numbers from index 0 on, each computed by `number`.
template <class Number>
nb::list list_of(std::size_t count, const Number& number) {
  nb::list list;
  for (std::size_t k = 0; k < count; ++k) {
    list.append(to_python(number(static_cast<std::uint32_t>(k))));
    if (k % 1024 == 1023 && PyErr_CheckSignals() != 0) throw nb::python_error();
  }
  return list;
}

double seconds_since(Slice::Clock::time_point begun) {
  return std::chrono::duration<double>(Slice::Clock::now() - begun).count();
}

// The results that can be computed from a diagram, each once and in slices.
enum class Pass { nodes, count, sizes, ranks, marginals };

Pass pass_named(const std::string& name) {
  if (name == "nodes") return Pass::nodes;
  if (name == "count") return Pass::count;
  if (name == "sizes") return Pass::sizes;
  if (name == "ranks") return Pass::ranks;
  if (name == "marginals") return Pass::marginals;
  throw std::invalid_argument("there is no pass '" + name +
                              "': nodes, count, sizes, ranks, marginals");
}

// The results computed so far from a diagram outside its manager.
class Passes {
 public:
  // require: the interpreter's lock is released
  explicit Passes(const Diagram& diagram) : shared_(diagram.shared()) {
    const std::lock_guard locked(shared_->mutex);
    diagram_ = std::make_unique<Diagram>(shared_, diagram.id());
  }
  ~Passes() {
    shared_->end([&] { freezing_.reset(); });
    static_cast<void>(freezing_.release());
  }
  Passes(const Passes&) = delete;
  Passes& operator=(const Passes&) = delete;

  // Available once its pass is done, and constant from then on.
  const Frozen& frozen() const { return *frozen_; }
  const Natural& count() const { return *count_; }
  const SizeCounts& sizes() const { return *sizes_; }
  const Counts& counts() const { return *counts_; }
  const DiagramMarginals& marginals() const { return *marginals_; }

  // Continues a pass and the passes that it depends on; true when it is done.
  bool run(Pass pass, Slice& slice, std::uint64_t bytes) {
    if (!freeze(slice)) return false;
    switch (pass) {
      case Pass::nodes: return true;
      case Pass::count: return run_count(slice, bytes);
      case Pass::sizes:
        if (!sizes_) sizes_.emplace(*frozen_);
        return sizes_->run(slice);
      case Pass::ranks: return run_counts(slice);
      case Pass::marginals:
        if (!run_counts(slice)) return false;
        if (!marginals_) marginals_.emplace(*counts_);
        return marginals_->run(slice);
    }
    return false;
  }

 private:
  bool freeze(Slice& slice) {
    if (frozen_) return true;
    {
      const std::lock_guard locked(shared_->mutex);
      if (!freezing_) freezing_ = std::make_unique<Freezing>(shared_->manager, diagram_->id());
      if (!freezing_->run(slice)) return false;
      frozen_.emplace(freezing_->take());
      freezing_.reset();
    }
    diagram_.reset();
    return true;
  }

  bool run_counts(Slice& slice) {
    if (!counts_) counts_.emplace(*frozen_);
    return counts_->run(slice);
  }

  bool run_count(Slice& slice, std::uint64_t bytes) {
    if (count_) return true;
    if (counts_ && counts_->complete()) {
      count_ = counts_->total();
      return true;
    }
    if (!counting_) counting_.emplace(*frozen_, bytes);
    if (!counting_->run(slice)) return false;
    count_ = counting_->total();
    counting_.reset();
    return true;
  }

  SharedManager shared_;
  std::unique_ptr<Diagram> diagram_;  // Kept until its nodes are copied.
  std::unique_ptr<Freezing> freezing_;
  std::optional<Frozen> frozen_;
  std::optional<SetCount> counting_;
  std::optional<Natural> count_;
  std::optional<SizeCounts> sizes_;
  std::optional<Counts> counts_;
  std::optional<DiagramMarginals> marginals_;
};

std::unique_ptr<Passes> passes_over(const Diagram& diagram) {
  const nb::gil_scoped_release unlocked;
  return std::make_unique<Passes>(diagram);
}

// A diagram outside its manager.
class FrozenDiagram {
 public:
  explicit FrozenDiagram(const Diagram& diagram) : passes_(passes_over(diagram)) {}

  // Continues a pass for about this many seconds; returns whether its result is available.  Where
  // there is a choice, a count takes no more than this many bytes besides the nodes.
  bool prepare(Pass pass, double seconds, std::uint64_t bytes = UINT64_MAX) {
    const Slice::Clock::time_point begun = Slice::Clock::now();
    for (;;) {
      const bool done = passes_.run([&](Passes& passes) {
        Slice slice(UINT64_MAX, std::min(0.05, seconds - seconds_since(begun)));
        return passes.run(pass, slice, bytes);
      });
      if (done) return true;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!(seconds_since(begun) < seconds)) return false;
    }
  }

  // The nodes, which are copied when they are first needed.
  const Frozen& frozen() { return finish(Pass::nodes).frozen(); }

  nb::object count() { return to_python(finish(Pass::count).count()); }
  nb::list count_by_size() {
    const SizeCounts& sizes = finish(Pass::sizes).sizes();
    return list_of(sizes.end(), [&](std::uint32_t size) { return sizes.of(size); });
  }
  nb::list marginals() {
    const DiagramMarginals& marginals = finish(Pass::marginals).marginals();
    return list_of(marginals.size(), [&](Variable v) { return marginals.of(v); });
  }

  nb::object rank(const std::vector<Variable>& set) {
    if (!frozen().contains(set)) throw std::invalid_argument("the family does not hold this set");
    return to_python(counts().rank(set));
  }

  nb::object unrank(const nb::int_& place) {
    const Natural total = counts().total();
    if (!(place >= nb::int_(0)) || !(place < to_python(total))) {
      throw std::invalid_argument("there is no set at this place");
    }
    // Whole limbs, because a Python int exports its bytes.
    std::vector<std::uint64_t> limbs((total.bit_length() + 63) / 64);
    const auto bytes =
        nb::cast<nb::bytes>(place.attr("to_bytes")(limbs.size() * sizeof(std::uint64_t), "little"));
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      limbs[k / 8] |= std::uint64_t{static_cast<unsigned char>(bytes.c_str()[k])} << 8 * (k % 8);
    }
    return tuple_of(counts().unrank(limbs));
  }

  nb::list sample(std::uint64_t sets, std::uint64_t seed, double seconds) {
    if (frozen().root() == 0 && sets > 0) throw std::invalid_argument("there is no set to draw");
    const Counts& all = counts();
    const Slice::Clock::time_point begun = Slice::Clock::now();
    Dice dice(seed);
    std::vector<Variable> set;
    nb::list drawn;
    for (std::uint64_t k = 0; k < sets; ++k) {
      {
        const nb::gil_scoped_release unlocked;
        set = all.draw(dice);
      }
      drawn.append(tuple_of(set));
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (seconds_since(begun) > seconds) break;
    }
    return drawn;
  }

  static nb::bytes bytes_of(const LargeVector<std::uint32_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                     numbers.size() * sizeof(std::uint32_t));
  }

 private:
  // Finished results are read without the mutex: they do not change any more.
  const Passes& finish(Pass pass) {
    prepare(pass, std::numeric_limits<double>::infinity());
    return passes_.machine();
  }

  const Counts& counts() { return finish(Pass::ranks).counts(); }

  Guarded<Passes> passes_;
};

}  // namespace

const Frozen& nodes_of(nb::handle diagram) { return nb::cast<FrozenDiagram&>(diagram).frozen(); }

void register_frozen(nb::module_& module) {
  nb::class_<FrozenDiagram>(module, "FrozenDiagram",
                            "A diagram's nodes, children first; 0 and 1 are the terminals.")
      .def(
          "prepare",
          [](FrozenDiagram& diagram, const std::string& what, double seconds, std::uint64_t bytes) {
            return diagram.prepare(pass_named(what), seconds, bytes);
          },
          nb::arg("what"), nb::arg("seconds"), nb::arg("bytes") = UINT64_MAX,
          nb::sig("def prepare(self, what: str, seconds: float, bytes: int = ...) -> bool"),
          "Goes on with what a question needs: nodes, count, sizes, ranks or marginals; whether it "
          "is there.  A question that is not prepared prepares itself.")
      .def("count", &FrozenDiagram::count, nb::sig("def count(self) -> int"))
      .def("count_by_size", &FrozenDiagram::count_by_size,
           nb::sig("def count_by_size(self) -> list[int]"),
           "How many sets have 0, 1, 2, ... elements; without zeros at the end.")
      .def("marginals", &FrozenDiagram::marginals, nb::sig("def marginals(self) -> list[int]"),
           "For each variable up to the largest, how many sets hold it.")
      .def("rank", &FrozenDiagram::rank, nb::arg("set"),
           nb::sig("def rank(self, set: Sequence[int]) -> int"),
           "How many sets come before this one; ValueError for a set that is not there.")
      .def("unrank", &FrozenDiagram::unrank, nb::arg("place"),
           nb::sig("def unrank(self, place: int) -> tuple[int, ...]"),
           "The set that this many sets precede.")
      .def("sample", &FrozenDiagram::sample, nb::arg("sets"), nb::arg("seed"), nb::arg("seconds"),
           nb::sig("def sample(self, sets: int, seed: int, seconds: float) -> "
                   "list[tuple[int, ...]]"),
           "So many sets, each drawn from all, or fewer when the seconds end before; from the same "
           "seed the same ones everywhere.")
      .def_prop_ro("root", [](FrozenDiagram& d) { return d.frozen().root(); })
      .def_prop_ro("inner", [](FrozenDiagram& d) { return d.frozen().inner(); })
      .def_prop_ro(
          "variables",
          [](FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().variables); },
          "32-bit numbers, one a node.")
      .def_prop_ro(
          "lo", [](FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().lo); },
          "32-bit numbers, one a node.")
      .def_prop_ro(
          "hi", [](FrozenDiagram& d) { return FrozenDiagram::bytes_of(d.frozen().hi); },
          "32-bit numbers, one a node.");

  module.def(
      "freeze", [](const Diagram& diagram) { return std::make_unique<FrozenDiagram>(diagram); },
      nb::arg("diagram"), "A diagram outside its manager.");
}

}  // namespace combien::bindings
