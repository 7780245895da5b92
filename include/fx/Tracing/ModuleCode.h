//===- ModuleCode.h - What modules do while they are traced -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A tracer that enters a module asks a ModuleCode what the module does: its
/// own graph, the formula of its class, C++ code over proxies, a TorchScript
/// method. All of them go through the hooks of the tracer.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_MODULECODE_H
#define FX_TRACING_MODULECODE_H

#include "fx/Tracing/Proxy.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace fx {

class Tracer;

/// One parameter of a traced function.
struct TraceParam {
  TraceParam(const char *Name) : Name(Name) {}
  TraceParam(std::string Name, std::optional<TraceValue> Default = std::nullopt,
             std::string Type = {})
      : Name(std::move(Name)), Default(std::move(Default)),
        Type(std::move(Type)) {}

  /// `x`, `*args` or `**kwargs`; those after `*args` are keyword-only.
  std::string Name;
  std::optional<TraceValue> Default;
  /// Annotation as torch.fx prints it; empty for none.
  std::string Type;
};

/// Parameters and the annotation of the result.
struct TraceSignature {
  TraceSignature() = default;
  TraceSignature(std::initializer_list<TraceParam> Params) : Params(Params) {}
  std::vector<TraceParam> Params;
  std::string ResultType;
};

/// Matches the arguments of a call with \p Signature as Python does: one value
/// for each parameter, a tuple for `*args`, a dict for `**kwargs`. \p Callee
/// is named in errors.
llvm::Expected<std::vector<TraceValue>>
bindArguments(const TraceSignature &Signature, const TraceArguments &Call,
              llvm::StringRef Callee);

/// The code of some modules.
class ModuleCode {
public:
  virtual ~ModuleCode();
  /// Whether it has the code of \p M.
  virtual bool knows(const Module &M) const = 0;
  /// The parameters of forward, without self.
  virtual llvm::Expected<TraceSignature> signature(const Module &M) const = 0;
  /// Runs forward with one value for each parameter. Errors may be noted with
  /// the tracer instead of being returned.
  virtual llvm::Expected<TraceValue> run(Tracer &T, Module &M,
                                         llvm::ArrayRef<TraceValue> Args) = 0;
};

/// The graph that a module has: its nodes are recorded again.
class GraphCode : public ModuleCode {
public:
  bool knows(const Module &M) const override { return M.graph(); }
  llvm::Expected<TraceSignature> signature(const Module &M) const override;
  llvm::Expected<TraceValue> run(Tracer &T, Module &M,
                                 llvm::ArrayRef<TraceValue> Args) override;
};

/// The formula of the module's class (ModuleInfo.h).
class FormulaCode : public ModuleCode {
public:
  bool knows(const Module &M) const override;
  llvm::Expected<TraceSignature> signature(const Module &M) const override;
  llvm::Expected<TraceValue> run(Tracer &T, Module &M,
                                 llvm::ArrayRef<TraceValue> Args) override;
};

/// `self` in C++ code of a module.
class TracedModule {
public:
  TracedModule(Tracer &T, Module &M) : T(T), M(M) {}

  Tracer &tracer() const { return T; }
  Module &module() const { return M; }
  /// Calls the submodule at the dotted path \p Name.
  template <typename... Ts>
  TraceValue call(llvm::StringRef Name, Ts &&...Args) const {
    return callChild(Name, TraceArguments::of(std::forward<Ts>(Args)...));
  }
  /// A parameter, buffer, submodule or other attribute, as Tracer::getattr
  /// gives it; None and an error when there is none.
  TraceValue attr(llvm::StringRef Name) const;
  /// Whether there is an attribute or submodule \p Name.
  bool has(llvm::StringRef Name) const { return M.hasAttribute(Name); }

private:
  TraceValue callChild(llvm::StringRef Name, const TraceArguments &Args) const;

  Tracer &T;
  Module &M;
};

namespace detail {
template <typename T> struct TraceCallTraits;
template <typename R, typename C, typename... Ts>
struct TraceCallTraits<R (C::*)(Ts...) const> {
  static constexpr size_t NumParams = sizeof...(Ts);
  using Params = std::tuple<std::decay_t<Ts>...>;
};
template <typename R, typename... Ts> struct TraceCallTraits<R (*)(Ts...)> {
  static constexpr size_t NumParams = sizeof...(Ts);
  using Params = std::tuple<std::decay_t<Ts>...>;
};
template <typename F>
struct TraceCall : TraceCallTraits<decltype(&F::operator())> {};
template <typename R, typename... Ts>
struct TraceCall<R (*)(Ts...)> : TraceCallTraits<R (*)(Ts...)> {};
} // namespace detail

/// C++ code over proxies with a signature.
class TraceFunctionBody {
public:
  using Body = std::function<TraceValue(TracedModule &Self,
                                        llvm::ArrayRef<TraceValue> Args)>;

  /// \p Run gets one value for each parameter.
  TraceFunctionBody(TraceSignature Signature, Body Run)
      : Signature(std::move(Signature)), Run(std::move(Run)) {}

  TraceSignature Signature;
  Body Run;
};

/// A function for Tracer::trace: `function({"a", "b"}, [](Proxy A, Proxy B) {
/// return A + B; })`. Parameters of \p Fn are Proxy or TraceValue, one for
/// each of \p Signature, and before them, for modules, `TracedModule`.
template <typename Callable>
TraceFunctionBody function(TraceSignature Signature, Callable Fn) {
  using Traits = detail::TraceCall<Callable>;
  auto Run = [Fn](TracedModule &Self,
                  llvm::ArrayRef<TraceValue> Args) -> TraceValue {
    auto Call = [&]<size_t... Is>(std::index_sequence<Is...>) -> TraceValue {
      using Params = typename Traits::Params;
      if constexpr (Traits::NumParams == 0)
        return Fn();
      else if constexpr (std::is_same_v<std::tuple_element_t<0, Params>,
                                        TracedModule>)
        return Fn(Self, static_cast<std::tuple_element_t<Is + 1, Params>>(
                            Args[Is])...);
      else
        return Fn(static_cast<std::tuple_element_t<Is, Params>>(Args[Is])...);
    };
    constexpr size_t Count = [] {
      if constexpr (Traits::NumParams == 0)
        return size_t(0);
      else
        return Traits::NumParams -
               std::is_same_v<std::tuple_element_t<0, typename Traits::Params>,
                              TracedModule>;
    }();
    assert(Args.size() == Count && "a parameter for each of the signature");
    return Call(std::make_index_sequence<Count>());
  };
  return TraceFunctionBody(std::move(Signature), Run);
}

/// C++ code for classes of modules.
class ClassCode : public ModuleCode {
public:
  /// Modules whose class is called \p Class run \p Forward.
  void define(llvm::StringRef Class, TraceFunctionBody Forward) {
    Classes.insert_or_assign(Class, std::move(Forward));
  }

  bool knows(const Module &M) const override {
    return Classes.contains(M.className().str());
  }
  llvm::Expected<TraceSignature> signature(const Module &M) const override;
  llvm::Expected<TraceValue> run(Tracer &T, Module &M,
                                 llvm::ArrayRef<TraceValue> Args) override;

private:
  llvm::StringMap<TraceFunctionBody> Classes;
};

} // namespace fx

#endif // FX_TRACING_MODULECODE_H
