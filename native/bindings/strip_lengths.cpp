// Python bindings for the lengths of tileable rectangles of one width.
#include "strip/strip_lengths.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/guarded.hpp"

namespace combien::bindings {

namespace {

// In Python: its two words.
using Profile = std::pair<std::uint64_t, std::uint64_t>;

std::unique_ptr<Guarded<StripLengths>> make_strip_lengths(std::uint32_t width,
                                                          std::vector<Cells> placements,
                                                          std::vector<Cells> symmetries,
                                                          std::vector<bool> wanted, bool modular) {
  const StripTiles tiles{width, std::move(placements), {}, std::move(symmetries)};
  if (!StripLengths::fits(tiles)) {
    throw std::invalid_argument("cells of a strip out of range or of order");
  }
  if (wanted.empty() || (!modular && wanted.size() != 1)) {
    throw std::invalid_argument("one class is needed for each remainder");
  }
  const auto modulus = modular ? static_cast<std::uint32_t>(wanted.size()) : 0;
  return guarded(std::make_unique<StripLengths>(tiles, modulus, std::move(wanted)));
}

std::vector<std::optional<std::uint32_t>> shortest(const StripLengths& lengths) {
  std::vector<std::optional<std::uint32_t>> all;
  for (const std::uint32_t length : lengths.shortest()) {
    all.push_back(length == StripLengths::unknown ? std::nullopt : std::optional(length));
  }
  return all;
}

std::vector<Profile> path(const StripLengths& lengths, std::uint32_t residue) {
  if (residue >= lengths.shortest().size() ||
      lengths.shortest()[residue] == StripLengths::unknown) {
    throw std::invalid_argument("this class has no length");
  }
  std::vector<Profile> all;
  for (const auto& profile : lengths.path(residue)) {
    all.emplace_back(profile.bits()[0], profile.bits()[1]);
  }
  return all;
}

}  // namespace

void register_strip_lengths(nb::module_& module) {
  nb::class_<Guarded<StripLengths>>(module, "StripLengths",
                                    "The lengths of the rectangles of one width that tiles cover.")
      .def("run", &run_slice<StripLengths, std::uint64_t, std::uint32_t>, nb::arg("steps"),
           nb::arg("seconds"), nb::arg("bytes"), nb::arg("most"))
      .def("shortest", reader<StripLengths>(&shortest))
      .def(
          "path",
          [](const Guarded<StripLengths>& machine, std::uint32_t residue) {
            return machine.look(
                [=](const StripLengths& lengths) { return path(lengths, residue); });
          },
          nb::arg("residue"),
          "The profiles after each column, up to mirroring, for the shortest length of a class.")
      .def_prop_ro("length", reader<StripLengths>(&StripLengths::length))
      .def_prop_ro("complete", reader<StripLengths>(&StripLengths::complete))
      .def_prop_ro("states", reader<StripLengths>(&StripLengths::states))
      .def_prop_ro("steps", reader<StripLengths>(&StripLengths::steps))
      .def_prop_ro("bytes", reader<StripLengths>(&StripLengths::bytes));
  module.def("strip_lengths", &make_strip_lengths, nb::arg("width"), nb::arg("placements"),
             nb::arg("symmetries"), nb::arg("wanted"), nb::arg("modular"),
             "Finds the shortest length, or with `modular` the shortest in each class modulo the "
             "number of classes, which must be a length.");
}

}  // namespace combien::bindings
