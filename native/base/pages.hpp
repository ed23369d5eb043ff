// Memory for large tables that are read at random places.
//
// Finding out where a small page lies costs as much as reading from it once a table has millions of
// entries, so large tables ask for large pages, where the system has them on request.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace combien {

template <class Value>
struct LargePages {
  using value_type = Value;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}

  Value* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(Value);
    void* memory = ::operator new(bytes, alignment(count));
#ifdef __linux__
    if (bytes >= worth_it) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<Value*>(memory);
  }
  void deallocate(Value* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

  template <class Other>
  bool operator==(const LargePages<Other>&) const {
    return true;
  }

 private:
  static constexpr std::size_t page = std::size_t{1} << 21;
  static constexpr std::size_t worth_it = 2 * page;

  static std::align_val_t alignment(std::size_t count) {
    return std::align_val_t{count * sizeof(Value) >= worth_it ? page : 64};
  }
};

template <class Value>
using LargeVector = std::vector<Value, LargePages<Value>>;

}  // namespace combien
