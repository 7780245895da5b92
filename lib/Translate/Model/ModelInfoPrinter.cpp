//===- ModelInfoPrinter.cpp - What is inside a model, as text -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueText.h"
#include "fx/IR/Node.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Translate/ModelInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// How many lines of a list are shown unless all are asked for.
static constexpr size_t MaxLines = 12;

/// `1,234`.
static std::string number(uint64_t N) { return formatv("{0:n}", N).str(); }
static std::string rounded(double N) {
  return number(uint64_t(std::min(N, 1e19)));
}

/// `  name          text`.
static raw_ostream &line(raw_ostream &OS, StringRef Name) {
  OS << "  " << left_justify(Name, 14);
  return OS;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static void printValues(raw_ostream &OS, StringRef Title,
                        ArrayRef<ValueInfo> Values, bool Verbose) {
  if (Values.empty())
    line(OS, Title) << "none\n";
  size_t Shown = Verbose ? Values.size() : std::min(Values.size(), MaxLines);
  for (size_t I = 0; I != Shown; ++I) {
    const ValueInfo &V = Values[I];
    line(OS, I ? "" : Title) << V.Name;
    if (!V.Type.empty())
      OS << ": " << V.Type;
    if (!V.Role.empty())
      OS << " (" << V.Role << ')';
    OS << '\n';
  }
  if (Shown != Values.size())
    line(OS, "") << "... and " << Values.size() - Shown << " more\n";
}

static void printCounts(raw_ostream &OS, StringRef Title,
                        ArrayRef<NameCount> Counts, bool Verbose) {
  size_t Shown = Verbose ? Counts.size() : std::min(Counts.size(), MaxLines);
  for (size_t I = 0; I != Shown; ++I)
    line(OS, I ? "" : Title)
        << format("%6llu  ", (unsigned long long)Counts[I].Count)
        << Counts[I].Name << '\n';
  if (Shown != Counts.size())
    line(OS, "") << "... and " << Counts.size() - Shown << " more\n";
}

static void printState(raw_ostream &OS, ArrayRef<StateCount> State) {
  StringRef Title = "state";
  for (const StateCount &S : State) {
    line(OS, Title) << number(S.Tensors) << ' ' << S.Role
                    << (S.Tensors == 1 ? "" : "s");
    if (S.Elements || S.Bytes)
      OS << ", " << number(S.Elements) << " elements, " << number(S.Bytes)
         << " bytes";
    if (S.Types.size() == 1)
      OS << ", " << S.Types.front().Type;
    OS << '\n';
    if (S.Types.size() > 1)
      for (const TypeCount &T : S.Types)
        line(OS, "") << "  " << number(T.Tensors) << ' ' << T.Type << ", "
                     << number(T.Bytes) << " bytes\n";
    Title = "";
  }
}

/// What the types of values say; nothing where there are none.
static void printCost(raw_ostream &OS, const CostSummary &Cost, bool Verbose) {
  if (!Cost.Typed)
    return;
  line(OS, "cost") << rounded(Cost.FLOPs) << " FLOPs in "
                   << counted(Cost.Counted, "call") << ", "
                   << rounded(Cost.Bytes) << " bytes moved, peak "
                   << rounded(Cost.PeakBytes) << " bytes\n";
  if (Cost.Untyped)
    line(OS, "") << counted(Cost.Untyped, "call") << " without a type\n";
  std::vector<NameCount> Unknown;
  for (const auto &[Name, Count] : Cost.Unknown)
    Unknown.push_back({Name, Count});
  printCounts(OS, "  not counted", Unknown, Verbose);
}

static void printStrings(raw_ostream &OS, StringRef Title,
                         ArrayRef<std::string> Lines, bool Verbose) {
  size_t Shown = Verbose ? Lines.size() : std::min(Lines.size(), MaxLines);
  for (size_t I = 0; I != Shown; ++I)
    line(OS, I ? "" : Title) << Lines[I] << '\n';
  if (Shown != Lines.size())
    line(OS, "") << "... and " << Lines.size() - Shown << " more\n";
}

void fx::printModelInfo(const ModelInfo &Info, raw_ostream &OS, bool Verbose) {
  OS << (Info.IsProgram ? "program" : "graph");
  if (!Info.Name.empty())
    OS << ' ' << Info.Name;
  if (!Info.Class.empty())
    OS << (Info.Name.empty() ? " " : ": ") << Info.Class;
  OS << '\n';
  if (Info.IsProgram) {
    line(OS, "written by") << "torch " << Info.TorchVersion << ", schema "
                           << Info.SchemaMajor << '.' << Info.SchemaMinor;
    for (const auto &[Name, Version] : Info.Opsets)
      OS << ", opset " << Name << ' ' << Version;
    OS << '\n';
    line(OS, "dialect") << Info.Dialect << '\n';
  }
  line(OS, "nodes") << number(Info.Nodes + Info.NestedNodes);
  StringRef Comma = ": ";
  for (unsigned Op = 0; Op != NumOpcodes; ++Op)
    if (Info.Opcodes[Op]) {
      OS << Comma << number(Info.Opcodes[Op]) << ' ' << toString(Opcode(Op));
      Comma = ", ";
    }
  OS << '\n';
  if (Info.NestedGraphs)
    line(OS, "nested") << counted(Info.NestedGraphs, "graph") << " with "
                       << counted(Info.NestedNodes, "node") << '\n';
  printValues(OS, "inputs", Info.Inputs, Verbose);
  printValues(OS, "outputs", Info.Outputs, Verbose);
  printStrings(OS, "ranges", Info.Ranges, Verbose);
  printStrings(OS, "guards", Info.Guards, Verbose);
  printState(OS, Info.State);
  if (!Info.Weights.empty())
    line(OS, "weights") << Info.Weights << '\n';
  printCost(OS, Info.Cost, Verbose);
  printCounts(OS, "operators", Info.Operators, Verbose);
  printCounts(OS, "metadata", Info.MetadataKeys, Verbose);
  if (Info.ModuleCalls) {
    line(OS, "module calls") << Info.ModuleCalls;
    if (Info.PreservedCalls)
      OS << ", " << Info.PreservedCalls << " with a signature";
    OS << '\n';
  }
}

static void writeValues(json::OStream &J, StringRef Key,
                        ArrayRef<ValueInfo> Values) {
  J.attributeArray(Key, [&] {
    for (const ValueInfo &V : Values)
      J.object([&] {
        J.attribute("name", V.Name);
        if (!V.Type.empty())
          J.attribute("type", V.Type);
        if (!V.Role.empty())
          J.attribute("role", V.Role);
      });
  });
}

static void writeCounts(json::OStream &J, StringRef Key,
                        ArrayRef<NameCount> Counts) {
  J.attributeObject(Key, [&] {
    for (const NameCount &C : Counts)
      J.attribute(C.Name, C.Count);
  });
}

static void writeCost(json::OStream &J, const CostSummary &Cost) {
  if (!Cost.Typed)
    return;
  J.attributeObject("cost", [&] {
    J.attribute("flops", Cost.FLOPs);
    J.attribute("bytes", Cost.Bytes);
    J.attribute("peak_bytes", Cost.PeakBytes);
    J.attribute("untyped", Cost.Untyped);
    J.attributeObject("not_counted", [&] {
      for (const auto &[Name, Count] : Cost.Unknown)
        J.attribute(Name, Count);
    });
  });
}

static void writeTypes(json::OStream &J, ArrayRef<TypeCount> Types) {
  J.attributeObject("types", [&] {
    for (const TypeCount &T : Types)
      J.attributeObject(T.Type, [&] {
        J.attribute("tensors", T.Tensors);
        J.attribute("bytes", T.Bytes);
      });
  });
}

void fx::writeModelInfo(const ModelInfo &Info, json::OStream &J,
                        function_ref<void()> More) {
  J.object([&] {
    J.attribute("name", Info.Name);
    if (!Info.Class.empty())
      J.attribute("class", Info.Class);
    J.attribute("kind", Info.IsProgram ? "program" : "graph");
    if (Info.IsProgram) {
      J.attribute("torch_version", Info.TorchVersion);
      J.attributeArray("schema_version", [&] {
        J.value(Info.SchemaMajor);
        J.value(Info.SchemaMinor);
      });
      J.attributeObject("opset_version", [&] {
        for (const auto &[Name, Version] : Info.Opsets)
          J.attribute(Name, Version);
      });
      J.attribute("dialect", Info.Dialect);
      J.attribute("ranges", json::Array(Info.Ranges));
      J.attribute("guards", json::Array(Info.Guards));
      J.attribute("module_calls", Info.ModuleCalls);
    }
    J.attribute("nodes", Info.Nodes + Info.NestedNodes);
    J.attributeObject("opcodes", [&] {
      for (unsigned Op = 0; Op != NumOpcodes; ++Op)
        if (Info.Opcodes[Op])
          J.attribute(toString(Opcode(Op)), Info.Opcodes[Op]);
    });
    J.attribute("nested_graphs", Info.NestedGraphs);
    J.attribute("submodules", Info.Submodules);
    writeValues(J, "inputs", Info.Inputs);
    writeValues(J, "outputs", Info.Outputs);
    J.attributeArray("state", [&] {
      for (const StateCount &S : Info.State)
        J.object([&] {
          J.attribute("role", S.Role);
          J.attribute("tensors", S.Tensors);
          J.attribute("elements", S.Elements);
          J.attribute("bytes", S.Bytes);
          writeTypes(J, S.Types);
        });
    });
    if (!Info.Weights.empty())
      J.attribute("weights", Info.Weights);
    writeCost(J, Info.Cost);
    writeCounts(J, "operators", Info.Operators);
    writeCounts(J, "metadata", Info.MetadataKeys);
    if (More)
      More();
  });
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

static StringRef kindName(PT2Kind Kind) {
  switch (Kind) {
  case PT2Kind::Weight:
    return "weight";
  case PT2Kind::WeightsConfig:
    return "table of weights";
  case PT2Kind::Constant:
    return "constant";
  case PT2Kind::ConstantsConfig:
    return "table of constants";
  case PT2Kind::Program:
    return "program";
  case PT2Kind::SampleInputs:
    return "sample inputs";
  case PT2Kind::PickledState:
    return "pickled state";
  case PT2Kind::AOTInductor:
    return "AOTInductor";
  case PT2Kind::Extra:
    return "extra file";
  case PT2Kind::ExecuTorch:
    return "ExecuTorch";
  case PT2Kind::ArchiveFormat:
  case PT2Kind::ArchiveVersion:
  case PT2Kind::Version:
  case PT2Kind::ByteOrder:
  case PT2Kind::SerializationId:
    return "container";
  case PT2Kind::Other:
    return "unknown";
  }
  llvm_unreachable("not a kind");
}

static StringRef generationName(const PT2Archive &Archive) {
  switch (Archive.generation()) {
  case PT2Archive::Generation::A:
    return "A";
  case PT2Archive::Generation::B:
    return "B";
  case PT2Archive::Generation::C:
    return "C";
  }
  llvm_unreachable("not a generation");
}

namespace {
struct KindSum {
  uint64_t Records = 0, Bytes = 0;
};
} // namespace

static MapVector<StringRef, KindSum> sumKinds(const PT2Archive &Archive) {
  MapVector<StringRef, KindSum> Sums;
  for (const ZipEntry &E : Archive.entries()) {
    if (E.isFolder())
      continue;
    KindSum &Sum = Sums[kindName(Archive.kind(E))];
    ++Sum.Records;
    Sum.Bytes += E.Size;
  }
  return Sums;
}

void fx::printArchiveInfo(const PT2Archive &Archive, raw_ostream &OS,
                          bool Verbose) {
  OS << "archive of torch.export, generation " << generationName(Archive)
     << ", " << number(Archive.zip().file().size()) << " bytes";
  if (Archive.isBigEndian())
    OS << ", big-endian";
  OS << '\n';
  if (!Archive.root().empty())
    line(OS, "root folder") << Archive.root() << '\n';
  StringRef Title = "records";
  for (auto &[Kind, Sum] : sumKinds(Archive)) {
    line(OS, Title) << number(Sum.Records) << ' ' << Kind << ", "
                    << number(Sum.Bytes) << " bytes\n";
    Title = "";
  }
  if (!Verbose)
    return;
  OS << "\n          bytes         offset  record\n";
  for (const ZipEntry &E : Archive.entries())
    OS << right_justify(number(E.Size), 15)
       << right_justify(number(E.HeaderOffset), 15) << "  " << Archive.name(E)
       << (E.Method == ZipEntry::Stored ? "" : " (deflated)") << '\n';
}

void fx::writeArchiveInfo(const PT2Archive &Archive, json::OStream &J) {
  J.attribute("generation", generationName(Archive));
  J.attribute("bytes", Archive.zip().file().size());
  J.attribute("root", Archive.root());
  J.attribute("byteorder", Archive.isBigEndian() ? "big" : "little");
  J.attributeArray("records", [&] {
    for (const ZipEntry &E : Archive.entries())
      J.object([&] {
        J.attribute("name", Archive.name(E));
        J.attribute("kind", kindName(Archive.kind(E)));
        J.attribute("bytes", E.Size);
        J.attribute("offset", E.HeaderOffset);
        if (E.Method != ZipEntry::Stored)
          J.attribute("stored_bytes", E.StoredSize);
      });
  });
}

//===----------------------------------------------------------------------===//
// Files of weights
//===----------------------------------------------------------------------===//

static std::vector<TypeCount> sumTypes(const SafeTensors &File) {
  MapVector<StringRef, TypeCount> Sums;
  for (const SafeTensor &T : File.tensors()) {
    TypeCount &Sum = Sums[toString(T.Type)];
    Sum.Type = toString(T.Type);
    ++Sum.Tensors;
    Sum.Bytes += T.Size;
  }
  std::vector<TypeCount> Types;
  for (auto &[Name, Sum] : Sums)
    Types.push_back(std::move(Sum));
  return Types;
}

static std::string shapeText(ArrayRef<uint64_t> Shape) {
  std::string Text = "[";
  for (uint64_t Size : Shape)
    Text += (Text.size() > 1 ? ", " : "") + std::to_string(Size);
  return Text + ']';
}

void fx::printTensorsInfo(const SafeTensors &File, raw_ostream &OS,
                          bool Verbose) {
  OS << "safetensors, " << number(File.file().size()) << " bytes\n";
  line(OS, "tensors") << number(File.tensors().size()) << '\n';
  for (const TypeCount &T : sumTypes(File))
    line(OS, "") << number(T.Tensors) << ' ' << T.Type << ", "
                 << number(T.Bytes) << " bytes\n";
  StringRef Title = "metadata";
  for (const auto &[Key, Value] : File.metadata()) {
    line(OS, Title) << Key << ": " << Value << '\n';
    Title = "";
  }
  if (!Verbose)
    return;
  OS << "\n          bytes         offset  tensor\n";
  for (const SafeTensor &T : File.tensors())
    OS << right_justify(number(T.Size), 15)
       << right_justify(number(T.Offset), 15) << "  " << T.Name << ": "
       << toString(T.Type) << shapeText(T.Shape) << '\n';
}

void fx::writeTensorsInfo(const SafeTensors &File, json::OStream &J) {
  J.attribute("bytes", File.file().size());
  writeTypes(J, sumTypes(File));
  J.attributeObject("metadata", [&] {
    for (const auto &[Key, Value] : File.metadata())
      J.attribute(Key, Value);
  });
  J.attributeArray("tensors", [&] {
    for (const SafeTensor &T : File.tensors())
      J.object([&] {
        J.attribute("name", T.Name);
        J.attribute("type", toString(T.Type));
        J.attribute("shape", json::Array(T.Shape));
        J.attribute("offset", T.Offset);
        J.attribute("bytes", T.Size);
      });
  });
}
