//===- ModuleBuilder.cpp - Module trees from C++ --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/ModuleBuilder.h"
#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/ModuleExpansion.h"

using namespace fx;
using namespace llvm;

ModuleBuilder::ModuleBuilder(Module &M, StringRef Text) : M(M) {
  setClass(Text);
}

void ModuleBuilder::setClass(StringRef Text) {
  Context &Ctx = M.context();
  auto [Class, Rest] = Text.split('(');
  std::vector<Argument> Args;
  std::vector<KwArg> Kwargs;
  if (!Rest.empty() && !(Rest.consume_back(")") &&
                         (Rest.trim().empty() ||
                          parsePrintedArguments(Ctx, Rest, Args, Kwargs))))
    Class = Text;
  M.setClassName(Ctx.intern(Class));
  M.setArgs(std::move(Args));
  M.setKwargs(std::move(Kwargs));
  const ModuleInfo *Info = classOf(M);
  if (!Info)
    return;
  for (const ModuleTensorInfo &T : Info->tensors())
    if (classHasTensor(M, T.Name, /*OpenTree=*/false).value_or(false)) {
      TensorAttr A;
      A.Name = Ctx.intern(T.Name);
      A.Role = T.IsBuffer ? TensorAttr::Buffer : TensorAttr::Parameter;
      A.RequiresGrad = !T.IsBuffer;
      M.addTensor(A);
    }
}

ModuleBuilder ModuleBuilder::add(StringRef Name, StringRef Text) {
  Context &Ctx = M.context();
  Module &Child =
      M.addChild(Ctx.intern(Name), std::make_unique<Module>(Ctx, Symbol()));
  return ModuleBuilder(Child, Text);
}

void ModuleBuilder::tensor(TensorAttr::RoleKind Role, StringRef Name,
                           DType Type, ArrayRef<int64_t> Sizes) {
  SmallVector<Argument, 4> Dims;
  for (int64_t Size : Sizes)
    Dims.push_back(Argument(static_cast<long>(Size)));
  TensorAttr A;
  A.Name = M.context().intern(Name);
  A.Role = Role;
  A.RequiresGrad = Role == TensorAttr::Parameter;
  A.Type = Argument::tensorType(Type, Argument::tuple(Dims), Argument(),
                                Argument(), A.RequiresGrad);
  M.addTensor(A);
}

void ModuleBuilder::parameter(StringRef Name, DType Type,
                              ArrayRef<int64_t> Sizes) {
  tensor(TensorAttr::Parameter, Name, Type, Sizes);
}

void ModuleBuilder::buffer(StringRef Name, DType Type,
                           ArrayRef<int64_t> Sizes) {
  tensor(TensorAttr::Buffer, Name, Type, Sizes);
}
