// Vectors of 32-bit lanes, as wide as AVX-512 or AVX2 has them, and sets of their lanes.
//
// Included once for each instruction set, inside its namespace and with its target enabled, after
// bytes.hpp.  No include guard.
#if COMBIEN_VECTORS >= 1

using Half = std::uint32_t;

#if COMBIEN_VECTORS == 2

using Halves = __m512i;
using LaneMask = __mmask16;

inline Halves all_of(Half value) { return _mm512_set1_epi32(static_cast<int>(value)); }
inline Halves load_halves(const Half* from) { return _mm512_loadu_si512(from); }
inline void store_halves(Halves halves, Half* to) { _mm512_storeu_si512(to, halves); }

inline Halves sum_of(Halves one, Halves other) { return _mm512_add_epi32(one, other); }
inline Halves difference_of(Halves one, Halves other) { return _mm512_sub_epi32(one, other); }
// (The full masks change nothing; they avoid warnings of GCC 12 about its own header.)
template <int by>
Halves shifted_up(Halves halves) {
  return _mm512_maskz_slli_epi32(0xffff, halves, by);
}
template <int by>
Halves shifted_down(Halves halves) {
  return _mm512_maskz_srli_epi32(0xffff, halves, by);
}

inline LaneMask nonzero(Halves halves) { return _mm512_test_epi32_mask(halves, halves); }
inline LaneMask having(Halves sets, Halves bit) { return _mm512_test_epi32_mask(sets, bit); }
inline LaneMask equal_lanes(Halves one, Halves other) {
  return _mm512_cmpeq_epu32_mask(one, other);
}
inline LaneMask at_least(Halves one, Halves other) { return _mm512_cmpge_epu32_mask(one, other); }

inline LaneMask meet(LaneMask one, LaneMask other) { return static_cast<LaneMask>(one & other); }
inline LaneMask join(LaneMask one, LaneMask other) { return static_cast<LaneMask>(one | other); }
inline LaneMask outside(LaneMask one, LaneMask other) {
  return static_cast<LaneMask>(one & ~other);
}
inline std::uint32_t bits_of(LaneMask lanes) { return lanes; }
inline LaneMask mask_of(std::uint32_t lanes) { return static_cast<LaneMask>(lanes); }

inline Halves select(LaneMask lanes, Halves there, Halves elsewhere) {
  return _mm512_mask_mov_epi32(elsewhere, lanes, there);
}
inline Halves only(LaneMask lanes, Halves halves) { return _mm512_maskz_mov_epi32(lanes, halves); }
// The lesser of two numbers in some lanes, and the first in the others.
inline Halves lesser_in(LaneMask lanes, Halves one, Halves other) {
  return _mm512_mask_min_epu32(one, lanes, one, other);
}

// Moves these lanes to the front, or the first ones to these lanes.
inline Halves compressed(LaneMask lanes, Halves halves) {
  return _mm512_maskz_compress_epi32(lanes, halves);
}
inline Halves expanded(LaneMask lanes, Halves halves) {
  return _mm512_maskz_expand_epi32(lanes, halves);
}

inline Half union_of(Halves sets) {
  const __m256i none = _mm256_setzero_si256();
  const __m256i half = _mm256_or_si256(_mm512_mask_extracti64x4_epi64(none, 0xff, sets, 0),
                                       _mm512_mask_extracti64x4_epi64(none, 0xff, sets, 1));
  const __m128i rest =
      _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  const auto two = static_cast<Word>(_mm_extract_epi64(rest, 0) | _mm_extract_epi64(rest, 1));
  return static_cast<Half>(two | two >> 32);
}

template <class Part>
[[gnu::always_inline]] inline Halves of_every_fourth(Part part) {
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(part(0)), part(4), 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(part(8)), part(12), 1);
  return _mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(low), high, 1);
}
// In each four lanes, the first or the last two halves of one and of the other by turns.
inline Halves low_by_turns(Halves one, Halves other) {
  return _mm512_maskz_unpacklo_epi32(0xffff, one, other);
}
inline Halves high_by_turns(Halves one, Halves other) {
  return _mm512_maskz_unpackhi_epi32(0xffff, one, other);
}

// The sizes of sets in some words.
class SetSizes {
 public:
  explicit SetSizes(Halves sets) : sizes_(_mm512_popcnt_epi32(sets)) {}
  void add(Halves sets) { sizes_ = _mm512_add_epi32(sizes_, _mm512_popcnt_epi32(sets)); }
  Halves times_256() const { return shifted_up<8>(sizes_); }
  Halves all() const { return sizes_; }

 private:
  Halves sizes_;
};

#else

using Halves = __m256i;
using LaneMask = __m256i;

inline Halves all_of(Half value) { return _mm256_set1_epi32(static_cast<int>(value)); }
inline Halves load_halves(const Half* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
inline void store_halves(Halves halves, Half* to) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), halves);
}

inline Halves sum_of(Halves one, Halves other) { return _mm256_add_epi32(one, other); }
inline Halves difference_of(Halves one, Halves other) { return _mm256_sub_epi32(one, other); }
template <int by>
Halves shifted_up(Halves halves) {
  return _mm256_slli_epi32(halves, by);
}
template <int by>
Halves shifted_down(Halves halves) {
  return _mm256_srli_epi32(halves, by);
}

inline LaneMask equal_lanes(Halves one, Halves other) { return _mm256_cmpeq_epi32(one, other); }
inline LaneMask outside(LaneMask one, LaneMask other) { return _mm256_andnot_si256(other, one); }
inline LaneMask nonzero(Halves halves) {
  return outside(_mm256_set1_epi32(-1), equal_lanes(halves, _mm256_setzero_si256()));
}
inline LaneMask having(Halves sets, Halves bit) {
  return equal_lanes(_mm256_and_si256(sets, bit), bit);
}
inline LaneMask at_least(Halves one, Halves other) {
  return equal_lanes(_mm256_max_epu32(one, other), one);
}

