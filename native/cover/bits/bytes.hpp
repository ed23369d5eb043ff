// Vectors of bytes, as wide as AVX2, SSE2, NEON or WebAssembly has them: the sizes of items, one byte each.
//
// Sums saturate.  (Also since GCC would reorder other sums, and keep all their rows until the end.)
// Included once for each instruction set, inside its namespace and with its target enabled.  No
// include guard.

// GCC does not unroll loops at -O2, as clang does.
#ifdef __clang__
#define COMBIEN_UNROLL
#else
#define COMBIEN_UNROLL _Pragma("GCC unroll 16")
#endif

#if COMBIEN_VECTORS == 1 || (COMBIEN_VECTORS == 0 && (defined(__SSE2__) || defined(__aarch64__) || \
                                                      defined(__wasm_simd128__)))
#define COMBIEN_BYTES
#endif

#ifdef COMBIEN_BYTES
#if COMBIEN_VECTORS == 1

using Bytes = __m256i;

inline Bytes load(const std::uint8_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
inline void store(Bytes bytes, std::uint8_t* to) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}
inline Bytes sum(Bytes one, Bytes other) { return _mm256_adds_epu8(one, other); }
inline Bytes either(Bytes one, Bytes other) { return _mm256_or_si256(one, other); }
inline Bytes lesser(Bytes one, Bytes other) { return _mm256_min_epu8(one, other); }
inline std::uint64_t equal(Bytes one, Bytes other) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(one, other)));
}
inline std::uint8_t first(Bytes bytes) {
  return static_cast<std::uint8_t>(_mm_cvtsi128_si32(_mm256_castsi256_si128(bytes)));
}
// The smallest byte, everywhere.
inline Bytes smallest(Bytes bytes) {
  const __m128i half =
      _mm_min_epu8(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
  return _mm256_broadcastb_epi8(_mm_minpos_epu16(_mm_min_epu8(half, _mm_srli_epi16(half, 8))));
}

#elif defined(__SSE2__)

using Bytes = __m128i;

inline Bytes load(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
inline void store(Bytes bytes, std::uint8_t* to) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
}
inline Bytes sum(Bytes one, Bytes other) { return _mm_adds_epu8(one, other); }
inline Bytes either(Bytes one, Bytes other) { return _mm_or_si128(one, other); }
inline Bytes lesser(Bytes one, Bytes other) { return _mm_min_epu8(one, other); }
inline std::uint64_t equal(Bytes one, Bytes other) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(one, other)));
}
inline std::uint8_t first(Bytes bytes) {
  return static_cast<std::uint8_t>(_mm_cvtsi128_si32(bytes));
}
inline Bytes smallest(Bytes bytes) {
  Bytes least = lesser(bytes, _mm_shuffle_epi32(bytes, 0x4e));
  least = lesser(least, _mm_shuffle_epi32(least, 0xb1));
  least = lesser(least, _mm_or_si128(_mm_slli_epi32(least, 16), _mm_srli_epi32(least, 16)));
  return lesser(least, _mm_or_si128(_mm_slli_epi16(least, 8), _mm_srli_epi16(least, 8)));
}

#elif defined(__wasm_simd128__)

using Bytes = v128_t;

inline Bytes load(const std::uint8_t* from) { return wasm_v128_load(from); }
inline void store(Bytes bytes, std::uint8_t* to) { wasm_v128_store(to, bytes); }
inline Bytes sum(Bytes one, Bytes other) { return wasm_u8x16_add_sat(one, other); }
inline Bytes either(Bytes one, Bytes other) { return wasm_v128_or(one, other); }
inline Bytes lesser(Bytes one, Bytes other) { return wasm_u8x16_min(one, other); }
inline std::uint64_t equal(Bytes one, Bytes other) {
  return wasm_i8x16_bitmask(wasm_i8x16_eq(one, other));
}
inline std::uint8_t first(Bytes bytes) { return wasm_u8x16_extract_lane(bytes, 0); }
inline Bytes smallest(Bytes bytes) {
  Bytes least = lesser(bytes, wasm_i64x2_shuffle(bytes, bytes, 1, 0));
  least = lesser(least, wasm_i32x4_shuffle(least, least, 1, 0, 3, 2));
  least = lesser(least, wasm_v128_or(wasm_i32x4_shl(least, 16), wasm_u32x4_shr(least, 16)));
  return lesser(least, wasm_v128_or(wasm_i16x8_shl(least, 8), wasm_u16x8_shr(least, 8)));
}

#else

using Bytes = uint8x16_t;

inline Bytes load(const std::uint8_t* from) { return vld1q_u8(from); }
inline void store(Bytes bytes, std::uint8_t* to) { vst1q_u8(to, bytes); }
inline Bytes sum(Bytes one, Bytes other) { return vqaddq_u8(one, other); }
inline Bytes either(Bytes one, Bytes other) { return vorrq_u8(one, other); }
inline Bytes lesser(Bytes one, Bytes other) { return vminq_u8(one, other); }
inline std::uint8_t first(Bytes bytes) { return vgetq_lane_u8(bytes, 0); }
inline Bytes smallest(Bytes bytes) { return vdupq_n_u8(vminvq_u8(bytes)); }
inline std::uint64_t equal(Bytes one, Bytes other) {
  static constexpr std::uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                              1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(vceqq_u8(one, other), vld1q_u8(places));
  return vaddv_u8(vget_low_u8(bits)) | std::uint64_t{vaddv_u8(vget_high_u8(bits))} << 8;
}

#endif
#endif
