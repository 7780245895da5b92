//===- NodeWriter.cpp - Nodes as JSON -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONPatch.h"
#include "ProgramWriter.h"
#include "SchemaNames.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Support/NearestWord.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// What calls have shown of a parameter: `x`, or `float[] scales`. Its name,
/// and the type of an empty list in \p Type.
static StringRef learnedName(Symbol Text, SchemaType &Type) {
  auto [TypeText, Name] = Text.str().rsplit(' ');
  if (Name.empty())
    return TypeText;
  if (Expected<SchemaType> Known = parseSchemaType(TypeText))
    Type = *Known;
  else
    consumeError(Known.takeError());
  return Name;
}

/// `; did you mean ...?`, where a known operator is called nearly like \p Name.
static std::string nearTo(StringRef Name) {
  SmallVector<StringRef, 0> Names;
  forEachDeclaredOp([&](const OpInfo &Op) {
    for (const OpSpelling &S : Op.spellings())
      if (S.Name.starts_with("torch.ops."))
        Names.push_back(S.Name);
  });
  StringRef Near = nearestWord(Name, Names);
  return Near.empty() ? "" : ("; did you mean '" + Near + "'?").str();
}

bool GraphWriter::writeNodeInputs(const Node &N) {
  const ArgSpec &Spec = N.spec();
  StringRef Target = N.targetText();
  TargetClass Class = classifyTarget(Target);
  ArrayRef<SchemaParam> Params;
  ArrayRef<Symbol> Learned;
  ArrayRef<StringLiteral> Fixed;
  switch (Class) {
  case TargetClass::Overload:
    if (const OpTarget *Op = N.opTarget(); Op && Op->overloads().size() == 1)
      Params = Op->overloads()[0].params();
    else
      Learned = P.Program.parameterNames(N.target());
    break;
  case TargetClass::SymOp:
    Fixed = symOpParameters(Target);
    if (Spec.numKwargs())
      return P.fail(diag::err_program_keyword, N, Target);
    break;
  case TargetClass::HigherOrder:
  case TargetClass::Function:
    break;
  }
  ArrayRef<ArgSpec::Item> Items = Spec.items();
  unsigned NumArgs = Spec.numArgs();
  Out << '[';
  for (unsigned I = 0; I != Items.size(); ++I) {
    if (I)
      Out << ", ";
    const SchemaType *Type = nullptr;
    SchemaType LearnedType;
    LearnedType.Kind = SchemaKind::Tensor;
    Out << "{\"name\": ";
    if (I >= NumArgs) {
      StringRef Keyword = Ctx.symbol(Items[I].Keyword).str();
      writeJSONString(Out, Keyword);
      for (const SchemaParam &Param : Params)
        if (Param.Name == Keyword)
          Type = &Param.Type;
      for (Symbol Text : Learned)
        if (Text.str().ends_with((" " + Keyword).str()))
          (void)learnedName(Text, LearnedType);
      if (!Learned.empty())
        Type = &LearnedType;
    } else if (I < Params.size()) {
      Out << '"' << Params[I].Name << '"';
      Type = &Params[I].Type;
    } else if (I < Fixed.size()) {
      Out << '"' << Fixed[I] << '"';
    } else if (I < Learned.size() && Learned[I] != "*") {
      writeJSONString(Out, learnedName(Learned[I], LearnedType));
      Type = &LearnedType;
    } else if (Class == TargetClass::Overload || Class == TargetClass::SymOp) {
      return P.fail(diag::err_program_parameters, N, Target, nearTo(Target));
    } else {
      Out << "\"\"";
    }
    Out << ", \"arg\": ";
    ArgReader R(Spec, I);
    if (!writeArgument(Holes(N), R, Type, N))
      return false;
    if (I < NumArgs)
      Out << ", \"kind\": 1}";
    else
      Out << ", \"kind\": 2}";
  }
  Out << ']';
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

const Node *GraphWriter::element(const Node &Producer, int64_t Index) const {
  auto It = Elements.find({Producer.id(), Index});
  return It == Elements.end() ? nullptr : It->second;
}

/// One result that has a name.
bool GraphWriter::writeResult(const Entry &E) {
  ProgramWriter::ValueClass C = P.classify(E.Val);
  if (C == ProgramWriter::None) {
    Out << "{\"as_none\": true}";
    return true;
  }
  if (!P.beginReference(C))
    return P.fail(diag::err_program_no_val, *E.N, *E.N);
  writeEntryName(E);
  Out << "\"}}";
  addEntry(E);
  return true;
}

/// A `Tensor[]`: result \p Index of \p N, or all of it when that is -1.
bool GraphWriter::writeResultList(const Node &N, int Index,
                                  const Argument &List) {
  const Node *Holder = Index < 0 ? &N : element(N, Index);
  bool Tensors = !List.size() || P.classify(&List[0]) == ProgramWriter::Tensor;
  ValueClass Class = Tensors ? ProgramWriter::Tensor : ProgramWriter::SymInt;
  Out << StringRef(Tensors ? "{\"as_tensors\": [" : "{\"as_sym_ints\": [");
  for (size_t I = 0; I != List.size(); ++I) {
    if (I)
      Out << ", ";
    const Node *Part = Holder ? element(*Holder, I) : nullptr;
    Entry E{&N, Index < 0 ? int(I) : Index, Index < 0 ? -1 : int(I), &List[I]};
    if (Part)
      E = {Part, -1, -1, &List[I]};
    if (P.classify(E.Val) != Class)
      return P.fail(diag::err_program_no_val, N, N);
    Out << StringRef(Tensors ? "{\"name\": \"" : "{\"as_name\": \"");
    writeEntryName(E);
    Out << "\"}";
    addEntry(E);
  }
  Out << "]}";
  return true;
}

bool GraphWriter::writeResults(const Node &N, const Argument *Val,
                               bool MustHave) {
  Out << '[';
  if (!Val) {
    if (MustHave)
      return P.fail(diag::err_program_no_val, N, N);
    Out << ']';
    return true;
  }
  if (Val->kind() == ArgKind::List) {
    if (!writeResultList(N, -1, *Val))
      return false;
  } else if (Val->kind() == ArgKind::Tuple) {
    for (size_t I = 0; I != Val->size(); ++I) {
      if (I)
        Out << ", ";
      const Argument &Part = (*Val)[I];
      const Node *User = element(N, I);
      bool Good = Part.kind() == ArgKind::List
                      ? writeResultList(N, I, Part)
                      : writeResult(User ? Entry{User, -1, -1, &Part}
                                         : Entry{&N, int(I), -1, &Part});
      if (!Good)
        return false;
    }
  } else if (!writeResult({&N, -1, -1, Val})) {
    return false;
  }
  Out << ']';
  return true;
}

//===----------------------------------------------------------------------===//
// Metadata, the whole
//===----------------------------------------------------------------------===//

bool fx::keepsMetadata(const KwArg &E) {
  // The last one is made again by who looks at values.
  return E.Value.isString() ||
         is_contained({StringRef("val"), StringRef("input_spec"),
                       StringRef("output_specs"), StringRef(PatchesKey),
                       StringRef("tensor_meta")},
                      E.Name.str());
}

void GraphWriter::writeMetadata(const Node &N) {
  Out << '{';
  ListSeparator Comma;
  for (const KwArg &E : N.meta().entries()) {
    // The reader takes what is the program's own from elsewhere.
    if (!E.Value.isString() || isProgramMetadata(E.Name.str()))
      continue;
    Out << StringRef(Comma);
    writeJSONString(Out, E.Name.str());
    Out << ": ";
    writeJSONString(Out, E.Value.str());
  }
  Out << '}';
}

bool GraphWriter::writeNode(const Node &N) {
  StringRef Target = N.targetText();
  size_t Begin = Out.size();
  Out << "{\"target\": ";
  if (isOperatorModule(Target))
    writeJSONString(Out, "_" + Target.str());
  else
    writeJSONString(Out, Target);
  Out << ", \"inputs\": ";
  if (!writeNodeInputs(N))
    return false;
  Out << ", \"outputs\": ";
  const Argument *Val = N.val();
  bool MustHave = N.hasUsers();
  if (const OpTarget *Op = N.opTarget();
      Op && Op->isOperatorOverload() && Op->overloads().size() == 1)
    MustHave |= !Op->overloads()[0].returns().empty();
  if (!writeResults(N, Val, MustHave))
    return false;
  Out << ", \"metadata\": ";
  writeMetadata(N);
  Out << ", \"is_hop_single_tensor_return\": ";
  if (classifyTarget(Target) != TargetClass::HigherOrder)
    Out << "null";
  else
    writeJSONBool(Out, P.classify(Val) == ProgramWriter::Tensor);
  Out << ", \"name\": ";
  if (const Argument *Called = N.meta(NameKey); Called && Called->isString()) {
    writeJSONString(Out, Called->str());
  } else {
    Out << '"';
    writeName(N);
    Out << '"';
  }
  Out << '}';
  if (N.meta(PatchKey))
    P.patch(N, Begin, "node");
  return true;
}
