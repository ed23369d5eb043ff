// The vector instructions of this processor.
#pragma once

#include <cstdint>

namespace combien {

// Which vector instructions to use, each set a superset of the one before it.  Kernels give the same
// results, in the same order, with the same counters for all of them.
enum class Vectors : std::uint8_t { plain, avx2, avx512 };

// The best set that this processor has, and whose registers the operating system saves.
Vectors best_vectors();

}  // namespace combien
