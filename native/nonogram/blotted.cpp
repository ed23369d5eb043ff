#include "base/require.hpp"
#include "nonogram/blotted.hpp"

#include <algorithm>

namespace combien::nonogram {

namespace {

// The clue as an automaton that reads the line cell by cell.  The states are its parts in order:
// gap 0, block 0, gap 1, block 1, ..., the last gap.  Gap k may be empty unless it is between two
// blocks of the same letter; a block has as many cells as its length, and a blotted one has one or
// more.
//
// Boundary p is before cell p.  `from_left` holds the boundaries where a part may begin,
// `from_right` the boundaries where it may end.
class Reading {
 public:
  Reading(const Line& line, const std::uint64_t* planes, std::vector<std::uint64_t>& room)
      : line_(line), planes_(planes), boundaries_(line.length() + 1) {
    const std::size_t words = (boundaries_ + 63) / 64;
    const std::size_t parts = 2 * std::size_t{line.block_count()} + 1;
    words_ = words;
    room.assign((2 * parts + 2) * words, 0);
    begins_ = room.data();
    ends_ = begins_ + (parts + 1) * words;
  }

  // Whether the clue fits the line.
  bool go() {
    const std::uint32_t count = line_.block_count();
    mark(begins(0), 0);
    for (std::uint32_t k = 0; k <= count; ++k) {
      pass_gap(k);
      if (k < count) pass_block(k);
    }
    return has(begins_ + parts() * words_, line_.length());
  }

  // The backward pass; finds which cells can have which letter.
  // require: go() has returned true
  void come_back(std::uint64_t* left) {
    const std::uint32_t count = line_.block_count();
    COMBIEN_REQUIRE(has(begins_ + parts() * words_, line_.length()));
    std::fill_n(left, std::size_t{line_.words()} * line_.letters(), 0);
    mark(ends(parts() - 1), line_.length());
    for (std::uint32_t k = count + 1; k-- > 0;) {
      cover(left, gap(k), 0, line_.apart(k) ? 1 : 0, boundaries_);
      if (k == 0) break;
      const Block& block = line_.block(k - 1);
      const bool length_known = block.length != blotted_length;
      cover(left, gap(k) - 1, block.letter, length_known ? block.length : 1,
            length_known ? block.length : boundaries_);
    }
  }

 private:
  std::size_t parts() const { return 2 * std::size_t{line_.block_count()} + 1; }
  static std::size_t gap(std::uint32_t k) { return 2 * std::size_t{k}; }
  std::uint64_t* begins(std::size_t part) { return begins_ + part * words_; }
  std::uint64_t* ends(std::size_t part) { return ends_ + part * words_; }

  static void mark(std::uint64_t* set, std::uint32_t place) {
    set[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  static bool has(const std::uint64_t* set, std::uint32_t place) {
    return (set[place / 64] >> (place % 64) & 1) != 0;
  }
  bool may_be(std::uint32_t cell, std::uint32_t letter) const {
    return has(planes_ + std::size_t{letter} * line_.words(), cell);
  }

  void pass_gap(std::uint32_t k) { pass(gap(k), 0, line_.apart(k) ? 1 : 0, boundaries_); }
  void pass_block(std::uint32_t k) {
    const Block& block = line_.block(k);
    const bool length_known = block.length != blotted_length;
    pass(gap(k) + 1, block.letter, length_known ? block.length : 1,
         length_known ? block.length : boundaries_);
  }

  // Finds where the next part may begin if this one takes `least` to `most` cells of a letter.
  // `least` and `most` are equal, or any number from `least` (0 or 1) up is allowed.
  void pass(std::size_t part, std::uint32_t letter, std::uint32_t least, std::uint32_t most) {
    const std::uint64_t* here = begins(part);
    std::uint64_t* next = begins(part + 1);
    std::uint32_t run = 0;    // Consecutive cells of the letter before the boundary.
    std::uint32_t since = 0;  // Cells since the first boundary of the run where the part may begin.
    bool begun = false;
    for (std::uint32_t p = 0; p < boundaries_; ++p) {
      if (p > 0) {
        const bool fits = may_be(p - 1, letter);
        run = fits ? run + 1 : 0;
        begun = begun && fits;
        since = begun ? since + 1 : 0;
      }
      if (least == most) {
        if (run >= least && has(here, p - least)) mark(next, p);
        continue;
      }
      if (begun && since >= least) mark(next, p);
      if (!begun && has(here, p)) {
        begun = true;
        since = 0;
        if (least == 0) mark(next, p);
      }
    }
  }

  // The same from the right: finds where this part may be so that everything after it fits, the
  // cells that it can cover, and where the part before it may end.
  void cover(std::uint64_t* left, std::size_t part, std::uint32_t letter, std::uint32_t least,
             std::uint32_t most) {
    const std::uint64_t* from_left = begins(part);
    const std::uint64_t* from_right = ends(part);
    std::uint64_t* plane = left + std::size_t{letter} * line_.words();
    const std::uint32_t length = line_.length();
    if (least == most) {
      std::uint32_t run = 0;
      std::uint32_t painted = length;  // The cells from here on are marked, where they belong.
      for (std::uint32_t p = boundaries_; p-- > 0;) {
        run = p < length && may_be(p, letter) ? run + 1 : 0;
        if (run < least || !has(from_right, p + least) || !has(from_left, p)) continue;
        if (part > 0) mark(ends(part - 1), p);
        for (std::uint32_t cell = p; cell < std::min(p + least, painted); ++cell) mark(plane, cell);
        painted = p;
      }
      return;
    }
    // Runs of cells that may have the letter: in each, from the first boundary where the part may
    // begin to the last where it may end.
    for (std::uint32_t first = 0; first < boundaries_;) {
      std::uint32_t last = first;
      while (last < length && may_be(last, letter)) ++last;
      std::uint32_t begin = first;
      while (begin <= last && !has(from_left, begin)) ++begin;
      std::uint32_t end = last + 1;
      while (end > first && !has(from_right, end - 1)) --end;
      if (begin <= last && end > first && begin + least <= end - 1) {
        for (std::uint32_t cell = begin; cell < end - 1; ++cell) mark(plane, cell);
        for (std::uint32_t p = begin; p + least <= end - 1; ++p) {
          if (part > 0 && has(from_left, p)) mark(ends(part - 1), p);
        }
      }
      first = last + 1;
    }
  }

  const Line& line_;
  const std::uint64_t* planes_;
  std::uint32_t boundaries_;
  std::size_t words_ = 0;
  std::uint64_t* begins_ = nullptr;
  std::uint64_t* ends_ = nullptr;
};

}  // namespace

bool solve_blotted_line(const Line& line, std::uint64_t* planes, std::vector<std::uint64_t>& room) {
  COMBIEN_REQUIRE(line.fits());
  Reading reading(line, planes, room);
  if (!reading.go()) return false;
  std::vector<std::uint64_t> left(std::size_t{line.words()} * line.letters());
  reading.come_back(left.data());
  std::copy(left.begin(), left.end(), planes);
  return true;
}

}  // namespace combien::nonogram
