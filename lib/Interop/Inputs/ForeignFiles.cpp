//===- ForeignFiles.cpp - Files that are not graphs -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/ForeignFiles.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace fx;
using namespace llvm;

namespace {
struct Signature {
  StringLiteral Begin;
  StringLiteral What;
  /// What to do where a graph was wanted. Of what has to be unpacked it is
  /// always that.
  StringLiteral Advice = "";
  bool Unpack = false;
};
} // namespace

static constexpr StringLiteral HowToSave =
    "save the model with torch.export.save (.pt2) or torch.jit.save (.pt)";

/// Kinds that are known by how they begin.
static constexpr Signature Signatures[] = {
    {"\x1f\x8b", "this is compressed by gzip", "unpack it with gzip -d", true},
    {"\xfd"
     "7zXZ",
     "this is compressed by xz", "unpack it with xz -d", true},
    {"\x28\xb5\x2f\xfd", "this is compressed by zstd", "unpack it with zstd -d",
     true},
    {"BZh", "this is compressed by bzip2", "unpack it with bzip2 -d", true},
    {"version https://git-lfs", "this is a pointer of Git LFS",
     "git lfs pull fetches the file", true},
    {"\xff\xfe", "this text is UTF-16", "convert it to UTF-8 with iconv", true},
    {"\xfe\xff", "this text is UTF-16", "convert it to UTF-8 with iconv", true},
    {"\x93NUMPY", "this is a NumPy array",
     "give it as an input by --input=FILE"},
    {"\x89HDF", "this is an HDF5 file", HowToSave},
    {"\x7f"
     "ELF",
     "this is a program or a library",
     "--load-pass-plugin and --torch-library load libraries"},
    {"<torch.fx.graph.Graph object at",
     "this is what repr(gm.graph) gives, the name of an object",
     "write what print(gm.graph) shows, which is str(gm.graph)"},
    {"<", "this is a web page or a picture"},
    {"digraph", "this is a picture in DOT",
     "fx-translate writes it and nothing reads it back"},
    {"%PDF", "this is a PDF file"},
    {"\x89PNG", "this is a picture"},
    {"ExportedProgram:", "this is what print(exported_program) shows",
     "save the program with torch.export.save"},
    {"graph(%", "this is the graph of a ScriptModule",
     "save the module with torch.jit.save"},
    {"opcode ", "this is what graph.print_tabular() shows",
     "print(graph) shows a graph that can be read"},
    {"fxj ", "this is a journal", "fx-journal reads it"},
    {"fxr ", "these are rewrite rules",
     "--load-rules=FILE takes them, beside a graph"},
    {"; ModuleID", "this is LLVM IR", HowToSave},
    {"target datalayout", "this is LLVM IR", HowToSave},
    {"HloModule", "this is HLO", HowToSave},
};

/// A length of eight bytes, and JSON.
static bool isSafeTensors(StringRef Bytes) {
  return Bytes.substr(8, 2) == "{\"" &&
         support::endian::read64le(Bytes.data()) <= Bytes.size() - 8;
}

/// Pickles of protocol 2 to 5, as torch.save wrote them before it made
/// archives.
static bool isPickle(StringRef Bytes) {
  return Bytes.size() > 2 && Bytes[0] == '\x80' && Bytes[1] >= 2 &&
         Bytes[1] <= 5;
}

/// The first field of an ONNX model is its version; then comes its producer.
static bool isONNX(StringRef Path, StringRef Bytes) {
  return Path.ends_with(".onnx") ||
         (Bytes.size() > 4 && Bytes[0] == '\x08' && Bytes[1] > 0 &&
          Bytes[1] < 32 && Bytes[2] == '\x12');
}

/// A flatbuffer of TensorFlow Lite has its name after the first offset.
static bool isTFLite(StringRef Bytes) { return Bytes.substr(4, 4) == "TFL3"; }

static bool isTar(StringRef Bytes) { return Bytes.substr(257, 5) == "ustar"; }

/// `Net(` or `Net()` alone on the first line: print(module), or print(module)
/// of a torch.fx.GraphModule, which shows its code too.
static std::pair<StringRef, StringRef>
describePrintedModule(StringRef FirstLine, StringRef Text) {
  auto [Class, Rest] = FirstLine.split('(');
  bool IsName = !Class.empty() && all_of(Class, isNameChar);
  if (!IsName || Class == "graph" || !FirstLine.contains('('))
    return {};
  // A module without children shows its arguments: `Linear(in_features=8, ..)`.
  bool IsLeaf = isUpper(Class.front()) && Rest.ends_with(")") &&
                Text.rtrim() == FirstLine;
  if (Rest != "" && Rest != ")" && !IsLeaf)
    return {};
  if (Text.contains("\ndef forward("))
    return {"this is what print(module) shows of a torch.fx.GraphModule",
            "print(module.graph) shows its graph"};
  return {"this is what print(module) shows, a module tree without a graph",
          "give it by --module-tree=FILE, beside a graph"};
}

