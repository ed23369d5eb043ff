// What the module needs to support several threads or interpreters.
#pragma once

#include <nanobind/nanobind.h>

namespace combien::bindings {

// Throws ImportError in any interpreter other than the main one of the process.
void require_main_interpreter();

void register_threads(nanobind::module_& module);

}  // namespace combien::bindings
