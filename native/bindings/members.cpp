// Python bindings for the sets of a diagram in order: as tuples, or as solutions of a problem.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/diagrams.hpp"
#include "bindings/guarded.hpp"
#include "bindings/solutions.hpp"

namespace combien::bindings {

nb::object tuple_of(std::span<const std::uint32_t> numbers) {
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

namespace {

nb::list batch(Guarded<Members>& machine, std::uint64_t most) {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> ends;
  machine.look([&](Members& members) {
    while (ends.size() < most && members.next()) {
      numbers.insert(numbers.end(), members.set().begin(), members.set().end());
      ends.push_back(numbers.size());
    }
  });
  nb::list sets;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    sets.append(tuple_of(std::span(numbers).subspan(begin, end - begin)));
    begin = end;
  }
  return sets;
}

// The sets of a diagram as solutions: variables are mapped to options.
class DiagramSolutions {
 public:
  DiagramSolutions(const Frozen& diagram, const std::vector<std::uint32_t>& order,
                   std::uint32_t option_count)
      : members_(std::make_unique<Members>(diagram)),
        option_count_(option_count),
        sorter_(option_count) {
    for (const std::uint32_t option : order) {
      if (option >= option_count) throw std::invalid_argument("there is no such option");
      order_.push_back(OptionId{option});
    }
    for (std::size_t k = 2; k < diagram.variables.size(); ++k) {
      if (diagram.variables[k] >= order.size()) {
        throw std::invalid_argument("a variable has no option");
      }
    }
  }

  // The next solutions, as instances of `kind`, which `packed` has made.
  SolutionBatch solutions(std::uint64_t most, const nb::type_object& kind) {
    return {listed(most, false), kind};
  }

  // The same, as a table; `sorted` is whether the options of each solution are in order.
  nb::object table(std::uint64_t most, bool sorted) { return to_python(listed(most, sorted)); }

  // Passes over solutions; fewer at the end.
  void skip(std::uint64_t most) {
    members_.run([&](Members& members) {
      while (most != 0 && members.next()) --most;
    });
  }

 private:
  SolutionTable listed(std::uint64_t most, bool sorted) {
    SolutionTable found(option_count_);
    members_.run([&](Members& members) {
      for (std::uint64_t k = 0; k < most && members.next(); ++k) {
        options_.clear();
        for (const Variable variable : members.set()) options_.push_back(order_[variable]);
        if (sorted) sorter_.sort(options_);
        found.add(options_);
      }
    });
    return found;
  }

  Guarded<Members> members_;
  std::vector<OptionId> order_;
  std::uint32_t option_count_;
  // Usable only under the guard.
  OptionSorter sorter_;
  std::vector<OptionId> options_;
};

}  // namespace

void register_members(nb::module_& module) {
  nb::class_<Guarded<Members>>(module, "MemberWalk", "The sets of a family in increasing order.")
      .def("batch", &batch, nb::arg("most"),
           nb::sig("def batch(self, most: int) -> list[tuple[int, ...]]"),
           "The next sets; fewer than asked for at the end.");
  module.def(
      "members",
      [](nb::handle diagram) { return guarded(std::make_unique<Members>(nodes_of(diagram))); },
      nb::arg("diagram"), nb::keep_alive<0, 1>(),
      nb::sig("def members(diagram: FrozenDiagram) -> MemberWalk"), "The sets of a family.");

  nb::class_<DiagramSolutions>(module, "DiagramSolutions",
                               "The sets of a diagram in increasing order, as solutions.")
      .def("solutions", &DiagramSolutions::solutions, nb::arg("most"), nb::arg("kind"),
           nb::sig("def solutions(self, most: int, kind: type[T]) -> "
                   "collections.abc.Iterator[T]"),
           "The next solutions: their options in increasing order; fewer at the end.")
      .def("table", &DiagramSolutions::table, nb::arg("most"), nb::arg("sorted"),
           nb::sig("def table(self, most: int, sorted: bool) -> SolutionTable"),
           "The next solutions as a table; fewer at the end.")
      .def("skip", &DiagramSolutions::skip, nb::arg("most"), "Pass over solutions.");
  module.def(
      "diagram_solutions",
      [](nb::handle diagram, const std::vector<std::uint32_t>& order, std::uint32_t option_count) {
        return std::make_unique<DiagramSolutions>(nodes_of(diagram), order, option_count);
      },
      nb::arg("diagram"), nb::arg("order"), nb::arg("option_count"), nb::keep_alive<0, 1>(),
      nb::sig("def diagram_solutions(diagram: FrozenDiagram, order: Sequence[int], "
              "option_count: int) -> DiagramSolutions"),
      "The sets of a diagram as solutions, with the option of each variable.");
}

}  // namespace combien::bindings
