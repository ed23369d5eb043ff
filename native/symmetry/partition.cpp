#include "base/require.hpp"
#include "symmetry/partition.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace combien {

namespace {

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93u;
  value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93u;
  return value ^ (value >> 32);
}

}  // namespace

Partition::Partition(const Incidence& graph)
    : graph_(graph),
      place_of_(graph.size()),
      cell_of_(graph.size()),
      lengths_(graph.size()),
      is_waiting_(graph.size()),
      counts_(graph.size()),
      touched_in_(graph.size()) {
  vertices_.reserve(graph.size());
  for (Vertex v{0}; number(v) < graph.size(); v = after(v)) vertices_.push_back(v);
  std::stable_sort(vertices_.begin(), vertices_.end(),
                   [&](Vertex a, Vertex b) { return graph.kinds[a] < graph.kinds[b]; });
  Place cell = 0;
  for (Place p = 0; p < size(); ++p) {
    if (p == 0 || graph.kinds[at(p)] != graph.kinds[at(cell)]) {
      cell = p;
      ++cells_;
      wait(cell);
    }
    place_of_[at(p)] = p;
    cell_of_[at(p)] = cell;
    ++lengths_[cell];
  }
}

Place Partition::smallest() const {
  COMBIEN_REQUIRE(!discrete());
  Place best = size();
  for (Place p = 0; p < size(); p += lengths_[p]) {
    if (lengths_[p] == 1) continue;
    if (best == size() || lengths_[p] < lengths_[best]) best = p;
    if (lengths_[best] == 2) break;
  }
  COMBIEN_ENSURE(lengths_[best] > 1);
  return best;
}

void Partition::individualize(Vertex vertex) {
  COMBIEN_REQUIRE(length(cell_of(vertex)) > 1);
  const Place cell = cell_of_[vertex];
  const Place last = cell + lengths_[cell] - 1;
  swap(place_of_[vertex], last);
  cut(cell, last);
  wait(last);
}

std::uint64_t Partition::split() {
  COMBIEN_REQUIRE(waiting());
  const Place splitter = waiting_[next_waiting_++];
  is_waiting_[splitter] = 0;
  if (!waiting()) forget();
  touched_.clear();
  for (Place p = splitter; p < splitter + lengths_[splitter]; ++p) {
    const auto neighbors = graph_.of(at(p));
    visits_ += neighbors.size();
    for (const Vertex w : neighbors) {
      if (counts_[w]++ == 0) touched_.push_back(w);
    }
  }
  ++steps_;
  // A sum, because the vertices of a cell come in any order.
  std::uint64_t event = 0;
  touched_cells_.clear();
  for (const Vertex v : touched_) {
    const Place cell = cell_of_[v];
    event += mixed(std::uint64_t{cell} << 32 | counts_[v]);
    if (touched_in_[cell]++ == 0) touched_cells_.push_back(cell);
    // Counted vertices are collected at the end of their cell.
    if (lengths_[cell] > 1) swap(place_of_[v], cell + lengths_[cell] - touched_in_[cell]);
  }
  std::sort(touched_cells_.begin(), touched_cells_.end());
  for (const Place cell : touched_cells_) split_cell(cell);
  for (const Vertex v : touched_) counts_[v] = 0;
  return mixed(event + splitter);
}

void Partition::forget() {
  for (; next_waiting_ < waiting_.size(); ++next_waiting_) is_waiting_[waiting_[next_waiting_]] = 0;
  waiting_.clear();
  next_waiting_ = 0;
}

void Partition::undo(std::size_t mark) {
  COMBIEN_REQUIRE(mark <= splits_.size());
  COMBIEN_REQUIRE(!waiting());
  while (splits_.size() > mark) {
    const Place begin = splits_.back();
    splits_.pop_back();
    const Place cell = cell_of_[at(begin - 1)];
    for (Place p = begin; p < begin + lengths_[begin]; ++p) cell_of_[at(p)] = cell;
    lengths_[cell] += lengths_[begin];
    lengths_[begin] = 0;
    --cells_;
  }
}

