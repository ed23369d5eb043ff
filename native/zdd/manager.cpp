#include "zdd/manager.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace combien {

namespace {

constexpr std::size_t first_places = 1 << 8;

std::uint32_t raw(FamilyId id) { return static_cast<std::uint32_t>(id); }

}  // namespace

DiagramManager::DiagramManager(std::uint32_t most_nodes, std::uint64_t cache_bytes)
    : unique_(first_places),
      most_nodes_(std::min(most_nodes, UINT32_MAX - 4)),
      most_entries_(std::bit_floor(std::max<std::uint64_t>(cache_bytes / sizeof(Entry), 1))) {
  nodes_.push_back({no_variable, empty_family, empty_family});
  nodes_.push_back({no_variable, unit_family, unit_family});
  cache_.resize(std::min(first_places, most_entries_));
}

FamilyId DiagramManager::make(Variable variable, FamilyId lo, FamilyId hi) {
  if (hi == empty_family) return lo;
  if (indexed_ != nodes_.size()) index();
  const Node wanted{variable, lo, hi};
  std::size_t place = place_of(wanted);
  if (unique_[place] != 0) return FamilyId{unique_[place]};
  if (node_count() >= most_nodes_) refuse();
  if (2 * (nodes_.size() + 1) > unique_.size()) {
    rebuild(2 * unique_.size());
    grow_cache();
    place = place_of(wanted);
  }
  nodes_.push_back(wanted);
  unique_[place] = static_cast<std::uint32_t>(nodes_.size() - 1);
  indexed_ = nodes_.size();
  return FamilyId{unique_[place]};
}

void DiagramManager::refuse() const {
  throw OutOfNodes("the diagrams need more than " + std::to_string(most_nodes_) + " nodes");
}

// Puts the nodes that were appended into the table.
void DiagramManager::index() {
  if (2 * nodes_.size() > unique_.size()) {
    rebuild(2 * std::bit_ceil(nodes_.size()));
    grow_cache();
  } else {
    for (; indexed_ < nodes_.size(); ++indexed_) {
      unique_[place_of(nodes_[indexed_])] = static_cast<std::uint32_t>(indexed_);
    }
  }
}

std::uint64_t DiagramManager::growth(std::size_t more) const {
  const std::size_t needed = nodes_.size() + more;
  std::uint64_t bytes = needed > nodes_.capacity() ? 2 * needed * sizeof(Node) : 0;
  if (indexed_ == nodes_.size() && 2 * needed > unique_.size()) {
    bytes += 2 * std::bit_ceil(needed) * sizeof(std::uint32_t);
  }
  return bytes;
}

void DiagramManager::make_room(std::size_t more) {
  const std::size_t needed = nodes_.size() + more;
  if (needed > nodes_.capacity()) nodes_.reserve(2 * needed);
  if (indexed_ == nodes_.size() && 2 * needed > unique_.size()) rebuild(2 * std::bit_ceil(needed));
}

std::uint64_t DiagramManager::bytes() const {
  return nodes_.capacity() * sizeof(Node) + unique_.capacity() * sizeof(std::uint32_t) +
         cache_.capacity() * sizeof(Entry) + held_.capacity() * sizeof(FamilyId);
}

DiagramManager::Handle DiagramManager::hold(FamilyId id) {
  if (free_handles_.empty()) {
    held_.push_back(id);
    return static_cast<Handle>(held_.size() - 1);
  }
  const Handle handle = free_handles_.back();
  free_handles_.pop_back();
  held_[handle] = id;
  return handle;
}

void DiagramManager::release(Handle handle) {
  held_[handle] = free_handle;
  free_handles_.push_back(handle);
}

void DiagramManager::collect_if_due() {
  if (nodes_.size() >= due_) collect();
}

void DiagramManager::collect() {
  if (pins_ != 0) return;
  std::vector<bool> alive(nodes_.size());
  alive[0] = alive[1] = true;
  for (const FamilyId id : held_) {
    if (id != free_handle) alive[raw(id)] = true;
  }
  for (std::size_t k = nodes_.size(); k-- > 2;) {
    if (!alive[k]) continue;
    alive[raw(nodes_[k].lo)] = true;
    alive[raw(nodes_[k].hi)] = true;
  }
  std::vector<FamilyId> moved(nodes_.size());
  std::uint32_t next = 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    if (!alive[k]) continue;
    moved[k] = FamilyId{next};
    const Node& old = nodes_[k];
    nodes_[next++] = {old.variable, moved[raw(old.lo)], moved[raw(old.hi)]};
  }
  nodes_.resize(next);
  for (FamilyId& id : held_) {
    if (id != free_handle) id = moved[raw(id)];
  }
  std::fill(cache_.begin(), cache_.end(), Entry{});
  rebuild(std::max(first_places, std::bit_ceil(2 * nodes_.size() + 2)));
  due_ = std::max<std::size_t>(1 << 16, 2 * nodes_.size());
}

std::string DiagramManager::unsound() const {
  for (std::uint32_t k = 2; k < nodes_.size(); ++k) {
    const Node& node = nodes_[k];
    if (raw(node.lo) >= k || raw(node.hi) >= k) return "a node comes before its children";
    if (node.hi == empty_family) return "a node without a set on its high side is kept";
    if (nodes_[raw(node.lo)].variable <= node.variable ||
        nodes_[raw(node.hi)].variable <= node.variable) {
      return "the variables do not grow from the top down";
    }
    if (k < indexed_ && unique_[place_of(node)] != k) return "a node is not found, or there twice";
  }
  return "";
}

std::size_t DiagramManager::place_of(const Node& node) const {
  const std::size_t last = unique_.size() - 1;
  std::size_t place = mix(pair(node.lo, node.hi), node.variable) & last;
  while (unique_[place] != 0 && nodes_[unique_[place]] != node) place = (place + 1) & last;
  return place;
}

void DiagramManager::rebuild(std::size_t places) {
  std::vector<std::uint32_t> fresh(places);
  unique_.swap(fresh);
  for (std::uint32_t k = 2; k < nodes_.size(); ++k) unique_[place_of(nodes_[k])] = k;
  indexed_ = nodes_.size();
}

void DiagramManager::grow_cache() {
  const std::size_t size = std::min(unique_.size(), most_entries_);
  if (size <= cache_.size()) return;
  std::vector<Entry> old(size);
  cache_.swap(old);
  for (const Entry& entry : old) {
    if (entry.f != forgotten) cache_[cache_place(entry.operation, entry.f, entry.g)] = entry;
  }
}

}  // namespace combien
