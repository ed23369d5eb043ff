#include "symmetry/isomorphism.hpp"

#include <algorithm>
#include <utility>

#include "base/require.hpp"

namespace combien {

IsomorphismSearch::IsomorphismSearch(const Incidence& from, const Record& record,
                                     const Incidence& to, Partition& partition)
    : from_(from),
      record_(record),
      to_(to),
      partition_(partition),
      images_(partition.size()),
      is_image_(partition.size()) {
  COMBIEN_REQUIRE(from.size() == to.size());
  COMBIEN_REQUIRE(to.size() == partition.size());
}

void IsomorphismSearch::begin(std::size_t level, Vertex candidate) {
  COMBIEN_REQUIRE(choices_.empty() && !partition_.waiting());
  COMBIEN_REQUIRE(level < record_.levels.size() && partition_.mark() == record_.levels[level].mark);
  choices_.push_back({level, partition_.mark(), {candidate}});
  nodes_ = 0;
}

void IsomorphismSearch::begin(std::size_t level) {
  COMBIEN_REQUIRE(level < record_.levels.size() && !partition_.waiting());
  // The vertex itself comes first, if it is there: symmetries that move few vertices are found
  // early.
  const Place cell = record_.levels[level].cell;
  const Vertex wanted = record_.levels[level].vertex;
  std::vector<Vertex> candidates;
  // Events that are equal by accident may hide that this cell cannot be chosen from.
  if (partition_.length(cell) > 1) {
    for (Place p = cell; p < cell + partition_.length(cell); ++p) {
      candidates.push_back(partition_.at(p));
    }
  }
  std::sort(candidates.begin(), candidates.end());
  if (&from_ == &to_) {
    const auto there = std::find(candidates.begin(), candidates.end(), wanted);
    if (there != candidates.end()) std::rotate(candidates.begin(), there, there + 1);
  }
  choices_.push_back({level, partition_.mark(), std::move(candidates)});
}

IsomorphismResult IsomorphismSearch::run(Slice& slice, std::uint64_t most_nodes) {
  while (refining_ || choose()) {
    if (!refining_) {
      if (nodes_ == most_nodes) return end(IsomorphismResult::gave_up);
      ++nodes_;
      refining_ = true;
      cursor_ = 0;
    }
    const std::size_t level = choices_.back().level;
    const auto& events = record_.levels[level].events;
    bool alike = true;
    while (alike && partition_.waiting()) {
      const std::uint64_t before = partition_.visits();
      if (cursor_ == events.size()) {
        alike = false;
        break;
      }
      alike = partition_.split() == events[cursor_++];
      if (!slice.step(partition_.visits() - before) && alike)
        return IsomorphismResult::out_of_slice;
    }
    refining_ = false;
    if (!alike || cursor_ != events.size()) {
      partition_.forget();
      continue;
    }
    slice.step(partition_.size() / 4);
    if (guess()) return end(IsomorphismResult::found);
    if (level + 1 < record_.levels.size()) begin(level + 1);
  }
  return end(IsomorphismResult::none);
}

// Individualizes the next candidate of the last choice that has one.
bool IsomorphismSearch::choose() {
  while (!choices_.empty()) {
    Choice& choice = choices_.back();
    partition_.undo(choice.mark);
    if (choice.next < choice.candidates.size()) {
      partition_.individualize(choice.candidates[choice.next++]);
      return true;
    }
    if (choices_.size() == 1) return false;
    choices_.pop_back();
  }
  return false;
}

// Tries the bijection that fixes as many vertices as the cells allow.  When all cells are single it
// is the only one; long before that, it finds symmetries that exchange a few vertices and fix the
// others.
bool IsomorphismSearch::guess() {
  const bool same = &from_ == &to_;
  if (!same && !partition_.discrete()) return false;
  ++guesses_;
  looks_ += partition_.size() / 4;
  moved_.clear();
  // Items and tints come before options, so that an option can follow its items.
  for (Place cell = 0; cell < partition_.size(); cell += partition_.length(cell)) {
    if (!pair(cell)) return false;
  }
  looks_ += moved_.size();
  return same ? keeps(from_, images_, moved_) : carries(from_, to_, images_);
}

// Pairs the vertices of a cell; false when some option cannot be paired.
bool IsomorphismSearch::pair(Place cell) {
  const std::uint32_t length = partition_.length(cell);
  // In the final order of the record, a cell holds the same vertices as at every level: later
  // levels only order it.
  if (length == 1) {
    const Vertex vertex = record_.order[cell];
    images_[vertex] = partition_.at(cell);
    if (images_[vertex] != vertex) moved_.push_back(vertex);
    return true;
  }
  for (Place p = cell; p < cell + length; ++p) is_image_[partition_.at(p)] = 0;
  const std::size_t first = moved_.size();
  for (Place p = cell; p < cell + length; ++p) {
    const Vertex vertex = record_.order[p];
    if (partition_.cell_of(vertex) == cell) {
      images_[vertex] = vertex;
      is_image_[vertex] = 1;
    } else {
      moved_.push_back(vertex);
    }
  }
  Place free = cell;
  for (std::size_t k = first; k < moved_.size(); ++k) {
    const Vertex vertex = moved_[k];
    const bool is_option = number(vertex) >= from_.first_option;
    while (!is_option && is_image_[partition_.at(free)] != 0) ++free;
    const Vertex image = is_option ? partner(vertex, cell) : partition_.at(free);
    if (image == vertex) return false;
    is_image_[image] = 1;
    images_[vertex] = image;
  }
  return true;
}

// An option of this cell that is not yet an image and holds the images of everything that `option`
// holds; if there is none, the option itself, which is not in the cell.
Vertex IsomorphismSearch::partner(Vertex option, Place cell) {
  const auto held = from_.of(option);
  const auto others = to_.of(images_[held.front()]);
  looks_ += others.size();
  for (const Vertex other : others) {
    if (partition_.cell_of(other) != cell || is_image_[other] != 0) continue;
    const auto needed = to_.of(other);
    const bool fits = std::all_of(held.begin(), held.end(), [&](Vertex v) {
      return std::find(needed.begin(), needed.end(), images_[v]) != needed.end();
    });
    if (fits) return other;
  }
  return option;
}

IsomorphismResult IsomorphismSearch::end(IsomorphismResult outcome) {
  partition_.forget();
  if (!choices_.empty()) partition_.undo(choices_.front().mark);
  choices_.clear();
  refining_ = false;
  COMBIEN_ENSURE(!partition_.waiting());
  return outcome;
}

}  // namespace combien
