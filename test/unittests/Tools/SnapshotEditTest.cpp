//===- SnapshotEditTest.cpp - What editors make of programs ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each edit that SignatureEditor and StateEditor offer, on each program of
// test/.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Context.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Verifier.h"
#include "fx/Transforms/SignatureEditor.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

namespace {

/// A program that has been edited, as text.
std::string edited(StringRef Text,
                   function_ref<Error(GraphModule &, raw_ostream &)> Edit) {
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> M = parseModule(Ctx, Text);
  if (!M)
    return toString(M.takeError());
  std::string Result;
  raw_string_ostream OS(Result);
  if (Error E = Edit(**M, OS))
    OS << "error: " << toString(std::move(E)) << '\n';
  printModule(**M, OS, PrintFormat::Native);
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) { OS << D.str() << '\n'; });
  OS << verify(**M, Diags);
  return Result;
}

/// The programs of test/ as native text.
std::vector<Sample> programs(Snapshots &Snaps) {
  std::vector<Sample> Result;
  for (const Sample &S : samplesOfTests(".pt2"))
    Result.push_back({S.Name, Snaps.output({"fx-opt"}, S), S.Folder});
  for (const Sample &S : samplesOfTests(".fx"))
    if (StringRef(S.Bytes).contains("\nprogram {"))
      Result.push_back(S);
  return Result;
}

Error ignore(raw_ostream &OS, Expected<Node *> N) {
  if (!N)
    return N.takeError();
  OS << "new: " << (*N)->name() << '\n';
  return Error::success();
}

TEST(SnapshotEdits, Signatures) {
  Snapshots Snaps("signature-edits");
  for (const Sample &S : programs(Snaps)) {
    Snaps.note(keyOf(S.Name, S),
               edited(S.Bytes, [](GraphModule &M, raw_ostream &OS) -> Error {
                 SignatureEditor Editor(M);
                 for (const Argument &A : Editor.userOutputs()) {
                   printArgument(A, M.context(), OS);
                   OS << ' ';
                 }
                 for (Node *N : Editor.userInputs())
                   OS << N->name() << ' ';
                 return Error::success();
               }));
    for (unsigned I = 0; I != 4; ++I)
      Snaps.note(keyOf(S.Name, S),
                 edited(S.Bytes, [&](GraphModule &M, raw_ostream &OS) -> Error {
                   SignatureEditor Editor(M);
                   for (unsigned J = 0; J != 3; ++J)
                     if (Error E = Editor.removeUserOutput(I))
                       return E;
                   return Error::success();
                 }));
    for (unsigned I : {0u, 1u, 5u, 9u})
      Snaps.note(keyOf(S.Name, S),
                 edited(S.Bytes, [&](GraphModule &M, raw_ostream &OS) -> Error {
                   SignatureEditor Editor(M);
                   unsigned At = 0;
                   for (Node *N : M.graph().nodes())
                     if (At++ == I && !N->isOutput())
                       for (unsigned Twice = 0; Twice != 2; ++Twice)
                         if (Error E = Editor.addUserOutput(*N))
                           return E;
                   return Error::success();
                 }));
    for (unsigned I = 0; I != 3; ++I)
      Snaps.note(keyOf(S.Name, S),
                 edited(S.Bytes, [&](GraphModule &M, raw_ostream &OS) -> Error {
                   SignatureEditor Editor(M);
                   std::vector<Node *> Inputs = Editor.userInputs();
                   if (I >= Inputs.size())
                     return Error::success();
                   // First as it is, then without users.
                   Error Used = Editor.removeUserInput(*Inputs[I]);
                   if (!Used)
                     return Error::success();
                   OS << toString(std::move(Used)) << '\n';
                   Inputs[I]->replaceAllUsesWith(
                       Inputs[(I + 1) % Inputs.size()]);
                   return Editor.removeUserInput(*Inputs[I]);
                 }));
    for (StringRef Name : {"extra", "x"})
      Snaps.note(keyOf(S.Name, S),
                 edited(S.Bytes, [&](GraphModule &M, raw_ostream &OS) -> Error {
                   SignatureEditor Editor(M);
                   std::vector<Node *> Inputs = Editor.userInputs();
                   const Argument *Val =
                       Inputs.empty() ? nullptr : Inputs[0]->val();
                   for (unsigned Twice = 0; Twice != 2; ++Twice)
                     if (Error E = ignore(
                             OS, Editor.addUserInput(
                                     Name, Val ? *Val : Argument(int64_t(3)))))
                       return E;
                   return Error::success();
                 }));
  }
}

TEST(SnapshotEdits, States) {
  Snapshots Snaps("state-edits");
  const TensorData Six =
      TensorData::of<float>(DType::Float32, {2, 3}, {0, 1, 2, 3, 4, 5});
  std::vector<Sample> Samples = programs(Snaps);
  for (const Sample &S : samplesOfTests(".fx"))
    if (StringRef(S.Bytes).contains("get_attr["))
      Samples.push_back(S);
  for (const Sample &S : Samples) {
    Snaps.note(
        S.Name, edited(S.Bytes, [](GraphModule &M, raw_ostream &OS) -> Error {
          StateEditor State(M);
          for (Node *N : M.graph().nodes())
            if (std::string Path = State.pathOf(*N); !Path.empty())
              OS << Path << State.isConstant(*N) << State.isReturned(Path)
                 << State.hasStorageUses(Path) << State.isShared(Path)
                 << State.isFixed(Path) << (State.find(Path) == N) << '\n';
          return Error::success();
        }));
    Snaps.note(
        S.Name, edited(S.Bytes, [&](GraphModule &M, raw_ostream &OS) -> Error {
          if (!M.weightStore())
            M.setWeightStore(std::make_shared<WeightStore>());
          StateEditor State(M);
          for (StringRef Path : {"weight", "a.b", "a.b", "a"}) {
            if (Error E = ignore(OS, State.addParameter(Path, Six)))
              return E;
            if (Error E = ignore(OS, State.addBuffer(Path, Six, Path == "a")))
              return E;
            if (Error E = ignore(OS, State.addConstant(Path, Six)))
              return E;
          }
          return Error::success();
        }));
    for (bool Erase : {false, true})
      Snaps.note(keyOf(S.Name, S),
                 edited(S.Bytes, [&](GraphModule &M, raw_ostream &OS) -> Error {
                   StateEditor State(M);
                   unsigned Number = 0;
                   std::vector<Node *> Nodes(M.graph().nodes().begin(),
                                             M.graph().nodes().end());
                   for (Node *N : Nodes) {
                     std::string Path = State.pathOf(*N);
                     if (Path.empty())
                       continue;
                     ++Number;
                     if (!Erase) {
                       State.setRole(Path, TensorAttr::RoleKind(Number % 3),
                                     Number % 2);
                       continue;
                     }
                     OS << State.erase(*N);
                     if (Number % 2)
                       continue;
                     N->replaceAllUsesWith(Argument::none());
                     OS << State.erase(*N);
                   }
                   return Error::success();
                 }));
  }
}

} // namespace
