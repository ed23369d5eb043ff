// Nonograms for Python: lines.
#include <string>

#include "bindings/bindings.hpp"
#include "nonogram/settle.hpp"

namespace combien::bindings {

namespace {

using nonogram::Block;
using nonogram::Line;

// Blocks from a flat array: length, letter, length, letter, ...
std::vector<Block> blocks_of(const std::int32_t* numbers, std::size_t count) {
  std::vector<Block> blocks;
  blocks.reserve(count / 2);
  for (std::size_t k = 0; k + 1 < count; k += 2) {
    if (numbers[k] < 0 || numbers[k + 1] < 0) throw nonogram::InvalidNonogram("a negative number");
    blocks.push_back(
        {static_cast<std::uint32_t>(numbers[k]), static_cast<std::uint32_t>(numbers[k + 1])});
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
  nonogram::SettleRoom room;
  if (!nonogram::settle(line, planes.data(), room)) return nb::none();
  std::string left(possible.size(), '\0');
  for (std::size_t letter = 0; letter < letters; ++letter) {
    for (std::size_t cell = 0; cell < length; ++cell) {
      left[letter * length + cell] =
          static_cast<char>(planes[letter * words + cell / 64] >> (cell % 64) & 1);
    }
  }
  return nb::bytes(left.data(), left.size());
}

}  // namespace

void register_nonogram(nb::module_& module) {
  nb::exception<nonogram::InvalidNonogram>(module, "InvalidNonogram", PyExc_ValueError);

  module.def(
      "settle_line", &settle_line, nb::arg("blocks"), nb::arg("length"), nb::arg("letters"),
      nb::arg("possible"),
      nb::sig("def settle_line(blocks: Sequence[int], length: int, letters: int, possible: "
              "bytes) -> bytes | None"),
      "The letters that the cells of a line can have, given those that they may have: a byte "
      "for each cell, letter after letter; None when nothing fits.  Blocks are length, "
      "letter, length, letter, ...");
}

}  // namespace combien::bindings