inline LaneMask meet(LaneMask one, LaneMask other) { return _mm256_and_si256(one, other); }
inline LaneMask join(LaneMask one, LaneMask other) { return _mm256_or_si256(one, other); }
inline std::uint32_t bits_of(LaneMask lanes) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
}
inline LaneMask mask_of(std::uint32_t lanes) {
  const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return having(all_of(lanes), bits);
}

inline Halves select(LaneMask lanes, Halves there, Halves elsewhere) {
  return _mm256_blendv_epi8(elsewhere, there, lanes);
}
inline Halves only(LaneMask lanes, Halves halves) { return _mm256_and_si256(lanes, halves); }
inline Halves lesser_in(LaneMask lanes, Halves one, Halves other) {
  return select(lanes, _mm256_min_epu32(one, other), one);
}

// For each set of lanes, where its lanes are; and for each lane, how many are before it.
struct LaneOrders {
  std::uint8_t members[256][8] = {};
  std::uint8_t ranks[256][8] = {};

  constexpr LaneOrders() {
    for (std::uint32_t lanes = 0; lanes < 256; ++lanes) {
      std::uint8_t rank = 0;
      for (std::uint8_t lane = 0; lane < 8; ++lane) {
        ranks[lanes][lane] = rank;
        if ((lanes >> lane & 1) != 0) members[lanes][rank++] = lane;
      }
    }
  }
};
inline constexpr LaneOrders lane_orders;

inline Halves permuted(Halves halves, const std::uint8_t* order) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(order));
  return _mm256_permutevar8x32_epi32(halves, _mm256_cvtepu8_epi32(bytes));
}
inline Halves compressed(LaneMask lanes, Halves halves) {
  return permuted(halves, lane_orders.members[bits_of(lanes)]);
}
inline Halves expanded(LaneMask lanes, Halves halves) {
  return permuted(halves, lane_orders.ranks[bits_of(lanes)]);
}

inline Half union_of(Halves sets) {
  const __m128i rest =
      _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
  const auto two = static_cast<Word>(_mm_extract_epi64(rest, 0) | _mm_extract_epi64(rest, 1));
  return static_cast<Half>(two | two >> 32);
}

template <class Part>
[[gnu::always_inline]] inline Halves of_every_fourth(Part part) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(part(0)), part(4), 1);
}
inline Halves low_by_turns(Halves one, Halves other) { return _mm256_unpacklo_epi32(one, other); }
inline Halves high_by_turns(Halves one, Halves other) { return _mm256_unpackhi_epi32(one, other); }

class SetSizes {
 public:
  explicit SetSizes(Halves sets) : bytes_(bytes_of(sets)) {}
  void add(Halves sets) { bytes_ = _mm256_add_epi8(bytes_, bytes_of(sets)); }
  Halves times_256() const { return all_times(256); }
  Halves all() const { return all_times(1); }

 private:
  static Halves bytes_of(Halves sets) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_and_si256(sets, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(sets, 4), nibble);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
  }
  Halves all_times(short factor) const {
    const __m256i pairs = _mm256_maddubs_epi16(bytes_, _mm256_set1_epi8(1));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(factor));
  }

  Halves bytes_;
};

#endif

inline std::uint32_t count_of(LaneMask lanes) {
  return static_cast<std::uint32_t>(std::popcount(bits_of(lanes)));
}

// In each lane, the two halves of the word at its place.  Loads and shuffles, here and below: gathering is
// slow on AMD's processors (queens take 1.07 times as long, a sudoku 1.04 times) and very slow on some.
[[gnu::always_inline]] inline void load_two(const Word* table, const Half* places, Halves& low,
                                            Halves& high) {
  const auto pairs_from = [&](std::uint32_t first) __attribute__((always_inline)) {
    return of_every_fourth([&](std::uint32_t lane) __attribute__((always_inline)) {
      const __m128i one =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(table + places[first + lane]));
      const __m128i other =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(table + places[first + lane + 1]));
      return _mm_unpacklo_epi64(one, other);
    });
  };
  const Halves first = pairs_from(0);  // One half of the first word, the other, then of the second.
  const Halves second = pairs_from(2);
  const Halves lows = low_by_turns(first, second);
  const Halves highs = high_by_turns(first, second);
  low = low_by_turns(lows, highs);
  high = high_by_turns(lows, highs);
}

// The same for the four halves of two words.
[[gnu::always_inline]] inline void load_four(const Word* table, const Half* places,
                                             Halves (&halves)[4]) {
  const auto rows_from = [&](std::uint32_t first) __attribute__((always_inline)) {
    return of_every_fourth([&](std::uint32_t lane) __attribute__((always_inline)) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(table + places[first + lane]));
    });
  };
  const Halves rows[4] = {rows_from(0), rows_from(1), rows_from(2), rows_from(3)};
  const Halves even_low = low_by_turns(rows[0], rows[2]);
  const Halves odd_low = low_by_turns(rows[1], rows[3]);
  const Halves even_high = high_by_turns(rows[0], rows[2]);
  const Halves odd_high = high_by_turns(rows[1], rows[3]);
  halves[0] = low_by_turns(even_low, odd_low);
  halves[1] = high_by_turns(even_low, odd_low);
  halves[2] = low_by_turns(even_high, odd_high);
  halves[3] = high_by_turns(even_high, odd_high);
}

#endif
