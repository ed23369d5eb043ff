// Families of sets as diagrams: every family is one node, equal families are the same node.
//
// A node {variable, lo, hi} stands for the sets of `lo`, and the sets of `hi` with the variable
// added; it is omitted if `hi` is empty (the zero-suppressed diagrams of Minato, 1993).  Nodes are
// twelve bytes in one array and found by one open-addressing table; children are made before their
// parents, so a node's number is larger than its children's, and a loop over the numbers traverses
// any diagram from the bottom up, without recursion.
//
// Nodes are not reference counted; handles are the roots.  A collection marks from them, then
// compacts the marked nodes; numbers change, their order does not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/require.hpp"
#include "base/pages.hpp"
#include "zdd/cache.hpp"
#include "zdd/node.hpp"
#include "zdd/unique.hpp"

namespace combien {

class DiagramManager {
 public:
  using Node = DiagramNode;
  using Handle = std::uint32_t;

  // Keeps the numbers of nodes fixed during its lifetime.
  class Pin {
   public:
    explicit Pin(DiagramManager& manager) : manager_(manager) { ++manager_.pins_; }
    ~Pin() {
      COMBIEN_REQUIRE(manager_.pinned());
      --manager_.pins_;
    }
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;

   private:
    DiagramManager& manager_;
  };

  // Limits on the number of nodes, alive or not, and on the bytes of the operation cache.
  DiagramManager(std::uint32_t most_nodes, std::uint64_t cache_bytes);

  // The family of lo's sets, and hi's sets with the variable added.
  // require: the variable comes before the variables of lo and hi
  FamilyId make(Variable variable, FamilyId lo, FamilyId hi) {
    COMBIEN_REQUIRE(variable < node(lo).variable && variable < node(hi).variable);
    if (hi == empty_family) return lo;
    if (indexed_ != nodes_.size()) index();
    const Node wanted{variable, lo, hi};
    const std::uint32_t hash = hash_of(wanted);
    const UniqueTable::Entry& entry =
        unique_.find(hash, [&](std::uint32_t id) { return nodes_[id] == wanted; });
    return entry.id != 0 ? FamilyId{entry.id} : add(wanted, hash);
  }

  // Makes a node that is known to be new; make() finds it later all the same.
  // require: as make(); hi is not empty, and no node is equal
  FamilyId append(const Node& node) {
    COMBIEN_REQUIRE(node.hi != empty_family);
    COMBIEN_REQUIRE(node.variable < this->node(node.lo).variable &&
                    node.variable < this->node(node.hi).variable);
    if (node_count() >= most_nodes_) refuse();
    if (nodes_.size() == nodes_.capacity()) widen(nodes_.size() + 1);
    nodes_.push_back(node);
    return FamilyId{static_cast<std::uint32_t>(nodes_.size() - 1)};
  }

  // Where the next nodes belong.
  Node* above() { return nodes_.data() + nodes_.size(); }
  // Makes this many nodes, which have been written there; as append().
  // require: there was room for them, and allows(count)
  void append_above(std::size_t count) {
    COMBIEN_REQUIRE(allows(count));
    const std::size_t first = nodes_.size();
    nodes_.resize(first + count);
    for (std::size_t k = first; k < nodes_.size(); ++k) {
      COMBIEN_REQUIRE(nodes_[k].hi != empty_family);
      COMBIEN_REQUIRE(nodes_[k].variable < node(nodes_[k].lo).variable &&
                      nodes_[k].variable < node(nodes_[k].hi).variable);
    }
  }
  // Whether this many more nodes are allowed.
  bool allows(std::size_t more) const { return std::uint64_t{node_count()} + more <= most_nodes_; }

  // The memory needed to make room for this many more nodes; 0 if there is room.
  // cost: constant
  std::uint64_t growth(std::size_t more) const;
  void make_room(std::size_t more);

  // require: id < next_id()
  const Node& node(FamilyId id) const {
    COMBIEN_REQUIRE(id < next_id());
    return nodes_[static_cast<std::uint32_t>(id)];
  }
  void prefetch(FamilyId id) const { __builtin_prefetch(&node(id)); }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()) - 2; }
  // The number of the next node.
  FamilyId next_id() const { return FamilyId{static_cast<std::uint32_t>(nodes_.size())}; }
  std::uint64_t bytes() const;

  static std::uint32_t hash_of(const Node& node) {
    std::uint64_t mixed = pair(node.lo, node.hi) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 32 ^ node.variable) * 0xd6e8feb86659fd93u;
    return static_cast<std::uint32_t>(mixed >> 32);
  }

  ResultCache& results() { return results_; }

  // Keeps a family until it is released.
  // require: id < next_id()
  Handle hold(FamilyId id);
  // require: the handle is held, here and below
  void release(Handle handle);
  FamilyId held(Handle handle) const {
    COMBIEN_REQUIRE(handle < held_.size() && held_[handle] != free_handle);
    return held_[handle];
  }

  bool pinned() const { return pins_ != 0; }

  // Drops the nodes that no handle reaches.  Does nothing while something is pinned.
  // cost: all nodes
  void collect();
  // The same, but only when the number of nodes has doubled since the last time.
  void collect_if_due();

  // Checks the invariants; returns a description of the violation, or an empty string.
  // cost: all nodes
  std::string unsound();

 private:
  static constexpr FamilyId free_handle{UINT32_MAX};
  // Below this number of nodes, a collection costs more than it gains: 12 MB.
  static constexpr std::size_t least_due = std::size_t{1} << 20;

  FamilyId add(const Node& node, std::uint32_t hash);
  [[noreturn]] void refuse() const;
  void widen(std::size_t nodes) { nodes_.reserve(capacity_for(nodes)); }
  static std::size_t capacity_for(std::size_t nodes) {
    // Growing without copies is cheap, so that less needs to be spare.
    const bool cheap = pages::grow_in_place && nodes * sizeof(Node) >= pages::large;
    return pages::whole<Node>(nodes + nodes / (cheap ? 4 : 1));
  }
  void index();

  GrowingArray<Node> nodes_;
  UniqueTable unique_;
  std::size_t indexed_ = 2;  // The nodes from here on are not in the table yet.
  ResultCache results_;
  std::vector<FamilyId> held_;
  std::vector<Handle> free_handles_;
  std::uint32_t most_nodes_;
  std::uint32_t pins_ = 0;
  std::size_t due_ = least_due;
};

}  // namespace combien
