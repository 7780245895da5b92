//===- OpDerive.cpp - Python signatures from the operator list --*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpDerive.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

/// Collects the parameters of a derived schema.
class Builder {
public:
  explicit Builder(const OpSchema &From) : From(From) {}

  SmallVector<SchemaParam, 16> Params;

  OpSchema finish(llvm::BumpPtrAllocator &Memory) const {
    SchemaParam *Copy = Memory.Allocate<SchemaParam>(Params.size());
    std::uninitialized_copy(Params.begin(), Params.end(), Copy);
    return OpSchema(From.overload(), ArrayRef(Copy, Params.size()),
                    From.returns(), From.returnsTuple(), From.tags());
  }

private:
  const OpSchema &From;
};

} // namespace

/// Out writes the results of Functional to arguments, and is the same else.
static bool isOutVariantOf(const OpSchema &Out, const OpSchema &Functional) {
  ArrayRef<SchemaParam> Expected = Functional.params();
  size_t Next = 0;
  for (const SchemaParam &Param : Out.params()) {
    if (Param.isOut())
      continue;
    // Factories take dtype and the like only without `out`.
    while (Next != Expected.size() && Expected[Next].Name != Param.Name &&
           Expected[Next].Kind == ParamKind::KeywordOnly)
      ++Next;
    if (Next == Expected.size() || Expected[Next].Name != Param.Name ||
        Expected[Next].Type.Kind != Param.Type.Kind ||
        Expected[Next].Type.ListDepth != Param.Type.ListDepth)
      return false;
    ++Next;
  }
  for (; Next != Expected.size(); ++Next)
    if (Expected[Next].Kind != ParamKind::KeywordOnly)
      return false;
  return true;
}

static bool takesTensorOptions(const OpSchema &Schema) {
  return Schema.findParam("dtype") && Schema.findParam("layout") &&
         Schema.findParam("device") && Schema.findParam("pin_memory");
}

static SchemaParam makeKeyword(StringRef Name, SchemaKind Kind,
                               StringRef Default) {
  SchemaParam Param;
  Param.Name = Name;
  Param.Type.Kind = Kind;
  Param.Default = Default;
  Param.HasDefault = true;
  Param.Kind = ParamKind::KeywordOnly;
  return Param;
}

/// Whether Python's function takes the result memory of \p Out. PyTorch makes
/// most overloads with `out` that are generated for the dispatcher, but for
/// those of views that copy.
static bool isBound(const OpSchema &Out, StringRef Base) {
  return !Out.hasTag(ST_Generated) || Base.ends_with("_copy") ||
         Base == "aten::slice_scatter";
}

void fx::deriveFunction(aten::Range Overloads, llvm::BumpPtrAllocator &Memory,
                        llvm::SmallVectorImpl<OpSchema> &Result) {
  if (Overloads.empty())
    return;
  StringRef Base = aten::baseName(aten::name(Overloads.Begin));
  SmallVector<OpSchema, 8> All;
  for (unsigned I = Overloads.Begin; I != Overloads.End; ++I)
    All.push_back(aten::read(I, Memory).Schema);
  for (const OpSchema &Schema : All) {
    if (Schema.hasTag(ST_Out))
      continue;
    Builder Derived(Schema);
    bool SelfSeen = false;
    for (SchemaParam Param : Schema.params()) {
      // Python renames tensors only: torch.pow(self=2, exponent=x).
      if (Param.Name == "self" && !SelfSeen &&
          Param.Type.Kind == SchemaKind::Tensor && !Param.Type.Optional &&
          !Param.Type.isList()) {
        Param.Name = "input";
        SelfSeen = true;
      }
      // Python's parser reads `reduction=at::Reduction::Mean` as 0, which is
      // not a reduction: torch.kl_div(x, y) has a result for each element.
      if (Param.Name == "reduction" && Param.Default == "1")
        Param.Default = "0";
      Derived.Params.push_back(Param);
    }
    if (takesTensorOptions(Schema) && !Schema.findParam("requires_grad"))
      Derived.Params.push_back(
          makeKeyword("requires_grad", SchemaKind::Bool, "False"));
    const OpSchema *Out = llvm::find_if(All, [&](const OpSchema &Other) {
      return Other.hasTag(ST_Out) && isBound(Other, Base) &&
             isOutVariantOf(Other, Schema);
    });
    if (Out != All.end()) {
      SchemaParam Param = makeKeyword("out", SchemaKind::Tensor, "None");
      Param.Type.Optional = true;
      Param.Type.Written = true;
      Param.Type.AliasSet = 'o';
      if (llvm::count_if(Out->params(),
                         [](const SchemaParam &P) { return P.isOut(); }) > 1)
        Param.Type.ListDepth = 1;
      Derived.Params.push_back(Param);
    }
    Result.push_back(Derived.finish(Memory));
  }
}

