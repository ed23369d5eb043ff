#include "plane/isohedral.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "base/require.hpp"

namespace combien {

namespace {

// All sums of k fractions 1 / s, times 24, where s divides this number of symmetries: 1 to 12.
std::set<std::int32_t> areas_times_24(std::size_t symmetries, std::uint32_t k) {
  std::set<std::int32_t> sums{0};
  for (std::uint32_t tile = 0; tile < k; ++tile) {
    std::set<std::int32_t> next;
    for (const std::int32_t sum : sums) {
      for (std::size_t s = 1; s <= symmetries; ++s) {
        if (symmetries % s == 0 && 24 % s == 0) next.insert(sum + static_cast<int>(24 / s));
      }
    }
    sums = std::move(next);
  }
  return sums;
}

// The placements of a tile that a group moves only to disjoint ones, as sets of orbits.
class Placements {
 public:
  Placements(const Grid& grid, const Orientations& tile, const PlaneGroups::Entry& entry)
      : grid_(grid), tile_(tile), group_(entry.group), orbits_(entry.orbits) {
    const Step extent = tile.extent();
    width_ = group_.a + extent.x;
    const auto kinds = static_cast<std::size_t>(grid.kinds());
    window_.reserve(static_cast<std::size_t>(width_ * (group_.d + extent.y)) * kinds);
    for (std::int32_t y = 0; y < group_.d + extent.y; ++y) {
      for (std::int32_t x = 0; x < width_; ++x) {
        const std::size_t place = group_.place({x, y}) * kinds;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
          window_.push_back(orbits_.of[place + kind]);
        }
      }
    }
    for (const auto& shape : tile.shapes()) {
      auto& row = offsets_.emplace_back();
      for (const PlaneCell& cell : shape) row.push_back(offset(cell.at) + cell.kind);
    }
  }

  // The orbits that a placement covers; false if a motion moves it to one that overlaps it.
  bool covered(std::uint32_t shape, Step by, OrbitSet& set) const {
    set = {};
    const auto here = window_.begin() + offset(by);
    const std::size_t whole = group_.elements.size();
    bool is_free = true;
    for (const std::int32_t cell : offsets_[shape]) {
      const std::uint32_t orbit = here[cell];
      if (set.contains(orbit) || orbits_.size[orbit] != whole) {
        if (tile_.symmetries() == 1) return false;
        is_free = false;
      }
      set.add(orbit);
    }
    return is_free || is_symmetric(shape, by);
  }

 private:
  std::int32_t offset(Step step) const { return (step.y * width_ + step.x) * grid_.kinds(); }

  // Whether the images of the placement are the placement itself, or disjoint.
  bool is_symmetric(std::uint32_t shape, Step by) const {
    std::set<std::size_t> cells;
    const auto kinds = static_cast<std::size_t>(grid_.kinds());
    const auto number = [&](const PlaneCell& cell, Step step) {
      return group_.place(cell.at + step) * kinds + static_cast<std::size_t>(cell.kind);
    };
    for (const PlaneCell& cell : tile_.shapes()[shape]) {
      if (!cells.insert(number(cell, by)).second) return false;
    }
    for (const PlaneGroup::Element& element : group_.elements) {
      const auto [image, home] = tile_.image(element.motion, shape);
      const Step step = home + grid_.motions[element.motion](by) + element.by;
      if (image == shape && group_.place(step) == group_.place(by)) continue;
      for (const PlaneCell& cell : tile_.shapes()[image]) {
        if (cells.contains(number(cell, step))) return false;
      }
    }
    return true;
  }

  const Grid& grid_;
  const Orientations& tile_;
  const PlaneGroup& group_;
  const CellOrbits& orbits_;
  std::int32_t width_;
  std::vector<std::uint32_t> window_;  // Orbits by steps and kind.
  std::vector<std::vector<std::int32_t>> offsets_;
};

constexpr std::uint64_t most_kept_bytes = 1 << 28;

struct Option {
  OrbitSet set;
  PlaneTiling::Tile tile;
};

// The options that cover all orbits, exactly; nullopt if no k do.
Gradual<std::optional<std::vector<PlaneTiling::Tile>>> cover(std::vector<Option> options,
                                                             std::size_t orbits, std::uint32_t k,
                                                             Pace& pace) {
  // Sorted by least orbit: the next option has the least uncovered orbit as its own least one.
  // Stable, so that every standard library keeps the same one of equal options.
  std::stable_sort(options.begin(), options.end(), [](const Option& one, const Option& other) {
    return std::pair(one.set.first(), one.set) < std::pair(other.set.first(), other.set);
  });
  const auto repeated =
      std::unique(options.begin(), options.end(),
                  [](const Option& one, const Option& other) { return one.set == other.set; });
  options.erase(repeated, options.end());
  std::vector<std::size_t> begins(orbits + 1, options.size());
  for (std::size_t place = options.size(); place-- > 0;) begins[options[place].set.first()] = place;
  for (std::size_t orbit = orbits; orbit-- > 0;) {
    begins[orbit] = std::min(begins[orbit], begins[orbit + 1]);
  }
  struct Frame {
    OrbitSet covered;
    std::size_t next, end;
  };
  std::vector<Frame> frames{{{}, begins[0], begins[1]}};
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next == frame.end) {
      frames.pop_back();
      continue;
    }
    if (!pace.tick()) co_yield pause;
    const OrbitSet& set = options[frame.next++].set;
    if (frame.covered.meets(set)) continue;
    const OrbitSet all = frame.covered.joined(set);
    const std::size_t missing = all.first_missing();
    if (missing >= orbits) {
      if (frames.size() != k) continue;
      std::vector<PlaneTiling::Tile> tiles;
      for (const Frame& one : frames) tiles.push_back(options[one.next - 1].tile);
      co_return tiles;
    }
    if (frames.size() < k) frames.push_back({all, begins[missing], begins[missing + 1]});
  }
  co_return std::nullopt;
}

}  // namespace

