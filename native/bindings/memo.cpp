// Python bindings for counting by search with a memo.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "cover/memo/memo.hpp"
#include "frontier/order.hpp"

namespace combien::bindings {

namespace {

std::unique_ptr<Guarded<MemoSearch>> make_memo(const Problem& problem, const std::string& vectors) {
  const Vectors wanted = vectors_named(vectors);
  const nb::gil_scoped_release unlocked;
  return guarded(memo_search(problem, named_order(problem, "rcm"), wanted));
}

int run(Guarded<MemoSearch>& machine, std::uint64_t steps, double seconds, std::uint64_t bytes) {
  return machine.run([&](MemoSearch& search) {
    Slice slice(steps, seconds);
    return static_cast<int>(search.run(slice, bytes));
  });
}

}  // namespace

void register_memo(nb::module_& module) {
  nb::class_<Guarded<MemoSearch>>(module, "Memo", "A count by search with a memo; stops anywhere.")
      .def("run", &run, nb::arg("steps"), nb::arg("seconds"), nb::arg("bytes"))
      .def(
          "count",
          [](const Guarded<MemoSearch>& machine) {
            return to_python(machine.look(&MemoSearch::count));
          },
          nb::sig("def count(self) -> int"))
      .def_prop_ro("fraction", reader<MemoSearch>(&MemoSearch::fraction))
      .def_prop_ro("nodes", reader<MemoSearch>(
                                [](const MemoSearch& machine) { return machine.work().nodes; }))
      .def_prop_ro("probes", reader<MemoSearch>(
                                 [](const MemoSearch& machine) { return machine.work().probes; }))
      .def_prop_ro(
          "hits", reader<MemoSearch>([](const MemoSearch& machine) { return machine.work().hits; }))
      .def_prop_ro("entries", reader<MemoSearch>(
                                  [](const MemoSearch& machine) { return machine.work().entries; }))
      .def_prop_ro("splits", reader<MemoSearch>(
                                 [](const MemoSearch& machine) { return machine.work().splits; }))
      .def_prop_ro("bytes", reader<MemoSearch>(&MemoSearch::bytes));

  module.def("memo", &make_memo, nb::arg("problem"), nb::arg("vectors") = "best",
             "A count by search with a memo: vectors are plain, avx2, avx512 or best.");
}

}  // namespace combien::bindings
