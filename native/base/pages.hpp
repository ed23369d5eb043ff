// Memory for large tables with random access.
//
// Once a table has millions of entries, address translation for small pages costs as much as the
// read itself, so large tables request large pages where the system offers them.
//
// Large tables are mapped, not allocated on the heap, so freed memory returns to the system at
// once. (The heap keeps freed blocks of up to 32 MB, and a budget of 100 MB was exceeded by a
// third.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/require.hpp"

namespace combien {

// A block of memory for a table; large blocks are mapped as fresh pages.
namespace pages {

inline constexpr std::size_t large = std::size_t{1} << 21;  // The size of a large page.
inline constexpr std::size_t mapped_from = std::size_t{1} << 18;

// The size of a table of at least `count` values: a table that fills a good part of a large page
// gets all of it, since one fault then replaces hundreds, here and when the table grows.
template <class Value>
constexpr std::size_t whole(std::size_t count) {
  const std::size_t least = (large + sizeof(Value) - 1) / sizeof(Value);
  return count < least && count * sizeof(Value) > mapped_from ? least : count;
}

#ifdef __linux__
inline void* map(std::size_t bytes) {
  // Aligned to a large page where available; the excess on either side is unmapped.
  const std::size_t spare = bytes >= large ? large : 0;
  void* const memory =
      mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  if (spare == 0) return memory;
  auto* const first = static_cast<char*>(memory);
  const std::size_t before = (large - reinterpret_cast<std::uintptr_t>(memory) % large) % large;
  constexpr std::size_t small = 4096;
  const std::size_t end = (bytes + small - 1) / small * small;
  if (before != 0) munmap(first, before);
  if (spare - before >= small) munmap(first + before + end, spare - before);
  madvise(first + before, bytes, MADV_HUGEPAGE);
  return first + before;
}
#endif

// All zero if `zero` is set.
inline void* take(std::size_t bytes, bool zero) {
  // Sums with the sizes of pages would overflow.
  if (bytes > SIZE_MAX / 2) throw std::bad_alloc();
#ifdef __linux__
  if (bytes >= mapped_from) return map(bytes);
#endif
  void* const memory = ::operator new(bytes, std::align_val_t{64});
  if (zero) std::memset(memory, 0, bytes);
  return memory;
}

inline void give_back(void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  if (bytes >= mapped_from) {
    munmap(memory, bytes);
    return;
  }
#endif
  ::operator delete(memory, std::align_val_t{64});
}

// Whether a large block grows without being copied.
#ifdef __linux__
inline constexpr bool grow_in_place = true;
#else
inline constexpr bool grow_in_place = false;
#endif

// A block that is larger than this one, which it replaces, with the same contents in front.
inline void* widen(void* memory, std::size_t bytes, std::size_t more) {
#ifdef __linux__
  // Its pages are moved to an address where all of it fits.
  if (bytes >= mapped_from) {
    if (more > SIZE_MAX / 2) throw std::bad_alloc();
    void* const place = map(more);
    void* const moved = mremap(memory, bytes, more, MREMAP_MAYMOVE | MREMAP_FIXED, place);
    if (moved != MAP_FAILED) return moved;
    // `place` is not unmapped: the kernel may have done so, and another thread may be there by now.
    throw std::bad_alloc();
  }
#endif
  void* const wider = take(more, false);
  if (bytes != 0) {
    std::memcpy(wider, memory, bytes);
    give_back(memory, bytes);
  }
  return wider;
}

}  // namespace pages

template <class Value>
struct LargePages {
  using value_type = Value;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}

  Value* allocate(std::size_t count) {
    return static_cast<Value*>(pages::take(count * sizeof(Value), false));
  }
  void deallocate(Value* memory, std::size_t count) {
    pages::give_back(memory, count * sizeof(Value));
  }

  template <class Other>
  bool operator==(const LargePages<Other>&) const {
    return true;
  }
};

template <class Value>
using LargeVector = std::vector<Value, LargePages<Value>>;

// A vector of plain values in large pages.  A large one grows without being copied where the system
// can do that, so that it never takes twice its memory, and fresh pages are used only once.
template <class Value>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  GrowingArray() = default;
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  ~GrowingArray() {
    if (capacity_ != 0) pages::give_back(values_, bytes());
  }

  Value* data() { return values_; }
  // require: k < size()
  Value& operator[](std::size_t k) {
    COMBIEN_REQUIRE(k < size_);
    return values_[k];
  }
  const Value& operator[](std::size_t k) const {
    COMBIEN_REQUIRE(k < size_);
    return values_[k];
  }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t bytes() const { return capacity_ * sizeof(Value); }

  // The memory that a capacity needs beyond that, while the values move to it.
  std::size_t growth(std::size_t capacity) const {
    const bool moves = pages::grow_in_place && bytes() >= pages::mapped_from;
    return capacity <= capacity_ ? 0 : capacity * sizeof(Value) - (moves ? bytes() : 0);
  }
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    if (capacity > SIZE_MAX / sizeof(Value)) throw std::bad_alloc();
    values_ = static_cast<Value*>(pages::widen(values_, bytes(), capacity * sizeof(Value)));
    capacity_ = capacity;
  }
  // require: size() < capacity()
  void push_back(const Value& value) {
    COMBIEN_REQUIRE(size_ < capacity_);
    values_[size_++] = value;
  }
  // Values that were not there have been written to data() already.
  // require: size <= capacity()
  void resize(std::size_t size) {
    COMBIEN_REQUIRE(size <= capacity_);
    size_ = size;
  }

 private:
  Value* values_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// An array that is initially zero.  A large block costs nothing until it is written to.
template <class Value>
class Zeroed {
 public:
  Zeroed() = default;
  explicit Zeroed(std::size_t size)
      : values_(size == 0 ? nullptr : static_cast<Value*>(pages::take(checked_bytes(size), true))),
        size_(size) {}
  Zeroed(Zeroed&& other) noexcept { swap(other); }
  Zeroed& operator=(Zeroed&& other) noexcept {
    Zeroed(std::move(other)).swap(*this);
    return *this;
  }
  ~Zeroed() {
    if (values_ != nullptr) pages::give_back(values_, bytes());
  }

  Value* data() { return values_; }
  const Value* data() const { return values_; }
  // require: k < size()
  Value& operator[](std::size_t k) {
    COMBIEN_REQUIRE(k < size_);
    return values_[k];
  }
  const Value& operator[](std::size_t k) const {
    COMBIEN_REQUIRE(k < size_);
    return values_[k];
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(Value); }
  void swap(Zeroed& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
  }

 private:
  // Where addresses have 32 bits, the product may overflow before memory is short.
  static std::size_t checked_bytes(std::size_t size) {
    if (size > SIZE_MAX / sizeof(Value)) throw std::bad_alloc();
    return size * sizeof(Value);
  }

  Value* values_ = nullptr;
  std::size_t size_ = 0;
};

using ZeroWords = Zeroed<std::uint64_t>;

}  // namespace combien
