//===- PassPlugin.cpp - Passes in shared objects --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPlugin.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <dlfcn.h>
#include <mutex>

using namespace fx;
using namespace llvm;

const char fx::detail::LibraryAnchor = 0;

#define FX_STRING_OF(X) #X
#define FX_STRING(X) FX_STRING_OF(X)

/// Registers \p Table unless that was done. Operators and classes are the
/// process', registries are not: a plugin that is loaded into a second registry
/// has added them already.
template <typename TableT>
static Error registerOnce(const TableT &Table,
                          Error (*Register)(const TableT &)) {
  static std::mutex Lock;
  static SmallPtrSet<const TableT *, 4> Added;
  std::lock_guard<std::mutex> Guard(Lock);
  if (Added.contains(&Table))
    return Error::success();
  if (Error E = Register(Table))
    return E;
  Added.insert(&Table);
  return Error::success();
}

static Error checkInfo(const PassPluginInfo *Info, StringRef Path) {
  // Until the version is known to be right only the first member is looked at.
  if (Info->ApiVersion != PluginApiVersion ||
      Info->StructSize != sizeof(PassPluginInfo))
    return makeFileError(diag::err_plugin_api, Path, Info->ApiVersion,
                         PluginApiVersion);
  StringRef Ours = fx::detail::BuildId.data();
  if (Ours != Info->BuildId)
    return makeFileError(diag::err_plugin_build, Path, Info->BuildId, Ours);
  if (Info->Anchor != &fx::detail::LibraryAnchor)
    return makeFileError(diag::err_plugin_second_copy, Path);
  return Error::success();
}

/// Whether \p Path is a file of another kind than the loader reads.
static bool isOtherFile(const std::string &Path) {
  if (!sys::fs::is_regular_file(Path))
    return false;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Begin =
      MemoryBuffer::getFileSlice(Path, /*MapSize=*/4, /*Offset=*/0);
  return Begin && (*Begin)->getBuffer() != "\x7f"
                                           "ELF";
}

Expected<const PassPluginInfo *> fx::loadPassPlugin(StringRef Path,
                                                    PassRegistry &Registry) {
  std::string File = Path.contains('/') ? Path.str() : "./" + Path.str();
  // RTLD_NOW: a symbol that is missing is an error here and not a crash inside
  // a pass. RTLD_LOCAL: plugins do not see each other.
  void *Handle = dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    StringRef Message = dlerror();
    if (Message.consume_front(File))
      Message.consume_front(": ");
    // What the loader says of such a file names neither it nor the mistake.
    if (isOtherFile(File))
      Message = "this is not a shared library; a plugin is one that was built "
                "against fx-opt (docs/Plugins.md)";
    return makeFileError(diag::err_plugin_load, Path, Message);
  }
  auto *Entry = reinterpret_cast<const PassPluginInfo *(*)()>(
      dlsym(Handle, FX_STRING(FX_PLUGIN_ENTRY)));
  if (!Entry) {
    dlclose(Handle);
    return makeFileError(diag::err_plugin_no_entry, Path,
                         FX_STRING(FX_PLUGIN_ENTRY));
  }
  const PassPluginInfo *Info = Entry();
  if (!Info)
    return makeFileError(diag::err_plugin_no_entry, Path,
                         FX_STRING(FX_PLUGIN_ENTRY));
  if (Error E = checkInfo(Info, Path))
    return E;

  PassRegistry Extended = Registry;
  Extended.setPlugin(Info->Name);
  PluginHost Host(Extended);
  Info->Register(Host);
  if (auto Refused = Extended.takeRefused(); !Refused.empty())
    Host.fail(
        createStringError("pass '" + Refused.front() + "' exists already"));
  if (!Host.Failure) {
    for (const OpTableData *Table : Host.Ops)
      Host.fail(registerOnce(*Table, registerOps));
    for (const ModuleTableData *Table : Host.Classes)
      Host.fail(registerOnce(*Table, registerModuleClasses));
  }
  if (Host.Failure) {
    SmallVector<std::string, 2> Messages;
    handleAllErrors(std::move(Host.Failure), [&](const ErrorInfoBase &Info) {
      Messages.push_back(Info.message());
    });
    return makeFileError(diag::err_plugin_register, Path, join(Messages, "; "));
  }
  Extended.setPlugin("");
  Registry = std::move(Extended);
  return Info;
}
