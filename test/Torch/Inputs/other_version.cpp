// Stands before LibTorch's own function of this name.

#include <string>

namespace at {
std::string show_config() {
  return "PyTorch built with:\n  - Build settings: TORCH_VERSION=9.9.0, ";
}
} // namespace at
