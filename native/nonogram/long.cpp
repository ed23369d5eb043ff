#include "base/require.hpp"
#include "nonogram/long.hpp"

#include <algorithm>

#include "nonogram/short.hpp"

namespace combien::nonogram {

namespace {

using Word = std::uint64_t;

// An array of words of which only a range is stored; the others are zero.
struct Window {
  Word* words = nullptr;
  std::int64_t first = 0;
  std::int64_t last = -1;

  Word at(std::int64_t w) const { return w < first || w > last ? 0 : words[w - first]; }
  Word& operator[](std::int64_t w) { return words[w - first]; }

  // The 64 bits starting at this index, which may be outside the range.
  Word from(std::int64_t place) const {
    const std::int64_t w = place >> 6;
    const auto r = static_cast<std::uint32_t>(place & 63);
    return r == 0 ? at(w) : at(w) >> r | at(w + 1) << (64 - r);
  }
};

// The words that contain the boundaries of a gap.
std::int64_t first_word(const Line& line, std::uint32_t gap) { return line.earliest(gap) / 64; }
std::int64_t last_word(const Line& line, std::uint32_t gap) { return line.latest(gap) / 64; }

std::int64_t plane_words(const Line& line) { return line.length() / 64 + 1; }

class Passes {
 public:
  Passes(const Line& line, const Word* planes, Word* room) : line_(line), room_(room) {
    const std::int64_t words = plane_words(line);
    white_ = take(words);
    white_back_ = take(words);
    blank_ = take(words);
    starts_ = take(words);
    behind_ = take(words);
    ahead_ = take(words);
    ahead_back_[0] = take(words);
    ahead_back_[1] = take(words);
    for (std::int64_t w = 0; w < words; ++w) {
      white_[w] = w < line.words() ? planes[w] : 0;
      blank_[w] = 0;
    }
    const std::int64_t length = line.length();
    for (std::int64_t w = 0; w < words; ++w) {
      white_back_[w] = reversed(white_.from(length - 64 - 64 * w));
    }
    find_fitting(planes);
  }

  // The pass from the left; false if the end of the line is not reached.
  bool go() {
    Window none;
    for (std::uint32_t gap = 0; gap <= line_.block_count(); ++gap) {
      Window here = {room_, first_word(line_, gap), last_word(line_, gap)};
      room_ += here.last - here.first + 1;
      if (gap == 0) {
        starts_.first = starts_.last = 0;
        starts_[0] = 1;
        walk_into(here, starts_, 0, white_);
      } else {
        find_starts(none, gap - 1);
        walk_into(here, starts_, line_.block(gap - 1).length, white_);
      }
      none = here;
    }
    return (none.at(line_.length() / 64) >> (line_.length() % 64) & 1) != 0;
  }

  // The pass from the right, combined with the left one gap by gap.
  // require: go() has returned true
  void come_back(Word* planes) {
    const std::uint32_t count = line_.block_count();
    Window left = {room_, 0, -1};
    for (std::uint32_t gap = count + 1; gap-- > 0;) {
      Window& back = ahead_back_[gap & 1];
      back.first = (line_.length() - std::int64_t{line_.latest(gap)}) / 64;
      back.last = (line_.length() - std::int64_t{line_.earliest(gap)}) / 64;
      if (gap == count) {
        starts_.first = starts_.last = 0;
        starts_[0] = 1;
        walk_into(back, starts_, 0, white_back_);
      } else {
        find_starts_back(ahead_back_[(gap + 1) & 1], gap);
        walk_into(back, starts_, line_.block(gap).length, white_back_);
      }
      left.first = first_word(line_, gap);
      left.last = last_word(line_, gap);
      left.words -= left.last - left.first + 1;
      if (gap < count) meet_block(left, gap);
      meet_gap(left, back);
    }
    write(planes);
  }

 private:
  Window take(std::int64_t words) {
    const Window window = {room_, 0, words - 1};
    room_ += words;
    return window;
  }

  void find_fitting(const Word* planes) {
    const std::int64_t words = plane_words(line_);
    const auto& runs = line_.runs();
    fitting_ = room_;
    room_ += static_cast<std::int64_t>(runs.size()) * words;
    covered_ = room_;
    room_ += static_cast<std::int64_t>(runs.size()) * words;
    std::fill(fitting_, room_, 0);
    std::uint32_t letter = 0;
    std::uint32_t known = 0;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      Window ones = run_window(fitting_, r);
      if (runs[r].letter != letter) {
        letter = runs[r].letter;
        known = 1;
        std::copy_n(planes + std::size_t{letter} * line_.words(), line_.words(), ones.words);
      } else {
        std::copy_n(run_window(fitting_, r - 1).words, words, ones.words);
      }
      while (known < runs[r].length) {
        const std::uint32_t step = std::min(known, runs[r].length - known);
        for (std::int64_t w = 0; w < words; ++w) ones[w] &= ones.from(64 * w + step);
        known += step;
      }
    }
  }

  Window run_window(Word* base, std::size_t run) const {
    const std::int64_t words = plane_words(line_);
    return {base + static_cast<std::int64_t>(run) * words, 0, words - 1};
  }

