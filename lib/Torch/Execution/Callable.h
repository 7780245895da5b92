//===- Callable.h - What the target of a call comes down to -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target of a call is one of four things, or several that share the work:
//
//   - overloads of a dispatcher's operator: torch.relu, the method relu,
//     torch.ops.aten.relu.default
//   - the same with Python's parameters mapped to the operator's:
//     torch.nn.functional.batch_norm
//   - a formula in TorchScript: torch.nn.functional.interpolate
//   - a function written here: builtins.getattr, operator.getitem
//
// A call is bound to one overload by the types of its arguments, as Python's
// parsers do it. The result, a Binding, holds for all calls of the same shape
// and types, so a plan binds each node once.
//
// Everything here throws what LibTorch throws, and std::runtime_error.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_CALLABLE_H
#define FX_LIB_TORCH_EXECUTION_CALLABLE_H

#include "Python/PyValue.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/function_schema.h>

namespace fx::torch_impl {

class Execution;
class ScriptFunction;

/// The arguments of one call as Python passes them.
struct PyCall {
  llvm::SmallVector<c10::IValue, 8> Args;
  llvm::SmallVector<std::pair<llvm::StringRef, c10::IValue>, 4> Kwargs;
  /// What runs the call; for targets that run graphs.
  Execution *Runner = nullptr;
  /// The target, for functions that stand for several.
  llvm::StringRef Target;

  /// The keyword argument \p Name, or null.
  const c10::IValue *keyword(llvm::StringRef Name) const;
  /// The positional argument \p I or the keyword \p Name, or null.
  const c10::IValue *find(unsigned I, llvm::StringRef Name) const;
  /// The same; throws where there is none.
  const c10::IValue &get(unsigned I, llvm::StringRef Name) const;
  c10::IValue getOr(unsigned I, llvm::StringRef Name,
                    c10::IValue Default) const;
  /// Throws if there are more than \p Max arguments.
  void atMost(unsigned Max) const;
};

/// A function written in C++.
using PyHandler = c10::IValue (*)(PyCall &Call);

struct HandlerEntry {
  enum When : uint8_t {
    Always,
    NotTensorFirst, ///< Where the first argument is not a tensor.
    WithIndices,    ///< Where return_indices is True.
  };
  const char *Name;
  PyHandler Handler;
  When Use = Always;
};

/// Whether the pool \p Target is to return indices too.
bool wantsIndices(llvm::StringRef Target, const PyCall &Call);

/// What an argument of an operator receives in a bound call.
struct ArgSource {
  enum SourceKind : uint8_t {
    Positional, ///< Argument Index.
    Keyword,    ///< Keyword argument Index.
    Rest,       ///< A list of all positional arguments from Index on.
    Constant,   ///< Value, converted already.
  };
  SourceKind Kind = Constant;
  unsigned Index = 0;
  c10::IValue Value;
};

/// One thing that can be called by a stack of arguments.
struct Overload {
  /// Python's view.
  const c10::FunctionSchema *Schema = nullptr;
  /// Handle of the operator; null for scripts.
  std::optional<c10::OperatorHandle> Op;
  const ScriptFunction *Script = nullptr;
  /// For each argument of the operator, the parameter of Schema that it gets
  /// (Positional) or a constant. Empty: they are the same.
  std::vector<ArgSource> Mapping;
  /// What runs where the parameter `inplace` is true.
  std::optional<c10::OperatorHandle> InPlace;
  /// Results go to arguments called `out`.
  bool IsOut = false;

  const c10::FunctionSchema &operatorSchema() const;
};

/// A call bound to an overload.
struct Binding {
  const Overload *Callee = nullptr;
  /// InPlace of the overload is called.
  bool InPlace = false;
  /// The keyword requires_grad of factories, which operators do not have.
  bool RequiresGrad = false;
  /// One for each argument of the operator.
  llvm::SmallVector<ArgSource, 8> Sources;

  const c10::OperatorHandle &op() const {
    return InPlace ? *Callee->InPlace : *Callee->Op;
  }
  const c10::FunctionSchema &schema() const;
  /// Calls what is bound; the stack holds the arguments, then the results.
  void call(torch::jit::Stack &Stack) const;
};

/// The target of a call.
class Callable {
public:
  std::string Name;
  bool IsMethod = false;
  /// Exactly one operator, by its name: numbers may stand for tensors.
  bool IsOperator = false;
  PyHandler Handler = nullptr;
  HandlerEntry::When When = HandlerEntry::Always;
  /// In the order in which Python tries them, those with `out` last.
  std::vector<Overload> Overloads;

  /// Whether the handler takes this call.
  bool usesHandler(const PyCall &Call) const;
  /// The first overload that takes the call. Throws what is wrong where none
  /// does.
  Binding bind(const PyCall &Call) const;
  /// Runs it.
  c10::IValue operator()(PyCall &Call) const;
};

/// The function \p Qualified, or the method; null if neither this LibTorch nor
/// the formulas know it. Lives as long as the process. Thread-safe.
const Callable *lookupCallable(llvm::StringRef Name, bool IsMethod);

/// \name Helpers of functions written here
/// @{
/// Calls `torch.X`, or the method X, by its name.
c10::IValue callFunction(llvm::StringRef Name,
                         llvm::ArrayRef<c10::IValue> Args);
c10::IValue callMethod(llvm::StringRef Name, llvm::ArrayRef<c10::IValue> Args);
/// Throws an error that Python would call a TypeError.
[[noreturn]] void fail(const llvm::Twine &Message);
/// Throws the error, if it is one.
void orThrow(llvm::Error E);
/// @}

/// Whether \p V can be passed for a parameter. \p Strict: without conversions
/// that Python makes only where nothing else fits.
bool fitsParameter(const c10::IValue &V, const c10::Argument &Param,
                   bool Strict);
/// Makes \p V what the dispatcher takes.
void convertForParameter(c10::IValue &V, const c10::Argument &Param);

/// Calls \p Op with the arguments on \p Stack, which it takes, and leaves its
/// results there. LibTorch lets go of the arguments before it copies what
/// several references to them, the results of an `out=` form, lead to: they are
/// kept.
void callOperator(const c10::OperatorHandle &Op, torch::jit::Stack &Stack);

/// The results of a call on top of the stack as Python has them: one value, a
/// tuple, or None. Takes them off.
c10::IValue takeResults(torch::jit::Stack &Stack, size_t Count);

/// A text for messages: `(f32[2, 3], int 5, dim=int 1)`.
std::string describeArguments(const PyCall &Call);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_CALLABLE_H
