// Numbers in bit slices: for each item of a vector, a bit of the ones in one word, of the twos in the next.
//
// A vector is one of the compiler's, so that every processor adds up as many items at a time as its
// instructions allow: 256 with AVX2, and 128 with SSE2 and NEON.
//
// Included once for each instruction set, inside its namespace and with its target enabled, after
// blocks.hpp.  No include guard.

template <std::uint32_t words>
struct SliceOf;
template <>
struct SliceOf<1> {
  using Type = Word;
};
template <>
struct SliceOf<2> {
  using Type [[gnu::vector_size(16)]] = Word;
};
template <>
struct SliceOf<4> {
  using Type [[gnu::vector_size(32)]] = Word;
};

// Whether any bit is set.  (By reference, here and below: compilers warn of vectors that are passed where a processor may lack them.)
template <class Slice>
[[gnu::always_inline]] inline bool any_of(const Slice& slice) {
#if COMBIEN_VECTORS >= 1
  if constexpr (sizeof slice == sizeof(__m256i)) {
    __m256i bits;
    std::memcpy(&bits, &slice, sizeof bits);
    return _mm256_testz_si256(bits, bits) == 0;
  }
#endif
  Word words[sizeof slice / sizeof(Word)];
  std::memcpy(words, &slice, sizeof slice);
  Word any = 0;
  for (const Word word : words) any |= word;
  return any != 0;
}

// Adds two numbers of one bit to `sum`, and sets what is carried.
template <class Slice>
[[gnu::always_inline]] inline void add_slices(Slice& sum, const Slice& one, const Slice& other,
                                              Slice& carried) {
  const Slice half = sum ^ one;
  carried = (sum & one) | (half & other);
  sum = half ^ other;
}

// Subtracts a number of one bit and what is borrowed from `sum`, and sets what is borrowed next.
template <class Slice>
[[gnu::always_inline]] inline void subtract_slices(Slice& sum, const Slice& less, Slice& borrowed) {
  const Slice half = less ^ borrowed;
  borrowed = (less & borrowed) | (half & ~sum);
  sum ^= half;
}
