//===- ExecutionOrder.cpp - Modules and parameters as they are used -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ExecutionOrder.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Module.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {

class OrderBuilder {
public:
  OrderBuilder(GraphModule &M, ExecutionOrder &Order) : M(M), Order(Order) {}
  void build();

private:
  /// A call that is going on.
  struct Frame {
    std::string Key;
    std::string Path;
    size_t Usages; ///< In Order.Usages.
  };

  void visit(const Node &N);
  void enter(StringRef Key, StringRef Path);
  void goTo(const ModuleStack &Stack);
  void goTo(StringRef Path);
  size_t usagesOf(StringRef Path);
  void use(std::string Path);
  const std::vector<std::string> &parametersOf(StringRef Path);
  void addOwnParameters(const Module &Sub, StringRef Prefix,
                        std::vector<std::string> &Names) const;
  bool isParameter(const Node &N);

  GraphModule &M;
  ExecutionOrder &Order;
  bool HasStacks = false;
  /// Without the root's.
  std::vector<Frame> Frames;
  StringMap<size_t> UsageIndex;
  StringMap<std::vector<std::string>> Known;
  StringSet<> Used;
};

} // namespace

size_t OrderBuilder::usagesOf(StringRef Path) {
  auto [It, New] = UsageIndex.try_emplace(Path, Order.Usages.size());
  if (New)
    Order.Usages.push_back({Path.str(), {}});
  return It->second;
}

void OrderBuilder::use(std::string Path) {
  if (Used.insert(Path).second)
    Order.Parameters.push_back(std::move(Path));
}

/// Appends the names of the parameters that \p Sub itself has.
void OrderBuilder::addOwnParameters(const Module &Sub, StringRef Prefix,
                                    std::vector<std::string> &Names) const {
  bool Listed = false;
  for (const TensorAttr &T : Sub.tensors()) {
    Listed = true;
    if (T.Role == TensorAttr::Parameter)
      Names.push_back(joinModulePath(Prefix, T.Name.str()));
  }
  bool Open = M.treeKind() == GraphModule::TreeKind::Open;
  const ModuleInfo *Class = Listed || !Open ? nullptr : classOf(Sub);
  if (!Class)
    return;
  for (const ModuleTensorInfo &T : Class->tensors())
    if (!T.IsBuffer && classHasTensor(Sub, T.Name, Open).value_or(false))
      Names.push_back(joinModulePath(Prefix, T.Name));
}

/// Names of the parameters of the module at \p Path and of those below it
/// (torch.nn.Module.named_parameters).
const std::vector<std::string> &OrderBuilder::parametersOf(StringRef Path) {
  auto [It, New] = Known.try_emplace(Path);
  if (!New)
    return It->second;
  if (const Module *Sub = M.submodule(Path))
    Sub->walk([&](const Module &S, StringRef Below) {
      addOwnParameters(S, Below, It->second);
    });
  return It->second;
}

void OrderBuilder::enter(StringRef Key, StringRef Path) {
  Order.ModuleCalls.push_back(Path.str());
  const std::vector<std::string> &Names = parametersOf(Path);
  if (!Names.empty()) {
    size_t Caller = Frames.empty() ? usagesOf("") : Frames.back().Usages;
    Order.Usages[Caller].Usages.push_back({Path.str(), Names});
  }
  size_t Usages = usagesOf(Path);
  Order.Usages[Usages].Usages.clear();
  Frames.push_back({Key.str(), Path.str(), Usages});
}

/// Ends the calls that are not in \p Stack, and begins those that are new.
void OrderBuilder::goTo(const ModuleStack &Stack) {
  size_t Common = 0, I = 0;
  auto IsRoot = [](const ModuleStackEntry &E) { return E.Path.empty(); };
  for (; I != Stack.size() && Common != Frames.size(); ++I) {
    if (IsRoot(Stack[I]))
      continue;
    if (Frames[Common].Key != Stack[I].Key)
      break;
    ++Common;
  }
  Frames.resize(Common);
  for (; I != Stack.size(); ++I)
    if (!IsRoot(Stack[I]))
      enter(Stack[I].Key, Stack[I].Path);
}

