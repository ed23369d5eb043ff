#include "apart/clearances.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "base/require.hpp"

namespace combien {

std::uint64_t PairClearances::places(const std::vector<PieceCell>& first,
                                     const std::vector<PieceCell>& second,
                                     const std::vector<MoveDirection>& directions,
                                     std::array<int, 4>& low, std::array<int, 4>& size) {
  COMBIEN_REQUIRE(!first.empty() && !second.empty());
  std::uint64_t places = 1;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const auto less = [=](const PieceCell& a, const PieceCell& b) {
      return a.place[axis] < b.place[axis];
    };
    const auto [least, most] = std::minmax_element(first.begin(), first.end(), less);
    const auto [lower, higher] = std::minmax_element(second.begin(), second.end(), less);
    int margin = 0;
    for (const auto& [vector, crossings] : directions) {
      for (const Crossing& crossing : crossings) {
        margin = std::max(margin, std::abs(crossing.distance[axis]));
      }
    }
    low[axis] = least->place[axis] - higher->place[axis] - margin;
    size[axis] = most->place[axis] - lower->place[axis] + margin - low[axis] + 1;
    places *= static_cast<std::uint64_t>(size[axis]);
    if (places > most_places) throw std::length_error("the pieces are too large");
  }
  return places;
}

PairClearances::PairClearances(const std::vector<PieceCell>& first,
                               const std::vector<PieceCell>& second,
                               const std::vector<MoveDirection>& directions)
    : directions_(directions), keys_(16, vacant), distances_(16 * 2 * directions.size()) {
  const std::uint64_t places = PairClearances::places(first, second, directions, low_, size_);
  overlaps_.resize(static_cast<std::size_t>(places));
  for (const auto& [vector, crossings] : directions) {
    crossed_.emplace_back(crossings.empty() ? 0 : overlaps_.size());
  }
  // The place of a difference is the difference of two numbers.
  const auto number = [this](const Coordinates& vector) {
    std::int64_t at = 0;
    for (std::size_t axis = 4; axis-- > 0;) at = at * size_[axis] + vector[axis];
    return at;
  };
  // By the kind of the cell, as most pairs of kinds have no crossing.
  using Numbers = std::vector<std::vector<std::int64_t>>;
  const auto numbers = [&](const std::vector<PieceCell>& cells) {
    Numbers found(kinds);
    for (const PieceCell& cell : cells) found[cell.kind].push_back(number(cell.place));
    return found;
  };
  const Numbers ones = numbers(first);
  const Numbers others = numbers(second);
  const auto mark = [&](std::vector<bool>& marks, std::size_t resting, std::size_t moving,
                        std::int64_t start) {
    for (const std::int64_t one : ones[resting]) {
      for (const std::int64_t other : others[moving]) {
        marks[static_cast<std::size_t>(start + one - other)] = true;
      }
    }
  };
  std::int64_t origin = 0;
  for (std::size_t axis = 4; axis-- > 0;) origin = origin * size_[axis] - low_[axis];
  // Cells of different kinds have no translation between them.
  for (std::size_t kind = 0; kind < kinds; ++kind) mark(overlaps_, kind, kind, origin);
  for (std::size_t d = 0; d < directions.size(); ++d) {
    for (const auto& [resting, moving, distance] : directions[d].crossings) {
      mark(crossed_[d], resting, moving, origin + number(distance));
    }
  }
}

std::size_t PairClearances::bit(const Coordinates& offset, const Coordinates& direction,
                                int steps) const {
  std::size_t at = 0;
  for (std::size_t axis = 4; axis-- > 0;) {
    const int place = offset[axis] + steps * direction[axis] - low_[axis];
    if (place < 0 || place >= size_[axis]) return outside;
    at = at * static_cast<std::size_t>(size_[axis]) + static_cast<std::size_t>(place);
  }
  return at;
}

std::size_t PairClearances::place(PackedVector offset) const {
  std::uint64_t hash = offset * 0x9e37'79b9'7f4a'7c15;
  hash ^= hash >> 32;
  const std::size_t mask = keys_.size() - 1;
  std::size_t place = static_cast<std::size_t>(hash) & mask;
  while (keys_[place] != offset && keys_[place] != vacant) place = (place + 1) & mask;
  return place;
}

const std::int16_t* PairClearances::at(PackedVector offset) {
  const std::size_t count = 2 * directions_.size();
  std::size_t found = place(offset);
  if (keys_[found] == vacant) {
    if (2 * (used_ + 1) > keys_.size()) {
      grow();
      found = place(offset);
    }
    keys_[found] = offset;
    ++used_;
    const Coordinates vector = unpacked(offset);
    for (std::size_t d = 0; d < directions_.size(); ++d) {
      // The first body moves along the direction as the second one moves against it.
      distances_[found * count + 2 * d] = steps(vector, d, -1);
      distances_[found * count + 2 * d + 1] = steps(vector, d, 1);
    }
  }
  return distances_.data() + found * count;
}

