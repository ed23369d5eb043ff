// A nonogram in numbers: its lines, each with a clue and data precomputed for the kernels.
//
// Letters are the possible values of a cell: 0 is white, 1 and up are the colors.  Rows and columns
// are both lines; the rows come first.  Blocks of the same letter have a white cell between them,
// blocks of different letters may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/require.hpp"

namespace combien::nonogram {

enum class LineId : std::uint32_t {};

// Invalid letters, lengths or cells.
class InvalidNonogram : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

constexpr std::uint32_t longest_line = 65535;
constexpr std::uint32_t most_letters = 64;

// Replaces the letter of an unknown cell.
constexpr std::uint8_t unknown_letter = 255;

// Replaces the length of a block if only its letter is known: a *blotted* clue.  The block has one
// or more cells.
constexpr std::uint32_t blotted_length = 0;

// The maximum of blocks times cells for a line with blotted blocks: about 50 ms, and 8 MB.
constexpr std::uint64_t most_blotted = std::uint64_t{1} << 24;

struct Block {
  std::uint32_t length;
  std::uint32_t letter;
};

// A length and letter of blocks in the clue, so that possible positions are computed only once.
struct Run {
  std::uint32_t length;
  std::uint32_t letter;
};

class Line {
 public:
  // Throws InvalidNonogram.
  Line(std::uint32_t length, std::uint32_t letters, std::vector<Block> blocks);

  std::uint32_t length() const { return length_; }
  std::uint32_t letters() const { return letters_; }
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks_.size()); }
  // require: k < block_count()
  const Block& block(std::uint32_t k) const {
    COMBIEN_REQUIRE(k < blocks_.size());
    return blocks_[k];
  }
  // The number of words of a plane, with one bit per cell.
  std::uint32_t words() const { return (length_ + 63) / 64; }

  // Sorted by letter, then by length.
  const std::vector<Run>& runs() const { return runs_; }
  std::uint32_t run_of(std::uint32_t block) const { return run_of_[block]; }

  // Whether a white cell is needed between this block and the one before it; false at both ends.
  bool apart(std::uint32_t block) const { return apart_[block] != 0; }

  // Whether the length of some block is unknown.  Such a block counts as one cell in fits(),
  // earliest() and latest(), and is not in any run.
  bool blotted() const { return blotted_; }

  // Whether the line is long enough for the clue.
  bool fits() const { return fits_; }

  // The leftmost end of the block before this one, and the rightmost start of this one: the
  // boundaries of the gap are between them.  The gap after the last block has number block_count().
  // require: fits()
  std::uint32_t earliest(std::uint32_t gap) const {
    COMBIEN_REQUIRE(fits());
    return earliest_[gap];
  }
  std::uint32_t latest(std::uint32_t gap) const {
    COMBIEN_REQUIRE(fits());
    return latest_[gap];
  }

 private:
  std::uint32_t length_;
  std::uint32_t letters_;
  bool fits_ = false;
  bool blotted_ = false;
  std::vector<Block> blocks_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_of_;
  std::vector<std::uint8_t> apart_;
  std::vector<std::uint32_t> earliest_;
  std::vector<std::uint32_t> latest_;
};

class Puzzle {
 public:
  // Throws InvalidNonogram.
  Puzzle(std::uint32_t letters, std::vector<std::vector<Block>> rows,
         std::vector<std::vector<Block>> columns);

  std::uint32_t letters() const { return letters_; }
  std::uint32_t height() const { return height_; }
  std::uint32_t width() const { return width_; }
  std::uint32_t line_count() const { return height_ + width_; }
  std::size_t cells() const { return std::size_t{height_} * width_; }
  const Line& line(LineId id) const { return lines_[static_cast<std::uint32_t>(id)]; }
  // Whether the length of some block is unknown.
  bool blotted() const;

  // Cells are numbered row by row; these convert between cells and positions in lines.
  std::uint32_t row_of(std::uint32_t cell) const { return cell / width_; }
  std::uint32_t column_of(std::uint32_t cell) const { return height_ + cell % width_; }
  std::uint32_t cell_of(std::uint32_t line, std::uint32_t place) const {
    return line < height_ ? line * width_ + place : place * width_ + (line - height_);
  }

  // Whether the clues of these cells, row by row, one letter per cell, match the puzzle.
  bool solved_by(std::span<const std::uint8_t> cells) const;

  // Throws InvalidNonogram unless each cell has a letter of the puzzle, or `unknown_letter`.
  void check_cells(std::span<const std::uint8_t> cells) const;
  // Throws InvalidNonogram for lines whose fillings cannot be weighed: their blocks do not fit, or
  // have unknown lengths.
  void check_weights() const;

 private:
  std::uint32_t letters_;
  std::uint32_t height_;
  std::uint32_t width_;
  std::vector<Line> lines_;
};

}  // namespace combien::nonogram
