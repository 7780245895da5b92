//===- Devices.cpp - Devices besides the CPU ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Devices.h"
#include "Exceptions.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <ATen/Version.h>
#include <algorithm>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <dlfcn.h>
#include <mutex>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

static void loadKernels() {
  // The folder of libtorch_cpu.so.
  Dl_info Here;
  if (!dladdr(reinterpret_cast<void *>(&at::get_mkl_version), &Here))
    return;
  SmallString<256> File(Here.dli_fname);
  sys::path::remove_filename(File);
  sys::path::append(File, "libtorch_cuda.so");
  // The library takes 0.2 s to load: not where there is no driver.
  if (!sys::fs::exists(File) || !dlopen("libcuda.so.1", RTLD_LAZY))
    return;
  dlopen(File.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

void torch_impl::loadDeviceKernels() {
  static std::once_flag Once;
  std::call_once(Once, loadKernels);
}

c10::Device torch_impl::deviceOf(const TensorType &Type) {
  if (!Type || Type.device().kind() != ArgKind::Device)
    return c10::kCPU;
  return c10::Device(Type.device().str().str());
}

/// Whether tensors can be on \p D here; says why they cannot.
static Error checkDevice(c10::Device D) {
  if (D.is_cpu() || D.is_meta())
    return Error::success();
  loadDeviceKernels();
  return catching([&]() -> Error {
    if (!c10::impl::hasDeviceGuardImpl(D.type()))
      return createStringError("this LibTorch has no kernels for it");
    c10::DeviceIndex Count =
        c10::impl::VirtualGuardImpl(D.type()).deviceCount();
    if (Count <= std::max<c10::DeviceIndex>(D.index(), 0))
      return createStringError("this machine has " +
                               Twine(Count ? "no such device" : "none"));
    return Error::success();
  });
}

namespace {
/// Looks at each device once.
class DeviceChecks {
public:
  /// Whether all devices in \p A, an argument or a value, are here.
  bool areHere(const Argument &A) {
    if (TensorType Type{A})
      return areHere(Type.device());
    if (A.kind() != ArgKind::Device)
      return all_of(A.elements(),
                    [&](const Argument &E) { return areHere(E); });
    if (A.str() == "cpu" || is_contained(Here, A))
      return true;
    if (Error E =
            catching([&] { return checkDevice(c10::Device(A.str().str())); })) {
      Missing = A;
      Why = toString(std::move(E));
      return false;
    }
    Here.push_back(A);
    return true;
  }

  /// That the last one is not, which \p Where is on.
  Error error(const Twine &Where) const {
    return makeError(diag::err_run_device, SMLoc(), Where, Missing.str(), Why);
  }

private:
  SmallVector<Argument, 2> Here;
  Argument Missing;
  std::string Why;
};
} // namespace

Error torch_impl::checkDevices(GraphModule &M) {
  DeviceChecks Checks;
  Error Failed = Error::success();
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (!Failed && T.tensorType() && !Checks.areHere(T.tensorType().device()))
      Failed = Checks.error("'" + Path + "'");
  });
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.nodes()) {
      if (Failed)
        return;
      auto AreHere = [&](const Argument &A) { return Checks.areHere(A); };
      if (!all_of(N->args(), AreHere) ||
          !all_of(N->kwargs(),
                  [&](const KwArg &K) { return AreHere(K.Value); }) ||
          (N->val() && !AreHere(*N->val())))
        Failed = Checks.error("%" + N->name());
    }
  });
  return Failed;
}
