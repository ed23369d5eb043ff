// A step of the sweep without a table: sorted states in, sorted states out.
//
// A move changes the same bits of every state that it fits, from the same values to the same values,
// so it keeps their order: the states that a move makes of a sorted layer come sorted.  The next layer
// is the merge of one such stream for each move, and of one for the states that are covered already.
// There are no unpredictable branches and no random memory accesses: several times faster than a
// table where there are few moves, and in less space.
//
// A bit that dies although some states of a stream have it and some do not would break the order,
// so such a stream is split into one for each value.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/require.hpp"
#include "base/slice.hpp"
#include "frontier/layer.hpp"
#include "frontier/step.hpp"

namespace combien {

template <std::uint32_t words>
class Merge {
 public:
  // The maximum number of states that a call of run() makes.
  static constexpr std::size_t batch = 64;

  // Prepares a step; false if it cannot be merged, or if a table is faster.  With a modulus other
  // than 0, counts are remainders from 1 to the modulus.
  // require: the modulus is less than 2^63
  bool open(const OpenStep<words>& step, std::uint64_t modulus) {
    COMBIEN_REQUIRE(modulus < std::uint64_t{1} << 63);
    if (streams_ == nullptr) streams_ = std::make_unique_for_overwrite<Stream[]>(most_streams);
    count_ = 0;
    modulus_ = modulus;
    if (!step.plain || step.heaviest != 1 || step.moves.size() + 1 > most_streams) return false;
    // Permutations do not keep the order of states.
    if (step.arranges()) return false;
    State<words> own{};
    own[step.own.word] = step.own.mask;
    // The states in which the item is covered already: none, if it has no bit.
    if (step.own.mask != 0 && !split(step, own, own, {})) return false;
    for (const auto& move : step.moves) {
      State<words> test = move.bits;
      test[step.own.word] |= step.own.mask;
      if (!split(step, test, {}, move.bits)) return false;
    }
    return true;
  }

  // Makes at most `most` states; returns how many it made, 0 when the step is done.  `found` is
  // increased by the number of moves from one state to the next.
  // require: most <= batch, the target has room for `most` more
  std::size_t run(const Layer<words>& source, Layer<words>& target, std::size_t most,
                  std::uint64_t& found) {
    COMBIEN_REQUIRE(most <= batch);
    COMBIEN_REQUIRE(target.has_room(most));
    for (std::size_t j = 0; j < count_; ++j) {
      Stream& stream = streams_[j];
      if (stream.end - stream.next < batch && stream.cursor <= source.size()) {
        found += refill(stream, source);
      }
    }
    if (modulus_ != 0) return merge_any<Sums::modular>(source, target, most);
    if (source.limbs() == 1) return merge_any<Sums::single>(source, target, most);
    return source.limbs() == 2 ? merge_any<Sums::two>(source, target, most)
                               : merge<Sums::long_numbers>(source, target, most);
  }

  // The number of states of the source that some stream has examined.
  std::size_t seen(const Layer<words>& source) const {
    std::size_t most = 0;
    for (std::size_t j = 0; j < count_; ++j) most = std::max(most, streams_[j].cursor);
    return std::min(most, source.size());
  }

 private:
  static constexpr std::size_t most_streams = 12;
  static constexpr int most_splits = 2;
  static constexpr std::uint64_t over = ~std::uint64_t{0};  // Larger than word 0 of any state.

  // A state of the next layer, and the count of a state that leads there.
  struct Head {
    State<words> state;
    const std::uint64_t* count;
  };

  // The states that have these values in the bits of a test, with other bits set, in their order.
  struct Stream {
    State<words> test;
    State<words> wanted;
    State<words> set;
    State<words> kept;
    std::size_t cursor = 0;  // The next state of the source to look at.
    std::size_t next = 0;    // Matches from here to `end` are still to be used.
    std::size_t end = 0;
    std::array<Head, 2 * batch + 1> heads;
  };

