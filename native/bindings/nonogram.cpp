// Python bindings for nonograms: lines, searches, counts, and clauses.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "bindings/guarded.hpp"
#include "bindings/nonogram.hpp"
#include "nonogram/counting.hpp"
#include "nonogram/search.hpp"
#include "nonogram/line_solver.hpp"

namespace combien::bindings {

namespace {

using nonogram::Block;
using nonogram::CellId;
using nonogram::Line;
using nonogram::Puzzle;
using nonogram::Search;

Block block_of(std::int32_t length, std::int32_t letter) {
  if (length < 0 || letter < 0) throw nonogram::InvalidNonogram("a negative number");
  return {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(letter)};
}

// Blocks from a flat array: length, letter, length, letter, ...
std::vector<Block> blocks_of(const std::int32_t* numbers, std::size_t count) {
  std::vector<Block> blocks;
  blocks.reserve(count / 2);
  for (std::size_t k = 0; k + 1 < count; k += 2) {
    blocks.push_back(block_of(numbers[k], numbers[k + 1]));
  }
  return blocks;
}

nb::object settle_line(const Array& blocks, std::uint32_t length, std::uint32_t letters,
                       const nb::bytes& possible) {
  const Line line(length, letters, blocks_of(blocks.data(), blocks.size()));
  if (possible.size() != std::size_t{length} * letters) {
    throw nonogram::InvalidNonogram("there must be a byte for each letter of each cell");
  }
  const std::size_t words = line.words();
  std::vector<std::uint64_t> planes(words * letters);
  const char* given = possible.c_str();
  for (std::size_t letter = 0; letter < letters; ++letter) {
    for (std::size_t cell = 0; cell < length; ++cell) {
      const std::uint64_t bit = given[letter * length + cell] != 0 ? 1 : 0;
      planes[letter * words + cell / 64] |= bit << (cell % 64);
    }
  }
  nonogram::LineSolverRoom room;
  if (!nonogram::solve_line(line, planes.data(), room)) return nb::none();
  std::string left(possible.size(), '\0');
  for (std::size_t letter = 0; letter < letters; ++letter) {
    for (std::size_t cell = 0; cell < length; ++cell) {
      left[letter * length + cell] =
          static_cast<char>(planes[letter * words + cell / 64] >> (cell % 64) & 1);
    }
  }
  return nb::bytes(left.data(), left.size());
}

nb::bytes bytes_of(const std::vector<std::uint8_t>& letters) {
  return nb::bytes(reinterpret_cast<const char*>(letters.data()), letters.size());
}

CellId checked_cell(const Search& search, std::uint64_t cell, std::uint32_t letter) {
  const Puzzle& puzzle = search.puzzle();
  if (cell >= puzzle.cells() || letter >= puzzle.letters()) {
    throw nonogram::InvalidNonogram("there is no such cell or letter");
  }
  return CellId{static_cast<std::uint32_t>(cell)};
}

// Throws if the search has already started.
void require_root(const Search& search) {
  if (!search.fresh()) {
    throw nonogram::InvalidNonogram("the search has gone on: make another one");
  }
}

bool solves(const Guarded<Search>& machine, const nb::bytes& letters) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(letters.c_str());
  return machine.look(
      [&](const Search& search) { return search.puzzle().solved_by({first, letters.size()}); });
}

nb::object follow(Guarded<Search>& machine, std::uint64_t cell, std::uint32_t letter) {
  std::vector<std::pair<CellId, std::uint32_t>> gone;
  const bool possible = machine.look([&](Search& search) {
    const CellId id = checked_cell(search, cell, letter);
    if (!search.at_root()) throw nonogram::InvalidNonogram("the search is not at its root");
    return search.follow(id, letter, gone);
  });
  if (!possible) return nb::none();
  nb::list list;
  for (const auto& [other, without] : gone) {
    list.append(nb::make_tuple(static_cast<std::uint32_t>(other), without));
  }
  return list;
}

void register_search(nb::module_& module) {
  using nonogram::Failure;
  using nonogram::SearchOutcome;
  module.attr("NONOGRAM_SOLUTION") = static_cast<int>(SearchOutcome::solution);
  module.attr("NONOGRAM_EXHAUSTED") = static_cast<int>(SearchOutcome::exhausted);
  module.attr("NONOGRAM_ROOTED") = static_cast<int>(SearchOutcome::rooted);
  module.attr("NONOGRAM_OUT_OF_SLICE") = static_cast<int>(SearchOutcome::out_of_slice);
  module.attr("NONOGRAM_OUT_OF_BYTES") = static_cast<int>(SearchOutcome::out_of_bytes);

  nb::class_<Guarded<Search>>(module, "NonogramSearch", "All boards of a nonogram; stops anywhere.")
      .def("run", &run_slice<Search, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def(
          "fix",
          [](Guarded<Search>& machine, std::uint64_t cell, std::uint32_t letter) {
            machine.look([&](Search& search) {
              require_root(search);
              search.fix(checked_cell(search, cell, letter), letter);
            });
          },
          nb::arg("cell"), nb::arg("letter"), "Fixes the letter of a cell.")
      .def(
          "forbid",
          [](Guarded<Search>& machine, std::uint64_t cell, std::uint32_t letter) {
            machine.look([&](Search& search) {
              require_root(search);
              search.forbid(checked_cell(search, cell, letter), letter);
            });
          },
          nb::arg("cell"), nb::arg("letter"), "Excludes a letter from a cell.")
      .def(
          "prefer",
          [](Guarded<Search>& machine, const nb::bytes& letters) {
            const auto* first = reinterpret_cast<const std::uint8_t*>(letters.c_str());
            machine.look([&](Search& search) { search.prefer({first, first + letters.size()}); });
          },
          nb::arg("letters"), "Which letter of each cell to try first; 255 for any.")
      .def(
          "deduce",
          [](Guarded<Search>& machine) {
            return machine.run([](Search& search) {
              require_root(search);
              return search.deduce();
            });
          },
          "Propagates lines only; false when one of them cannot be filled.")
      .def("solution",
           [](const Guarded<Search>& machine) { return bytes_of(machine.look(&Search::solution)); })
      .def(
          "witnesses",
          [](const Guarded<Search>& machine) {
            nb::list list;
            for (const auto& letters : machine.look(&Search::witnesses)) {
              list.append(bytes_of(letters));
            }
            return list;
          },
          nb::sig("def witnesses(self) -> list[bytes]"),
          "The first two different boards that the search came upon.")
      .def_prop_ro("witness_count",
                   reader<Search>([](const Search& search) { return search.witnesses().size(); }))
      .def("solves", &solves, nb::arg("letters"),
           "Whether these are the letters of a board that has the clues.")
      .def(
          "known",
          [](const Guarded<Search>& machine) { return bytes_of(machine.look(&Search::known)); },
          "The letter of each cell, as far as that is known at the root; 255 where it is not.")
      .def("possible", reader<Search>(&Search::possible),
           "The letters that each cell may have, a bit each, as far as that is known at the root.")
      .def("follow", &follow, nb::arg("cell"), nb::arg("letter"),
           nb::sig("def follow(self, cell: int, letter: int) -> list[tuple[int, int]] | None"),
           "The letters that cells lose when a cell has this letter; None for a contradiction.")
      .def_prop_ro("failed", reader<Search>([](const Search& search) {
                     const Failure failure = search.failure();
                     const std::uint32_t place =
                         failure == Failure::line
                             ? static_cast<std::uint32_t>(search.failed_line())
                             : static_cast<std::uint32_t>(search.failed_cell());
                     return std::make_pair(static_cast<int>(failure),
                                           failure == Failure::search ? 0 : place);
                   }),
                   "Why nothing fits: (1, line), (2, cell) or (3, 0) for after a search.")
      .def_prop_ro("steps", reader<Search>([](const Search& search) {
                     return search.deduction_work().steps + search.probing_work().probes;
                   }),
                   "Lines solved outside of probes, and probes: the steps of a slice.")
      .def_prop_ro("nodes",
                   reader<Search>([](const Search& search) { return search.work().nodes; }))
      .def_prop_ro("restarts",
                   reader<Search>([](const Search& search) { return search.work().restarts; }))
      .def_prop_ro("deepest",
                   reader<Search>([](const Search& search) { return search.work().deepest; }))
      .def_prop_ro("probes", reader<Search>(
                                 [](const Search& search) { return search.probing_work().probes; }))
      .def_prop_ro("refuted", reader<Search>([](const Search& search) {
                     return search.probing_work().refuted;
                   }))
      .def_prop_ro("lines", reader<Search>(
                                [](const Search& search) { return search.deduction_work().lines; }))
      .def_prop_ro("cached", reader<Search>([](const Search& search) {
                     return search.deduction_work().cached;
                   }));

  module.def(
      "nonogram_search",
      [](std::uint32_t height, std::uint32_t letters, const Array& starts, const Array& lengths,
         const Array& inks, bool restarts) {
        return guarded(
            std::make_unique<Search>(puzzle_of(height, letters, starts, lengths, inks), restarts));
      },
      nb::arg("height"), nb::arg("letters"), nb::arg("starts"), nb::arg("lengths"), nb::arg("inks"),
      nb::arg("restarts"),
      nb::sig("def nonogram_search(height: int, letters: int, starts: Sequence[int], lengths: "
              "Sequence[int], inks: Sequence[int], restarts: bool) -> NonogramSearch"),
      "A search for the boards of a nonogram: the lengths and the letters of its blocks, line "
      "after "
      "line, those across first; `starts` holds where the blocks of each line begin, and where the "
      "last end.  With `restarts` it begins again from time to time until it has found one.");
}

void register_count(nb::module_& module) {
  using nonogram::Counting;
  nb::class_<Guarded<Counting>>(module, "NonogramCount", "The number of boards of a nonogram.")
      .def("run", &run_slice<Counting, std::uint64_t>, nb::arg("steps"), nb::arg("seconds"),
           nb::arg("bytes"))
      .def(
          "count",
          [](const Guarded<Counting>& machine) {
            return to_python(machine.look(&Counting::count));
          },
          nb::sig("def count(self) -> int"))
      .def(
          "at_least",
          [](Guarded<Counting>& machine) {
            return to_python(machine.run([](Counting& counting) { return counting.at_least(); }));
          },
          nb::sig("def at_least(self) -> int"))
      .def_prop_ro("steps", reader<Counting>([](const Counting& machine) {
                     return machine.deduction_work().steps + machine.probing_work().probes;
                   }))
      .def_prop_ro("nodes",
                   reader<Counting>([](const Counting& machine) { return machine.work().nodes; }))
      .def_prop_ro("parts",
                   reader<Counting>([](const Counting& machine) { return machine.work().parts; }))
      .def_prop_ro("cached",
                   reader<Counting>([](const Counting& machine) { return machine.work().cached; }))
      .def_prop_ro("deepest",
                   reader<Counting>([](const Counting& machine) { return machine.work().deepest; }))
      .def_prop_ro("probes", reader<Counting>([](const Counting& machine) {
                     return machine.probing_work().probes;
                   }))
      .def_prop_ro("lines", reader<Counting>([](const Counting& machine) {
                     return machine.deduction_work().lines;
                   }));

  module.def(
      "nonogram_count",
      [](std::uint32_t height, std::uint32_t letters, const Array& starts, const Array& lengths,
         const Array& inks, const nb::bytes& given, bool by_lines) {
        auto machine =
            std::make_unique<Counting>(puzzle_of(height, letters, starts, lengths, inks), by_lines);
        const Puzzle& puzzle = machine->puzzle();
        if (given.size() != puzzle.cells()) {
          throw nonogram::InvalidNonogram("there must be a letter for each cell");
        }
        for (std::size_t cell = 0; cell < given.size(); ++cell) {
          const auto letter = static_cast<std::uint8_t>(given.c_str()[cell]);
          if (letter == nonogram::unknown_letter) continue;
          if (letter >= letters) throw nonogram::InvalidNonogram("there is no such letter");
          machine->fix(CellId{static_cast<std::uint32_t>(cell)}, letter);
        }
        return guarded(std::move(machine));
      },
      nb::arg("height"), nb::arg("letters"), nb::arg("starts"), nb::arg("lengths"), nb::arg("inks"),
      nb::arg("given"), nb::arg("by_lines"),
      nb::sig("def nonogram_count(height: int, letters: int, starts: Sequence[int], lengths: "
              "Sequence[int], inks: Sequence[int], given: bytes, by_lines: bool) -> NonogramCount"),
      "A count of the boards of a nonogram, as for nonogram_search; `given` is a letter a cell, "
      "255 where it is not known; `by_lines` branches line by line.");
}

}  // namespace

Puzzle puzzle_of(std::uint32_t height, std::uint32_t letters, const Array& starts,
                 const Array& lengths, const Array& inks) {
  if (starts.size() < 1 || height >= starts.size() || starts.data()[0] != 0 ||
      static_cast<std::size_t>(starts.data()[starts.size() - 1]) != lengths.size() ||
      inks.size() != lengths.size()) {
    throw nonogram::InvalidNonogram("the lines must begin where the ones before them end");
  }
  std::vector<std::vector<Block>> lines(starts.size() - 1);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const std::int32_t first = starts.data()[line];
    const std::int32_t last = starts.data()[line + 1];
    if (first < 0 || first > last || static_cast<std::size_t>(last) > lengths.size()) {
      throw nonogram::InvalidNonogram("the lines must begin where the ones before them end");
    }
    lines[line].reserve(static_cast<std::size_t>(last - first));
    for (std::int32_t block = first; block < last; ++block) {
      lines[line].push_back(block_of(lengths.data()[block], inks.data()[block]));
    }
  }
  const auto down = lines.begin() + height;
  return Puzzle(letters, {std::make_move_iterator(lines.begin()), std::make_move_iterator(down)},
                {std::make_move_iterator(down), std::make_move_iterator(lines.end())});
}

void register_nonogram(nb::module_& module) {
  const nb::exception<nonogram::InvalidNonogram> invalid_nonogram(module, "InvalidNonogram",
                                                                  PyExc_ValueError);

  module.def(
      "settle_line", &settle_line, nb::arg("blocks"), nb::arg("length"), nb::arg("letters"),
      nb::arg("possible"),
      nb::sig("def settle_line(blocks: Sequence[int], length: int, letters: int, possible: "
              "bytes) -> bytes | None"),
      "The letters that the cells of a line can have, given those that they may have: a byte "
      "for each cell, letter after letter; None when nothing fits.  Blocks are length, "
      "letter, length, letter, ...");
  register_search(module);
  register_count(module);
  register_nonogram_order(module);
}

}  // namespace combien::bindings
