// A solution as an object of Python.
//
// Most programs count or filter solutions, and look at few.  So its option numbers are packed, in the
// order of the search, until they are used; then it keeps a tuple of them in increasing order, which
// answers all questions.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

namespace combien::bindings {

namespace nb = nanobind;

// The type that `packed` has made.  Throws for another one.
PyTypeObject* packed_kind(nb::handle kind);

// Returns a new reference to a solution whose numbers have 1, 2 or 4 bytes each.
PyObject* packed(PyTypeObject* kind, std::span<const std::uint8_t> numbers, std::size_t item_bytes);

void register_packed_solution(nb::module_& module);

}  // namespace combien::bindings
