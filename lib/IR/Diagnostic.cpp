//===- Diagnostic.cpp - Errors, warnings and their places -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Diagnostic.h"
#include "fx/IR/Module.h"
#include "fx/IR/Progress.h"
#include "fx/IR/ResolveErrors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
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
#include "fx/IR/Diagnostics.inc"
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

std::string fx::detail::diagArgument(Symbol Text) {
  return diagArgument(Text.str());
}
std::string fx::detail::diagArgument(const Twine &Text) {
  SmallString<64> Buffer;
  return diagArgument(Text.toStringRef(Buffer));
}
std::string fx::detail::diagArgument(const Node &N) {
  return diagArgument("%" + N.name());
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

DiagnosticPlace::DiagnosticPlace(const Node &N)
    : NodeLoc(N.loc()), NodeName(N.name()) {}

static SMLoc locInSource(const GraphModule &M, uint32_t NodeLoc) {
  if (!NodeLoc || !M.source())
    return SMLoc();
  StringRef Buffer = M.source()->getMemoryBuffer(M.sourceBuffer())->getBuffer();
  if (NodeLoc > Buffer.size())
    return SMLoc();
  const char *Cur = Buffer.data() + NodeLoc - 1;
  while (Cur != Buffer.end() && (*Cur == ' ' || *Cur == '\t'))
    ++Cur;
  return SMLoc::getFromPointer(Cur);
}

SMLoc fx::nodeLoc(const GraphModule &M, const Node &N) {
  return locInSource(M, N.loc());
}

static void resolvePlace(DiagnosticPlace &Place, std::string &Text,
                         const GraphModule &M) {
  if (Place.NodeName.empty())
    return;
  Place.Loc = locInSource(M, Place.NodeLoc);
  if (!Place.Loc.isValid())
    Text += " (in " + fx::detail::diagArgument("%" + Place.NodeName) + ")";
  Place.NodeName.clear();
  Place.NodeLoc = 0;
}

void Diagnostic::resolve(const GraphModule &M) {
  resolvePlace(Place, Text, M);
  // What has no line is in the file at least.
  if (!Place.Loc.isValid() && File.empty() && M.source())
    File = M.source()->getMemoryBuffer(M.sourceBuffer())->getBufferIdentifier();
  for (Note &N : Notes)
    resolvePlace(N.Place, N.Text, M);
  if (!Source)
    Source = M.source();
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

DiagnosticBuilder &DiagnosticBuilder::in(const GraphModule &M) {
  D.resolve(M);
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

Error fx::resolveErrors(Error E, const GraphModule &M) {
  return handleErrors(std::move(E), [&](DiagnosticError &Info) -> Error {
    Diagnostic D = Info.take();
    D.resolve(M);
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

bool DiagnosticEngine::report(Error E, const GraphModule *M, StringRef File) {
  bool Any = false;
  handleAllErrors(
      std::move(E),
      [&](DiagnosticError &Info) {
        Any = true;
        Diagnostic D = Info.take();
        if (M)
          D.resolve(*M);
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

void DiagnosticEngine::deliver(const Diagnostic &D) {
  if (Handler)
    return Handler(D);
  if (!OS)
    hideProgress();
  raw_ostream &Out = OS ? *OS : errs();
  printDiagnostic(D, Out, SM, Colors.value_or(Out.has_colors()), ShowIds);
}
