#include "plane/groups.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace combien {

namespace {

std::int32_t floor_div(std::int32_t number, std::int32_t by) {
  return (number >= 0 ? number : number - by + 1) / by;
}

using Mask = std::uint32_t;

Mask closure(const Grid& grid, Mask mask) {
  for (;;) {
    Mask larger = mask | 1;
    for (std::size_t g = 0; g < grid.motions.size(); ++g) {
      for (std::size_t h = 0; h < grid.motions.size(); ++h) {
        if ((mask >> g & 1) && (mask >> h & 1)) {
          larger |= Mask{1} << grid.product[g][h].motion;
        }
      }
    }
    if (larger == mask) return mask;
    mask = larger;
  }
}

std::size_t inverse(const Grid& grid, std::size_t motion) {
  std::size_t other = 0;
  while (grid.product[motion][other].motion != 0) ++other;
  return other;
}

Mask conjugate(const Grid& grid, Mask mask, std::size_t by) {
  Mask image = 0;
  for (std::size_t h = 0; h < grid.motions.size(); ++h) {
    if (mask >> h & 1) {
      const std::size_t turned = grid.product[by][h].motion;
      image |= Mask{1} << grid.product[turned][inverse(grid, by)].motion;
    }
  }
  return image;
}

bool preserves(const PointMotion& motion, const PlaneGroup& group) {
  return group.place(motion(Step{group.a, 0})) == 0 &&
         group.place(motion(Step{group.b, group.d})) == 0;
}

// Completes the elements from the generators' translations; false if these contradict each other.
bool completed(const Grid& grid, const PointGroup& point_group, const std::array<Step, 2>& by,
               PlaneGroup& group) {
  group.elements.assign(1, {0, {0, 0}});
  std::array<std::int32_t, 12> found;
  found.fill(-1);
  found[0] = 0;
  for (std::size_t k = 0; k < group.elements.size(); ++k) {
    const PlaneGroup::Element first = group.elements[k];
    for (std::size_t j = 0; j < point_group.generators.size(); ++j) {
      const std::uint8_t g = point_group.generators[j];
      const auto [both, after] = grid.product[g][first.motion];
      const Step step = group.reduced(grid.motions[g](first.by) + by[j] + after);
      const std::int32_t place = step.y * group.a + step.x;
      if (found[both] < 0) {
        found[both] = place;
        group.elements.push_back({both, step});
      } else if (found[both] != place) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

Step PlaneGroup::reduced(Step step) const {
  const std::int32_t rows = floor_div(step.y, d);
  const std::int32_t x = step.x - rows * b;
  return {x - floor_div(x, a) * a, step.y - rows * d};
}

std::vector<PointGroup> point_groups(const Grid& grid) {
  std::set<Mask> seen;
  std::vector<PointGroup> found;
  for (std::uint8_t g = 0; g < grid.motions.size(); ++g) {
    for (std::uint8_t h = 0; h <= g; ++h) {
      const Mask mask = closure(grid, Mask{1} << g | Mask{1} << h);
      bool is_new = true;
      for (std::size_t by = 0; by < grid.motions.size(); ++by) {
        is_new = is_new && !seen.contains(conjugate(grid, mask, by));
      }
      if (!is_new) continue;
      seen.insert(mask);
      PointGroup& group = found.emplace_back();
      for (std::uint8_t motion = 0; motion < grid.motions.size(); ++motion) {
        if (mask >> motion & 1) group.motions.push_back(motion);
      }
      for (const std::uint8_t one : {g, h}) {
        if (one != 0) group.generators.push_back(one);
      }
      if (group.generators.size() == 2 && closure(grid, Mask{1} << g) == mask) {
        group.generators.pop_back();
      }
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const PointGroup& one, const PointGroup& other) {
    return one.motions.size() < other.motions.size();
  });
  return found;
}

Gradual<std::vector<PlaneGroup>> plane_groups(const Grid& grid, const PointGroup& point_group,
                                              std::int32_t index, Pace& pace) {
  std::vector<PlaneGroup> found;
  const std::size_t generators = point_group.generators.size();
  for (std::int32_t d = 1; d <= index; ++d) {
    if (index % d != 0) continue;
    PlaneGroup group{index / d, 0, d, {}};
    for (group.b = 0; group.b < group.a; ++group.b) {
      bool is_preserved = true;
      for (const std::uint8_t g : point_group.generators) {
        is_preserved = is_preserved && preserves(grid.motions[g], group);
      }
      if (!is_preserved) continue;
      const auto step_at = [&](std::size_t place) {
        const auto number = static_cast<std::int32_t>(place);
        return Step{number % group.a, number / group.a};
      };
      const auto size = static_cast<std::size_t>(index);
      std::vector<bool> seen(generators == 2 ? size * size : size);
      for (std::size_t first = 0; first < (generators > 0 ? size : 1); ++first) {
        for (std::size_t second = 0; second < (generators > 1 ? size : 1); ++second) {
          if (!pace.tick(1 + point_group.motions.size())) co_yield pause;
          if (seen[second * size + first]) continue;
          if (!completed(grid, point_group, {step_at(first), step_at(second)}, group)) continue;
          found.push_back(group);
          if (!pace.tick(size)) co_yield pause;
          // Conjugates by translations.
          for (std::size_t place = 0; place < size; ++place) {
            const Step by = step_at(place);
            const auto moved = [&](std::size_t generator, std::size_t old) {
              const PointMotion& motion = grid.motions[point_group.generators[generator]];
              return group.place(step_at(old) + by - motion(by));
            };
            const std::size_t one = generators > 0 ? moved(0, first) : 0;
            const std::size_t other = generators > 1 ? moved(1, second) : 0;
            seen[other * size + one] = true;
          }
        }
      }
    }
  }
  co_return found;
}

CellOrbits cell_orbits(const Grid& grid, const PlaneGroup& group) {
  constexpr std::uint32_t none = UINT32_MAX;
  CellOrbits orbits;
  const auto kinds = static_cast<std::size_t>(grid.kinds());
  orbits.of.assign(static_cast<std::size_t>(group.index()) * kinds, none);
  for (std::int32_t y = 0; y < group.d; ++y) {
    for (std::int32_t x = 0; x < group.a; ++x) {
      for (std::int32_t kind = 0; kind < grid.kinds(); ++kind) {
        const auto here =
            static_cast<std::size_t>(y * group.a + x) * kinds + static_cast<std::size_t>(kind);
        if (orbits.of[here] != none) continue;
        orbits.size.push_back(0);
        for (const PlaneGroup::Element& element : group.elements) {
          const PlaneCell image = grid.motions[element.motion](PlaneCell{kind, {x, y}});
          auto& orbit = orbits.of[group.place(image.at + element.by) * kinds +
                                  static_cast<std::size_t>(image.kind)];
          if (orbit == none) ++orbits.size.back();
          orbit = static_cast<std::uint32_t>(orbits.orbits);
        }
        ++orbits.orbits;
      }
    }
  }
  return orbits;
}

}  // namespace combien
