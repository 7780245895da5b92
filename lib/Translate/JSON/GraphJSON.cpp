//===- GraphJSON.cpp - Graphs as JSON -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/GraphJSON.h"
#include "GraphJSONForm.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/Support/PyLiterals.h"
#include "fx/Support/TextBuffer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace fx::graphjson;
using namespace llvm;

namespace {
class JSONGraphWriter {
public:
  explicit JSONGraphWriter(raw_ostream &OS) : J(OS, 1) {}

  void write(ArrayRef<const GraphModule *> Modules);

private:
  void module(const GraphModule &M);
  void tree(const Module &Root);
  void members(const Module &M);
  void graph(const Graph &G);
  void node(const Node &N);
  void tensor(const TensorAttr &T);
  void value(const Argument &A);
  void values(ArrayRef<Argument> Items);
  void dictionary(StringRef Key, ArrayRef<KwArg> Entries);
  void text(StringRef Text);
  void textMember(StringRef Key, StringRef Text);
  void number(double Value);
  void tensorType(const Argument &Type);
  /// `{KEY: ...}`
  void tagged(StringRef Key, function_ref<void()> Contents) {
    J.object([&] {
      J.attributeBegin(Key);
      Contents();
      J.attributeEnd();
    });
  }

  json::OStream J;
};
} // namespace

/// Strings hold any bytes, those of JSON do not.
void JSONGraphWriter::text(StringRef Text) {
  if (json::isUTF8(Text))
    return J.value(Text);
  tagged("bytes", [&] { J.value(toHex(Text, /*LowerCase=*/true)); });
}

/// The shortest digits that read back. Of what is not a number all bits, unless
/// they are the usual ones.
void JSONGraphWriter::number(double Value) {
  if (std::isnan(Value)) {
    uint64_t Bits = bit_cast<uint64_t>(Value);
    if (Bits == UsualNaN)
      return J.value("nan");
    return J.value("nan(0x" + utohexstr(Bits, /*LowerCase=*/true) + ")");
  }
  if (!std::isfinite(Value))
    return J.value(Value < 0 ? "-inf" : "inf");
  TextBuffer Digits(32);
  py::writeFloatRepr(Digits, Value);
  J.rawValue(Digits.text());
}

void JSONGraphWriter::values(ArrayRef<Argument> Items) {
  J.array([&] {
    for (const Argument &Item : Items)
      value(Item);
  });
}

void JSONGraphWriter::tensorType(const Argument &Type) {
  ArrayRef<Argument> Facts = Type.elements();
  J.object([&] {
    for (size_t I = 0; I != std::min(Facts.size(), std::size(TensorFacts));
         ++I) {
      J.attributeBegin(TensorFacts[I]);
      const Argument &Fact = Facts[I];
      if (Fact.kind() == ArgKind::DType)
        J.value(toString(Fact.asDType()));
      else if (Fact.kind() == ArgKind::Layout)
        J.value(toString(Fact.asLayout()));
      else if (Fact.kind() == ArgKind::Device)
        text(Fact.str());
      else if (Fact.kind() == ArgKind::Tuple)
        values(Fact.elements());
      else
        value(Fact);
      J.attributeEnd();
    }
  });
}

void JSONGraphWriter::value(const Argument &A) {
  auto Text = [&](StringRef Key) { tagged(Key, [&] { text(A.str()); }); };
  switch (A.kind()) {
  case ArgKind::None:
    return J.value(nullptr);
  case ArgKind::Bool:
    return J.value(A.asBool());
  case ArgKind::Int:
    return J.value(A.asInt());
  case ArgKind::String:
    return text(A.str());
  case ArgKind::List:
    return values(A.elements());
  case ArgKind::Ellipsis:
    return tagged("ellipsis", [&] { J.value(true); });
  case ArgKind::BigInt:
    return Text("int");
  case ArgKind::Float:
    return tagged("float", [&] { number(A.asFloat()); });
  case ArgKind::Complex:
    return tagged("complex", [&] {
      J.array([&] {
        number(A.real());
        number(A.imag());
      });
    });
  case ArgKind::DType:
    return tagged("dtype", [&] { J.value(toString(A.asDType())); });
  case ArgKind::Layout:
    return tagged("layout", [&] { J.value(toString(A.asLayout())); });
  case ArgKind::MemoryFormat:
    return tagged("memory_format",
                  [&] { J.value(toString(A.asMemoryFormat())); });
  case ArgKind::Device:
    return Text("device");
  case ArgKind::SymExpr:
    return Text("sym");
  case ArgKind::Function:
    return Text("function");
  case ArgKind::Enum:
    return Text("enum");
  case ArgKind::Node:
    return tagged("node", [&] { J.value(A.asNode()->name()); });
  case ArgKind::Tuple:
    return tagged("tuple", [&] { values(A.elements()); });
  case ArgKind::Slice:
    return tagged("slice", [&] { values(A.elements()); });
  case ArgKind::Range:
    return tagged("range", [&] { values(A.elements()); });
  case ArgKind::Dict:
    return tagged("dict", [&] {
      J.array([&] {
        for (size_t I = 0; I + 1 < A.elements().size(); I += 2)
          values(A.elements().slice(I, 2));
      });
    });
  case ArgKind::NamedTuple:
    return tagged("namedtuple", [&] {
      J.object([&] {
        J.attributeBegin("class");
        text(A.str());
        J.attributeEnd();
        J.attributeArray("fields", [&] {
          for (size_t I = 0; I + 1 < A.elements().size(); I += 2)
            values(A.elements().slice(I, 2));
        });
      });
    });
  case ArgKind::TensorType:
    return tagged("tensor", [&] { tensorType(A); });
  }
}