/// The same for the module at \p Path and those above it, where it is not known
/// one call of a module from the next.
void OrderBuilder::goTo(StringRef Path) {
  ModuleStack Stack;
  for (size_t I = 0; I != Path.size(); ++I)
    if (I + 1 == Path.size() || Path[I + 1] == '.') {
      std::string Above = Path.take_front(I + 1).str();
      Stack.push_back({Above, Above, {}});
    }
  goTo(Stack);
}

bool OrderBuilder::isParameter(const Node &N) {
  if (!N.isGetAttr())
    return false;
  AttributeRef Ref = M.attribute(N.targetText());
  if (Ref.Tensor)
    return Ref.Tensor->Role == TensorAttr::Parameter;
  if (Ref)
    return false;
  // An open tree hides tensors; the class may know better.
  auto [Path, Name] = N.targetText().rsplit('.');
  if (Name.empty())
    std::swap(Path, Name);
  if (const Module *Owner = M.submodule(Path))
    if (const ModuleInfo *Class = classOf(*Owner))
      if (const ModuleTensorInfo *T = Class->findTensor(Name))
        return !T->IsBuffer;
  return true;
}

/// The path of the module that has what \p Path names.
static StringRef ownerOf(StringRef Path) {
  return Path.contains('.') ? Path.rsplit('.').first : StringRef();
}

void OrderBuilder::visit(const Node &N) {
  if (!N.isCall())
    return;
  std::optional<ModuleStack> Stack = moduleStack(N);
  if (N.isCallModule()) {
    std::string Path = normalizeModulePath(N.targetText());
    // The stack of a leaf ends with the leaf; it is called again every time.
    if (Stack && !Stack->empty() && Stack->back().Path == Path)
      Stack->pop_back();
    if (Stack)
      goTo(*Stack);
    else if (HasStacks)
      goTo(ModuleStack());
    else
      goTo(ownerOf(Path));
    enter("", Path);
    const std::vector<std::string> &Names = parametersOf(Path);
    if (!Names.empty())
      Order.Usages[Frames.back().Usages].Usages.push_back({Path, Names});
    for (const std::string &Name : Names)
      use(joinModulePath(Path, Name));
    Frames.pop_back();
    return;
  }
  std::vector<std::string> Names;
  for (Node *Input : N.allInputNodes())
    if (isParameter(*Input)) {
      Names.push_back(Input->targetText().str());
      use(Names.back());
    }
  // Where nodes have stacks, one without belongs to the root. Where they have
  // none, a module's code is taken to use its own parameters.
  if (Stack || HasStacks)
    goTo(Stack ? *Stack : ModuleStack());
  else if (!Names.empty())
    goTo(ownerOf(Names.front()));
  if (Names.empty())
    return;
  size_t Current = Frames.empty() ? usagesOf("") : Frames.back().Usages;
  std::string Path = Frames.empty() ? std::string() : Frames.back().Path;
  Order.Usages[Current].Usages.push_back({Path, std::move(Names)});
}

void OrderBuilder::build() {
  Order.ModuleCalls.push_back("");
  usagesOf("");
  const Graph &G = M.graph();
  for (Node *N : G.nodes())
    HasStacks |= N->isCall() && N->meta("nn_module_stack");
  for (Node *N : G.nodes())
    visit(*N);
}

ExecutionOrder::ExecutionOrder(GraphModule &M) {
  OrderBuilder(M, *this).build();
}

static void printNames(ArrayRef<std::string> Names, raw_ostream &OS) {
  ListSeparator Separator;
  OS << '[';
  for (const std::string &Name : Names)
    OS << Separator << '\'' << Name << '\'';
  OS << ']';
}

void ExecutionOrder::print(raw_ostream &OS) const {
  OS << "module_forward_order:\n";
  for (const std::string &Path : ModuleCalls)
    OS << "   '" << Path << "'\n";
  OS << "param_forward_order:\n";
  for (const std::string &Path : Parameters)
    OS << "   " << Path << '\n';
  OS << "module_to_param_usage_infos:\n";
  for (const ModuleUsages &M : Usages) {
    OS << "   '" << M.Module << "' [";
    ListSeparator Separator;
    for (const Usage &U : M.Usages) {
      OS << Separator << "(\"'" << U.Module << "'\", ";
      printNames(U.Parameters, OS);
      OS << ')';
    }
    OS << "]\n";
  }
}