static bool isPython(StringRef Path, StringRef Text) {
  if (Path.ends_with(".py") || Text.starts_with("#!") ||
      Text.starts_with("\"\"\""))
    return true;
  // Comments come first.
  while (Text.starts_with("#"))
    Text = Text.split('\n').second.ltrim();
  for (StringRef Word : {"import ", "from ", "class ", "def ", "@"})
    if (Text.starts_with(Word))
      return true;
  return false;
}

/// What the file is, and what to do where a graph was wanted.
static std::pair<StringRef, StringRef> describe(StringRef Path,
                                                StringRef Bytes) {
  StringRef Text = Bytes.ltrim();
  if (isONNX(Path, Bytes))
    return {"this is an ONNX model", HowToSave};
  if (isTFLite(Bytes))
    return {"this is a model of TensorFlow Lite", HowToSave};
  if (isTar(Bytes))
    return {"this is a tar archive", "unpack it with tar -x"};
  if (isSafeTensors(Bytes))
    return {"this has weights and no graph",
            "give a graph here, and the weights by --weights=FILE or by a line "
            "'weights \"FILE\"' of native text"};
  if (isPickle(Bytes))
    return {"this is a pickle, which fx-opt does not run", HowToSave};
  StringRef FirstLine = Text.split('\n').first.rtrim();
  if (auto Said = describePrintedModule(FirstLine, Text); !Said.first.empty())
    return Said;
  if (isPython(Path, Text))
    return {"this is Python code, which fx-opt does not run",
            "give what print(torch.fx.symbolic_trace(model).graph) shows, or "
            "save the model with torch.export.save (.pt2) or torch.jit.save "
            "(.pt)"};
  if (Text.starts_with("module") && Text.contains("func.func"))
    return {"this is MLIR", HowToSave};
  // Every other byte of what is ASCII in UTF-16 is zero.
  auto IsWide = [Begin = Bytes.take_front(16)](unsigned Zero) {
    for (size_t I = 0; I != Begin.size(); ++I)
      if ((Begin[I] == '\0') != (I % 2 == Zero))
        return false;
    return Begin.size() >= 4;
  };
  if (IsWide(0) || IsWide(1))
    return {"this text is UTF-16", "convert it to UTF-8 with iconv"};
  // A text with a byte that it should not have is read up to that byte.
  if (Bytes.take_front(16).contains('\0') && Bytes.size() <= UINT32_MAX)
    return {"this is neither text nor an archive that fx-opt reads",
            "--help=files lists what it reads"};
  return {};
}

/// What is or is called a file of safetensors, damaged ones too.
static bool isForSafeTensors(StringRef Path, StringRef Bytes) {
  return Bytes.substr(8, 1) == "{" || Path.ends_with(".safetensors");
}

static StringRef whereTensorsAre(WantedFile Wanted) {
  return Wanted == WantedFile::Inputs
             ? "inputs are in .safetensors, .npy, .npz or .pt files, and "
               "--input='randn(3,4)' describes one"
             : "weights are in .safetensors, .npz, .pt or .pt2 files";
}

std::string fx::describeForeignFile(StringRef Path, StringRef Bytes,
                                    WantedFile Wanted) {
  StringRef Others = whereTensorsAre(Wanted);
  auto Say = [](StringRef What, StringRef Advice) {
    return Advice.empty() ? What.str() : (What + "; " + Advice).str();
  };
  bool IsGraph = Wanted == WantedFile::Graph;
  if (!IsGraph && isForSafeTensors(Path, Bytes))
    return "";
  StringRef Text = Bytes.ltrim();
  if (Text.empty())
    return Say("this is empty", IsGraph ? "a graph is what print(graph) shows, "
                                          "native text or a .pt2 archive"
                                        : Others);
  for (const Signature &S : Signatures)
    if (Text.starts_with(S.Begin))
      return S.Unpack || IsGraph ? Say(S.What, S.Advice) : Say(S.What, Others);
  if (!IsGraph && isPickle(Bytes))
    return "this is a pickle, as torch.save wrote it before PyTorch 1.6; load "
           "it and save it again";
  auto [What, Advice] = describe(Path, Bytes);
  if (What.empty())
    return "";
  return Say(What, IsGraph ? Advice : Others);
}

std::string fx::describeMissingTensors(StringRef Path, StringRef Bytes,
                                       WantedFile Wanted) {
  if (isForSafeTensors(Path, Bytes))
    return "";
  if (std::string Foreign = describeForeignFile(Path, Bytes, Wanted);
      !Foreign.empty())
    return Foreign;
  auto [Noun, AreThere] = whereTensorsAre(Wanted).split(' ');
  return ("this has no " + Noun + "; they " + AreThere).str();
}
