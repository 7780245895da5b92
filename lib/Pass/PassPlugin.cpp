//===- PassPlugin.cpp - Passes in shared objects --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPlugin.h"
#include "fx/IR/Diagnostic.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include <dlfcn.h>
#include <mutex>

using namespace fx;
using namespace llvm;

const char fx::detail::LibraryAnchor = 0;

#define FX_STRING_OF(X) #X
#define FX_STRING(X) FX_STRING_OF(X)

void PluginHost::addOps(const OpTableData &Table) {
  // Operators are the process', registries are not: a plugin that is loaded
  // into a second registry has added its operators already.
  static std::mutex Lock;
  static SmallPtrSet<const OpTableData *, 4> Added;
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Added.insert(&Table).second)
    return;
  if (Error E = registerOps(Table)) {
    Added.erase(&Table);
    fail(std::move(E));
  }
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
  if (Error E = Host.takeError()) {
    SmallVector<std::string, 2> Messages;
    handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
      Messages.push_back(Info.message());
    });
    return makeFileError(diag::err_plugin_register, Path, join(Messages, "; "));
  }
  if (auto Refused = Extended.takeRefused(); !Refused.empty())
    return makeFileError(diag::err_plugin_pass_exists, Path, Refused.front());
  Extended.setPlugin("");
  Registry = std::move(Extended);
  return Info;
}
