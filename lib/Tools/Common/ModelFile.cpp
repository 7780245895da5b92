//===- ModelFile.cpp - A file with models, as the tools see it ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/ModelFile.h"
#include "ArchiveOutput.h"
#include "OutputForm.h"
#include "ToolOutput.h"
#include "Weights.h"
#include "fx/Analysis/ProgramVerifier.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Verifier.h"
#include "fx/Support/OutputTransaction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

struct ModelFile::Impl {
  /// One, as placeWeights() takes it.
  std::vector<std::unique_ptr<InputFile>> Inputs;
  OddValues Odd; ///< What was odd in programs as they were read.
  /// Who gets the messages now. A pass may write the module that it runs on.
  Handler Current;

  explicit Impl(std::unique_ptr<MemoryBuffer> Text) {
    setText(std::move(Text));
  }
  void setText(std::unique_ptr<MemoryBuffer> Text) {
    Inputs.clear();
    Inputs.push_back(std::make_unique<InputFile>(std::move(Text)));
  }
  InputFile &in() { return *Inputs.front(); }
};

/// Sends messages to a handler for as long as it lives.
namespace {
class Reporting {
public:
  Reporting(DiagnosticEngine &Diags, ModelFile::Handler &Current,
            const ModelFile::Handler &H)
      : Diags(Diags), Current(Current), Outer(std::exchange(Current, H)) {
    Diags.setErrorLimit(0);
    Diags.setHandler(H);
  }
  Reporting(const Reporting &) = delete;
  Reporting &operator=(const Reporting &) = delete;
  ~Reporting() {
    Diags.setHandler(Outer);
    Current = std::move(Outer);
  }

private:
  DiagnosticEngine &Diags;
  ModelFile::Handler &Current, Outer;
};
} // namespace

ModelFile::ModelFile()
    : I(std::make_unique<Impl>(MemoryBuffer::getMemBuffer("", "<module>"))) {}

ModelFile::~ModelFile() = default;

Error ModelFile::open(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Text.takeError();
  I->setText(std::move(*Text));
  return Error::success();
}

void ModelFile::setContents(StringRef Bytes, StringRef Name) {
  I->setText(MemoryBuffer::getMemBufferCopy(Bytes, Name));
}

Context &ModelFile::context() { return I->in().Ctx; }

std::vector<std::unique_ptr<GraphModule>> &ModelFile::modules() {
  return I->in().Modules;
}

const SourceMgr &ModelFile::source() const { return *I->in().Source; }

size_t ModelFile::numModules() const { return I->in().NumModules; }

bool ModelFile::read(const Handler &H, std::optional<size_t> Only) {
  InputFile &In = I->in();
  In.Only = Only;
  Reporting Scope(In.Diags, I->Current, H);
  if (!readModel(In, std::nullopt))
    return false;
  return verifyRead(In, &I->Odd);
}

PassResult ModelFile::run(PassManager &Manager, GraphModule &M,
                          const Handler &H) {
  Reporting Scope(I->in().Diags, I->Current, H);
  Manager.setCompletion(completeChangedProgram);
  Manager.addVerifier([this](const GraphModule &M, DiagnosticEngine &Diags) {
    return verifyProgramAgain(M, Diags, I->Odd);
  });
  return Manager.run(M, I->in().Diags);
}

void ModelFile::print(raw_ostream &OS, PrintFormat Format) {
  for (const std::unique_ptr<GraphModule> &M : I->in().Modules)
    printModule(*M, OS, Format);
}

bool ModelFile::write(StringRef Path, std::optional<PrintFormat> Format,
                      const Handler &H) {
  InputFile &In = I->in();
  Reporting Scope(In.Diags, I->Current, H);
  OutputForm Form = Format ? formOf(*Format)
                           : formOfEnding(Path).value_or(OutputForm::Native);
  // As of -o of fx-opt, where a form is asked for or the ending says which.
  std::string Wrong = misnamed(Path, Form);
  if (!Format && hasUnknownEnding(Path, outputEndings()))
    Wrong = ("the ending '" + sys::path::extension(Path) +
             "' is not known; there are " + join(outputEndings(), ", "))
                .str();
  if (!Wrong.empty())
    return !In.Diags.report(makeFileError(diag::err_write_output, Path, Wrong));
  if (Form == OutputForm::Archive)
    return writePrograms(In, Path, {});
  OutputTransaction Files;
  if ((Form == OutputForm::Native || !printFormatOf(Form)) &&
      !placeWeights(I->Inputs, Path, WeightsMode::Reference, Files))
    return false;
  SmallVector<const GraphModule *, 4> Modules;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    Modules.push_back(M.get());
  std::string Text;
  raw_string_ostream TextOS(Text);
  if (In.Diags.report(writeForm(Modules, Form, TextOS)) ||
      In.Diags.report(
          writeOutput(Files, Path, [&](raw_ostream &OS) { OS << Text; })))
    return false;
  return !In.Diags.report(Files.commit());
}
