#include "nonogram/deduction.hpp"

#include <algorithm>
#include <utility>

namespace combien::nonogram {

namespace {

std::size_t key_words(std::size_t row, std::size_t column) {
  std::size_t words = 1;
  if (row <= SolvedLines::most_words) words = std::max(words, row);
  if (column <= SolvedLines::most_words) words = std::max(words, column);
  return words;
}

}  // namespace

Deduction::Deduction(Puzzle puzzle)
    : puzzle_(std::move(puzzle)),
      row_words_(puzzle_.line(LineId{0}).words()),
      row_stride_(row_words_ * puzzle_.letters()),
      column_words_(puzzle_.line(LineId{puzzle_.height()}).words()),
      column_stride_(column_words_ * puzzle_.letters()),
      first_column_word_(row_stride_ * puzzle_.height()),
      spare_(std::uint64_t{puzzle_.cells()} * (puzzle_.letters() - 1)),
      queued_(puzzle_.line_count()),
      processed_(puzzle_.line_count()),
      changed_(puzzle_.line_count()),
      planes_(std::max(row_stride_, column_stride_)),
      solved_lines_(key_words(row_stride_, column_stride_)) {
  const auto fill = [&](std::uint32_t lines, std::uint32_t words, std::uint32_t length) {
    const std::uint64_t last =
        length % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (length % 64)) - 1;
    for (std::uint32_t plane = 0; plane < lines * puzzle_.letters(); ++plane) {
      ledger_.add(words - 1, ~std::uint64_t{0});
      ledger_.add(1, last);
    }
  };
  fill(puzzle_.height(), row_words_, puzzle_.width());
  fill(puzzle_.width(), column_words_, puzzle_.height());
  for (std::uint32_t line = 0; line < puzzle_.line_count(); ++line) queued_.add(line);
}

std::vector<std::uint64_t> Deduction::possible() const {
  std::vector<std::uint64_t> sets(cells());
  for (std::uint32_t c = 0; c < cells(); ++c) sets[c] = letters(CellId{c});
  return sets;
}

std::vector<std::uint8_t> Deduction::known() const {
  std::vector<std::uint8_t> known(cells());
  for (std::uint32_t c = 0; c < cells(); ++c) known[c] = only_letter(letters(CellId{c}));
  return known;
}

void Deduction::remove(CellId cell, std::uint32_t letter) {
  COMBIEN_REQUIRE(static_cast<std::uint32_t>(cell) < cells());
  COMBIEN_REQUIRE(letter < puzzle_.letters());
  const Place row = row_place(cell, letter);
  const std::uint64_t bit = std::uint64_t{1} << row.bit;
  if ((ledger_[row.word] & bit) == 0) return;
  ledger_.set(row.word, ledger_[row.word] & ~bit);
  const Place column = column_place(cell, letter);
  ledger_.set(column.word, ledger_[column.word] & ~(std::uint64_t{1} << column.bit));
  --spare_;
  for (const std::uint32_t line : {puzzle_.row_of(static_cast<std::uint32_t>(cell)),
                                   puzzle_.column_of(static_cast<std::uint32_t>(cell))}) {
    queued_.add(line);
    changed_.add(line);
  }
}

void Deduction::choose(CellId cell, std::uint32_t letter) {
  for (std::uint32_t l = 0; l < puzzle_.letters(); ++l) {
    if (l != letter) remove(cell, l);
  }
}

PropagationResult Deduction::propagate(Slice& slice, std::uint64_t bytes, bool chosen) {
  if (chosen && !ledger_.reserve(2 * spare_ + cells(), bytes))
    return PropagationResult::out_of_bytes;
  ledger_.keep(chosen);
  const PropagationResult result = propagate_within(&slice);
  ledger_.keep(true);
  return result;
}

PropagationResult Deduction::propagate() { return propagate_within(nullptr); }

PropagationResult Deduction::propagate_within(Slice* slice) {
  // Alternates between all pending rows and all pending columns, so that each line is solved after
  // several changes.
  for (;;) {
    const std::uint32_t count = puzzle_.line_count();
    std::uint32_t line = queued_.next(cursor_, count);
    if (line == count) {
      line = queued_.next(0, cursor_);
      if (line == cursor_) {
        COMBIEN_ENSURE(complete());
        return PropagationResult::all;
      }
    }
    if (slice != nullptr) {
      if (!slice->step(1 + row_stride_ + column_stride_)) return PropagationResult::out_of_slice;
      ++work_.steps;
    }
    cursor_ = line + 1;
    queued_.remove(line);
    if (!process_line(line)) {
      failed_ = LineId{line};
      queued_.clear();
      return PropagationResult::contradiction;
    }
  }
}

