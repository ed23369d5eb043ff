#include "bindings/packed_solution.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "cover/solutions.hpp"

namespace combien::bindings {

namespace {

// Lists of millions of these are common, so each field counts.
struct PackedSolution {
  PyVarObject head;  // Its size is the number of bytes.
  // The tuple, once it has been needed; before that an odd number, from the width of the numbers.
  std::uintptr_t tuple_or_width;
  std::uint8_t bytes[1];

  static std::uintptr_t from_width(std::size_t width) { return 2 * width + 1; }
  static std::uintptr_t from_tuple(PyObject* tuple) {
    return reinterpret_cast<std::uintptr_t>(tuple);
  }

  std::uintptr_t content() {
    return std::atomic_ref(tuple_or_width).load(std::memory_order_acquire);
  }
};

// The width in bytes of the numbers of a solution without a tuple; 0 if it has one.
std::size_t width_of(std::uintptr_t content) { return content % 2 == 0 ? 0 : content / 2; }

PyObject* tuple_in(std::uintptr_t content) { return reinterpret_cast<PyObject*>(content); }

PyTypeObject* packed_type = nullptr;  // Made by `packed`.

PackedSolution& as_packed(PyObject* self) { return *reinterpret_cast<PackedSolution*>(self); }

bool is_packed(PyObject* object) { return PyObject_TypeCheck(object, packed_type) != 0; }

// The Python ints of small numbers are made once: that saves memory as well as time.
// Returns a new reference; null with an exception.
PyObject* as_int(std::uint32_t value) {
  static std::array<std::atomic<PyObject*>, 1 << 16> ints{};
  if (value >= ints.size()) return PyLong_FromUnsignedLong(value);
  PyObject* known = ints[value].load(std::memory_order_acquire);
  if (known == nullptr) {
    PyObject* made = PyLong_FromUnsignedLong(value);
    if (made == nullptr) return nullptr;
    if (ints[value].compare_exchange_strong(known, made)) {
      known = made;
    } else {
      Py_DECREF(made);
    }
  }
  Py_INCREF(known);
  return known;
}

template <class Take>
bool each_sorted(std::span<const std::uint8_t> bytes, std::size_t width, Take take) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    numbers.push_back(number_at(&bytes[at], width));
  }
  std::sort(numbers.begin(), numbers.end());
  return std::all_of(numbers.begin(), numbers.end(), take);
}

// Calls `take` with each number in increasing order, until it returns false.
template <class Take>
bool each_in_order(std::span<const std::uint8_t> bytes, std::size_t width, Take take) {
  constexpr std::uint32_t most_marks = 4096;
  std::array<std::uint64_t, most_marks / 64> marks;
  std::uint32_t words = 0;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const std::uint32_t value = number_at(&bytes[at], width);
    if (value >= most_marks) return each_sorted(bytes, width, take);
    for (; words <= value / 64; ++words) marks[words] = 0;
    marks[value / 64] |= std::uint64_t{1} << value % 64;
  }
  for (std::uint32_t w = 0; w < words; ++w) {
    for (std::uint64_t left = marks[w]; left != 0; left &= left - 1) {
      if (!take(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)))) return false;
    }
  }
  return true;
}

// Returns a new reference; null with an exception.
PyObject* made_tuple(std::span<const std::uint8_t> bytes, std::size_t width) {
  PyObject* made = PyTuple_New(static_cast<Py_ssize_t>(bytes.size() / width));
  if (made == nullptr) return nullptr;
  // A tuple of ints is in no reference cycle.  Otherwise a list of millions of them would be
  // traversed again and again.
  PyObject_GC_UnTrack(made);
  Py_ssize_t place = 0;
  const bool filled = each_in_order(bytes, width, [&](std::uint32_t number) {
    PyObject* value = as_int(number);
    return value != nullptr && PyTuple_SetItem(made, place++, value) == 0;
  });
  if (filled) return made;
  Py_DECREF(made);
  return nullptr;
}

