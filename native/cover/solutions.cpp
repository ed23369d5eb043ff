#include "cover/solutions.hpp"

#include <cstring>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

template <class Number>
void write_as(std::uint8_t* row, std::span<const OptionId> options, std::size_t width,
              std::uint32_t filler) {
  // Two loops, since each alone is vectorized.
  const auto put = [row](std::size_t k, std::uint32_t value) {
    const auto narrow = static_cast<Number>(value);
    std::memcpy(row + k * sizeof(Number), &narrow, sizeof(Number));
  };
  for (std::size_t k = 0; k < options.size(); ++k) put(k, number(options[k]));
  for (std::size_t k = options.size(); k < width; ++k) put(k, filler);
}

}  // namespace

void SolutionTable::write(std::uint8_t* row, std::span<const OptionId> options) const {
  if (item_bytes_ == 1) {
    write_as<std::uint8_t>(row, options, width_, filler_);
  } else if (item_bytes_ == 2) {
    write_as<std::uint16_t>(row, options, width_, filler_);
  } else {
    write_as<std::uint32_t>(row, options, width_, filler_);
  }
}

void SolutionTable::extend(const SolutionTable& more) {
  COMBIEN_REQUIRE(filler_ == more.filler_);
  if (more.width_ > width_) widen(more.width_);
  const std::size_t row_bytes_of_more = more.row_bytes();
  bytes_.resize(bytes_.size() + more.rows_ * row_bytes());
  for (std::size_t row = 0; row < more.rows_; ++row) {
    std::uint8_t* place = bytes_.data() + (rows_ + row) * row_bytes();
    if (more.width_ < width_) write(place, {});
    if (row_bytes_of_more != 0) {
      std::memcpy(place, more.bytes_.data() + row * row_bytes_of_more, row_bytes_of_more);
    }
  }
  rows_ += more.rows_;
}

// Copies the rows, with space for longer ones.  Solutions of a problem are about equally long, so
// this is rare.
void SolutionTable::widen(std::size_t width) {
  const std::size_t before = row_bytes();
  const std::vector<std::uint8_t> narrow = std::exchange(bytes_, {});
  width_ = width;
  bytes_.resize(rows_ * row_bytes());
  for (std::size_t row = 0; row < rows_; ++row) {
    std::uint8_t* place = bytes_.data() + row * row_bytes();
    write(place, {});
    if (before != 0) std::memcpy(place, narrow.data() + row * before, before);
  }
}

}  // namespace combien
