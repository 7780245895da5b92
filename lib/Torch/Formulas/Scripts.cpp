//===- Scripts.cpp - Compiling formulas in TorchScript --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scripts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>
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
  std::vector<std::string> names() const;

private:
  class NameResolver;
  struct Entry {
    /// `def NAME(...): ...`
    StringRef Source;
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
  /// Keys are the names that the source defines.
  StringMap<Entry *> Definitions;
};

} // namespace fx::torch_impl

/// The files *.py of this folder: names and texts.
static constexpr std::pair<StringLiteral, StringLiteral> Files[] = {
#include "Formulas.inc"
};

ScriptLibrary::ScriptLibrary() {
  constexpr StringLiteral Begin = "\n@formula(\"";
  for (const auto &File : Files) {
    StringRef Rest = File.second.split(Begin).second;
    while (!Rest.empty()) {
      auto [Formula, Next] = Rest.split(Begin);
      auto [Name, Source] = Formula.split("\")\n");
      Entry &E = Entries[Name];
      E.Source = Source;
      StringRef Defined = Source;
      Defined.consume_front("def ");
      Definitions[Defined.split('(').first] = &E;
      Rest = Next;
    }
  }
}

/// Finds `torch`, `math`, exceptions and other formulas.
class ScriptLibrary::NameResolver : public torch::jit::Resolver {
public:
  explicit NameResolver(ScriptLibrary &Library) : Library(Library) {}

  std::shared_ptr<torch::jit::SugaredValue>
  resolveValue(const std::string &Name, torch::jit::GraphFunction &,
               const torch::jit::SourceRange &) override {
    if (Name == "torch" || Name == "math")
      return std::make_shared<torch::jit::BuiltinModule>("aten");
    if (StringRef(Name).ends_with("Error"))
      return std::make_shared<torch::jit::ExceptionValue>(Name);
    // torchvision's own, where its library is there, is faster.
    if (Name == "nms" &&
        c10::Dispatcher::singleton().findSchema({"torchvision::nms", ""}))
      return std::shared_ptr<torch::jit::SugaredValue>(
          new torch::jit::BuiltinFunction(
              c10::Symbol::fromQualString("torchvision::nms"), {}));
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
        Unit->define(c10::QualifiedName("fx"), E.Source.str(),
                     std::make_shared<NameResolver>(*this), nullptr);
    E.Defined = Functions.front();
  }
  return E.Defined;
}

static bool isListOfNumbers(const c10::Type &Type) {
  if (const auto *Optional = Type.castRaw<c10::OptionalType>())
    return isListOfNumbers(*Optional->getElementType());
  const auto *List = Type.castRaw<c10::ListType>();
  if (!List)
    return false;
  const c10::Type *Element = List->getElementType().get();
  if (const auto *Optional = Element->castRaw<c10::OptionalType>())
    Element = Optional->getElementType().get();
  return Element->kind() == c10::TypeKind::IntType ||
         Element->kind() == c10::TypeKind::FloatType;
}

/// Lets one number stand for a list, of the most dimensions that a window has,
/// or of one dimension: TorchScript cannot say so of optional lists. Formulas
/// take what they need.
static c10::FunctionSchema broadcastLists(const c10::FunctionSchema &Schema) {
  constexpr int32_t MostDimensions = 3;
  auto IsWindow = [](const c10::Argument &A) { return A.name() != "dim"; };
  std::vector<c10::Argument> Arguments;
  for (const c10::Argument &A : Schema.arguments())
    if (isListOfNumbers(*A.type()))
      Arguments.emplace_back(A.name(), A.type(),
                             IsWindow(A) ? MostDimensions : 1,
                             A.default_value(), A.kwarg_only());
    else
      Arguments.push_back(A);
  return Schema.cloneWithArguments(std::move(Arguments));
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
  std::unique_ptr<ScriptFunction> Result(
      new ScriptFunction(broadcastLists(F->getSchema())));
  Result->Code = std::make_shared<torch::jit::Code>(Graph, Name.str());
  E.Compiled = std::move(Result);
  return E.Compiled.get();
}

std::vector<std::string> ScriptLibrary::names() const {
  std::vector<std::string> Names;
  for (StringRef Name : Entries.keys())
    Names.push_back(Name.str());
  sort(Names);
  return Names;
}

void ScriptFunction::run(torch::jit::Stack &Stack) const {
  torch::jit::InterpreterState(*Code).run(Stack);
}

const ScriptFunction *fx::torch_impl::lookupScript(StringRef Name) {
  return ScriptLibrary::get().lookup(Name);
}

std::vector<std::string> fx::torch_impl::scriptNames() {
  return ScriptLibrary::get().names();
}
