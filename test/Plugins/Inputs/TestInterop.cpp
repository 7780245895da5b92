//===- TestInterop.cpp - A pass that opens archives -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"

using namespace fx;

namespace {
#include "TestInterop.h.inc"
#define GEN_PASS_DEF_TESTOPEN
#define GEN_PASS_DEF_TESTREADSTATE
#include "TestInterop.cpp.inc"

llvm::Error readAll(const ZipReader &Zip) {
  for (const ZipEntry &Entry : Zip.entries())
    if (llvm::Expected<llvm::StringRef> Text = Zip.read(Entry); !Text)
      return Text.takeError();
  return llvm::Error::success();
}

struct TestOpen : impl::TestOpenBase<TestOpen> {
  llvm::Expected<bool> run(GraphModule &) override {
    std::string Path = File;
    size_t NumRecords = 0;
    switch (Kind.get()) {
    case KindKind::Zip: {
      llvm::Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(Path);
      if (!Zip)
        return Zip.takeError();
      if (llvm::Error E = readAll(**Zip))
        return E;
      NumRecords = (*Zip)->entries().size();
      break;
    }
    case KindKind::Pt2: {
      llvm::Expected<std::unique_ptr<PT2Archive>> A = PT2Archive::open(Path);
      if (!A)
        return A.takeError();
      if (llvm::Error E = readAll((*A)->zip()))
        return E;
      NumRecords = (*A)->entries().size();
      break;
    }
    case KindKind::Safetensors: {
      llvm::Expected<std::unique_ptr<SafeTensors>> T = SafeTensors::open(Path);
      if (!T)
        return T.takeError();
      NumRecords = (*T)->tensors().size();
      break;
    }
    }
    remark({}, llvm::Twine(NumRecords) + " records");
    return false;
  }
};

struct TestReadState : impl::TestReadStateBase<TestReadState> {
  llvm::Expected<bool> run(GraphModule &M) override {
    llvm::Expected<TensorData> Data = readState(M, Path.get());
    if (!Data)
      return Data.takeError();
    std::string Text = std::to_string(Data->numElements()) + " elements";
    if (Data->numElements())
      Text += ", the first is " + std::to_string(Data->get(0));
    remark({}, Text);
    return false;
  }
};
} // namespace

FX_PASS_PLUGIN("test-interop", "1.0", [](PluginHost &Host) {
  registerTestInteropPasses(Host.passes());
})
