// Python bindings for the texts of solutions.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/solutions.hpp"
#include "cover/option_texts.hpp"
#include "cover/solutions.hpp"

namespace combien::bindings {

namespace {

// A text ends after the solution with which it gets longer: this much stays in a cache.
constexpr std::size_t long_text = 1 << 16;
// A map of this many options is made at no cost to speak of.
constexpr std::uint32_t few_options = 1 << 14;

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

void new_texts(OptionTexts* self, std::uint32_t option_count, const nb::bytes& between) {
  if (between.size() > 16) throw std::invalid_argument("too much between two options");
  new (self) OptionTexts(option_count, std::string(view(between)));
}

void set_text(OptionTexts& texts, std::uint32_t option, const nb::bytes& text) {
  if (option >= texts.option_count()) throw std::invalid_argument("there is no such option");
  if (text.size() > std::numeric_limits<std::int32_t>::max()) {
    throw std::length_error("the text of an option is too long");
  }
  if (!texts.has(option)) texts.set(option, view(text));
}

nb::object rendered(const OptionTexts& texts, nb::handle solutions, bool blank) {
  if (!nb::isinstance<SolutionBatch>(solutions)) return nb::none();
  const SolutionBatch& batch = *nb::inst_ptr<SolutionBatch>(solutions);
  std::string text;
  std::size_t count = 0;
  nb::list missing;
  std::vector<OptionId> options;
  const bool few = texts.option_count() <= few_options;
  OptionSorter sorter(few ? texts.option_count() : 0);
  for (; count < batch.left() && text.size() < long_text; ++count) {
    batch.read(count, options);
    for (const OptionId option : options) {
      if (number(option) >= texts.option_count()) throw std::invalid_argument("no such option");
      if (!texts.has(number(option))) missing.append(number(option));
    }
    if (missing.size() != 0) break;
    if (few) {
      sorter.sort(options);
    } else {
      std::ranges::sort(options);
    }
    if (blank) text += '\n';
    const std::size_t begin = text.size();
    texts.write(options, text);
    blank = std::string_view(text).substr(begin).find('\n') != std::string_view::npos;
    text += '\n';
  }
  return nb::make_tuple(nb::bytes(text.data(), text.size()), count, blank, missing);
}

void skip(nb::handle solutions, std::size_t count) {
  if (!nb::isinstance<SolutionBatch>(solutions)) throw nb::type_error("expected a batch");
  nb::inst_ptr<SolutionBatch>(solutions)->skip(count);
}

}  // namespace

void register_option_texts(nb::module_& module) {
  nb::class_<OptionTexts>(module, "OptionTexts",
                          "The texts of options, of which those of solutions are put together.")
      .def("__init__", &new_texts, nb::arg("option_count"), nb::arg("between"),
           "`between` is written between two options of a solution.")
      .def("set", &set_text, nb::arg("option"), nb::arg("text"),
           "Set the text of an option, if it has none.")
      .def("rendered", &rendered, nb::arg("solutions"), nb::arg("blank"),
           nb::sig("def rendered(self, solutions: collections.abc.Iterator[object], blank: bool) "
                   "-> tuple[bytes, int, bool, list[int]] | None"),
           "The text of the next solutions of a batch, which stays where it is: each on lines of "
           "its own, with an empty line after one of several lines; their number; whether an empty "
           "line is to follow; and the options without a text at which it ended.  `blank` is "
           "whether the text begins with an empty line.  None if these are not a batch.")
      .def_static("skip", &skip, nb::arg("solutions"), nb::arg("count"),
                  nb::sig("def skip(solutions: collections.abc.Iterator[object], count: int) "
                          "-> None"),
                  "Leave out the next solutions of a batch, which have been written.");
}

}  // namespace combien::bindings
