//===- PythonClass.cpp - Classes of modules -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonClass.h"
#include "PythonCode.h"
#include "PythonProgram.h"
#include "ValueText.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/TensorData.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

raw_ostream &PythonClassWriter::line() {
  OS << "\n        ";
  return OS;
}

//===----------------------------------------------------------------------===//
// What can be constructed
//===----------------------------------------------------------------------===//

void PythonClassWriter::findCalls() {
  M.root().walk([&](const Module &Sub, StringRef Path) {
    if (!Sub.graph())
      return;
    for (const Node *N : Sub.graph()->nodes())
      if (N->isCallModule())
        Known->Called.insert(joinModulePath(Path, N->targetText()));
      else if (N->isGetAttr())
        Known->Read.insert(joinModulePath(Path, N->targetText()));
  });
}

/// Classes that are nothing but their children, by the name that
/// print(module) shows; empty for others.
static StringRef containerClass(const Module &Sub) {
  StringRef Class = Sub.className().str();
  if (!Class.starts_with("torch.nn.") && Class.contains('.'))
    return "";
  for (StringRef Known : {"Module", "Sequential", "ModuleList", "ModuleDict",
                          "ParameterList", "ParameterDict"})
    if (lastName(Class) == Known)
      return Known;
  return "";
}

/// Whether \p Sub is made by a call of its class alone, children and all.
bool PythonClassWriter::isLeafClass(const Module &Sub) const {
  if (Sub.graph() || !Sub.extraText().empty() || !containerClass(Sub).empty())
    return false;
  bool IsOpen = M.treeKind() == GraphModule::TreeKind::Open;
  if (const ModuleInfo *Info = classOf(Sub)) {
    // It is not known what classes without a formula, such as the layers of
    // transformers, have to be given.
    bool TakesAnything =
        any_of(Info->constructor().params(),
               [](const SchemaParam &P) { return P.isVariadic(); });
    if (Info->expansion().empty() && TakesAnything && Sub.args().empty() &&
        Sub.kwargs().empty())
      return false;
    Expected<BoundCall> Bound = bindConstructor(Sub, *Info, IsOpen);
    if (Bound)
      return true;
    consumeError(Bound.takeError());
    return false;
  }
  StringRef Class = Sub.className().str();
  if (IsOpen || !Class.contains('.') ||
      Class == "torch.fx.graph_module.GraphModule")
    return false;
  // Native text gives every argument of a class that it names in full. But
  // TorchScript does not have those of classes whose parts alone are called.
  bool HasParts = !Sub.children().empty() || !Sub.tensors().empty();
  bool HasArguments = !Sub.args().empty() || !Sub.kwargs().empty();
  return HasArguments || !HasParts || Known->Called.contains(Sub.path());
}

/// Whether the class of \p Sub, which no graph calls, would make tensors that
/// the program has no more. A module without its class keeps what is left.
bool PythonClassWriter::lacksState(const Module &Sub, StringRef Path) const {
  const ModuleInfo *Info = isLeafClass(Sub) ? classOf(Sub) : nullptr;
  bool IsOpen = M.treeKind() == GraphModule::TreeKind::Open;
  // A tree without state does not say what a file of weights has.
  if (!Info || IsOpen || M.weights().empty() || !hasState())
    return false;
  for (size_t Dot = Path.size(); Dot != StringRef::npos;
       Dot = Path.take_front(Dot).rfind('.'))
    if (Known->Called.contains(Path.take_front(Dot)))
      return false;
  auto IsDeclared = [&](StringRef Name) {
    return any_of(Sub.tensors(),
                  [&](const TensorAttr &T) { return T.Name.str() == Name; });
  };
  bool Lacks = false, AnyInTree = false;
  M.forEachState([&](const TensorAttr &, StringRef) { AnyInTree = true; });
  for (const ModuleTensorInfo &T : Info->tensors()) {
    if (IsDeclared(T.Name) ||
        !classHasTensor(Sub, T.Name, IsOpen).value_or(false))
      continue;
    if (Known->Read.contains(joinModulePath(Path, T.Name)))
      return false;
    Lacks = true;
  }
  return Lacks && AnyInTree;
}

