#include "plane/coronas.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace combien {

namespace {

constexpr std::int64_t most_cells = 20'000'000;
// Larger regions are not told from the outside.
constexpr std::size_t most_hole_tiles = 4;
constexpr std::uint32_t rim = UINT32_MAX;

}  // namespace

Coronas::Coronas(Grid grid, const std::vector<PlaneCell>& tile, std::uint32_t layers,
                 std::uint32_t solid)
    : grid_(std::move(grid)),
      tile_(grid_, tile),
      layers_(layers),
      solid_(solid),
      kinds_(grid_.kinds()) {
  // Each corona adds the extent of a tile and of a neighbor on each side.
  Step reach{1, 1};
  for (const auto& cells : grid_.touching) {
    for (const PlaneCell& cell : cells) {
      reach = {std::max(reach.x, std::abs(cell.at.x)), std::max(reach.y, std::abs(cell.at.y))};
    }
  }
  const Step extent = tile_.extent() + reach;
  const auto rings = static_cast<std::int64_t>(layers) + 2;
  if ((2 * rings + 1) * (2 * rings + 1) * extent.x * extent.y * kinds_ > most_cells) {
    throw std::range_error("the coronas are too large");
  }
  width_ = static_cast<std::int32_t>(2 * rings + 1) * extent.x;
  height_ = static_cast<std::int32_t>(2 * rings + 1) * extent.y;
  owners_.assign(static_cast<std::size_t>(width_ * height_ * kinds_), -1);
  for (const auto& shape : tile_.shapes()) {
    auto& cells = cells_.emplace_back();
    std::set<PlaneCell> near;
    for (const PlaneCell& cell : shape) {
      cells.push_back(offset(cell));
      for (const PlaneCell& other : grid_.touching[static_cast<std::size_t>(cell.kind)]) {
        near.insert({other.kind, cell.at + other.at});
      }
    }
    auto& around = around_.emplace_back();
    for (const PlaneCell& cell : near) {
      if (!std::binary_search(shape.begin(), shape.end(), cell)) around.push_back(offset(cell));
    }
  }
  reached_.assign(owners_.size(), 0);
  // Floods end at the rim of the window, which no tile reaches.
  for (std::int32_t y = 0; y < height_; ++y) {
    for (std::int32_t x = 0; x < width_; ++x) {
      if (std::min({x, y, width_ - 1 - x, height_ - 1 - y}) >= std::max(reach.x, reach.y)) continue;
      const auto place = static_cast<std::size_t>((y * width_ + x) * kinds_);
      std::fill_n(reached_.begin() + static_cast<std::ptrdiff_t>(place), kinds_, rim);
    }
  }
  for (std::int32_t kind = 0; kind < kinds_; ++kind) {
    auto& sides = sides_.emplace_back();
    for (const PlaneCell& cell : grid_.sides[static_cast<std::size_t>(kind)]) {
      sides.push_back(offset(cell) - kind);
    }
  }
  place({0, (height_ / 2 * width_ + width_ / 2) * kinds_});
  set_layer(0, 0);
}

Outcome Coronas::run(Slice& slice) {
  // Between slices the last frame has a candidate to try, or none is left.
  if (!begun_) {
    begun_ = true;
    frames_.push_back({{}, 0, changes_.size()});
    if (!choose(frames_.back().candidates)) return Outcome::solution;
  }
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    undo(frame.changes);
    if (frame.next == frame.candidates.size()) {
      frames_.pop_back();
      continue;
    }
    if (!slice.step(16)) return Outcome::out_of_slice;
    ++steps_;
    place(frame.candidates[frame.next++]);
    if (closes_hole()) continue;
    std::vector<Candidate> candidates;
    if (choose(candidates)) {
      if (!candidates.empty()) frames_.push_back({std::move(candidates), 0, changes_.size()});
    } else if (!has_bad_hole()) {
      return Outcome::solution;
    }
  }
  return Outcome::done;
}

