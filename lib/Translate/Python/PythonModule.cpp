//===- PythonModule.cpp - Graphs as Python source -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/PythonModule.h"
#include "PythonClass.h"
#include "ValueText.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Support/Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// The class of the original model, as far as it is known.
static std::string className(const GraphModule &M) {
  StringRef Class = lastName(M.root().className().str());
  if (isPythonName(Class) && Class != "GraphModule" && Class != "Module")
    return Class.str();
  for (const Node *N : M.graph().nodes())
    if (std::optional<ModuleStack> Stack = moduleStack(*N))
      if (!Stack->empty() && Stack->front().Path.empty()) {
        StringRef Name = lastName(Stack->front().Class);
        if (isPythonName(Name) && Name != "GraphModule" && Name != "Module")
          return Name.str();
      }
  if (M.name() && isPythonName(M.name().str()))
    return M.name().str().str();
  return "Model";
}

Error fx::writePythonModule(ArrayRef<const GraphModule *> Modules,
                            raw_ostream &OS) {
  PythonFile File;
  std::vector<std::string> Names;
  for (const GraphModule *M : Modules)
    M->root().walk([&](const Module &Sub, StringRef) {
      if (Sub.graph())
        File.reserve(*Sub.graph());
    });
  std::string Classes;
  raw_string_ostream COS(Classes);
  for (const GraphModule *M : Modules) {
    Names.push_back(File.className(className(*M)));
    if (Error E = PythonClassWriter(File, *M, Names.back(), COS).write())
      return resolveErrors(std::move(E), M->source());
  }
  if (Modules.size() > 1) {
    COS << "\nMODELS = {";
    for (size_t I = 0; I != Modules.size(); ++I)
      COS << "\n    "
          << pythonString(Modules[I]->name() ? Modules[I]->name().str()
                                             : StringRef("model"))
          << ": " << Names[I] << ',';
    COS << "\n}\n";
  }
  File.write(OS, "# Written by fx-translate.\n", Classes);
  return Error::success();
}
