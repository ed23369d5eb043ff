// Words that remember what they were, so that whatever is tried can be taken back.
//
// Everything that depends on where a search stands lies in one ledger: what cells may be, and what
// was found by probing.  To take a step back is to write the old words again, the latest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/require.hpp"

namespace combien::nonogram {

class Ledger {
 public:
  // The number of entries so far: a place to go back to.
  using Mark = std::size_t;

  struct Entry {
    std::uint64_t old;
    std::uint32_t word;
  };

  std::uint64_t operator[](std::uint32_t word) const { return words_[word]; }
  const std::uint64_t* at(std::uint32_t word) const { return words_.data() + word; }

  void set(std::uint32_t word, std::uint64_t value) {
    if (keeping_) entries_.push_back({words_[word], word});
    words_[word] = value;
  }

  Mark mark() const { return entries_.size(); }
  const Entry& entry(Mark place) const { return entries_[place]; }

  // Takes back all that was set since.
  // require: `mark` was mark() and nothing before it has been taken back
  void undo(Mark mark) {
    COMBIEN_REQUIRE(mark <= entries_.size());
    while (entries_.size() > mark) {
      words_[entries_.back().word] = entries_.back().old;
      entries_.pop_back();
    }
  }

  // Whether to remember; not while nothing is tried, as what is found then stays.
  void keep(bool keeping) { keeping_ = keeping; }

  // Forgets how to go back, as nobody will.
  void forget() { entries_.clear(); }

  // Adds words, all of this value, which are there whatever is taken back; says where they begin.
  std::uint32_t add(std::size_t count, std::uint64_t value = 0) {
    const auto first = static_cast<std::uint32_t>(words_.size());
    words_.resize(words_.size() + count, value);
    return first;
  }

  // Makes room for so many entries, if all then stays within so many bytes; false if not.
  bool reserve(std::size_t entries, std::uint64_t bytes) {
    const std::size_t wanted = entries_.size() + entries;
    if (wanted <= entries_.capacity()) return true;
    const std::size_t larger = wanted > 2 * entries_.capacity() ? wanted : 2 * entries_.capacity();
    // While it moves, both the old entries and the new ones are there.
    if (this->bytes() + larger * sizeof(Entry) > bytes) return false;
    entries_.reserve(larger);
    return true;
  }

  std::uint64_t bytes() const {
    return words_.capacity() * sizeof(std::uint64_t) + entries_.capacity() * sizeof(Entry);
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<Entry> entries_;
  bool keeping_ = true;
};

}  // namespace combien::nonogram
