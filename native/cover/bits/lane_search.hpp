// The search in lanes for states of any size that it takes.
//
// Included after side_by_side.hpp, byte_step.hpp and sliced_step.hpp, inside the namespace.  No include guard.
#if COMBIEN_VECTORS == 2 || defined(COMBIEN_BYTES)

// The searches for each size of sets, of which at most one is open.
class LaneSearch {
 public:
  static constexpr std::uint32_t most_options = SmallSubtrees::most_options;
  // Whether it takes states with this number of options and items.
  static bool fits(std::uint32_t options, std::uint32_t items) {
    return size_for(options, items) != closed;
  }

  // Whether it may pay in a search that has done this work.
  static bool pays_for(std::uint32_t items, const Work& work) {
    // The small search finds forced options soonest (Latin squares of order 5, with five a node: 1.4 times
    // with AVX2), but takes few of the states with many items (a sudoku: lanes are 1.3 times as fast).
    return work.updates <= 3 * work.nodes || items > 128;
  }

  LaneSearch() = default;
  // A copy is closed.
  LaneSearch(const LaneSearch& /*other*/) {}
  LaneSearch& operator=(const LaneSearch&) = delete;

  bool is_open() const { return open_ != closed; }
  void close() { open_ = closed; }
  // Whether it keeps solutions.
  bool listing() const { return listing_; }

  // require: fits(options, items)
  void open(const Block& above, const Word* alive, const Word* waiting, std::uint32_t options,
            std::uint32_t items, std::uint32_t item, bool listing) {
    COMBIEN_REQUIRE(fits(options, items));
    open_ = size_for(options, items);
    listing_ = listing;
    with_open([&](auto& search) { search.open(above, alive, waiting, options, items, item); });
    if (!listing) return;
    std::uint32_t option = 0;
    for_members(alive, above.words,
                [&](std::uint32_t old) { original_[option++] = above.original[old]; });
  }

  bool run() {
    bool done = false;
    with_open([&](auto& search) { done = search.run(); });
    return done;
  }

  LaneTotals totals() {
    LaneTotals all;
    with_open([&](auto& search) { all = search.totals(); });
    return all;
  }

  // Appends each solution to `path`, calls `visit` and removes it again, in the order of the search.
  // require: it is done and keeps solutions
  // ensure: false => it was not possible
  template <class Visit>
  bool for_solutions(std::vector<OptionId>& path, Visit visit) {
    const std::size_t above = path.size();
    bool possible = false;
    with_open([&]<class Sized>(Sized& search) {
      possible = search.for_solutions([&](const Word* options) {
        for_members(options, Sized::words_of_options,
                    [&](std::uint32_t option) { path.push_back(original_[option]); });
        visit();
        path.resize(above);
      });
    });
    return possible;
  }

 private:
  // The same for fewer items.
  template <class Sized, std::uint32_t items>
  struct UpTo : Sized {
    static constexpr std::uint32_t most_items = items;
  };

  // By words of options and items; the first that fits is taken.
#if COMBIEN_VECTORS == 2
  template <bool listing>
  using Sizes =
      std::tuple<SideBySide<3, 1, listing>, SideBySide<4, 1, listing>, SideBySide<8, 1, listing>,
                 SideBySide<2, 2, listing>, SideBySide<3, 2, listing>, SideBySide<4, 2, listing>,
                 SideBySide<6, 2, listing>, SideBySide<8, 2, listing>, SideBySide<4, 4, listing>,
                 SideBySide<6, 4, listing>, SideBySide<8, 4, listing>, SideBySide<6, 6, listing>>;
#elif COMBIEN_VECTORS == 1
  // Side by side, a step takes longer with each item, and in turns with each 64 of them: with 255 options,
  // the first is a quarter faster with 40 items (MacMahon's squares), and slower with 52 (random systems).
  template <bool listing>
  using Sizes = std::tuple<InTurns<ByteStep<1, 32, listing>>, SideBySide<3, 1, listing>,
                           SideBySide<4, 1, listing>, SideBySide<8, 1, listing>,
                           InTurns<ByteStep<1, 64, listing>>, InTurns<ByteStep<2, 64, listing>>,
                           InTurns<ByteStep<3, 64, listing>>, UpTo<SideBySide<8, 2, listing>, 44>,
                           InTurns<ByteStep<4, 64, listing>>, InTurns<SlicedStep<2, 4, listing>>,
                           InTurns<SlicedStep<3, 4, listing>>, InTurns<SlicedStep<4, 4, listing>>>;
#else
  template <bool listing>
  using Sizes = std::tuple<InTurns<ByteStep<1, 32, listing>>, InTurns<ByteStep<2, 32, listing>>,
                           InTurns<ByteStep<3, 32, listing>>, InTurns<ByteStep<4, 32, listing>>,
                           InTurns<ByteStep<1, 64, listing>>, InTurns<ByteStep<2, 64, listing>>,
                           InTurns<ByteStep<3, 64, listing>>, InTurns<ByteStep<4, 64, listing>>,
                           InTurns<SlicedStep<2, 4, listing>>, InTurns<SlicedStep<3, 4, listing>>,
                           InTurns<SlicedStep<4, 4, listing>>>;
#endif
  template <class List>
  struct Made;
  template <class... Sized>
  struct Made<std::tuple<Sized...>> {
    std::tuple<std::unique_ptr<Sized>...> made;

    static std::size_t size_for(std::uint32_t options, std::uint32_t items) {
      std::size_t size = 0;
      static_cast<void>((
          (options <= Sized::most_options && items <= Sized::most_items ? true : (++size, false)) ||
          ...));
      return size;
    }
  };
  static constexpr std::size_t closed = std::tuple_size_v<Sizes<false>>;

  static std::size_t size_for(std::uint32_t options, std::uint32_t items) {
    return Made<Sizes<false>>::size_for(options, items);
  }

  template <class Call>
  void with_open(Call call) {
    if (listing_) {
      with_open(sizes_for_listing_.made, call, std::make_index_sequence<closed>());
    } else {
      with_open(sizes_.made, call, std::make_index_sequence<closed>());
    }
  }

  template <class Tuple, class Call, std::size_t... size>
  void with_open(Tuple& sizes, Call& call, std::index_sequence<size...> /*sizes*/) {
    static_cast<void>(((open_ == size ? (call(made(std::get<size>(sizes))), true) : false) || ...));
  }

  template <class Sized>
  static Sized& made(std::unique_ptr<Sized>& search) {
    if (search == nullptr) search = std::make_unique<Sized>();
    return *search;
  }

  std::size_t open_ = closed;
  bool listing_ = false;
  Made<Sizes<false>> sizes_;
  Made<Sizes<true>> sizes_for_listing_;
  std::array<OptionId, most_options> original_;  // For listing.
};

#else

// Without vectors of bytes it never opens.
class LaneSearch {
 public:
  static constexpr std::uint32_t most_options = 0;

  static bool fits(std::uint32_t /*options*/, std::uint32_t /*items*/) { return false; }
  static bool pays_for(std::uint32_t /*items*/, const Work& /*work*/) { return false; }
  bool is_open() const { return false; }
  void close() {}
  bool listing() const { return false; }
  void open(const Block& /*above*/, const Word* /*alive*/, const Word* /*waiting*/,
            std::uint32_t /*options*/, std::uint32_t /*items*/, std::uint32_t /*item*/,
            bool /*listing*/) {}
  bool run() { return true; }
  LaneTotals totals() { return {}; }
  template <class Visit>
  bool for_solutions(std::vector<OptionId>& /*path*/, Visit /*visit*/) {
    return true;
  }
};

#endif
