// Compiles a problem to the diagram of its solutions, without intermediate diagrams.
//
// The sweep goes forward over the options and stores, for each state, where each choice leads; then
// the states become nodes from the last layer to the first, and equivalent states become the same
// node.  The result is the diagram itself, and nothing larger than the sweep is built.  (The
// alternative, conjoining a diagram for each item, has needed a thousand times the memory of the
// result.)
//
// Variables are the options in the order of the plan: by the first of their items, then by number.
#pragma once

#include <cstdint>
#include <memory>

#include "base/slice.hpp"
#include "frontier/plan.hpp"
#include "zdd/manager.hpp"

namespace combien {

class Compile {
 public:
  virtual ~Compile() = default;

  // Continues, as long as this and the manager together take no more than `bytes`; throws
  // OutOfNodes when the manager is full.
  virtual Outcome run(Slice& slice, std::uint64_t bytes) = 0;

  // The family of the solutions, as sets of places in plan().moves().
  // require: run() has returned `done`, and this is not destroyed: it pins the family
  virtual FamilyId family() const = 0;

  virtual const SweepPlan& plan() const = 0;
  // Whether all transitions are made; only the nodes remain to be made.
  virtual bool swept() const = 0;
  virtual std::uint64_t states() const = 0;
  virtual std::uint64_t transitions() const = 0;
  virtual std::uint64_t bytes() const = 0;
};

// require: the manager outlives it
// Throws what SweepPlan's constructor throws.
std::unique_ptr<Compile> compile(DiagramManager& manager, SweepPlan plan);

}  // namespace combien
