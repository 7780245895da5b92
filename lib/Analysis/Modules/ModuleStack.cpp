//===- ModuleStack.cpp - Which module a node comes from -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

std::string fx::joinModulePath(StringRef Base, StringRef Relative) {
  if (Base.empty() || Relative.empty())
    return (Base + Relative).str();
  return (Base + "." + Relative).str();
}

/// Drops the variable that TorchDynamo found the root module in.
static StringRef withoutRoot(StringRef Path) {
  for (StringRef Root : {"L['self']", "L[\"self\"]", "L__self__"}) {
    if (!Path.starts_with(Root))
      continue;
    StringRef Rest = Path.drop_front(Root.size());
    if (Rest.empty() || Rest.front() == '.' || Rest.front() == '[')
      return Rest;
  }
  return Path;
}

std::string fx::normalizeModulePath(StringRef Path) {
  Path = withoutRoot(Path);
  if (Path.find('[') == StringRef::npos && !Path.starts_with("."))
    return Path.str();
  std::string Result;
  auto Append = [&](StringRef Part) {
    if (Part.empty() || Part == "_modules")
      return;
    if (!Result.empty())
      Result += '.';
    Result += Part;
  };
  while (!Path.empty()) {
    size_t End = Path.find_first_of(".[]");
    Append(Path.take_front(End).trim("'\""));
    Path = End == StringRef::npos ? StringRef() : Path.drop_front(End + 1);
  }
  return Result;
}

/// Text of a class or path: a string, or a callable given as a value.
static std::optional<StringRef> text(const Argument &A) {
  if (A.isString() || A.kind() == ArgKind::Function)
    return A.str();
  return std::nullopt;
}

static std::optional<ModuleStack> parseDict(const Argument &Dict) {
  ModuleStack Stack;
  ArrayRef<Argument> Elements = Dict.elements();
  for (size_t I = 0; I + 1 < Elements.size(); I += 2) {
    const Argument &Key = Elements[I], &Value = Elements[I + 1];
    if (!Key.isString())
      return std::nullopt;
    ModuleStackEntry E;
    E.Key = Key.str().str();
    if (std::optional<StringRef> Class = text(Value)) {
      // The key is the path, but for the number of the call.
      E.Path = normalizeModulePath(Key.str().split('@').first);
      E.Class = Class->str();
    } else if (Value.isSequence() && Value.size() == 2 && Value[0].isString()) {
      E.Path = normalizeModulePath(Value[0].str());
      E.Class = text(Value[1]).value_or("").str();
    } else {
      return std::nullopt;
    }
    Stack.push_back(std::move(E));
  }
  return Stack;
}

/// Cuts the text up to the next \p Separator outside brackets, and the
/// separator, from \p Rest; std::nullopt when there is no such separator.
static std::optional<StringRef> takeUntil(StringRef &Rest, char Separator) {
  unsigned Depth = 0;
  for (size_t I = 0; I != Rest.size(); ++I) {
    char C = Rest[I];
    if (C == '[' || C == '(') {
      ++Depth;
    } else if ((C == ']' || C == ')') && Depth) {
      --Depth;
    } else if (C == Separator && !Depth) {
      StringRef Part = Rest.take_front(I);
      Rest = Rest.drop_front(I + 1);
      return Part;
    }
  }
  return std::nullopt;
}

static std::optional<ModuleStack> parseText(StringRef Text) {
  ModuleStack Stack;
  while (!Text.empty()) {
    std::optional<StringRef> Part = takeUntil(Text, ';');
    StringRef Class = Part.value_or(Text);
    if (!Part)
      Text = {};
    std::optional<StringRef> Key = takeUntil(Class, ',');
    std::optional<StringRef> Path = takeUntil(Class, ',');
    if (!Key || !Path)
      return std::nullopt;
    Stack.push_back({Key->str(), normalizeModulePath(*Path), Class.str()});
  }
  return Stack;
}

std::optional<ModuleStack> fx::parseModuleStack(const Argument &Meta) {
  if (Meta.kind() == ArgKind::Dict)
    return parseDict(Meta);
  if (Meta.isString())
    return parseText(Meta.str());
  return std::nullopt;
}

std::optional<ModuleStack> fx::moduleStack(const Node &N) {
  const Argument *Meta = N.meta("nn_module_stack");
  return Meta ? parseModuleStack(*Meta) : std::nullopt;
}

bool fx::isMadeUp(const ModuleStack &Stack) {
  return any_of(Stack, [](const ModuleStackEntry &Entry) {
    return Entry.Key == "_empty_nn_module_stack_from_metadata_hook";
  });
}

Argument fx::takeModuleStack(Context &Ctx, const Argument &Stack, size_t Size) {
  if (Stack.kind() == ArgKind::Dict)
    return Argument::dict(Stack.elements().take_front(2 * Size));
  StringRef Rest = Stack.str();
  size_t Length = 0;
  while (Size--) {
    std::optional<StringRef> Entry = takeUntil(Rest, ';');
    if (!Entry)
      return Stack;
    Length = Entry->end() - Stack.str().begin();
  }
  return Argument::string(Ctx, Stack.str().take_front(Length));
}

std::optional<Argument> fx::commonModuleStack(ArrayRef<Node *> Nodes) {
  std::optional<ModuleStack> Common;
  const Node *First = nullptr, *MadeUp = nullptr;
  for (const Node *N : Nodes) {
    std::optional<ModuleStack> Stack = moduleStack(*N);
    if (!Stack)
      continue;
    if (isMadeUp(*Stack)) {
      MadeUp = N;
      continue;
    }
    if (!First) {
      First = N;
      Common = std::move(Stack);
      continue;
    }
    auto End = std::mismatch(Common->begin(), Common->end(), Stack->begin(),
                             Stack->end())
                   .first;
    Common->truncate(End - Common->begin());
  }
  if (!First)
    return MadeUp ? std::optional(*MadeUp->meta("nn_module_stack"))
                  : std::nullopt;
  return takeModuleStack(First->context(), *First->meta("nn_module_stack"),
                         Common->size());
}

std::optional<std::string> fx::modulePath(const Node &N) {
  if (std::optional<ModuleStack> Stack = moduleStack(N))
    return Stack->empty() ? std::string() : Stack->back().Path;
  if (!N.isCallModule())
    return std::nullopt;
  const Module *Owner = N.graph().owningModule();
  return joinModulePath(Owner ? Owner->path() : std::string(), N.targetText());
}

/// Frames are `File "net.py", line 12, in forward`.
std::string fx::sourceLine(const Node &N) {
  const Argument *Trace = N.meta("stack_trace");
  if (!Trace || !Trace->isString())
    return "";
  std::string Own, Any;
  StringRef Rest = Trace->str();
  while (true) {
    size_t At = Rest.find("File \"");
    if (At == StringRef::npos)
      return Own.empty() ? Any : Own;
    StringRef File;
    std::tie(File, Rest) = Rest.substr(At + 6).split('"');
    if (!Rest.consume_front(", line "))
      continue;
    Any = (File + ":" + Rest.take_while(isDigit)).str();
    if (!File.contains("/torch/"))
      Own = Any;
  }
}

void fx::printModulePaths(const GraphModule &M, raw_ostream &OS) {
  M.root().walk([&](const Module &Sub, StringRef Path) {
    if (!Sub.graph())
      return;
    if (!Path.empty())
      OS << "=== " << Path << '\n';
    for (Node *N : Sub.graph()->nodes()) {
      OS << "Node ";
      N->printName(OS);
      OS << " is from module " << modulePath(*N).value_or("?") << '\n';
    }
  });
}