const std::vector<PlaneGroups::Entry>& PlaneGroups::keep(std::size_t type, std::int32_t index,
                                                         std::vector<PlaneGroup> groups) {
  auto& entries = entries_[{type, index}];
  for (PlaneGroup& group : groups) {
    CellOrbits orbits = cell_orbits(grid_, group);
    bytes_ += sizeof(Entry) + 4 * (orbits.of.size() + orbits.size.size());
    entries.push_back({std::move(group), std::move(orbits)});
  }
  return entries;
}

void IsohedralSearch::begin(const std::vector<PlaneCell>& tile, std::uint32_t k) {
  search_.reset();
  tile_.emplace(groups_.grid(), tile);
  if (k < 1 || k > OrbitSet::capacity / tile_->cells()) {
    throw std::invalid_argument("too many orbits, or too large a tile");
  }
  if (groups_.bytes() > most_kept_bytes) groups_.clear();
  search_.emplace(search(k));
}

Outcome IsohedralSearch::run(Slice& slice, std::uint64_t most_bytes) {
  COMBIEN_REQUIRE(begun());
  if (groups_.bytes() > most_bytes) return Outcome::out_of_bytes;
  if (slice.left() == 0) return Outcome::out_of_slice;
  const std::uint64_t before = steps();
  pace_.set(slice, slice.left());
  const bool is_done = search_->run();
  slice.take(steps() - before);
  if (!is_done) return Outcome::out_of_slice;
  auto found = search_->take();
  search_.reset();
  if (!found) return Outcome::done;
  tiling_ = std::move(*found);
  return Outcome::solution;
}

Gradual<std::optional<PlaneTiling>> IsohedralSearch::search(std::uint32_t k) {
  const Orientations& tile = *tile_;
  const Grid& grid = groups_.grid();
  for (std::size_t type = 0; type < groups_.classes().size(); ++type) {
    const PointGroup& point_group = groups_.classes()[type];
    const std::size_t order = point_group.motions.size();
    for (const std::int32_t area : areas_times_24(std::gcd(tile.symmetries(), order), k)) {
      // Cells modulo the sublattice, times 24.
      const std::size_t cells = tile.cells() * order * static_cast<std::size_t>(area);
      const auto kinds = 24 * static_cast<std::size_t>(grid.kinds());
      if (cells % kinds != 0) continue;
      const auto index = static_cast<std::int32_t>(cells / kinds);
      const std::vector<PlaneGroups::Entry>* entries = groups_.find(type, index);
      if (entries == nullptr) {
        Gradual<std::vector<PlaneGroup>> all = plane_groups(grid, point_group, index, pace_);
        while (!all.run()) co_yield pause;
        entries = &groups_.keep(type, index, all.take());
      }
      for (const PlaneGroups::Entry& entry : *entries) {
        if (entry.orbits.orbits > k * tile.cells()) continue;
        const Placements placements(grid, tile, entry);
        std::vector<Option> options;
        for (std::uint32_t shape = 0; shape < tile.shapes().size(); ++shape) {
          for (std::int32_t y = 0; y < entry.group.d; ++y) {
            if (!pace_.tick(static_cast<std::uint64_t>(entry.group.a))) co_yield pause;
            for (std::int32_t x = 0; x < entry.group.a; ++x) {
              OrbitSet set;
              if (placements.covered(shape, {x, y}, set)) options.push_back({set, {shape, {x, y}}});
            }
          }
        }
        if (options.empty()) continue;
        auto covering = cover(std::move(options), entry.orbits.orbits, k, pace_);
        while (!covering.run()) co_yield pause;
        if (auto tiles = covering.take()) co_return PlaneTiling{entry.group, std::move(*tiles)};
      }
    }
  }
  co_return std::nullopt;
}

}  // namespace combien