  // Adds the streams of a move.
  bool split(const OpenStep<words>& step, State<words> test, const State<words>& wanted,
             const State<words>& set) {
    // Word by word, the bits that die with different values.
    struct Bit {
      std::uint32_t word;
      std::uint64_t mask;
    };
    std::vector<Bit> loose;
    for (std::uint32_t k = 0; k < words; ++k) {
      for (std::uint64_t left = ~step.kept[k] & ~test[k]; left != 0; left &= left - 1) {
        loose.push_back({k, left & -left});
      }
    }
    if (loose.size() > most_splits) return false;
    for (const Bit& bit : loose) test[bit.word] |= bit.mask;
    for (std::uint32_t values = 0; values < 1u << loose.size(); ++values) {
      if (count_ == most_streams) return false;
      // Its heads are not cleared: this would take a tenth of a sweep of 300 states a layer.
      Stream& stream = streams_[count_++];
      stream.test = test;
      stream.wanted = wanted;
      stream.set = set;
      stream.kept = step.kept;
      stream.cursor = stream.next = stream.end = 0;
      for (std::size_t k = 0; k < loose.size(); ++k) {
        if ((values >> k & 1) != 0) stream.wanted[loose[k].word] |= loose[k].mask;
      }
    }
    return true;
  }

  // Looks for more states; the end of the source yields a sentinel that is larger than all states.
  static std::uint64_t refill(Stream& stream, const Layer<words>& source) {
    std::size_t end = 0;
    for (std::size_t k = stream.next; k < stream.end; ++k) stream.heads[end++] = stream.heads[k];
    const std::size_t before = end;
    std::size_t cursor = stream.cursor;
    for (; end < 2 * batch && cursor < source.size(); ++cursor) {
      State<words> state = source.state(cursor);
      std::uint64_t differs = 0;
      for (std::uint32_t k = 0; k < words; ++k) {
        differs |= (state[k] & stream.test[k]) ^ stream.wanted[k];
        state[k] = (state[k] | stream.set[k]) & stream.kept[k];
      }
      stream.heads[end] = {state, source.count(cursor)};
      end += differs == 0 ? 1 : 0;
    }
    const std::uint64_t found = end - before;
    if (cursor == source.size() && end < 2 * batch) {
      stream.heads[end].state.fill(over);
      stream.heads[end++].count = source.count(0);
      ++cursor;
    }
    stream.cursor = cursor;
    stream.next = 0;
    stream.end = end;
    return found;
  }

  // How counts are added: in one limb that is known to suffice, in one limb modulo a number, in two
  // limbs, or in several.
  enum class Sums : std::uint8_t { single, modular, two, long_numbers };

  // Streams of short states by code for their number, whose heads stay in registers: in half the
  // time.
  template <Sums sums, std::size_t count = most_streams>
  std::size_t merge_any(const Layer<words>& source, Layer<words>& target, std::size_t most) {
    if constexpr (words <= 2 && count != 0) {
      return count_ == count ? merge_few<sums>(target, most, std::make_index_sequence<count>())
                             : merge_any<sums, count - 1>(source, target, most);
    } else {
      return merge<sums == Sums::two ? Sums::long_numbers : sums>(source, target, most);
    }
  }

  __extension__ using Wide = unsigned __int128;
  using Key = std::conditional_t<words == 1, std::uint64_t, Wide>;

  static Key key(const Head* head) {
    if constexpr (words == 1) return head->state[0];
    return Key{head->state[0]} << 64 % (64 * words) | head->state[words - 1];
  }
  static std::uint64_t word_0(const Key& key) {
    return static_cast<std::uint64_t>(key >> 64 % (64 * words));
  }

  // The least of some keys, in as many rounds as halve them.
  template <std::size_t begin, std::size_t end>
  static Key least_of(const Key* keys) {
    if constexpr (begin + 1 == end) {
      return keys[begin];
    } else {
      constexpr std::size_t middle = (begin + end) / 2;
      const Key left = least_of<begin, middle>(keys);
      const Key right = least_of<middle, end>(keys);
      return right < left ? right : left;
    }
  }

