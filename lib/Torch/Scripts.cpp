//===- Scripts.cpp - Compiling formulas in TorchScript --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scripts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/runtime/interpreter.h>

using namespace fx::torch_impl;
using namespace llvm;

namespace fx::torch_impl {

class ScriptLibrary {
public:
  static ScriptLibrary &get() {
    // Lives until the process ends, like the functions it gives out.
    static auto *Library = new ScriptLibrary;
    return *Library;
  }

  const ScriptFunction *lookup(StringRef Name);

private:
  class NameResolver;
  struct Entry {
    const ScriptSource *Source = nullptr;
    torch::jit::Function *Defined = nullptr;
    std::unique_ptr<ScriptFunction> Compiled;
  };

  ScriptLibrary();
  torch::jit::Function *define(Entry &E);

  /// Formulas call each other while they are compiled.
  std::recursive_mutex Lock;
  std::shared_ptr<torch::jit::CompilationUnit> Unit =
      std::make_shared<torch::jit::CompilationUnit>();
  StringMap<Entry> Entries;
  /// By the name that the source defines.
  StringMap<Entry *> Definitions;
};

} // namespace fx::torch_impl

/// The NAME of `def NAME(`.
static StringRef definedName(const ScriptSource &S) {
  return StringRef(S.Source).ltrim().drop_front(4).split('(').first;
}

ScriptLibrary::ScriptLibrary() {
  for (ArrayRef<ScriptSource> Table :
       {functionalScripts(), lossScripts(), attentionScripts(), torchScripts(),
        visionScripts(), operatorScripts()})
    for (const ScriptSource &S : Table) {
      Entry &E = Entries[S.Name];
      E.Source = &S;
      Definitions[definedName(S)] = &E;
    }
}

/// Finds `torch`, `math` and other formulas.
class ScriptLibrary::NameResolver : public torch::jit::Resolver {
public:
  explicit NameResolver(ScriptLibrary &Library) : Library(Library) {}

  std::shared_ptr<torch::jit::SugaredValue>
  resolveValue(const std::string &Name, torch::jit::GraphFunction &,
               const torch::jit::SourceRange &) override {
    if (Name == "torch" || Name == "math")
      return std::make_shared<torch::jit::BuiltinModule>("aten");
    Entry *Other = Library.Definitions.lookup(Name);
    if (!Other)
      return nullptr;
    return std::make_shared<torch::jit::FunctionValue>(Library.define(*Other));
  }

private:
  ScriptLibrary &Library;
};

torch::jit::Function *ScriptLibrary::define(Entry &E) {
  if (!E.Defined) {
    auto Functions =
        Unit->define(c10::QualifiedName("fx"), std::string(E.Source->Source),
                     std::make_shared<NameResolver>(*this), nullptr);
    E.Defined = Functions.front();
  }
  return E.Defined;
}

const ScriptFunction *ScriptLibrary::lookup(StringRef Name) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  auto Found = Entries.find(Name);
  if (Found == Entries.end())
    return nullptr;
  Entry &E = Found->second;
  if (E.Compiled)
    return E.Compiled.get();
  torch::jit::Function *F = define(E);
  F->ensure_defined();
  std::shared_ptr<torch::jit::Graph> Graph =
      torch::jit::toGraphFunction(*F).graph()->copy();
  torch::jit::Inline(*Graph);
  std::unique_ptr<ScriptFunction> Result(new ScriptFunction(F->getSchema()));
  Result->Code = std::make_shared<torch::jit::Code>(Graph, Name.str());
  E.Compiled = std::move(Result);
  return E.Compiled.get();
}

void ScriptFunction::run(torch::jit::Stack &Stack) const {
  torch::jit::InterpreterState(*Code).run(Stack);
}

const ScriptFunction *fx::torch_impl::lookupScript(StringRef Name) {
  return ScriptLibrary::get().lookup(Name);
}
