#include "nonogram/puzzle.hpp"

#include <algorithm>
#include <utility>

namespace combien::nonogram {

namespace {

std::uint32_t least_length(const Block& block) {
  return block.length == blotted_length ? 1 : block.length;
}

}  // namespace

Line::Line(std::uint32_t length, std::uint32_t letters, std::vector<Block> blocks)
    : length_(length), letters_(letters), blocks_(std::move(blocks)) {
  if (length == 0 || length > longest_line) throw InvalidNonogram("a line has 1 to 65535 cells");
  if (letters < 2 || letters > most_letters) throw InvalidNonogram("there are 2 to 64 letters");
  if (blocks_.size() > longest_line) throw InvalidNonogram("a clue has at most 65535 blocks");
  const std::size_t count = blocks_.size();
  runs_.reserve(count);
  run_of_.reserve(count);
  apart_.assign(count + 1, 0);
  std::uint64_t least = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Block& block = blocks_[k];
    if (block.length > longest_line) throw InvalidNonogram("a block has 1 to 65535 cells");
    if (block.letter == 0 || block.letter >= letters) {
      throw InvalidNonogram("a block has a letter that does not exist");
    }
    apart_[k] = k > 0 && blocks_[k - 1].letter == block.letter ? 1 : 0;
    blotted_ = blotted_ || block.length == blotted_length;
    least += least_length(block) + apart_[k];
    if (block.length != blotted_length) runs_.push_back({block.length, block.letter});
  }
  fits_ = least <= length;
  if (blotted_ && std::uint64_t{count} * length > most_blotted) {
    throw InvalidNonogram("too many blocks and cells for a line with blotted clues");
  }
  const auto before = [](const Run& a, const Run& b) {
    return a.letter != b.letter ? a.letter < b.letter : a.length < b.length;
  };
  std::sort(runs_.begin(), runs_.end(), before);
  runs_.erase(std::unique(runs_.begin(), runs_.end(),
                          [](const Run& a, const Run& b) {
                            return a.letter == b.letter && a.length == b.length;
                          }),
              runs_.end());
  for (const Block& block : blocks_) {
    if (block.length == blotted_length) {
      run_of_.push_back(0);
      continue;
    }
    const auto place =
        std::lower_bound(runs_.begin(), runs_.end(), Run{block.length, block.letter}, before);
    run_of_.push_back(static_cast<std::uint32_t>(place - runs_.begin()));
  }
  if (!fits_) return;
  earliest_.assign(count + 1, 0);
  latest_.assign(count + 1, length);
  for (std::size_t k = 0; k < count; ++k) {
    earliest_[k + 1] = earliest_[k] + apart_[k] + least_length(blocks_[k]);
  }
  for (std::size_t k = count; k-- > 0;) {
    latest_[k] = latest_[k + 1] - apart_[k + 1] - least_length(blocks_[k]);
  }
}

Puzzle::Puzzle(std::uint32_t letters, std::vector<std::vector<Block>> rows,
               std::vector<std::vector<Block>> columns)
    : letters_(letters),
      height_(static_cast<std::uint32_t>(rows.size())),
      width_(static_cast<std::uint32_t>(columns.size())) {
  if (rows.empty() || rows.size() > longest_line || columns.empty() ||
      columns.size() > longest_line) {
    throw InvalidNonogram("there are 1 to 65535 lines each way");
  }
  lines_.reserve(rows.size() + columns.size());
  for (auto& clue : rows) lines_.emplace_back(width_, letters, std::move(clue));
  for (auto& clue : columns) lines_.emplace_back(height_, letters, std::move(clue));
}

bool Puzzle::blotted() const {
  return std::any_of(lines_.begin(), lines_.end(), [](const Line& line) { return line.blotted(); });
}

bool Puzzle::solved_by(std::span<const std::uint8_t> cells) const {
  if (cells.size() != this->cells()) return false;
  for (std::uint32_t id = 0; id < line_count(); ++id) {
    const Line& line = lines_[id];
    const bool is_row = id < height_;
    const std::uint8_t* first = cells.data() + (is_row ? std::size_t{id} * width_ : id - height_);
    const std::size_t step = is_row ? 1 : width_;
    std::uint32_t blocks = 0;
    for (std::uint32_t place = 0; place < line.length();) {
      const std::uint8_t letter = first[place * step];
      const std::uint32_t begin = place;
      while (place < line.length() && first[place * step] == letter) ++place;
      if (letter == 0) continue;
      if (blocks == line.block_count() || line.block(blocks).letter != letter) return false;
      const std::uint32_t length = line.block(blocks).length;
      if (length != blotted_length && length != place - begin) return false;
      ++blocks;
    }
    if (blocks != line.block_count()) return false;
  }
  return true;
}

void Puzzle::check_cells(std::span<const std::uint8_t> cells) const {
  if (cells.size() != this->cells()) {
    throw InvalidNonogram("there must be a letter for each cell");
  }
  for (const std::uint8_t cell : cells) {
    if (cell != unknown_letter && cell >= letters_) {
      throw InvalidNonogram("there is no such letter");
    }
  }
}

void Puzzle::check_weights() const {
  if (blotted()) throw InvalidNonogram("blocks of unknown length have no weights");
  for (const Line& line : lines_) {
    if (!line.fits()) throw InvalidNonogram("the blocks of a line do not fit");
  }
}

}  // namespace combien::nonogram
