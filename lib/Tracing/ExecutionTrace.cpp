//===- ExecutionTrace.cpp - The order of execution, while tracing ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/ExecutionTrace.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

namespace {

/// Follows what PyTorch's _ExecOrderTracer does in its patches of call_module
/// and create_proxy.
class OrderObserver : public TracerObserver {
public:
  OrderObserver(Tracer &T, const GraphModule &Tree, ExecutionOrder &Order);

  void enterModule(const Module &M) override;
  void leaveModule(const Module &M) override;
  void recorded(const NewProxy &P, Proxy Result) override;

private:
  size_t usagesOf(const std::string &Path);
  std::vector<std::string> parametersOf(const Module &M) const;
  void use(const std::string &Path);

  Tracer &T;
  ExecutionOrder &Order;
  bool OpenTree;
  std::vector<std::string> Calls;
  StringMap<size_t> UsageIndex;
  StringSet<> Used;
  StringSet<> AllParameters;
};

} // namespace

size_t OrderObserver::usagesOf(const std::string &Path) {
  auto [It, New] = UsageIndex.try_emplace(Path, Order.Usages.size());
  if (New)
    Order.Usages.push_back({Path, {}});
  return It->second;
}

/// torch.nn.Module.named_parameters: of the module and all below it.
std::vector<std::string> OrderObserver::parametersOf(const Module &M) const {
  std::vector<std::string> Names;
  M.walk([&](const Module &Sub, StringRef Path) {
    for (const TensorAttr &A : Sub.tensors())
      if (A.Role == TensorAttr::Parameter)
        Names.push_back(joinModulePath(Path, A.Name.str()));
    const ModuleInfo *Class = classOf(Sub);
    if (!Sub.tensors().empty() || !OpenTree || !Class)
      return;
    for (const ModuleTensorInfo &A : Class->tensors())
      if (!A.IsBuffer && classHasTensor(Sub, A.Name, OpenTree).value_or(false))
        Names.push_back(joinModulePath(Path, A.Name));
  });
  return Names;
}

void OrderObserver::use(const std::string &Path) {
  if (Used.insert(Path).second)
    Order.Parameters.push_back(Path);
}

OrderObserver::OrderObserver(Tracer &T, const GraphModule &Tree,
                             ExecutionOrder &Order)
    : T(T), Order(Order),
      OpenTree(Tree.treeKind() == GraphModule::TreeKind::Open) {
  Order.ModuleCalls.push_back("");
  usagesOf("");
  Calls.push_back("");
  for (const std::string &Name : parametersOf(Tree.root()))
    AllParameters.insert(Name);
}

void OrderObserver::enterModule(const Module &M) {
  std::string Path = M.path();
  Order.ModuleCalls.push_back(Path);
  std::vector<std::string> Names = parametersOf(M);
  if (!Names.empty())
    Order.Usages[usagesOf(Calls.back())].Usages.push_back(
        {Path, std::move(Names)});
  // A second call starts again.
  Order.Usages[usagesOf(Path)].Usages.clear();
  Calls.push_back(std::move(Path));
}

void OrderObserver::leaveModule(const Module &) { Calls.pop_back(); }

void OrderObserver::recorded(const NewProxy &P, Proxy Result) {
  const std::string &Current = Calls.back();
  ExecutionOrder::Usage Usage{Current, {}};
  if (P.Op == Opcode::CallModule) {
    Usage.Parameters = parametersOf(*T.root().lookup(Current));
    for (const std::string &Name : Usage.Parameters)
      use(joinModulePath(Current, Name));
  } else if (P.Op == Opcode::CallFunction || P.Op == Opcode::CallMethod) {
    for (const Argument &A : Result.node()->args())
      if (Node *N = A.asNode();
          N && N->isGetAttr() && AllParameters.contains(N->targetText())) {
        Usage.Parameters.push_back(N->targetText().str());
        use(Usage.Parameters.back());
      }
  }
  if (!Usage.Parameters.empty())
    Order.Usages[usagesOf(Current)].Usages.push_back(std::move(Usage));
}

Expected<ExecutionOrder> fx::traceExecutionOrder(const GraphModule &Tree,
                                                 const TracingConfig &Config) {
  ExecutionOrder Order;
  OrderObserver Observer(Config.T, Tree, Order);
  TracerObserver *Outer = Config.T.observer();
  Config.T.setObserver(&Observer);
  auto Restore = make_scope_exit([&] { Config.T.setObserver(Outer); });
  Expected<std::unique_ptr<GraphModule>> Traced =
      Config.T.trace(Tree, Config.Args);
  if (!Traced)
    return Traced.takeError();
  return Order;
}
