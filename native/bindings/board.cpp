// Python bindings for boards: the places of tiles, as options.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "board/board.hpp"
#include "board/cells.hpp"

namespace combien::bindings {

namespace {

// A box of more cells has no tuple of them.
constexpr std::size_t most_cells = std::numeric_limits<std::int32_t>::max();

// Handles signals once in so many cells.
void handle_signals(std::size_t cell) {
  constexpr std::size_t interval = 1 << 16;
  if (cell % interval == interval - 1 && PyErr_CheckSignals() != 0) throw nb::python_error();
}

// Adds the coordinates of a cell, a tuple of ints.
void add_cell(nb::handle cell, std::size_t dimension, std::vector<std::int32_t>& numbers) {
  const auto axes = static_cast<Py_ssize_t>(dimension);
  if (!PyTuple_Check(cell.ptr()) || PyTuple_Size(cell.ptr()) != axes) {
    throw std::invalid_argument("cells are tuples with a coordinate for each axis");
  }
  for (Py_ssize_t axis = 0; axis < axes; ++axis) {
    const long at = PyLong_AsLong(PyTuple_GetItem(cell.ptr(), axis));
    if (at == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!std::in_range<std::int32_t>(at)) throw std::invalid_argument("a cell is too far away");
    numbers.push_back(static_cast<std::int32_t>(at));
  }
}

// The coordinates of cells, one after another.
std::vector<std::int32_t> coordinates(const nb::tuple& cells, std::size_t dimension) {
  std::vector<std::int32_t> numbers;
  numbers.reserve(cells.size() * dimension);
  for (std::size_t number = 0; number < cells.size(); ++number) {
    add_cell(cells[number], dimension, numbers);
    handle_signals(number);
  }
  return numbers;
}

// A new tuple that holds no containers, as a cell does.  A tuple of ints is in no reference cycle;
// otherwise a million of them would be traversed again and again.
nb::object new_cell(std::size_t dimension) {
  nb::object cell = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(dimension)));
  if (!cell.is_valid()) throw nb::python_error();
  PyObject_GC_UnTrack(cell.ptr());
  return cell;
}

// The coordinates along one axis; the cells hold them together.
std::vector<nb::object> ints(std::size_t length) {
  std::vector<nb::object> made;
  made.reserve(length);
  for (std::size_t at = 0; at < length; ++at) {
    made.push_back(nb::steal(PyLong_FromSize_t(at)));
    if (!made.back().is_valid()) throw nb::python_error();
  }
  return made;
}

nb::object cells_of_box(const std::vector<std::size_t>& size) {
  std::size_t cells = 1;
  for (const std::size_t length : size) {
    if (length != 0 && cells > most_cells / length) throw std::length_error("a box too large");
    cells *= length;
  }
  std::vector<std::vector<nb::object>> axes;
  if (cells != 0) std::ranges::transform(size, std::back_inserter(axes), ints);
  nb::object all = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(cells)));
  if (!all.is_valid()) throw nb::python_error();
  std::vector<std::size_t> at(size.size(), 0);
  for (std::size_t number = 0; number < cells; ++number) {
    nb::object cell = new_cell(size.size());
    for (std::size_t axis = 0; axis < size.size(); ++axis) {
      // The top line, with the largest number, comes first.
      const std::size_t step = axis == 1 ? size[1] - 1 - at[1] : at[axis];
      PyTuple_SetItem(cell.ptr(), static_cast<Py_ssize_t>(axis),
                      nb::object(axes[axis][step]).release().ptr());
    }
    PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(number), cell.release().ptr());
    for (std::size_t axis = 0; axis < size.size() && ++at[axis] == size[axis]; ++axis) at[axis] = 0;
    handle_signals(number);
  }
  return all;
}

nb::tuple corners(nb::handle cells, std::size_t dimension) {
  std::vector<std::int32_t> low(dimension, std::numeric_limits<std::int32_t>::max());
  std::vector<std::int32_t> high(dimension, std::numeric_limits<std::int32_t>::min());
  std::vector<std::int32_t> cell;
  std::size_t number = 0;
  for (const nb::handle one : nb::iter(cells)) {
    handle_signals(number++);
    cell.clear();
    add_cell(one, dimension, cell);
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      low[axis] = std::min(low[axis], cell[axis]);
      high[axis] = std::max(high[axis], cell[axis]);
    }
  }
  return nb::make_tuple(nb::tuple(nb::cast(low)), nb::tuple(nb::cast(high)));
}

