//===- Diagnostic.cpp - Errors, warnings and their places -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Diagnostic.h"
#include "fx/Support/Progress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

char DiagnosticError::ID = 0;

namespace {
struct DiagnosticInfo {
  StringLiteral Name;
  Severity Sev;
  StringLiteral Text;
};
} // namespace

static constexpr DiagnosticInfo Infos[] = {
#define FX_DIAGNOSTIC(NAME, SEVERITY, TEXT) {#NAME, Severity::SEVERITY, TEXT},
#include "fx/Support/Diagnostics.inc"
};

StringRef diag::name(diag::ID Id) { return Infos[Id].Name; }
StringRef fx::severityName(Severity Sev) {
  switch (Sev) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  case Severity::Remark:
    return "remark";
  }
  return "";
}

Severity diag::severity(diag::ID Id) { return Infos[Id].Sev; }
StringRef diag::text(diag::ID Id) { return Infos[Id].Text; }

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// Longest argument of a message that is shown whole.
static constexpr size_t MaxArgumentText = 2000;

std::string fx::detail::diagArgument(StringRef Text) {
  bool Cut = Text.size() > MaxArgumentText;
  std::string Result;
  for (char C : Text.take_front(MaxArgumentText)) {
    unsigned char Byte = C;
    if (Byte >= 0x20 && Byte != 0x7f)
      Result += C;
    else if (C == '\n')
      Result += "\\n";
    else if (C == '\t')
      Result += "\\t";
    else
      Result += "\\x" + toHex(StringRef(&C, 1), /*LowerCase=*/true);
  }
  if (Cut)
    Result += "...";
  return Result;
}

std::string fx::detail::diagArgument(const Twine &Text) {
  SmallString<64> Buffer;
  return diagArgument(Text.toStringRef(Buffer));
}

std::string fx::detail::formatDiagnostic(diag::ID Id,
                                         ArrayRef<std::string> Args) {
  std::string Result;
  StringRef Text = diag::text(Id);
  while (!Text.empty()) {
    size_t Brace = Text.find_first_of("{}");
    Result += Text.take_front(Brace);
    if (Brace == StringRef::npos)
      break;
    Text = Text.drop_front(Brace);
    if (Text.size() > 1 && Text[0] == Text[1]) {
      Result += Text[0];
      Text = Text.drop_front(2);
      continue;
    }
    // fx-tblgen has checked that a place is one digit.
    unsigned Place = Text[1] - '0';
    assert(Place < Args.size() && "too few arguments for a message");
    if (Place < Args.size())
      Result += Args[Place];
    Text = Text.drop_front(3);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static void resolvePlace(DiagnosticPlace &Place, std::string &Text,
                         const SourceText &From) {
  if (Place.NodeName.empty())
    return;
  Place.Loc = From.locOf(Place.NodeLoc);
  if (!Place.Loc.isValid())
    Text += " (in " + fx::detail::diagArgument("%" + Place.NodeName) + ")";
  Place.NodeName.clear();
  Place.NodeLoc = 0;
}

void Diagnostic::resolve(const SourceText &From) {
  resolvePlace(Place, Text, From);
  // What has no line is in the file at least.
  if (!Place.Loc.isValid() && File.empty())
    File = From.name();
  for (Note &N : Notes)
    resolvePlace(N.Place, N.Text, From);
  if (!Source)
    Source = From.manager();
}

std::string Diagnostic::str() const {
  std::string Result = Text;
  auto Append = [&](const DiagnosticPlace &P) {
    if (!P.NodeName.empty())
      Result += " (in " + fx::detail::diagArgument("%" + P.NodeName) + ")";
  };
  Append(Place);
  for (const Note &N : Notes) {
    Result += "; " + N.Text;
    Append(N.Place);
  }
  return Result;
}

DiagnosticBuilder &DiagnosticBuilder::in(const SourceText &From) {
  D.resolve(From);
  return *this;
}

DiagnosticBuilder::~DiagnosticBuilder() {
  if (Engine)
    Engine->report(std::move(D));
}

DiagnosticBuilder::operator Error() {
  Engine = nullptr;
  return make_error<DiagnosticError>(std::move(D));
}

Error fx::resolveErrors(Error E, const SourceText &From) {
  return handleErrors(std::move(E), [&](DiagnosticError &Info) -> Error {
    Diagnostic D = Info.take();
    D.resolve(From);
    return make_error<DiagnosticError>(std::move(D));
  });
}

void DiagnosticError::log(raw_ostream &OS) const { OS << D.str(); }

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

void DiagnosticEngine::report(Diagnostic D) {
  if (D.Sev == Severity::Warning)
    ++Warnings;
  if (D.Sev == Severity::Error) {
    ++Errors;
    if (ErrorLimit && Errors == ErrorLimit + 1) {
      Diagnostic Last;
      Last.Id = diag::err_too_many_errors;
      Last.Text = fx::detail::formatDiagnosticOf(Last.Id);
      return deliver(Last);
    }
  }
  if (!tooManyErrors())
    deliver(D);
}

bool DiagnosticEngine::report(Error E, StringRef File) {
  bool Any = false;
  handleAllErrors(
      std::move(E),
      [&](DiagnosticError &Info) {
        Any = true;
        Diagnostic D = Info.take();
        if (D.File.empty())
          D.File = File.str();
        report(std::move(D));
      },
      [&](const ErrorInfoBase &Info) {
        Any = true;
        report(diag::err_other, SMLoc(), Info.message()).file(File);
      });
  return Any;
}

bool DiagnosticEngine::report(Error E, const SourceText &From, StringRef File) {
  return report(resolveErrors(std::move(E), From), File);
}

void DiagnosticEngine::deliver(const Diagnostic &D) {
  if (Handler)
    return Handler(D);
  if (!OS)
    hideProgress();
  raw_ostream &Out = OS ? *OS : errs();
  printDiagnostic(D, Out, SM, Colors.value_or(Out.has_colors()), ShowIds);
}