std::vector<Coronas::Tile> Coronas::tiles() const {
  std::vector<Tile> tiles;
  const std::int32_t center = placed_[0].at;
  const std::int32_t row = width_ * kinds_;
  for (const Placed& tile : placed_) {
    const std::int32_t y = tile.at / row - center / row;
    const std::int32_t x = tile.at % row / kinds_ - center % row / kinds_;
    tiles.push_back({tile.shape, {x, y}, tile.layer});
  }
  return tiles;
}

bool Coronas::fits(const Candidate& candidate) const {
  const auto& cells = cells_[candidate.shape];
  return std::all_of(cells.begin(), cells.end(), [&](std::int32_t cell) {
    return owners_[static_cast<std::size_t>(candidate.at + cell)] < 0;
  });
}

void Coronas::place(const Candidate& candidate) {
  const auto tile = static_cast<std::int32_t>(placed_.size());
  changes_.push_back({-1, 0, false, required_.size()});
  placed_.push_back({candidate.shape, candidate.at, layers_ + 1, false});
  for (const std::int32_t cell : cells_[candidate.shape]) {
    owners_[static_cast<std::size_t>(candidate.at + cell)] = tile;
  }
  std::uint32_t least = layers_;
  for (const std::int32_t cell : around_[candidate.shape]) {
    const std::int32_t owner = owners_[static_cast<std::size_t>(candidate.at + cell)];
    if (owner >= 0) least = std::min(least, placed_[static_cast<std::size_t>(owner)].layer);
  }
  set_layer(tile, least + 1);
}

void Coronas::set_layer(std::int32_t tile, std::uint32_t layer) {
  Placed& one = placed_[static_cast<std::size_t>(tile)];
  if (layer >= one.layer) return;
  changes_.push_back({tile, one.layer, one.is_inner, required_.size()});
  one.layer = layer;
  const std::int32_t at = one.at;
  const auto& around = around_[one.shape];
  if (layer < layers_ && !one.is_inner) {
    one.is_inner = true;
    for (const std::int32_t cell : around) required_.push_back(at + cell);
  }
  for (const std::int32_t cell : around) {
    const std::int32_t owner = owners_[static_cast<std::size_t>(at + cell)];
    if (owner >= 0) set_layer(owner, layer + 1);
  }
}

void Coronas::undo(std::size_t changes) {
  while (changes_.size() > changes) {
    const Change change = changes_.back();
    changes_.pop_back();
    required_.resize(change.required);
    if (change.tile >= 0) {
      Placed& one = placed_[static_cast<std::size_t>(change.tile)];
      one.layer = change.layer;
      one.is_inner = change.is_inner;
      continue;
    }
    for (const std::int32_t cell : cells_[placed_.back().shape]) {
      owners_[static_cast<std::size_t>(placed_.back().at + cell)] = -1;
    }
    placed_.pop_back();
  }
}

bool Coronas::choose(std::vector<Candidate>& candidates) const {
  bool is_open = false;
  std::vector<Candidate> found;
  for (const std::int32_t cell : required_) {
    if (owners_[static_cast<std::size_t>(cell)] >= 0) continue;
    found.clear();
    const std::int32_t kind = cell % kinds_;
    for (std::uint32_t shape = 0; shape < cells_.size(); ++shape) {
      for (const std::int32_t part : cells_[shape]) {
        if (is_open && found.size() >= candidates.size()) break;
        // Offsets of negative kinds do not exist: shapes have steps of zero or more.
        if (part % kinds_ != kind) continue;
        const Candidate candidate{shape, cell - part};
        if (fits(candidate)) found.push_back(candidate);
      }
    }
    if (!is_open || found.size() < candidates.size()) candidates.swap(found);
    is_open = true;
    if (candidates.empty()) return true;
  }
  return is_open;
}

