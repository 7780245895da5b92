//===- OpView.cpp - Typed views of calls ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpView.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::StringRef;

Argument OpView::argument(unsigned Index, StringRef Name) const {
  std::optional<BoundCall> Call = tryBindCall(*N);
  if (!Call)
    return Argument::none();
  const OpSchema &Schema = Call->schema();
  std::optional<unsigned> Param = Schema.findParam(Name);
  if (!Param && Name == "input")
    Param = Schema.findParam("self");
  if (!Param && Index < Schema.params().size() &&
      Schema.params()[Index].Kind != ParamKind::KeywordOnly)
    Param = Index;
  return Param ? Call->value(N->context(), *Param) : Argument::none();
}

Node *OpView::build(Graph &G, StringRef Builder, ArrayRef<Argument> Args,
                    ArrayRef<NamedArgument> Named) {
  llvm::SmallVector<KwArg, 4> Kwargs;
  for (const NamedArgument &Arg : Named)
    Kwargs.push_back({G.context().intern(Arg.Name), Arg.Value});
  bool IsMethod = Builder.consume_front(".");
  // Exported programs call overloads alone.
  if (G.program())
    if (const OpTarget *Target =
            IsMethod ? lookupMethod(Builder) : lookupFunction(Builder))
      if (std::optional<OverloadCall> Call =
              chooseOverload(G.context(), *Target, {Args, Kwargs}))
        return Call->create(G, Call->nodeName());
  if (IsMethod)
    return G.callMethod(Builder, Args, Kwargs);
  return G.callFunction(Builder, Args, Kwargs);
}

Node *OpView::buildPlain(Graph &G, StringRef Builder,
                         ArrayRef<Node *> Operands) {
  if (G.program())
    return build(
        G, Builder,
        llvm::SmallVector<Argument, 4>(Operands.begin(), Operands.end()), {});
  Opcode Op = Opcode::CallFunction;
  if (Builder.consume_front("."))
    Op = Opcode::CallMethod;
  return G.createPlain(Op, G.context().intern(Builder), Operands);
}

const OpInfo &OpView::declaredOp(StringRef Name) {
  if (const OpInfo *Op = lookupOp(Name))
    return *Op;
  return unregisteredOp();
}
