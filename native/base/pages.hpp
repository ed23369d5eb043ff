// Memory for large tables: in huge pages, where the system has them.
//
// A table that is looked up at random misses the address cache at nearly every step when its pages are
// small: a sweep over large layers is a fifth slower.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace combien {

// A standard allocator; small blocks come from where they always do.
template <typename T>
struct Pages {
  using value_type = T;

  Pages() = default;
  template <typename Other>
  explicit Pages(const Pages<Other>& /*unused*/) {}

  T* allocate(std::size_t count) {
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < large) return static_cast<T*>(::operator new(bytes));
    const std::size_t whole = (bytes + page - 1) / page * page;
    void* block = std::aligned_alloc(page, whole);
    if (block == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    ::madvise(block, whole, MADV_HUGEPAGE);  // Where it cannot be had, nothing is lost.
#endif
    return static_cast<T*>(block);
  }

  void deallocate(T* block, std::size_t count) {
    if (count * sizeof(T) < large) {
      ::operator delete(block);
    } else {
      std::free(block);
    }
  }

  bool operator==(const Pages&) const { return true; }

 private:
  static constexpr std::size_t page = std::size_t{1} << 21;
  static constexpr std::size_t large = 2 * page;
};

}  // namespace combien