// Returns a borrowed reference; null with an exception.
PyObject* tuple_of(PyObject* self) {
  PackedSolution& solution = as_packed(self);
  std::uintptr_t known = solution.content();
  const std::size_t width = width_of(known);
  if (width == 0) return tuple_in(known);
  PyObject* made;
  try {
    made = made_tuple({solution.bytes, static_cast<std::size_t>(solution.head.ob_size)}, width);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
  const std::atomic_ref place(solution.tuple_or_width);
  if (made == nullptr || place.compare_exchange_strong(known, PackedSolution::from_tuple(made))) {
    return made;
  }
  Py_DECREF(made);
  return tuple_in(known);
}

// The tuple of a solution, or another object itself.
PyObject* plain(PyObject* object) { return is_packed(object) ? tuple_of(object) : object; }

template <PyObject* (*operation)(PyObject*, PyObject*)>
PyObject* of_tuples(PyObject* left, PyObject* right) {
  PyObject* first = plain(left);
  PyObject* second = first == nullptr ? nullptr : plain(right);
  return second == nullptr ? nullptr : operation(first, second);
}

template <PyObject* (*operation)(PyObject*)>
PyObject* of_tuple(PyObject* self) {
  PyObject* tuple = tuple_of(self);
  return tuple == nullptr ? nullptr : operation(tuple);
}

PyObject* compared(PyObject* self, PyObject* other, int operation) {
  if (!is_packed(other) && PyTuple_Check(other) == 0) {
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
  }
  PyObject* first = tuple_of(self);
  PyObject* second = first == nullptr ? nullptr : plain(other);
  return second == nullptr ? nullptr : PyObject_RichCompare(first, second, operation);
}

Py_hash_t hashed(PyObject* self) {
  PyObject* tuple = tuple_of(self);
  return tuple == nullptr ? -1 : PyObject_Hash(tuple);
}

Py_ssize_t length(PyObject* self) {
  PackedSolution& solution = as_packed(self);
  const std::uintptr_t content = solution.content();
  const auto width = static_cast<Py_ssize_t>(width_of(content));
  return width != 0 ? solution.head.ob_size / width : PyTuple_Size(tuple_in(content));
}

int contains(PyObject* self, PyObject* value) {
  PyObject* tuple = tuple_of(self);
  return tuple == nullptr ? -1 : PySequence_Contains(tuple, value);
}

PyObject* item(PyObject* self, Py_ssize_t place) {
  PyObject* tuple = tuple_of(self);
  return tuple == nullptr ? nullptr : PySequence_GetItem(tuple, place);
}

PyObject* made(PyTypeObject* type, PyObject* arguments, PyObject* names) {
  PyObject* numbers = nullptr;
  std::array<char*, 2> no_names{const_cast<char*>(""), nullptr};
  if (PyArg_ParseTupleAndKeywords(arguments, names, "|O:Solution", no_names.data(), &numbers) ==
      0) {
    return nullptr;
  }
  PyObject* tuple = numbers == nullptr ? PyTuple_New(0) : PySequence_Tuple(numbers);
  if (tuple == nullptr) return nullptr;
  auto* self = PyObject_NewVar(PackedSolution, type, 0);
  if (self == nullptr) {
    Py_DECREF(tuple);
    return nullptr;
  }
  self->tuple_or_width = PackedSolution::from_tuple(tuple);
  return &self->head.ob_base;
}

void freed(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  const std::uintptr_t content = as_packed(self).content();
  if (width_of(content) == 0) Py_DECREF(tuple_in(content));
  PyObject_Free(self);
  Py_DECREF(type);
}

// `solution.count(option)` and `solution.index(option, ...)`, by the methods of tuples.
template <char first_letter>
PyObject* method(PyObject* self, PyObject* arguments) {
  PyObject* tuple = tuple_of(self);
  if (tuple == nullptr) return nullptr;
  PyObject* bound = PyObject_GetAttrString(tuple, first_letter == 'c' ? "count" : "index");
  if (bound == nullptr) return nullptr;
  PyObject* result = PyObject_CallObject(bound, arguments);
  Py_DECREF(bound);
  return result;
}

PyObject* reduced(PyObject* self, PyObject* /*none*/) {
  PyObject* tuple = tuple_of(self);
  return tuple == nullptr ? nullptr : Py_BuildValue("(O(O))", Py_TYPE(self), tuple);
}

std::array methods{
    PyMethodDef{"count", &method<'c'>, METH_VARARGS, "The number of times that an option occurs."},
    PyMethodDef{"index", &method<'i'>, METH_VARARGS, "The place of an option."},
    PyMethodDef{"__reduce__", &reduced, METH_NOARGS, nullptr},
    PyMethodDef{nullptr, nullptr, 0, nullptr},
};

template <class Function>
PyType_Slot slot(int place, Function* function) {
  return {place, reinterpret_cast<void*>(function)};
}

// Makes the type in place of a class of Python, which says how it is called and described.
nb::object packed_type_like(const nb::type_object& kind) {
  if (packed_type != nullptr) return nb::borrow(reinterpret_cast<PyObject*>(packed_type));
  static const std::string name = nb::cast<std::string>(kind.attr("__module__")) + "." +
                                  nb::cast<std::string>(kind.attr("__name__"));
  static std::string text = nb::cast<std::string>(kind.attr("__name__")) +
                            "(iterable=(), /)\n--\n\n" +
                            nb::cast<std::string>(kind.attr("__doc__"));
  std::array slots{slot(Py_tp_new, &made),
                   slot(Py_tp_dealloc, &freed),
                   slot(Py_tp_hash, &hashed),
                   slot(Py_tp_iter, &of_tuple<PyObject_GetIter>),
                   slot(Py_tp_repr, &of_tuple<PyObject_Repr>),
                   slot(Py_tp_richcompare, &compared),
                   slot(Py_sq_length, &length),
                   slot(Py_sq_contains, &contains),
                   slot(Py_sq_item, &item),
                   slot(Py_mp_length, &length),
                   slot(Py_mp_subscript, &of_tuples<PyObject_GetItem>),
                   slot(Py_nb_add, &of_tuples<PyNumber_Add>),
                   slot(Py_nb_multiply, &of_tuples<PyNumber_Multiply>),
                   PyType_Slot{Py_tp_doc, text.data()},
                   PyType_Slot{Py_tp_methods, methods.data()},
                   PyType_Slot{0, nullptr}};
  // Without subclasses, so that none needs the garbage collector.
  PyType_Spec spec{name.c_str(), static_cast<int>(offsetof(PackedSolution, bytes)), 1,
                   Py_TPFLAGS_DEFAULT, slots.data()};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type.is_valid()) throw nb::python_error();
  // It lives as long as the module.
  packed_type = reinterpret_cast<PyTypeObject*>(nb::object(type).release().ptr());
  return type;
}

}  // namespace

PyObject* packed(PyTypeObject* kind, std::span<const std::uint8_t> numbers,
                 std::size_t item_bytes) {
  auto* self = PyObject_NewVar(PackedSolution, kind, static_cast<Py_ssize_t>(numbers.size()));
  if (self == nullptr) throw nb::python_error();
  self->tuple_or_width = PackedSolution::from_width(item_bytes);
  if (!numbers.empty()) std::memcpy(self->bytes, numbers.data(), numbers.size());
  return &self->head.ob_base;
}

PyTypeObject* packed_kind(nb::handle kind) {
  auto* type = reinterpret_cast<PyTypeObject*>(kind.ptr());
  if (type != packed_type) throw nb::type_error("solutions are of the type made by `packed`");
  return type;
}

void register_packed_solution(nb::module_& module) {
  module.def("packed", &packed_type_like, nb::arg("kind"),
             nb::sig("def packed(kind: type[T]) -> type[T]"),
             "A type like this subclass of tuple whose instances are packed until they are used.");
}

}  // namespace combien::bindings
