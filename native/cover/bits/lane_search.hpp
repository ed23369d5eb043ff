// The search in lanes for states of any size that it takes.
//
// Included after side_by_side.hpp, inside the namespace.  No include guard.
#if COMBIEN_VECTORS == 2

// The searches for each size of sets, of which at most one is open.
class LaneSearch {
 public:
  static constexpr std::uint32_t most_options = SmallSubtrees::most_options;

  // Whether it takes states with this number of options and items.
  static bool fits(std::uint32_t options, std::uint32_t items) {
    return options <= most_options && (items <= 128 || (items <= 192 && options <= 192));
  }

  LaneSearch() = default;
  // A copy is closed.
  LaneSearch(const LaneSearch& /*other*/) {}
  LaneSearch& operator=(const LaneSearch&) = delete;

  bool is_open() const { return open_ != Size::none; }
  void close() { open_ = Size::none; }
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
  // The words in a set of options, by the words in a set of items.
  enum class Size {
    none,
    one,
    two,
    three,
    four,
    two_by_two,
    three_by_two,
    four_by_two,
    three_by_three
  };

  static Size size_for(std::uint32_t options, std::uint32_t items) {
    if (items > 128) return Size::three_by_three;
    if (items > 64) {
      return options <= 128   ? Size::two_by_two
             : options <= 192 ? Size::three_by_two
                              : Size::four_by_two;
    }
    return options <= 64    ? Size::one
           : options <= 128 ? Size::two
           : options <= 192 ? Size::three
                            : Size::four;
  }

  template <bool listing>
  struct Sizes {
    std::unique_ptr<SideBySide<1, 1, listing>> one;
    std::unique_ptr<SideBySide<2, 1, listing>> two;
    std::unique_ptr<SideBySide<3, 1, listing>> three;
    std::unique_ptr<SideBySide<4, 1, listing>> four;
    std::unique_ptr<SideBySide<2, 2, listing>> two_by_two;
    std::unique_ptr<SideBySide<3, 2, listing>> three_by_two;
    std::unique_ptr<SideBySide<4, 2, listing>> four_by_two;
    std::unique_ptr<SideBySide<3, 3, listing>> three_by_three;
  };

  template <class Call>
  void with_open(Call call) {
    if (listing_) {
      with_open(sizes_for_listing_, call);
    } else {
      with_open(sizes_, call);
    }
  }

  template <bool listing, class Call>
  void with_open(Sizes<listing>& sizes, Call& call) {
    switch (open_) {
      case Size::none: return;
      case Size::one: return call(made(sizes.one));
      case Size::two: return call(made(sizes.two));
      case Size::three: return call(made(sizes.three));
      case Size::four: return call(made(sizes.four));
      case Size::two_by_two: return call(made(sizes.two_by_two));
      case Size::three_by_two: return call(made(sizes.three_by_two));
      case Size::four_by_two: return call(made(sizes.four_by_two));
      case Size::three_by_three: return call(made(sizes.three_by_three));
    }
  }

  template <class Sized>
  static Sized& made(std::unique_ptr<Sized>& search) {
    if (search == nullptr) search = std::make_unique<Sized>();
    return *search;
  }

  Size open_ = Size::none;
  bool listing_ = false;
  Sizes<false> sizes_;
  Sizes<true> sizes_for_listing_;
  std::array<OptionId, most_options> original_;  // For listing.
};

#else

// Without AVX-512 it never opens.
class LaneSearch {
 public:
  static constexpr std::uint32_t most_options = 0;

  static bool fits(std::uint32_t /*options*/, std::uint32_t /*items*/) { return false; }
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
