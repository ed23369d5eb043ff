// What the module needs where there are several threads or interpreters.
#pragma once

#include <nanobind/nanobind.h>

namespace combien::bindings {

// Throws ImportError in an interpreter other than the first one of the process.
void require_main_interpreter();

void register_threads(nanobind::module_& module);

}  // namespace combien::bindings
