// Python bindings for a nonogram as clauses; it is immutable, so threads need no lock.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <vector>

#include "bindings/nonogram.hpp"
#include "nonogram/order.hpp"

namespace combien::bindings {

namespace {

using nonogram::OrderClauses;

// The clauses of a line: tuples of literals.
nb::list clauses_of(const OrderClauses& order, std::uint32_t line) {
  if (line >= order.line_count()) throw nonogram::InvalidNonogram("there is no such line");
  const std::vector<std::int32_t> literals = order.clauses(nonogram::LineId{line});
  nb::list list;
  for (std::size_t begin = 0; begin < literals.size();) {
    std::size_t end = begin;
    while (literals[end] != 0) ++end;
    const nb::object clause = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(end - begin)));
    for (std::size_t k = begin; k < end; ++k) {
      PyTuple_SetItem(clause.ptr(), static_cast<Py_ssize_t>(k - begin),
                      PyLong_FromLong(literals[k]));
    }
    list.append(clause);
    begin = end + 1;
  }
  return list;
}

}  // namespace

void register_nonogram_order(nb::module_& module) {
  nb::class_<OrderClauses>(module, "NonogramOrder",
                           "A nonogram as clauses, by thresholds of its blocks.")
      .def_prop_ro("variable_count", &OrderClauses::variable_count)
      .def("clauses", &clauses_of, nb::arg("line"),
           nb::sig("def clauses(self, line: int) -> list[tuple[int, ...]]"),
           "The clauses of a line, those across first.")
      .def(
          "meanings",
          [](const OrderClauses& order) {
            nb::list list;
            for (const auto& [cell, letter] : order.meanings()) {
              list.append(nb::make_tuple(cell, letter));
            }
            return list;
          },
          nb::sig("def meanings(self) -> list[tuple[int, int]]"),
          "The cell and the letter of each variable of a cell; they come first.")
      .def(
          "blocks",
          [](const OrderClauses& order, std::uint32_t line) {
            nb::list list;
            if (line >= order.line_count()) return list;
            for (const auto& block : order.blocks(nonogram::LineId{line})) {
              list.append(nb::make_tuple(block.first_variable, block.places));
            }
            return list;
          },
          nb::arg("line"), nb::sig("def blocks(self, line: int) -> list[tuple[int, list[int]]]"),
          "For each block of a line the places where it can begin, and the variable that says that "
          "it begins at the second of them or later.");

  module.def(
      "nonogram_order",
      [](std::uint32_t height, std::uint32_t letters, const Array& starts, const Array& lengths,
         const Array& inks, const nb::bytes& known) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(known.c_str());
        return std::make_unique<OrderClauses>(puzzle_of(height, letters, starts, lengths, inks),
                                              std::span(first, known.size()));
      },
      nb::arg("height"), nb::arg("letters"), nb::arg("starts"), nb::arg("lengths"), nb::arg("inks"),
      nb::arg("known"),
      nb::sig("def nonogram_order(height: int, letters: int, starts: Sequence[int], lengths: "
              "Sequence[int], inks: Sequence[int], known: bytes) -> NonogramOrder"),
      "A nonogram as clauses, as for nonogram_search; `known` is a letter a cell, 255 where it is "
      "not known.");
}

}  // namespace combien::bindings