nb::object ordered_cells(const nb::list& cells,
                         const std::vector<std::vector<std::int32_t>>& forms) {
  const std::size_t dimension = forms.empty() ? 0 : forms[0].size();
  for (const auto& form : forms) {
    if (form.size() != dimension) throw std::invalid_argument("forms of one dimension");
  }
  if (dimension == 0) return nb::none();
  const auto axes = static_cast<Py_ssize_t>(dimension);
  std::vector<std::int32_t> numbers;
  numbers.reserve(cells.size() * dimension);
  for (const nb::handle cell : cells) {
    if (!PyTuple_CheckExact(cell.ptr()) || PyTuple_Size(cell.ptr()) != axes) return nb::none();
    for (Py_ssize_t axis = 0; axis < axes; ++axis) {
      PyObject* const coordinate = PyTuple_GetItem(cell.ptr(), axis);
      if (!PyLong_CheckExact(coordinate)) return nb::none();
      int overflow = 0;
      const long long at = PyLong_AsLongLongAndOverflow(coordinate, &overflow);
      if (overflow != 0 || !std::in_range<std::int32_t>(at)) return nb::none();
      numbers.push_back(static_cast<std::int32_t>(at));
    }
    handle_signals(numbers.size() / dimension);
  }
  std::vector<std::uint32_t> order;
  {
    const nb::gil_scoped_release unlocked;
    order = ordered_by(forms, numbers, dimension);
  }
  nb::object sorted = nb::steal(PyList_New(static_cast<Py_ssize_t>(order.size())));
  if (!sorted.is_valid()) throw nb::python_error();
  for (std::size_t place = 0; place < order.size(); ++place) {
    // Another thread may have changed the list meanwhile.
    PyObject* const cell = PySequence_GetItem(cells.ptr(), static_cast<Py_ssize_t>(order[place]));
    if (cell == nullptr) throw nb::python_error();
    PyList_SetItem(sorted.ptr(), static_cast<Py_ssize_t>(place), cell);
  }
  return sorted;
}

void new_board(Board* self, const nb::tuple& cells, std::size_t dimension, const Array& kinds) {
  if (dimension == 0) throw std::invalid_argument("a board has an axis");
  if (kinds.size() != 0 && kinds.size() != cells.size()) {
    throw std::invalid_argument("there is one kind for each cell");
  }
  std::vector<std::int32_t> all = coordinates(cells, dimension);
  std::vector<std::int32_t> of_cells = numbers(kinds);
  const nb::gil_scoped_release unlocked;
  new (self) Board(std::move(all), dimension, std::move(of_cells));
}

void new_tile(Board::Tile* self, const Board& board, const nb::tuple& cells, std::int32_t kind) {
  if (cells.size() == 0) throw std::invalid_argument("a tile has a cell");
  const std::vector<std::int32_t> all = coordinates(cells, board.dimension());
  const nb::gil_scoped_release unlocked;
  new (self) Board::Tile(board, all, kind);
}

nb::tuple lay(const Board& board, const Board::Tile& tile, std::optional<std::int32_t> last,
              std::size_t first, std::uint64_t steps, double seconds) {
  std::vector<std::int32_t> covered;
  std::size_t next = 0;
  {
    const nb::gil_scoped_release unlocked;
    Slice slice(steps, seconds);
    next = board.lay(tile, last, first, slice, covered);
  }
  return nb::make_tuple(next, as_bytes(covered));
}

}  // namespace

void register_board(nb::module_& module) {
  module.def("cells_of_box", &cells_of_box, nb::arg("size"),
             nb::sig("def cells_of_box(size: collections.abc.Sequence[int]) "
                     "-> tuple[tuple[int, ...], ...]"),
             "The cells of a box of squares with a corner at the origin, in reading order.");
  module.def("ordered_cells", &ordered_cells, nb::arg("cells"), nb::arg("forms"),
             nb::sig("def ordered_cells(cells: list[tuple[int, ...]], "
                     "forms: collections.abc.Sequence[collections.abc.Sequence[int]]) "
                     "-> list[tuple[int, ...]] | None"),
             "Cells in the order of the values of linear forms, the first of which counts most; "
             "None if they are not all tuples with an int of 32 bits for each coefficient.");
  module.def(
      "corners", &corners, nb::arg("cells"), nb::arg("dimension"),
      nb::sig("def corners(cells: collections.abc.Iterable[tuple[int, ...]], dimension: int) "
              "-> tuple[tuple[int, ...], tuple[int, ...]]"),
      "The least and the largest coordinates of cells, of which there is at least one.");
  nb::class_<Board>(module, "Board", "A board of cells, which are tuples of ints.")
      .def("__init__", &new_board, nb::arg("cells"), nb::arg("dimension"), nb::arg("kinds"),
           nb::sig("def __init__(self, cells: tuple[tuple[int, ...], ...], dimension: int, "
                   "kinds: collections.abc.Sequence[int]) -> None"),
           "The cells are distinct; `kinds` has a number for each cell, or none if all are 0.")
      .def("lay", &lay, nb::arg("tile"), nb::arg("last").none(), nb::arg("first"), nb::arg("steps"),
           nb::arg("seconds"),
           nb::sig("def lay(self, tile: BoardTile, last: int | None, first: int, steps: int, "
                   "seconds: float) -> tuple[int, bytes]"),
           "The places of a tile of this board whose first cell is at the cell `first` of the "
           "board or later: where to continue, and the items of each option, which are the numbers "
           "of the covered cells and `last`, if there is one.  Looks at no more than this many "
           "cells of the board, for about this many seconds.");
  nb::class_<Board::Tile>(module, "BoardTile", "A tile that may be laid on one board.")
      .def("__init__", &new_tile, nb::arg("board"), nb::arg("cells"), nb::arg("kind"),
           nb::sig("def __init__(self, board: Board, cells: tuple[tuple[int, ...], ...], "
                   "kind: int) -> None"),
           "The cells at any place; the first one, which has this kind, gives the place.");
}

}  // namespace combien::bindings
