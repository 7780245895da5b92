//===- PassPlugin.h - Passes in shared objects ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A plugin is a shared object with one C function, which FX_PASS_PLUGIN
/// defines:
/// \code{.txt}
///   FX_PASS_PLUGIN("my-passes", "1.0", [](fx::PluginHost &Host) {
///     registerMyPasses(Host.passes());
///   })
/// \endcode
/// It is compiled against the headers of one libFX and runs with that one only:
/// the host compares the version of this interface and the build id before it
/// calls anything, and refuses with a message what does not fit. A plugin stays
/// loaded until the process ends. See docs/Plugins.md.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSPLUGIN_H
#define FX_PASS_PASSPLUGIN_H

#include "fx/Config.h"
#include "fx/IR/Node.h"
#include "fx/Pass/PassInfo.h"
#include "fx/Pass/PassRegistry.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string_view>

namespace fx {

struct ModuleTableData;
struct OpTableData;

/// Changes with PassPluginInfo, PluginHost and PassRegistry.
constexpr uint32_t PluginApiVersion = 4;

namespace detail {
/// What plugin and host must agree on, as text: version of fx-opt, LLVM,
/// compiler, string ABI, containers, assertions, sanitizer, sizes of what both
/// see.
consteval auto makeBuildId() {
#define FX_STRING_OF(X) #X
#define FX_STRING(X) FX_STRING_OF(X)
#if defined(__clang__)
  constexpr std::string_view Compiler = "clang " FX_STRING(__clang_major__);
#else
  constexpr std::string_view Compiler = "gcc " FX_STRING(__GNUC__);
#endif
#undef FX_STRING
#undef FX_STRING_OF
#ifdef _GLIBCXX_USE_CXX11_ABI
  constexpr bool Cxx11Strings = _GLIBCXX_USE_CXX11_ABI;
#else
  constexpr bool Cxx11Strings = true;
#endif
#ifdef NDEBUG
  constexpr bool Asserts = false;
#else
  constexpr bool Asserts = true;
#endif
#if defined(__SANITIZE_ADDRESS__)
  constexpr bool Sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  constexpr bool Sanitized = true;
#else
  constexpr bool Sanitized = false;
#endif
#else
  constexpr bool Sanitized = false;
#endif
#ifdef _GLIBCXX_DEBUG
  constexpr bool DebugContainers = true;
#else
  constexpr bool DebugContainers = false;
#endif
  std::array<char, 192> Text{};
  size_t Length = 0;
  auto Append = [&](std::string_view Part) {
    for (char C : Part)
      Text[Length++] = C;
  };
  Append("fx-opt " FX_VERSION_STRING ", LLVM " FX_LLVM_VERSION_STRING ", ");
  Append(Compiler);
  Append(Cxx11Strings ? ", new strings" : ", old strings");
  // Those of the standard library have other sizes then.
  if (DebugContainers)
    Append(", _GLIBCXX_DEBUG");
  Append(Asserts ? ", assertions" : ", no assertions");
  Append(Sanitized ? ", address sanitizer" : "");
  auto AppendNumber = [&](size_t Number) {
    size_t Unit = 1;
    while (Number / Unit >= 10)
      Unit *= 10;
    for (; Unit; Unit /= 10)
      Text[Length++] = char('0' + Number / Unit % 10);
  };
  // A member that is added to one of them shows here, whatever was forgotten.
  Append(", nodes of ");
  AppendNumber(sizeof(Node));
  Append(" bytes, passes of ");
  AppendNumber(sizeof(PassInfo));
  Append(", options of ");
  AppendNumber(sizeof(PassOptionInfo));
  return Text;
}
/// The id of the including code. Internal linkage: an inline variable would be
/// the one of libFX everywhere.
[[maybe_unused]] static constexpr auto BuildId = makeBuildId();
/// Exists once in a process that has one libFX.
extern const char LibraryAnchor;
} // namespace detail

/// Takes what a plugin adds. Only valid during registration.
class PluginHost {
public:
  explicit PluginHost(PassRegistry &Passes) : Registry(Passes) {}

  /// Takes passes: call the generated registerXPasses with it.
  PassRegistry &passes() { return Registry; }
  /// Adds the operators of a table that `fx-tblgen -gen-op-table` made.
  void addOps(const OpTableData &Table) { Ops.push_back(&Table); }
  /// Adds the classes of a table that `fx-tblgen -gen-module-table` made.
  void addModuleClasses(const ModuleTableData &Table) {
    Classes.push_back(&Table);
  }
  /// Says why the plugin cannot work here; it is refused.
  void fail(llvm::Error E) {
    Failure = llvm::joinErrors(std::move(Failure), std::move(E));
  }

private:
  friend llvm::Expected<const struct PassPluginInfo *>
  loadPassPlugin(llvm::StringRef Path, PassRegistry &Registry);

  PassRegistry &Registry;
  /// Registered after all checks have passed.
  llvm::SmallVector<const OpTableData *, 1> Ops;
  llvm::SmallVector<const ModuleTableData *, 1> Classes;
  llvm::Error Failure = llvm::Error::success();
};

/// What the entry point returns. The first two members never move.
struct PassPluginInfo {
  uint32_t ApiVersion;
  uint32_t StructSize;
  const char *Name;
  const char *Version;
  const char *BuildId;
  const char *Anchor;
  void (*Register)(PluginHost &Host);
};

/// Loads the plugin in file \p Path and lets it add to \p Registry. A file
/// without `/` is looked for in the current folder only. The error says what
/// does not fit; \p Registry is then unchanged.
llvm::Expected<const PassPluginInfo *> loadPassPlugin(llvm::StringRef Path,
                                                      PassRegistry &Registry);

} // namespace fx

/// The name of the entry point.
#define FX_PLUGIN_ENTRY fxGetPassPluginInfo

/// Defines the entry point of a plugin.
#define FX_PASS_PLUGIN(NAME, VERSION, ...)                                     \
  extern "C" __attribute__((visibility("default")))                            \
  const ::fx::PassPluginInfo *                                                 \
  FX_PLUGIN_ENTRY() {                                                          \
    static const ::fx::PassPluginInfo Info = {::fx::PluginApiVersion,          \
                                              sizeof(::fx::PassPluginInfo),    \
                                              NAME,                            \
                                              VERSION,                         \
                                              ::fx::detail::BuildId.data(),    \
                                              &::fx::detail::LibraryAnchor,    \
                                              __VA_ARGS__};                    \
    return &Info;                                                              \
  }

#endif // FX_PASS_PASSPLUGIN_H
