//===- TreeFlags.cpp - Trees from the command line ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreeFlags.h"
#include "fx/AsmParser/ModuleTree.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

bool fx::attachModuleTree(InputFile &In, StringRef Path, bool Optional) {
  if (Optional && all_of(In.Modules, [](auto &M) { return M->hasTree(); }))
    return true;
  if (In.Modules.size() != 1) {
    In.Diags.report(diag::err_modules_several, SMLoc(), In.Modules.size())
        .file(Path);
    return false;
  }
  if (In.Modules.front()->hasTree()) {
    In.Diags.report(diag::err_modules_has_tree, SMLoc()).file(Path);
    return false;
  }
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text) {
    In.Diags.report(Text.takeError());
    return false;
  }
  if ((*Text)->getBuffer().take_front(4096).contains('\0')) {
    In.Diags.report(makeFileError(diag::err_open_input, Path,
                                  "this is a binary file; give the text that "
                                  "print(module) shows"));
    return false;
  }
  unsigned Id = In.Source->AddNewSourceBuffer(std::move(*Text), SMLoc());
  std::unique_ptr<Module> Tree =
      parseModuleTree(In.Ctx, *In.Source, Id, In.Diags);
  if (!Tree)
    return false;
  In.Modules.front()->setTree(std::move(Tree), GraphModule::TreeKind::Open);
  return true;
}

/// Gives the module at \p Path, made if need be, class and arguments of
/// \p Model.
static void setClass(GraphModule &M, StringRef Path, const Module &Model) {
  Module *Old = M.submodule(Path);
  if (!Old) {
    M.root().addSubmodule(Path, Model.clone());
    return;
  }
  Old->setClassName(Model.className());
  Old->setArgs(Model.args().vec());
  Old->setKwargs(Model.kwargs().vec());
  Old->setExtraText(Model.extraText().vec());
}

static bool applyModuleClass(InputFile &In, const std::string &Spec) {
  unsigned Id = In.Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Spec, "--module-class"), SMLoc());
  StringRef Text = In.Source->getMemoryBuffer(Id)->getBuffer();
  SMLoc Start = SMLoc::getFromPointer(Text.data());
  auto [Glob, Class] = Text.split('=');
  if (Glob.empty() || Class.trim().empty()) {
    In.Diags.report(diag::err_module_class_form, Start);
    return false;
  }
  Expected<GlobPattern> Pattern = GlobPattern::create(Glob);
  if (!Pattern) {
    In.Diags.report(diag::err_bad_glob, Start, Glob,
                    toString(Pattern.takeError()));
    return false;
  }
  std::string Tree = Class.trim().str();
  if (!Class.contains('('))
    Tree += "()";
  unsigned TreeId = In.Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Tree, "--module-class"), SMLoc());
  std::unique_ptr<Module> Model =
      parseModuleTree(In.Ctx, *In.Source, TreeId, In.Diags);
  if (!Model)
    return false;
  bool Any = false;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    for (Node *N : M->graph().nodes())
      if (N->isCallModule() && Pattern->match(N->targetText())) {
        Any = true;
        setClass(*M, N->targetText(), *Model);
        if (!M->hasTree())
          M->setTreeKind(GraphModule::TreeKind::Open);
      }
  if (!Any)
    In.Diags.report(diag::warn_module_class_unused, Start, Glob);
  return true;
}

bool fx::applyModuleClasses(InputFile &In, ArrayRef<std::string> Specs) {
  bool Good = true;
  for (const std::string &Spec : Specs)
    Good &= applyModuleClass(In, Spec);
  return Good;
}
