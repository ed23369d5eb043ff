// Python bindings for counting by search with a memo.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "cover/memo/memo.hpp"
#include "frontier/order.hpp"

namespace combien::bindings {

namespace {

// More than a count can have whose options fit into bit sets.
constexpr std::size_t most_limbs = 1 << 16;

std::unique_ptr<Guarded<MemoSearch>> make_memo(const Problem& problem,
                                               const Guarded<OrderSearch>* search,
                                               const std::string& vectors) {
  const Vectors wanted = vectors_named(vectors);
  const nb::gil_scoped_release unlocked;
  const std::vector<ItemId> order =
      search == nullptr ? named_order(problem, "rcm") : search->look(&OrderSearch::order);
  return guarded(memo_search(problem, order, wanted));
}

void begin(Guarded<MemoSearch>& machine, const std::vector<std::uint32_t>& given) {
  std::vector<OptionId> options;
  for (const std::uint32_t option : given) options.push_back(OptionId{option});
  machine.run([&](MemoSearch& search) { search.begin(options); });
}

nb::tuple rest(const Guarded<MemoSearch>& machine, std::size_t most) {
  const MemoRest rest = machine.look([&](const MemoSearch& search) { return search.rest(most); });
  nb::list places;
  for (const std::vector<OptionId>& place : rest.places) {
    nb::list options;
    for (const OptionId option : place) options.append(number(option));
    places.append(nb::tuple(options));
  }
  return nb::make_tuple(places, to_python(rest.found));
}

nb::bytes save_slots(const Guarded<MemoSearch>& machine, std::size_t begin, std::size_t end) {
  const std::vector<std::uint64_t> words =
      machine.run([&](const MemoSearch& search) { return search.saved(begin, end); });
  return nb::bytes(words.data(), words.size() * sizeof(std::uint64_t));
}

void load_slots(Guarded<MemoSearch>& machine, const nb::bytes& bytes, std::size_t limbs,
                std::uint64_t most_bytes) {
  if (bytes.size() % sizeof(std::uint64_t) != 0 || limbs < 1 || limbs > most_limbs) {
    throw nb::value_error("the words are not entries");
  }
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.c_str(), bytes.size());
  machine.run([&](MemoSearch& search) { search.load(words, limbs, most_bytes); });
}

}  // namespace

void register_memo(nb::module_& module) {
  nb::class_<Guarded<MemoSearch>>(module, "Memo", "A count by search with a memo; stops anywhere.")
      .def("run", &run_slice<MemoSearch, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def("begin", &begin, nb::arg("given"),
           "Begins to count the solutions that contain these options.")
      .def("rest", &rest, nb::arg("most"),
           nb::sig("def rest(self, most: int) -> tuple[list[tuple[int, ...]], int]"),
           "What is left, as options that solutions contain, and the number of all others.")
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
      .def("save", &save_slots, nb::arg("begin"), nb::arg("end"),
           "The entries of some slots as words.")
      .def("load", &load_slots, nb::arg("words"), nb::arg("limbs"), nb::arg("bytes"),
           "Adds entries of the table of the same problem.")
      .def_prop_ro("slots", reader<MemoSearch>(&MemoSearch::slots))
      .def_prop_ro("limbs", reader<MemoSearch>(&MemoSearch::limbs))
      .def_prop_ro("entry_words", reader<MemoSearch>(&MemoSearch::entry_words))
      .def_prop_ro("bytes", reader<MemoSearch>(&MemoSearch::bytes));

  module.def(
      "memo", &make_memo, nb::arg("problem"), nb::arg("order") = nb::none(),
      nb::arg("vectors") = "best",
      "A count by search with a memo, in an order that was found or in rcm: vectors are plain, "
      "avx2, avx512 or best.");
}

}  // namespace combien::bindings
