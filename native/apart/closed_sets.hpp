// The sets of pieces that can move together: those that contain all pieces that each member pushes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/require.hpp"

namespace combien {

// A set of at most 64 pieces.
using PieceSet = std::uint64_t;

inline constexpr std::size_t most_pieces = 64;

constexpr PieceSet piece(std::size_t number) { return PieceSet{1} << number; }
constexpr PieceSet first_pieces(std::size_t count) {
  return count == most_pieces ? ~PieceSet{0} : piece(count) - 1;
}

// Which pieces must move with each piece, directly or by pushing others.
class Pushing {
 public:
  // require: count <= most_pieces
  explicit Pushing(std::size_t count) : count_(count) { COMBIEN_REQUIRE(count <= most_pieces); }

  std::size_t count() const { return count_; }
  PieceSet all() const { return first_pieces(count_); }
  PieceSet& operator[](std::size_t pusher) { return pushed_[pusher]; }
  PieceSet operator[](std::size_t pusher) const { return pushed_[pusher]; }

  // Makes the relation reflexive and transitive (Warshall).  Returns whether a set of some
  // pieces, not all, is closed.
  bool close() {
    for (std::size_t i = 0; i < count_; ++i) pushed_[i] |= piece(i);
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t i = 0; i < count_; ++i) {
        if (pushed_[i] & piece(k)) pushed_[i] |= pushed_[k];
      }
    }
    for (std::size_t i = 0; i < count_; ++i) {
      if (pushed_[i] != all()) return true;
    }
    return false;
  }

  // The pieces that push this one.
  PieceSet pushers(std::size_t pushed) const {
    PieceSet found = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (pushed_[i] & piece(pushed)) found |= piece(i);
    }
    return found;
  }

 private:
  std::size_t count_;
  std::array<PieceSet, most_pieces> pushed_{};
};

// Enumerates the sets that are closed under a transitive relation, except for the empty set and that
// of all pieces.  Each set takes at most as many steps as there are pieces.
class ClosedSets {
 public:
  ClosedSets() = default;
  // require: the relation is closed, and lives longer
  explicit ClosedSets(const Pushing& pushing) : pushing_(&pushing) { push(0, 0); }

  // Finds the next set; false if there are no more.
  bool next(PieceSet& found) {
    while (depth_ > 0) {
      const Choice choice = choices_[--depth_];
      const PieceSet open = pushing_->all() & ~(choice.in | choice.out);
      if (open == 0) {
        if (choice.in == 0 || choice.in == pushing_->all()) continue;
        found = choice.in;
        return true;
      }
      // A piece that moves takes along what it pushes, and one that stays keeps its pushers.
      const auto chosen = static_cast<std::size_t>(std::countr_zero(open));
      push(choice.in | (*pushing_)[chosen], choice.out);
      push(choice.in, choice.out | pushing_->pushers(chosen));
    }
    return false;
  }

 private:
  struct Choice {
    PieceSet in;
    PieceSet out;
  };

  void push(PieceSet in, PieceSet out) { choices_[depth_++] = {in, out}; }

  const Pushing* pushing_ = nullptr;
  // Each level leaves at most one choice open.
  std::array<Choice, most_pieces + 2> choices_{};
  std::size_t depth_ = 0;
};

}  // namespace combien
