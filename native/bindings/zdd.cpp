// Python bindings for diagrams: managers, and families as handles.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"

#include "zdd/weighing.hpp"

namespace combien::bindings {

namespace {

// The sets of a family that weigh at most a limit, found in slices.
class Weighings {
 public:
  Weighings(const Diagram& family, std::vector<std::int64_t> weights, std::int64_t most)
      : shared_(family.shared()) {
    const Hold locked(shared_->mutex);
    machine_ = std::make_unique<Weighing>(shared_->manager, family.id(), std::move(weights), most);
  }
  ~Weighings() {
    shared_->end([&] { machine_.reset(); });
    // A machine that a fork interrupted cannot even be destroyed.
    static_cast<void>(machine_.release());
  }
  Weighings(const Weighings&) = delete;
  Weighings& operator=(const Weighings&) = delete;

  int run(std::uint64_t steps, double seconds, std::uint64_t bytes) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard locked(shared_->mutex);
    Slice slice(steps, seconds);
    return static_cast<int>(machine_->run(slice, bytes));
  }

  std::unique_ptr<Diagram> family() const {
    const Hold locked(shared_->mutex);
    if (!machine_->done()) throw std::invalid_argument("the sets are not weighed yet");
    return std::make_unique<Diagram>(shared_, machine_->result());
  }

  std::uint64_t steps() const {
    const Hold locked(shared_->mutex);
    return machine_->steps();
  }

 private:
  SharedManager shared_;
  std::unique_ptr<Weighing> machine_;
};

}  // namespace

void register_zdd(nb::module_& module) {
  const nb::exception<OutOfNodes> out_of_nodes(module, "OutOfNodes", PyExc_ValueError);

  nb::class_<Diagram>(module, "Diagram", "A family of sets of numbers, by its node in a manager.")
      .def("same", &Diagram::same, nb::arg("other"), "Whether both are one node of one manager.")
      .def("empty", &Diagram::empty, "Whether it is the family without any set.")
      .def_prop_ro("variable", &Diagram::variable, "The variable of the root; None for a terminal.")
      .def("contains", &Diagram::contains, nb::arg("set"),
           "Whether a set is in the family, given by its numbers in increasing order.");

  nb::class_<Weighings>(module, "Weighing", "The sets of a family that weigh at most a limit.")
      .def(nb::init<const Diagram&, std::vector<std::int64_t>, std::int64_t>(), nb::arg("family"),
           nb::arg("weights"), nb::arg("most"), "The weights are by number.")
      .def("run", &Weighings::run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def("family", &Weighings::family, "These sets, once they are found.")
      .def_prop_ro("steps", &Weighings::steps);

  nb::class_<Manager>(module, "DiagramManager", "Where diagrams live and share their nodes.")
      .def(nb::init<std::uint32_t, std::uint64_t>(), nb::arg("nodes"), nb::arg("cache_bytes"))
      .def("family", &Manager::family, nb::arg("variables"), nb::arg("ends"),
           "The family of these sets: their numbers, increasing in each, and where each ends.")
      .def("apply", &Manager::apply, nb::arg("operation"), nb::arg("f"), nb::arg("g"),
           "The result of an operation, by its number.")
      .def(
          "load", &Manager::load, nb::arg("variables"), nb::arg("lo"), nb::arg("hi"),
          nb::arg("root"), nb::arg("names"),
          nb::sig("def load(self, variables: Sequence[int], lo: Sequence[int], hi: Sequence[int], "
                  "root: int, names: Sequence[int]) -> Diagram"),
          "The diagram of nodes as a FrozenDiagram has them, array('I') each; a variable v becomes "
          "names[v], or stays as it is where there are no names.  ValueError for what is none.")
      .def_prop_ro("nodes", [](const Manager& manager) {
        const Hold locked(manager.shared()->mutex);
        return manager.shared()->manager.node_count();
      });
}

}  // namespace combien::bindings
