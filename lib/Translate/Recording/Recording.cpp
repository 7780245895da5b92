//===- Recording.cpp - Drawings of runs -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Recording.h"
#include "RecordingDrawing.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

using Kind = Recording::Kind;

StringRef fx::toString(Kind K) {
  switch (K) {
  case Kind::Context:
    return "BaseNode";
  case Kind::Layer:
    return "LayerNode";
  case Kind::Tensor:
    return "TensorNode";
  case Kind::Parameter:
    return "ParamNode";
  case Kind::Operation:
    return "OpNode";
  }
  llvm_unreachable("unknown kind");
}

std::string Recording::label(uint32_t N) const {
  const Node &Of = Nodes[N];
  if (Of.K == Kind::Layer && Of.Depth > 0 && !Of.Class.empty())
    return Of.Name + "\n(" + Of.Class + ")";
  return Of.Name;
}

namespace {

class RecordingWriter {
public:
  RecordingWriter(const Recording &R, raw_ostream &OS,
                  const RecordingDrawOptions &Options)
      : R(R), OS(OS), Drawing(R, Options) {}

  void write();

private:
  uint32_t frameOfEdge(uint32_t From, uint32_t To) const;
  void collect();
  void writeContents(uint32_t Frame, unsigned Indent);
  void writeBox(uint32_t N, unsigned Indent);
  void writeString(StringRef Text);

  const Recording &R;
  raw_ostream &OS;
  RecordingDrawing Drawing;
  /// For each node, what is drawn in it.
  std::vector<std::vector<uint32_t>> Contents;
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Edges;
};

} // namespace

/// The innermost frame around both.
uint32_t RecordingWriter::frameOfEdge(uint32_t From, uint32_t To) const {
  uint32_t A = R.Nodes[From].Parent, B = R.Nodes[To].Parent;
  while (A != B) {
    if (R.Nodes[A].Depth >= R.Nodes[B].Depth)
      A = R.Nodes[A].Parent;
    else
      B = R.Nodes[B].Parent;
  }
  return A;
}

void RecordingWriter::collect() {
  Contents.resize(R.Nodes.size());
  Edges.resize(R.Nodes.size());
  for (uint32_t N = 1; N != R.Nodes.size(); ++N)
    if (Drawing.isDrawn(N))
      Contents[R.Nodes[N].Parent].push_back(N);
  for (auto [From, To] : Drawing.edges())
    Edges[frameOfEdge(From, To)].push_back({From, To});
}

void RecordingWriter::writeString(StringRef Text) {
  std::string Valid;
  if (!json::isUTF8(Text)) {
    Valid = json::fixUTF8(Text);
    Text = Valid;
  }
  OS << '"';
  for (char C : Text) {
    if (C == '\n')
      OS << "\\n";
    else if (C == '"' || C == '\\')
      OS << '\\' << C;
    else
      OS << (static_cast<unsigned char>(C) < 0x20 ? ' ' : C);
  }
  OS << '"';
}

void RecordingWriter::writeBox(uint32_t N, unsigned Indent) {
  const Recording::Node &Of = R.Nodes[N];
  OS.indent(Indent) << 'n' << N << " [label=";
  writeString(Drawing.text(N));
  OS << " align=left color=black fillcolor=";
  switch (Of.K) {
  case Kind::Tensor:
    OS << "lightblue";
    break;
  case Kind::Parameter:
    OS << "darkolivegreen";
    break;
  case Kind::Operation:
    OS << "orange shape=box";
    break;
  default:
    OS << "lightgrey shape=box";
    break;
  }
  OS << " style=filled";
  if (std::string Times = Drawing.times(N); !Times.empty()) {
    OS << " tooltip=";
    writeString(Times);
  }
  OS << "]\n";
}

/// Recurses on the nesting of layers, which readers limit.
void RecordingWriter::writeContents(uint32_t Frame, unsigned Indent) {
  for (uint32_t N : Contents[Frame]) {
    if (!Drawing.isFrame(N)) {
      writeBox(N, Indent);
      continue;
    }
    OS.indent(Indent) << "subgraph cluster_" << N << " {\n";
    OS.indent(Indent + 2)
        << "graph [align=left color=black fillcolor=white label=";
    writeString(R.label(N));
    OS << " shape=box style=filled]\n";
    writeContents(N, Indent + 2);
    OS.indent(Indent) << "}\n";
  }
  for (auto [From, To] : Edges[Frame])
    OS.indent(Indent) << 'n' << From << " -> n" << To << '\n';
}

void RecordingWriter::write() {
  collect();
  OS << "digraph {\n"
        "  graph [compound=true fontsize=24 ranksep=0.5]\n"
        "  node [fontsize=20]\n";
  writeContents(0, 2);
  OS << "}\n";
}

void fx::writeRecordingDot(const Recording &R, raw_ostream &OS,
                           const RecordingDrawOptions &Options) {
  RecordingWriter(R, OS, Options).write();
}

void fx::writeRecordingJSON(const Recording &R, raw_ostream &OS) {
  json::OStream J(OS, 1);
  auto Text = [&](StringRef Key, StringRef Value) {
    J.attribute(Key, json::isUTF8(Value) ? Value.str() : json::fixUTF8(Value));
  };
  auto Time = [&](StringRef Key, double Seconds) {
    if (Seconds >= 0)
      J.attribute(Key, Seconds);
  };
  J.objectBegin();
  J.attributeArray("nodes", [&] {
    for (uint32_t I = 0; I != R.Nodes.size(); ++I) {
      const Recording::Node &N = R.Nodes[I];
      J.object([&] {
        J.attribute("id", I);
        Text("kind", toString(N.K));
        Text("name", N.Name);
        if (!N.Class.empty())
          Text("class", N.Class);
        if (!N.Path.empty())
          Text("path", N.Path);
        J.attribute("depth", N.Depth);
        J.attribute("parent", N.Parent);
        if (!N.Type.empty()) {
          Text("dtype", N.Type);
          J.attributeArray("sizes", [&] {
            for (int64_t Size : N.Sizes)
              J.value(Size);
          });
        }
        Time("start", N.Start);
        Time("forward", N.Forward);
        Time("backward", N.Backward);
      });
    }
  });
  J.attributeArray("edges", [&] {
    for (const Recording::Edge &E : R.Edges)
      J.object([&] {
        J.attribute("from", E.From);
        J.attribute("to", E.To);
        J.attribute("time", E.Time);
      });
  });
  J.attributeArray("events", [&] {
    for (uint32_t N : R.Events)
      J.value(N);
  });
  J.objectEnd();
  OS << '\n';
}