void JSONGraphWriter::dictionary(StringRef Key, ArrayRef<KwArg> Entries) {
  // Keys of JSON are UTF-8.
  if (!all_of(Entries,
              [](const KwArg &E) { return json::isUTF8(E.Name.str()); })) {
    J.attributeArray(Key, [&] {
      for (const KwArg &Entry : Entries)
        J.array([&] {
          text(Entry.Name.str());
          value(Entry.Value);
        });
    });
    return;
  }
  J.attributeObject(Key, [&] {
    for (const KwArg &Entry : Entries) {
      J.attributeBegin(Entry.Name.str());
      value(Entry.Value);
      J.attributeEnd();
    }
  });
}

/// `KEY: "text"`
void JSONGraphWriter::textMember(StringRef Key, StringRef Text) {
  J.attributeBegin(Key);
  text(Text);
  J.attributeEnd();
}

void JSONGraphWriter::node(const Node &N) {
  J.object([&] {
    J.attribute("name", N.name());
    J.attribute("op", toString(N.op()));
    textMember("target", N.targetText());
    J.attributeBegin("args");
    values(N.args());
    J.attributeEnd();
    dictionary("kwargs", N.kwargs());
    if (N.type())
      textMember("type", N.type().str());
    J.attributeArray("users", [&] {
      for (const Node *User : N.users())
        J.value(User->name());
    });
    if (N.hasMeta())
      dictionary("meta", N.meta().entries());
  });
}

void JSONGraphWriter::graph(const Graph &G) {
  J.attributeArray("nodes", [&] {
    for (const Node *N : G.nodes())
      node(*N);
  });
}

void JSONGraphWriter::tensor(const TensorAttr &T) {
  J.object([&] {
    textMember("name", T.Name.str());
    J.attribute("role", toString(T.Role));
    if (T.Type.kind() == ArgKind::TensorType) {
      J.attributeBegin("type");
      tensorType(T.Type);
      J.attributeEnd();
    }
    // Others may say so, too.
    if (T.Role == TensorAttr::Parameter || !T.RequiresGrad)
      J.attribute("requires_grad", T.RequiresGrad);
    if (T.Role == TensorAttr::Buffer || !T.Persistent)
      J.attribute("persistent", T.Persistent);
    if (T.Pickled)
      J.attribute("pickled", true);
    if (T.Record)
      textMember("record", T.Record.str());
  });
}

/// Everything of a module but its children.
void JSONGraphWriter::members(const Module &M) {
  if (M.name())
    textMember("name", M.name().str());
  if (M.className())
    textMember("class", M.className().str());
  if (!M.args().empty()) {
    J.attributeBegin("args");
    values(M.args());
    J.attributeEnd();
  }
  if (!M.kwargs().empty())
    dictionary("kwargs", M.kwargs());
  if (!M.extraText().empty())
    J.attributeArray("extra", [&] {
      for (StringRef Line : M.extraText())
        text(Line);
    });
  if (M.isTraining())
    J.attribute("training", true);
  if (!M.tensors().empty())
    J.attributeArray("tensors", [&] {
      for (const TensorAttr &T : M.tensors())
        tensor(T);
    });
  if (!M.attributes().empty())
    dictionary("attributes", M.attributes());
  if (M.graph())
    graph(*M.graph());
}

/// Trees may be deep: not recursive.
void JSONGraphWriter::tree(const Module &Root) {
  struct Level {
    const Module *M;
    size_t Next;
  };
  SmallVector<Level, 16> Levels;
  auto Enter = [&](const Module &M) {
    J.objectBegin();
    members(M);
    J.attributeBegin("children");
    J.arrayBegin();
    Levels.push_back({&M, 0});
  };
  Enter(Root);
  while (!Levels.empty()) {
    Level &Top = Levels.back();
    if (Top.Next != Top.M->children().size()) {
      Enter(*Top.M->children()[Top.Next++]);
      continue;
    }
    J.arrayEnd();
    J.attributeEnd();
    J.objectEnd();
    Levels.pop_back();
  }
}

void JSONGraphWriter::module(const GraphModule &M) {
  J.object([&] {
    textMember("name", M.name().str());
    J.attribute("tree", Trees[unsigned(M.treeKind())]);
    if (M.isFromOldTorch())
      J.attribute("torch", 1);
    ArrayRef<std::string> Files = M.weightFiles();
    if (Files.size() == 1)
      textMember("weights", Files.front());
    else if (!Files.empty())
      J.attributeArray("weights", [&] {
        for (StringRef File : Files)
          text(File);
      });
    if (M.program())
      dictionary("program", M.program()->toAttributes());
    J.attributeBegin("root");
    tree(M.root());
    J.attributeEnd();
  });
}

void JSONGraphWriter::write(ArrayRef<const GraphModule *> Modules) {
  J.object([&] {
    J.attribute("format", FormName);
    J.attribute("version", FormVersion);
    J.attributeArray("modules", [&] {
      for (const GraphModule *M : Modules)
        module(*M);
    });
  });
}

void fx::writeGraphJSON(ArrayRef<const GraphModule *> Modules,
                        raw_ostream &OS) {
  JSONGraphWriter(OS).write(Modules);
  OS << '\n';
}
