#include <stdexcept>

static const bool Registered = [] {
  throw std::runtime_error("this library cannot be");
  return true;
}();
