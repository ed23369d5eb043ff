// Linear constraints beside the covers: working hours, capacities, a budget.
//
// A weight is divided evenly among the primary items of its option.  So the options still to be
// chosen weigh at least the smallest share of each waiting item, and at most the largest, for each
// option that the item still takes.  These shares are those of all options of the item, and are
// computed once: the state of a search does not depend on the constraints, only where it turns back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "cover/problem.hpp"
#include "cover/search.hpp"

namespace combien {

// The weights of the chosen options add up to `least` to `most`.
struct SideConstraint {
  std::vector<std::int64_t> weights;  // Of each option.
  std::int64_t least = INT64_MIN;
  std::int64_t most = INT64_MAX;
};

class SideConstraints {
 public:
  SideConstraints() = default;
  // Throws std::invalid_argument if there is not a weight for each option, and std::range_error if
  // the weights are too large to be added.
  SideConstraints(const Problem& problem, std::span<const SideConstraint> constraints);

  bool empty() const { return rows_.empty(); }

  // Whether the choices of a dance, and what was taken before it, leave a chance; at a solution,
  // whether it satisfies all constraints.
  // cost: the levels and the waiting items, for each constraint
  template <class Dance>
  bool allow(const Dance& dance, std::span<const OptionId> given) const {
    for (const Row& row : rows_) {
      std::int64_t least = 0;
      for (const OptionId option : given) least += row.weights[option];
      for (const auto& level : dance.levels()) {
        if (const OptionId chosen = dance.chosen(level); chosen != no_option) {
          least += row.weights[chosen];
        }
      }
      std::int64_t most = least;
      dance.for_waiting([&](ItemId item, std::int32_t low, std::int32_t high) {
        const std::int64_t size = dance.size_of(item);
        const std::int64_t fewest = std::clamp<std::int64_t>(low, 0, size);
        const std::int64_t greatest = std::min<std::int64_t>(high, size);
        const Share share = row.shares[item];
        least += share.least * (share.least < 0 ? greatest : fewest);
        most += share.most * (share.most < 0 ? fewest : greatest);
      });
      if (most < row.least || least > row.most) return false;
    }
    return true;
  }

 private:
  // Of the options of an item.
  struct Share {
    std::int64_t least = 0;
    std::int64_t most = 0;
  };
  // In units that are a power of two times smaller than those of the constraint.
  struct Row {
    Table<OptionId, std::int64_t> weights;
    Table<ItemId, Share> shares;
    std::int64_t least;
    std::int64_t most;
  };

  static Row row(const Problem& problem, const SideConstraint& constraint);

  std::vector<Row> rows_;
};

}  // namespace combien
