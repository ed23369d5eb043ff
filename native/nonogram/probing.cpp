#include "nonogram/probing.hpp"

#include <algorithm>
#include <bit>

namespace combien::nonogram {

namespace {

// A record: the score and the letters with the most and fewest consequences, 0 if the cell has to
// be probed; then the lines that its probes used.
std::uint64_t packed(std::uint64_t score, std::uint32_t strongest, std::uint32_t weakest) {
  return score << 16 | strongest << 8 | weakest;
}
std::uint64_t score_of(std::uint64_t record) { return record >> 16; }
Probing::Choice choice_of(std::uint32_t cell, std::uint64_t record) {
  return {CellId{cell}, static_cast<std::uint32_t>(record >> 8 & 0xff),
          static_cast<std::uint32_t>(record & 0xff)};
}

}  // namespace

Probing::Probing(Deduction& board)
    : board_(board),
      record_words_(1 + static_cast<std::uint32_t>(board.processed().words().size())) {}

bool Probing::prepare(std::uint64_t bytes) {
  if (prepared_) return true;
  const std::uint64_t records = std::uint64_t{board_.cells()} * record_words_;
  const std::uint64_t places = std::uint64_t{board_.cells()} * board_.puzzle().letters() / 16 + 1;
  // A search also keeps one word for each cell.
  const std::uint64_t words_needed =
      records + places + board_.cells() + SolvedLines::most_table_words;
  if (board_.bytes() + words_needed * 8 > bytes || records >> 31 != 0) return false;
  // All words added before are words of lines.
  const std::uint32_t words = board_.ledger().add(0);
  place_in_gone_.assign(words, 0);
  first_record_ = board_.ledger().add(records);
  board_.remember();
  prepared_ = true;
  return true;
}

PropagationResult Probing::run(Slice& slice, std::uint64_t bytes, std::uint64_t patience) {
  COMBIEN_REQUIRE(board_.complete());
  COMBIEN_REQUIRE(patience > 0);
  if (board_.spare() == 0) return PropagationResult::all;
  if (!prepare(bytes)) return PropagationResult::out_of_bytes;
  Ledger& ledger = board_.ledger();
  const std::uint32_t cells = board_.cells();
  while (looked_at_ < cells && fruitless_ < patience && board_.spare() > 0) {
    if (cursor_ >= cells) cursor_ = 0;
    const CellId cell{cursor_};
    if (ledger[record(cell)] == 0 && !std::has_single_bit(board_.letters(cell))) {
      // A probe writes each cleared bit twice, and then the record.
      if (!ledger.reserve(2 * board_.spare() + cells + record_words_, bytes)) {
        return PropagationResult::out_of_bytes;
      }
      const std::uint64_t before = board_.work().lines;
      if (probe(cell) == PropagationResult::contradiction) return PropagationResult::contradiction;
      const bool learned = ledger[record(cell)] == 0;
      looked_at_ = learned ? 0 : looked_at_;
      fruitless_ = learned ? 0 : fruitless_ + 1;
      if (!slice.step(16 * (1 + board_.work().lines - before))) {
        // As below: where a slice ends must not change what is probed.
        ++cursor_;
        ++looked_at_;
        return PropagationResult::out_of_slice;
      }
    }
    ++cursor_;
    ++looked_at_;
  }
  return PropagationResult::all;
}

// Tries all letters of a cell, and applies the consequences.
// ensure: the record exists unless the board has changed
PropagationResult Probing::probe(CellId cell) {
  ++work_.probes;
  Ledger& ledger = board_.ledger();
  gone_.clear();
  board_.processed().clear();
  std::uint64_t most = 0;
  std::uint64_t least = ~std::uint64_t{0};
  std::uint32_t strongest = 0;
  std::uint32_t weakest = 0;
  std::uint64_t refuted = 0;
  bool first = true;
  const std::uint64_t letters = board_.letters(cell);
  for (std::uint64_t left = letters; left != 0; left &= left - 1) {
    const auto letter = static_cast<std::uint32_t>(std::countr_zero(left));
    const Deduction::Mark mark = board_.mark();
    board_.choose(cell, letter);
    if (board_.propagate() == PropagationResult::contradiction) {
      refuted |= std::uint64_t{1} << letter;
      ++work_.refuted;
    } else {
      const std::uint64_t excluded = mark.spare - board_.spare();
      if (excluded > most) {
        most = excluded;
        strongest = letter;
      }
      if (excluded < least) {
        least = excluded;
        weakest = letter;
      }
      if (board_.spare() == 0) witness();
      if (first || !gone_.empty()) collect(mark.ledger, first);
      first = false;
    }
    board_.undo(mark);
  }
  for (const Gone& gone : gone_) place_in_gone_[gone.word] = 0;
  if (refuted == letters) {
    failed_ = cell;
    failed_in_probe_ = true;
    return PropagationResult::contradiction;
  }
  bool changed = false;
  board_.changed().clear();
  for (const Gone& gone : gone_) {
    const std::uint32_t letter = board_.letter_of(gone.word);
    const auto base = static_cast<std::uint32_t>(board_.cell_of(gone.word));
    for (std::uint64_t bits = gone.gone; bits != 0; bits &= bits - 1) {
      const CellId other{base + static_cast<std::uint32_t>(std::countr_zero(bits))};
      board_.remove(other, letter);
      changed = true;
    }
  }
  if (!changed) {
    const std::uint32_t words = record(cell);
    const auto& processed = board_.processed().words();
    // A letter without consequences for other cells leads nowhere: on a wide loose board a search
    // would choose such letters forever.
    ledger.set(words, packed((most + 1) * (least + 1), strongest, least > 1 ? weakest : strongest));
    for (std::size_t w = 0; w < processed.size(); ++w) {
      const auto word = words + 1 + static_cast<std::uint32_t>(w);
      if (ledger[word] != processed[w]) ledger.set(word, processed[w]);
    }
    COMBIEN_ENSURE(ledger[record(cell)] != 0);
    return PropagationResult::all;
  }
  if (board_.propagate() == PropagationResult::contradiction) {
    failed_in_probe_ = false;
    return PropagationResult::contradiction;
  }
  forget_changed();
  return PropagationResult::all;
}

// Intersects the common exclusions with the exclusions by this letter.
void Probing::collect(Ledger::Mark mark, bool first) {
  const Ledger& ledger = board_.ledger();
  if (first) {
    for (Ledger::Mark place = mark; place < ledger.mark(); ++place) {
      const Ledger::Entry& entry = ledger.entry(place);
      if (!board_.is_row_word(entry.word) || place_in_gone_[entry.word] != 0) continue;
      gone_.push_back({entry.word, entry.old, entry.old & ~ledger[entry.word]});
      place_in_gone_[entry.word] = static_cast<std::uint32_t>(gone_.size());
    }
    return;
  }
  for (Gone& gone : gone_) gone.gone &= gone.known & ~ledger[gone.word];
}

void Probing::witness() {
  COMBIEN_REQUIRE(board_.spare() == 0);
  if (witnesses_.size() >= 2) return;
  std::vector<std::uint8_t> letters = board_.known();
  if (witnesses_.empty() || witnesses_[0] != letters) witnesses_.push_back(std::move(letters));
}

void Probing::forget_changed() {
  if (!prepared_) return;
  Ledger& ledger = board_.ledger();
  const auto& changed = board_.changed().words();
  const std::uint32_t end = first_record_ + board_.cells() * record_words_;
  for (std::uint32_t word = first_record_; word < end; word += record_words_) {
    if (ledger[word] == 0) continue;
    for (std::size_t w = 0; w < changed.size(); ++w) {
      if ((ledger[word + 1 + static_cast<std::uint32_t>(w)] & changed[w]) == 0) continue;
      ledger.set(word, 0);
      break;
    }
  }
}

Probing::Choice Probing::best(std::uint64_t seed, std::uint32_t noise) const {
  COMBIEN_REQUIRE(board_.spare() > 0);
  const Ledger& ledger = board_.ledger();
  Choice choice{CellId{0}, 0, 0};
  double highest = -1;
  for (std::uint32_t c = 0; c < board_.cells(); ++c) {
    const std::uint64_t found = ledger[record(CellId{c})];
    if (found == 0 || std::has_single_bit(board_.letters(CellId{c}))) continue;
    auto score = static_cast<double>(score_of(found));
    if (noise != 0) {
      std::uint64_t mixed = (seed + c + 1) * 0x9e3779b97f4a7c15u;
      mixed = (mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9u;
      score *= 1.0 + static_cast<double>((mixed >> 32) * noise >> 32) / 1024.0;
    }
    if (score > highest) {
      highest = score;
      choice = choice_of(c, found);
    }
  }
  return choice;
}

Probing::Choice Probing::best_of(const std::vector<std::uint32_t>& cells) const {
  const Ledger& ledger = board_.ledger();
  Choice choice{CellId{0}, 0, 0};
  std::uint64_t highest = 0;
  bool any = false;
  for (const std::uint32_t c : cells) {
    const std::uint64_t letters = board_.letters(CellId{c});
    if (std::has_single_bit(letters)) continue;
    const std::uint64_t found = ledger[record(CellId{c})];
    if (any && score_of(found) <= highest) continue;
    // Any letter will do for a cell that was not probed.
    const auto first = static_cast<std::uint32_t>(std::countr_zero(letters));
    choice = found == 0 ? Choice{CellId{c}, first, first} : choice_of(c, found);
    highest = score_of(found);
    any = true;
  }
  COMBIEN_REQUIRE(any);
  return choice;
}

bool Probing::follow(CellId cell, std::uint32_t letter,
                     std::vector<std::pair<CellId, std::uint32_t>>& gone) {
  COMBIEN_REQUIRE(board_.complete());
  gone.clear();
  const Deduction::Mark mark = board_.mark();
  board_.choose(cell, letter);
  const bool fits = board_.propagate() != PropagationResult::contradiction;
  const Ledger& ledger = board_.ledger();
  for (Ledger::Mark place = mark.ledger; fits && place < ledger.mark(); ++place) {
    const Ledger::Entry& entry = ledger.entry(place);
    if (!board_.is_row_word(entry.word)) continue;
    // Compares the old value of a word with the current one.  A word with several entries gives
    // duplicates, which are removed below.
    std::uint64_t bits = entry.old & ~ledger[entry.word];
    const auto base = static_cast<std::uint32_t>(board_.cell_of(entry.word));
    for (; bits != 0; bits &= bits - 1) {
      const CellId other{base + static_cast<std::uint32_t>(std::countr_zero(bits))};
      gone.emplace_back(other, board_.letter_of(entry.word));
    }
  }
  board_.undo(mark);
  std::sort(gone.begin(), gone.end());
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  return fits;
}

}  // namespace combien::nonogram
