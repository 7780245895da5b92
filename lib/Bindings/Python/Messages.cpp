//===- Messages.cpp - Diagnostics on their way to Python ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <nanobind/stl/string.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

Messages::Place Messages::locate(const DiagnosticPlace &P,
                                 const SourceMgr *SM) const {
  Place Result;
  if (!SM || !P.Loc.isValid())
    return Result;
  unsigned Buffer = SM->FindBufferContainingLoc(P.Loc);
  if (!Buffer)
    return Result;
  Result.File = SM->getMemoryBuffer(Buffer)->getBufferIdentifier().str();
  std::tie(Result.Line, Result.Column) = SM->getLineAndColumn(P.Loc, Buffer);
  return Result;
}

void Messages::add(const Diagnostic &D) {
  const SourceMgr *SM = D.Source ? D.Source : Source;
  Message M{diag::name(D.Id).str(), severityName(D.Sev).str(), D.Text,
            D.Place.NodeName,       locate(D.Place, SM),       {}};
  if (M.Where.File.empty())
    M.Where.File = D.File;
  for (const Note &N : D.Notes)
    M.Notes.push_back({diag::name(N.Id).str(),
                       "note",
                       N.Text,
                       N.Place.NodeName,
                       locate(N.Place, SM),
                       {}});
  List.push_back(std::move(M));
  raw_string_ostream OS(Shown);
  printDiagnostic(D, OS, SM, /*Colors=*/false);
}

void Messages::add(Error E, StringRef File) {
  DiagnosticEngine Diags;
  Diags.setHandler([this](const Diagnostic &D) { add(D); });
  Diags.report(std::move(E), File);
}

bool Messages::isVerifyError() const {
  for (const Message &M : List)
    if (M.Severity == "error")
      return StringRef(M.Id).starts_with("err_verify") ||
             StringRef(M.Id).starts_with("err_program_verify");
  return false;
}

nb::object Messages::toPython(const Message &M) {
  auto Text = [](const std::string &S) -> nb::object {
    return S.empty() ? nb::object(nb::none())
                     : nb::object(nb::str(S.data(), S.size()));
  };
  auto Number = [](unsigned N) -> nb::object {
    return N ? nb::object(nb::int_(N)) : nb::object(nb::none());
  };
  nb::list Notes;
  for (const Message &N : M.Notes)
    Notes.append(toPython(N));
  return nb::module_::import_("fxopt._errors")
      .attr("Diagnostic")(M.Id, M.Severity, M.Text, Text(M.Where.File),
                          Number(M.Where.Line), Number(M.Where.Column),
                          Text(M.Node), nb::tuple(Notes));
}

nb::list Messages::toPython() const {
  nb::list Result;
  for (const Message &M : List)
    Result.append(toPython(M));
  return Result;
}

nb::object Messages::exception(const char *Class) const {
  nb::object Type = nb::module_::import_("fxopt._errors").attr(Class);
  StringRef Text = StringRef(Shown).rtrim();
  return Type(nb::str(Text.data(), Text.size()), toPython());
}

void Messages::raise(const char *Class) const {
  nb::object Exception = exception(Class);
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(Exception.ptr())),
                  Exception.ptr());
  throw nb::python_error();
}
