//===- PythonPass.h - Passes that are functions in Python -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A function `f(module, context, **options)` as a pass. It takes the
/// interpreter's lock for its whole run. What it raises is kept, and raised
/// again where the pipeline was started: nothing is thrown through libFX.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_PYTHONPASS_H
#define FX_LIB_BINDINGS_PYTHON_PYTHONPASS_H

#include "PyModule.h"
#include "fx/Pass/Pass.h"
#include <map>

namespace fxpy {

/// What is known of a pass in Python; shared by its passes.
class PassDefinition {
public:
  /// \p Options has a tuple of flag, type, default, description and words for
  /// each: types are bool, int, float, str, words, ints and strs.
  PassDefinition(std::string Name, std::string Summary, std::string Description,
                 nanobind::list Options, nanobind::object Function,
                 bool Idempotent, bool WantsValues);
  PassDefinition(const PassDefinition &) = delete;
  PassDefinition &operator=(const PassDefinition &) = delete;
  ~PassDefinition();

  struct OptionSpec {
    std::string Flag, Type, ValueName, Default, Description;
    std::vector<std::string> Words;
  };
  const fx::PassInfo &info() const { return Info; }
  const std::vector<OptionSpec> &options() const { return Options; }
  nanobind::handle function() const { return Function; }
  /// For the collector: a function that registers a pass has the definition as
  /// an attribute.
  int visit(ObjectVisitor Visit) { return Visit(Function); }
  /// Gives up the function.
  void clear();
  bool wantsValues() const { return WantsValues; }

private:
  std::string Name, Summary, Description;
  std::vector<OptionSpec> Options;
  std::vector<fx::PassOptionInfo> OptionInfos;
  fx::PassInfo Info;
  PyObject *Function;
  bool WantsValues;
};

class PythonPass : public fx::Pass {
public:
  explicit PythonPass(std::shared_ptr<PassDefinition> Definition);

  std::unique_ptr<fx::Pass> clone() const override;
  llvm::Expected<bool> run(fx::GraphModule &Module) override;

  const PassDefinition &definition() const { return *Definition; }
  /// Whether no other pass keeps the definition by the same reference.
  bool ownsDefinition() const { return Definition.use_count() == 1; }
  /// \name For fxopt.PassContext, during run()
  /// @{
  void count(const std::string &Name, uint64_t By);
  enum class Level { Remark, Warning, Error };
  void say(Level L, fx::Node *At, const std::string &Text);
  /// @}

private:
  nanobind::dict values() const;
  llvm::Expected<bool> call(struct RunState &State);

  std::shared_ptr<PassDefinition> Definition;
  std::vector<std::unique_ptr<fx::PassOptionBase>> Owned;
  std::map<std::string, std::unique_ptr<fx::PassStatistic>> Counts;
};

/// The innermost run of a pipeline of this thread.
struct RunState {
  RunState(PyModule &M, nanobind::handle Self, nanobind::handle Wrapper,
           nanobind::handle Check);
  RunState(const RunState &) = delete;
  RunState &operator=(const RunState &) = delete;
  ~RunState();
  static RunState *current();
  /// The outermost run of the same module, or this.
  RunState &first();

  PyModule &M;
  nanobind::handle Self, Wrapper;
  /// Called with the module and the name of a pass that changed it, or None.
  nanobind::handle Check;
  RunState *Outer;
  /// What ends the run although passes do not fail: Ctrl-C, or an exception of
  /// a pass, which is kept here.
  bool Stops = false;
  nanobind::object Exception;
  /// The pass that runs or ran last, and its number.
  std::string Pass;
  unsigned Number = 0;
  /// The same as text, and the module that it was given, where these are kept.
  bool KeepsBefore = false;
  std::string PassText;
  std::unique_ptr<fx::GraphModule> Before;
  /// A run within this one has failed: the module may be anything.
  bool IsBroken = false;
  /// The pass has changed what the graph does not say.
  bool HasChangedBeyond = false;
};

/// Adds fxopt.PassContext, and functions that define and register passes.
void bindPasses(nanobind::module_ &Fx);
/// Adds functions that make rules of traced functions.
void bindRules(nanobind::module_ &Fx);

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_PYTHONPASS_H
