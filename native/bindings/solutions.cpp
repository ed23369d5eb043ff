// Python bindings for lists and tables of solutions.
#include "bindings/solutions.hpp"

#include <nanobind/stl/vector.h>
#include <nanobind/typing.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/packed_solution.hpp"

namespace combien::bindings {

SolutionBatch::SolutionBatch(SolutionTable solutions, const nb::type_object& kind)
    : solutions_(std::move(solutions)), kind_(packed_kind(kind)) {}

PyObject* SolutionBatch::next() {
  if (left() == 0) return nullptr;
  PyObject* made = packed(kind_, solutions_[next_], solutions_.item_bytes());
  ++next_;
  return made;
}

void SolutionBatch::read(std::size_t place, std::vector<OptionId>& options) const {
  options.clear();
  const std::span<const std::uint8_t> bytes = solutions_[next_ + place];
  const std::size_t width = solutions_.item_bytes();
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    options.push_back(OptionId{number_at(&bytes[at], width)});
  }
}

namespace {

PyObject* next_of_batch(PyObject* self) {
  try {
    return nb::inst_ptr<SolutionBatch>(self)->next();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  }
  return nullptr;
}

std::array batch_slots{PyType_Slot{Py_tp_iter, reinterpret_cast<void*>(&PyObject_SelfIter)},
                       PyType_Slot{Py_tp_iternext, reinterpret_cast<void*>(&next_of_batch)},
                       PyType_Slot{0, nullptr}};

// A table with what its buffers point to.  It cannot be changed while there are any.
struct ExportedTable : SolutionTable {
  using SolutionTable::SolutionTable;

  void require_unexported() const {
    if (exports != 0) throw nb::buffer_error("the table has buffers, so it cannot grow");
  }

  std::array<Py_ssize_t, 2> shape{};
  std::array<Py_ssize_t, 2> strides{};
  std::size_t exports = 0;
};

int table_buffer(PyObject* self, Py_buffer* view, int flags) {
  view->obj = nullptr;
  if ((flags & PyBUF_WRITABLE) != 0) {
    PyErr_SetString(PyExc_BufferError, "a table of solutions is read-only");
    return -1;
  }
  auto& table = *nb::inst_ptr<ExportedTable>(self);
  static std::uint8_t nothing = 0;
  static std::array<char, 2> formats[] = {{"B"}, {"H"}, {"I"}};
  const auto rows = static_cast<Py_ssize_t>(table.rows());
  const auto width = static_cast<Py_ssize_t>(table.width());
  const auto item = static_cast<Py_ssize_t>(table.item_bytes());
  table.shape = {rows, width};
  table.strides = {width * item, item};
  // The buffer is read-only, so Python does not write through this pointer.
  view->buf = rows * width == 0 ? &nothing : const_cast<std::uint8_t*>(table.data());
  view->len = rows * width * item;
  view->itemsize = item;
  view->readonly = 1;
  view->ndim = 2;
  view->format = (flags & PyBUF_FORMAT) != 0 ? formats[item / 2].data() : nullptr;
  view->shape = (flags & PyBUF_ND) != 0 ? table.shape.data() : nullptr;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? table.strides.data() : nullptr;
  view->suboffsets = nullptr;
  view->internal = nullptr;
  view->obj = nb::borrow(self).release().ptr();
  ++table.exports;
  return 0;
}

void release_table_buffer(PyObject* self, Py_buffer* /*view*/) {
  --nb::inst_ptr<ExportedTable>(self)->exports;
}

std::array table_slots{
    PyType_Slot{Py_bf_getbuffer, reinterpret_cast<void*>(&table_buffer)},
    PyType_Slot{Py_bf_releasebuffer, reinterpret_cast<void*>(&release_table_buffer)},
    PyType_Slot{0, nullptr}};

void add_solution(ExportedTable& table, const std::vector<std::uint32_t>& solution) {
  table.require_unexported();
  std::vector<OptionId> options;
  for (const std::uint32_t option : solution) {
    if (option >= table.option_count()) {
      throw std::invalid_argument("there is no option " + std::to_string(option));
    }
    options.push_back(OptionId{option});
  }
  table.add(options);
}

}  // namespace

nb::object to_python(SolutionTable table) {
  ExportedTable exported(table.option_count());
  static_cast<SolutionTable&>(exported) = std::move(table);
  return nb::cast(std::move(exported));
}

void register_solutions(nb::module_& module) {
  module.attr("T") = nb::type_var("T");
  register_packed_solution(module);
  // For Python it is just an iterator, so the module does not name its type, but keeps it alive.
  nb::class_<SolutionBatch>(module, "SolutionBatch", nb::type_slots(batch_slots.data()))
      .def("__length_hint__", &SolutionBatch::left)
      .inc_ref();
  nb::delattr(module, "SolutionBatch");

  nb::class_<ExportedTable>(
      module, "SolutionTable", nb::type_slots(table_slots.data()),
      "Solutions as the rows of a buffer of 8, 16 or 32-bit numbers; shorter ones are filled up "
      "with the number of options.")
      .def(nb::init<std::uint32_t>(), nb::arg("option_count"))
      .def("__len__", &ExportedTable::rows)
      .def("add", &add_solution, nb::arg("solution"), "Append a solution as a row.")
      .def(
          "extend",
          [](ExportedTable& table, const ExportedTable& more, std::size_t first,
             std::size_t count) {
            table.require_unexported();
            first = std::min(first, more.rows());
            table.extend(more, first, std::min(count, more.rows() - first));
          },
          nb::arg("table"), nb::arg("first") = 0, nb::arg("count") = SIZE_MAX,
          "Append the rows of a table of the same problem: up to `count`, from the first one.")
      .def(
          "view", [](nb::handle self) { return nb::steal(PyMemoryView_FromObject(self.ptr())); },
          nb::sig("def view(self) -> memoryview"),
          "The rows, without a copy; the table cannot change while it is in use.");
}

}  // namespace combien::bindings
