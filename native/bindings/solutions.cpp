// Python bindings for lists and tables of solutions.
#include "bindings/solutions.hpp"

#include <nanobind/stl/vector.h>
#include <nanobind/typing.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace combien::bindings {

SolutionBatch::SolutionBatch(SolutionList solutions, std::shared_ptr<OptionInts> ints,
                             nb::type_object kind)
    : solutions_(std::move(solutions)), ints_(std::move(ints)), kind_(std::move(kind)) {
  auto* type = reinterpret_cast<PyTypeObject*>(kind_.ptr());
  if (PyType_IsSubtype(type, &PyTuple_Type) == 0) {
    throw nb::type_error("solutions are instances of tuple or of a subclass");
  }
  copy_ = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
}

PyObject* SolutionBatch::next() {
  if (left() == 0) return nullptr;
  show(solutions_[next_]);
  PyObject* made = copy_(reinterpret_cast<PyTypeObject*>(kind_.ptr()), arguments_.ptr(), nullptr);
  if (made == nullptr) throw nb::python_error();
  // A tuple itself is not copied, and is not ours any more.
  if (made == last_) last_ = nullptr;
  // A tuple of ints is in no reference cycle.  Otherwise a list of millions of solutions would be
  // traversed again and again.
  PyObject_GC_UnTrack(made);
  ++next_;
  return made;
}

void SolutionBatch::show(std::span<const OptionId> options) {
  if (last_ == nullptr || options.size() != shown_.size()) {
    nb::object fresh = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(options.size())));
    if (!fresh.is_valid()) throw nb::python_error();
    arguments_ = nb::make_tuple(fresh);
    last_ = fresh.ptr();
    // The garbage collector would show them to everyone, and only their owner may change them.
    PyObject_GC_UnTrack(last_);
    PyObject_GC_UnTrack(arguments_.ptr());
    shown_.assign(options.size(), OptionId{UINT32_MAX});
  }
  differing_.resize(options.size());
  const std::size_t count = find_differing(options, shown_, differing_.data());
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t k = differing_[n];
    PyTuple_SetItem(last_, static_cast<Py_ssize_t>(k), ints_->get(options[k]));
    shown_[k] = options[k];
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
