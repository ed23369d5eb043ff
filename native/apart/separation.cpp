#include "apart/separation.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/require.hpp"

namespace combien {

namespace {

constexpr std::size_t most_states = std::numeric_limits<std::uint32_t>::max() - 1;

}  // namespace

void SeparationSearch::begin(const std::vector<PlacedBody>& pieces, bool all) {
  COMBIEN_REQUIRE(!pieces.empty() && pieces.size() <= most_pieces);
  count_ = pieces.size();
  all_ = all;
  steps_.clear();
  for (const MoveDirection& direction : clearances_.directions()) {
    steps_.push_back(packed(direction.vector));
  }
  current_.assign(count_, 0);
  after_.assign(count_, 0);
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const int apart = pieces[i].position[axis] - pieces[0].position[axis];
      if (apart > Clearances::most_coordinate || apart < -Clearances::most_coordinate) {
        throw std::length_error("the pieces are too far from each other");
      }
    }
    after_[i] = minus(packed(pieces[i].position), packed(pieces[0].position));
  }
  pairs_.clear();
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = i + 1; j < count_; ++j) {
      const std::uint32_t low = std::min(pieces[i].body, pieces[j].body);
      const std::uint32_t high = std::max(pieces[i].body, pieces[j].body);
      pairs_.push_back({i, j, {low, high}, pieces[i].body > pieces[j].body, nullptr});
    }
  }
  prepared_ = 0;
  clearance_bytes_ = clearances_.bytes();
  distances_.assign(steps_.size() * count_ * count_, Clearances::unlimited);

  words_.clear();
  origins_.clear();
  ways_.clear();
  places_.assign(64, 0);
  overflow_ = false;
  all_ways_ = 0;
  depth_ = 0;
  next_ = 0;
  level_end_ = 1;
  exits_.clear();
  opened_ = moves_ = 0;
  is_open_ = leaving_ = false;
  number(1);
}

// Looks up the clearances of all pairs; `done` once they are there.
Outcome SeparationSearch::prepare(Slice& slice, std::uint64_t bytes) {
  for (; prepared_ < pairs_.size(); ++prepared_) {
    Pair& pair = pairs_[prepared_];
    const auto [work, needed] = clearances_.cost(pair.bodies[0], pair.bodies[1]);
    if (this->bytes() + needed > bytes) return Outcome::out_of_bytes;
    if (!slice.tick(1 + work / 4)) return Outcome::out_of_slice;
    pair.clearances = &clearances_.pair(pair.bodies[0], pair.bodies[1]);
    clearance_bytes_ += needed;
  }
  return Outcome::done;
}

Outcome SeparationSearch::run(Slice& slice, std::uint64_t bytes) {
  if (prepared_ < pairs_.size()) {
    const Outcome outcome = prepare(slice, bytes);
    if (outcome != Outcome::done) return outcome;
    clearance_bytes_ = clearances_.bytes();
  }
  const std::uint64_t weight = 1 + pairs_.size();
  while (true) {
    if (!is_open_) {
      if (!all_ && !exits_.empty()) return Outcome::done;
      if (next_ == level_end_) {
        if (!exits_.empty() || next_ == origins_.size()) return Outcome::done;
        ++depth_;
        level_end_ = origins_.size();
      }
      if (this->bytes() > bytes) return Outcome::out_of_bytes;
      if (!slice.step(weight)) return Outcome::out_of_slice;
      open();
    }
    PieceSet moving = 0;
    while (is_open_) {
      const auto added = static_cast<std::size_t>(to_ - from_ + 1);
      if (origins_.size() + added > origins_.capacity() && this->bytes() + growth() > bytes) {
        return Outcome::out_of_bytes;
      }
      if (!sets_.next(moving)) {
        if (!next_band() && !next_direction()) is_open_ = false;
        continue;
      }
      if (leaving_) {
        if (exits_.size() == exits_.capacity() &&
            this->bytes() + 2 * exits_.capacity() * sizeof(Exit) > bytes) {
          return Outcome::out_of_bytes;
        }
        ++moves_;
        exits_.push_back({static_cast<std::uint32_t>(next_ - 1),
                          static_cast<std::uint32_t>(direction_), moving});
        const std::uint64_t more = ways_[next_ - 1];
        overflow_ = overflow_ || all_ways_ + more < more;
        all_ways_ += more;
      } else {
        for (std::int32_t distance = from_; distance <= to_; ++distance) add(moving, distance);
      }
      if (!slice.tick()) return Outcome::out_of_slice;
    }
  }
}

