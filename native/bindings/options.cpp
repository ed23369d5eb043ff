// Python bindings for building problems: options by the names of their items, and as a table.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/options.hpp"
#include "cover/reading/option_list.hpp"

namespace combien::bindings {

namespace {

// Why the gathering of options ended.
enum class Gathered {
  all,           // There are no more options.
  not_plain,     // The next option needs more than looking up the numbers of its items.
  not_iterable,  // The next option is not iterable.
};

// How often signals are handled, in options.
constexpr std::size_t signal_interval = 4096;

// Short options are compared pairwise.
constexpr std::ptrdiff_t short_option = 16;

bool any_twice(std::vector<std::int32_t>::iterator begin, std::vector<std::int32_t>::iterator end) {
  if (end - begin <= short_option) {
    for (auto one = begin; one != end; ++one) {
      if (std::find(one + 1, end, *one) != end) return true;
    }
    return false;
  }
  std::vector<std::int32_t> sorted(begin, end);
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) != sorted.end();
}

// Looks up the numbers of the items of options, until an option is not plain: it has a color, an
// error, or a new item that has to be checked or declared first.
class Gathering {
 public:
  Gathering(nb::dict index, nb::bytearray primary, nb::dict secondary, bool strict,
            std::size_t begin)
      : index_(std::move(index)),
        primary_(std::move(primary)),
        secondary_(std::move(secondary)),
        strict_(strict),
        begin_(begin) {}

  nb::tuple from(nb::handle options) {
    Gathered end = Gathered::all;
    nb::object option;
    while (true) {
      option = nb::steal(PyIter_Next(options.ptr()));
      if (!option.is_valid()) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        break;
      }
      if (!PyList_CheckExact(option.ptr()) && !PyTuple_CheckExact(option.ptr())) {
        nb::object entries = nb::steal(PySequence_Tuple(option.ptr()));
        if (!entries.is_valid()) {
          if (PyErr_ExceptionMatches(PyExc_TypeError) == 0 || PyIter_Check(option.ptr()) != 0) {
            throw nb::python_error();
          }
          PyErr_Clear();
          end = Gathered::not_iterable;
          break;
        }
        option = std::move(entries);
      }
      if (!add(option)) {
        end = Gathered::not_plain;
        option = nb::steal(PySequence_Tuple(option.ptr()));
        if (!option.is_valid()) throw nb::python_error();
        break;
      }
      if (ends_.size() % signal_interval == 0 && PyErr_CheckSignals() != 0) {
        throw nb::python_error();
      }
    }
    if (!option.is_valid()) option = nb::none();
    return nb::make_tuple(static_cast<int>(end),
                          nb::bytes(ends_.data(), ends_.size() * sizeof(std::int32_t)),
                          nb::bytes(items_.data(), items_.size() * sizeof(std::int32_t)), option);
  }

 private:
  // Adds an option, a list or a tuple; false, without having added it, if it is not plain.
  bool add(nb::handle option) {
    const std::size_t open = items_.size();
    const bool is_tuple = PyTuple_CheckExact(option.ptr());
    bool plain = true;
    for (Py_ssize_t place = 0; plain; ++place) {
      const Py_ssize_t size = is_tuple ? PyTuple_Size(option.ptr()) : PyList_Size(option.ptr());
      if (place >= size) break;
      // A list may change while a name is hashed, so its entries are held.
      const nb::object entry = is_tuple ? nb::borrow(PyTuple_GetItem(option.ptr(), place))
                                        : nb::steal(PySequence_GetItem(option.ptr(), place));
      if (!entry.is_valid()) throw nb::python_error();
      const std::int32_t item = number_of(entry);
      plain = item >= 0;
      if (plain) items_.push_back(item);
    }
    const auto first = items_.begin() + static_cast<std::ptrdiff_t>(open);
    const char* const flags = PyByteArray_AsString(primary_.ptr());
    plain =
        plain && std::any_of(first, items_.end(), [&](std::int32_t i) { return flags[i] != 0; });
    plain = plain && !any_twice(first, items_.end());
    const std::size_t last = begin_ + items_.size();
    plain = plain && last <= std::numeric_limits<std::int32_t>::max();
    if (plain) {
      ends_.push_back(static_cast<std::int32_t>(last));
    } else {
      items_.resize(open);
    }
    return plain;
  }

  // The number of an item; -1 if it is not plain.
  std::int32_t number_of(nb::handle name) {
    PyObject* const known = PyDict_GetItemWithError(index_.ptr(), name.ptr());
    if (known != nullptr) return static_cast<std::int32_t>(PyLong_AsLong(known));
    if (PyErr_Occurred() != nullptr) {
      // What cannot be hashed is explained by the slow path.
      if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
      PyErr_Clear();
      return -1;
    }
    // These are equal to themselves, as a name has to be.
    const bool is_name = PyUnicode_CheckExact(name.ptr()) != 0 ||
                         PyLong_CheckExact(name.ptr()) != 0 || PyTuple_CheckExact(name.ptr()) != 0;
    return strict_ || !is_name ? -1 : declare(name);
  }

