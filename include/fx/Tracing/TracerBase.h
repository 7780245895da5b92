//===- TracerBase.h - What makes nodes of operations ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Records operations as nodes. Tracer.h traces modules with it; a class that
/// derives from TracerBase can make nodes of operations from anywhere.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_TRACERBASE_H
#define FX_TRACING_TRACERBASE_H

#include "fx/Tracing/Proxy.h"
#include "llvm/Support/Error.h"

namespace fx {

/// A node to be made. References are only good during the call.
struct NewNode {
  Opcode Op = Opcode::CallFunction;
  llvm::StringRef Target;
  llvm::ArrayRef<Argument> Args;
  llvm::ArrayRef<KwArg> Kwargs;
  llvm::StringRef Name; ///< Empty: from the target.
  llvm::StringRef Type;
};

/// An operation to be recorded. References are only good during the call.
struct NewProxy {
  Opcode Op = Opcode::CallFunction;
  llvm::StringRef Target;
  llvm::ArrayRef<TraceValue> Args;
  llvm::ArrayRef<TraceKwarg> Kwargs = {};
  llvm::StringRef Name = {};
  llvm::StringRef Type = {};
};

/// Is notified of what a tracer records, whatever its hooks do.
class TracerObserver {
public:
  virtual ~TracerObserver();
  /// \p P became \p Result.
  virtual void recorded(const NewProxy & /*P*/, Proxy /*Result*/) {}
  /// A module is called; the call ends with leaveModule.
  virtual void enterModule(const Module &) {}
  virtual void leaveModule(const Module &) {}
};

/// Records operations as nodes at the insertion point of a graph (torch.fx:
/// TracerBase). The virtual functions are torch.fx's hooks.
class TracerBase {
public:
  TracerBase() = default;
  explicit TracerBase(Graph &G) : G(&G) {}
  TracerBase(const TracerBase &) = delete;
  TracerBase &operator=(const TracerBase &) = delete;
  virtual ~TracerBase();

  /// The graph that is being made.
  Graph &graph() const { return *G; }
  Context &context() const { return G->context(); }

  /// Makes one node (torch.fx: create_node).
  virtual Node *createNode(const NewNode &N);
  /// Lowers arguments, makes a node, and wraps it (torch.fx: create_proxy).
  /// After an error, and when lowering fails, the result has no node.
  virtual Proxy createProxy(const NewProxy &P);
  /// Lowers a value to what a node can hold, making nodes where necessary
  /// (torch.fx: create_arg).
  virtual llvm::Expected<Argument> createArg(const TraceValue &Value);
  /// torch.fx: proxy.
  virtual Proxy proxy(Node *N) { return Proxy(N, *this); }
  /// A proxy is used as a condition; by default an error, and false
  /// (torch.fx: to_bool).
  virtual bool toBool(Proxy P);
  /// A program iterates over a proxy; by default an error, and nothing
  /// (torch.fx: iter).
  virtual std::vector<Proxy> iterate(Proxy P);

  /// createProxy with a notification of the observer, for operations and the
  /// code of modules.
  Proxy record(const NewProxy &P);
  /// Null for none.
  void setObserver(TracerObserver *O) { Observer = O; }
  TracerObserver *observer() const { return Observer; }

  /// A constant, or proxies for the nodes inside.
  TraceValue value(const Argument &A);

  /// Notes an error. The first one counts: nothing is recorded any more.
  void fail(llvm::Error E);
  void fail(const llvm::Twine &Message);
  bool failed() const { return bool(Failure); }
  /// The error if there was one; recording goes on afterwards.
  llvm::Error takeError();

  /// Whose program is running on this thread, or null: where calls without
  /// proxies are recorded.
  static TracerBase *current();

protected:
  Graph *G = nullptr;

private:
  llvm::Expected<Argument> lowerAggregate(const TraceValue &Value);
  std::unique_ptr<llvm::ErrorInfoBase> Failure;
  TracerObserver *Observer = nullptr;
};

/// Makes a tracer the current one on this thread while it lives. Nests.
class CurrentTracer {
public:
  explicit CurrentTracer(TracerBase &T);
  CurrentTracer(const CurrentTracer &) = delete;
  CurrentTracer &operator=(const CurrentTracer &) = delete;
  ~CurrentTracer();

private:
  TracerBase *Outer;
};

/// Adds to a graph that is there already (torch.fx: GraphAppendingTracer):
///
///   GraphAppendingTracer Tracer(G);
///   InsertionGuard At = G.insertingBefore(Old);
///   Proxy New = torch::relu(Proxy(Old->arg(0).asNode(), Tracer));
///   Old->replaceAllUsesWith(New.node());
///
/// Ask for takeError() at the end.
class GraphAppendingTracer : public TracerBase {
public:
  explicit GraphAppendingTracer(Graph &G) : TracerBase(G) {}
};

} // namespace fx

#endif // FX_TRACING_TRACERBASE_H
