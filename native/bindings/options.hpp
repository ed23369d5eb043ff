// Options under construction, for Python.
#pragma once

#include <nanobind/nanobind.h>

#include "cover/reading/option_list.hpp"

namespace combien::bindings {

// Two bytes objects of 32-bit numbers: the end of each option, and the items of all.
nanobind::tuple to_python(const OptionList& options);

}  // namespace combien::bindings
