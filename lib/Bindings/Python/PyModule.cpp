//===- PyModule.cpp - What fxopt.Module and fxopt.Pipeline hold -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyModule.h"
#include "PythonPass.h"
#include "TorchGraph.h"
#include "fx/Tools/AllPasses.h"
#include "fx/Translate/ModelInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <nanobind/stl/unique_ptr.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

PassRegistry &fxpy::passRegistry() {
  static PassRegistry Registry = [] {
    PassRegistry R;
    registerAllPasses(R);
    return R;
  }();
  return Registry;
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

Pipeline::Pipeline(const std::string &Written) {
  SourceMgr SM;
  unsigned Buffer = SM.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Written, "pipeline"), SMLoc());
  Messages Said(&SM);
  DiagnosticEngine Diags(&SM);
  Diags.setHandler([&](const Diagnostic &D) { Said.add(D); });
  if (!parsePassPipeline(passRegistry(), SM, Buffer, Diags, P))
    Said.raise("PipelineError");
  finish();
}

Pipeline::Pipeline(std::shared_ptr<PassDefinition> Pass) {
  P.add(std::make_unique<PythonPass>(std::move(Pass)));
  finish();
}

std::unique_ptr<Pipeline> Pipeline::join(nb::list Parts) {
  std::unique_ptr<Pipeline> Result(new Pipeline());
  for (nb::handle Part : Parts)
    Result->P.append(nb::cast<Pipeline &>(Part).clone());
  Result->finish();
  return Result;
}

/// Whether a pass may use more of a program than its graph and its signature.
static bool usesProgram(const Pass &P) {
  std::string Text;
  raw_string_ostream OS(Text);
  P.print(OS);
  // Selectors may ask for modules and places in the source.
  if (Text.find("where=") != Text.npos || Text.find("ops=") != Text.npos)
    return true;
  return StringSwitch<bool>(P.name())
      .Cases("cse", "dce", "normalize-args", "infer-values", "check-values",
             "fold-asserts", "decompose", "rewrite", "prune-unused-state",
             false)
      .Cases("fold-constants", "freeze", "dedupe-state", "fuse-conv-bn",
             "cast-weights", false)
      .Default(true);
}

nb::list Pipeline::names() const {
  nb::list Result;
  P.forEachPass([&](Pass &Each) {
    if (dynamic_cast<PythonPass *>(&Each))
      return;
    Result.append(nb::str(Each.name().data(), Each.name().size()));
  });
  return Result;
}

nb::list Pipeline::functions() const {
  nb::list Result;
  P.forEachPass([&](Pass &Each) {
    if (auto *Python = dynamic_cast<PythonPass *>(&Each))
      Result.append(Python->definition().function());
  });
  return Result;
}

int Pipeline::visit(ObjectVisitor Visit) {
  int Result = 0;
  P.forEachPass([&](Pass &Each) {
    auto *Python = dynamic_cast<PythonPass *>(&Each);
    if (!Result && Python && Python->ownsDefinition())
      Result = Visit(nb::find(Python->definition()).ptr());
  });
  return Result;
}

