//===- Recording.cpp - Drawings of runs -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Recording.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Format.h"
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

static std::string sizesText(ArrayRef<int64_t> Sizes) {
  std::string Text = "[";
  for (size_t I = 0; I != Sizes.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(Sizes[I]);
  return Text + "]";
}

namespace {

class RecordingWriter {
public:
  RecordingWriter(const Recording &R, raw_ostream &OS,
                  const RecordingDotOptions &Options)
      : R(R), OS(OS), Options(Options) {}

  void write();

private:
  bool isDrawn(uint32_t N) const {
    const Recording::Node &Of = R.Nodes[N];
    return N != 0 && Of.Depth <= Options.Depth &&
           (Options.Parameters || Of.K != Kind::Parameter);
  }
  bool isFrame(uint32_t N) const {
    return R.Nodes[N].K == Kind::Layer && R.Nodes[N].Depth < Options.Depth;
  }
  uint32_t drawn(uint32_t N) const;
  uint32_t frameOfEdge(uint32_t From, uint32_t To) const;
  void collect();
  void writeContents(uint32_t Frame, unsigned Indent);
  void writeBox(uint32_t N, unsigned Indent);
  void writeString(StringRef Text);

  const Recording &R;
  raw_ostream &OS;
  const RecordingDotOptions &Options;
  /// By node: what is drawn in it.
  std::vector<std::vector<uint32_t>> Contents;
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Edges;
};

} // namespace

/// What stands for \p N in the drawing; 0 if nothing does.
uint32_t RecordingWriter::drawn(uint32_t N) const {
  if (R.Nodes[N].K == Kind::Parameter && !Options.Parameters)
    return 0;
  while (N != 0 && !isDrawn(N))
    N = R.Nodes[N].Parent;
  return N;
}

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
    if (isDrawn(N))
      Contents[R.Nodes[N].Parent].push_back(N);
  DenseSet<std::pair<uint32_t, uint32_t>> Seen;
  for (const Recording::Edge &E : R.Edges) {
    uint32_t From = drawn(E.From), To = drawn(E.To);
    // A frame is not an end of an edge: what it stands for is drawn in it.
    if (From == 0 || To == 0 || From == To || isFrame(From) || isFrame(To))
      continue;
    if (Seen.insert({From, To}).second)
      Edges[frameOfEdge(From, To)].push_back({From, To});
  }
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

static void appendTime(std::string &Text, StringRef What, double Seconds) {
  if (Seconds < 0)
    return;
  raw_string_ostream OS(Text);
  OS << (Text.empty() ? "" : "\n") << What << ' '
     << format("%.3f", Seconds * 1e3) << " ms";
}

void RecordingWriter::writeBox(uint32_t N, unsigned Indent) {
  const Recording::Node &Of = R.Nodes[N];
  std::string Label = R.label(N);
  if (Of.K == Kind::Tensor || Of.K == Kind::Parameter)
    Label += "\n" + sizesText(Of.Sizes);
  OS.indent(Indent) << 'n' << N << " [label=";
  writeString(Label);
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
  if (Options.Times) {
    std::string Times;
    appendTime(Times, "forward", Of.Forward);
    appendTime(Times, "backward", Of.Backward);
    if (!Times.empty()) {
      OS << " tooltip=";
      writeString(Times);
    }
  }
  OS << "]\n";
}

/// Recurses on the nesting of layers, which readers limit.
void RecordingWriter::writeContents(uint32_t Frame, unsigned Indent) {
  for (uint32_t N : Contents[Frame]) {
    if (!isFrame(N)) {
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
                           const RecordingDotOptions &Options) {
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
