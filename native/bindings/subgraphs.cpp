// Python bindings for sweeps over the edges of a graph.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "subgraphs/edge_order.hpp"
#include "subgraphs/subgraphs.hpp"

namespace combien::bindings {

namespace {

using Integers = std::vector<std::uint32_t>;

// The first and the second number of each pair.
template <class Pair>
std::vector<Pair> pairs(const Integers& numbers) {
  if (numbers.size() % 2 != 0) throw std::invalid_argument("half of a pair is missing");
  std::vector<Pair> found;
  for (std::size_t k = 0; k < numbers.size(); k += 2) {
    found.push_back({numbers[k], numbers[k + 1]});
  }
  return found;
}

class SubgraphSweep {
  // Before their uses, because their result types are deduced.
  template <class Read>
  auto look(const Read& read) const {
    const Hold locked(shared_->mutex);
    return read(*machine_);
  }
  template <class Read>
  auto finished(const Read& read) const {
    const Hold locked(shared_->mutex);
    if (!done_) throw std::invalid_argument("this sweep is not at its end");
    return read(*machine_);
  }

 public:
  SubgraphSweep(std::uint32_t kind, bool spanning, std::uint32_t vertices, const Integers& edges,
                const Integers& terminals, const Integers& degrees, const Manager* manager)
      : counts_(manager == nullptr),
        shared_(counts_ ? std::make_shared<Shared>(0, 0) : manager->shared()) {
    if (kind > static_cast<std::uint32_t>(SubgraphKind::degrees)) {
      throw std::invalid_argument("there is no such kind of subgraph");
    }
    const SubgraphTask task{
        static_cast<SubgraphKind>(kind),  spanning,  vertices,
        pairs<SubgraphTask::Edge>(edges), terminals, pairs<SubgraphTask::Range>(degrees)};
    const Hold locked(shared_->mutex);
    if (!counts_) shared_->manager.collect();
    machine_ = subgraphs(task, counts_ ? nullptr : &shared_->manager);
  }
  ~SubgraphSweep() {
    shared_->end([&] { machine_.reset(); });
    // A machine that a fork interrupted cannot even be destroyed.
    static_cast<void>(machine_.release());
  }
  SubgraphSweep(const SubgraphSweep&) = delete;
  SubgraphSweep& operator=(const SubgraphSweep&) = delete;

  int run(std::uint64_t steps, double seconds, std::uint64_t bytes) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard locked(shared_->mutex);
    Slice slice(steps, seconds);
    const Outcome outcome = machine_->run(slice, bytes);
    done_ = outcome == Outcome::done;
    return static_cast<int>(outcome);
  }

  nb::object count() const {
    if (!counts_) throw std::invalid_argument("a sweep for a family has no count");
    return to_python(finished([](const Subgraphs& machine) { return machine.count(); }));
  }

  std::unique_ptr<Diagram> family() const {
    if (counts_) throw std::invalid_argument("a sweep for a count has no family");
    return finished([&](const Subgraphs& machine) {
      return std::make_unique<Diagram>(shared_, machine.family());
    });
  }

  std::uint64_t states() const {
    return look([](const Subgraphs& machine) { return machine.states(); });
  }
  std::uint64_t widest() const {
    return look([](const Subgraphs& machine) { return machine.widest(); });
  }
  std::uint32_t passed() const {
    return look([](const Subgraphs& machine) { return machine.passed(); });
  }
  // The memory used by this and the whole manager.
  std::uint64_t bytes() const {
    return look(
        [&](const Subgraphs& machine) { return machine.bytes() + shared_->manager.bytes(); });
  }

 private:
  bool counts_;
  bool done_ = false;
  SharedManager shared_;
  std::unique_ptr<Subgraphs> machine_;
};

std::pair<Integers, std::uint32_t> ordered(std::uint32_t vertices, const Integers& edges,
                                           double several, double last, bool search) {
  const nb::gil_scoped_release unlocked;
  EdgeOrder found = edge_order(vertices, pairs<SubgraphTask::Edge>(edges), {several, last}, search);
  return {std::move(found.edges), found.width};
}

}  // namespace

void register_subgraphs(nb::module_& module) {
  module.def(
      "edge_order", &ordered, nb::arg("vertices"), nb::arg("edges"), nb::arg("several"),
      nb::arg("last"), nb::arg("search"),
      "The edges in an order in which few vertices are in the frontier, and the width of the "
      "widest frontier.  A vertex has about this many states with several edges left, and "
      "with one.  Without a search, the edges stay as they are given.");
  nb::class_<SubgraphSweep>(module, "SubgraphSweep", "A sweep over the edges of a graph.")
      .def(nb::init<std::uint32_t, bool, std::uint32_t, const Integers&, const Integers&,
                    const Integers&, const Manager*>(),
           nb::arg("kind"), nb::arg("spanning"), nb::arg("vertices"), nb::arg("edges"),
           nb::arg("terminals"), nb::arg("degrees"), nb::arg("manager").none(),
           "Counts subgraphs; or finds their family, in a manager.  Edges are pairs of vertices, "
           "and degrees a lower and an upper bound for each vertex, one after the other.")
      .def("run", &SubgraphSweep::run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"),
           "Goes on; returns DONE, OUT_OF_SLICE or OUT_OF_BYTES.")
      .def("count", &SubgraphSweep::count, nb::sig("def count(self) -> int"))
      .def("family", &SubgraphSweep::family, "Sets of the places of edges.")
      .def_prop_ro("states", &SubgraphSweep::states)
      .def_prop_ro("widest", &SubgraphSweep::widest)
      .def_prop_ro("passed", &SubgraphSweep::passed)
      .def_prop_ro("bytes", &SubgraphSweep::bytes);
}

}  // namespace combien::bindings
