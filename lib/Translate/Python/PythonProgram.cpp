//===- PythonProgram.cpp - What a program adds to the code of its graph ---===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonProgram.h"
#include "PythonCode.h"
#include "PythonTree.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
class ProgramWriter {
public:
  ProgramWriter(PythonFile &File, const GraphModule &M, raw_ostream &OS,
                function_ref<std::string(StringRef)> StateText)
      : File(File), M(M), P(*M.program()), OS(OS), StateText(StateText),
        Code(File, M.graph(), Body) {}

  Error write();

private:
  Error fail(const Twine &Why) const {
    return makeError(diag::err_python_signature, DiagnosticPlace(), Why);
  }
  Error readSpecs();
  Error inputs();
  std::string takeApart(const TreeSpec &Spec, StringRef Name);
  std::string parameter(StringRef Name);
  Error outputs();
  Error putTogether(const TreeSpec &Spec, raw_ostream &To);
  Error nextResult(raw_ostream &To);
  std::string fieldsOf(const TreeSpec &Spec);

  PythonFile &File;
  const GraphModule &M;
  const ExportedProgram &P;
  raw_ostream &OS;
  function_ref<std::string(StringRef)> StateText;
  std::string BodyText;
  raw_string_ostream Body{BodyText};
  PythonCode Code;

  TreeSpec In, Out;
  ArrayRef<Symbol> ArgNames;
  /// Leaves of the arguments, in order, and results of the user.
  std::vector<const Node *> Leaves;
  size_t NextLeaf = 0;
  std::vector<Argument> Results;
  size_t NextResult = 0;
  /// What stands for a value that was written back.
  DenseMap<const Node *, std::string> Written;
  std::vector<std::string> Parameters;
  /// Where names of parameters would hide others, forward only passes them on.
  std::vector<std::string> PublicNames;
};
} // namespace