  std::int32_t declare(nb::handle name) {
    const int secondary = PyDict_Contains(secondary_.ptr(), name.ptr());
    const Py_ssize_t number = PyByteArray_Size(primary_.ptr());
    if (secondary < 0 || number > std::numeric_limits<std::int32_t>::max() - 1 ||
        PyByteArray_Resize(primary_.ptr(), number + 1) != 0) {
      throw nb::python_error();
    }
    PyByteArray_AsString(primary_.ptr())[number] = secondary != 0 ? 0 : 1;
    index_[name] = nb::int_(number);
    return static_cast<std::int32_t>(number);
  }

  nb::dict index_;
  nb::bytearray primary_;
  nb::dict secondary_;
  bool strict_;
  std::size_t begin_;
  std::vector<std::int32_t> ends_;
  std::vector<std::int32_t> items_;
};

nb::tuple gather(nb::handle options, nb::dict index, nb::bytearray primary, nb::dict secondary,
                 bool strict, std::size_t begin) {
  return Gathering(std::move(index), std::move(primary), std::move(secondary), strict, begin)
      .from(options);
}

// Tables -------------------------------------------------------------------------------------------

using AnyTable = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;

template <class Value>
bool read_rows(const AnyTable& table, std::size_t item_count, OptionList& options) {
  const auto* const values = static_cast<const Value*>(table.data());
  for (std::size_t row = 0; row < table.shape(0); ++row) {
    for (std::size_t column = 0; column < table.shape(1); ++column) {
      const Value item = values[static_cast<std::int64_t>(row) * table.stride(0) +
                                static_cast<std::int64_t>(column) * table.stride(1)];
      if (!std::in_range<std::size_t>(item) || static_cast<std::size_t>(item) >= item_count) {
        return false;
      }
      options.push(static_cast<std::int32_t>(item));
    }
    if (options.close() != OptionList::End::kept) return false;
  }
  return true;
}

nb::bytes even_ends(std::size_t begin, std::size_t length, std::size_t count) {
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (begin > most || (length != 0 && count > (most - begin) / length)) {
    throw std::length_error("these are more entries than there are numbers");
  }
  std::vector<std::int32_t> ends(count);
  for (std::int32_t& end : ends) end = static_cast<std::int32_t>(begin += length);
  return as_bytes(ends);
}

std::optional<nb::tuple> option_rows(const AnyTable& table, const nb::bytes& primary) {
  const std::size_t items = primary.size();
  OptionList options(std::vector<std::uint8_t>(primary.c_str(), primary.c_str() + items));
  const nb::dlpack::dtype type = table.dtype();
  bool plain = false;
  {
    const nb::gil_scoped_release unlocked;
    if (type == nb::dtype<std::int64_t>()) plain = read_rows<std::int64_t>(table, items, options);
    if (type == nb::dtype<std::int32_t>()) plain = read_rows<std::int32_t>(table, items, options);
    if (type == nb::dtype<std::int16_t>()) plain = read_rows<std::int16_t>(table, items, options);
    if (type == nb::dtype<std::uint8_t>()) plain = read_rows<std::uint8_t>(table, items, options);
    if (type == nb::dtype<std::uint16_t>()) plain = read_rows<std::uint16_t>(table, items, options);
    if (type == nb::dtype<std::uint32_t>()) plain = read_rows<std::uint32_t>(table, items, options);
    if (type == nb::dtype<std::uint64_t>()) plain = read_rows<std::uint64_t>(table, items, options);
  }
  if (!plain) return {};
  return to_python(options);
}

}  // namespace

nb::tuple to_python(const OptionList& options) {
  const std::span ends = std::span(options.starts()).subspan(1);
  const auto& items = options.items();
  return nb::make_tuple(nb::bytes(ends.data(), ends.size_bytes()),
                        nb::bytes(items.data(), items.size() * sizeof(std::int32_t)));
}

void register_options(nb::module_& module) {
  module.attr("ALL_GATHERED") = static_cast<int>(Gathered::all);
  module.attr("NOT_ITERABLE") = static_cast<int>(Gathered::not_iterable);
  module.def("gather", &gather, nb::arg("options"), nb::arg("index"), nb::arg("primary"),
             nb::arg("secondary"), nb::arg("strict"), nb::arg("begin"),
             nb::sig("def gather(options: collections.abc.Iterator[object], "
                     "index: dict[collections.abc.Hashable, int], primary: bytearray, "
                     "secondary: dict[collections.abc.Hashable, None], strict: bool, begin: int) "
                     "-> tuple[int, bytes, bytes, typing.Any]"),
             "Read options until one is not plain: returns why it ended, the end of each option, "
             "their items, and the option that is not plain.  New items are declared unless "
             "`strict`; those in `secondary` are secondary.");
  module.def("even_ends", &even_ends, nb::arg("begin"), nb::arg("length"), nb::arg("count"),
             "The end of each of this many options with `length` entries, which come after `begin` "
             "entries.");
  module.def("option_rows", &option_rows, nb::arg("table"), nb::arg("primary"),
             nb::sig("def option_rows(table: object, primary: bytes) "
                     "-> tuple[bytes, bytes] | None"),
             "The end of each option, and their items, for options that are the rows of a table of "
             "item numbers; None "
             "if they are not all plain.");
}

}  // namespace combien::bindings
