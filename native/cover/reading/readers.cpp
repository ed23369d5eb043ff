#include "cover/reading/readers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace combien {

namespace {

constexpr std::array<bool, 256> blanks() {
  std::array<bool, 256> found{};
  for (const unsigned char c : {'\t', '\v', '\f', '\r', ' ', '\x1c', '\x1d', '\x1e', '\x1f'}) {
    found[c] = true;
  }
  return found;
}

constexpr std::array<bool, 256> is_blank = blanks();

bool blank(char c) { return is_blank[static_cast<unsigned char>(c)]; }

// Numbers of more digits are errors, whatever their value.
constexpr std::size_t most_digits = 19;

// The number that a word spells, if it is not larger than `most`, which is below 2^63.
std::optional<std::uint64_t> number_in(std::string_view word, std::uint64_t most) {
  if (word.empty() || word.size() > most_digits) return {};
  std::uint64_t value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return {};
    value = 10 * value + static_cast<std::uint64_t>(c - '0');
  }
  if (value > most) return {};
  return value;
}

// A line costs about a nanosecond per byte, and each step of a slice stands for a few.
std::uint64_t weight(std::size_t length) { return 1 + length / 8; }

}  // namespace

// Lines --------------------------------------------------------------------------------------------

bool Lines::next() {
  if (begin_ > text_.size()) return false;
  here_ = begin_;
  const void* found = here_ < text_.size()
                          ? std::memchr(text_.data() + here_, '\n', text_.size() - here_)
                          : nullptr;
  end_ = found == nullptr
             ? text_.size()
             : static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
  begin_ = end_ + 1;
  length_ = end_ - here_;
  ++number_;
  // Characters are limited, and each has one byte or more.
  too_long_ = length_ > longest_;
  return !too_long_;
}

std::string_view Lines::word() {
  while (here_ < end_ && blank(text_[here_])) ++here_;
  const std::size_t begin = here_;
  while (here_ < end_ && !blank(text_[here_])) ++here_;
  return text_.substr(begin, here_ - begin);
}

// The ec format ------------------------------------------------------------------------------------

EcReader::EcReader(std::string_view text, ReadingLimits limits)
    : lines_(text, limits.line_length), limits_(limits), options_({}) {}

Reading EcReader::run(Slice& slice) {
  while (slice.tick(weight(lines_.length()))) {
    if (!lines_.next()) return has_head_ && !lines_.too_long() ? Reading::done : Reading::not_plain;
    const std::string_view word = lines_.word();
    if (word.empty() || word.front() == 'c') continue;
    const bool plain = has_head_ ? word == "s" && read_option() : word == "p" && read_head();
    if (!plain) return Reading::not_plain;
  }
  return Reading::out_of_slice;
}

bool EcReader::read_head() {
  if (lines_.word() != "ec") return false;
  const auto count = number_in(lines_.word(), limits_.items);
  if (!count || !lines_.word().empty()) return false;
  item_count_ = *count;
  options_ = OptionList(std::vector<std::uint8_t>(static_cast<std::size_t>(*count), 1));
  has_head_ = true;
  return true;
}

bool EcReader::read_option() {
  for (std::string_view word = lines_.word(); !word.empty(); word = lines_.word()) {
    const auto item = number_in(word, item_count_);
    if (!item || *item == 0) return false;
    options_.push(static_cast<std::int32_t>(*item - 1));
  }
  return options_.close() == OptionList::End::kept;
}

// Knuth's format -----------------------------------------------------------------------------------

DlxReader::DlxReader(std::string_view text, std::uint64_t skipped,
                     std::vector<std::string_view> names, std::vector<std::uint8_t> primary,
                     ReadingLimits limits)
    : lines_(text, limits.line_length), primary_(primary), options_(std::move(primary)) {
  numbers_.reserve(names.size());
  for (std::size_t number = 0; number < names.size(); ++number) {
    numbers_.emplace(names[number], static_cast<std::int32_t>(number));
  }
  while (lines_.number() < skipped && lines_.next()) {
  }
}

Reading DlxReader::run(Slice& slice) {
  while (slice.tick(weight(lines_.length()))) {
    if (!lines_.next()) return lines_.too_long() ? Reading::not_plain : Reading::done;
    const std::string_view word = lines_.word();
    if (word.empty() || word.front() == '|') continue;
    if (!read_option(word)) return Reading::not_plain;
  }
  return Reading::out_of_slice;
}

bool DlxReader::read_option(std::string_view word) {
  cost_ = 0;
  open_colors_.clear();
  has_open_color_ = false;
  for (; !word.empty(); word = lines_.word()) {
    if (word.front() == '|') {
      if (!add_cost(word.substr(1))) return false;
      continue;
    }
    const std::size_t colon = word.find(':');
    const auto known = numbers_.find(word.substr(0, colon));
    if (known == numbers_.end()) return false;
    const std::int32_t item = known->second;
    options_.push(item);
    std::string_view color;
    if (colon != std::string_view::npos) {
      color = word.substr(colon + 1);
      // A blank that is not ASCII would end the color.
      const bool plain = !color.empty() && std::ranges::all_of(color, [](char c) {
        return c != ':' && c != '|' && static_cast<unsigned char>(c) < 0x80;
      });
      if (!plain || primary_[static_cast<std::size_t>(item)] != 0) return false;
      has_open_color_ = true;
    }
    open_colors_.push_back(color);
  }
  switch (options_.close()) {
    case OptionList::End::invalid: return false;
    case OptionList::End::no_primary:
      if (left_out_++ == 0) first_left_out_ = lines_.number();
      return true;
    case OptionList::End::kept: break;
  }
  keep_colors();
  const std::size_t count = options_.starts().size() - 1;
  if (cost_ != 0) costs_.resize(count - 1);
  if (cost_ != 0 || !costs_.empty()) costs_.push_back(cost_);
  return true;
}

bool DlxReader::add_cost(std::string_view word) {
  constexpr std::uint64_t most = (std::uint64_t{1} << 62) - 1;
  const auto cost = number_in(word, most);
  if (!cost || static_cast<std::uint64_t>(cost_) > most - *cost) return false;
  cost_ += static_cast<std::int64_t>(*cost);
  return true;
}

void DlxReader::keep_colors() {
  if (colors_.empty() && !has_open_color_) return;
  colors_.resize(options_.items().size() - open_colors_.size());
  for (const std::string_view color : open_colors_) {
    std::int32_t number = 0;
    if (!color.empty()) {
      const auto next = static_cast<std::int32_t>(color_names_.size() + 1);
      const auto [place, added] = color_numbers_.try_emplace(color, next);
      if (added) color_names_.push_back(color);
      number = place->second;
    }
    colors_.push_back(number);
  }
}

}  // namespace combien
