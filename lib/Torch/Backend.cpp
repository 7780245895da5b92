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
using namespace llvm;

namespace {

class Backend final : public TorchBackend {
public:
  explicit Backend(std::string Version) : Version(std::move(Version)) {
    // Reads TORCH_CPP_LOG_LEVEL, as Python's torch does.
    c10::initLogging();
  }

  StringRef version() const override { return Version; }

  Error loadLibrary(StringRef Path) override {
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
             << "' threw while it was loaded: "
             << torch_impl::describeException() << '\n';
      errs().flush();
      _Exit(1);
    });
    auto Restore = make_scope_exit([&] { std::set_terminate(Old); });
    if (!sys::DynamicLibrary::getPermanentLibrary(File.c_str(), &Message)
             .isValid())
      return createStringError(Message);
    return Error::success();
  }

  Expected<std::unique_ptr<GraphModule>>
  importScript(Context &Ctx, StringRef Path, ExampleMaker Examples) override {
    return torch_impl::importScriptFile(Ctx, Path, Examples);
  }
  Expected<std::unique_ptr<GraphRunner>>
  prepareRun(GraphModule &M, const RunOptions &Options) override {
    return torch_impl::prepareRun(M, Options);
  }
  Expected<RunValuePtr> makeValue(const ValueSpec &Spec,
                                  uint64_t Seed) override {
    return torch_impl::makeValue(Spec, Seed);
  }
  Expected<RunValuePtr> makeTensor(const TensorBytes &Bytes) override {
    return torch_impl::makeTensor(Bytes);
  }
  Expected<RunValuePtr> makeTensor(const StoredTensor &T) override {
    return torch_impl::makeTensor(T);
  }
  Expected<RunValuePtr> asFloat(const RunValuePtr &V, DType Type) override {
    return torch_impl::asFloat(V, Type);
  }
  RunValuePtr makeList(ArrayRef<RunValuePtr> Items) override {
    return torch_impl::makeRunList(Items);
  }
  Expected<std::optional<TensorBytes>> bytesOf(const RunValue &V) override {
    return torch_impl::bytesOf(V);
  }
  RunValuePtr asTensor(const RunValuePtr &V) override {
    return torch_impl::asTensor(V);
  }
  Expected<StoredTensor> storageOf(const RunValue &V) override {
    return torch_impl::storageOf(V);
  }
  std::string describe(const RunValue &V) override {
    return torch_impl::describeRunValue(V);
  }
  ValueComparison compare(const RunValue &A, const RunValue &B,
                          const CompareOptions &Options) override {
    return torch_impl::compareValues(A, B, Options);
  }
  std::optional<ValueErrors> errors(const RunValue &A,
                                    const RunValue &B) override {
    return torch_impl::errorsOf(A, B);
  }
  void seed(uint64_t Seed) override { torch_impl::seedGenerators(Seed); }
  uint64_t randomState() override { return torch_impl::randomState(); }
  Expected<std::vector<RunValuePtr>>
  gradients(GraphModule &M, ArrayRef<RunValuePtr> Inputs) override {
    return torch_impl::gradientsOf(M, Inputs);
  }
  void setThreads(unsigned N) override { torch_impl::setThreads(N); }
  Expected<Argument> typeOf(Context &Ctx, const RunValue &Value) override {
    return torch_impl::typeOfRunValue(Ctx, Value);
  }
  bool shareMemory(const RunValue &A, const RunValue &B) override {
    return torch_impl::shareMemory(A, B);
  }
  Expected<std::vector<NodeValueType>>
  propagateShapes(GraphModule &M, ArrayRef<RunValuePtr> Inputs,
                  const RunOptions &Options, bool Meta) override {
    return torch_impl::propagateShapes(M, Inputs, Options, Meta);
  }
  Expected<std::unique_ptr<GraphModule>>
  traceOperators(GraphModule &M, ArrayRef<RunValuePtr> Inputs) override {
    return torch_impl::traceOperators(M, Inputs);
  }
  Expected<Recording> record(GraphModule &M, ArrayRef<RunValuePtr> Inputs,
                             const RunOptions &Options,
                             StringRef Name) override {
    return torch_impl::recordModule(M, Inputs, Options, Name);
  }

private:
  std::string Version;
};

} // namespace

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
      TheBackend = new Backend(Running);
    return Error::success();
  });
  if (E)
    return Host.fail(std::move(E));
  setTorchBackend(*TheBackend);
})
