// Solutions for Python: one at a time as objects, or all at once as a buffer.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cover/solutions.hpp"

namespace combien::bindings {

namespace nb = nanobind;

// The Python ints of option numbers.  They are made once and shared by all solutions of a search,
// which saves memory as well as time.
class OptionInts {
 public:
  explicit OptionInts(std::uint32_t option_count) : ints_(option_count) {}

  // Returns a new reference.
  PyObject* get(OptionId option) {
    nb::object& known = ints_[number(option)];
    if (!known.is_valid()) {
      known = nb::steal(PyLong_FromUnsignedLong(number(option)));
      if (!known.is_valid()) throw nb::python_error();
    }
    return known.inc_ref().ptr();
  }

 private:
  std::vector<nb::object> ints_;
};

// An iterator over solutions that were found together.  An object is made for each when it is
// asked for: a tuple, or an instance of a subclass of tuple.
//
// Neighbouring solutions have most options in common, and the stable interface of Python sets the
// items of a tuple one by one, with checks.  So a tuple of the last solution is kept, in which only
// the items that differ are set; the objects are copies of it.
class SolutionBatch {
 public:
  SolutionBatch(SolutionList solutions, std::shared_ptr<OptionInts> ints, nb::type_object kind);

  std::size_t left() const { return solutions_.size() - next_; }
  // Returns a new reference; null at the end, without an exception.
  PyObject* next();

 private:
  // Sets `last_` to a solution.
  void show(std::span<const OptionId> options);

  SolutionList solutions_;
  std::size_t next_ = 0;
  std::shared_ptr<OptionInts> ints_;
  nb::type_object kind_;
  newfunc copy_ = nullptr;  // The constructor of tuples.
  nb::object arguments_;    // Its arguments: a tuple that holds only `last_`.
  PyObject* last_ = nullptr;
  std::vector<OptionId> shown_;  // The options in `last_`.
  std::vector<std::uint32_t> differing_;
};

// A table as Python holds it.
nb::object to_python(SolutionTable table);

void register_solutions(nb::module_& module);

}  // namespace combien::bindings
