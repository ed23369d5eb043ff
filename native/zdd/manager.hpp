// Families of sets as diagrams: every family is one node, equal families are the same node.
//
// A node {variable, lo, hi} stands for the sets of `lo`, and those of `hi` with the variable added; it
// is left out where `hi` is empty (the zero-suppressed diagrams of Minato, 1993).  Nodes are twelve
// bytes in one array and found again by one open-addressing table; both are made from below, so the
// number of a node is larger than those of its children, and going through the numbers is going
// through any diagram from the bottom up, without recursion.
//
// Nodes hold nothing alive: handles do.  A collection marks from them, then moves what is marked
// together; numbers change, their order does not.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace combien {

enum class FamilyId : std::uint32_t {};
inline constexpr FamilyId empty_family{0};  // No set at all.
inline constexpr FamilyId unit_family{1};   // The empty set alone.

using Variable = std::uint32_t;
inline constexpr Variable no_variable = UINT32_MAX;  // Of the two above: after every other.

struct OutOfNodes : std::length_error {
  using std::length_error::length_error;
};

enum class Operation : std::uint32_t {
  unite,      // In either.
  intersect,  // In both.
  subtract,   // In the first only.
  differ,     // In exactly one.
  with,       // Those that hold the element; the second family is the element alone.
  without,    // Those that do not.
  change,     // Each with the element added, or taken away where it is.
  join,       // a | b for all a and b.
  meet,       // a & b for all a and b.
  divide,     // Those that b can be added to: disjoint from each b, and a | b is in the first.
  remain,     // Those that are no join of a quotient and a divisor.
  within,     // The a that are part of some b.
  including,  // The a that some b is part of.
  maximal,    // Those that are part of no other; the second family does not matter.
  minimal,    // Those that no other is part of.
  hit,        // The minimal sets that have an element of each.
};

class DiagramManager {
 public:
  struct Node {
    Variable variable;
    FamilyId lo;
    FamilyId hi;

    bool operator==(const Node&) const = default;
  };

  // Keeps numbers as they are for as long as it lives.
  class Pin {
   public:
    explicit Pin(DiagramManager& manager) : manager_(manager) { ++manager_.pins_; }
    ~Pin() { --manager_.pins_; }
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;

   private:
    DiagramManager& manager_;
  };

  using Handle = std::uint32_t;

  // At most so many nodes alive or not, and so many bytes for results of operations.
  DiagramManager(std::uint32_t most_nodes, std::uint64_t cache_bytes);

  // The family of lo's sets, and hi's with the variable.
  // require: the variable comes before those of lo and hi
  FamilyId make(Variable variable, FamilyId lo, FamilyId hi);

  // A node that is known not to be there yet; found by make() all the same.
  // require: as make(); hi is not empty, and no node is equal
  FamilyId append(const Node& node) {
    if (node_count() >= most_nodes_) refuse();
    nodes_.push_back(node);
    return FamilyId{static_cast<std::uint32_t>(nodes_.size() - 1)};
  }

  // What making room for so many more nodes would take; 0 if there is room.
  // cost: constant
  std::uint64_t growth(std::size_t more) const;
  void make_room(std::size_t more);

  const Node& node(FamilyId id) const { return nodes_[static_cast<std::uint32_t>(id)]; }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()) - 2; }
  // The number of the node that is made next.
  FamilyId next_id() const { return FamilyId{static_cast<std::uint32_t>(nodes_.size())}; }
  std::uint64_t bytes() const;

  static std::uint64_t hash(const Node& node) { return mix(pair(node.lo, node.hi), node.variable); }

  Handle hold(FamilyId id);
  void release(Handle handle);
  FamilyId held(Handle handle) const { return held_[handle]; }

  // Drops what no handle reaches.  Nothing happens while something is pinned.
  // cost: all nodes
  void collect();
  // The same, but only when the nodes have doubled since the last time.
  void collect_if_due();

  // The result of an operation if it is remembered; `forgotten` if it is not.
  static constexpr FamilyId forgotten{UINT32_MAX};
  FamilyId recall(Operation operation, FamilyId f, FamilyId g) const {
    const Entry& entry = cache_[cache_place(operation, f, g)];
    return entry.f == f && entry.g == g && entry.operation == operation ? entry.result : forgotten;
  }
  void remember(Operation operation, FamilyId f, FamilyId g, FamilyId result) {
    cache_[cache_place(operation, f, g)] = {f, g, operation, result};
  }

  // What is wrong inside; empty when nothing is.
  std::string unsound() const;

 private:
  struct Entry {
    FamilyId f = forgotten;
    FamilyId g = forgotten;
    Operation operation = Operation::unite;
    FamilyId result = forgotten;
  };

  static constexpr FamilyId free_handle{UINT32_MAX};

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t mixed = (a ^ (b << 17 | b >> 47)) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
    mixed *= 0xbf58476d1ce4e5b9u;
    return mixed ^ mixed >> 32;
  }
  static std::uint64_t pair(FamilyId a, FamilyId b) {
    return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
  }
  std::size_t cache_place(Operation operation, FamilyId f, FamilyId g) const {
    return mix(pair(f, g), static_cast<std::uint64_t>(operation)) & (cache_.size() - 1);
  }
  [[noreturn]] void refuse() const;
  std::size_t place_of(const Node& node) const;
  void index();
  void rebuild(std::size_t places);
  void grow_cache();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> unique_;  // The numbers of nodes by what they hold; 0: nothing.
  std::size_t indexed_ = 2;            // The nodes from here on are not in it yet.
  std::vector<Entry> cache_;
  std::vector<FamilyId> held_;
  std::vector<Handle> free_handles_;
  std::uint32_t most_nodes_;
  std::size_t most_entries_;
  std::uint32_t pins_ = 0;
  std::size_t due_ = 1 << 16;
};

}  // namespace combien
