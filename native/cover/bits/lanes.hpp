// Sixty-four one-byte counters: the number of options left for each of 64 items.
//
// Included once for each instruction set, inside its namespace and with its target enabled.
// No include guard, on purpose.
//
// With AVX-512, bits are counted in words: for each word of available options, eight items at a
// time.  Without it, each row of a table holds, for each of 64 items, a mask of which of eight
// options use the item, and one byte of the available options is compared with all 64 at once.
// Counters saturate at 255.  (The constructors are written out because implicitly generated ones
// are not compiled for the target.)
#if COMBIEN_VECTORS == 2

struct Lanes {
  __m512i counts;

  Lanes() : counts(_mm512_setzero_si512()) {}

  // Counts for `8 * eights` items: `slices` has a row of `stride` words for each word of `options`.
  template <std::uint32_t eights>
  void count(const std::uint64_t* slices, std::size_t stride, const std::uint64_t* options,
             std::uint32_t words) {
    __m512i sums[8];
    for (std::uint32_t k = 0; k < 8; ++k) sums[k] = _mm512_setzero_si512();
    for (std::uint32_t w = 0; w < words; ++w, slices += stride) {
      if (options[w] == 0) continue;
      const __m512i alive = _mm512_set1_epi64(static_cast<long long>(options[w]));
      for (std::uint32_t k = 0; k < eights; ++k) {
        const __m512i both =
            _mm512_and_si512(alive, _mm512_loadu_si512(slices + std::size_t{8} * k));
        sums[k] = _mm512_add_epi64(sums[k], _mm512_popcnt_epi64(both));
      }
    }
    // NOLINTNEXTLINE(misc-const-correctness): with more eights it changes.
    __m512i bytes = _mm512_castsi128_si512(two(sums[0], sums[1]));
    if constexpr (eights > 2) bytes = _mm512_inserti32x4(bytes, two(sums[2], sums[3]), 1);
    if constexpr (eights > 4) bytes = _mm512_inserti32x4(bytes, two(sums[4], sums[5]), 2);
    if constexpr (eights > 6) bytes = _mm512_inserti32x4(bytes, two(sums[6], sums[7]), 3);
    counts = bytes;
  }

  std::uint64_t equal(std::uint8_t value) const {
    return _mm512_cmpeq_epi8_mask(counts, _mm512_set1_epi8(static_cast<char>(value)));
  }

 private:
  static __m128i two(__m512i low, __m512i high) {
    // The full mask changes nothing; it avoids a warning of GCC 12 about its own header.
    return _mm_unpacklo_epi64(_mm512_maskz_cvtusepi64_epi8(0xff, low),
                              _mm512_maskz_cvtusepi64_epi8(0xff, high));
  }
};

#elif COMBIEN_VECTORS == 1

struct Lanes {
  __m256i low;
  __m256i high;

  Lanes() : low(_mm256_setzero_si256()), high(_mm256_setzero_si256()) {}

  void add(const std::uint8_t* row, std::uint8_t alive) {
    const __m256i byte = _mm256_set1_epi8(static_cast<char>(alive));
    const auto* rows = reinterpret_cast<const __m256i*>(row);
    low = _mm256_adds_epu8(low, bits(_mm256_and_si256(_mm256_loadu_si256(rows), byte)));
    high = _mm256_adds_epu8(high, bits(_mm256_and_si256(_mm256_loadu_si256(rows + 1), byte)));
  }
  std::uint64_t equal(std::uint8_t value) const {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(value));
    const auto first =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)));
    const auto second =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted)));
    return first | std::uint64_t{second} << 32;
  }

 private:
  // The number of bits in each byte, with a lookup table for 4-bit halves.
  static __m256i bits(__m256i bytes) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i first = _mm256_and_si256(bytes, nibble);
    const __m256i second = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, first), _mm256_shuffle_epi8(table, second));
  }
};

#else

struct Lanes {
  std::uint64_t counts[8] = {};

  void add(const std::uint8_t* row, std::uint8_t alive) {
    const std::uint64_t byte = alive * ones;
    for (int k = 0; k < 8; ++k) {
      std::uint64_t word;
      std::memcpy(&word, row + std::ptrdiff_t{8} * k, 8);
      word &= byte;
      word -= (word >> 1) & 0x55 * ones;
      word = (word & 0x33 * ones) + ((word >> 2) & 0x33 * ones);
      word = (word + (word >> 4)) & 0x0f * ones;
      counts[k] = saturating_sum(counts[k], word);
    }
  }
  std::uint64_t equal(std::uint8_t value) const {
    std::uint64_t mask = 0;
    for (int k = 0; k < 8; ++k) {
      const std::uint64_t difference = counts[k] ^ value * ones;
      // The top bit of each zero byte, exactly: no borrow crosses a byte.
      const std::uint64_t zero =
          ~(((difference & 0x7f * ones) + 0x7f * ones) | difference | 0x7f * ones);
      // Gathers the eight top bits into one byte.
      mask |= ((zero >> 7) * 0x0102040810204080u >> 56) << 8 * k;
    }
    return mask;
  }

 private:
  static constexpr std::uint64_t ones = 0x0101010101010101u;

  // Bytewise; `more` is at most 8 in each byte.
  static std::uint64_t saturating_sum(std::uint64_t sum, std::uint64_t more) {
    const std::uint64_t top = 0x80 * ones;
    const std::uint64_t low = (sum & ~top) + more;         // Carries into the top bit only.
    const std::uint64_t result = low ^ (sum & top);        // Sum modulo 256.
    const std::uint64_t carried = (sum & low & top) >> 7;  // Bytes that exceeded 255.
    return result | carried * 255;
  }
};

#endif

// The byte of a set at this index, counted from the lowest.
inline std::uint8_t byte_at(const std::uint64_t* words, std::uint32_t place) {
  return static_cast<std::uint8_t>(words[place / 8] >> 8 * (place % 8));
}

// A mask of the nonzero bytes in at most eight words.
inline std::uint64_t filled_bytes(const std::uint64_t* words, std::uint32_t count) {
  std::uint64_t filled = 0;
  for (std::uint32_t w = 0; w < count; ++w) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const std::uint64_t tops = (((words[w] & low) + low) | words[w]) & ~low;
    filled |= ((tops >> 7) * 0x0102040810204080u >> 56) << 8 * w;
  }
  return filled;
}