Error ProgramWriter::readSpecs() {
  const ModuleCall *Root = nullptr;
  for (const ModuleCall &Call : P.ModuleCalls)
    if (Call.Path.str().empty() && Call.HasSignature)
      Root = &Call;
  if (!Root)
    return fail("it has no signature of the whole module");
  for (auto [Spec, Text] :
       {std::pair(&In, Root->InSpec), {&Out, Root->OutSpec}}) {
    Expected<TreeSpec> Read = TreeSpec::parse(Text.str());
    if (!Read)
      return fail(toString(Read.takeError()));
    *Spec = std::move(*Read);
  }
  if (Root->ArgNames)
    ArgNames = *Root->ArgNames;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

std::string ProgramWriter::parameter(StringRef Name) {
  std::string Local = Code.newName(Name);
  Parameters.push_back(Local);
  PublicNames.push_back(isPythonName(Name) ? Name.str() : Local);
  return Local;
}

/// The names of the fields of a named tuple, as a list.
std::string ProgramWriter::fieldsOf(const TreeSpec &Spec) {
  std::vector<std::string> Fields;
  std::string Class = Spec.contextText();
  for (const KwArg &Known : P.NamedTuples)
    if (Known.Name.str() == Class)
      for (const Argument &Field : Known.Value.elements())
        Fields.push_back(Field.str().str());
  for (size_t I = Fields.size(); I < Spec.Children.size(); ++I)
    Fields.push_back("_" + std::to_string(I));
  return File.namedTuple(Class, Fields, /*Make=*/true);
}

/// Writes statements that give the leaves of \p Name their variables; returns
/// nothing where \p Spec is a leaf, which is \p Name itself.
std::string ProgramWriter::takeApart(const TreeSpec &Spec, StringRef Name) {
  if (Spec.isLeaf()) {
    Code.bind(*Leaves[NextLeaf++], Name.str());
    return "";
  }
  std::optional<std::vector<std::string>> Keys;
  if (Spec.isDict())
    Keys = pythonKeys(Spec);
  bool Known = Keys || Spec.isSequence() || Spec.isNamedTuple();
  size_t Count = Known ? Spec.Children.size() : Spec.numLeaves();
  std::vector<std::string> Names;
  size_t Leaf = NextLeaf;
  for (size_t I = 0; I != Count; ++I) {
    bool IsLeaf = !Known || Spec.Children[I].isLeaf();
    // A leaf is called as its placeholder.
    Names.push_back(Code.newName(IsLeaf ? Leaves[Leaf]->name()
                                        : (Name + "_" + Twine(I)).str()));
    Leaf += Known ? Spec.Children[I].numLeaves() : 1;
  }
  if (Keys) {
    for (size_t I = 0; I != Count; ++I)
      Code.line() << Names[I] << " = " << Name << '[' << (*Keys)[I] << ']';
  } else {
    Code.line() << '[' << join(Names, ", ") << "] = ";
    if (Known)
      Body << Name;
    else
      Body << "_leaves(" << Name << ", " << Count << ')';
  }
  if (!Known) {
    File.UsesTreeSpec = true;
    for (const std::string &Local : Names)
      Code.bind(*Leaves[NextLeaf++], Local);
    return "";
  }
  for (size_t I = 0; I != Count; ++I)
    takeApart(Spec.Children[I], Names[I]);
  return "";
}

Error ProgramWriter::inputs() {
  for (const Node *N : M.graph().findNodes(Opcode::Placeholder)) {
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    if (!Spec)
      return makeError(diag::err_program_input_spec, *N, *N);
    switch (Spec->Kind) {
    case InputSpec::UserInput:
    case InputSpec::ConstantInput:
      Leaves.push_back(N);
      break;
    case InputSpec::Token:
      // Tokens order calls; here statements do.
      Code.bind(*N, "torch.empty(0)");
      break;
    default:
      Code.bind(*N, StateText(Spec->Target.str()));
    }
  }
  if (In.numLeaves() != Leaves.size())
    return fail("its arguments have " + Twine(In.numLeaves()) +
                " values, its graph " + Twine(Leaves.size()));
  // (args, kwargs) is the usual form.
  bool IsCall = In.Type == "builtins.tuple" && In.Children.size() == 2 &&
                In.Children[0].Type == "builtins.tuple" &&
                In.Children[1].isDict();
  const TreeSpec &Args = IsCall ? In.Children[0] : In;
  std::vector<std::string> Locals;
  for (size_t I = 0; I != Args.Children.size(); ++I)
    Locals.push_back(parameter(I < ArgNames.size()
                                   ? ArgNames[I].str().str()
                                   : "arg_" + std::to_string(I)));
  if (IsCall && !In.Children[1].Children.empty()) {
    std::optional<std::vector<std::string>> Names =
        keywordNames(In.Children[1]);
    if (!Names || !all_of(*Names, isPythonName))
      return fail("the names of its keyword arguments are not names in Python");
    Parameters.push_back("*");
    PublicNames.push_back("*");
    for (const std::string &Name : *Names)
      Locals.push_back(parameter(Name));
  }
  for (size_t I = 0; I != Locals.size(); ++I) {
    bool IsArg = I < Args.Children.size();
    takeApart(IsArg ? Args.Children[I]
                    : In.Children[1].Children[I - Args.Children.size()],
              Locals[I]);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Error ProgramWriter::nextResult(raw_ostream &To) {
  const Argument &A = Results[NextResult++];
  if (const Node *N = A.asNode())
    if (auto It = Written.find(N); It != Written.end()) {
      To << It->second;
      return Error::success();
    }
  return Code.value(A, To, *M.graph().outputNode());
}

Error ProgramWriter::putTogether(const TreeSpec &Spec, raw_ostream &To) {
  if (Spec.isLeaf())
    return nextResult(To);
  auto Items = [&]() -> Error {
    for (size_t I = 0; I != Spec.Children.size(); ++I) {
      To << (I ? ", " : "");
      if (Error E = putTogether(Spec.Children[I], To))
        return E;
    }
    return Error::success();
  };
  if (Spec.isSequence() || Spec.isNamedTuple()) {
    bool IsList = Spec.Type == "builtins.list";
    if (Spec.isNamedTuple())
      To << fieldsOf(Spec);
    To << (IsList ? '[' : '(');
    if (Error E = Items())
      return E;
    if (IsList)
      To << ']';
    else
      To << (Spec.Children.size() == 1 && !Spec.isNamedTuple() ? ",)" : ")");
    return Error::success();
  }
  if (Spec.isDict())
    if (std::optional<std::vector<std::string>> Keys = pythonKeys(Spec)) {
      bool Ordered = Spec.Type != "builtins.dict";
      if (Ordered)
        File.import("collections");
      To << (Ordered ? "collections.OrderedDict({" : "{");
      for (size_t I = 0; I != Keys->size(); ++I) {
        To << (I ? ", " : "") << (*Keys)[I] << ": ";
        if (Error E = putTogether(Spec.Children[I], To))
          return E;
      }
      To << (Ordered ? "})" : "}");
      return Error::success();
    }
  // A class that somebody has registered.
  File.UsesTreeSpec = true;
  To << "torch.utils._pytree.tree_unflatten([";
  for (size_t I = 0, E = Spec.numLeaves(); I != E; ++I) {
    To << (I ? ", " : "");
    if (Error Err = nextResult(To))
      return Err;
  }
  To << "], _tree(" << pythonString(Spec.str()) << "))";
  return Error::success();
}

Error ProgramWriter::outputs() {
  const Node *N = M.graph().outputNode();
  if (!N || !N->numArgs() || !N->arg(0).isSequence())
    return fail("its graph does not return a tuple");
  Argument Returned = N->arg(0);
  std::optional<SmallVector<OutputSpec, 4>> Specs = outputSpecsOf(*N);
  if (!Specs || Specs->size() != Returned.size())
    return makeError(diag::err_program_output_specs, *N, *N, Returned.size());
  for (const auto &[I, Spec] : enumerate(*Specs)) {
    std::string Target;
    switch (Spec.Kind) {
    case OutputSpec::UserOutput:
    case OutputSpec::LossOutput:
      Results.push_back(Returned[I]);
      continue;
    case OutputSpec::Token:
      continue;
    case OutputSpec::BufferMutation:
    case OutputSpec::ParameterMutation:
    case OutputSpec::GradientToParameter:
      Target = StateText(Spec.Target.str());
      break;
    case OutputSpec::UserInputMutation:
    case OutputSpec::GradientToUserInput:
      for (const Node *Leaf : Leaves)
        if (Leaf->target() == Spec.Target)
          Target = Code.text(*Leaf);
      if (Target.empty())
        return makeError(diag::err_program_user_input, *N, Spec.Target);
      break;
    }
    std::string Value;
    raw_string_ostream VOS(Value);
    if (Error E = Code.value(Returned[I], VOS, *N))
      return E;
    if (Spec.Kind == OutputSpec::GradientToParameter ||
        Spec.Kind == OutputSpec::GradientToUserInput) {
      Code.line() << Target << ".grad = " << Value;
      continue;
    }
    Code.line() << (Spec.Kind == OutputSpec::ParameterMutation
                        ? "with torch.no_grad(): "
                        : "")
                << Target << ".copy_(" << Value << ')';
    if (const Node *Written = Returned[I].asNode())
      this->Written[Written] = Target;
  }
  if (Out.numLeaves() != Results.size())
    return fail("its result has " + Twine(Out.numLeaves()) +
                " values, its graph " + Twine(Results.size()));
  Code.line() << "return ";
  return putTogether(Out, Body);
}

Error ProgramWriter::write() {
  if (Error E = readSpecs())
    return E;
  if (Error E = inputs())
    return E;
  if (Error E = Code.statements(/*InlineAttributes=*/true))
    return E;
  if (Error E = outputs())
    return E;
  StringRef Name = "forward";
  if (Parameters != PublicNames) {
    // Parameters that are called like something that the code needs.
    OS << "\n    def forward(" << join(ArrayRef<std::string>{"self"}, "");
    for (const std::string &P : PublicNames)
      OS << ", " << P;
    OS << "):\n        return self._forward(";
    StringRef Comma;
    bool Keywords = false;
    for (size_t I = 0; I != PublicNames.size(); ++I) {
      if (PublicNames[I] == "*") {
        Keywords = true;
        continue;
      }
      OS << Comma;
      Comma = ", ";
      if (Keywords)
        OS << Parameters[I] << '=';
      OS << PublicNames[I];
    }
    OS << ")\n";
    Name = "_forward";
  }
  OS << "\n    def " << Name << "(self";
  for (const std::string &P : Parameters)
    OS << ", " << P;
  OS << "):" << BodyText << '\n';
  return Error::success();
}

Error fx::writeProgramForward(PythonFile &File, const GraphModule &M,
                              raw_ostream &OS,
                              function_ref<std::string(StringRef)> StateText) {
  return ProgramWriter(File, M, OS, StateText).write();
}
