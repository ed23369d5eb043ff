#include "symmetry/automorphisms.hpp"

#include <algorithm>

namespace combien {

Automorphisms::Automorphisms(const Problem& problem, std::uint64_t effort)
    : graph_(incidence(problem)),
      partition_(graph_),
      effort_(effort),
      search_(graph_, record_, graph_, partition_),
      leaders_(graph_.size()),
      failed_(graph_.size()) {
  for (Vertex v{0}; number(v) < graph_.size(); v = after(v)) leaders_[v] = v;
}

Outcome Automorphisms::run(Slice& slice, std::uint64_t bytes_allowed) {
  while (phase_ != Phase::done) {
    if (bytes() > bytes_allowed) return Outcome::out_of_bytes;
    if (phase_ == Phase::taking_apart) {
      if (!take_apart(slice)) return Outcome::out_of_slice;
      continue;
    }
    if (!searching_ && !next_candidate()) continue;
    const IsomorphismResult outcome = search_.run(slice, 64 + 2 * record_.levels.size());
    if (outcome == IsomorphismResult::out_of_slice) return Outcome::out_of_slice;
    searching_ = false;
    if (outcome == IsomorphismResult::found) {
      keep(search_);
      continue;
    }
    gave_up_ = gave_up_ || outcome == IsomorphismResult::gave_up;
    failed_[leader(candidates_[next_ - 1])] = 1;
  }
  return Outcome::done;
}

// Refines until no cell waits, then individualizes a vertex of a smallest cell; false when the
// slice is used up.
bool Automorphisms::take_apart(Slice& slice) {
  while (partition_.waiting()) {
    const std::uint64_t before = partition_.visits();
    auto& events = record_.levels.empty() ? record_.events : record_.levels.back().events;
    events.push_back(partition_.split());
    ++events_;
    if (!slice.step(partition_.visits() - before)) return false;
  }
  if (partition_.discrete()) {
    record_.order = partition_.order();
    phase_ = Phase::searching;
    level_ = record_.levels.size();
    leave_level();
    return true;
  }
  if (visits() >= effort_) {
    finish(true);
    return true;
  }
  // Finding the cell scans the places at most once.
  looks_ += partition_.size() / 8;
  const Place cell = partition_.smallest();
  record_.levels.push_back({partition_.mark(), cell, partition_.at(cell), {}});
  partition_.individualize(partition_.at(cell));
  return true;
}

// Starts the search for a symmetry that moves the vertex of the level; false when the level is
// done.
bool Automorphisms::next_candidate() {
  if (visits() >= effort_) {
    finish(true);
    return false;
  }
  const Vertex vertex = record_.levels[level_].vertex;
  while (next_ < candidates_.size()) {
    const Vertex root = leader(candidates_[next_++]);
    // Skips orbits that are already known to be unreachable, and vertices that are already reached.
    if (root == leader(vertex) || failed_[root] != 0) continue;
    search_.begin(level_, candidates_[next_ - 1]);
    searching_ = true;
    return true;
  }
  count_orbit();
  leave_level();
  return false;
}

// Continues with the previous level; done when there is none.
void Automorphisms::leave_level() {
  if (level_ == 0) {
    finish(gave_up_);
    return;
  }
  const Record::Level& level = record_.levels[--level_];
  partition_.undo(level.mark);
  candidates_.clear();
  for (Place p = level.cell; p < level.cell + partition_.length(level.cell); ++p) {
    candidates_.push_back(partition_.at(p));
  }
  // The order within a cell depends on what was undone; the search must not depend on it.
  std::sort(candidates_.begin(), candidates_.end());
  next_ = 0;
  for (Vertex v{0}; number(v) < graph_.size(); v = after(v)) failed_[v] = 0;
  looks_ += partition_.size() / 8;
}

// The group order at a level is the order at the next level times the orbit size of its vertex.
void Automorphisms::count_orbit() {
  const Vertex root = leader(record_.levels[level_].vertex);
  order_ *= static_cast<std::uint64_t>(std::count_if(candidates_.begin(), candidates_.end(),
                                                     [&](Vertex v) { return leader(v) == root; }));
}

void Automorphisms::keep(const IsomorphismSearch& found) {
  Permutation permutation;
  permutation.reserve(found.moved().size());
  for (const Vertex v : found.moved()) {
    const Vertex image = found.images()[v];
    permutation.emplace_back(v, image);
    const Vertex a = leader(v), b = leader(image);
    const Vertex low = std::min(a, b), high = std::max(a, b);
    leaders_[high] = low;
    if (failed_[high] != 0) failed_[low] = 1;
  }
  permutation_bytes_ += sizeof(permutation[0]) * permutation.size();
  looks_ += permutation.size();
  generators_.push_back(std::move(permutation));
}

void Automorphisms::finish(bool gave_up) {
  gave_up_ = gave_up;
  phase_ = Phase::done;
  partition_.forget();
  if (!record_.levels.empty()) partition_.undo(record_.levels.front().mark);
}

Vertex Automorphisms::leader(Vertex vertex) const {
  while (leaders_[vertex] != vertex) vertex = leaders_[vertex];
  return vertex;
}

std::uint64_t Automorphisms::bytes() const {
  return graph_.bytes() + partition_.bytes() + search_.bytes() + 16 * std::uint64_t{graph_.size()} +
         8 * events_ + permutation_bytes_;
}

std::uint64_t Automorphisms::signature() const {
  std::uint64_t sum = graph_.size() + (std::uint64_t{graph_.first_option} << 32);
  for (const std::uint64_t event : record_.events) sum = sum * 0x9e3779b97f4a7c15u + event;
  return sum;
}

Comparison::Comparison(const Automorphisms& first, Automorphisms& second, std::uint64_t most_nodes)
    : most_nodes_(most_nodes) {
  const Record& record = first.record_;
  if (first.phase_ != Automorphisms::Phase::done || second.phase_ != Automorphisms::Phase::done) {
    throw std::invalid_argument("only what is done can be compared");
  }
  alike_ = first.graph_.size() == second.graph_.size() && record.events == second.record_.events &&
           record.order.size() == first.graph_.size();
  if (!alike_) return;
  search_ =
      std::make_unique<IsomorphismSearch>(first.graph_, record, second.graph_, second.partition_);
  if (record.levels.empty()) {
    alike_ = search_->found_at_once();
    decided_ = true;
  } else {
    search_->begin(0);
  }
}

IsomorphismResult Comparison::run(Slice& slice) {
  if (!alike_) return IsomorphismResult::none;
  if (decided_) return IsomorphismResult::found;
  const IsomorphismResult outcome = search_->run(slice, most_nodes_);
  if (outcome != IsomorphismResult::out_of_slice) {
    decided_ = true;
    alike_ = outcome == IsomorphismResult::found;
  }
  return outcome;
}

}  // namespace combien
