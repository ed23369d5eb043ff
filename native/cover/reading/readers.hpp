// Readers of problem files that are plainly well formed, from bytes to numbers in one pass.
//
// A reader gives up at the first thing that is not plain: an error, or one of the rarely used
// freedoms of a format.  It does not explain: then the reader in Python reads the file again, and
// has the message with its place.  What a reader accepts means the same to both.
//
// Text is UTF-8.  Blanks are the ASCII characters that Python's `str.split` takes as blanks; other
// blanks are taken as letters here, which is safe, because no known name contains them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/slice.hpp"
#include "cover/reading/option_list.hpp"

namespace combien {

enum class Reading {
  done,
  out_of_slice,  // Call again to continue.
  not_plain,     // The reader has given up.
};

// The largest numbers that the readers in Python accept.
struct ReadingLimits {
  std::uint64_t items;
  std::uint64_t line_length;
};

// A text, read line by line.
class Lines {
 public:
  Lines(std::string_view text, std::uint64_t longest) : text_(text), longest_(longest) {}

  // Moves to the next line; false at the end of the text, or if the line is too long.
  bool next();
  bool too_long() const { return too_long_; }
  // Lines moved to so far.
  std::uint64_t number() const { return number_; }
  // The length of the current line.
  std::size_t length() const { return length_; }

  // The next word of the current line; empty at its end.
  std::string_view word();

 private:
  std::string_view text_;
  std::uint64_t longest_;
  std::size_t begin_ = 0;
  std::size_t here_ = 0;
  std::size_t end_ = 0;
  std::size_t length_ = 0;
  std::uint64_t number_ = 0;
  bool too_long_ = false;
};

// Reads `p ec N` and the lines `s i j k` after it.
class EcReader {
 public:
  // require: the text outlives the reader
  EcReader(std::string_view text, ReadingLimits limits);

  Reading run(Slice& slice);

  std::uint64_t item_count() const { return item_count_; }
  const OptionList& options() const { return options_; }

 private:
  bool read_head();
  bool read_option();

  Lines lines_;
  ReadingLimits limits_;
  std::uint64_t item_count_ = 0;
  bool has_head_ = false;
  OptionList options_;
};

// Reads the options of a file in Knuth's format, below the line that names the items.
class DlxReader {
 public:
  // The options begin below the first `skipped` lines.
  // require: the text and the names outlive the reader; no name twice, and as many flags as names
  DlxReader(std::string_view text, std::uint64_t skipped, std::vector<std::string_view> names,
            std::vector<std::uint8_t> primary, ReadingLimits limits);

  Reading run(Slice& slice);

  const OptionList& options() const { return options_; }
  // Parallel to the items of the options: 0 for no color, k for the color at index k - 1.  Empty
  // if no option has a color.
  const std::vector<std::int32_t>& colors() const { return colors_; }
  const std::vector<std::string_view>& color_names() const { return color_names_; }
  // One for each option; empty if none has a cost.
  const std::vector<std::int64_t>& costs() const { return costs_; }
  // The options without a primary item, which are not kept, and the line of the first one.
  std::uint64_t left_out() const { return left_out_; }
  std::uint64_t first_left_out() const { return first_left_out_; }

 private:
  bool read_option(std::string_view word);
  bool add_cost(std::string_view word);
  void keep_colors();

  Lines lines_;
  std::unordered_map<std::string_view, std::int32_t> numbers_;
  std::vector<std::uint8_t> primary_;
  OptionList options_;
  // The colors of the open option; a color gets its number when its option is kept.
  std::vector<std::string_view> open_colors_;
  bool has_open_color_ = false;
  std::unordered_map<std::string_view, std::int32_t> color_numbers_;
  std::vector<std::string_view> color_names_;
  std::vector<std::int32_t> colors_;
  std::int64_t cost_ = 0;
  std::vector<std::int64_t> costs_;
  std::uint64_t left_out_ = 0;
  std::uint64_t first_left_out_ = 0;
};

}  // namespace combien
