//===- ValueInference.cpp - Values of nodes from their operands -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueInference.h"
#include "Modules/ModuleBody.h"
#include "ValueRules.h"
#include "fx/Analysis/Autocast.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/InPlaceViews.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/Printer.h"
#include "fx/IR/VmapCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace fx;
using namespace llvm;

std::optional<DType> fx::numberCategory(const ValueCall &C, const Argument &A) {
  switch (A.kind()) {
  case ArgKind::Bool:
    return DType::Bool;
  case ArgKind::Int:
  case ArgKind::BigInt:
    return DType::Int64;
  case ArgKind::SymExpr: {
    const ExportedProgram *Program =
        C.module() ? C.module()->program() : nullptr;
    const SymbolicInfo *Info =
        Program ? Program->symbolic(A.symbol()) : nullptr;
    if (Info && Info->Type == SymbolicInfo::Float)
      return DType::Float32;
    return Info && Info->Type == SymbolicInfo::Bool ? DType::Bool
                                                    : DType::Int64;
  }
  case ArgKind::Float:
    return DType::Float32;
  case ArgKind::Complex:
    return DType::Complex64;
  default:
    return std::nullopt;
  }
}

Argument fx::valueTuple(ArrayRef<Argument> Values) {
  return Argument::tuple(Values);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static StringMap<ValueRuleFn> &ruleTable() {
  static StringMap<ValueRuleFn> *Table = [] {
    auto *New = new StringMap<ValueRuleFn>();
    for (ArrayRef<NamedValueRule> Family :
         {pointwiseValueRules(), stepsValueRules(), reductionValueRules(),
          viewValueRules(), splitValueRules(), reshapeValueRules(),
          joiningValueRules(), linearValueRules(), networkValueRules(),
          normalizationValueRules(), indexingValueRules(), factoryValueRules(),
          numberValueRules(), higherOrderValueRules(), algebraValueRules(),
          fourierValueRules(), einsumValueRules(), dataValueRules()})
      for (const NamedValueRule &R : Family)
        New->try_emplace(R.Name, R.Rule);
    return New;
  }();
  return *Table;
}

ValueRuleFn fx::lookupValueRule(StringRef Name) {
  return ruleTable().lookup(Name);
}

bool fx::registerValueRule(StringRef Name, ValueRuleFn Rule) {
  return ruleTable().try_emplace(Name, Rule).second;
}

/// Whether a tensor of type \p To takes results of type \p From: at::canCast.
static bool holds(DType To, DType From) {
  if (isComplexType(From) && !isComplexType(To))
    return false;
  if (isFloatType(From) && isIntegral(To, true))
    return false;
  return To != DType::Bool || From == DType::Bool;
}

/// Whether \p N changes the sizes or strides of its first operand.
static bool isReshaper(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return Target && changesSizesInPlace(Target->op().name());
}

/// What is wrong with a call that writes to its first operand, by what its
/// functional form says: `x.add_(y)` is `torch.add(x, y)` in x.
static void checkInPlace(ValueCall &C) {
  const OpTarget *Target = C.node().opTarget();
  // What `out` is given becomes as large as the result.
  const OpInfo *Op = Target && Target->op().name().ends_with("_")
                         ? Target->op().functionalForm()
                         : nullptr;
  ValueRuleFn Rule = Op ? lookupValueRule(Op->valueRule()) : nullptr;
  if (!Rule)
    return;
  ValueCall Functional = C;
  TensorValue Result(Rule(Functional)), Self(C.get(0u));
  if (Functional.isMismatch()) {
    C.mismatch(Functional.reason());
    return;
  }
  // Others change the sizes, or convert what they write.
  if (isInPlaceView(Target->op().name()) || Functional.failed() || !Result ||
      !Self)
    return;
  if (C.hasParam("dtype"))
    C.require(C.dtype("dtype", Self.dtype()) == Self.dtype(),
              Twine("a result of ") + toString(Result.dtype()) +
                  " is written to a tensor of " + toString(Self.dtype()));
  if (requireSameSizes(C, Self.sizes(), Result.sizes()) && Op->isPointwise())
    C.require(holds(Self.dtype(), Result.dtype()),
              Twine("a result of ") + toString(Result.dtype()) +
                  " is written to a tensor of " + toString(Self.dtype()));
}

/// The same for calls that have no functional form with a rule.
static void checkFilled(ValueCall &C) {
  TensorValue Self(C.get(0u));
  if (!Self || C.failed())
    return;
  if (C.opName() == "fill_")
    return requireNumber(C, "value");
  if (C.opName() == "copy_")
    if (TensorValue Source(C.get("src")); Source) {
      Dims Both = C.broadcast(Self.sizes(), Source.sizes());
      if (!C.failed())
        requireSameSizes(C, Self.sizes(), Both);
    }
  if (C.opName() == "fill_diagonal_" &&
      C.require(Self.rank() >= 2, "the operand has fewer than two dimensions"))
    for (size_t I = 1; Self.rank() > 2 && I != Self.rank(); ++I)
      C.require(!surelyDiffer(Self.sizes()[0], Self.sizes()[I]),
                "the sizes of the operand differ");
}

/// What an operator writes to is its result: `relu_`, `add.out`.
static Argument writtenArgument(ValueCall &C) {
  checkInPlace(C);
  checkFilled(C);
  SmallVector<Argument, 2> Results;
  for (const SchemaReturn &R : C.schema().returns())
    for (auto [I, Param] : enumerate(C.schema().params()))
      if (Param.Type.Written && !Param.Type.isList() &&
          Param.Type.AliasSet == R.Type.AliasSet)
        Results.push_back(C.get(I));
  if (Results.empty() || Results.size() != C.schema().returns().size())
    return C.fail("what it returns is not what it writes to");
  if (Results.size() > 1 || C.schema().returnsTuple())
    return Argument::tuple(Results);
  TensorValue T(Results[0]);
  if (!T)
    return C.fail("what it writes to is not a tensor");
  return C.result(T.dtype(), T.sizes(), T.strides(), T.device(), T.offset());
}

/// The operator that `_foreach_X` calls for each element of its lists.
static StringRef elementOp(StringRef Op) {
  Op.consume_front("_foreach_");
  return StringSwitch<StringRef>(Op)
      .Case("maximum", "clamp_min")
      .Case("minimum", "clamp_max")
      .Cases("norm", "powsum", "linalg_vector_norm")
      .Default(Op);
}

/// Parameters of what `_foreach_add.Scalar` does with an element: `add(self,
/// other)`. A schema only refers to its parameters.
static SmallVector<SchemaParam, 6> elementParams(const OpSchema &Whole,
                                                 StringRef Op) {
  SmallVector<SchemaParam, 6> Params(Whole.params());
  for (SchemaParam &P : Params) {
    P.Type.ListDepth = 0;
    bool IsBound = Op.starts_with("clamp");
    if (P.Name == "scalar" ||
        (P.Name == "scalars" && !Op.starts_with("addc")) ||
        (P.Name == "other" && IsBound))
      P.Name = Op == "clamp_min" ? "min" : Op == "clamp_max" ? "max" : "other";
  }
  return Params;
}

/// The number of tensors that `_foreach_add` and relatives take. Each of their
/// other lists has one element for each tensor.
static std::optional<size_t> countOfElements(ValueCall &C) {
  std::optional<size_t> Count;
  for (auto [I, P] : enumerate(C.schema().params()))
    if (P.Type.isTensorLike() && P.Type.isList() && !Count)
      Count = C.get(I).size();
  if (!Count)
    return std::nullopt;
  C.require(*Count != 0, "there are no tensors");
  if (std::optional<unsigned> At = C.schema().findParam("other");
      At && !C.schema().params()[*At].Type.isList())
    requireNumber(C, "other");
  for (auto [I, P] : enumerate(C.schema().params()))
    if (Argument Given = C.get(I); P.Type.isList() && Given.isSequence())
      C.require(Given.size() == *Count, "the lists differ in length");
  return Count;
}

/// `_foreach_add` and relatives: element by element.
static Argument eachElement(ValueCall &C) {
  StringRef Name = elementOp(C.opName());
  const OpInfo *Op = lookupOp(Name);
  ValueRuleFn Rule = Op ? lookupValueRule(Op->valueRule()) : nullptr;
  SmallVector<SchemaParam, 6> Params = elementParams(C.schema(), Name);
  OpSchema Schema(C.schema().overload(), Params, C.schema().returns(),
                  /*ReturnsTuple=*/false);
  std::optional<size_t> Count = countOfElements(C);
  if (!Rule || !Count || C.failed())
    return C.fail("nothing is known of what is done with each element");
  SmallVector<Argument, 8> Results;
  for (size_t I = 0; I != *Count; ++I) {
    ValueCall Part = C.element(Schema, Name, I);
    Results.push_back(Rule(Part));
    if (const ArgumentRules *Rules = lookupArgumentRules(Name))
      checkArguments(Part, *Rules, Results.back());
    if (Part.failed())
      return Part.isMismatch() ? C.mismatch(Part.reason())
                               : C.fail(Part.reason());
  }
  return Argument::list(Results);
}

/// `_foreach_add_` and relatives return nothing; their tensors stay as large as
/// they are, and have to hold what is written.
static Argument writeEachElement(ValueCall &C) {
  StringRef Name = elementOp(C.opName().drop_back());
  const OpInfo *Op = lookupOp(Name);
  ValueRuleFn Rule = Op ? lookupValueRule(Op->valueRule()) : nullptr;
  SmallVector<SchemaParam, 6> Params = elementParams(C.schema(), Name);
  OpSchema Schema(C.schema().overload(), Params, C.schema().returns(),
                  /*ReturnsTuple=*/false);
  std::optional<size_t> Count = countOfElements(C);
  for (size_t I = 0; Rule && Count && I != *Count && !C.failed(); ++I) {
    ValueCall Part = C.element(Schema, Name, I);
    TensorValue Result(Rule(Part)), Self(C.get(0u)[I]);
    if (const ArgumentRules *Rules = lookupArgumentRules(Name))
      checkArguments(Part, *Rules, Self.value());
    if (Part.isMismatch())
      C.mismatch(Part.reason());
    if (Part.failed() || !Result || !Self)
      break;
    if (requireSameSizes(C, Self.sizes(), Result.sizes()))
      C.require(holds(Self.dtype(), Result.dtype()),
                Twine("a result of ") + toString(Result.dtype()) +
                    " is written to a tensor of " + toString(Self.dtype()));
  }
  return Argument::none();
}

/// The rule of what `add.out` computes; null where there is none.
static ValueRuleFn ruleWithoutOut(const OpTarget &Target) {
  StringRef Name = Target.op().name();
  const OpInfo *Op = Name.consume_back(".out") ? lookupOp(Name) : nullptr;
  return Op ? lookupValueRule(Op->valueRule()) : nullptr;
}

/// What `out` is after the call: PyTorch gives it the shape of the result. Its
/// kernels take the strides of the result as well, its fake tensors dense ones:
/// if \p Known, which may be null, has those, it is right too.
static Argument resizedOut(const Argument &Out, const Argument &Result,
                           const Argument *Known, ValueCall &C) {
  if (Out.isSequence() && Result.isSequence() && Out.size() == Result.size()) {
    bool IsKnown = Known && Known->isSequence() && Known->size() == Out.size();
    SmallVector<Argument, 2> Parts;
    for (size_t I = 0; I != Out.size(); ++I)
      Parts.push_back(
          resizedOut(Out[I], Result[I], IsKnown ? &(*Known)[I] : nullptr, C));
    return Argument::tuple(Parts);
  }
  TensorValue Old(Out), New(Result);
  if (!Old || !New || sameDims(Old.sizes(), New.sizes(), C.math()))
    return Out;
  TensorValue Fake(Known ? *Known : Argument());
  if (Fake && Fake.dtype() == Old.dtype() && Fake.device() == Old.device() &&
      sameDims(Fake.sizes(), New.sizes(), C.math()) && C.isContiguous(Fake))
    return *Known;
  return Argument::tensorType(Old.dtype(), Argument::tuple(New.sizes()),
                              Argument::tuple(New.strides()), Old.device());
}

/// Whether every result is a parameter that is written to.
static bool returnsWritten(const OpSchema &Schema) {
  ArrayRef<SchemaReturn> Returns = Schema.returns();
  return !Returns.empty() && all_of(Returns, [](const SchemaReturn &R) {
    return R.Type.Written && !R.Type.isList();
  });
}

//===----------------------------------------------------------------------===//
// ValueInference
//===----------------------------------------------------------------------===//

struct ValueInference::Impl {
  Impl(const Graph &G, const GraphModule *M)
      : G(G), M(M),
        Math(M ? SymbolicMath(*M) : SymbolicMath(G.context(), nullptr)) {
    if (M)
      Around = autocastAround(G);
    findBatched();
  }

  void findBatched();
  ValueRuleFn ruleOf(const OpTarget &Target);
  Expected<Argument> inferBound(const Node &N, const OpTarget &Target,
                                ValueRuleFn Rule);
  std::optional<Expected<Argument>> inferOperator(const Node &N,
                                                  const OpTarget &Target);
  Expected<Argument> inferCall(const Node &N);
  Expected<Argument> inferAttribute(const Node &N);
  Expected<Argument> inferModule(const Node &N);
  Expected<Argument> infer(const Node &N);
  const Node *reshapedOperand(const Node &N);

  const Graph &G;
  const GraphModule *M;
  SymbolicMath Math;
  DenseMap<const OpTarget *, ValueRuleFn> Rules;
  /// That around this graph, or around the call whose module is looked at.
  AutocastRegion Around;
  /// Inside torch.vmap, a tensor has a dimension that its value does not show:
  /// how it lies in memory does not follow from the values of operands.
  DenseSet<const Node *> Batched;
  /// What changes the sizes of a value in place, by that value.
  std::optional<DenseMap<const Node *, const Node *>> Reshapers;
  /// How many calls of modules lead to the current node.
  unsigned Level = 0;
};

ValueInference::ValueInference(const Graph &G, const GraphModule *M)
    : I(std::make_unique<Impl>(G, M)) {}

ValueInference::~ValueInference() = default;

SymbolicMath &ValueInference::math() { return I->Math; }

void ValueInference::Impl::findBatched() {
  Symbol Enter = G.context().lookup(vmap::Enter);
  if (!Enter)
    return; // No program of this context has any.
  for (const Node *N : G.nodes()) {
    // Assertions have no value that lies anywhere.
    if (const OpTarget *Target = N->opTarget();
        Target && Target->valueRule() == "nothing")
      continue;
    bool HasBatched = any_of(N->operandUses(), [&](const Use &U) {
      return Batched.contains(G.node(U.Value));
    });
    if (N->target() == Enter ||
        (HasBatched && !N->targetText().ends_with("._remove_batch_dim")))
      Batched.insert(N);
  }
}

ValueRuleFn ValueInference::Impl::ruleOf(const OpTarget &Target) {
  auto [It, New] = Rules.try_emplace(&Target, nullptr);
  if (!New)
    return It->second;
  ValueRuleFn Rule = nullptr;
  if (!Target.valueRule().empty())
    Rule = lookupValueRule(Target.valueRule());
  else if (Target.isOperatorOverload() && Target.overloads().size() == 1) {
    const OpSchema &Schema = Target.overloads().front();
    if (returnsWritten(Schema))
      Rule = writtenArgument;
    else if (Target.op().name().starts_with("_foreach_"))
      Rule = !Schema.returns().empty()           ? eachElement
             : Target.op().name().ends_with("_") ? writeEachElement
                                                 : lookupValueRule("nothing");
    else if (Schema.returns().empty())
      Rule = lookupValueRule("nothing");
  }
  It->second = Rule;
  return Rule;
}

/// Whether what is known of the operands allows \p Call.
static bool fitsOperands(const BoundCall &Call) {
  ArrayRef<SchemaParam> Params = Call.schema().params();
  for (unsigned I = 0; I != Params.size(); ++I)
    if (const Argument *Given = Call.given(I); Given && Given->isNode())
      if (!fitsNode(*Given->asNode(), Params[I].Type))
        return false;
  return true;
}

static bool isTensor(const Argument &A) {
  return A.isNode() && A.asNode()->tensorType();
}

/// What a rule has made of \p C, the call \p N of \p Target.
static Expected<Argument> resultOf(ValueCall &C, const OpTarget &Target,
                                   const Node &N, Argument Value) {
  if (const ArgumentRules *Rules = lookupArgumentRules(Target.op().name()))
    checkArguments(C, *Rules, Value);
  if (!C.failed())
    return Value;
  return makeError(C.isMismatch() ? diag::err_value_mismatch
                                  : diag::err_value_call,
                   N, N.targetText(), C.reason());
}

/// One of Python's operators with a tensor among its operands: `x * 2` is what
/// `torch.mul(x, 2)` computes, and `x += 2` is x. Nothing where it is none, or
/// is known otherwise.
std::optional<Expected<Argument>>
ValueInference::Impl::inferOperator(const Node &N, const OpTarget &Target) {
  StringRef Name = Target.name();
  if (!Name.consume_front("operator.") || none_of(N.args(), isTensor))
    return std::nullopt;
  const OpTarget *Function = &Target;
  if (Name.consume_front("i"))
    for (StringRef End : {"", "_"}) // `iadd` and `add`, `iand` and `and_`
      if (const OpTarget *Plain =
              lookupFunction(("operator." + Name + End).str())) {
        if (isTensor(N.arg(0)))
          return *N.arg(0).asNode()->val();
        Function = Plain;
      }
  SmallVector<Argument, 6> Args(N.args());
  std::optional<OverloadCall> Overload =
      chooseOverload(N.context(), *Function, {Args, {}});
  ValueRuleFn Rule = Overload ? ruleOf(*Overload->Target) : nullptr;
  if (!Rule)
    return std::nullopt;
  SmallVector<KwArg, 4> Kwargs;
  Args.clear();
  Overload->spell(N.context(), Args, Kwargs);
  BoundCall Call;
  if (bindCall(*Overload->Schema, Overload->Target->bindOptions(),
               {Args, Kwargs}, Call))
    return std::nullopt;
  ValueCall C(N, Call, Math, M);
  Argument Value = Rule(C);
  return resultOf(C, *Overload->Target, N, std::move(Value));
}

/// A method, or a function of Python: its arguments may be spread, have other
/// names, and choose among overloads.
Expected<Argument> ValueInference::Impl::inferBound(const Node &N,
                                                    const OpTarget &Target,
                                                    ValueRuleFn Rule) {
  if (auto Value = inferOperator(N, Target))
    return std::move(*Value);
  BoundCall Call;
  bool Fits = false;
  SmallVector<Argument, 6> Args(N.args());
  SmallVector<KwArg, 4> Kwargs(N.kwargs());
  for (const OpSchema &Schema : Target.overloads()) {
    if (bindCall(Schema, Target.bindOptions(), {Args, Kwargs}, Call) ||
        !fitsOperands(Call))
      continue;
    Fits = true;
    if (returnsWritten(Schema) && !isReshaper(N))
      Rule = writtenArgument;
    if (!Rule)
      break;
    ValueCall C(N, Call, Math, M);
    Argument Value = Rule(C);
    return resultOf(C, Target, N, std::move(Value));
  }
  if (Rule && !Fits)
    return makeError(diag::err_value_call, N, N.targetText(),
                     "no overload takes these arguments");
  return makeError(diag::err_value_no_rule, N, N.targetText());
}

Expected<Argument> ValueInference::Impl::inferCall(const Node &N) {
  const OpTarget *Target = N.opTarget();
  ValueRuleFn Rule = Target ? ruleOf(*Target) : nullptr;
  AutocastRegion Autocast = autocastAt(N, Around);
  if (isUnknownIn(N, Autocast))
    return makeError(diag::err_value_call, N, N.targetText(),
                     "torch.autocast may decide on its type");
  // Higher-order operators take their arguments as they stand.
  if (Target && !Target->isOperatorOverload() && !Batched.contains(&N) &&
      !Target->overloads().empty() && !N.targetText().starts_with("torch.ops."))
    return inferBound(N, *Target, Rule);
  if (!Rule || Batched.contains(&N))
    return makeError(diag::err_value_no_rule, N, N.targetText());
  ArrayRef<OpSchema> Overloads = Target->overloads();
  ValueCall C(N, Overloads.empty() ? nullptr : &Overloads.front(), Math, M);
  C.castOperands(autocastType(N, Autocast), Autocast.Device);
  Argument Value = Rule(C);
  ValueRuleFn Plain =
      Rule == writtenArgument ? ruleWithoutOut(*Target) : nullptr;
  if (Plain && !C.failed()) {
    const OpSchema &Out = Overloads.front();
    SmallVector<SchemaParam, 8> Params;
    copy_if(Out.params(), std::back_inserter(Params),
            [](const SchemaParam &P) { return !P.Type.Written; });
    OpSchema Schema(Out.overload(), Params, Out.returns(), Out.returnsTuple());
    ValueCall Result(N, &Schema, Math, M);
    Argument Computed = Plain(Result);
    if (!Result.failed())
      Value = resizedOut(Value, Computed, N.val(), C);
  }
  return resultOf(C, *Target, N, std::move(Value));
}

/// Parameters and constants of the tree; nested graphs have no value.
Expected<Argument> ValueInference::Impl::inferAttribute(const Node &N) {
  const Module *Owner = N.graph().owningModule();
  StringRef Path = N.targetText();
  if (Owner && Owner->lookup(Path))
    return Argument::none();
  auto [Parent, Name] = Path.rsplit('.');
  if (Name.empty())
    std::swap(Parent, Name);
  const Module *Holder = Owner ? Owner->lookup(Parent) : nullptr;
  if (Holder)
    for (const TensorAttr &Tensor : Holder->tensors())
      if (Tensor.Name.str() == Name && !Tensor.Type.isNone())
        return Tensor.Type;
  return makeError(diag::err_value_missing, N, N);
}

/// The value of a call of a module follows from those of the module's nodes.
Expected<Argument> ValueInference::Impl::inferModule(const Node &N) {
  constexpr unsigned MaxLevel = 64;
  Expected<ModuleBody> Body =
      !M || Level == MaxLevel
          ? createStringError("nothing is known of the module")
          : bodyOfCall(N, *M);
  if (!Body)
    return makeError(diag::err_value_call, N, N.targetText(),
                     toString(Body.takeError()));
  SaveAndRestore Deeper(Level, Level + 1);
  SaveAndRestore Region(Around, autocastAt(N, Around));
  for (Node *Inner : Body->Nodes->nodes()) {
    if (Inner->val() || Inner->isOutput())
      continue;
    Expected<Argument> Value = infer(*Inner);
    if (!Value) {
      std::string Why = toString(Value.takeError());
      // The user sees the call, not the nodes of the module.
      if (StringRef Text = Why;
          Text.consume_back(" (in %" + Inner->name() + ")"))
        Why = Text.str();
      if (Inner->isGetAttr())
        Why = ("the type of its tensor '" + Inner->targetText() +
               "' is not known")
                  .str();
      return makeError(diag::err_value_call, N, N.targetText(), Why);
    }
    if (!Value->isNone())
      Inner->setVal(*Value);
  }
  return Body->Result.mapNodes([](const Node *Part) {
    return Part->val() ? *Part->val() : Argument::none();
  });
}

Expected<Argument> ValueInference::Impl::infer(const Node &N) {
  switch (N.op()) {
  case Opcode::CallFunction:
  case Opcode::CallMethod: {
    Expected<Argument> Value = inferCall(N);
    return Value && N.val() && isLaidOutByDevice(N, *Value) ? *N.val()
                                                            : std::move(Value);
  }
  case Opcode::CallModule: {
    Expected<Argument> Value = inferModule(N);
    // A value that is known needs no rule.
    if (Value || !N.val())
      return Value;
    consumeError(Value.takeError());
    break;
  }
  case Opcode::GetAttr:
    return inferAttribute(N);
  case Opcode::Output:
    return Argument::none();
  default:
    break;
  }
  if (const Argument *Val = N.val())
    return *Val;
  bool IsOfProgram = M && M->program() && &G == &M->graph();
  if (N.isPlaceholder() && IsOfProgram && !N.meta("input_spec"))
    return makeError(diag::err_program_input_spec, N, N);
  if (N.isPlaceholder())
    return makeError(diag::err_value_call, N, "%" + N.name(),
                     "it is an input without 'val'; --shape-prop with examples "
                     "of the inputs, such as 'randn(2, 3)', sets all types");
  return makeError(diag::err_value_missing, N, N);
}

/// An operand of \p N to which a method has given other sizes or strides
/// before: its `val` is what it was made with. Programs name the result of the
/// call from there on.
const Node *ValueInference::Impl::reshapedOperand(const Node &N) {
  if (!Reshapers) {
    Reshapers.emplace();
    for (const Node *Other : G.nodes())
      if (isReshaper(*Other) && Other->numArgs() &&
          !Other->opTarget()->isOperatorOverload())
        if (const Node *Of = Other->arg(0).asNode())
          Reshapers->try_emplace(Of, Other);
  }
  if (Reshapers->empty())
    return nullptr;
  for (const Node *Operand : N.allInputNodes())
    if (const Node *By = Reshapers->lookup(Operand);
        By && By != &N && !By->isErased() && isReshaper(*By) &&
        By->isBefore(&N))
      return Operand;
  return nullptr;
}

Expected<Argument> ValueInference::infer(const Node &N) {
  // None stands in the place of a node that is not there.
  if (is_contained(N.graph().nodesWithForeignOperands(), N.id()))
    return makeError(diag::err_verify_foreign_node, N, N);
  if (const Node *Of = I->reshapedOperand(N))
    return makeError(diag::err_value_call, N, N.targetText(),
                     "the sizes of %" + Of->name() + " are changed in place");
  return I->infer(N);
}

Error ValueInference::inferAndSet(Node &N, GraphModule &M) {
  // What is known already keeps its symbols.
  I->Math.allowFresh(!N.val());
  Expected<Argument> Value = infer(N);
  if (!Value) {
    I->Math.allowFresh(false);
    return Value.takeError();
  }
  if (Value->isNone())
    return Error::success();
  // What no archive holds stays out of them.
  if (N.val() && N.val()->isNone() &&
      compareValues(*N.val(), *Value, I->Math).empty())
    return Error::success();
  if (ExportedProgram *Program = M.program())
    I->Math.explain(*Value, *Program);
  I->Math.allowFresh(false);
  N.setVal(*Value);
  return Error::success();
}

Expected<Argument> fx::inferValue(const Node &N, const GraphModule *M) {
  return ValueInference(N.graph(), M).infer(N);
}

SmallVector<Graph *, 4> fx::graphsInsideOut(GraphModule &M) {
  SmallVector<Graph *, 4> Graphs;
  M.forEachGraph([&](Graph &G, StringRef) { Graphs.push_back(&G); });
  std::reverse(Graphs.begin(), Graphs.end());
  return Graphs;
}

Expected<unsigned> fx::inferMissingValues(GraphModule &M) {
  unsigned Count = 0;
  for (Graph *G : graphsInsideOut(M)) {
    ValueInference Inference(*G, &M);
    for (Node *N : G->nodes()) {
      if (N->op() == Opcode::Output || N->val())
        continue;
      // An unknown operator may return nothing.
      if (!N->hasUsers() && N->op() == Opcode::CallFunction && !N->opTarget())
        continue;
      if (Error E = Inference.inferAndSet(*N, M))
        return E;
      Count += N->val() != nullptr;
    }
  }
  return Count;
}

/// Sets the `val` of \p N, of several results, and those of the nodes that take
/// one of them.
static void setParts(Node &N, const Argument &Value) {
  N.setVal(Value);
  for (Node *User : N.users()) {
    if (!User->val() || !User->isGetItem() || User->args().size() != 2 ||
        !User->arg(1).isInt())
      continue;
    int64_t Place = User->arg(1).asInt();
    if (Place >= 0 && size_t(Place) < Value.size())
      User->setVal(Value[Place]);
  }
}

void fx::renewGradientValues(GraphModule &M) {
  const Symbol Targets[] = {
      M.context().intern("torch.ops.aten.embedding_bag.default"),
      M.context().intern("torch.ops.aten.embedding_bag.padding_idx")};
  M.forEachGraph([&](Graph &G, StringRef) {
    std::optional<ValueInference> Inference;
    for (Node *N : G.nodes()) {
      if (N->op() != Opcode::CallFunction ||
          !is_contained(Targets, N->target()) || !N->val())
        continue;
      if (!Inference)
        Inference.emplace(G, &M);
      Expected<Argument> Value = Inference->infer(*N);
      if (!Value)
        consumeError(Value.takeError());
      else if (Value->isSequence() &&
               !compareValues(*N->val(), *Value, Inference->math()).empty())
        setParts(*N, *Value);
    }
  });
}