void fx::deriveMethod(aten::Range Overloads, llvm::BumpPtrAllocator &Memory,
                      llvm::SmallVectorImpl<OpSchema> &Result) {
  for (unsigned I = Overloads.Begin; I != Overloads.End; ++I) {
    OpSchema Schema = aten::read(I, Memory).Schema;
    std::optional<unsigned> Self = Schema.findParam("self");
    if (Schema.hasTag(ST_Out) || !Self ||
        Schema.params()[*Self].Type.Kind != SchemaKind::Tensor)
      continue;
    Builder Derived(Schema);
    Derived.Params.push_back(Schema.params()[*Self]);
    for (const SchemaParam &Param : Schema.params())
      if (Param.Name != "self")
        Derived.Params.push_back(Param);
    if (takesTensorOptions(Schema))
      Derived.Params.push_back(
          makeKeyword("requires_grad", SchemaKind::Bool, "False"));
    Result.push_back(Derived.finish(Memory));
  }
}

/// The modules that bind operators, as torch.fx prints them. A function of a
/// public module, `torch.linalg.inv`, is the private `linalg_inv`.
namespace {
struct ModulePrefix {
  llvm::StringLiteral Text;
  llvm::StringLiteral NamePrefix;
  char Letter;
};
} // namespace
static constexpr ModulePrefix Prefixes[] = {
    {"torch._C._nn.", "", 'n'},
    {"torch._C._linalg.", "", 'l'},
    {"torch._C._fft.", "", 'f'},
    {"torch._C._special.", "", 's'},
    {"torch._C._sparse.", "", 'p'},
    {"torch._C._nested.", "", 'e'},
    {"torch._C._VariableFunctions.", "", 't'},
    {"torch.linalg.", "linalg_", 'l'},
    {"torch.fft.", "fft_", 'f'},
    {"torch.special.", "special_", 's'},
    {"torch.sparse.", "sparse_", 'p'},
    {"torch.nn.functional.", "", 'n'},
    {"torch.", "", 't'},
};

PythonBinding fx::splitPythonName(StringRef Qualified) {
  for (const ModulePrefix &Prefix : Prefixes) {
    StringRef Name = Qualified;
    if (!Name.consume_front(Prefix.Text) || Name.empty() || Name.contains('.'))
      continue;
    return {Prefix.Letter, ("aten::" + Prefix.NamePrefix + Name).str()};
  }
  return {};
}

void fx::pythonFunctionNames(StringRef Base, StringRef Bindings,
                             llvm::SmallVectorImpl<std::string> &Names) {
  StringRef Bare = Base.split("::").second;
  if (Bindings.contains('t'))
    Names.push_back(("torch." + Bare).str());
  for (const ModulePrefix &Prefix : Prefixes)
    if (Prefix.Text.starts_with("torch._C._") && Prefix.Letter != 't' &&
        Bindings.contains(Prefix.Letter))
      Names.push_back((Prefix.Text + Bare).str());
}
