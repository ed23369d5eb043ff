#include "strip/strip_lengths.hpp"

#include <algorithm>
#include <utility>

namespace combien {

namespace {

// Profiles that are continued together, so that equal ones within a column are merged.
constexpr std::size_t level_part = std::size_t{1} << 16;

// Memory is checked once in this many steps.
constexpr std::uint64_t checked = 1024;

}  // namespace

bool StripLengths::fits(const StripTiles& tiles) {
  return valid(tiles) && tiles.prisms.empty() && tiles.slots <= most_width &&
         std::all_of(tiles.placements.begin(), tiles.placements.end(),
                     [](const Cells& cells) { return cells.back() < most_window; });
}

StripLengths::StripLengths(const StripTiles& tiles, std::uint32_t modulus, std::vector<bool> wanted)
    : width_(tiles.slots),
      modulus_(modulus),
      wanted_(std::move(wanted)),
      missing_(static_cast<std::uint32_t>(std::count(wanted_.begin(), wanted_.end(), true))),
      shortest_(std::max(1u, modulus), unknown),
      ends_(shortest_.size()),
      placements_(width_),
      at_cell_(width_),
      cell_(width_) {
  COMBIEN_REQUIRE(fits(tiles) && wanted_.size() == shortest_.size());
  visited_.number({});
  std::uint32_t window = width_;
  for (const Cells& cells : tiles.placements) window = std::max(window, cells.back() + 1);
  covers_.resize(window);
  for (const Cells& cells : tiles.placements) {
    const Profile profile(cells);
    placements_[cells.front()].push_back({profile, neighbors(profile, window)});
  }
  for (std::uint32_t column = 0; column < window; column += width_) {
    for (const Cells& cells : tiles.placements) {
      // What lies beyond the window is uncovered.
      const Profile profile(cells, column);
      for (const std::uint32_t cell : cells) {
        if (column + cell < window) covers_[column + cell].push_back(profile);
      }
    }
  }
  for (const Cells& symmetry : tiles.symmetries) {
    images_.push_back(image_of_cells(symmetry, slabs_touched(tiles) * width_));
    // A profile has no cells beyond the window, nor has its image.
    for (std::uint32_t& image : images_.back()) image = std::min(image, most_window - 1);
  }
}

// The cells beside those of a placement, which it may make uncoverable.
Cells StripLengths::neighbors(const Profile& cells, std::uint32_t window) const {
  Cells found;
  for (std::uint32_t cell = 0; cell < window; ++cell) {
    if (cells.has(cell)) continue;
    const bool beside = (cell >= width_ && cells.has(cell - width_)) ||
                        (cell + width_ < window && cells.has(cell + width_)) ||
                        (cell % width_ > 0 && cells.has(cell - 1)) ||
                        (cell % width_ + 1 < width_ && cells.has(cell + 1));
    if (beside) found.push_back(cell);
  }
  return found;
}

std::uint64_t StripLengths::bytes() const {
  std::uint64_t sum = visited_.bytes();
  for (const Numbering<State>& states : at_cell_) sum += states.bytes();
  return sum;
}

std::uint64_t StripLengths::growth() const {
  std::size_t most = 0;
  for (const std::vector<Placement>& there : placements_) most = std::max(most, there.size());
  return visited_.growth(checked * most);
}

Outcome StripLengths::run(Slice& slice, std::uint64_t bytes, std::uint32_t most) {
  while (true) {
    if (complete_ || length_ >= most) return Outcome::done;
    if (cell_ == width_) {
      if (chunk_end_ == level_end_) {
        // A column is complete.
        ++length_;
        level_end_ = visited_.size();
        complete_ = missing_ == 0 || chunk_end_ == level_end_;
        if (complete_) continue;
        if (length_ >= most) return Outcome::done;
      }
      cell_ = 0;
      next_ = 0;
      for (Numbering<State>& states : at_cell_) states.clear();
      open_chunk();
    }
    for (; cell_ < width_; ++cell_, next_ = 0) {
      Numbering<State>& here = at_cell_[cell_];
      for (; next_ < here.size(); ++next_) {
        if (!slice.step(placements_[cell_].size())) return Outcome::out_of_slice;
        if (steps_ % checked == 0 && this->bytes() + growth() > bytes) return Outcome::out_of_bytes;
        ++steps_;
        const State state = here[next_];
        for (const Placement& placement : placements_[cell_]) {
          if (state.profile.meets(placement.cells)) continue;
          const Profile profile = state.profile.with(placement.cells);
          const auto coverable = [&](std::uint32_t cell) { return is_coverable(profile, cell); };
          if (std::all_of(placement.neighbors.begin(), placement.neighbors.end(), coverable)) {
            go_on(profile, state.origin);
          }
        }
      }
    }
  }
}

void StripLengths::open_chunk() {
  const std::size_t end = std::min(level_end_, chunk_end_ + level_part);
  for (; chunk_end_ < end; ++chunk_end_) {
    go_on(visited_[chunk_end_].profile, static_cast<std::uint32_t>(chunk_end_));
  }
}

// Goes on to the next uncovered cell, at most to the end of the column.
void StripLengths::go_on(const Profile& profile, std::uint32_t origin) {
  const std::uint32_t covered = profile.leading();
  if (covered < width_) {
    at_cell_[covered].number({profile, 0, origin});
    return;
  }
  const Profile rest = profile.behind(width_);
  const std::uint32_t residue = modulus_ == 0 ? 0 : (length_ + 1) % modulus_;
  if (rest.empty() && shortest_[residue] == unknown) {
    shortest_[residue] = length_ + 1;
    ends_[residue] = origin;
    if (wanted_[residue]) --missing_;
  }
  for (std::uint32_t cell = 0; cell < covers_.size(); ++cell) {
    if (!is_coverable(rest, cell)) return;
  }
  visited_.number({rest.least_image(images_), residue, origin});
}

bool StripLengths::is_coverable(const Profile& profile, std::uint32_t cell) const {
  if (profile.has(cell)) return true;
  const std::vector<Profile>& covers = covers_[cell];
  return std::any_of(covers.begin(), covers.end(),
                     [&](const Profile& cover) { return !profile.meets(cover); });
}

std::vector<StripLengths::Profile> StripLengths::path(std::uint32_t residue) const {
  COMBIEN_REQUIRE(shortest_[residue] != unknown);
  std::vector<Profile> all{Profile{}};
  std::uint32_t at = ends_[residue];
  for (std::uint32_t left = shortest_[residue]; left > 1; --left) {
    all.push_back(visited_[at].profile);
    at = visited_[at].origin;
  }
  all.push_back(Profile{});
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace combien
