// Shared by the files of this folder: arrays from Python, numbers to Python, and one registration
// per folder of the core.  Only this folder depends on nanobind.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/natural.hpp"
#include "cover/problem.hpp"
#include "cover/bits/bits.hpp"

namespace combien::bindings {

namespace nb = nanobind;

// A flat array of 32-bit numbers, such as array.array('i') or a numpy array.
using Array = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline std::vector<std::int32_t> numbers(const Array& array) {
  return {array.data(), array.data() + array.size()};
}

// Numbers of the core, to be viewed by memoryview.cast.
template <class Value>
nb::bytes as_bytes(const std::vector<Value>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(Value));
}

// A natural number as a Python int.
inline nb::object to_python(const Natural& natural) {
  return nb::steal(PyLong_FromString(natural.hex().c_str(), nullptr, 16));
}

// The vectors with this name; "best" selects the best that this processor supports.
// Throws if the name is unknown, or if this processor does not support them.
Vectors vectors_named(const std::string& vectors);

void register_apart(nb::module_& module);
void register_board(nb::module_& module);
void register_cover(nb::module_& module);
void register_frontier(nb::module_& module);
void register_matchings(nb::module_& module);
void register_symmetry(nb::module_& module);
void register_memo(nb::module_& module);
void register_strip(nb::module_& module);
void register_tree(nb::module_& module);
void register_zdd(nb::module_& module);
void register_frozen(nb::module_& module);
void register_members(nb::module_& module);
void register_compile(nb::module_& module);
void register_marginals(nb::module_& module);
void register_nonogram(nb::module_& module);
void register_option_texts(nb::module_& module);
void register_options(nb::module_& module);
void register_plane(nb::module_& module);
void register_reading(nb::module_& module);
void register_reduction(nb::module_& module);
void register_sat(nb::module_& module);
void register_strip_lengths(nb::module_& module);
void register_subgraphs(nb::module_& module);
void register_tightness(nb::module_& module);

}  // namespace combien::bindings
