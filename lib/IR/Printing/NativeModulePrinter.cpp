//===- NativeModulePrinter.cpp - Headers of native text -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeWriter.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

static bool hasMembers(const Module &M, bool IsRoot) {
  return !M.children().empty() || !M.tensors().empty() ||
         !M.attributes().empty() || !M.extraText().empty() ||
         (!IsRoot && M.graph());
}

void NativeWriter::module(const GraphModule &M) {
  Out << "fx 1\n";
  if (M.isFromOldTorch())
    Out << "torch 1\n";
  header(M);
  for (StringRef File : M.weightFiles()) {
    Out << "weights ";
    quoted(File);
    Out << '\n';
  }
  if (M.program())
    program(*M.program());
  code(M.graph(), 0);
  Out << '\n';
}

void NativeWriter::code(const Graph &G, unsigned Indent) {
  if (Code)
    Out << Code(G, Indent);
  else
    graph(G, Indent);
}

/// `program {` and its attributes, one a line.
void NativeWriter::program(const ExportedProgram &P) {
  Out << "program {\n";
  std::vector<KwArg> Attributes = P.toAttributes();
  // The newest schema is the one of a program that says nothing.
  if (Attributes.size() == 1 && P.SchemaMajor == ExportedProgram::NewestMajor &&
      P.SchemaMinor == ExportedProgram::NewestMinor)
    Attributes.clear();
  for (const KwArg &A : Attributes) {
    Out << "  ";
    key(A.Name.str());
    Out << " = ";
    value(A.Value);
    Out << '\n';
  }
  Out << "}\n";
}

/// `module NAME = CLASS(...) open {` and the tree, as far as there is anything
/// to say.
void NativeWriter::header(const GraphModule &M) {
  const Module &Root = M.root();
  bool Members = hasMembers(Root, /*IsRoot=*/true);
  bool HasClass = Root.className() || !Root.args().empty() ||
                  !Root.kwargs().empty() || Root.isTraining();
  if (!M.name() && !HasClass && !M.hasTree() && !Members)
    return;
  Out << "module";
  if (M.name()) {
    Out << ' ';
    key(M.name().str());
  }
  bool Closed = M.treeKind() == GraphModule::TreeKind::Closed;
  // Without a name, a word after `module` would be one.
  if (HasClass || (!M.name() && !Closed)) {
    Out << " = ";
    className(Root);
    constructor(Root);
  }
  if (Root.isTraining())
    Out << " training";
  if (M.hasTree() || Members) {
    if (M.treeKind() == GraphModule::TreeKind::Open)
      Out << " open";
    else if (!M.hasTree())
      Out << " loose";
    Out << " {\n";
    tree(Root);
    Out << '}';
  }
  Out << '\n';
}

static bool isBareClass(StringRef Text) {
  if (Text.empty() || isDigit(Text.front()) || Text.front() == '.')
    return false;
  if (Text == "value" || parseRole(Text))
    return false;
  return all_of(Text, isDottedNameChar);
}

void NativeWriter::className(const Module &M) {
  if (!M.className())
    Out << '?';
  else if (isBareClass(M.className().str()))
    Out << M.className().str();
  else
    quoted(M.className().str());
}

void NativeWriter::constructor(const Module &M) {
  if (M.args().empty() && M.kwargs().empty())
    return;
  StringRef Before = "(";
  for (const Argument &A : M.args()) {
    Out << Before;
    value(A);
    Before = ", ";
  }
  for (const KwArg &K : M.kwargs()) {
    Out << Before;
    key(K.Name.str());
    Out << '=';
    value(K.Value);
    Before = ", ";
  }
  Out << ')';
}

/// `parameter(torch.float32, (64, 3), requires_grad=False)`, or with a type
/// that has more facts than usual `parameter(type=tensor(...))`.
void NativeWriter::tensor(const TensorAttr &T) {
  switch (T.Role) {
  case TensorAttr::Parameter:
    Out << "parameter(";
    break;
  case TensorAttr::Buffer:
    Out << "buffer(";
    break;
  case TensorAttr::Constant:
    Out << "constant(";
    break;
  case TensorAttr::Object:
    Out << "object(";
    break;
  }
  StringRef Before;
  if (T.Type.kind() == ArgKind::TensorType && T.Type.size() == 4) {
    ArrayRef<Argument> Facts = T.Type.elements();
    while (Facts.size() > 2 && Facts.back().isNone())
      Facts = Facts.drop_back();
    for (const Argument &Fact : Facts) {
      Out << Before;
      value(Fact);
      Before = ", ";
    }
  } else if (!T.Type.isNone()) {
    Out << "type=";
    value(T.Type);
    Before = ", ";
  }
  auto Option = [&](StringRef Key, StringRef Value) {
    Out << Before << Key << '=' << Value;
    Before = ", ";
  };
  if (!T.RequiresGrad)
    Option("requires_grad", "False");
  if (!T.Persistent)
    Option("persistent", "False");
  if (T.Pickled)
    Option("pickled", "True");
  if (T.Record) {
    Option("record", "");
    quoted(T.Record.str());
  }
  Out << ")\n";
}

/// The members of \p M that are not modules.
void NativeWriter::ownMembers(const Module &M, unsigned Indent) {
  for (const std::string &Line : M.extraText()) {
    indent(Indent);
    Out << "extra ";
    quoted(Line);
    Out << '\n';
  }
  for (const TensorAttr &T : M.tensors()) {
    indent(Indent);
    key(T.Name.str());
    Out << " = ";
    tensor(T);
  }
  for (const KwArg &Attribute : M.attributes()) {
    indent(Indent);
    key(Attribute.Name.str());
    Out << " = value(";
    value(Attribute.Value);
    Out << ")\n";
  }
}

/// The lines between the braces of \p Root. Not recursive: trees may be deep.
void NativeWriter::tree(const Module &Root) {
  struct Level {
    const Module *M;
    size_t NextChild;
  };
  SmallVector<Level, 16> Levels = {{&Root, 0}};
  ownMembers(Root, 2);
  while (true) {
    Level &Top = Levels.back();
    unsigned Indent = 2 * Levels.size();
    if (Top.NextChild == Top.M->children().size()) {
      if (Levels.size() == 1)
        return;
      if (Top.M->graph()) {
        indent(Indent);
        code(*Top.M->graph(), Indent);
        Out << '\n';
      }
      indent(Indent - 2);
      Out << "}\n";
      Levels.pop_back();
      continue;
    }
    const Module &Child = *Top.M->children()[Top.NextChild++];
    indent(Indent);
    key(Child.name().str());
    Out << " = ";
    className(Child);
    constructor(Child);
    bool Members = hasMembers(Child, /*IsRoot=*/false);
    if (!Members && Child.args().empty() && Child.kwargs().empty())
      Out << "()";
    if (Child.isTraining())
      Out << " training";
    if (!Members) {
      Out << '\n';
      continue;
    }
    Out << " {\n";
    ownMembers(Child, Indent + 2);
    Levels.push_back({&Child, 0});
  }
}
