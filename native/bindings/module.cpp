#include "bindings/bindings.hpp"

NB_MODULE(_native, module) {
  module.doc() = "The compiled core of combien: numbers in, numbers out.";
  combien::bindings::register_cover(module);
  combien::bindings::register_frontier(module);
}
