#include "base/require.hpp"
#include "cover/memo/table.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace combien {

MemoTable::Entry MemoTable::find(const std::uint64_t* key, std::uint64_t hash) const {
  if (capacity_ == 0) return {nullptr, 0};
  const std::size_t step = stride(limbs_);
  const std::uint64_t* entry = words_.data() + ((hash >> 32) & (capacity_ - 1)) * step;
  for (std::size_t k = 0; k < window; ++k, entry += step) {
    if (*entry == 0) break;
    if ((*entry ^ hash) >> 32 != 0 || !std::equal(key, key + key_words_, entry + 1)) continue;
    return {entry + 1 + key_words_, static_cast<std::uint32_t>(*entry)};
  }
  return {nullptr, 0};
}

void MemoTable::store(const std::uint64_t* key, std::uint64_t hash, const std::uint64_t* count,
                      std::uint32_t size, std::uint64_t bytes) {
  COMBIEN_REQUIRE(size > 0);
  COMBIEN_REQUIRE(find(key, hash).count == nullptr);
  if (2 * (entries_ + 1) > capacity_ &&
      !rebuild(std::max(first_capacity, 2 * capacity_), limbs_, bytes) && capacity_ == 0) {
    return;
  }
  put((hash >> 32 << 32) | size, key, count, limbs_);
  COMBIEN_ENSURE(find(key, hash).count != nullptr);
}

void MemoTable::widen(std::size_t limbs, std::uint64_t bytes) {
  COMBIEN_REQUIRE(limbs > limbs_);
  std::size_t capacity = capacity_;
  while (capacity != 0 && !rebuild(capacity, limbs, bytes)) {
    capacity = capacity == first_capacity ? 0 : capacity / 2;
  }
  if (capacity == 0) clear();
  limbs_ = limbs;
}

void MemoTable::clear() {
  LargeVector<std::uint64_t>().swap(words_);
  capacity_ = 0;
  entries_ = 0;
}

std::vector<std::uint64_t> MemoTable::saved(std::size_t begin, std::size_t end) const {
  std::vector<std::uint64_t> found;
  const std::size_t step = stride();
  for (std::size_t slot = begin; slot < std::min(end, slots()); ++slot) {
    const std::uint64_t* const entry = words_.data() + slot * step;
    if (*entry != 0) found.insert(found.end(), entry, entry + step);
  }
  return found;
}

void MemoTable::load(std::span<const std::uint64_t> words, std::size_t limbs, std::uint64_t bytes) {
  COMBIEN_REQUIRE(limbs <= limbs_);
  const std::size_t step = stride(limbs);
  if (words.size() % step != 0) throw std::invalid_argument("the words are not entries");
  std::vector<std::uint64_t> count(limbs_);
  for (; !words.empty(); words = words.subspan(step)) {
    const auto size = static_cast<std::uint32_t>(words[0]);
    if (size == 0) throw std::invalid_argument("an entry has no size");
    const std::uint64_t* const key = words.data() + 1;
    std::copy_n(key + key_words_, limbs, count.begin());
    if (find(key, words[0]).count == nullptr) store(key, words[0], count.data(), size, bytes);
  }
}

std::string_view MemoTable::unsound() const {
  if (capacity_ == 0) {
    return words_.empty() && entries_ == 0 ? std::string_view() : "an empty table has entries";
  }
  if (!std::has_single_bit(capacity_)) return "the capacity is not a power of two";
  if (words_.size() != words_for(capacity_, limbs_)) return "the table has the wrong size";
  const std::size_t step = stride(limbs_);
  std::uint64_t occupied = 0;
  for (std::size_t slot = 0; slot * step < words_.size(); ++slot) {
    const std::uint64_t* const entry = words_.data() + slot * step;
    if (*entry == 0) continue;
    ++occupied;
    if (static_cast<std::uint32_t>(*entry) == 0) return "an entry has no size";
    const std::size_t home = (*entry >> 32) & (capacity_ - 1);
    if (slot < home || slot - home >= window) return "an entry is outside its window";
    if (find(entry + 1, *entry).count != entry + 1 + key_words_) {
      return "an entry is not found, or there twice";
    }
  }
  return occupied == entries_ ? std::string_view() : "the number of entries is wrong";
}

// Moves all entries into a table of this capacity; false if both do not fit into `bytes`.
bool MemoTable::rebuild(std::size_t capacity, std::size_t limbs, std::uint64_t bytes) {
  const std::size_t words = words_for(capacity, limbs);
  if ((words + words_.size()) * sizeof(std::uint64_t) > bytes) return false;
  LargeVector<std::uint64_t> old(words);
  old.swap(words_);
  const std::size_t old_limbs = std::exchange(limbs_, limbs);
  const std::size_t old_stride = stride(old_limbs);
  capacity_ = capacity;
  entries_ = 0;
  for (std::size_t at = 0; at < old.size(); at += old_stride) {
    if (old[at] == 0) continue;
    const std::uint64_t* const key = &old[at + 1];
    put(old[at], key, key + key_words_, old_limbs);
  }
  COMBIEN_ENSURE(this->bytes() <= bytes);
  return true;
}

void MemoTable::put(std::uint64_t head, const std::uint64_t* key, const std::uint64_t* count,
                    std::size_t count_limbs) {
  const std::size_t step = stride(limbs_);
  std::uint64_t* entry = words_.data() + ((head >> 32) & (capacity_ - 1)) * step;
  std::uint64_t* place = entry;
  for (std::size_t k = 0; k < window; ++k, entry += step) {
    if (*entry == 0) {
      ++entries_;
      place = entry;
      break;
    }
    if (static_cast<std::uint32_t>(*entry) < static_cast<std::uint32_t>(*place)) place = entry;
  }
  *place = head;
  std::copy_n(key, key_words_, place + 1);
  std::copy_n(count, count_limbs, place + 1 + key_words_);
  std::fill_n(place + 1 + key_words_ + count_limbs, limbs_ - count_limbs, std::uint64_t{0});
}

}  // namespace combien
