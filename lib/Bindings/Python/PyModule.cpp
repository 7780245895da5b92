//===- PyModule.cpp - What fxopt.Module and fxopt.Pipeline hold -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyModule.h"
#include "TorchGraph.h"
#include "fx/Tools/AllPasses.h"
#include "fx/Translate/ModelInfo.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

const PassRegistry &fxpy::passRegistry() {
  static const PassRegistry Registry = [] {
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
  raw_string_ostream OS(Text);
  P.print(OS);
  P.forEachPass([this](Pass &Each) {
    WantsValues |= StringSwitch<bool>(Each.name())
                       .Cases("rewrite", "infer-values", "fold-asserts",
                              "check-values", "decompose", true)
                       .Default(false);
  });
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

PyModule::PyModule() = default;
PyModule::~PyModule() = default;

void PyModule::setTorch(std::unique_ptr<TorchGraph> T) { Torch = std::move(T); }

PyModule::Use::Use(PyModule &M) : M(M) {
  if (!M.Busy.test_and_set())
    return;
  nb::object Type = nb::module_::import_("fxopt._errors").attr("BusyError");
  PyErr_SetString(Type.ptr(),
                  "the module is in use by another thread; give each thread a "
                  "module of its own");
  throw nb::python_error();
}

void PyModule::read() {
  Said = Messages(&File.source());
  bool Good;
  {
    nb::gil_scoped_release Released;
    Good = File.read([this](const Diagnostic &D) { Said.add(D); });
  }
  if (!Good)
    Said.raise(Said.isVerifyError() ? "VerifyError" : "ParseError");
  if (size_t Count = File.modules().size(); Count != 1) {
    std::string Text = "there are " + std::to_string(Count) +
                       " modules in the file; fxopt reads files with one";
    nb::object Type = nb::module_::import_("fxopt._errors").attr("ParseError");
    PyErr_SetString(Type.ptr(), Text.c_str());
    throw nb::python_error();
  }
}

std::unique_ptr<PyModule> fxpy::openFile(const std::string &Path) {
  auto M = std::make_unique<PyModule>();
  if (Error E = M->file().open(Path)) {
    Messages Said;
    Said.add(std::move(E), Path);
    Said.raise("ParseError");
  }
  M->read();
  return M;
}

std::unique_ptr<PyModule> fxpy::openBytes(nb::bytes Bytes,
                                          const std::string &Name) {
  auto M = std::make_unique<PyModule>();
  M->file().setContents({Bytes.c_str(), Bytes.size()}, Name);
  M->read();
  return M;
}

static PrintFormat formatOf(const std::string &Name) {
  if (std::optional<PrintFormat> Format = parsePrintFormat(Name))
    return *Format;
  throw nb::value_error(("there is no format '" + Name +
                         "'; formats are native, fx, fx-1.13, python and "
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

nb::dict PyModule::run(const Pipeline &P, bool Verify) {
  Use Lock(*this);
  Messages Said(&File.source());
  PassManager Manager(P.clone());
  Manager.setVerifyEach(Verify);
  size_t Before = module().graph().size();
  PassResult Result;
  {
    nb::gil_scoped_release Released;
    if (Torch)
      Torch->addMarks(module());
    std::unique_ptr<GraphModule> Backup = module().clone();
    Result =
        File.run(Manager, module(), [&](const Diagnostic &D) { Said.add(D); });
    if (!succeeded(Result))
      File.modules().front() = std::move(Backup);
  }
  if (Result == PassResult::Failed)
    Said.raise("PassError");
  if (Result == PassResult::Invalid)
    Said.raise("VerifyError");
  nb::dict Report;
  Report["changed"] = Result == PassResult::Changed;
  Report["nodes_before"] = Before;
  Report["nodes_after"] = module().graph().size();
  Report["diagnostics"] = Said.toPython();
  nb::dict Stats;
  Manager.pipeline().forEachPass([&](Pass &Each) {
    nb::str Name(Each.name().data(), Each.name().size());
    if (!Stats.contains(Name))
      Stats[Name] = nb::dict();
    nb::dict Counts = nb::borrow<nb::dict>(Stats[Name]);
    for (const PassStatistic *S : Each.statistics()) {
      nb::str Key(S->name().data(), S->name().size());
      uint64_t Sum = S->value();
      if (Counts.contains(Key))
        Sum += nb::cast<uint64_t>(Counts[Key]);
      Counts[Key] = Sum;
    }
  });
  Report["stats"] = Stats;
  return Report;
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
