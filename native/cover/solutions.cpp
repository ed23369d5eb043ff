#include "cover/solutions.hpp"

#include <algorithm>
#include <bit>
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

template <class Number>
std::uint32_t read_as(const std::uint8_t* from) {
  Number number = 0;
  std::memcpy(&number, from, sizeof(Number));
  return number;
}

}  // namespace

std::uint32_t number_at(const std::uint8_t* from, std::size_t bytes) {
  return bytes == 1   ? *from
         : bytes == 2 ? read_as<std::uint16_t>(from)
                      : read_as<std::uint32_t>(from);
}

// The marks of 64 options as bits.
std::uint64_t OptionSorter::marked(std::size_t first) const {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, marks_.data() + first + 8 * k, 8);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    // Gathers the lowest bit of each byte in the top byte.
    bits |= (bytes * 0x0102040810204080u >> 56) << 8 * k;
  }
  return bits;
}

void OptionSorter::sort(std::span<OptionId> options) {
  if (marks_.size() > most_marks_an_option * options.size()) {
    std::sort(options.begin(), options.end());
    return;
  }
  // A byte each: setting bits, each would wait for the one before it in the same word.
  for (const OptionId option : options) marks_[number(option)] = 1;
  std::size_t next = 0;
  for (std::size_t first = 0; next < options.size(); first += 64) {
    for (std::uint64_t word = marked(first); word != 0; word &= word - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
      options[next++] = OptionId{static_cast<std::uint32_t>(first) + bit};
    }
  }
  std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
}

void SolutionTable::write(std::uint8_t* row, std::span<const OptionId> options) const {
  if (item_bytes_ == 1) {
    write_as<std::uint8_t>(row, options, width_, filler_);
  } else if (item_bytes_ == 2) {
    write_as<std::uint16_t>(row, options, width_, filler_);
  } else {
    write_as<std::uint32_t>(row, options, width_, filler_);
  }
}

std::span<const std::uint8_t> SolutionTable::operator[](std::size_t row) const {
  const std::uint8_t* begin = bytes_.data() + row * row_bytes();
  std::size_t size = row_bytes();
  const auto is_filler = [&](const std::uint8_t* item) {
    return number_at(item, item_bytes_) == filler_;
  };
  while (size != 0 && is_filler(begin + size - item_bytes_)) size -= item_bytes_;
  return {begin, size};
}

void SolutionTable::extend(const SolutionTable& more, std::size_t first, std::size_t count) {
  COMBIEN_REQUIRE(filler_ == more.filler_ && first <= more.rows_ && count <= more.rows_ - first);
  if (more.width_ > width_) widen(more.width_);
  const std::size_t row_bytes_of_more = more.row_bytes();
  bytes_.resize(bytes_.size() + count * row_bytes());
  for (std::size_t row = 0; row < count; ++row) {
    std::uint8_t* place = bytes_.data() + (rows_ + row) * row_bytes();
    if (more.width_ < width_) write(place, {});
    if (row_bytes_of_more != 0) {
      std::memcpy(place, more.bytes_.data() + (first + row) * row_bytes_of_more, row_bytes_of_more);
    }
  }
  rows_ += count;
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
