//===- ProgramReader.cpp - Exported programs from JSON --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"
#include "GraphReader.h"
#include "JSONPatch.h"
#include "ProgramWriter.h"
#include "SchemaNames.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ProgramJSON.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

ProgramReader::ProgramReader(Context &Ctx, StringRef Text)
    : Ctx(Ctx), Text(Text), R(Text), Symbols(Ctx) {}
ProgramReader::~ProgramReader() = default;

//===----------------------------------------------------------------------===//
// Small things
//===----------------------------------------------------------------------===//

unsigned ProgramReader::findField(ArrayRef<StringLiteral> Fields,
                                  StringRef Key) {
  return find(Fields, Key) - Fields.begin();
}

bool ProgramReader::readName(StringRef &Name) {
  if (!R.readString(Name))
    return false;
  if (Name.begin() < Text.begin() || Name.end() > Text.end())
    Name = intern(Name).str();
  return true;
}

bool ProgramReader::readNamed(StringRef Field, StringRef &Name) {
  if (!R.beginObject())
    return false;
  bool First = true, Found = false;
  StringRef Key;
  while (R.nextMember(First, Key)) {
    if (LLVM_LIKELY(Key == Field && !Found)) {
      Found = true;
      if (!readName(Name))
        return false;
    } else if (Unusual = true; !R.skipValue()) {
      return false;
    }
  }
  return Found || R.fail("'" + Field + "' is missing");
}

bool ProgramReader::readNone() {
  bool True = false;
  if (R.peek() == 't')
    return R.readBool(True);
  Unusual = true;
  return R.skipValue();
}

bool ProgramReader::readSymbol(Symbol &S) {
  StringRef Text;
  if (!R.readString(Text))
    return false;
  S = intern(Text);
  return true;
}

bool ProgramReader::readStrings(std::vector<Symbol> &Strings) {
  return readArray([&] { return readSymbol(Strings.emplace_back()); });
}

