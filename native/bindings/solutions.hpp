// Solutions for Python: one at a time as objects, or all at once as a buffer.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cover/solutions.hpp"

namespace combien::bindings {

namespace nb = nanobind;

// An iterator over solutions that were found together.  An object is made for each when it is
// asked for, of the type that `packed` has made.
class SolutionBatch {
 public:
  SolutionBatch(SolutionTable solutions, const nb::type_object& kind);

  std::size_t left() const { return solutions_.rows() - next_; }
  // Returns a new reference; null at the end, without an exception.
  PyObject* next();
  // The options of a solution that is left, in the order of the search.
  // require: place < left()
  void read(std::size_t place, std::vector<OptionId>& options) const;
  // Goes on by this many solutions, or to the end.
  void skip(std::size_t count) { next_ += std::min(count, left()); }

 private:
  SolutionTable solutions_;
  std::size_t next_ = 0;
  PyTypeObject* kind_;
};

// A table as Python holds it.
nb::object to_python(SolutionTable table);

void register_solutions(nb::module_& module);

}  // namespace combien::bindings
