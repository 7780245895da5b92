//===- PyModule.h - What fxopt.Module and fxopt.Pipeline hold ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_PYMODULE_H
#define FX_LIB_BINDINGS_PYTHON_PYMODULE_H

#include "Messages.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Tools/ModelFile.h"
#include <atomic>
#include <memory>
#include <nanobind/nanobind.h>
#include <string>

namespace fxpy {

class TorchGraph;

/// All passes that are linked in.
const fx::PassRegistry &passRegistry();

/// A pipeline that was read; it is never changed.
class Pipeline {
public:
  /// Raises fxopt.PipelineError.
  explicit Pipeline(const std::string &Text);
  const std::string &text() const { return Text; }
  /// Whether a pass of it uses the values of nodes.
  bool wantsValues() const { return WantsValues; }
  fx::PassPipeline clone() const { return P.clone(); }

private:
  fx::PassPipeline P;
  std::string Text; ///< The canonical one.
  bool WantsValues = false;
};

/// A module with all that it needs: its Context, its file, and what ties it to
/// a graph of PyTorch.
class PyModule {
public:
  PyModule();
  ~PyModule();

  fx::ModelFile &file() { return File; }
  fx::GraphModule &module() { return *File.modules().front(); }
  fx::Context &context() { return File.context(); }
  /// What it was made from, or null.
  TorchGraph *torch() const { return Torch.get(); }
  void setTorch(std::unique_ptr<TorchGraph> T);

  /// What was said when the file was read.
  nanobind::list diagnostics() const { return Said.toPython(); }
  /// Reads what file() has open. Raises fxopt.ParseError or VerifyError.
  void read();

  /// The text in the format of that name.
  std::string text(const std::string &Format);
  /// A dictionary with `changed`, `nodes_before`, `nodes_after`, `diagnostics`,
  /// `stats`. A run that fails raises and leaves the module as it was.
  nanobind::dict run(const Pipeline &P, bool Verify);
  void write(const std::string &Path, const std::string &Format);
  /// What `fx-translate --info --json` says of the model.
  std::string info();

  /// Takes the module for one thread, or raises fxopt.BusyError.
  class Use {
  public:
    explicit Use(PyModule &M);
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;
    ~Use() { M.Busy.clear(); }

  private:
    PyModule &M;
  };

private:
  fx::ModelFile File;
  Messages Said;
  std::unique_ptr<TorchGraph> Torch;
  std::atomic_flag Busy;
};

/// Opens a file, or takes bytes. Raise fxopt.ParseError or VerifyError.
std::unique_ptr<PyModule> openFile(const std::string &Path);
std::unique_ptr<PyModule> openBytes(nanobind::bytes Bytes,
                                    const std::string &Name);

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_PYMODULE_H