bool Coronas::closes_hole() {
  // What the layers enclose that may have no hole has to be filled, by whole tiles.
  const Placed& last = placed_.back();
  if (last.layer > solid_) return false;
  const auto is_open = [&](std::int32_t cell) {
    const std::int32_t owner = owners_[static_cast<std::size_t>(cell)];
    return owner < 0 || placed_[static_cast<std::size_t>(owner)].layer > solid_;
  };
  const std::size_t most = most_hole_tiles * tile_.cells();
  const std::uint32_t first = floods_ + 1;
  for (const std::int32_t beside : around_[last.shape]) {
    const std::int32_t start = last.at + beside;
    if (!is_open(start) || reached_[static_cast<std::size_t>(start)] >= first) continue;
    ++floods_;
    flood_.assign(1, start);
    reached_[static_cast<std::size_t>(start)] = floods_;
    bool is_outside = false;
    for (std::size_t k = 0; k < flood_.size() && !is_outside; ++k) {
      const std::int32_t cell = flood_[k];
      for (const std::int32_t side : sides_[static_cast<std::size_t>(cell % kinds_)]) {
        const std::int32_t near = cell + side;
        std::uint32_t& reached = reached_[static_cast<std::size_t>(near)];
        if (reached == floods_ || !is_open(near)) continue;
        // The rim, or where another flood of this tile came by, which went outside.
        if (reached >= first) {
          is_outside = true;
          break;
        }
        reached = floods_;
        flood_.push_back(near);
      }
      is_outside = is_outside || flood_.size() > most;
    }
    if (!is_outside && flood_.size() % tile_.cells() != 0) return true;
  }
  return false;
}

bool Coronas::has_bad_hole() const {
  for (std::uint32_t layer = 1; layer <= solid_; ++layer) {
    if (has_hole(layer)) return true;
  }
  return false;
}

bool Coronas::has_hole(std::uint32_t most_layer) const {
  // The cells that the outside reaches, in the box of the patch with a margin.
  const std::int32_t row = width_ * kinds_;
  std::int32_t low_x = width_, high_x = 0, low_y = height_, high_y = 0;
  std::size_t inside = 0;
  for (const Placed& tile : placed_) {
    if (tile.layer > most_layer) continue;
    inside += tile_.cells();
    const std::int32_t x = tile.at % row / kinds_, y = tile.at / row;
    low_x = std::min(low_x, x);
    high_x = std::max(high_x, x);
    low_y = std::min(low_y, y);
    high_y = std::max(high_y, y);
  }
  const Step extent = tile_.extent();
  low_x -= 2, low_y -= 2;
  const std::int32_t across = high_x + extent.x + 2 - low_x, up = high_y + extent.y + 2 - low_y;
  std::vector<bool> seen(static_cast<std::size_t>(across * up * kinds_));
  std::vector<PlaneCell> stack;
  for (std::int32_t y = 0; y < up; ++y) {
    for (std::int32_t x = 0; x < across; ++x) {
      if (x > 0 && y > 0 && x < across - 1 && y < up - 1) continue;
      for (std::int32_t kind = 0; kind < kinds_; ++kind) {
        stack.push_back({kind, {x, y}});
        seen[static_cast<std::size_t>((y * across + x) * kinds_ + kind)] = true;
      }
    }
  }
  std::size_t outside = stack.size();
  while (!stack.empty()) {
    const PlaneCell cell = stack.back();
    stack.pop_back();
    for (const PlaneCell& side : grid_.sides[static_cast<std::size_t>(cell.kind)]) {
      const PlaneCell near{side.kind, cell.at + side.at};
      if (near.at.x < 0 || near.at.y < 0 || near.at.x >= across || near.at.y >= up) continue;
      const auto place =
          static_cast<std::size_t>((near.at.y * across + near.at.x) * kinds_ + near.kind);
      if (seen[place]) continue;
      const std::int32_t owner = owners_[static_cast<std::size_t>(
          (near.at.y + low_y) * row + (near.at.x + low_x) * kinds_ + near.kind)];
      if (owner >= 0 && placed_[static_cast<std::size_t>(owner)].layer <= most_layer) continue;
      seen[place] = true;
      ++outside;
      stack.push_back(near);
    }
  }
  return outside + inside != seen.size();
}

}  // namespace combien