// Opens the next state: looks up all distances, and finds out whether it has an exit.
void SeparationSearch::open() {
  const std::size_t state = next_++;
  ++opened_;
  if (opened_ % 1024 == 0) clearance_bytes_ = clearances_.bytes();
  std::copy_n(words_.data() + state * (count_ - 1), count_ - 1, current_.data() + 1);
  for (const Pair& pair : pairs_) {
    const PackedVector offset = minus(current_[pair.second], current_[pair.first]);
    const std::int16_t* found =
        pair.clearances->at(pair.swapped ? minus(PackedVector{0}, offset) : offset);
    const std::size_t swapped = pair.swapped ? 1 : 0;
    for (std::size_t d = 0; d < steps_.size(); ++d) {
      distance(d, pair.first, pair.second) = found[2 * d + swapped];
      distance(d, pair.second, pair.first) = found[2 * d + 1 - swapped];
    }
  }
  is_open_ = true;
  leaving_ = false;
  find_exits();
  if (all_) {
    // After an exit was found, states of its depth are only searched for more exits.
    if (!leaving_ && !exits_.empty()) is_open_ = false;
  } else if (!exits_.empty()) {
    is_open_ = false;
  }
  direction_ = std::numeric_limits<std::size_t>::max();
  if (is_open_ && !next_direction()) is_open_ = false;
}

// Sets `leaving_` if the state has exits and all are wanted, or else adds the best one.
void SeparationSearch::find_exits() {
  int least = std::numeric_limits<int>::max();
  Exit best{};
  for (std::size_t d = 0; d < steps_.size(); ++d) {
    Pushing pushing(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; j < count_; ++j) {
        if (distance(d, i, j) != Clearances::unlimited) pushing[i] |= piece(j);
      }
    }
    if (!pushing.close()) continue;
    if (all_) {
      leaving_ = true;
      return;
    }
    // A smallest set that moves consists of a single piece and what it pushes; a smallest set that
    // stays consists of a single piece and its pushers.
    for (std::size_t i = 0; i < count_; ++i) {
      for (const PieceSet moving : {pushing[i], pushing.all() & ~pushing.pushers(i)}) {
        if (moving == 0 || moving == pushing.all()) continue;
        const int one = std::popcount(moving);
        const int smaller = std::min(one, static_cast<int>(count_) - one);
        if (smaller >= least) continue;
        least = smaller;
        best = {static_cast<std::uint32_t>(next_ - 1), static_cast<std::uint32_t>(d), moving};
      }
    }
  }
  if (least != std::numeric_limits<int>::max()) {
    ++moves_;
    exits_.push_back(best);
  }
}

// Goes on to the next direction in which a set can move; false if there is none.
bool SeparationSearch::next_direction() {
  while (++direction_ < steps_.size()) {
    from_ = to_ = 0;
    if (leaving_) {
      pushing_ = Pushing(count_);
      for (std::size_t i = 0; i < count_; ++i) {
        for (std::size_t j = 0; j < count_; ++j) {
          if (distance(direction_, i, j) != Clearances::unlimited) pushing_[i] |= piece(j);
        }
      }
      if (!pushing_.close()) continue;
      sets_ = ClosedSets(pushing_);
      return true;
    }
    if (next_band()) return true;
  }
  return false;
}

// Goes on to the next distances, for which the same sets can move; false if none can.
bool SeparationSearch::next_band() {
  if (leaving_) return false;
  from_ = to_ + 1;
  to_ = Clearances::unlimited;
  pushing_ = Pushing(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = 0; j < count_; ++j) {
      if (i == j) continue;
      const std::int32_t most = distance(direction_, i, j);
      if (most < from_) {
        pushing_[i] |= piece(j);
      } else {
        to_ = std::min(to_, most);
      }
    }
  }
  // Without a limit the sets would be exits, and those were not found.
  if (!pushing_.close() || to_ == Clearances::unlimited) {
    to_ = from_;
    return false;
  }
  sets_ = ClosedSets(pushing_);
  return true;
}

