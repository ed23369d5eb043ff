#include "zdd/manager.hpp"

#include <algorithm>
#include <utility>

namespace combien {

namespace {

std::uint32_t raw(FamilyId id) { return static_cast<std::uint32_t>(id); }

}  // namespace

DiagramManager::DiagramManager(std::uint32_t most_nodes, std::uint64_t cache_bytes)
    : results_(cache_bytes), most_nodes_(std::min(most_nodes, UINT32_MAX - 4)) {
  widen(2);
  nodes_.push_back({no_variable, empty_family, empty_family});
  nodes_.push_back({no_variable, unit_family, unit_family});
}

FamilyId DiagramManager::add(const Node& node, std::uint32_t hash) {
  const FamilyId id = append(node);
  if (!unique_.has_room(nodes_.size())) {
    unique_.grow(nodes_.size());
    results_.grow(nodes_.size());
  }
  unique_.find(hash, [](std::uint32_t) { return false; }) = {hash, raw(id)};
  indexed_ = nodes_.size();
  return id;
}

void DiagramManager::refuse() const {
  throw OutOfNodes("the diagrams need more than " + std::to_string(most_nodes_) + " nodes");
}

// Inserts the appended nodes into the table.
void DiagramManager::index() {
  if (!unique_.has_room(nodes_.size())) {
    unique_.grow(nodes_.size());
    results_.grow(nodes_.size());
  }
  // Each insertion is a cache miss: many places are prefetched at once.
  constexpr std::size_t ahead = 32;
  for (std::size_t k = indexed_; k < nodes_.size() + ahead; ++k) {
    if (k < nodes_.size()) unique_.prefetch(hash_of(nodes_[k]));
    if (k < indexed_ + ahead) continue;
    const std::size_t late = k - ahead;
    const std::uint32_t hash = hash_of(nodes_[late]);
    unique_.find(hash, [](std::uint32_t) { return false; }) = {hash,
                                                               static_cast<std::uint32_t>(late)};
  }
  indexed_ = nodes_.size();
}

std::uint64_t DiagramManager::growth(std::size_t more) const {
  const std::size_t needed = nodes_.size() + more;
  std::uint64_t bytes = needed > nodes_.capacity() ? nodes_.growth(capacity_for(needed)) : 0;
  if (indexed_ == nodes_.size() && !unique_.has_room(needed)) {
    bytes += UniqueTable::bytes_for(needed);
  }
  return bytes;
}

void DiagramManager::make_room(std::size_t more) {
  const std::size_t needed = nodes_.size() + more;
  if (needed > nodes_.capacity()) widen(needed);
  if (indexed_ == nodes_.size() && !unique_.has_room(needed)) unique_.grow(needed);
}

std::uint64_t DiagramManager::bytes() const {
  return nodes_.bytes() + unique_.bytes() + results_.bytes() + held_.capacity() * sizeof(FamilyId);
}

DiagramManager::Handle DiagramManager::hold(FamilyId id) {
  COMBIEN_REQUIRE(id < next_id());
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
  COMBIEN_REQUIRE(handle < held_.size() && held_[handle] != free_handle);
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
  // All memory is allocated before anything changes.
  std::vector<FamilyId> moved(nodes_.size());
  UniqueTable fresh;
  fresh.clear(static_cast<std::size_t>(std::count(alive.begin(), alive.end(), true)));
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
  results_.forget();
  unique_ = std::move(fresh);
  indexed_ = 2;
  index();
  due_ = std::max(least_due, 2 * nodes_.size());
}

std::string DiagramManager::unsound() {
  for (std::uint32_t k = 2; k < nodes_.size(); ++k) {
    const Node& node = nodes_[k];
    if (raw(node.lo) >= k || raw(node.hi) >= k) return "a node comes before its children";
    if (node.hi == empty_family) return "a node without a set on its high side is kept";
    if (nodes_[raw(node.lo)].variable <= node.variable ||
        nodes_[raw(node.hi)].variable <= node.variable) {
      return "the variables do not grow from the top down";
    }
    const auto equal = [&](std::uint32_t id) { return nodes_[id] == node; };
    if (k < indexed_ && unique_.find(hash_of(node), equal).id != k) {
      return "a node is not found, or there twice";
    }
  }
  return "";
}

}  // namespace combien
