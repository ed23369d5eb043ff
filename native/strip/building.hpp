// Builds the automaton of a strip: explores its states, drops those that lead nowhere, and merges
// those that count the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/gradual.hpp"
#include "base/slice.hpp"
#include "strip/automaton.hpp"
#include "strip/exploration.hpp"
#include "strip/tiles.hpp"

namespace combien {

class AutomatonBuilder {
 public:
  // require: valid(tiles)
  // Throws what explore() throws.
  explicit AutomatonBuilder(const StripTiles& tiles);

  // Continues; throws what Exploration::run() throws.
  Outcome run(Slice& slice, std::uint64_t bytes);

  bool done() const { return reversed_.has_value(); }
  // require: done()
  const Automaton& automaton() const { return *automaton_; }
  const Automaton& reversed() const { return *reversed_; }

  // The states found so far and how many of them were explored, and the transitions between them.
  std::uint32_t found() const { return found_; }
  std::uint32_t explored() const { return explored_; }
  std::uint64_t transitions() const { return transitions_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t bytes() const;

 private:
  Gradual<Automaton> reduction();
  void take_counters();

  std::unique_ptr<Exploration> exploration_;
  Pace pace_;
  std::optional<Gradual<Automaton>> reducing_;
  std::optional<Automaton> automaton_;
  std::optional<Gradual<Automaton>> reversing_;
  std::optional<Automaton> reversed_;

  std::uint32_t found_ = 1;
  std::uint32_t explored_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t reduction_bytes_ = 0;
};

}  // namespace combien
