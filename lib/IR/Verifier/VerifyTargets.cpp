//===- VerifyTargets.cpp - Targets in the tree, signatures ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphAccess.h"
#include "GraphVerifier.h"
#include "fx/IR/Module.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/OpBinding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;
using fx::detail::GraphAccess;

//===----------------------------------------------------------------------===//
// The module tree
//===----------------------------------------------------------------------===//

/// Whether the class of a module on the way to \p Path says that it is there,
/// as that of `fc = torch.nn.Linear(3, 4)` does for `fc.weight`.
static bool isThereByClass(const Module &Owner, StringRef Path) {
  const Module *M = &Owner;
  while (Path.contains('.')) {
    auto [Head, Tail] = Path.split('.');
    const Module *Child = M->child(Head);
    if (!Child) {
      const ModuleInfo *Class = classOf(*M);
      return Class && is_contained(Class->submodules(), Head);
    }
    M = Child;
    Path = Tail;
  }
  return classHasTensor(*M, Path, /*OpenTree=*/false).value_or(false);
}

// V17, V18
void GraphVerifier::verifyTreeTarget(const Node &N) {
  bool IsModule = N.isCallModule();
  if (!IsModule &&
      !(N.isGetAttr() && M->treeKind() == GraphModule::TreeKind::Closed))
    return;
  uint64_t Key = uint64_t(GraphAccess::target(N)) << 1 | IsModule;
  if (Targets.contains(Key))
    return;
  StringRef Path = N.targetText();
  if (IsModule) {
    if (Path.empty() || !Owner->lookup(Path))
      return reportMissing(N, diag::err_verify_no_module);
  } else if (!Owner->hasAttribute(Path) && !isThereByClass(*Owner, Path)) {
    return reportMissing(N, diag::err_verify_no_attribute);
  }
  Targets.insert(Key);
}

/// Says what there is, where the path leaves the tree.
void GraphVerifier::reportMissing(const Node &N, diag::ID Id) {
  StringRef Path = N.targetText(), Known = Path;
  const Module *Parent = nullptr;
  while (!Known.empty() && !Parent) {
    Known = Known.contains('.') ? Known.rsplit('.').first : StringRef();
    Parent = Owner->lookup(Known);
  }
  if (!Parent)
    Parent = Owner;
  auto [Place, Range] = locate(N, Path, "[target=");
  DiagnosticBuilder B = report(Id, Place, Path);
  B.range(Range);
  SmallVector<StringRef, 8> Names;
  for (const std::unique_ptr<Module> &Child : Parent->children())
    Names.push_back(Child->name().str());
  if (N.isGetAttr()) {
    for (const TensorAttr &Tensor : Parent->tensors())
      Names.push_back(Tensor.Name.str());
    for (const KwArg &Attribute : Parent->attributes())
      Names.push_back(Attribute.Name.str());
  }
  std::string List = Names.empty() ? "nothing like it"
                                   : join(ArrayRef(Names).take_front(8), ", ");
  if (Names.size() > 8)
    List += ", ...";
  StringRef Class = Parent->className() ? Parent->className().str() : "module";
  B.note(diag::note_verify_owner, SMLoc(),
         Known.empty() ? Twine("the root") : "'" + Known + "'", Class, List);
}

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

// V22
/// By counts and names alone: what a Python function makes of a value is its
/// own affair.
void GraphVerifier::verifySignature(const Node &N, const OpTarget &Target) {
  SmallVector<StringRef, 8> Keywords;
  for (unsigned I = 0, E = N.numKwargs(); I != E; ++I)
    Keywords.push_back(N.kwargName(I).str());
  std::string Why;
  for (const OpSchema &Schema : Target.overloads()) {
    SmallVector<BoundSlot, 8> Slots;
    BindFailure Failure = bindArguments(Schema, N.numArgs(), Keywords, Slots,
                                        Target.bindOptions());
    if (!Failure)
      return;
    if (Why.empty())
      Why = describeBindFailure(Schema, Failure, Keywords);
  }
  if (Target.overloads().size() > 1)
    Why = "none of its signatures fits the arguments; for the first: " + Why;
  auto [Place, Range] = locate(N, N.targetText(), "[target=");
  report(diag::warn_verify_signature, std::move(Place), Target.name(), Why)
      .range(Range);
}
