// An undo log for words.
//
// All state that depends on the position of the search is in one ledger: the possible letters of
// cells, and the results of probing.  Undoing restores the old words, the latest first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/peer.hpp"
#include "base/require.hpp"

namespace combien::nonogram {

class Ledger {
 public:
  // The number of entries so far, to return to with undo().
  using Mark = std::size_t;

  struct Entry {
    std::uint64_t old;
    std::uint32_t word;
  };

  // require: the word was added, here and below
  std::uint64_t operator[](std::uint32_t word) const {
    COMBIEN_REQUIRE(word < words_.size());
    return words_[word];
  }
  const std::uint64_t* at(std::uint32_t word) const { return words_.data() + word; }

  void set(std::uint32_t word, std::uint64_t value) {
    COMBIEN_REQUIRE(word < words_.size());
    if (keeping_) entries_.push_back({words_[word], word});
    words_[word] = value;
  }

  Mark mark() const { return entries_.size(); }
  // require: place < mark()
  const Entry& entry(Mark place) const {
    COMBIEN_REQUIRE(place < entries_.size());
    return entries_[place];
  }

  // Undoes all changes since `mark`.
  // require: `mark` was mark() and nothing before it has been undone
  void undo(Mark mark) {
    COMBIEN_REQUIRE(mark <= entries_.size());
    while (entries_.size() > mark) {
      words_[entries_.back().word] = entries_.back().old;
      entries_.pop_back();
    }
  }

  // Whether to log changes; not before the first choice, because those changes are permanent.
  void keep(bool keeping) { keeping_ = keeping; }

  // Clears the log; earlier changes cannot be undone anymore.
  void forget() { entries_.clear(); }

  // Adds words with this value, which undo() does not remove; returns the index of the first.
  std::uint32_t add(std::size_t count, std::uint64_t value = 0) {
    const auto first = static_cast<std::uint32_t>(words_.size());
    words_.resize(words_.size() + count, value);
    return first;
  }

  // Reserves room for `entries` more entries if everything then fits into `bytes`; false if not.
  bool reserve(std::size_t entries, std::uint64_t bytes) {
    const std::size_t wanted = entries_.size() + entries;
    if (wanted <= entries_.capacity()) return true;
    const std::size_t larger = wanted > 2 * entries_.capacity() ? wanted : 2 * entries_.capacity();
    // During reallocation, both the old and the new entries are in memory.
    if (this->bytes() + larger * sizeof(Entry) > bytes) return false;
    entries_.reserve(larger);
    return true;
  }

  // Checks that each change can be undone; returns what is wrong, or nothing.
  // cost: the entries
  std::string_view unsound() const {
    const bool known = std::all_of(entries_.begin(), entries_.end(),
                                   [&](const Entry& entry) { return entry.word < words_.size(); });
    return known ? std::string_view() : "a change of an unknown word is logged";
  }

  std::uint64_t bytes() const {
    return words_.capacity() * sizeof(std::uint64_t) + entries_.capacity() * sizeof(Entry);
  }

 private:
  friend struct tests::Peer;

  std::vector<std::uint64_t> words_;
  std::vector<Entry> entries_;
  bool keeping_ = true;
};

}  // namespace combien::nonogram
