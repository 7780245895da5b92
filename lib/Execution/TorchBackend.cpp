//===- TorchBackend.cpp - What LibTorch does for the tools ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Execution/TorchBackend.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/PassPlugin.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <dlfcn.h>
#include <mutex>

using namespace fx;
using namespace llvm;

TorchBackend::~TorchBackend() = default;
RunValue::~RunValue() = default;
RunObserver::~RunObserver() = default;
GraphRunner::~GraphRunner() = default;

static std::atomic<TorchBackend *> Loaded = nullptr;

/// libFXTorch is beside libFX.
static std::string findTorchLibrary() {
  Dl_info Info;
  if (!dladdr(&fx::detail::LibraryAnchor, &Info) || !Info.dli_fname)
    return "";
  SmallString<256> Path = sys::path::parent_path(Info.dli_fname);
  sys::path::append(Path, "libFXTorch.so");
  return std::string(Path);
}

static Error missing(StringRef Path) {
  return makeError(diag::err_no_libtorch, SMLoc(), Path);
}

Expected<TorchBackend &> fx::loadTorchBackend() {
  static std::mutex Lock;
  std::lock_guard<std::mutex> Guard(Lock);
  if (TorchBackend *Backend = Loaded)
    return *Backend;
  std::string Path = findTorchLibrary();
  if (!sys::fs::exists(Path))
    return missing(Path);
  PassRegistry Registry;
  Expected<const PassPluginInfo *> Info = loadPassPlugin(Path, Registry);
  if (!Info)
    return Info.takeError();
  TorchBackend *Backend = Loaded;
  return Backend ? Expected<TorchBackend &>(*Backend) : missing(Path);
}

void fx::setTorchBackend(TorchBackend &Backend) { Loaded = &Backend; }

bool fx::isTorchBackendLoaded() { return Loaded != nullptr; }