bool Deduction::process_line(std::uint32_t id) {
  const Line& line = puzzle_.line(LineId{id});
  const bool is_row = id < puzzle_.height();
  const std::uint32_t words = is_row ? row_stride_ : column_stride_;
  const std::uint64_t* known = ledger_.at(
      is_row ? id * row_stride_ : first_column_word_ + (id - puzzle_.height()) * column_stride_);
  ++work_.lines;
  processed_.add(id);
  if (words > SolvedLines::most_words || !solved_lines_.open()) {
    std::copy_n(known, words, planes_.begin());
    if (!solve_line(line, planes_.data(), room_)) return false;
    take(id, planes_.data());
    return true;
  }
  std::size_t place = 0;
  if (const std::uint64_t* entry = solved_lines_.find(id, known, words, place)) {
    ++work_.cached;
    if (!solved_lines_.fits(entry)) return false;
    take(id, solved_lines_.left(entry));
    return true;
  }
  std::copy_n(known, words, planes_.begin());
  const bool fits = solve_line(line, planes_.data(), room_);
  solved_lines_.keep(id, known, planes_.data(), words, fits, place);
  if (fits) take(id, planes_.data());
  return fits;
}

// Writes the solved planes of a line, and removes the excluded letters from the crossing lines.
void Deduction::take(std::uint32_t id, const std::uint64_t* left) {
  const bool is_row = id < puzzle_.height();
  const std::uint32_t index = is_row ? id : id - puzzle_.height();
  const std::uint32_t plane = is_row ? row_words_ : column_words_;
  const std::uint32_t first =
      is_row ? id * row_stride_ : first_column_word_ + index * column_stride_;
  const std::uint32_t crossing_plane = is_row ? column_words_ : row_words_;
  const std::uint32_t crossing_stride = is_row ? column_stride_ : row_stride_;
  const std::uint32_t crossing_first = is_row ? first_column_word_ : 0;
  const std::uint32_t crossing_line = is_row ? puzzle_.height() : 0;
  const std::uint64_t bit = std::uint64_t{1} << (index % 64);
  bool any = false;
  for (std::uint32_t letter = 0; letter < puzzle_.letters(); ++letter) {
    for (std::uint32_t w = 0; w < plane; ++w) {
      const std::uint32_t word = first + letter * plane + w;
      std::uint64_t gone = ledger_[word] & ~left[letter * plane + w];
      if (gone == 0) continue;
      any = true;
      ledger_.set(word, ledger_[word] & ~gone);
      spare_ -= static_cast<std::uint64_t>(std::popcount(gone));
      const std::uint32_t in_crossing = letter * crossing_plane + index / 64;
      for (; gone != 0; gone &= gone - 1) {
        const std::uint32_t at = w * 64 + static_cast<std::uint32_t>(std::countr_zero(gone));
        const std::uint32_t crossing = crossing_first + at * crossing_stride + in_crossing;
        ledger_.set(crossing, ledger_[crossing] & ~bit);
        queued_.add(crossing_line + at);
        changed_.add(crossing_line + at);
      }
    }
  }
  if (any) changed_.add(id);
}

std::string_view Deduction::unsound() const {
  if (const std::string_view wrong = ledger_.unsound(); !wrong.empty()) return wrong;
  std::uint64_t possible = 0;
  for (std::uint32_t c = 0; c < cells(); ++c) {
    for (std::uint32_t letter = 0; letter < puzzle_.letters(); ++letter) {
      const Place place = column_place(CellId{c}, letter);
      const bool by_column = (ledger_[place.word] >> place.bit & 1) != 0;
      if (may_be(CellId{c}, letter) != by_column) return "a row and a column disagree";
      possible += by_column ? 1 : 0;
    }
  }
  std::uint64_t bits = 0;
  const std::uint32_t end = first_column_word_ + puzzle_.width() * column_stride_;
  for (std::uint32_t word = 0; word < end; ++word) {
    bits += static_cast<std::uint64_t>(std::popcount(ledger_[word]));
  }
  if (bits != 2 * possible) return "a plane has a bit beyond its line";
  // Less than zero, modulo 2^64, if cells without letters outweigh the others.
  return spare_ == possible - cells() ? std::string_view() : "the spare letters are miscounted";
}

std::uint64_t Deduction::bytes() const {
  return ledger_.bytes() + solved_lines_.bytes() +
         (planes_.capacity() + room_.words.capacity()) * sizeof(std::uint64_t);
}

}  // namespace combien::nonogram
