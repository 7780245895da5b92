//===- Backend.cpp - libFXTorch as the tools load it ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Devices.h"
#include "Exceptions.h"
#include "Execution/RunBackend.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Pass/PassPlugin.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/Version.h>
#include <c10/util/Logging.h>
#include <exception>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

LibTorchBackend::LibTorchBackend(std::string Version)
    : Version(std::move(Version)) {
  // Reads TORCH_CPP_LOG_LEVEL, as Python's torch does.
  c10::initLogging();
}

Error LibTorchBackend::loadLibrary(StringRef Path) {
  std::string File = Path.str(), Message;
  // The loader looks for names without a folder where libraries are, and
  // nowhere else.
  if (!Path.contains('/') && sys::fs::exists(Path))
    File = "./" + File;
  // The loader lets no exception of an initializer pass, as of an operator
  // that is registered twice: that ends the process, with a reason at least.
  static std::string Loading;
  Loading = File;
  auto *Old = std::set_terminate([] {
    errs() << "error: the library '" << Loading
           << "' threw while it was loaded: " << torch_impl::describeException()
           << '\n';
    errs().flush();
    _Exit(1);
  });
  auto Restore = make_scope_exit([&] { std::set_terminate(Old); });
  if (!sys::DynamicLibrary::getPermanentLibrary(File.c_str(), &Message)
           .isValid())
    return createStringError(Message);
  return Error::success();
}

/// Version of the LibTorch in this process. Its libraries carry none in their
/// names from 2 on, so that the loader takes any.
static std::string runningVersion() {
  std::string Config = at::show_config();
  StringRef Rest = StringRef(Config).split("TORCH_VERSION=").second;
  return Rest.take_until([](char C) { return C == ',' || C == ' '; }).str();
}

static Error checkVersion(StringRef Running) {
  std::string Built = std::to_string(TORCH_VERSION_MAJOR) + "." +
                      std::to_string(TORCH_VERSION_MINOR) + ".";
  if (Running.starts_with(Built))
    return Error::success();
  return createStringError("it was built for LibTorch " +
                           StringRef(TORCH_VERSION) + ", and LibTorch " +
                           (Running.empty() ? "(no version)" : Running) +
                           " was loaded; build again with that one, or remove "
                           "it from LD_LIBRARY_PATH");
}

FX_PASS_PLUGIN("libFXTorch", FX_VERSION_STRING, [](PluginHost &Host) {
  // Lives until the process ends, like the library.
  static TorchBackend *TheBackend = nullptr;
  Error E = torch_impl::catching([&]() -> Error {
    torch_impl::loadDeviceKernels();
    std::string Running = runningVersion();
    if (Error E = checkVersion(Running))
      return E;
    if (!TheBackend)
      TheBackend = new LibTorchBackend(Running);
    return Error::success();
  });
  if (E)
    return Host.fail(std::move(E));
  setTorchBackend(*TheBackend);
})
