// The sizes of items at a node: in bytes, or in bit slices.
//
// Bit slices take about nine instructions for an available option and all items of a vector, the bytes of
// lanes.hpp for eight options and 64 items: 120 with plain words, and 18 with AVX2.  So plain
// builds always use slices (a sudoku takes a third of the time, pentominoes seven tenths), AVX2 for more
// than 128 items (with fewer, pentominoes take a sixth longer), and AVX-512 never: it gains nothing.
//
// Included once for each instruction set, inside its namespace, after slices.hpp.  No include
// guard.

// Of at most `width` words of items from word `first` on.
template <std::uint32_t width>
class ByteSizes {
 public:
  static constexpr std::uint32_t words = width;
  static constexpr std::uint32_t most_known = 255;  // Which also stands for larger sizes.

  ByteSizes(const Block& here, const Word* options, std::uint32_t first, std::uint32_t count) {
    here.count_sizes<width>(options, first, count, lanes_);
  }
  // Sets `found` to the items of this size.
  void equal(std::uint32_t size, Word* found) const {
    for (std::uint32_t v = 0; v < width; ++v) {
      found[v] = lanes_[v].equal(static_cast<std::uint8_t>(size));
    }
  }

 private:
  Lanes lanes_[width];
};

template <std::uint32_t width>
class SlicedSizes {
  static constexpr std::uint32_t wide = width == 3 ? 4 : width;
  using Slice = typename SliceOf<wide>::Type;

 public:
  static constexpr std::uint32_t words = wide;
  static constexpr std::uint32_t most_known = 7;

  SlicedSizes(const Block& here, const Word* options, std::uint32_t first,
              std::uint32_t /*count*/) {
    constexpr std::uint32_t enough = 256;
    std::uint32_t members[enough + 64 + 3];
    const Word* rows = here.option_items.data() + first;
    std::uint32_t count = 0;
    for (std::uint32_t w = 0; w < here.words; ++w) {
      for (Word left = options[w]; left != 0; left &= left - 1) {
        members[count++] = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
      }
      if (count < enough && w + 1 < here.words) continue;
      std::fill_n(members + count, 3, here.options);  // The empty row.
      for (std::uint32_t k = 0; k < count; k += 4) add_four(rows, members + k, here.vectors);
      count = 0;
    }
  }

  // require: size <= most_known
  void equal(std::uint32_t size, Word* found) const {
    Slice all = ~more_;
    all &= (size & 1) != 0 ? ones_ : ~ones_;
    all &= (size & 2) != 0 ? twos_ : ~twos_;
    all &= (size & 4) != 0 ? fours_ : ~fours_;
    std::memcpy(found, &all, sizeof all);
  }

 private:
  void add_four(const Word* rows, const std::uint32_t* options, std::uint32_t stride) {
    Slice sets[4];
    for (std::uint32_t k = 0; k < 4; ++k) {
      std::memcpy(&sets[k], rows + std::size_t{options[k]} * stride, sizeof sets[k]);
    }
    Slice two;
    Slice other;
    Slice four;
    add_slices(ones_, sets[0], sets[1], two);
    add_slices(ones_, sets[2], sets[3], other);
    add_slices(twos_, two, other, four);
    more_ |= fours_ & four;
    fours_ ^= four;
  }

  Slice ones_{};
  Slice twos_{};
  Slice fours_{};
  Slice more_{};
};
