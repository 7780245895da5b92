//===- TraceRoot.cpp - The tree of a torch::nn::Module --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/DispatchTracer.h"
#include "llvm/ADT/StringExtras.h"
#include <torch/nn/module.h>

using namespace fx;
using namespace llvm;

/// `torch.nn.Conv2d` for `torch::nn::Conv2dImpl`.
static std::string pythonClass(StringRef Name) {
  Name.consume_back("Impl");
  std::string Class;
  while (!Name.empty()) {
    auto [Part, Rest] = Name.split("::");
    if (Part != "(anonymous namespace)") {
      if (!Class.empty())
        Class += '.';
      Class += Part;
    }
    Name = Rest;
  }
  return Class;
}

TraceRoot fx::traceRoot(const torch::nn::Module &M) {
  TraceRoot Root;
  Root.Class = pythonClass(M.name());
  Root.Training = M.is_training();
  struct Item {
    std::string Path;
    const torch::nn::Module *M;
  };
  // Parents first, in the order of registration.
  std::vector<Item> Left = {{"", &M}};
  while (!Left.empty()) {
    Item I = std::move(Left.back());
    Left.pop_back();
    std::string Prefix = I.Path.empty() ? "" : I.Path + ".";
    if (!I.Path.empty())
      Root.Modules.push_back({I.Path, pythonClass(I.M->name()),
                              static_cast<const void *>(I.M),
                              I.M->is_training()});
    for (const auto &P : I.M->named_parameters(/*recurse=*/false))
      Root.Tensors.push_back(
          {Prefix + P.key(), P.value(), TensorAttr::Parameter});
    for (const auto &B : I.M->named_buffers(/*recurse=*/false))
      Root.Tensors.push_back({Prefix + B.key(), B.value(), TensorAttr::Buffer});
    size_t First = Left.size();
    for (const auto &C : I.M->named_children())
      Left.push_back({Prefix + C.key(), C.value().get()});
    std::reverse(Left.begin() + ptrdiff_t(First), Left.end());
  }
  return Root;
}