  // As merge(), for counts in one limb or two.
  template <Sums sums, std::size_t... j>
  std::size_t merge_few(Layer<words>& target, std::size_t most, std::index_sequence<j...>) {
    using Sum = std::conditional_t<sums == Sums::two, Wide, std::uint64_t>;
    const Head* heads[] = {streams_[j].heads.data() + streams_[j].next...};
    std::uint64_t* entry = target.room();
    std::size_t made = 0;
    for (; made < most; ++made) {
      const Key keys[] = {key(heads[j])...};
      const Key least = least_of<0, sizeof...(j)>(keys);
      if (word_0(least) == over) break;
      *entry++ = word_0(least);
      if constexpr (words == 2) *entry++ = static_cast<std::uint64_t>(least);
      Sum sum = 0;
      const auto take = [&](const Head*& head, bool taken) {
        Sum ways = head->count[0];
        if constexpr (sums == Sums::two) ways |= Wide{head->count[1]} << 64;
        ways &= taken ? ~Sum{0} : Sum{0};
        sum += ways;
        if constexpr (sums == Sums::modular) {
          sum -= sum > modulus_ ? modulus_ : 0;
        } else {
          COMBIEN_ENSURE(sum >= ways);
        }
        head += taken ? 1 : 0;
      };
      (take(heads[j], keys[j] == least), ...);
      *entry++ = static_cast<std::uint64_t>(sum);
      if constexpr (sums == Sums::two) *entry++ = static_cast<std::uint64_t>(sum >> 64);
    }
    target.extend(made);
    ((streams_[j].next = static_cast<std::size_t>(heads[j] - streams_[j].heads.data())), ...);
    return made;
  }

  template <Sums sums>
  std::size_t merge(const Layer<words>& source, Layer<words>& target, std::size_t most) {
    const std::size_t count = count_;
    std::array<const Head*, most_streams> heads;
    for (std::size_t j = 0; j < count; ++j) {
      heads[j] = streams_[j].heads.data() + streams_[j].next;
    }
    std::size_t made = 0;
    for (; made < most && count != 0; ++made) {
      State<words> least = heads[0]->state;
      for (std::size_t j = 1; j < count; ++j)
        least = precedes<words>(heads[j]->state, least) ? heads[j]->state : least;
      if (least[0] == over) break;
      std::uint64_t* const sum = target.append(least);
      std::uint64_t single_sum = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const bool taken = same<words>(least, heads[j]->state.data());
        const std::uint64_t mask = taken ? ~std::uint64_t{0} : 0;
        const std::uint64_t* const ways = heads[j]->count;
        if constexpr (sums == Sums::single) {
          single_sum += ways[0] & mask;
          COMBIEN_ENSURE(single_sum >= (ways[0] & mask));
        } else if constexpr (sums == Sums::modular) {
          single_sum += ways[0] & mask;
          single_sum -= single_sum > modulus_ ? modulus_ : 0;
        } else {
          add(sum, ways, mask, source.limbs());
        }
        heads[j] += taken ? 1 : 0;
      }
      if constexpr (sums != Sums::long_numbers) sum[0] = single_sum;
    }
    for (std::size_t j = 0; j < count; ++j) {
      streams_[j].next = static_cast<std::size_t>(heads[j] - streams_[j].heads.data());
    }
    return made;
  }

  static void add(std::uint64_t* sum, const std::uint64_t* ways, std::uint64_t mask,
                  std::uint32_t limbs) {
    std::uint64_t carry = 0;
    for (std::uint32_t k = 0; k < limbs; ++k) {
      const std::uint64_t part = sum[k] + carry;
      carry = part < carry ? 1 : 0;
      sum[k] = part + (ways[k] & mask);
      carry |= sum[k] < part ? 1 : 0;
    }
    COMBIEN_ENSURE(carry == 0);
  }

  std::unique_ptr<Stream[]> streams_;
  std::size_t count_ = 0;  // Of the streams of this step.
  std::uint64_t modulus_ = 0;
};

}  // namespace combien
