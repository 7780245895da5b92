//===- OutputForm.cpp - What graphs are written as ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputForm.h"
#include "CommandLine.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Support/NearestWord.h"
#include "fx/Translate/Dot.h"
#include "fx/Translate/GraphJSON.h"
#include "fx/Translate/ModelDiff.h"
#include "fx/Translate/PythonModule.h"
#include "fx/Translate/Svg.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
struct FormInfo {
  OutputForm Form;
  StringLiteral Name;
  /// With its dot; empty: no file is called so.
  StringLiteral Ending;
  std::optional<PrintFormat> Printed;
};
} // namespace

/// In the order of messages. Of two endings that fit, the longer one is first.
static constexpr FormInfo Forms[] = {
    {OutputForm::Native, "native", ".fx", PrintFormat::Native},
    {OutputForm::FX, "fx", ".fx.txt", PrintFormat::FX},
    {OutputForm::FX113, "fx-1.13", "", PrintFormat::FX113},
    {OutputForm::Archive, "pt2", ".pt2", std::nullopt},
    {OutputForm::Python, "python", ".py", std::nullopt},
    {OutputForm::Code, "code", "", PrintFormat::Python},
    {OutputForm::Tabular, "tabular", "", PrintFormat::Tabular},
    {OutputForm::Dot, "dot", ".dot", std::nullopt},
    {OutputForm::JSON, "json", ".json", std::nullopt},
    {OutputForm::SVG, "svg", ".svg", std::nullopt},
    {OutputForm::HTML, "html", ".html", std::nullopt},
    {OutputForm::Diff, "diff", "", std::nullopt},
    {OutputForm::None, "none", "", PrintFormat::None},
};

std::optional<OutputForm> fx::parseOutputForm(StringRef Name) {
  for (const FormInfo &Info : Forms)
    if (Info.Name == Name)
      return Info.Form;
  return std::nullopt;
}

std::string fx::outputFormNames() {
  std::string Names;
  for (const FormInfo &Info : Forms) {
    if (!Names.empty())
      Names += &Info == std::end(Forms) - 1 ? " or " : ", ";
    Names += Info.Name;
  }
  return Names;
}

std::optional<OutputForm> fx::formOfEnding(StringRef Path) {
  // What Graphviz calls its files.
  if (Path.ends_with(".gv"))
    return OutputForm::Dot;
  for (const FormInfo &Info : Forms)
    if (!Info.Ending.empty() && Path.ends_with(Info.Ending))
      return Info.Form;
  return std::nullopt;
}

static StringRef nearestOutputForm(StringRef Text) {
  // `py`, as files are called.
  if (std::optional<OutputForm> Named = formOfEnding(("." + Text).str()))
    return toString(*Named);
  SmallVector<StringRef, 16> Names;
  for (const FormInfo &Info : Forms)
    Names.push_back(Info.Name);
  StringRef Near = nearestWord(Text, Names);
  // The names are short: few letters may be wrong.
  unsigned Allowed = Near.size() < 5 ? 1 : 2;
  return Near.edit_distance(Text.lower()) <= Allowed ? Near : "";
}

/// Whether what is written as \p Form may be called as \p Named is. What says
/// little about a graph is text like another.
static bool mayBeCalled(OutputForm Form, OutputForm Named) {
  if (Form == Named || Form == OutputForm::None)
    return true;
  switch (Named) {
  case OutputForm::Native:
  case OutputForm::FX:
    return printFormatOf(Form) || Form == OutputForm::Diff;
  case OutputForm::Python:
    return Form == OutputForm::Code;
  default:
    return false;
  }
}

std::string fx::misnamed(StringRef Path, OutputForm Form) {
  if (Form == OutputForm::None && Path != "-" && !Path.starts_with("/dev/"))
    return "--to=none writes nothing, and would leave an empty file";
  std::optional<OutputForm> Named = formOfEnding(Path);
  if (!Named || Path.starts_with("/dev/") || mayBeCalled(Form, *Named))
    return "";
  return ("'" + Path + "' is called like a file of the form '" +
          toString(*Named) + "', and the form that is asked for is '" +
          toString(Form) + "'; leave one of them out")
      .str();
}

ArrayRef<StringRef> fx::outputEndings() {
  static const SmallVector<StringRef, 16> Endings = [] {
    SmallVector<StringRef, 16> Known;
    for (const FormInfo &Info : Forms)
      if (!Info.Ending.empty())
        Known.push_back(Info.Ending);
    Known.push_back(".gv");
    return Known;
  }();
  return Endings;
}

static const FormInfo &infoOf(OutputForm Form) {
  for (const FormInfo &Info : Forms)
    if (Info.Form == Form)
      return Info;
  llvm_unreachable("every form is in the table");
}

StringRef fx::toString(OutputForm Form) { return infoOf(Form).Name; }

StringRef fx::endingOf(OutputForm Form) {
  StringRef Ending = infoOf(Form).Ending;
  return Ending.empty() ? "fx" : Ending.drop_front();
}

std::optional<PrintFormat> fx::printFormatOf(OutputForm Form) {
  return infoOf(Form).Printed;
}

OutputForm fx::formOf(PrintFormat Format) {
  for (const FormInfo &Info : Forms)
    if (Info.Printed == Format)
      return Info.Form;
  llvm_unreachable("every format is a form");
}

Error fx::writeForm(ArrayRef<const GraphModule *> Modules, OutputForm Form,
                    raw_ostream &OS, const PageOptions &Page) {
  switch (Form) {
  case OutputForm::Python:
    return writePythonModule(Modules, OS);
  case OutputForm::Dot:
    return writeDot(Modules, OS, Page.Picture);
  case OutputForm::JSON:
    writeGraphJSON(Modules, OS);
    return Error::success();
  case OutputForm::SVG:
    return writeSvg(Modules, OS, Page.Picture);
  case OutputForm::HTML:
    return writeHtml(Modules, OS, Page);
  case OutputForm::Diff:
    return writeDiffText(Modules, OS);
  default:
    for (const GraphModule *M : Modules)
      printModule(*M, OS, *printFormatOf(Form));
    return Error::success();
  }
}

void fx::addFormFlag(CommandLine &Flags, std::optional<OutputForm> &Form) {
  using Flag = CommandLineFlag;
  auto Set = [&Form](std::optional<StringRef> Text) -> Error {
    Form = parseOutputForm(*Text);
    if (Form)
      return Error::success();
    StringRef Near = nearestOutputForm(*Text);
    return createStringError(
        "expected " + outputFormNames() + ", not '" + *Text + "'" +
        (Near.empty() ? "" : "; did you mean '" + Near + "'?"));
  };
  Flags.add({"to", Flag::RequiredValue, "FORM", outputFormNames(), Flag::Shown,
             Set, /*IsOnce=*/true});
  Flags.add({"print-format", Flag::RequiredValue, "FORM",
             "The same as --to: " + outputFormNames(), Flag::Hidden,
             [Set, &Form, &Flags](std::optional<StringRef> Text) -> Error {
               // What `python` was before it became a file that can be loaded.
               if (*Text != "python")
                 return Set(Text);
               Flags.warnOldSpelling("--print-format=python", "--to=code");
               Form = OutputForm::Code;
               return Error::success();
             }});
}
