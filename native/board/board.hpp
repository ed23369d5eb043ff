// A board of cells, and the places where a tile fits on it.
//
// A cell is a row of coordinates.  A translation adds the same vector to all cells, so this serves
// every lattice in which cells of the same kind are translates of each other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/slice.hpp"

namespace combien {

class Board {
 public:
  // `cells` has the coordinates of all cells, one after another.  `kinds` has one number per cell,
  // or none at all if the cells are all of kind 0.
  // require: dimension > 0, and the cells differ; they are fewer than 2^31
  Board(std::vector<std::int32_t> cells, std::size_t dimension, std::vector<std::int32_t> kinds);

  std::size_t size() const { return size_; }
  std::size_t dimension() const { return dimension_; }

  // A tile, given by its cells at any place; a place of the tile is that of its first cell, which
  // has this kind.  It may be laid on this board only.
  class Tile {
   public:
    // require: a cell, and all have the dimension of the board
    Tile(const Board& board, const std::vector<std::int32_t>& cells, std::int32_t kind);

   private:
    friend class Board;
    const Board* board_;  // Only to be compared.
    std::int32_t kind_;
    // From the first cell to each of them, and the keys of these steps.
    std::vector<std::int64_t> steps_;
    std::vector<std::uint64_t> keys_;
    // With the first cell between these, its bounding box is inside that of the board.
    std::vector<std::int64_t> low_;
    std::vector<std::int64_t> high_;
    bool fits_;
  };

  // Appends the numbers of the covered cells, and then `last`, if there is one, for each place whose
  // first cell is `first` or a later one.  The cells are in the order of the tile's, and the places in
  // that of the board's cells.  Returns where to continue: `size()` if there are no more places.
  std::size_t lay(const Tile& tile, std::optional<std::int32_t> last, std::size_t first,
                  Slice& slice, std::vector<std::int32_t>& covered) const;

 private:
  // The number of the cell with these coordinates, relative to another cell; -1 if it is not on the
  // board.
  std::int32_t number_at(const std::int32_t* cell, const std::int64_t* step,
                         std::uint64_t key) const;
  std::uint64_t key_of(const std::int64_t* step) const;
  std::size_t slot(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15U) >> shift_; }
  const std::int32_t* cell(std::size_t number) const { return &cells_[number * dimension_]; }

  std::size_t dimension_;
  std::size_t size_;
  std::vector<std::int32_t> cells_;
  std::vector<std::int32_t> kinds_;
  std::vector<std::int64_t> low_;
  std::vector<std::int64_t> high_;
  // The key of a cell is a sum of multiples of its coordinates, modulo 2^64, so that a translation
  // adds the same number to all keys.  For a hash they are random, so that nobody can choose a board
  // whose cells meet in it.
  std::vector<std::uint64_t> factors_;
  std::vector<std::uint64_t> keys_;
  // Cells by their places in the bounding box, line by line, if it is not much larger than the board;
  // otherwise by hash.  -1 if there is none.
  bool is_dense_;
  int shift_ = 0;
  std::vector<std::int32_t> numbers_;
};

}  // namespace combien