  // The starts of a block, from the boundaries of its gap from the left.
  void find_starts(const Window& gap, std::uint32_t block) {
    const Window fitting = run_window(fitting_, line_.run_of(block));
    starts_.first = gap.first;
    starts_.last = gap.last;
    Word carry = 0;
    for (std::int64_t w = gap.first; w <= gap.last; ++w) {
      Word here = gap.at(w);
      if (line_.apart(block)) {
        const Word passed = here & white_[w];
        here = passed << 1 | carry;
        carry = passed >> 63;
      }
      starts_[w] = here & fitting.at(w);
    }
  }

  // The same from the right: the gap after the block, on the reversed line.
  void find_starts_back(const Window& gap, std::uint32_t block) {
    const Window fitting = run_window(fitting_, line_.run_of(block));
    const std::int64_t last_start = std::int64_t{line_.length()} - line_.block(block).length;
    starts_.first = gap.first;
    starts_.last = gap.last;
    Word carry = 0;
    for (std::int64_t w = gap.first; w <= gap.last; ++w) {
      Word here = gap.at(w);
      if (line_.apart(block + 1)) {
        const Word passed = here & white_back_[w];
        here = passed << 1 | carry;
        carry = passed >> 63;
      }
      starts_[w] = here & reversed(fitting.from(last_start - 63 - 64 * w));
    }
  }

  // A gap: all boundaries reachable from the ends of the blocks that start at these positions.
  static void walk_into(Window& gap, const Window& starts, std::int64_t length,
                        const Window& white) {
    Word carry = 0;
    for (std::int64_t w = gap.first; w <= gap.last; ++w) {
      const Word from = starts.from(64 * w - length);
      const Word mask = white.at(w);
      const Word part = mask + carry;
      carry = part < carry ? 1 : 0;
      const Word sum = part + (from & mask);
      carry |= sum < part ? 1 : 0;
      gap[w] = (sum ^ mask) | from;
    }
  }

  // The gap `left` is before `block`; ahead_ and behind_ are for the gap after it.
  void meet_block(const Window& left, std::uint32_t block) {
    find_starts(left, block);
    const std::int64_t length = line_.block(block).length;
    const Window& ends = line_.apart(block + 1) ? behind_ : ahead_;
    Window covered = run_window(covered_, line_.run_of(block));
    for (std::int64_t w = starts_.first; w <= starts_.last; ++w) {
      covered[w] |= starts_[w] & ends.from(64 * w + length);
    }
  }

  // ahead_: the boundaries of the gap from the right; behind_: the cells to the left of these
  // boundaries that may be white.
  void meet_gap(const Window& left, const Window& back) {
    ahead_.first = behind_.first = left.first;
    ahead_.last = behind_.last = left.last;
    for (std::int64_t w = left.first; w <= left.last; ++w) {
      ahead_[w] = reversed(back.from(std::int64_t{line_.length()} - 64 * w - 63));
    }
    for (std::int64_t w = left.first; w <= left.last; ++w) {
      behind_[w] = white_[w] & ahead_.from(64 * w + 1);
      blank_[w] |= left.at(w) & behind_[w];
    }
  }

  void write(Word* planes) {
    const std::uint32_t words = line_.words();
    std::fill_n(planes, std::size_t{words} * line_.letters(), 0);
    std::copy_n(blank_.words, words, planes);
    const auto& runs = line_.runs();
    for (std::size_t r = runs.size(); r-- > 0;) {
      Window covered = run_window(covered_, r);
      const bool last = r == 0 || runs[r - 1].letter != runs[r].letter;
      spread_over(covered, last ? runs[r].length : runs[r].length - runs[r - 1].length + 1);
      if (last) {
        std::copy_n(covered.words, words, planes + std::size_t{runs[r].letter} * words);
      } else {
        Window shorter = run_window(covered_, r - 1);
        for (std::int64_t w = 0; w <= covered.last; ++w) shorter[w] |= covered[w];
      }
    }
  }

  static void spread_over(Window& starts, std::uint32_t length) {
    std::uint32_t known = 1;
    while (known < length) {
      const std::uint32_t step = std::min(known, length - known);
      for (std::int64_t w = starts.last; w >= 0; --w) starts[w] |= starts.from(64 * w - step);
      known += step;
    }
  }

  const Line& line_;
  Word* room_;
  Window white_;
  Window white_back_;
  Window blank_;
  Window starts_;
  Window ahead_;
  Window behind_;
  Window ahead_back_[2];
  Word* fitting_ = nullptr;
  Word* covered_ = nullptr;
};

}  // namespace

std::uint64_t long_words(const Line& line) {
  COMBIEN_REQUIRE(line.fits());
  std::int64_t words = plane_words(line) * (8 + 2 * static_cast<std::int64_t>(line.runs().size()));
  for (std::uint32_t gap = 0; gap <= line.block_count(); ++gap) {
    words += last_word(line, gap) - first_word(line, gap) + 1;
  }
  return static_cast<std::uint64_t>(words);
}

bool solve_long_line(const Line& line, std::uint64_t* planes, std::uint64_t* room) {
  COMBIEN_REQUIRE(line.fits());
  Passes passes(line, planes, room);
  if (!passes.go()) return false;
  passes.come_back(planes);
  return true;
}

}  // namespace combien::nonogram
