// How far one body can move along a direction before it hits another one.
//
// Two bodies overlap if the vector between their positions is a difference of their cells.  These
// differences are a bit set, so that a distance is a walk along a line of bits.  The distances for a
// vector are computed when they are first needed, in all directions at once, and kept.
//
// A cube that moves to the next place touches no third one on its way, but a triangle does: for each
// direction, the lattice lists which cells are in the way of which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "apart/vectors.hpp"

namespace combien {

struct PieceCell {
  Coordinates place;
  std::uint8_t kind;  // Cells of one kind are translations of each other.
};

// A step along a direction makes cells overlap between its beginning and its end: a cell of the
// first kind that rests, and one of the second kind that begins at this distance from it.
struct Crossing {
  std::uint8_t resting;
  std::uint8_t moving;
  Coordinates distance;
};

struct MoveDirection {
  Coordinates vector;
  std::vector<Crossing> crossings;
};

// The distances of two bodies, by the vector between their positions.
class PairClearances {
 public:
  // Of a bit set, and pairs of cells.
  static constexpr std::uint64_t most_places = std::uint64_t{1} << 28;
  static constexpr std::uint64_t most_work = std::uint64_t{1} << 28;
  // Kinds of cells are less than this.
  static constexpr std::size_t kinds = 256;

  // require: not larger than that
  PairClearances(const std::vector<PieceCell>& first, const std::vector<PieceCell>& second,
                 const std::vector<MoveDirection>& directions);

  // The number of places of each bit set.
  // Throws std::length_error if there are more than most_places.
  static std::uint64_t places(const std::vector<PieceCell>& first,
                              const std::vector<PieceCell>& second,
                              const std::vector<MoveDirection>& directions, std::array<int, 4>& low,
                              std::array<int, 4>& size);

  // For each direction, how many steps the first body can move along it before it hits the second
  // one, and how many the second one before it hits the first one.  `offset` is the position of the
  // second body minus that of the first one.  Valid until the next call.
  const std::int16_t* at(PackedVector offset);

  std::uint64_t bytes() const;

 private:
  static constexpr PackedVector vacant = sign_bits;

  std::size_t place(PackedVector offset) const;
  void grow();
  static constexpr std::size_t outside = ~std::size_t{0};

  // The place of an offset plus some steps in the bit sets, or `outside`.
  std::size_t bit(const Coordinates& offset, const Coordinates& direction, int steps) const;
  std::int16_t steps(const Coordinates& offset, std::size_t direction, int sign) const;

  const std::vector<MoveDirection>& directions_;
  std::array<int, 4> low_{};
  std::array<int, 4> size_{};
  std::vector<bool> overlaps_;  // By the offset, with the first coordinate running fastest.
  // For each direction, whether a step of the second body along it is blocked on the way.
  std::vector<std::vector<bool>> crossed_;

  // Open addressing; at most half of the keys are used.
  std::vector<PackedVector> keys_;
  std::vector<std::int16_t> distances_;
  std::size_t used_ = 0;
};

class Clearances {
 public:
  // More than every distance.
  static constexpr std::int16_t unlimited = 0x7fff;
  // Coordinates of cells are at most this, and those of directions not all zero.
  static constexpr std::int16_t most_coordinate = 6000;

  explicit Clearances(std::vector<MoveDirection> directions);
  Clearances(const Clearances&) = delete;
  Clearances& operator=(const Clearances&) = delete;

  // Adds a body with these cells; returns its number.
  // require: cells, all coordinates from 0 to most_coordinate
  std::uint32_t add(std::vector<PieceCell> cells);
  std::uint32_t bodies() const { return static_cast<std::uint32_t>(bodies_.size()); }
  const std::vector<MoveDirection>& directions() const { return directions_; }

  // The work and the memory that the clearances of a pair take at first: the pairs of cells, and
  // bytes; 0 if they are known.
  // require: first <= second < bodies()
  // Throws std::length_error if the bodies are too large.
  struct Cost {
    std::uint64_t work;
    std::uint64_t bytes;
  };
  Cost cost(std::uint32_t first, std::uint32_t second) const;

  // require: first <= second < bodies()
  PairClearances& pair(std::uint32_t first, std::uint32_t second);

  std::uint64_t bytes() const;

 private:
  std::vector<MoveDirection> directions_;
  std::vector<std::vector<PieceCell>> bodies_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<PairClearances>> pairs_;
};

}  // namespace combien
