// A mutex for Python, and the error that it raises.
#include "bindings/threads.hpp"

#include "base/fair_mutex.hpp"
#include "bindings/bindings.hpp"

namespace combien::bindings {

namespace {

// Waits without the GIL, and handles Ctrl-C while waiting.
void enter(FairMutex& mutex) {
  if (mutex.try_lock()) return;
  const nb::gil_scoped_release unlocked;
  mutex.lock([] {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

}  // namespace

void require_main_interpreter() {
  // The number is part of Python's stable ABI; PyInterpreterState_Main() is not.
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return;
  throw nb::import_error(
      "combien runs in the main interpreter of a process only: use threads or processes in place "
      "of "
      "subinterpreters");
}

void register_threads(nb::module_& module) {
  // One of the package's errors, so that callers need not know this module.
  const nb::object parent = nb::module_::import_("combien.errors").attr("InUse");
  const nb::exception<InUse> in_use(module, "InUse", parent);

  nb::class_<FairMutex>(module, "FairMutex",
                        "A mutex that lets the thread in that has waited longest.")
      .def(nb::init<>())
      .def("__enter__", &enter)
      .def(
          "__exit__", [](FairMutex& mutex, const nb::args&) { mutex.unlock(); },
          nb::sig("def __exit__(self, *args: object) -> None"));
}

}  // namespace combien::bindings
