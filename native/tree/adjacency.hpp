// Which items of a problem are adjacent: those that share an option.  Rows of bits.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "cover/problem.hpp"

namespace combien {

class Adjacency {
 public:
  // Without edges.
  explicit Adjacency(std::uint32_t size)
      : size_(size), words_((size_ + 63) / 64), bits_(std::size_t{size_} * words_) {}

  std::uint32_t size() const { return size_; }
  std::uint32_t words() const { return words_; }
  std::uint64_t* row(std::uint32_t v) { return bits_.data() + std::size_t{v} * words_; }
  const std::uint64_t* row(std::uint32_t v) const { return bits_.data() + std::size_t{v} * words_; }
  void set(std::uint32_t a, std::uint32_t b) { row(a)[b / 64] |= std::uint64_t{1} << b % 64; }
  void clear(std::uint32_t a, std::uint32_t b) { row(a)[b / 64] &= ~(std::uint64_t{1} << b % 64); }

  // Joins the items of an option with each other.
  void join(std::span<const ItemId> items) {
    for (const ItemId a : items) {
      for (const ItemId b : items) {
        if (a != b) set(number(a), number(b));
      }
    }
  }

  std::vector<std::uint32_t> neighbors(std::uint32_t v) const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = row(v)[w]; left != 0; left &= left - 1) {
        all.push_back(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
      }
    }
    return all;
  }

  // The neighbors of v that are not adjacent to u.
  std::uint32_t missing(std::uint32_t u, std::uint32_t v) const {
    std::uint32_t count = 0;
    for (std::uint32_t w = 0; w < words_; ++w) {
      count += static_cast<std::uint32_t>(std::popcount(row(v)[w] & ~row(u)[w]));
    }
    return count;
  }

 private:
  std::uint32_t size_;
  std::uint32_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace combien
