//===- Tracer.h - Programs become graphs ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A Tracer (torch.fx: Tracer) runs a function or a module over proxies and
/// records what it does. Derive from it to change what it does with modules,
/// nodes and values:
/// \code{.txt}
///   struct EnterReLU : Tracer {
///     bool isLeafModule(const Module &M, llvm::StringRef Path) override {
///       return !isClass(M, "torch.nn.ReLU") && Tracer::isLeafModule(M, Path);
///     }
///   };
/// \endcode
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_TRACER_H
#define FX_TRACING_TRACER_H

#include "fx/Tracing/ModuleCode.h"
#include "fx/Tracing/TracerBase.h"
#include "llvm/ADT/DenseMap.h"

namespace fx {

/// Values for parameters of what is traced (torch.fx: concrete_args). Each leaf
/// of a value stays an input; numbers, strings and None are checked when the
/// graph runs. TraceValue::input() marks leaves that are not fixed. With names
/// empty, values belong to the parameters in order.
using ConcreteArgs = std::vector<TraceKwarg>;

/// What runs a module that is not a leaf.
using TraceForward = llvm::function_ref<TraceValue(const TraceArguments &)>;

/// Records what a function does with proxies (torch.fx: Tracer).
class Tracer : public TracerBase {
public:
  Tracer();
  ~Tracer() override;

  //===--- Hooks ----------------------------------------------------------===//

  /// Whether a call of \p M becomes a call_module node. By default those are
  /// the classes of torch.nn and torch.ao.nn but for Sequential, and modules
  /// for which there is no code (torch.fx: is_leaf_module).
  virtual bool isLeafModule(const Module &M, llvm::StringRef Path);
  /// The path of \p M below root(). An error, and empty, for one that is not
  /// there (torch.fx: path_of_module).
  virtual std::string pathOfModule(const Module &M);
  /// Handles the call of a module; \p Forward runs it (torch.fx: call_module).
  virtual TraceValue callModule(Module &M, TraceForward Forward,
                                const TraceArguments &Args);
  /// What the code of a module gets for its attribute \p Name, whose value is
  /// \p Value. By default a parameter is one get_attr node for all its uses, a
  /// buffer is itself unless setProxyBuffers (torch.fx: getattr).
  virtual TraceValue getattr(llvm::StringRef Name, const TraceValue &Value);

  Node *createNode(const NewNode &N) override;
  llvm::Expected<Argument> createArg(const TraceValue &Value) override;

  //===--- Settings -------------------------------------------------------===//

  /// Is asked what a module does, before graphs and formulas. \p Code lives as
  /// long as the tracer.
  void addCode(ModuleCode &Code) { Codes.push_back(&Code); }
  /// Buffers become get_attr nodes when they are read, one for all uses
  /// (torch.fx: proxy_buffer_attributes).
  void setProxyBuffers(bool On) { ProxyBuffers = On; }

  //===--- Tracing --------------------------------------------------------===//

  /// Runs the root of \p Tree and returns it with the new graph; modules that
  /// the graph does not name are removed (torch.fx: GraphModule(root,
  /// tracer.trace(root))). The tree may be that of another graph: then its
  /// nodes are recorded again.
  llvm::Expected<std::unique_ptr<GraphModule>>
  trace(std::unique_ptr<GraphModule> Tree, const ConcreteArgs &Args = {});
  /// The same, but asks \p Code first what modules do.
  llvm::Expected<std::unique_ptr<GraphModule>>
  trace(std::unique_ptr<GraphModule> Tree, ModuleCode &Code,
        const ConcreteArgs &Args = {});
  /// The same for a copy of \p Tree.
  llvm::Expected<std::unique_ptr<GraphModule>>
  trace(const GraphModule &Tree, const ConcreteArgs &Args = {});
  /// Runs a function, below a root that has nothing but constants.
  llvm::Expected<std::unique_ptr<GraphModule>>
  trace(Context &Ctx, const TraceFunctionBody &Fn,
        const ConcreteArgs &Args = {});
  /// Runs \p Fn as the forward function of the root of \p Tree.
  llvm::Expected<std::unique_ptr<GraphModule>>
  trace(std::unique_ptr<GraphModule> Tree, const TraceFunctionBody &Fn,
        const ConcreteArgs &Args = {});

  //===--- While it traces, and after -------------------------------------===//

  /// The root of the tree (torch.fx: Tracer.root).
  Module &root() const { return Tree->root(); }
  GraphModule &module() const { return *Tree; }
  /// Calls \p M through callModule.
  TraceValue call(Module &M, const TraceArguments &Args);
  /// What code gets for the attribute at \p Path below \p M, through getattr.
  TraceValue attribute(Module &M, llvm::StringRef Path);
  /// The code of \p M, or null.
  ModuleCode *codeOf(const Module &M);
  /// Whether the class of \p M is \p Class (`torch.nn.ReLU`), however it is
  /// written.
  static bool isClass(const Module &M, llvm::StringRef Class);

  /// A tensor that was met, and the attribute that it became.
  struct Constant {
    std::string Path;
    TraceTensor Tensor;
  };
  llvm::ArrayRef<Constant> constants() const { return Constants; }
  /// A parameter with a concrete value, and the placeholders that took its
  /// leaves, in order.
  struct FlatInput {
    std::string Parameter;
    std::vector<std::string> Placeholders;
  };
  llvm::ArrayRef<FlatInput> flatInputs() const { return Flat; }

private:
  class CallScope;

  llvm::Error run(ModuleCode &Code, const ConcreteArgs &Args);
  TraceValue runCode(Module &M, const TraceArguments &Args);
  llvm::Expected<Argument> constantFor(const TraceTensor &T);
  void noteTiedTensors();

  std::vector<ModuleCode *> Codes;
  std::unique_ptr<ModuleCode> Graphs;
  std::unique_ptr<ModuleCode> Formulas;
  bool ProxyBuffers = false;

  GraphModule *Tree = nullptr;
  /// Keys are paths from the root.
  llvm::StringMap<Proxy> AttributeProxies;
  /// The first path of each weight record that has several.
  llvm::StringMap<std::string> FirstPaths;
  llvm::DenseMap<const void *, size_t> ConstantIndex;
  std::vector<Constant> Constants;
  std::vector<FlatInput> Flat;
  /// Calls that are going on, as nn_module_stack has them: key and (path,
  /// class) in turn.
  std::vector<Argument> Stack;
  llvm::StringMap<unsigned> NumCalls;
};

/// Traces a copy of \p Tree with a plain Tracer (torch.fx: symbolic_trace).
llvm::Expected<std::unique_ptr<GraphModule>>
symbolicTrace(const GraphModule &Tree, const ConcreteArgs &Args = {});
/// Traces a function.
llvm::Expected<std::unique_ptr<GraphModule>>
symbolicTrace(Context &Ctx, const TraceFunctionBody &Fn,
              const ConcreteArgs &Args = {});

} // namespace fx

#endif // FX_TRACING_TRACER_H
