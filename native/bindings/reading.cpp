// Python bindings for what is read before a problem exists: files, and options by name.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"
#include "bindings/options.hpp"
#include "cover/reading/readers.hpp"

namespace combien::bindings {

namespace {

// The UTF-8 of a string, which lives as long as the string; none if it has no UTF-8.
std::optional<std::string_view> utf8(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) {
    PyErr_Clear();
    return {};
  }
  return std::string_view(data, static_cast<std::size_t>(size));
}

// Files --------------------------------------------------------------------------------------------

template <class Reader>
int read_on(Guarded<Reader>& guarded, double seconds) {
  return guarded.run([&](Reader& reader) {
    Slice slice(std::numeric_limits<std::uint64_t>::max(), seconds);
    return static_cast<int>(reader.run(slice));
  });
}

std::unique_ptr<Guarded<EcReader>> ec_reader(const nb::str& text, std::uint64_t most_items,
                                             std::uint64_t longest_line) {
  const auto content = utf8(text);
  if (!content) return nullptr;
  return guarded(std::make_unique<EcReader>(*content, ReadingLimits{most_items, longest_line}));
}

std::unique_ptr<Guarded<DlxReader>> dlx_reader(const nb::str& text, const nb::tuple& names,
                                               const nb::bytes& primary, std::uint64_t skipped,
                                               std::uint64_t longest_line) {
  const auto content = utf8(text);
  if (!content) return nullptr;
  std::vector<std::string_view> words;
  words.reserve(names.size());
  for (const nb::handle name : names) {
    const auto word = utf8(name);
    if (!word) return nullptr;
    words.push_back(*word);
  }
  if (words.size() != primary.size()) return nullptr;
  std::vector<std::uint8_t> flags(primary.c_str(), primary.c_str() + primary.size());
  return guarded(std::make_unique<DlxReader>(*content, skipped, std::move(words), std::move(flags),
                                             ReadingLimits{names.size(), longest_line}));
}

nb::list color_names(const Guarded<DlxReader>& guarded) {
  nb::list names;
  for (const std::string_view name : guarded.machine().color_names()) {
    names.append(nb::str(name.data(), name.size()));
  }
  return names;
}

}  // namespace

void register_reading(nb::module_& module) {
  module.attr("NOT_PLAIN") = static_cast<int>(Reading::not_plain);

  using Ec = Guarded<EcReader>;
  nb::class_<Ec>(module, "EcReader", "Reads a plain file in the ec format; stops anywhere.")
      .def("run", &read_on<EcReader>, nb::arg("seconds"))
      .def_prop_ro("item_count", reader<EcReader>(&EcReader::item_count))
      .def(
          "options", [](const Ec& ec) { return to_python(ec.machine().options()); },
          nb::sig("def options(self) -> tuple[bytes, bytes]"),
          "The end of each option, and their items.");

  using Dlx = Guarded<DlxReader>;
  nb::class_<Dlx>(module, "DlxReader", "Reads the options of a plain file in Knuth's format.")
      .def("run", &read_on<DlxReader>, nb::arg("seconds"))
      .def(
          "options", [](const Dlx& dlx) { return to_python(dlx.machine().options()); },
          nb::sig("def options(self) -> tuple[bytes, bytes]"),
          "The end of each option, and their items.")
      .def(
          "colors", [](const Dlx& dlx) { return as_bytes(dlx.machine().colors()); },
          "The colors parallel to the items; empty if there are none.")
      .def("color_names", &color_names, nb::sig("def color_names(self) -> list[str]"))
      .def(
          "costs", [](const Dlx& dlx) { return as_bytes(dlx.machine().costs()); },
          "The costs of the options; empty if there are none.")
      .def_prop_ro("left_out", reader<DlxReader>(&DlxReader::left_out))
      .def_prop_ro("first_left_out", reader<DlxReader>(&DlxReader::first_left_out));

  module.def("ec_reader", &ec_reader, nb::arg("text"), nb::arg("most_items"),
             nb::arg("longest_line"), nb::keep_alive<0, 1>(),
             nb::sig("def ec_reader(text: str, most_items: int, longest_line: int) "
                     "-> EcReader | None"),
             "A reader of a text without a byte order mark; None if it has no UTF-8.");
  module.def("dlx_reader", &dlx_reader, nb::arg("text"), nb::arg("names"), nb::arg("primary"),
             nb::arg("skipped"), nb::arg("longest_line"), nb::keep_alive<0, 1>(),
             nb::keep_alive<0, 2>(),
             nb::sig("def dlx_reader(text: str, names: tuple[str, ...], primary: bytes, "
                     "skipped: int, longest_line: int) -> DlxReader | None"),
             "A reader of the options below the first `skipped` lines; None if there is no UTF-8.");
}

}  // namespace combien::bindings
