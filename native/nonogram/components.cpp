#include "nonogram/components.hpp"

#include <algorithm>
#include <bit>

#include "base/require.hpp"

namespace combien::nonogram {

namespace {

// Lines with more blocks times boundaries than this are not cut, nor are lines with blotted blocks:
// all their cells belong to one component.
constexpr std::uint64_t most_possible = 1 << 24;

}  // namespace

Components::Components(const Deduction& board) : board_(board) {}

std::vector<Component> Components::of(const std::vector<std::uint32_t>& cells) {
  COMBIEN_REQUIRE(board_.complete());
  COMBIEN_REQUIRE(std::is_sorted(cells.begin(), cells.end()));
  const Puzzle& puzzle = board_.puzzle();
  parent_.resize(board_.cells());
  place_.assign(board_.cells(), 0);
  stretches_.clear();
  text_.clear();
  std::vector<std::uint8_t> lines(puzzle.line_count(), 0);
  std::vector<std::uint32_t> unknown;
  for (const std::uint32_t cell : cells) {
    if (std::has_single_bit(board_.letters(CellId{cell}))) continue;
    unknown.push_back(cell);
    parent_[cell] = cell;
    place_[cell] = 1;
    lines[puzzle.row_of(cell)] = lines[puzzle.column_of(cell)] = 1;
  }
  for (std::uint32_t id = 0; id < puzzle.line_count(); ++id) {
    if (lines[id] != 0) join(id);
  }
  std::vector<Component> parts;
  for (const std::uint32_t cell : unknown) {
    const std::uint32_t first = root(cell);
    // The root is the smallest cell of its component, so it comes first.
    if (first == cell) {
      parts.emplace_back();
      place_[cell] = static_cast<std::uint32_t>(parts.size());
    }
    parts[place_[first] - 1].cells.push_back(cell);
  }
  std::size_t begin = 0;
  for (const Stretch& stretch : stretches_) {
    parts[place_[root(stretch.cell)] - 1].key.append(text_, begin, stretch.end - begin);
    begin = stretch.end;
  }
  return parts;
}

// Joins the cells of each stretch of a line, and adds the stretches to the keys.
void Components::join(std::uint32_t id) {
  find_cuts(id);
  const Puzzle& puzzle = board_.puzzle();
  const std::uint32_t length = puzzle.line(LineId{id}).length();
  std::uint32_t begin = 0;
  for (std::uint32_t k = 0; k <= length; ++k) {
    if (k < length && cuts_[k] == 0) continue;
    std::uint32_t before = board_.cells();
    for (std::uint32_t p = begin; p < k; ++p) {
      const std::uint32_t cell = puzzle.cell_of(id, p);
      if (place_[cell] == 0) continue;
      if (before != board_.cells()) {
        const std::uint32_t one = root(before);
        const std::uint32_t other = root(cell);
        parent_[std::max(one, other)] = std::min(one, other);
      }
      before = cell;
    }
    if (before != board_.cells()) {
      add_stretch(id, begin, k);
      stretches_.push_back({before, text_.size()});
    }
    begin = k;
  }
}

// Writes the part of the key for the cells of a line from `begin` to before `end`, each of them a
// cut or an end of the line.  Known cells before the first unknown one and after the last matter
// only by the blocks that they contain, and by the length of the run next to the unknown cell.
void Components::add_stretch(std::uint32_t id, std::uint32_t begin, std::uint32_t end) {
  const Line& line = board_.puzzle().line(LineId{id});
  const auto known = [&](std::uint32_t k) { return std::has_single_bit(sets_[k]); };
  std::uint32_t first = begin;
  std::uint32_t last = end - 1;
  std::uint32_t blocks = begin == 0 ? 0 : before_[begin];
  std::uint32_t run = 0;
  // Ends a run, which is a block, at a cell of another letter.
  const auto extend = [&](std::uint32_t k, std::uint32_t neighbor, bool has_neighbor) {
    const bool continued = has_neighbor && sets_[neighbor] == sets_[k];
    const bool ends = run > 0 && !continued;
    run = sets_[k] == 1 ? 0 : continued ? run + 1 : 1;
    return ends ? 1u : 0u;
  };
  for (; known(first); ++first) blocks += extend(first, first - 1, first > begin);
  write(id, 4);
  write(first, 4);
  write(blocks, 4);
  write(run, 4);
  blocks = end == line.length() ? line.block_count() : before_[end];
  run = 0;
  for (; known(last); --last) blocks -= extend(last, last + 1, last + 1 < end);
  write(last, 4);
  write(blocks, 4);
  write(run, 4);
  const std::uint32_t bytes = (line.letters() + 7) / 8;
  for (std::uint32_t k = first; k <= last; ++k) write(sets_[k], bytes);
}

void Components::write(std::uint64_t number, std::uint32_t bytes) {
  for (std::uint32_t k = 0; k < bytes; ++k) text_ += static_cast<char>(number >> 8 * k & 255);
}

std::uint32_t Components::root(std::uint32_t cell) {
  while (parent_[cell] != cell) {
    parent_[cell] = parent_[parent_[cell]];
    cell = parent_[cell];
  }
  return cell;
}

void Components::find_cuts(std::uint32_t id) {
  const Puzzle& puzzle = board_.puzzle();
  const Line& line = puzzle.line(LineId{id});
  const std::uint32_t length = line.length();
  cuts_.assign(length, 0);
  before_.assign(length, 0);
  sets_.resize(length);
  for (std::uint32_t k = 0; k < length; ++k) {
    sets_[k] = board_.letters(CellId{puzzle.cell_of(id, k)});
  }
  if (line.blotted() || std::uint64_t{line.block_count() + 1} * (length + 1) > most_possible)
    return;
  if (!leftmost(line, false, earliest_) || !leftmost(line, true, latest_)) return;
  // On the reversed line, the last block comes first, and its start corresponds to its end here.
  const std::uint32_t count = line.block_count();
  std::uint32_t most = 0;   // Blocks before a cell in the filling with all blocks leftmost.
  std::uint32_t least = 0;  // The same with all blocks rightmost.
  for (std::uint32_t k = 0; k < length; ++k) {
    while (most < count && earliest_[most] < k) ++most;
    while (least < count && length - latest_[count - 1 - least] - line.block(least).length < k) {
      ++least;
    }
    cuts_[k] = sets_[k] == 1 && most == least ? 1 : 0;
    before_[k] = most;
  }
}

// Where each block starts when all are as far left as possible, optionally on the reversed line.
bool Components::leftmost(const Line& line, bool turned, std::vector<std::uint32_t>& starts) {
  const std::uint32_t length = line.length();
  const std::uint32_t count = line.block_count();
  const std::size_t stride = length + 1;
  const auto set = [&](std::uint32_t k) { return sets_[turned ? length - 1 - k : k]; };
  const auto block = [&](std::uint32_t k) -> const Block& {
    return line.block(turned ? count - 1 - k : k);
  };
  const auto apart_after = [&](std::uint32_t k) {
    return k + 1 < count && line.apart(turned ? count - 1 - k : k + 1);
  };
  ones_.assign(stride * line.letters(), 0);
  for (std::uint32_t k = length; k-- > 0;) {
    for (std::uint32_t l = 0; l < line.letters(); ++l) {
      if ((set(k) >> l & 1) != 0) ones_[l * stride + k] = ones_[l * stride + k + 1] + 1;
    }
  }
  possible_.assign(stride * (count + 1), 0);
  // Whether block k can start here, with all later blocks somewhere after it.
  const auto starts_at = [&](std::uint32_t k, std::uint32_t p) {
    const Block& placed = block(k);
    if (ones_[placed.letter * stride + p] < placed.length) return false;
    const std::uint32_t end = p + placed.length;
    if (!apart_after(k)) return possible_[(k + 1) * stride + end] != 0;
    return ones_[end] > 0 && possible_[(k + 1) * stride + end + 1] != 0;
  };
  for (std::uint32_t k = count + 1; k-- > 0;) {
    for (std::uint32_t p = length + 1; p-- > 0;) {
      const bool ends = k == count && p == length;
      const bool passes = ones_[p] > 0 && possible_[k * stride + p + 1] != 0;
      possible_[k * stride + p] = ends || passes || (k < count && starts_at(k, p)) ? 1 : 0;
    }
  }
  if (possible_[0] == 0) return false;
  starts.assign(count, 0);
  std::uint32_t p = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    while (!starts_at(k, p)) ++p;
    starts[k] = p;
    p += block(k).length + (apart_after(k) ? 1 : 0);
  }
  return true;
}

}  // namespace combien::nonogram
