// Solutions as tables of option numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"

namespace combien {

// Sorts the options of solutions.  A solution is a set, so its options are marked in a map and read
// off in order where that is quicker than comparing: about 1 ns an option instead of 10.
class OptionSorter {
 public:
  explicit OptionSorter(std::uint32_t option_count) : marks_((option_count + 63) / 64 * 64) {}

  // require: the options differ, and are options of the problem
  void sort(std::span<OptionId> options);

 private:
  // 64 options without a mark cost about a third of a comparison sort's work on one option.
  static constexpr std::size_t most_marks_an_option = 256;

  std::uint64_t marked(std::size_t first) const;

  std::vector<std::uint8_t> marks_;  // All zero between calls.
};

// The number in 1, 2 or 4 bytes.
std::uint32_t number_at(const std::uint8_t* from, std::size_t bytes);

// Solutions as the rows of a table of numbers, each of the smallest size that holds
// `option_count`.  Shorter rows are filled up with `option_count`, which is the number of no option.
class SolutionTable {
 public:
  explicit SolutionTable(std::uint32_t option_count)
      : filler_(option_count),
        item_bytes_(option_count <= UINT8_MAX    ? 1
                    : option_count <= UINT16_MAX ? 2
                                                 : 4) {}

  void add(std::span<const OptionId> options) {
    if (options.size() > width_) widen(options.size());
    bytes_.resize(bytes_.size() + row_bytes());
    write(bytes_.data() + rows_ * row_bytes(), options);
    ++rows_;
  }

  // Appends `count` rows of another table.
  // require: both tables are of the same problem, and `more` has those rows
  void extend(const SolutionTable& more, std::size_t first, std::size_t count);

  std::size_t rows() const { return rows_; }
  std::size_t width() const { return width_; }
  std::size_t item_bytes() const { return item_bytes_; }
  std::uint32_t option_count() const { return filler_; }
  // ensure: width() numbers a row, row after row
  const std::uint8_t* data() const { return bytes_.data(); }
  // The numbers of a row, without what fills it up.
  std::span<const std::uint8_t> operator[](std::size_t row) const;

 private:
  std::size_t row_bytes() const { return width_ * item_bytes_; }
  void widen(std::size_t width);
  void write(std::uint8_t* row, std::span<const OptionId> options) const;

  std::uint32_t filler_;
  std::size_t item_bytes_;
  std::size_t width_ = 0;
  std::size_t rows_ = 0;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace combien