void Pipeline::finish() {
  raw_string_ostream OS(Text);
  P.print(OS);
  P.forEachPass([this](Pass &Each) {
    auto *Python = dynamic_cast<PythonPass *>(&Each);
    WantsProgram |= Python || usesProgram(Each);
    WantsValues |= Python
                       ? Python->definition().wantsValues()
                       : StringSwitch<bool>(Each.name())
                             .Cases("rewrite", "infer-values", "fold-asserts",
                                    "check-values", "decompose", "partition",
                                    "shape-prop", true)
                             .Default(false);
  });
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

PyModule::PyModule() = default;
PyModule::~PyModule() = default;

void PyModule::setTorch(std::unique_ptr<TorchGraph> T) { Torch = std::move(T); }

int PyModule::visit(ObjectVisitor Visit) const {
  if (Torch)
    if (int Result = Torch->visit(Visit))
      return Result;
  for (const auto &Sub : Subgraphs)
    if (int Result = Sub.second->visit(Visit))
      return Result;
  return 0;
}

void PyModule::clear() {
  Torch.reset();
  Subgraphs.clear();
}

ObjectTable &PyModule::objects() {
  if (Torch)
    return Torch->objects();
  if (!Objects)
    Objects = std::make_unique<ObjectTable>(context());
  return *Objects;
}

void fxpy::raiseStale(const std::string &Text) {
  nb::object Type =
      nb::module_::import_("fxopt._errors").attr("StaleNodeError");
  PyErr_SetString(Type.ptr(), Text.c_str());
  throw nb::python_error();
}

//===----------------------------------------------------------------------===//
// Use by one thread
//===----------------------------------------------------------------------===//

PyModule::Use::Use(PyModule &M) : M(M), Taken(!M.Busy.test_and_set()) {
  if (Taken)
    return;
  if (M.Lent.load() == std::this_thread::get_id() &&
      !std::exchange(M.IsLentInUse, true))
    return;
  nb::object Type = nb::module_::import_("fxopt._errors").attr("BusyError");
  PyErr_SetString(Type.ptr(),
                  M.Lent.load() == std::this_thread::get_id()
                      ? "the module is in use by what calls this"
                      : "the module is in use by another thread; give each "
                        "thread a module of its own");
  throw nb::python_error();
}

bool PyModule::isBusy() const {
  return Busy.test() &&
         (IsLentInUse || Lent.load() != std::this_thread::get_id());
}

PyModule &fxpy::moduleOf(nb::handle Self) {
  if (!nb::isinstance<PyModule>(Self) || !nb::inst_ready(Self))
    throw nb::type_error("expected a module of fxopt");
  return *nb::inst_ptr<PyModule>(Self);
}

std::shared_ptr<PyModule::Iteration> PyModule::iterate(bool Reverse) {
  // Whoever lets go of one may not touch the graph.
  erase_if(Iterations, [](const auto &I) { return I->IsOver; });
  Graph &G = module().graph();
  auto I = std::make_shared<Iteration>();
  I->At = (Reverse ? G.reversedNodes() : G.nodes()).begin();
  Iterations.push_back(I);
  return I;
}

void PyModule::endIterations() {
  for (const std::shared_ptr<Iteration> &I : Iterations) {
    I->At = {};
    I->IsStale = true;
  }
  Iterations.clear();
}

void PyModule::noteGraph() {
  const Graph *Now = &module().graph();
  if (Now == LastGraph)
    return;
  if (LastGraph) {
    endIterations();
    Epoch = ++LastEpoch;
  }
  LastGraph = Now;
}

void PyModule::restore(std::unique_ptr<GraphModule> M, uint32_t OldEpoch) {
  endIterations();
  File.modules().front() = std::move(M);
  // A clone has the same ids and serial numbers.
  LastGraph = &module().graph();
  Epoch = OldEpoch;
}

void PyModule::read(std::optional<size_t> Only) {
  Said = Messages(&File.source());
  bool Good;
  {
    nb::gil_scoped_release Released;
    Good = File.read([this](const Diagnostic &D) { Said.add(D); }, Only);
  }
  if (!Good)
    Said.raise(Said.isVerifyError() ? "VerifyError" : "ParseError");
  if (size_t Count = File.modules().size(); Count != 1) {
    std::string Text = "there are " + std::to_string(Count) +
                       " modules in the file; fxopt.load_all reads them";
    nb::object Type = nb::module_::import_("fxopt._errors").attr("ParseError");
    PyErr_SetString(Type.ptr(), Text.c_str());
    throw nb::python_error();
  }
}

static void open(ModelFile &File, const std::string &Path) {
  if (Error E = File.open(Path)) {
    Messages Said;
    Said.add(std::move(E), Path);
    Said.raise("ParseError");
  }
}

static void open(ModelFile &File, nb::bytes Bytes, const std::string &Name) {
  File.setContents({Bytes.c_str(), Bytes.size()}, Name);
}

std::unique_ptr<PyModule> fxpy::openFile(const std::string &Path) {
  auto M = std::make_unique<PyModule>();
  open(M->file(), Path);
  M->read();
  return M;
}

std::unique_ptr<PyModule> fxpy::openBytes(nb::bytes Bytes,
                                          const std::string &Name) {
  auto M = std::make_unique<PyModule>();
  open(M->file(), Bytes, Name);
  M->read();
  return M;
}

static nb::list openAll(function_ref<void(ModelFile &)> Open) {
  nb::list Modules;
  size_t Count = 1;
  for (size_t I = 0; I != Count; ++I) {
    auto M = std::make_unique<PyModule>();
    Open(M->file());
    M->read(I);
    Count = M->file().numModules();
    Modules.append(std::move(M));
  }
  return Modules;
}

nb::list fxpy::openAllOfFile(const std::string &Path) {
  return openAll([&](ModelFile &File) { open(File, Path); });
}

nb::list fxpy::openAllOfBytes(nb::bytes Bytes, const std::string &Name) {
  return openAll([&](ModelFile &File) { open(File, Bytes, Name); });
}

static PrintFormat formatOf(const std::string &Name) {
  // What `code` was called before.
  if (Name == "python")
    return PrintFormat::Python;
  if (std::optional<PrintFormat> Format = parsePrintFormat(Name))
    return *Format;
  throw nb::value_error(("there is no format '" + Name +
                         "'; formats are native, fx, fx-1.13, code and "
                         "tabular")
                            .c_str());
}

std::string PyModule::text(const std::string &Name) {
  PrintFormat Format = formatOf(Name);
  Use Lock(*this);
  std::string Text;
  nb::gil_scoped_release Released;
  raw_string_ostream OS(Text);
  if (Torch) {
    std::unique_ptr<GraphModule> Copy = module().clone();
    TorchGraph::removeMarks(*Copy);
    printModule(*Copy, OS, Format);
  } else {
    File.print(OS, Format);
  }
  return Text;
}

std::string PyModule::info() {
  Use Lock(*this);
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  writeModelInfo(ModelInfo(module()), J);
  return Text;
}

void PyModule::write(const std::string &Path, const std::string &Format) {
  std::optional<PrintFormat> Form;
  if (!Format.empty())
    Form = formatOf(Format);
  Use Lock(*this);
  Messages Said(&File.source());
  bool Good;
  {
    nb::gil_scoped_release Released;
    std::unique_ptr<GraphModule> Marked;
    if (Torch) {
      std::unique_ptr<GraphModule> Copy = module().clone();
      TorchGraph::removeMarks(*Copy);
      Marked = std::exchange(File.modules().front(), std::move(Copy));
    }
    Good = File.write(Path, Form, [&](const Diagnostic &D) { Said.add(D); });
    if (Marked)
      File.modules().front() = std::move(Marked);
  }
  if (!Good)
    Said.raise("WriteError");
}
