// What each compilation of the kernel includes, and what it offers.
//
// Everything that the kernel uses from elsewhere is included here, before its target is switched on,
// so that no shared inline function is compiled with instructions that a processor may lack.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "cover/bits/bits.hpp"
#include "cover/bits/root.hpp"
#include "cover/bits/subtrees.hpp"

namespace combien {

// What is known of a state once its forced options are taken.
enum class Verdict { dead, solved, open };

std::unique_ptr<Search> plain_bit_search(const Problem& problem, const Position& start);
std::unique_ptr<Search> avx2_bit_search(const Problem& problem, const Position& start);
std::unique_ptr<Search> avx512_bit_search(const Problem& problem, const Position& start);

}  // namespace combien
