//===- OpView.h - Typed views of calls --------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A view is a node that calls one operator, under any of its names:
/// \code{.txt}
///   for (Node *N : G.findNodes<ops::Gelu>())          // every spelling
///   Node *M = G.callFunction<ops::Mul>(A, 2.0);       // torch.mul(A, 2.0),
///                              // or torch.ops.aten.mul.Tensor in a program
///   Node *L = G.callFunction<ops::Gelu>(A, named("approximate", Mode));
///   if (auto Relu = dyn_cast<ops::Relu>(N)) use(Relu.input());
/// \endcode
/// The classes in fx::ops (Ops.h) are generated from the td files; a plugin
/// generates its own with `fx-tblgen -gen-op-builders`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPVIEW_H
#define FX_IR_OPVIEW_H

#include "fx/IR/Graph.h"
#include "fx/IR/OpInfo.h"
#include "llvm/Support/Casting.h"

namespace fx {

/// A keyword argument for builders.
struct NamedArgument {
  llvm::StringRef Name;
  Argument Value;
};
inline NamedArgument named(llvm::StringRef Name, Argument Value) {
  return {Name, std::move(Value)};
}

/// A node and what its operator's declaration says about its arguments. As
/// cheap to copy as the pointer; null when made from null.
class OpView {
public:
  OpView(Node *N = nullptr) : N(N) {}

  Node *node() const { return N; }
  operator Node *() const { return N; }
  Node *operator->() const { return N; }
  explicit operator bool() const { return N; }

  /// The argument for the parameter that the operator's main function calls
  /// Name and has at position Index: what was given, or the default. Other
  /// spellings may call it otherwise. None when the arguments fit no
  /// signature. Binds the call on every use.
  Argument argument(unsigned Index, llvm::StringRef Name) const;

protected:
  static Node *build(Graph &G, llvm::StringRef Builder,
                     llvm::ArrayRef<Argument> Args,
                     llvm::ArrayRef<NamedArgument> Named);
  static Node *buildPlain(Graph &G, llvm::StringRef Builder,
                          llvm::ArrayRef<Node *> Operands);
  /// The declared operator, or one that no target has when its table is not
  /// registered.
  static const OpInfo &declaredOp(llvm::StringRef Name);

private:
  Node *N;
};

/// The base of generated views. Self gives OpName and BuilderName.
template <typename Self> class OpViewOf : public OpView {
public:
  using OpView::OpView;

  static const OpInfo &info() {
    static const OpInfo &Info = declaredOp(Self::OpName);
    return Info;
  }

  static bool classof(const Node *N) {
    const OpTarget *Target = N->opTarget();
    return Target && &Target->op() == &info();
  }

  /// Makes a call at the insertion point of G: of the main function, with
  /// nodes and constants as positional and named() ones as keyword arguments.
  /// In an exported program it is a call of the overload that takes these
  /// arguments: `torch.ops.aten.mul.Tensor(x, 2.0)` for `torch.mul(x, 2.0)`.
  template <typename... ArgTs> static Node *create(Graph &G, ArgTs &&...Args) {
    static_assert((!std::is_null_pointer_v<std::decay_t<ArgTs>> && ...),
                  "there is no node; None is Argument::none()");
    if constexpr ((std::is_convertible_v<ArgTs &&, Node *> && ...)) {
      Node *Operands[] = {static_cast<Node *>(Args)..., nullptr};
      return buildPlain(G, Self::BuilderName,
                        llvm::ArrayRef(Operands, sizeof...(Args)));
    } else {
      llvm::SmallVector<Argument, 4> Positional;
      llvm::SmallVector<NamedArgument, 4> Named;
      (add(Positional, Named, std::forward<ArgTs>(Args)), ...);
      return build(G, Self::BuilderName, Positional, Named);
    }
  }

private:
  template <typename ArgT>
  static void add(llvm::SmallVectorImpl<Argument> &Positional,
                  llvm::SmallVectorImpl<NamedArgument> &Named, ArgT &&Arg) {
    if constexpr (std::is_same_v<std::decay_t<ArgT>, NamedArgument>)
      Named.push_back(std::forward<ArgT>(Arg));
    else if constexpr (std::is_convertible_v<ArgT &&, Node *>)
      Positional.push_back(Argument(static_cast<Node *>(Arg)));
    else
      Positional.push_back(Argument(std::forward<ArgT>(Arg)));
  }
};

} // namespace fx

namespace llvm {
/// dyn_cast and cast give views by value.
template <typename ViewT>
struct CastInfo<ViewT, fx::Node *,
                std::enable_if_t<std::is_base_of_v<fx::OpView, ViewT>>> {
  static bool isPossible(fx::Node *N) { return ViewT::classof(N); }
  static ViewT doCast(fx::Node *N) { return ViewT(N); }
  static ViewT castFailed() { return ViewT(); }
  static ViewT doCastIfPossible(fx::Node *N) {
    return isPossible(N) ? doCast(N) : castFailed();
  }
};
} // namespace llvm

#endif // FX_IR_OPVIEW_H
