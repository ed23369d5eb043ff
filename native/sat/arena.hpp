// Clauses of three or more literals in one array, and references to them.
//
// A clause is a header of two words, then its literals.  The first two literals are watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "base/require.hpp"
#include "sat/literal.hpp"

namespace combien::sat {

enum class ClauseRef : std::uint32_t {};

class Arena {
 public:
  // Largest number of words: a reference must not be mistaken for `no_clause`.
  static constexpr std::size_t most_words = 0xfffffff0u;

  // Throws std::bad_alloc if the array would exceed `most_words`.
  ClauseRef add(std::span<const Literal> literals, bool learned, std::uint32_t glue);

  std::span<Literal> literals(ClauseRef ref) {
    return {reinterpret_cast<Literal*>(&words_[at(ref) + 2]), size(ref)};
  }
  std::span<const Literal> literals(ClauseRef ref) const {
    return {reinterpret_cast<const Literal*>(&words_[at(ref) + 2]), size(ref)};
  }
  std::uint32_t size(ClauseRef ref) const { return words_[at(ref)] >> 2; }
  bool learned(ClauseRef ref) const { return (words_[at(ref)] & 1) != 0; }
  bool dropped(ClauseRef ref) const { return (words_[at(ref)] & 2) != 0; }
  // The number of decision levels among the literals when it was learned or last used.
  std::uint32_t glue(ClauseRef ref) const { return words_[at(ref) + 1]; }
  void set_glue(ClauseRef ref, std::uint32_t glue) { words_[at(ref) + 1] = glue; }

  // Marks a clause for the next compact().
  void drop(ClauseRef ref) {
    COMBIEN_REQUIRE(!dropped(ref));
    words_[at(ref)] |= 2;
    wasted_ += 2 + size(ref);
  }

  // Removes the dropped clauses, moves the others together, and calls `moved(from, to)` for each.
  template <class Moved>
  void compact(Moved&& moved) {
    std::size_t to = 0;
    for (std::size_t from = 0; from < words_.size();) {
      const std::size_t words = 2 + (words_[from] >> 2);
      if ((words_[from] & 2) == 0) {
        for (std::size_t k = 0; k < words; ++k) words_[to + k] = words_[from + k];
        moved(ClauseRef{static_cast<std::uint32_t>(from)},
              ClauseRef{static_cast<std::uint32_t>(to)});
        to += words;
      }
      from += words;
    }
    words_.resize(to);
    wasted_ = 0;
  }

  std::size_t wasted_words() const { return wasted_; }
  std::uint64_t bytes() const { return std::uint64_t{4} * words_.capacity(); }

 private:
  static std::size_t at(ClauseRef ref) { return static_cast<std::size_t>(ref); }

  static_assert(sizeof(Literal) == sizeof(std::uint32_t));
  std::vector<std::uint32_t> words_;
  std::size_t wasted_ = 0;
};

inline ClauseRef Arena::add(std::span<const Literal> literals, bool learned, std::uint32_t glue) {
  if (words_.size() + literals.size() + 2 > most_words) throw std::bad_alloc();
  const ClauseRef ref{static_cast<std::uint32_t>(words_.size())};
  words_.push_back(static_cast<std::uint32_t>(literals.size()) << 2 | (learned ? 1u : 0u));
  words_.push_back(glue);
  for (const Literal literal : literals) words_.push_back(index(literal));
  return ref;
}

}  // namespace combien::sat
