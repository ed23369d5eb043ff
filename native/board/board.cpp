#include "board/board.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <stdexcept>
#include <utility>

#include "base/dice.hpp"
#include "base/require.hpp"

namespace combien {

namespace {

// A table of the bounding box may have this many entries per cell, and some more.
constexpr std::uint64_t most_empty = 4;
constexpr std::uint64_t always_dense = 1024;

}  // namespace

Board::Board(std::vector<std::int32_t> cells, std::size_t dimension,
             std::vector<std::int32_t> kinds)
    : dimension_(dimension),
      size_(cells.size() / dimension),
      cells_(std::move(cells)),
      kinds_(std::move(kinds)),
      low_(dimension, 0),
      high_(dimension, -1),
      factors_(dimension) {
  COMBIEN_REQUIRE(dimension_ > 0 && cells_.size() == size_ * dimension_);
  COMBIEN_REQUIRE(kinds_.empty() || kinds_.size() == size_);
  for (std::size_t axis = 0; size_ > 0 && axis < dimension_; ++axis) {
    low_[axis] = high_[axis] = cells_[axis];
  }
  for (std::size_t number = 0; number < size_; ++number) {
    for (std::size_t axis = 0; axis < dimension_; ++axis) {
      const std::int64_t at = cell(number)[axis];
      low_[axis] = std::min(low_[axis], at);
      high_[axis] = std::max(high_[axis], at);
    }
  }
  const std::uint64_t most = size_ * most_empty + always_dense;
  std::uint64_t volume = 1;
  is_dense_ = true;
  for (std::size_t axis = 0; axis < dimension_; ++axis) {
    factors_[axis] = volume;
    const auto length = static_cast<std::uint64_t>(high_[axis] - low_[axis] + 1);
    is_dense_ = is_dense_ && length <= most;
    volume *= is_dense_ ? length : 0;
    is_dense_ = is_dense_ && volume <= most;
  }
  if (is_dense_) {
    numbers_.assign(volume, -1);
  } else {
    static const std::uint64_t secret = std::random_device{}();
    Dice dice(secret);
    for (std::uint64_t& one : factors_) one = dice.word() | 1;
    const int bits = static_cast<int>(std::bit_width(size_)) + 1;
    shift_ = 64 - bits;
    numbers_.assign(std::size_t{1} << bits, -1);
  }
  keys_.resize(size_);
  for (std::size_t number = 0; number < size_; ++number) {
    std::uint64_t key = 0;
    for (std::size_t axis = 0; axis < dimension_; ++axis) {
      key += factors_[axis] * static_cast<std::uint64_t>(cell(number)[axis] - low_[axis]);
    }
    keys_[number] = key;
    std::size_t at = is_dense_ ? key : slot(key);
    while (numbers_[at] >= 0) at = (at + 1) & (numbers_.size() - 1);
    numbers_[at] = static_cast<std::int32_t>(number);
  }
}

std::uint64_t Board::key_of(const std::int64_t* step) const {
  std::uint64_t key = 0;
  for (std::size_t axis = 0; axis < dimension_; ++axis) {
    key += factors_[axis] * static_cast<std::uint64_t>(step[axis]);
  }
  return key;
}

std::int32_t Board::number_at(const std::int32_t* from, const std::int64_t* step,
                              std::uint64_t key) const {
  if (is_dense_) return numbers_[key];
  std::size_t at = slot(key);
  while (numbers_[at] >= 0) {
    const auto number = static_cast<std::size_t>(numbers_[at]);
    if (keys_[number] == key) {
      bool same = true;
      for (std::size_t axis = 0; same && axis < dimension_; ++axis) {
        same = cell(number)[axis] == from[axis] + step[axis];
      }
      if (same) break;
    }
    at = (at + 1) & (numbers_.size() - 1);
  }
  return numbers_[at];
}

Board::Tile::Tile(const Board& board, const std::vector<std::int32_t>& cells, std::int32_t kind)
    : board_(&board),
      kind_(kind),
      steps_(cells.size()),
      keys_(cells.size() / board.dimension_),
      low_(board.low_),
      high_(board.high_),
      fits_(kind == 0 || !board.kinds_.empty()) {
  COMBIEN_REQUIRE(!cells.empty() && cells.size() % board.dimension_ == 0);
  for (std::size_t place = 0; place < keys_.size(); ++place) {
    for (std::size_t axis = 0; axis < board.dimension_; ++axis) {
      const std::size_t at = place * board.dimension_ + axis;
      steps_[at] = std::int64_t{cells[at]} - cells[axis];
      low_[axis] = std::max(low_[axis], board.low_[axis] - steps_[at]);
      high_[axis] = std::min(high_[axis], board.high_[axis] - steps_[at]);
    }
    keys_[place] = board.key_of(&steps_[place * board.dimension_]);
  }
  for (std::size_t axis = 0; axis < board.dimension_; ++axis) {
    fits_ = fits_ && low_[axis] <= high_[axis];
  }
}

std::size_t Board::lay(const Tile& tile, std::optional<std::int32_t> last, std::size_t first,
                       Slice& slice, std::vector<std::int32_t>& covered) const {
  if (tile.board_ != this) throw std::invalid_argument("the tile is of another board");
  if (!tile.fits_) return size_;
  const std::size_t cells = tile.keys_.size();
  for (std::size_t anchor = first; anchor < size_; ++anchor) {
    if (!slice.step()) return anchor;
    if (!kinds_.empty() && kinds_[anchor] != tile.kind_) continue;
    const std::int32_t* const from = cell(anchor);
    bool inside = true;
    for (std::size_t axis = 0; axis < dimension_; ++axis) {
      inside = inside && tile.low_[axis] <= from[axis] && from[axis] <= tile.high_[axis];
    }
    if (!inside) continue;
    const std::size_t open = covered.size();
    std::size_t place = 0;
    for (; place < cells; ++place) {
      const std::int32_t number =
          number_at(from, &tile.steps_[place * dimension_], keys_[anchor] + tile.keys_[place]);
      if (number < 0) break;
      covered.push_back(number);
    }
    slice.tick(place);
    if (place < cells) {
      covered.resize(open);
    } else if (last.has_value()) {
      covered.push_back(*last);
    }
  }
  return size_;
}

}  // namespace combien