bool ProgramReader::readStringMap(std::vector<KwArg> &Entries) {
  return readMap([&](StringRef Key) {
    Symbol Name = intern(Key), Value;
    if (!readSymbol(Value))
      return false;
    Entries.push_back({Name, Argument::string(Value)});
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

/// A specification that names a value of the graph in `arg`, which its place
/// tells as well, and in another field what it is.
bool ProgramReader::readStateSpec(ArrayRef<StringLiteral> Fields,
                                  unsigned Required, Symbol &Target,
                                  bool &Flag) {
  return readStruct(Fields, Required, [&](unsigned I) {
    if (I == 0)
      return R.skipValue(SpecArg);
    return I == 1 ? readSymbol(Target) : R.readBool(Flag);
  });
}

bool ProgramReader::readInputSpec(size_t) {
  using Kind = InputSpec::SpecKind;
  InputSpec Spec;
  SpecArg = StringRef();
  const char *At = (R.peek(), R.position());
  auto Read = [&](Kind K, ArrayRef<StringLiteral> Fields) {
    Spec.Kind = K;
    // Up to PyTorch 2.2 all buffers were.
    unsigned Required = isOld() && K == Kind::Buffer ? 2 : Fields.size();
    return readStateSpec(Fields, Required, Spec.Target, Spec.Persistent);
  };
  bool Good = readUnion([&](StringRef Key) {
    if (Key == "user_input")
      return Read(Kind::UserInput, {"arg"});
    if (Key == "parameter")
      return Read(Kind::Parameter, {"arg", "parameter_name"});
    if (Key == "buffer")
      return Read(Kind::Buffer, {"arg", "buffer_name", "persistent"});
    if (Key == "tensor_constant")
      return Read(Kind::TensorConstant, {"arg", "tensor_constant_name"});
    if (Key == "custom_obj")
      return Read(Kind::CustomObj, {"arg", "custom_obj_name"});
    if (Key == "token")
      return Read(Kind::Token, {"arg"});
    if (Key == "constant_input") {
      // The name and the value are those of the placeholder, or should be.
      Spec.Kind = Kind::ConstantInput;
      Unusual = true;
      return R.skipValue();
    }
    return R.fail("unknown kind of an input, '" + Key + "'", At);
  });
  Inputs.push_back(Spec);
  InputArgs.push_back(SpecArg);
  return Good;
}

bool ProgramReader::readOutputSpec(size_t) {
  using Kind = OutputSpec::SpecKind;
  OutputSpec Spec;
  SpecArg = StringRef();
  const char *At = (R.peek(), R.position());
  bool Ignored;
  auto Read = [&](Kind K, ArrayRef<StringLiteral> Fields) {
    Spec.Kind = K;
    return readStateSpec(Fields, Fields.size(), Spec.Target, Ignored);
  };
  bool Good = readUnion([&](StringRef Key) {
    if (Key == "user_output")
      return Read(Kind::UserOutput, {"arg"});
    if (Key == "loss_output")
      return Read(Kind::LossOutput, {"arg"});
    if (Key == "buffer_mutation")
      return Read(Kind::BufferMutation, {"arg", "buffer_name"});
    if (Key == "gradient_to_parameter")
      return Read(Kind::GradientToParameter, {"arg", "parameter_name"});
    if (Key == "gradient_to_user_input")
      return Read(Kind::GradientToUserInput, {"arg", "user_input_name"});
    if (Key == "user_input_mutation")
      return Read(Kind::UserInputMutation, {"arg", "user_input_name"});
    if (Key == "token")
      return Read(Kind::Token, {"arg"});
    if (Key == "parameter_mutation")
      return Read(Kind::ParameterMutation, {"arg", "parameter_name"});
    return R.fail("unknown kind of an output, '" + Key + "'", At);
  });
  Outputs.push_back(Spec);
  OutputArgs.push_back(SpecArg);
  return Good;
}

bool ProgramReader::readSignature() {
  static constexpr StringLiteral Fields[] = {"input_specs", "output_specs"};
  return readStruct(Fields, 2, [&](unsigned I) {
    size_t Place = 0;
    return readArray([&] {
      return I == 0 ? readInputSpec(Place++) : readOutputSpec(Place++);
    });
  });
}

/// The name in `{"name": "x"}` or `{"as_tensor": {"name": "x"}}`.
bool ProgramReader::readSpecName(JSONReader &Arg, StringRef &Name) {
  StringRef Key;
  bool First = true, Found = false, Union = false;
  if (!Arg.beginObject())
    return false;
  while (Arg.nextMember(First, Key)) {
    if (Key == "name" || Key == "as_name") {
      if (!Arg.readString(Name))
        return false;
      Found = true;
      continue;
    }
    if (Key.starts_with("as_") && Arg.peek() == '{' && !Union) {
      Union = true;
      if (!readSpecName(Arg, Name))
        return false;
      Found = true;
      continue;
    }
    Unusual |= Key != "class_fqn";
    if (!Arg.skipValue())
      return false;
  }
  return Found;
}

/// A specification names the value at its place. \p Raw is its argument.
bool ProgramReader::checkSpecName(StringRef Raw, const char *At,
                                  const Argument &Value) {
  if (Raw.empty())
    return true; // A constant.
  JSONReader Arg(Raw);
  StringRef Name;
  bool Found = readSpecName(Arg, Name);
  const Node *N = Value.asNode();
  if (!Found && !N)
    return true;
  if (Found && N && N->name() == Name)
    return true;
  return R.fail("the signature says '" + Name + "' where the graph has " +
                    (N ? "'" + N->name() + "'" : "a constant"),
                Raw.begin());
}

/// Puts the specifications into the metadata of placeholders and output.
bool ProgramReader::attachSignature(const char *At) {
  ArrayRef<Node *> Placeholders = Root->placeholders();
  if (Placeholders.size() != Inputs.size())
    return R.fail("the signature has " + Twine(Inputs.size()) +
                      " inputs, the graph " + Twine(Placeholders.size()),
                  At);
  Symbol Key = intern("input_spec");
  for (auto [N, Spec, Arg] : zip(Placeholders, Inputs, InputArgs)) {
    // Up to PyTorch 2.3 constants were user inputs.
    if (isOld() && Spec.Kind == InputSpec::UserInput && Root->isConstant(N))
      Spec.Kind = InputSpec::ConstantInput;
    else if (!checkSpecName(Arg, At, N))
      return false;
    Root->metadata().setExtra(N, Key, Spec.toArgument(Ctx));
  }
  Node *Output = Root->outputNode();
  Argument Returned = Output->arg(0);
  size_t Count = Returned.isSequence() ? Returned.size() : 1;
  if (Count != Outputs.size())
    return R.fail("the signature has " + Twine(Outputs.size()) +
                      " outputs, the graph " + Twine(Count),
                  At);
  SmallVector<Argument, 8> Specs;
  for (auto [I, Spec] : enumerate(Outputs)) {
    if (!checkSpecName(OutputArgs[I], At,
                       Returned.isSequence() ? Returned[I] : Returned))
      return false;
    Specs.push_back(Spec.toArgument(Ctx));
  }
  Root->metadata().setExtra(Output, intern("output_specs"),
                            Argument::tuple(Specs));
  return true;
}

//===----------------------------------------------------------------------===//
// Module calls, ranges
//===----------------------------------------------------------------------===//

bool ProgramReader::readModuleCallSignature(ModuleCall &Call) {
  static constexpr StringLiteral Fields[] = {"inputs", "outputs", "in_spec",
                                             "out_spec", "forward_arg_names"};
  Call.HasSignature = true;
  return readStruct(Fields, 4, [&](unsigned I) {
    switch (I) {
    case 0:
    case 1: {
      std::vector<Argument> &List = I ? Call.Outputs : Call.Inputs;
      return readArray(
          [&] { return Root->arguments().read(List.emplace_back()); });
    }
    case 2:
      return readSymbol(Call.InSpec);
    case 3:
      return readSymbol(Call.OutSpec);
    default:
      return R.consumeNull() || readStrings(Call.ArgNames.emplace());
    }
  });
}

bool ProgramReader::readModuleCalls() {
  static constexpr StringLiteral Fields[] = {"fqn", "signature"};
  return readArray([&] {
    ModuleCall Call;
    if (!readStruct(Fields, 1, [&](unsigned I) {
          if (I == 0)
            return readSymbol(Call.Path);
          return R.consumeNull() || readModuleCallSignature(Call);
        }))
      return false;
    Program->ModuleCalls.push_back(std::move(Call));
    return true;
  });
}

bool ProgramReader::readRanges() {
  static constexpr StringLiteral Fields[] = {"min_val", "max_val"};
  return readMap([&](StringRef Key) {
    RangeConstraint Range;
    Range.Text = isOld() ? renameSymbols(Key) : intern(Key);
    if (!readStruct(Fields, 2, [&](unsigned I) {
          std::optional<int64_t> &Bound = I ? Range.Max : Range.Min;
          if (isOld())
            return readBound(Bound);
          return R.consumeNull() || R.readInt(Bound.emplace());
        }))
      return false;
    Program->Ranges.push_back(Range);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

bool ProgramReader::readGraphModule() {
  static constexpr StringLiteral Fields[] = {"graph",
                                             "signature",
                                             "module_call_graph",
                                             "metadata",
                                             "treespec_namedtuple_fields",
                                             "call_spec"};
  static constexpr StringLiteral TupleFields[] = {"field_names"};
  const char *CallsAt = nullptr, *SignatureAt = nullptr;
  ArrayRef<StringLiteral> Known(Fields);
  if (!readStruct(
          isFirstSchema() ? Known : Known.drop_back(), 3, [&](unsigned I) {
            switch (I) {
            case 0:
              Root = std::make_unique<GraphReader>(*this, M->root(), 0);
              return Root->read();
            case 1:
              SignatureAt = R.position();
              return isFirstSchema() ? R.skipValue() : readSignature();
            case 2:
              // It names values of the graph.
              CallsAt = R.position();
              return R.skipValue();
            case 3:
              return readStringMap(Program->Metadata);
            case 5:
              return readFirstCallSpec();
            default:
              return readMap([&](StringRef Key) {
                Symbol Name = intern(Key);
                std::vector<Symbol> Names;
                if (!readStruct(TupleFields, 1,
                                [&](unsigned) { return readStrings(Names); }))
                  return false;
                SmallVector<Argument, 4> Items;
                for (Symbol S : Names)
                  Items.push_back(Argument::string(S));
                Program->NamedTuples.push_back({Name, Argument::tuple(Items)});
                return true;
              });
            }
          }))
    return false;
  const char *Behind = R.position();
  R.setPosition(CallsAt);
  if (!readModuleCalls())
    return false;
  if (isFirstSchema()) {
    R.setPosition(SignatureAt);
    if (!readFirstSignature())
      return false;
  }
  R.setPosition(Behind);
  Program->noteModuleCalls();
  return attachSignature(SignatureAt);
}

bool ProgramReader::readProgram() {
  static constexpr StringLiteral Fields[] = {
      "graph_module", "opset_version", "range_constraints", "schema_version",
      "verifiers",    "torch_version", "guards_code",       "dialect"};
  ArrayRef<StringLiteral> Known(Fields);
  return readStruct(isOld() ? Known : Known.drop_back(), 4, [&](unsigned I) {
    switch (I) {
    case 0:
      return readGraphModule();
    case 1:
      return readMap([&](StringRef Key) {
        int64_t Version;
        Symbol Name = intern(Key);
        if (!R.readInt(Version))
          return false;
        Program->OpsetVersion.push_back({Name, Version});
        return true;
      });
    case 2:
      return readRanges();
    case 3:
      return readVersion();
    case 4:
      return readStrings(Program->Verifiers);
    case 5:
      return readSymbol(Program->TorchVersion);
    case 6:
      return readStrings(Program->GuardsCode);
    default:
      return readSymbol(Program->Verifiers.emplace_back());
    }
  });
}

/// JSON text is UTF-8.
static bool checkEncoding(JSONReader &R, StringRef Text) {
  // PyTorch writes ASCII.
  uint64_t Any = 0;
  size_t I = 0;
  for (uint64_t Word; I + sizeof(Word) <= Text.size(); I += sizeof(Word)) {
    std::memcpy(&Word, Text.data() + I, sizeof(Word));
    Any |= Word;
  }
  for (; I != Text.size(); ++I)
    Any |= uint8_t(Text[I]);
  if (!(Any & 0x8080808080808080))
    return true;
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const UTF8 *>(Text.end());
  const UTF8 *Cur = Begin;
  if (isLegalUTF8String(&Cur, End))
    return true;
  return R.fail("not UTF-8", Text.begin() + (Cur - Begin));
}

/// Nodes of \p G by the steps of patches to what is written for them in
/// `nodes`.
static StringMap<Node *> nodesBySteps(Graph &G) {
  StringMap<Node *> Nodes;
  size_t Place = 0;
  for (Node *N : G.nodes()) {
    if (!isInNodes(*N))
      continue;
    const Argument *Called = N->meta(SerializedNameKey);
    std::string Name =
        Called && Called->isString() ? Called->str().str() : N->name();
    if (!Nodes.try_emplace(nodeStep(Name), N).second)
      Nodes[std::to_string(Place)] = N;
    ++Place;
  }
  return Nodes;
}

/// Keeps what would be written differently. What PyTorch 2.13 has written in
/// its usual way is known to come back.
void ProgramReader::keepDifferences() {
  if (Normalize || isOld())
    return;
  if (!Unusual && Program->TorchVersion.str().starts_with("2.13."))
    return;
  TextBuffer Usual;
  if (Error E = ProgramWriter(*M, Usual).write()) {
    // It cannot be written, which is an error if somebody tries.
    consumeError(std::move(E));
    return;
  }
  if (Usual.text() == Text)
    return;
  StringMap<Node *> Nodes = nodesBySteps(M->graph());
  MapVector<Node *, SmallVector<Argument, 2>> OfNodes;
  for (Argument &Patch : diffJSON(Ctx, Usual.text(), Text)) {
    StringRef Path = Patch[1].str(), First = "val";
    Node *N = nullptr;
    if (Path.consume_front("graph_module/graph/")) {
      auto [Field, Rest] = Path.split('/');
      auto [Step, Behind] = Rest.split('/');
      if (Field == "nodes") {
        First = "node";
        N = Nodes.lookup(Step);
      } else if (Field.ends_with("_values")) {
        N = M->graph().findByName(Step);
      }
      Path = Behind;
    }
    if (!N) {
      Program->Patches.push_back(std::move(Patch));
      continue;
    }
    std::string Relative = First.str();
    if (!Path.empty())
      (Relative += "/") += Path;
    OfNodes[N].push_back(withPath(Ctx, Patch, Relative));
  }
  for (auto &[N, Patches] : OfNodes)
    N->setMeta(PatchesKey, Argument::list(Patches));
}

std::unique_ptr<GraphModule> ProgramReader::read() {
  auto Result = std::make_unique<GraphModule>(Ctx);
  M = Result.get();
  Program = &M->makeProgram();
  findVersion();
  if (!checkEncoding(R, Text) || !readProgram() || !R.expectEnd())
    return nullptr;
  if (Normalize || isOld()) {
    addMissingRanges();
    if (!Program->TorchVersion)
      Program->TorchVersion = intern("<=2.4");
    if (isFirstSchema())
      Program->Verifiers.push_back(intern("ATEN"));
    Program->SchemaMajor = ExportedProgram::NewestMajor;
    Program->SchemaMinor = ExportedProgram::NewestMinor;
  }
  Root->metadata().attach();
  M->setTreeKind(GraphModule::TreeKind::Closed);
  keepDifferences();
  return Result;
}

Expected<std::unique_ptr<GraphModule>> fx::parseProgramJSON(Context &Ctx,
                                                            StringRef Text,
                                                            StringRef Record,
                                                            bool Normalize) {
  ProgramReader Reader(Ctx, Text);
  Reader.Normalize = Normalize;
  if (std::unique_ptr<GraphModule> M = Reader.read())
    return M;
  JSONReader &R = Reader.json();
  std::string Path = R.errorPath();
  return makeFileError(diag::err_program_json, Record,
                       Path.empty() ? "the program" : Path, R.message(),
                       R.errorOffset());
}
