// The sets of a family whose weights add up to at most a limit.
//
// A node is asked for an allowance: what its sets may still weigh.  The answer is the same for a
// range of allowances, between those where a sum just fits and where the next one does; the ranges
// of a node are kept, sorted, so each result is made once, and whole subfamilies are found to fit.
// (For pseudo-Boolean constraints: Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell and
// Mayer-Eichberger, A new look at BDDs for pseudo-Boolean constraints, 2012.)
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "zdd/manager.hpp"

namespace combien {

class Weighing {
 public:
  // The weights by variable; further variables weigh nothing.
  // Throws std::range_error if the magnitudes of the weights and the limit add up to 2^62 or more.
  Weighing(DiagramManager& manager, FamilyId family, std::vector<std::int64_t> weights,
           std::int64_t most);

  // Continues.  Throws OutOfNodes; the manager stays usable.
  // ensure: `done` => the result is available; `out_of_bytes` => bytes() is more than this
  Outcome run(Slice& slice, std::uint64_t most_bytes);

  bool done() const { return done_; }
  // Nodes visited.
  std::uint64_t steps() const { return steps_; }
  // The memory of the answers.
  std::uint64_t bytes() const { return answers_.size() * bytes_an_answer; }

  // require: done()
  FamilyId result() const {
    COMBIEN_REQUIRE(frames_.empty() && done_);
    return answer_.family;
  }

 private:
  // The result for every allowance from `least` to `most`; none is below the lowest number.
  struct Answer {
    std::int64_t least;
    std::int64_t most;
    FamilyId family;
  };
  // A node on the way down.
  struct Frame {
    FamilyId node;
    std::int64_t allowance;
    Answer lo;  // Once the node's other side is asked.
    bool has_lo;
  };

  // With the links and the allocation of a node of the map.
  static constexpr std::uint64_t bytes_an_answer = 96;

  std::int64_t weight(Variable variable) const {
    return variable < weights_.size() ? weights_[variable] : 0;
  }
  // Whether the answer is known, in answer_; otherwise the node is put on the stack.
  bool known(FamilyId node, std::int64_t allowance);
  void combine();

  DiagramManager& manager_;
  DiagramManager::Pin pin_;
  std::vector<std::int64_t> weights_;
  std::map<std::pair<FamilyId, std::int64_t>, Answer> answers_;  // By node and `most`.
  std::vector<Frame> frames_;
  Answer answer_{};
  bool done_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace combien
