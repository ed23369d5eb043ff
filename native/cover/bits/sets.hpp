// Bit sets, and packing: their members renumbered densely.
//
// Included once for each instruction set, inside its namespace.  No include guard.

using Word = std::uint64_t;

inline std::uint32_t words_for(std::uint32_t bits) { return (bits + 63) / 64; }

inline std::uint32_t size_of(Word word) {
#if COMBIEN_VECTORS == 0 && defined(__x86_64__)
  // These processors may lack the instruction, and GCC would call a function that looks up each byte.
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<std::uint32_t>(word * 0x0101010101010101u >> 56);
#else
  return static_cast<std::uint32_t>(std::popcount(word));
#endif
}

inline std::uint32_t size_of(const Word* set, std::uint32_t words) {
  std::uint32_t size = 0;
  for (std::uint32_t w = 0; w < words; ++w) size += size_of(set[w]);
  return size;
}

inline void fill(Word* set, std::uint32_t bits) {
  for (std::uint32_t w = 0; w < bits / 64; ++w) set[w] = ~Word{0};
  if (bits % 64 != 0) set[bits / 64] = (Word{1} << bits % 64) - 1;
}

// require: the set is not empty
inline std::uint32_t lowest(const Word* set) {
  std::uint32_t w = 0;
  while (set[w] == 0) ++w;
  return 64 * w + static_cast<std::uint32_t>(std::countr_zero(set[w]));
}

// The lowest member, or 64.
inline std::uint32_t lowest_or_64(Word word) {
#if COMBIEN_VECTORS == 0 && defined(__x86_64__)
  // Compilers would branch, as the instruction is undefined for 0.
  Word none = word == 0 ? 1 : 0;
  asm("" : "+r"(none));
  return static_cast<std::uint32_t>(std::countr_zero(word | none)) |
         static_cast<std::uint32_t>(none << 6);
#else
  return static_cast<std::uint32_t>(std::countr_zero(word));
#endif
}

// The number of members smaller than this one.
// require: it is a member
inline std::uint32_t rank(const Word* set, std::uint32_t member) {
  COMBIEN_REQUIRE((set[member / 64] >> member % 64 & 1) != 0);
  const Word below = (Word{1} << member % 64) - 1;
  return size_of(set, member / 64) + size_of(set[member / 64] & below);
}

template <class Visit>
void for_members(const Word* set, std::uint32_t words, Visit visit) {
  for (std::uint32_t w = 0; w < words; ++w) {
    for (Word left = set[w]; left != 0; left &= left - 1) {
      visit(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
  }
}

// The members of a set, to pack the bits of many rows at their positions.
class Packing {
 public:
  void set(const Word* members, std::uint32_t words) {
    if (parts_.size() < words) parts_.resize(words);
    count_ = size_ = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      if (members[w] == 0) continue;
      Part& part = parts_[count_++];
      part.pack = Pack(members[w]);
      part.at = w;
      part.word = size_ / 64;
      part.shift = size_ % 64;
      const std::uint32_t size = size_of(members[w]);
      part.spills = part.shift + size > 64;
      size_ += size;
    }
  }

  // require: `dense` has as many words as the members need, or more
  void pack(const Word* row, Word* dense, std::uint32_t dense_words) const {
    std::fill_n(dense, dense_words, Word{0});
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Part& part = parts_[k];
      const Word bits = part.pack(row[part.at]);
      dense[part.word] |= bits << part.shift;
      if (part.spills) dense[part.word + 1] |= bits >> (64 - part.shift);
    }
  }

  // require: at most 64 members
  Word packed(const Word* row) const {
    COMBIEN_REQUIRE(size_ <= 64);
    Word dense = 0;
    for (std::uint32_t k = 0; k < count_; ++k) {
      dense |= parts_[k].pack(row[parts_[k].at]) << parts_[k].shift;
    }
    return dense;
  }

 private:
  // Packs the bits of a word at the positions of a mask together.
#if COMBIEN_VECTORS >= 1
  class Pack {
   public:
    Pack() : mask_(0) {}
    explicit Pack(Word mask) : mask_(mask) {}
    Word operator()(Word word) const { return _pext_u64(word, mask_); }

   private:
    Word mask_;
  };
#else
  // Bits move by 1, 2, 4 and so on, each by as many as there are zeros in the mask below it (Warren,
  // Hacker's Delight, 7-4).
  class Pack {
   public:
    Pack() : mask_(0), moving_{} {}
    explicit Pack(Word mask) : mask_(mask) {
      Word zeros = ~mask << 1;
      COMBIEN_UNROLL
      for (std::uint32_t step = 0; step < steps; ++step) {
        Word odd = zeros;  // Below which there is an odd number of zeros.
        COMBIEN_UNROLL
        for (std::uint32_t k = 0; k < steps; ++k) odd ^= odd << (1u << k);
        moving_[step] = odd & mask;
        mask = (mask ^ moving_[step]) | moving_[step] >> (1u << step);
        zeros &= ~odd;
      }
    }
    Word operator()(Word word) const {
      word &= mask_;
      COMBIEN_UNROLL
      for (std::uint32_t step = 0; step < steps; ++step) {
        const Word moving = word & moving_[step];
        word = (word ^ moving) | moving >> (1u << step);
      }
      return word;
    }

   private:
    static constexpr std::uint32_t steps = 6;
    Word mask_;
    Word moving_[steps];
  };
#endif

  struct Part {
    Pack pack;
    std::uint32_t at;    // The word of the set,
    std::uint32_t word;  // and the word and the bit where its members begin when packed.
    std::uint32_t shift;
    bool spills;  // Whether they end in the next word.
  };
  std::vector<Part> parts_;  // Of the words that have members: the first count_.
  std::uint32_t count_ = 0;
  std::uint32_t size_ = 0;
};
