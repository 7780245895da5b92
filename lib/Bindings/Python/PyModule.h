//===- PyModule.h - What fxopt.Module and fxopt.Pipeline hold ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_PYMODULE_H
#define FX_LIB_BINDINGS_PYTHON_PYMODULE_H

#include "Collected.h"
#include "Messages.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Tools/ModelFile.h"
#include <atomic>
#include <memory>
#include <nanobind/nanobind.h>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace fxpy {

class ObjectTable;
class PassDefinition;
class TorchGraph;

/// All passes that are linked in or were registered.
fx::PassRegistry &passRegistry();

/// A pipeline that was read; it is never changed.
class Pipeline {
public:
  /// Raises fxopt.PipelineError.
  explicit Pipeline(const std::string &Text);
  /// One pass in Python, with its defaults.
  explicit Pipeline(std::shared_ptr<PassDefinition> Pass);
  /// The passes of \p Parts, which are of this class, in order.
  static std::unique_ptr<Pipeline> join(nanobind::list Parts);

  const std::string &text() const { return Text; }
  /// Whether a pass of it uses the values of nodes.
  bool wantsValues() const { return WantsValues; }
  /// Whether a pass of it may use more of a program than its graph, signature
  /// and the types of its state: bytes of weights, places in the source, ...
  bool wantsProgram() const { return WantsProgram; }
  /// The names of its passes in C++, in order.
  nanobind::list names() const;
  /// The functions of its passes in Python, in order.
  nanobind::list functions() const;
  fx::PassPipeline clone() const { return P.clone(); }
  /// For the collector: the definitions that this alone keeps.
  int visit(ObjectVisitor Visit);
  /// Gives up all passes.
  void clear() { P = fx::PassPipeline(); }

private:
  Pipeline() = default;
  void finish();

  fx::PassPipeline P;
  std::string Text; ///< The canonical one.
  bool WantsValues = false, WantsProgram = false;
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
  /// The same for graphs of submodules of a program, by path.
  std::vector<std::pair<std::string, std::unique_ptr<TorchGraph>>> &
  subgraphs() {
    return Subgraphs;
  }
  /// For the collector: the Python graph keeps nodes, and these the graph.
  int visit(ObjectVisitor Visit) const;
  /// Gives up the Python graph.
  void clear();

  /// What was said when the file was read.
  nanobind::list diagnostics() const { return Said.toPython(); }
  /// Reads what file() has open: the only module, or that of the number \p
  /// Only. Raises fxopt.ParseError or VerifyError.
  void read(std::optional<size_t> Only = std::nullopt);

  /// The text in the format of that name.
  std::string text(const std::string &Format);
  /// A dictionary with `changed`, `nodes_before`, `nodes_after`, `diagnostics`,
  /// `stats`, `timing` as JSON, and `changes`: what passes changed, whole
  /// graphs or differences as \p PrintChanged says. A run that fails, or that
  /// Ctrl-C ends, raises and leaves the module as it was. \p Self is this in
  /// Python, \p Wrapper the fxopt.Module that passes in Python and \p Check
  /// get, which is called after each pass that changed something. With \p
  /// KeepsBefore the exception has `_before`: the pass, and the module that it
  /// was given, as texts.
  nanobind::dict run(nanobind::handle Self, nanobind::handle Wrapper,
                     const Pipeline &P, bool Verify,
                     const std::string &PrintChanged, nanobind::handle Check,
                     bool KeepsBefore);
  void write(const std::string &Path, const std::string &Format);
  /// What `fx-translate --info --json` says of the model.
  std::string info();

  /// The objects that names of the graph stand for.
  ObjectTable &objects();

  /// \name Handles of nodes; see NodeHandles.h
  /// @{
  /// Those that somebody holds, borrowed: by epoch, and id and serial number.
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, PyObject *> &handles() {
    return Handles;
  }
  /// Another number for each graph that the module has had.
  uint32_t epoch() const { return Epoch; }
  /// To be called where a pass may have replaced the graph.
  void noteGraph();
  /// Somebody edits the graph by handles.
  void edited() { ++Edits; }
  uint64_t edits() const { return Edits; }
  /// To be called by each search; whether there were many.
  bool isSearchedOften() { return ++Searches > 10; }
  /// Where an iteration over the nodes stands.
  struct Iteration {
    fx::NodeRange::iterator At;
    bool HasBegun = false;
    bool IsStale = false; ///< The graph was replaced.
    bool IsOver = false;  ///< Nobody continues it.
  };
  std::shared_ptr<Iteration> iterate(bool Reverse);
  /// @}

  /// Takes the module for one thread, or raises fxopt.BusyError. While a pass
  /// in Python runs, its thread may use the module. Either way one use has to
  /// end before the next begins: what Python code runs in between, such as the
  /// properties of an object that becomes an argument, finds the module in use.
  class Use {
  public:
    explicit Use(PyModule &M);
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;
    ~Use() {
      if (Taken)
        M.Busy.clear();
      else
        M.IsLentInUse = false;
    }
    bool isTaken() const { return Taken; }

  private:
    PyModule &M;
    bool Taken;
  };
  /// Whether a use would raise.
  bool isBusy() const;
  /// Lets this thread use the module, which it runs passes on.
  class Lend {
  public:
    explicit Lend(PyModule &M)
        : M(M), Before(M.Lent.exchange(std::this_thread::get_id())),
          WasInUse(std::exchange(M.IsLentInUse, false)) {}
    Lend(const Lend &) = delete;
    Lend &operator=(const Lend &) = delete;
    ~Lend() {
      M.IsLentInUse = WasInUse;
      M.Lent = Before;
    }

  private:
    PyModule &M;
    std::thread::id Before;
    bool WasInUse;
  };

private:
  /// Puts \p M, a clone of what the module was in \p OldEpoch, in its place.
  void restore(std::unique_ptr<fx::GraphModule> M, uint32_t OldEpoch);
  void endIterations();

  fx::ModelFile File;
  Messages Said;
  std::unique_ptr<ObjectTable> Objects; ///< Without Torch.
  std::unique_ptr<TorchGraph> Torch;
  std::vector<std::pair<std::string, std::unique_ptr<TorchGraph>>> Subgraphs;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, PyObject *> Handles;
  std::vector<std::shared_ptr<Iteration>> Iterations;
  const fx::Graph *LastGraph = nullptr; ///< That of Epoch.
  uint32_t Epoch = 0, LastEpoch = 0;
  uint64_t Edits = 0, Searches = 0;
  std::atomic_flag Busy;
  std::atomic<std::thread::id> Lent;
  bool IsLentInUse = false; ///< For the thread that it is lent to.
};

/// The module that \p Self holds; raises TypeError if it is not a module, or
/// one that was never made.
PyModule &moduleOf(nanobind::handle Self);

/// Raises fxopt.StaleNodeError.
[[noreturn]] void raiseStale(const std::string &Text);

/// Open a file, or take bytes. Raise fxopt.ParseError or VerifyError.
/// @{
std::unique_ptr<PyModule> openFile(const std::string &Path);
std::unique_ptr<PyModule> openBytes(nanobind::bytes Bytes,
                                    const std::string &Name);
/// @}
/// Do so with a file of any number of modules, each of which has a Context of
/// its own.
/// @{
nanobind::list openAllOfFile(const std::string &Path);
nanobind::list openAllOfBytes(nanobind::bytes Bytes, const std::string &Name);
/// @}

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_PYMODULE_H
