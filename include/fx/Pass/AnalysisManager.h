//===- AnalysisManager.h - Cached facts about a module ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// An analysis is a class with a name and a constructor:
/// \code{.txt}
///   class Liveness {
///   public:
///     static constexpr llvm::StringLiteral AnalysisName = "liveness";
///     explicit Liveness(GraphModule &Module);
///     // or Liveness(GraphModule &Module, AnalysisManager &Analyses), to use
///     // other analyses.
/// \endcode
/// The name identifies it, in td files and across plugins. A cached analysis is
/// dropped when a pass changed something and does not say that it preserves it,
/// or when an analysis that it used is dropped. What no change makes wrong,
/// such as compiled rules, says so and stays:
/// \code{.txt}
///   static constexpr bool IsImmutable = true;
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_ANALYSISMANAGER_H
#define FX_PASS_ANALYSISMANAGER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace fx {

class GraphModule;
class PassInstrumentation;

/// The analyses that a change leaves valid.
class PreservedAnalyses {
public:
  static PreservedAnalyses none() { return {}; }
  static PreservedAnalyses all() {
    PreservedAnalyses P;
    P.preserveAll();
    return P;
  }
  void preserve(llvm::StringRef Name) { Names.push_back(Name.str()); }
  void preserveAll() { All = true; }
  bool isPreserved(llvm::StringRef Name) const;

private:
  std::vector<std::string> Names;
  bool All = false;
};

/// The analyses of one module, by their names, which have to differ. Not
/// thread-safe, as the module is not. The list of instrumentations must not
/// grow while the manager lives.
class AnalysisManager {
public:
  explicit AnalysisManager(GraphModule &Module,
                           llvm::ArrayRef<std::unique_ptr<PassInstrumentation>>
                               Instrumentations = {})
      : Module(Module), Instrumentations(Instrumentations) {}
  AnalysisManager(const AnalysisManager &) = delete;
  AnalysisManager &operator=(const AnalysisManager &) = delete;
  ~AnalysisManager() { clear(); }

  GraphModule &module() { return Module; }

  /// The analysis, made when it is not cached.
  template <typename AnalysisT> AnalysisT &get() {
    auto Make = [this]() -> std::unique_ptr<Holder> {
      if constexpr (std::is_constructible_v<AnalysisT, GraphModule &,
                                            AnalysisManager &>)
        return std::make_unique<HolderOf<AnalysisT>>(Module, *this);
      else
        return std::make_unique<HolderOf<AnalysisT>>(Module);
    };
    constexpr bool IsImmutable = [] {
      if constexpr (requires { AnalysisT::IsImmutable; })
        return AnalysisT::IsImmutable;
      else
        return false;
    }();
    return static_cast<HolderOf<AnalysisT> &>(
               getOrMake(AnalysisT::AnalysisName, IsImmutable, Make))
        .Value;
  }
  /// The analysis if it is cached, or null.
  template <typename AnalysisT> AnalysisT *cached() {
    Holder *H = find(AnalysisT::AnalysisName);
    return H ? &static_cast<HolderOf<AnalysisT> *>(H)->Value : nullptr;
  }

  /// Drops what is not preserved, and what was made from it. What is immutable
  /// stays.
  void invalidate(const PreservedAnalyses &Preserved);
  void clear();

private:
  struct Holder {
    virtual ~Holder();
  };
  template <typename AnalysisT> struct HolderOf : Holder {
    template <typename... ArgTs>
    explicit HolderOf(ArgTs &&...Args) : Value(Args...) {}
    AnalysisT Value;
  };
  struct Entry {
    llvm::StringRef Name;
    std::unique_ptr<Holder> Value;
    std::vector<llvm::StringRef> UsedBy;
    bool IsImmutable;
  };

  Holder *find(llvm::StringRef Name);
  Holder &getOrMake(llvm::StringRef Name, bool IsImmutable,
                    llvm::function_ref<std::unique_ptr<Holder>()> Make);
  Entry *entry(llvm::StringRef Name);

  GraphModule &Module;
  llvm::ArrayRef<std::unique_ptr<PassInstrumentation>> Instrumentations;
  /// In the order in which they were finished: users after what they used.
  std::vector<Entry> Entries;
  /// Names of the analyses whose constructors run, outermost first.
  llvm::SmallVector<llvm::StringRef, 4> InProgress;
};

} // namespace fx

#endif // FX_PASS_ANALYSISMANAGER_H