bool PythonClassWriter::isBuildable(const Module &Sub) const {
  return Known->Buildable.lookup(&Sub);
}

void PythonClassWriter::findBuildable() {
  SmallVector<std::pair<const Module *, std::string>, 32> Order;
  M.root().walk([&](const Module &Sub, StringRef Path) {
    Order.push_back({&Sub, Path.str()});
  });
  // Modules whose parts can be made, where they are called.
  DenseSet<const Module *> Holders;
  for (const auto &[Sub, Path] : reverse(Order)) {
    bool IsLeaf = isLeafClass(*Sub);
    bool Holds =
        IsLeaf || all_of(Sub->children(), [&, &Path = Path](auto &C) {
          return Known->Called.contains(joinModulePath(Path, C->name().str()))
                     ? isBuildable(*C)
                     : Holders.contains(C.get());
        });
    if (Holds)
      Holders.insert(Sub);
    // Sequential calls its children itself.
    bool AllBuildable =
        all_of(Sub->children(), [&](auto &C) { return isBuildable(*C); });
    Known->Buildable[Sub] = IsLeaf || (Sub->graph() && Holds) ||
                            (!containerClass(*Sub).empty() && AllBuildable);
  }
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

/// What print(module) shows of a class, and its constructor does not take.
static bool isOnlyShown(const ModuleInfo *Info, StringRef Param) {
  return Info && Info->name().starts_with("torch.nn.Upsampling") &&
         Param == "mode";
}

/// An expression that makes \p Sub, at \p Path from the root.
Expected<std::string> PythonClassWriter::construct(const Module &Sub,
                                                   StringRef Path) {
  if (Sub.graph()) {
    const ClassInfo &Info = Known->Classes[&Sub];
    NeedsRoot |= Info.NeedsRoot;
    return Info.Name + (Info.NeedsRoot
                            ? "(root.get_submodule(" + pythonString(Path) + "))"
                            : "()");
  }
  if (!isLeafClass(Sub)) {
    StringRef Container = containerClass(Sub);
    return ("torch.nn." + (Container.empty() ? "Module" : Container) + "()")
        .str();
  }
  const ModuleInfo *Info = classOf(Sub);
  std::string Text;
  raw_string_ostream TOS(Text);
  TOS << File.object(Info ? Info->name() : Sub.className().str()) << '(';
  auto NoNode = [](const Node &) { return StringRef(); };
  StringRef Comma;
  for (const Argument &A : Sub.args()) {
    TOS << Comma;
    Comma = ", ";
    if (Error E = writePythonValue(File, A, TOS, NoNode))
      return E;
  }
  for (const KwArg &K : Sub.kwargs()) {
    if (isOnlyShown(Info, K.Name.str()))
      continue;
    TOS << Comma << K.Name.str() << '=';
    Comma = ", ";
    if (Error E = writePythonValue(File, K.Value, TOS, NoNode))
      return E;
  }
  TOS << ')';
  return Text;
}

static std::string sizesText(ArrayRef<int64_t> Sizes) {
  std::string Text = "(";
  for (int64_t Size : Sizes)
    Text += (Text.size() > 1 ? ", " : "") + std::to_string(Size);
  return Text + (Sizes.size() == 1 ? ",)" : ")");
}

/// A tensor of that type, without values.
static std::string tensorText(const Argument &Type) {
  TensorType T(Type);
  if (!T)
    return "torch.empty(0)";
  auto Sizes = T.fixedSizes(), Strides = T.fixedStrides();
  std::string Text = "torch.empty(0";
  if (Sizes && Strides)
    Text = T.isContiguous() ? "torch.empty(" + sizesText(*Sizes)
                            : "torch.empty_strided(" + sizesText(*Sizes) +
                                  ", " + sizesText(*Strides);
  if (T.dtype() != DType::Float32)
    Text += (", dtype=" + toString(T.dtype())).str();
  if (!T.isOnCPU())
    Text += ", device=" + pythonString(T.device().str());
  return Text + ")";
}

/// Equal for tensors that are one: they share their record and their type.
static std::string tieKey(const TensorAttr &T) {
  if (!T.Record)
    return "";
  std::string Key = T.Record.str().str();
  raw_string_ostream OS(Key);
  OS << '\n' << int(T.Role) << int(T.RequiresGrad) << '\n';
  if (T.Type.kind() == ArgKind::TensorType)
    for (const Argument &Fact : T.Type.elements()) {
      if (Fact.isInt())
        OS << Fact.asInt();
      for (const Argument &Item : Fact.elements())
        OS << (Item.isInt() ? Item.asInt() : -1) << ',';
      OS << ';';
    }
  return Key;
}

void PythonClassWriter::declareTensor(const TensorAttr &T, StringRef Owner) {
  StringRef Name = T.Name.str();
  bool IsPath = Name.contains('.');
  std::string Text =
      IsPath ? "getattr(" + Owner.str() + ", " + pythonString(Name) + ")"
             : pythonPath(Owner, Name);
  std::string Value = tensorText(T.Type);
  bool Tied = false;
  if (std::string Key = tieKey(T); !Key.empty()) {
    auto [It, New] = ByRecord.try_emplace(Key, Text);
    Tied = !New;
    if (Tied)
      Value = It->second;
  }
  if (T.Role == TensorAttr::Object) {
    line() << "setattr(" << Owner << ", " << pythonString(Name) << ", None)";
    return;
  }
  if (T.Role == TensorAttr::Parameter) {
    if (!Tied)
      Value = "torch.nn.Parameter(" + Value +
              (T.RequiresGrad ? ")" : ", requires_grad=False)");
    if (IsPath)
      line() << Owner << "._parameters[" << pythonString(Name)
             << "] = " << Value;
    else if (isPythonName(Name))
      line() << Owner << '.' << Name << " = " << Value;
    else
      line() << Owner << ".register_parameter(" << pythonString(Name) << ", "
             << Value << ')';
    return;
  }
  if (IsPath) {
    line() << Owner << "._buffers[" << pythonString(Name) << "] = " << Value;
    return;
  }
  line() << Owner << ".register_buffer(" << pythonString(Name) << ", " << Value
         << (T.Role == TensorAttr::Buffer && T.Persistent
                 ? ")"
                 : ", persistent=False)");
}

/// What a class that made its own tensors may have got wrong.
void PythonClassWriter::adjust(const Module &Sub, StringRef Text) {
  const ModuleInfo *Info = classOf(Sub);
  std::optional<DType> Type;
  for (const TensorAttr &T : Sub.tensors())
    if (TensorType Known = T.tensorType();
        Known && T.Role == TensorAttr::Parameter && !Type)
      Type = Known.dtype();
  if (Type && *Type != DType::Float32)
    line() << Text << ".to(" << toString(*Type) << ')';
  bool IsOpen = M.treeKind() == GraphModule::TreeKind::Open;
  for (const TensorAttr &T : Sub.tensors()) {
    bool IsKnown = Info && Info->findTensor(T.Name.str());
    // What the class may have has a place among its parameters, where the
    // loader puts a parameter that is trained.
    bool IsTrained = T.Role == TensorAttr::Parameter && T.RequiresGrad;
    if (Info && (!IsKnown || (!IsTrained && classHasTensor(Sub, T.Name.str(),
                                                           IsOpen) == false))) {
      if (IsKnown && T.Role != TensorAttr::Parameter)
        line() << Text << "._parameters.pop(" << pythonString(T.Name.str())
               << ", None)";
      declareTensor(T, Text);
      continue;
    }
    std::string Tensor = pythonPath(Text, T.Name.str());
    if (std::string Key = tieKey(T); !Key.empty())
      if (auto [It, New] = ByRecord.try_emplace(Key, Tensor); !New) {
        line() << Tensor << " = " << It->second;
        continue;
      }
    if (T.Role == TensorAttr::Parameter && !T.RequiresGrad)
      line() << Tensor << ".requires_grad_(False)";
  }
}

Error PythonClassWriter::declare(const Module &Sub, StringRef Text,
                                 bool ByClass) {
  if (ByClass) {
    adjust(Sub, Text);
    return Error::success();
  }
  for (const TensorAttr &T : Sub.tensors())
    declareTensor(T, Text);
  for (const KwArg &A : Sub.attributes()) {
    std::string Value;
    raw_string_ostream VOS(Value);
    if (Error E = writePythonValue(File, A.Value, VOS,
                                   [](const Node &) { return StringRef(); }))
      return E;
    line() << "setattr(" << Text << ", " << pythonString(A.Name.str()) << ", "
           << Value << ')';
  }
  return Error::success();
}

/// State that the signature of a program names and no table describes.
void PythonClassWriter::declareSpecs() {
  StringSet<> Containers;
  for (const Node *N : M.graph().findNodes(Opcode::Placeholder)) {
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    if (!Spec || !Spec->Target || M.state(Spec->Target.str()))
      continue;
    const Argument *Val = N->val();
    TensorAttr T;
    if (Val)
      T.Type = *Val;
    T.Persistent = Spec->Persistent;
    T.RequiresGrad = T.tensorType().requiresGrad();
    T.Role = Spec->Kind == InputSpec::Parameter   ? TensorAttr::Parameter
             : Spec->Kind == InputSpec::Buffer    ? TensorAttr::Buffer
             : Spec->Kind == InputSpec::CustomObj ? TensorAttr::Object
                                                  : TensorAttr::Constant;
    auto [Owner, Leaf] = Spec->Target.str().rsplit('.');
    if (Leaf.empty())
      std::swap(Owner, Leaf);
    std::string Text = "self";
    for (StringRef Rest = Owner; !Rest.empty();) {
      auto [Part, Next] = Rest.split('.');
      StringRef Prefix = Owner.take_front(Part.end() - Owner.begin());
      std::string Inner = pythonPath(Text, Part);
      if (!M.submodule(Prefix) && Containers.insert(Prefix).second)
        line() << Text << ".add_module(" << pythonString(Part)
               << ", torch.nn.Module())";
      Text = std::move(Inner);
      Rest = Next;
    }
    T.Name = M.context().intern(Leaf);
    declareTensor(T, Text);
  }
}

void PythonClassWriter::take(StringRef Path, StringRef Base) {
  if (!Taken.insert(Path).second)
    return;
  File.UsesTake = NeedsRoot = true;
  StringRef Relative = Path;
  if (!Base.empty())
    Relative = Path.drop_front(Base.size() + 1);
  // What a pass has made is in a file of weights only.
  const TensorAttr *Made = Base.empty() && hasState() ? M.state(Path) : nullptr;
  line() << "_take(self, root, " << pythonString(Relative);
  if (Made && Made->tensorType())
    OS << ", state and " << tensorText(Made->Type);
  OS << ')';
}

/// Builds everything below \p Owner that is not a class of its own.
Error PythonClassWriter::buildTree(const Module &Owner, StringRef Path) {
  struct Level {
    const Module *M;
    std::string Path, Text;
    size_t Next = 0;
  };
  SmallVector<Level, 16> Levels;
  Levels.push_back({&Owner, Path.str(), "self"});
  while (!Levels.empty()) {
    Level &Top = Levels.back();
    if (Top.Next == Top.M->children().size()) {
      Levels.pop_back();
      continue;
    }
    const Module &Child = *Top.M->children()[Top.Next++];
    StringRef Name = Child.name().str();
    std::string ChildPath = joinModulePath(Top.Path, Name);
    if (Known->Called.contains(ChildPath) && !isBuildable(Child)) {
      take(ChildPath, Path);
      continue;
    }
    if (lacksState(Child, ChildPath)) {
      std::string Text = pythonPath(Top.Text, Name);
      line() << Top.Text << ".add_module(" << pythonString(Name)
             << ", torch.nn.Module())";
      if (Error E = declare(Child, Text, /*ByClass=*/false))
        return E;
      continue;
    }
    bool ByClass = isLeafClass(Child);
    bool IsContainer = !ByClass && !Child.graph();
    if (IsContainer && Child.children().empty() && Child.tensors().empty() &&
        Child.attributes().empty() && containerClass(Child).empty())
      // Unknown, and not used.
      continue;
    Expected<std::string> Made = construct(Child, ChildPath);
    if (!Made)
      return Made.takeError();
    std::string Text = pythonPath(Top.Text, Name);
    if (isPythonName(Name))
      line() << Top.Text << '.' << Name << " = " << *Made;
    else
      line() << Top.Text << ".add_module(" << pythonString(Name) << ", "
             << *Made << ')';
    if (Child.graph())
      continue;
    if (Error E = declare(Child, Text, ByClass))
      return E;
    if (IsContainer)
      Levels.push_back({&Child, std::move(ChildPath), std::move(Text)});
  }
  return Error::success();
}

/// Whether \p Path is a part of something that was taken.
bool PythonClassWriter::isInsideTaken(StringRef Path) const {
  for (size_t Dot = Path.find('.'); Dot != StringRef::npos;
       Dot = Path.find('.', Dot + 1))
    if (Taken.contains(Path.take_front(Dot)))
      return true;
  return false;
}

/// What the graph names and the tree does not describe.
void PythonClassWriter::takeMissing(const Module &Owner, StringRef Path) {
  if (M.program() && &Owner == &M.root())
    return;
  bool IsOpen = M.treeKind() != GraphModule::TreeKind::Closed;
  for (const Node *N : Owner.graph()->nodes()) {
    if (!N->isCallModule() && !N->isGetAttr())
      continue;
    StringRef Target = N->targetText();
    std::string Whole = joinModulePath(Path, Target);
    const Module *Sub = Owner.lookup(Target);
    if (Sub && (N->isCallModule() ? isBuildable(*Sub) : true))
      continue;
    if (!Sub && N->isGetAttr()) {
      if (Owner.hasAttribute(Target))
        continue;
      auto [OwnerPath, Name] = Target.rsplit('.');
      const Module *Holder = Name.empty() ? nullptr : Owner.lookup(OwnerPath);
      if (Holder && isLeafClass(*Holder) &&
          classHasTensor(*Holder, Name, IsOpen).value_or(false))
        continue;
    }
    if (!isInsideTaken(Whole))
      take(Whole, Path);
  }
}

/// Training or not, where a module differs from the one around it.
void PythonClassWriter::setModes(const Module &Owner, StringRef Path) {
  if (NeedsRoot) {
    line() << "self.training = root.training";
    return;
  }
  line() << "self.train(" << (Owner.isTraining() ? "True" : "False") << ')';
  Owner.walk([&](const Module &Sub, StringRef SubPath) {
    if (!Sub.parent() || &Sub == &Owner || SubPath.empty() ||
        Sub.isTraining() == Sub.parent()->isTraining())
      return;
    // Those without a class may not be there.
    if (isBuildable(Sub))
      line() << pythonPath("self", SubPath) << ".train("
             << (Sub.isTraining() ? "True" : "False") << ')';
  });
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

std::string PythonClassWriter::stateText(StringRef Path) const {
  if (Path.contains('.') && M.root().tensor(Path))
    return "getattr(self, " + pythonString(Path) + ")";
  return pythonPath("self", Path);
}

static bool isArchiveName(StringRef File) { return File.ends_with(".pt2"); }

/// Whether the kind of file that has the state is known when it is loaded.
static bool hasFilesOfAnyKind(const GraphModule &M) {
  return M.weightFiles().size() > 1 || (!isArchiveName(M.weights()) &&
                                        !M.weights().ends_with(".safetensors"));
}

/// Whether there is a file to take state from, and something to take.
bool PythonClassWriter::hasState() const {
  if (M.weights().empty())
    return false;
  // Files of weights may know more than the tree does.
  bool Any = !isArchiveName(M.weights());
  M.forEachState([&](const TensorAttr &, StringRef) { Any = true; });
  return Any;
}

/// The table of where the state is in the file of weights.
void PythonClassWriter::writeState() {
  // Archives do not say what is in their records, and of several files none
  // knows whether it is the one.
  bool NeedsFacts = isArchiveName(M.weights()) || hasFilesOfAnyKind(M);
  OS << "\n    STATE_FILE = ";
  ListSeparator Comma;
  if (M.weightFiles().size() > 1)
    OS << '(';
  for (const std::string &Name : M.weightFiles())
    OS << Comma << "os.path.join(os.path.dirname(os.path.abspath(__file__)), "
       << pythonString(Name) << ')';
  if (M.weightFiles().size() > 1)
    OS << ')';
  OS << "\n    STATE = {";
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    StringRef Record = T.Record ? T.Record.str() : Path;
    TensorType Type = T.tensorType();
    auto Sizes = Type.fixedSizes(), Strides = Type.fixedStrides();
    bool Raw = T.isTensor() && !T.Pickled && Type && Sizes && Strides;
    bool HasStrides = Raw && *Strides != contiguousStrides(*Sizes);
    int64_t Offset = Raw ? Type.fixedOffset().value_or(0) : 0;
    // Files of weights know types and sizes of what is whole themselves, but
    // have no words for some types.
    bool IsKnown = !Raw || safeTypeOf(Type.dtype());
    if (!NeedsFacts && !T.Record && !HasStrides && Offset == 0 && IsKnown)
      return;
    OS << "\n        " << pythonString(Path) << ": (" << pythonString(Record);
    if (Raw) {
      OS << ", " << toString(Type.dtype()) << ", " << sizesText(*Sizes) << ", "
         << sizesText(*Strides) << ", " << Offset << "),";
    } else {
      OS << ",),";
    }
  });
  OS << "\n    }\n";
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// `forward` of a plain graph.
Error PythonClassWriter::forward(const Module &Owner) {
  std::string BodyText;
  raw_string_ostream BOS(BodyText);
  PythonCode Code(File, *Owner.graph(), BOS);
  std::string Public, Inner, Passed;
  bool Hides = false;
  for (const Node *N : Owner.graph()->findNodes(Opcode::Placeholder)) {
    StringRef Target = N->targetText(), Stars = Target;
    Target = Target.ltrim('*');
    Stars = Stars.drop_back(Target.size());
    std::string Local = Code.newName(Target);
    std::string Default;
    if (N->numArgs()) {
      raw_string_ostream DOS(Default);
      DOS << '=';
      if (Error E = Code.value(N->arg(0), DOS, *N))
        return E;
    }
    // `self` is there already.
    if (Target == "self" && Public.empty() && Stars.empty()) {
      Code.bind(*N, "self");
      continue;
    }
    Hides |= Local != Target && isPythonName(Target);
    StringRef Shown = isPythonName(Target) ? Target : StringRef(Local);
    Public += (", " + Stars + Shown + Default).str();
    Inner += (", " + Stars + Local + Default).str();
    Passed += ((Passed.empty() ? "" : ", ") + Stars + Shown).str();
    Code.bind(*N, std::move(Local));
  }
  if (Error E = Code.statements(/*InlineAttributes=*/false))
    return E;
  std::string Result = "None";
  if (const Node *Out = Owner.graph()->outputNode(); Out && Out->numArgs()) {
    Result.clear();
    raw_string_ostream ROS(Result);
    if (Error E = Code.value(Out->arg(0), ROS, *Out))
      return E;
  }
  StringRef FunctionName = "forward";
  if (Hides) {
    OS << "\n    def forward(self" << Public
       << "):\n        return self._forward(" << Passed << ")\n";
    FunctionName = "_forward";
  }
  OS << "\n    def " << FunctionName << "(self" << (Hides ? Inner : Public)
     << "):" << BodyText << "\n        return " << Result << '\n';
  return Error::success();
}

/// The whole constructor.
Error PythonClassWriter::buildAll(const Module &Owner, StringRef Path,
                                  bool IsProgram) {
  if (Error E = declare(Owner, "self", /*ByClass=*/false))
    return E;
  if (Error E = buildTree(Owner, Path))
    return E;
  if (IsProgram) {
    declareSpecs();
    return Error::success();
  }
  takeMissing(Owner, Path);
  setModes(Owner, Path);
  return Error::success();
}

/// Modules whose state is the program's, though no graph calls them.
void PythonClassWriter::takeState(const Module &Owner, StringRef Path) {
  Owner.walk([&](const Module &Sub, StringRef Below) {
    std::string Whole = joinModulePath(Path, Below);
    if (!Below.empty() && !Sub.tensors().empty() && !Taken.contains(Whole) &&
        !isInsideTaken(Whole))
      take(Whole, Path);
  });
}

/// The same, where nothing is made that somebody gives.
Error PythonClassWriter::takeAll(const Module &Owner, StringRef Path) {
  // What a longer path is a part of comes first.
  std::vector<std::string> Targets;
  for (const Node *N : Owner.graph()->nodes())
    if (N->isCallModule() || N->isGetAttr())
      Targets.push_back(N->targetText().str());
  sort(Targets);
  for (const std::string &Target : Targets)
    if (!isInsideTaken(joinModulePath(Path, Target)))
      take(joinModulePath(Path, Target), Path);
  takeState(Owner, Path);
  setModes(Owner, Path);
  return Error::success();
}

Error PythonClassWriter::writeClass(const Module &Owner, StringRef Path) {
  bool IsRoot = Path.empty(), IsProgram = IsRoot && M.program();
  // Whether a root is needed shows at the end of the constructor. Then all
  // comes from there, as torch.fx.GraphModule(root, graph) has it.
  std::string Constructor;
  for (bool TakeAll : {false, true}) {
    Constructor.clear();
    raw_string_ostream COS(Constructor);
    PythonClassWriter Inner(*this, COS);
    if (Error E = TakeAll ? Inner.takeAll(Owner, Path)
                          : Inner.buildAll(Owner, Path, IsProgram))
      return E;
    NeedsRoot = Inner.NeedsRoot;
    if (!NeedsRoot)
      break;
  }
  bool HasState = IsRoot && hasState();
  Known->Classes[&Owner].NeedsRoot = NeedsRoot;
  OS << "\nclass " << Known->Classes[&Owner].Name << "(torch.nn.Module):";
  if (HasState)
    writeState();
  OS << "\n    def __init__(self" << (NeedsRoot ? ", root" : "")
     << (HasState ? ", state=STATE_FILE" : "") << "):"
     << "\n        super().__init__()" << Constructor;
  if (HasState) {
    bool IsArchive = isArchiveName(M.weights());
    bool IsAny = hasFilesOfAnyKind(M);
    File.UsesFiles |= IsAny;
    File.UsesArchive |= IsArchive || IsAny;
    File.UsesTensors |= !IsArchive || IsAny;
    OS << "\n        if state is not None:\n            "
       << (IsAny       ? "_load_files"
           : IsArchive ? "_load_archive"
                       : "_load_tensors")
       << "(self, state, self.STATE)";
  }
  OS << '\n';
  if (IsProgram)
    return writeProgramForward(
        File, M, OS, [this](StringRef State) { return stateText(State); });
  return forward(Owner);
}

Error PythonClassWriter::write() {
  findCalls();
  findBuildable();
  SmallVector<std::pair<const Module *, std::string>, 8> Order;
  M.root().walk([&](const Module &Sub, StringRef Path) {
    if (Sub.graph())
      Order.push_back({&Sub, Path.str()});
  });
  for (auto &[Sub, Path] : Order)
    Known->Classes[Sub].Name =
        Path.empty() ? Name : File.className(Name + "_" + Path);
  for (auto &[Sub, Path] : reverse(Order)) {
    if (Error E = writeClass(*Sub, Path))
      return E;
    OS << '\n';
  }
  return Error::success();
}