std::string_view Partition::unsound() const {
  for (Place p = 0; p < size(); ++p) {
    if (number(at(p)) >= size() || place_of_[at(p)] != p)
      return "a vertex is not where it should be";
    if (counts_[at(p)] != 0 || touched_in_[p] != 0) return "a count of neighbors was left over";
  }
  std::uint32_t cells = 0;
  for (Place cell = 0; cell < size(); cell += lengths_[cell], ++cells) {
    if (lengths_[cell] == 0 || lengths_[cell] > size() - cell) return "the cells do not cover all";
    for (Place p = cell; p < cell + lengths_[cell]; ++p) {
      if (cell_of_[at(p)] != cell) return "a vertex is not in its cell";
      if (p != cell && lengths_[p] != 0) return "two cells overlap";
      if (graph_.kinds[at(p)] != graph_.kinds[at(cell)]) return "a cell has two kinds";
    }
  }
  if (cells != cells_) return "the number of cells is wrong";
  std::vector<char> split_off(size()), listed(size());
  for (const Place place : splits_) {
    if (place == 0 || place >= size() || lengths_[place] == 0 || split_off[place] != 0) {
      return "no cell was split off there";
    }
    split_off[place] = 1;
  }
  for (std::size_t k = next_waiting_; k < waiting_.size(); ++k) {
    if (lengths_[waiting_[k]] == 0 || listed[waiting_[k]] != 0) return "no cell waits there";
    listed[waiting_[k]] = 1;
  }
  return listed == is_waiting_ ? std::string_view() : "a waiting cell is not listed";
}

void Partition::put(Vertex vertex, Place place) {
  vertices_[place] = vertex;
  place_of_[vertex] = place;
}

void Partition::swap(Place a, Place b) {
  const Vertex v = at(a), w = at(b);
  put(v, b);
  put(w, a);
}

void Partition::wait(Place cell) {
  if (is_waiting_[cell] != 0) return;
  is_waiting_[cell] = 1;
  waiting_.push_back(cell);
}

// Makes a new cell of the part of `cell` from `begin` on.
void Partition::cut(Place cell, Place begin) {
  const Place end = cell + lengths_[cell];
  COMBIEN_REQUIRE(begin > cell && begin < end);
  for (Place p = begin; p < end; ++p) cell_of_[at(p)] = begin;
  lengths_[begin] = end - begin;
  lengths_[cell] = begin - cell;
  ++cells_;
  splits_.push_back(begin);
}

// Splits a cell whose counted vertices lie at its end: vertices without neighbors first, then by
// count.
void Partition::split_cell(Place cell) {
  const std::uint32_t counted = std::exchange(touched_in_[cell], 0);
  const std::uint32_t length = lengths_[cell];
  if (length == 1) return;
  const Place end = cell + length, begin = end - counted;
  const auto first = vertices_.begin() + begin, last = vertices_.begin() + end;
  const std::uint32_t count = counts_[*first];
  if (std::any_of(first, last, [&](Vertex v) { return counts_[v] != count; })) {
    std::sort(first, last, [&](Vertex a, Vertex b) { return counts_[a] < counts_[b]; });
    for (Place p = begin; p < end; ++p) place_of_[at(p)] = p;
  } else if (begin == cell) {
    return;
  }
  // From the end, so that each part is split off the rest of the cell.
  const bool waited = is_waiting_[cell] != 0;
  Place largest = cell;
  const std::size_t mark = splits_.size();
  for (Place p = end - 1; p >= begin && p > cell; --p) {
    if (p == begin || counts_[at(p)] != counts_[at(p - 1)]) cut(cell, p);
  }
  // The part that is not needed as a splitter: it distinguishes nothing that the others do not.
  for (std::size_t k = mark; k < splits_.size(); ++k) {
    if (lengths_[splits_[k]] > lengths_[largest]) largest = splits_[k];
  }
  for (std::size_t k = mark; k < splits_.size(); ++k) {
    if (waited || splits_[k] != largest) wait(splits_[k]);
  }
  if (!waited && largest != cell) wait(cell);
}

}  // namespace combien
