// The texts of options, of which the texts of solutions are put together.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/require.hpp"

namespace combien {

class OptionTexts {
 public:
  // `between` is written between two options of a solution.
  OptionTexts(std::uint32_t option_count, std::string between)
      : places_(option_count, 0), between_(std::move(between)) {}

  std::uint32_t option_count() const { return static_cast<std::uint32_t>(places_.size()); }
  // require: option < option_count()
  bool has(std::uint32_t option) const { return places_[option] != 0; }

  // require: option < option_count(), and it has no text yet; the text has less than 2^31 bytes
  void set(std::uint32_t option, std::string_view text) {
    COMBIEN_REQUIRE(option < option_count() && !has(option));
    const auto length = static_cast<std::uint32_t>(text.size() + between_.size());
    kept_.resize(kept_.size() - (kept_.empty() ? 0 : block));
    places_[option] = kept_.size() + 1;
    kept_.resize(kept_.size() + sizeof(length));
    std::memcpy(kept_.data() + places_[option] - 1, &length, sizeof(length));
    kept_.append(text).append(between_).append(block, ' ');
  }

  // Appends the text of a solution.
  // require: has(option) for each of them
  void write(std::span<const OptionId> solution, std::string& text) const {
    if (solution.empty()) return;
    std::size_t length = 0;
    for (const OptionId option : solution) length += followed(option).size();
    const std::size_t begin = text.size();
    text.resize(begin + length + block);
    char* to = text.data() + begin;
    for (const OptionId option : solution) {
      // Texts are short: blocks of a fixed size take less time than a call for the rest would.
      const std::string_view from = followed(option);
      for (std::size_t at = 0; at < from.size(); at += block) {
        std::memcpy(to + at, from.data() + at, block);
      }
      to += from.size();
    }
    text.resize(begin + length - between_.size());
  }

 private:
  static constexpr std::size_t block = 16;

  // The text of an option, and what comes between it and the next one; a block after it may be read.
  std::string_view followed(OptionId option) const {
    const char* const at = kept_.data() + places_[number(option)] - 1;
    std::uint32_t length = 0;
    std::memcpy(&length, at, sizeof(length));
    return {at + sizeof(length), length};
  }

  // Where an option begins in `kept_`, plus 1: the length, and then the text and what comes between.
  std::vector<std::uint64_t> places_;
  std::string kept_;
  std::string between_;
};

}  // namespace combien