void PairClearances::grow() {
  const std::size_t count = 2 * directions_.size();
  std::vector<PackedVector> keys(2 * keys_.size(), vacant);
  std::vector<std::int16_t> distances(2 * distances_.size());
  keys.swap(keys_);
  distances.swap(distances_);
  for (std::size_t old = 0; old < keys.size(); ++old) {
    if (keys[old] == vacant) continue;
    const std::size_t found = place(keys[old]);
    keys_[found] = keys[old];
    std::copy_n(distances.data() + old * count, count, distances_.data() + found * count);
  }
}

// The number of steps along the direction, or against it, before one that is blocked.
std::int16_t PairClearances::steps(const Coordinates& offset, std::size_t direction,
                                   int sign) const {
  const Coordinates& vector = directions_[direction].vector;
  const std::vector<bool>& crossed = crossed_[direction];
  // The numbers of steps for which the offset is in the box.
  int from = 0;
  int to = Clearances::unlimited - 2;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const int step = sign * vector[axis];
    const int before = low_[axis] - offset[axis];  // At least this far.
    const int last = before + size_[axis] - 1;     // At most this far.
    if (step == 0) {
      if (before > 0 || last < 0) return Clearances::unlimited;
      continue;
    }
    const int length = step > 0 ? step : -step;
    const int near = step > 0 ? before : -last;
    const int far = step > 0 ? last : -before;
    if (far < 0) return Clearances::unlimited;
    if (near > 0) from = std::max(from, (near + length - 1) / length);
    to = std::min(to, far / length);
  }
  for (int taken = std::max(from, 1); taken <= to + 1; ++taken) {
    const std::size_t end = bit(offset, vector, sign * taken);
    // The step against a direction ends where the same step along it begins.
    const std::size_t start = sign < 0 ? end : bit(offset, vector, taken - 1);
    if ((end != outside && overlaps_[end]) ||
        (!crossed.empty() && start != outside && crossed[start])) {
      return static_cast<std::int16_t>(taken - 1);
    }
  }
  return Clearances::unlimited;
}

std::uint64_t PairClearances::bytes() const {
  std::uint64_t bits = overlaps_.capacity();
  for (const auto& crossed : crossed_) bits += crossed.capacity();
  return sizeof(PairClearances) + bits / 8 + keys_.capacity() * sizeof(PackedVector) +
         distances_.capacity() * sizeof(std::int16_t);
}

Clearances::Clearances(std::vector<MoveDirection> directions)
    : directions_(std::move(directions)) {}

std::uint32_t Clearances::add(std::vector<PieceCell> cells) {
  COMBIEN_REQUIRE(!cells.empty());
  bodies_.push_back(std::move(cells));
  return bodies() - 1;
}

Clearances::Cost Clearances::cost(std::uint32_t first, std::uint32_t second) const {
  COMBIEN_REQUIRE(first <= second && second < bodies());
  if (pairs_.contains({first, second})) return {0, 0};
  std::array<int, 4> low{};
  std::array<int, 4> size{};
  const auto cells_by_kind = [this](std::uint32_t body) {
    std::array<std::uint64_t, PairClearances::kinds> found{};
    for (const PieceCell& cell : bodies_[body]) ++found[cell.kind];
    return found;
  };
  const auto ones = cells_by_kind(first);
  const auto others = cells_by_kind(second);
  std::uint64_t sets = 1;
  std::uint64_t work = 0;
  for (std::size_t kind = 0; kind < ones.size(); ++kind) work += ones[kind] * others[kind];
  for (const auto& direction : directions_) {
    sets += direction.crossings.empty() ? 0 : 1;
    for (const Crossing& crossing : direction.crossings) {
      work += 1 + ones[crossing.resting] * others[crossing.moving];
    }
  }
  if (work > PairClearances::most_work) throw std::length_error("the pieces are too large");
  const std::uint64_t places =
      PairClearances::places(bodies_[first], bodies_[second], directions_, low, size);
  return {work, sets * places / 8};
}

PairClearances& Clearances::pair(std::uint32_t first, std::uint32_t second) {
  COMBIEN_REQUIRE(first <= second && second < bodies());
  auto& found = pairs_[{first, second}];
  if (!found) {
    found = std::make_unique<PairClearances>(bodies_[first], bodies_[second], directions_);
  }
  return *found;
}

std::uint64_t Clearances::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [bodies, pair] : pairs_) bytes += pair->bytes() + 64;
  for (const auto& cells : bodies_) bytes += cells.capacity() * sizeof(PieceCell);
  return bytes;
}

}  // namespace combien