// Adds the state after a move, unless it is known.
void SeparationSearch::add(PieceSet moving, std::int32_t distance) {
  ++moves_;
  const Coordinates& direction = clearances_.directions()[direction_].vector;
  Coordinates vector{};
  const bool first = (moving & 1) != 0;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    vector[axis] = static_cast<std::int16_t>((first ? -distance : distance) * direction[axis]);
  }
  const PackedVector step = packed(vector);
  // Positions are relative to the first piece.
  const PieceSet changed = first ? ~moving : moving;
  for (std::size_t i = 1; i < count_; ++i) {
    after_[i] = changed & piece(i) ? plus(current_[i], step) : current_[i];
  }
  number(all_ ? ways_[next_ - 1] : 1);
}

// The number of the state `after_`, which `ways` more sequences of moves reach.
std::uint32_t SeparationSearch::number(std::uint64_t ways) {
  if (2 * (origins_.size() + 1) > places_.size()) grow();
  const std::size_t width = count_ - 1;
  const PackedVector* const after = after_.data() + 1;
  std::size_t place = start(after);
  for (; places_[place] != 0; place = (place + 1) & (places_.size() - 1)) {
    const std::size_t known = places_[place] - 1;
    if (!std::equal(after, after + width, words_.data() + known * width)) continue;
    if (all_ && known >= level_end_) {
      overflow_ = overflow_ || ways_[known] + ways < ways;
      ways_[known] += ways;
    }
    return static_cast<std::uint32_t>(known);
  }
  if (origins_.size() == most_states) throw std::overflow_error("too many states");
  words_.insert(words_.end(), after, after + width);
  origins_.push_back(next_ == 0 ? 0 : static_cast<std::uint32_t>(next_ - 1));
  if (all_) ways_.push_back(ways);
  places_[place] = static_cast<std::uint32_t>(origins_.size());
  return places_[place] - 1;
}

std::size_t SeparationSearch::start(const PackedVector* words) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    hash = (hash ^ words[i]) * 0x9e37'79b9'7f4a'7c15;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash) & (places_.size() - 1);
}

void SeparationSearch::grow() {
  const std::size_t size = 2 * places_.size();
  const std::size_t capacity = size / 2;
  words_.reserve(capacity * (count_ - 1));
  origins_.reserve(capacity);
  if (all_) ways_.reserve(capacity);
  places_.assign(size, 0);
  for (std::size_t state = 0; state < origins_.size(); ++state) {
    std::size_t place = start(words_.data() + state * (count_ - 1));
    while (places_[place] != 0) place = (place + 1) & (size - 1);
    places_[place] = static_cast<std::uint32_t>(state + 1);
  }
}

std::uint64_t SeparationSearch::growth() const {
  // The old tables are freed after they were copied.
  return 2 * (words_.capacity() * sizeof(PackedVector) + origins_.capacity() * 4 +
              ways_.capacity() * 8 + places_.capacity() * 4);
}

std::uint64_t SeparationSearch::bytes() const {
  return clearance_bytes_ + words_.capacity() * sizeof(PackedVector) + origins_.capacity() * 4 +
         ways_.capacity() * 8 + places_.capacity() * 4 + exits_.capacity() * sizeof(Exit);
}

std::uint64_t SeparationSearch::ways() const {
  COMBIEN_REQUIRE(all_);
  if (overflow_) throw std::overflow_error("more than 64 bits");
  return all_ways_;
}

std::vector<Coordinates> SeparationSearch::positions(std::uint32_t state) const {
  COMBIEN_REQUIRE(state < states());
  std::vector<Coordinates> found{Coordinates{}};
  for (std::size_t i = 0; i + 1 < count_; ++i) {
    found.push_back(unpacked(words_[state * (count_ - 1) + i]));
  }
  return found;
}

std::vector<std::uint32_t> SeparationSearch::path(std::uint32_t state) const {
  COMBIEN_REQUIRE(state < states());
  std::vector<std::uint32_t> found{state};
  while (found.back() != 0) found.push_back(origins_[found.back()]);
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace combien
