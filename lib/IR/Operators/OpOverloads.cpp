//===- OpOverloads.cpp - Choosing the overload of a call ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpOverloads.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Literal.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

StringRef fx::canonicalParam(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
      .Cases("input", "a", "tensor", "self")
      .Case("b", "other")
      .Case("training", "train")
      .Case("axis", "dim")
      .Case("keepdims", "keepdim")
      .Default(Name);
}

/// `mul` of `torch.ops.aten.mul.Tensor`.
static StringRef packetName(const OpTarget &Target) {
  return Target.name().rsplit('.').first.rsplit('.').second;
}

/// Whether this is another name of its operator: `swapaxes` is `transpose`.
static bool isAlias(const OpTarget &Target) {
  return packetName(Target) != Target.op().name();
}

using OverloadVisitor =
    llvm::function_ref<void(const OpTarget &, const OpSchema &)>;

/// With \p Written, those that write to their operands, but not to `out`.
static void forEachOverload(const OpInfo &Op, bool Written,
                            OverloadVisitor Visit) {
  SmallVector<const OpTarget *, 8> First, Others, Aliases, Functions;
  for (const OpSpelling &S : Op.spellings()) {
    const OpTarget *Target = S.Kind == TargetKind::Function
                                 ? lookupFunction(S.Name)
                                 : lookupMethod(S.Name);
    if (!Target)
      continue;
    if (!Target->isOperatorOverload()) {
      Functions.push_back(Target);
      continue;
    }
    if (Target->overloads().empty() ||
        Target->overloads()[0].isMutable() != Written)
      continue;
    StringRef Overload = S.Name.rsplit('.').second;
    bool IsFirst = Overload == "Tensor" || Overload == "default";
    (isAlias(*Target) ? Aliases : IsFirst ? First : Others).push_back(Target);
  }
  // `aten.sum.default` takes fewer arguments than `aten.sum.dim_IntList`, and
  // `aten.mul.Tensor` takes what `aten.mul.Scalar` does.
  First.append(Others);
  First.append(Aliases);
  if (First.empty())
    First = std::move(Functions);
  for (const OpTarget *Target : First)
    for (const OpSchema &Schema : Target->overloads())
      Visit(*Target, Schema);
}

/// Whether calls write to their first operand, also where there is no operator
/// that does the same without, as for `copy_`.
static bool writesInPlace(const OpInfo &Op) {
  StringRef Name = Op.name();
  return Op.functionalForm() || (Name.ends_with("_") && !Name.ends_with("__"));
}

void fx::forEachOverload(const OpInfo &Op, OverloadVisitor Visit) {
  ::forEachOverload(Op, writesInPlace(Op), Visit);
}

//===----------------------------------------------------------------------===//
// Which arguments fit
//===----------------------------------------------------------------------===//

StringRef fx::attributeOf(const Node &N) {
  if (N.isCallFunction() && N.targetText() == "builtins.getattr" &&
      N.numArgs() >= 2 && N.arg(1).isString())
    return N.arg(1).str();
  return "";
}

bool fx::isKnownNumber(const Node &N) {
  if (const Argument *Val = N.val())
    return Val->kind() != ArgKind::TensorType && !Val->isSequence();
  if (llvm::StringSwitch<bool>(attributeOf(N))
          .Cases("dtype", "device", "layout", "shape", "ndim", true)
          .Default(false))
    return true;
  const OpTarget *Target = N.opTarget();
  if (!Target || Target->overloads().size() != 1)
    return false;
  ArrayRef<SchemaReturn> Returns = Target->overloads()[0].returns();
  return Returns.size() == 1 && Returns[0].Type.Kind != SchemaKind::Any &&
         !Returns[0].Type.isTensorLike();
}

bool fx::fitsNode(const Node &N, const SchemaType &Type) {
  StringRef Attribute = attributeOf(N);
  if (Attribute == "dtype" || Attribute == "device")
    return Type.Kind == SchemaKind::Any ||
           Type.Kind ==
               (Attribute == "dtype" ? SchemaKind::DType : SchemaKind::Device);
  const Argument *Val = N.val();
  if (!Val || Type.Kind == SchemaKind::Any)
    return true;
  if (Val->kind() == ArgKind::TensorType)
    return Type.isTensorLike() && !Type.isList();
  if (Val->isSequence())
    return true;
  if (Type.isTensorLike())
    return false;
  if (Val->isAggregate() || Val->isNone())
    return true;
  // Comparisons of sizes are symbolic too, but they choose no overload.
  if (Val->kind() == ArgKind::SymExpr && Type.Kind == SchemaKind::Bool)
    return false;
  return fitsType(*Val, Type);
}

bool fx::fitsParam(const Argument &Value, const SchemaParam &Param) {
  if (Value.isNone() && !Param.Type.Optional && !Param.HasDefault)
    return Param.Type.Kind == SchemaKind::Any;
  if (!fitsType(Value, Param.Type))
    return false;
  if (!Value.containsNode() || Param.Type.Kind == SchemaKind::Any)
    return true;
  if (Value.isNode() && Param.Type.isList())
    return false;
  // Operators have overloads for a size and for a dtype.
  if (Node *N = Value.asNode(); N && !fitsNode(*N, Param.Type))
    return false;
  // A null pointer is refused where the call is made.
  bool AllTensors = true, NoTensors = true;
  Value.forEachNode([&](Node *N) {
    (N && isKnownNumber(*N) ? AllTensors : NoTensors) = false;
  });
  return Param.Type.isTensorLike() ? AllTensors : NoTensors;
}

std::optional<OverloadCall> fx::arrangeCall(const OpTarget &Target,
                                            const OpSchema &Schema,
                                            const GivenArguments &Given) {
  ArrayRef<SchemaParam> Params = Schema.params();
  OverloadCall Call{&Target, &Schema, {}};
  Call.Values.resize(Params.size());
  unsigned Next = 0, Positional = Schema.numPositional();
  for (size_t I = 0; I != Given.Args.size(); ++I) {
    size_t At;
    if (Given.Names[I].empty()) {
      if (Next >= Positional)
        return std::nullopt;
      At = Next++;
    } else {
      StringRef Wanted = canonicalParam(Given.Names[I]);
      At = llvm::find_if(Params,
                         [&](const SchemaParam &P) {
                           return canonicalParam(P.Name) == Wanted;
                         }) -
           Params.begin();
      // What an operator does not take need not be said where it is nothing.
      if (At == Params.size() && Given.Args[I].isNone())
        continue;
    }
    if (At == Params.size() || Call.Values[At] ||
        !fitsParam(Given.Args[I], Params[At]))
      return std::nullopt;
    Call.Values[At] = Given.Args[I];
  }
  for (size_t I = 0; I != Params.size(); ++I) {
    if (Call.Values[I] || !Params[I].isRequired())
      continue;
    if (!Params[I].Type.Optional)
      return std::nullopt;
    Call.Values[I] = Argument();
  }
  return Call;
}

/// Whether Python has no binding of this overload, since numbers become tensors
/// there (PyTorch: SKIP_PYTHON_BINDINGS_SIGNATURES).
static bool isHiddenInPython(const OpTarget &Target) {
  StringRef Overload = Target.name().rsplit('.').second;
  return (Overload == "Scalar" || Overload == "Scalar_mode") &&
         llvm::StringSwitch<bool>(packetName(Target).rtrim('_'))
             .Cases("add", "sub", "mul", "div", "floor_divide", true)
             .Default(false);
}

/// How many parameters of \p Call are given that need not be: of
/// `std.dim(x, 1)` none, of `std.correction(x, 1)` one.
static unsigned numOptional(const OverloadCall &Call) {
  unsigned Count = 0;
  for (auto [Param, Value] : llvm::zip(Call.Schema->params(), Call.Values))
    Count += Value && Param.HasDefault;
  return Count;
}

/// How many tensors of \p Call have to be made of numbers.
static unsigned numWrapped(const OverloadCall &Call) {
  unsigned Count = 0;
  for (auto [Param, Value] : llvm::zip(Call.Schema->params(), Call.Values))
    Count += Param.Type.Kind == SchemaKind::Tensor && !Param.Type.isList() &&
             Value && !Value->isNone() && !Value->isNode();
  return Count;
}

static bool hasBool(const Argument &A) {
  return A.kind() == ArgKind::Bool ||
         (A.isSequence() && llvm::any_of(A.elements(), hasBool));
}

/// How many integers of \p Call are True or False, which Python's parser of
/// arguments does not take for integers: `x.var(False)` has no dimensions.
static unsigned numBoolsAsInts(const OverloadCall &Call) {
  unsigned Count = 0;
  for (auto [Param, Value] : llvm::zip(Call.Schema->params(), Call.Values))
    Count += (Param.Type.Kind == SchemaKind::Int ||
              Param.Type.Kind == SchemaKind::SymInt) &&
             Value && hasBool(*Value);
  return Count;
}

namespace {

/// The best of the calls that it is shown: of equals the first.
class BestCall {
public:
  /// \p Lost: what of a call of a function the overload does not say.
  void consider(std::optional<OverloadCall> Call, unsigned Lost = 0) {
    if (!Call)
      return;
    constexpr unsigned Wrapped = 100, Hidden = 1000, Alias = 10000;
    unsigned Cost =
        numOptional(*Call) +
        (numWrapped(*Call) + numBoolsAsInts(*Call) + Lost) * Wrapped +
        (isHiddenInPython(*Call->Target) ? Hidden : 0) +
        (isAlias(*Call->Target) ? Alias : 0);
    if (Best && BestCost <= Cost)
      return;
    Best = std::move(Call);
    BestCost = Cost;
  }
  bool isPerfect() const { return Best && BestCost == 0; }
  std::optional<OverloadCall> take() { return std::move(Best); }

private:
  std::optional<OverloadCall> Best;
  unsigned BestCost = 0;
};

} // namespace

std::optional<OverloadCall> fx::chooseOverload(const OpInfo &Op,
                                               const GivenArguments &Given) {
  BestCall Best;
  forEachOverload(Op, [&](const OpTarget &Target, const OpSchema &Schema) {
    if (!Best.isPerfect())
      Best.consider(arrangeCall(Target, Schema, Given));
  });
  return Best.take();
}

/// Whether \p Value is what \p Param is when it is not given.
static bool isDefault(Context &Ctx, const SchemaParam &Param,
                      const Argument &Value) {
  if (!Param.HasDefault)
    return false;
  llvm::Expected<Argument> Default = parseLiteral(Ctx, Param.Default);
  if (Default)
    return *Default == Value;
  llvm::consumeError(Default.takeError());
  return false;
}

static std::optional<unsigned> findParam(const OpSchema &Schema,
                                         StringRef Name) {
  StringRef Wanted = canonicalParam(Name);
  ArrayRef<SchemaParam> Params = Schema.params();
  const auto *It = llvm::find_if(Params, [&](const SchemaParam &P) {
    return canonicalParam(P.Name) == Wanted;
  });
  if (It == Params.end())
    return std::nullopt;
  return It - Params.begin();
}

/// The parameters of \p To that those of \p From are, by name: Python calls
/// some otherwise, such as `split_size_or_sections`, and then the one at the
/// same place is meant, or the only one that is left.
static SmallVector<std::optional<unsigned>, 8> matchParams(const OpSchema &From,
                                                           const OpSchema &To) {
  SmallVector<std::optional<unsigned>, 8> Matches;
  llvm::SmallBitVector Taken(To.params().size());
  for (const SchemaParam &P : From.params()) {
    Matches.push_back(findParam(To, P.Name));
    if (Matches.back())
      Taken.set(*Matches.back());
  }
  for (unsigned I = 0; I != Matches.size(); ++I) {
    bool MayDiffer = From.params()[I].Kind != ParamKind::KeywordOnly &&
                     !From.params()[I].HasDefault;
    if (Matches[I] || !MayDiffer)
      continue;
    std::optional<unsigned> At;
    if (I < To.numPositional() && !Taken[I])
      At = I;
    for (unsigned J = 0; !At && J != To.numPositional(); ++J)
      if (!Taken[J] && To.params()[J].isRequired())
        At = J;
    if (At) {
      Matches[I] = At;
      Taken.set(*At);
    }
  }
  return Matches;
}

/// \p Bound, a call of a function, as one of the overload \p Schema. \p Lost
/// counts what another overload may do better: parameters that this one does
/// not have, and one number that it takes for a list.
static std::optional<OverloadCall>
translate(Context &Ctx, const BoundCall &Bound, const OpTarget &Target,
          const OpSchema &Schema, unsigned &Lost) {
  OverloadCall Call{&Target, &Schema, {}};
  Call.Values.resize(Schema.params().size());
  ArrayRef<SchemaParam> Params = Bound.schema().params();
  auto Matches = matchParams(Bound.schema(), Schema);
  for (unsigned I = 0; I != Bound.size(); ++I) {
    Argument Value = Bound.value(Ctx, I);
    if (!Matches[I]) {
      Lost += !Value.isNone() && !(Value == Argument(false)) &&
              !Params[I].Name.starts_with("_");
      // `inplace=False`, `out=None` and `_stacklevel=3` say nothing.
      if (Bound.isGiven(I) && !Value.isNone() &&
          !isDefault(Ctx, Params[I], Value) && !Params[I].Name.starts_with("_"))
        return std::nullopt;
      continue;
    }
    const SchemaParam &P = Schema.params()[*Matches[I]];
    // `torch.atleast_1d(x)` and `torch.atleast_1d([x, y])`.
    if (Params[I].Kind == ParamKind::VarPositional && Value.size() == 1 &&
        (Value[0].isSequence() || !P.Type.isList()))
      Value = Argument(Value[0]);
    // Python writes None for `stride=[]`.
    if (Value.isNone() && P.HasDefault && !P.Type.Optional)
      continue;
    Lost += Value.kind() == ArgKind::Tuple && Value.size() == 1 &&
            Value[0].isInt() && Bound.slot(I).Kind == BoundSlot::Rest;
    if (Value.kind() == ArgKind::Tuple && P.Type.isList())
      Value = Argument::list(Value.elements());
    // `x.view(n)` with one size.
    if (Node *N = Value.asNode(); N && P.Type.isList() && N->val() &&
                                  N->val()->kind() == ArgKind::SymExpr)
      Value = Argument::list({Value});
    if (!fitsParam(Value, P))
      return std::nullopt;
    Call.Values[*Matches[I]] = Value;
  }
  for (auto [P, Value] : llvm::zip(Schema.params(), Call.Values)) {
    // The same default need not be said.
    if (Value && isDefault(Ctx, P, *Value))
      Value.reset();
    if (Value || !P.isRequired())
      continue;
    // What functions take from a setting that is on.
    if (P.Name == "cudnn_enabled" || P.Name == "cudnn_enable")
      Value = Argument(true);
    else if (P.Type.Optional)
      Value = Argument();
    else
      return std::nullopt;
  }
  return Call;
}

std::optional<OverloadCall> fx::chooseOverload(Context &Ctx,
                                               const OpTarget &Function,
                                               const CallArgs &Call) {
  BestCall Best;
  BoundCall Bound;
  bool Written = writesInPlace(Function.op());
  for (const OpSchema &From : Function.overloads()) {
    if (bindCall(From, Function.bindOptions(), Call, Bound))
      continue;
    ::forEachOverload(Function.op(), Written,
                      [&](const OpTarget &Target, const OpSchema &Schema) {
                        if (Best.isPerfect() || !Target.isOperatorOverload())
                          return;
                        unsigned Lost = 0;
                        auto Call = translate(Ctx, Bound, Target, Schema, Lost);
                        Best.consider(std::move(Call), Lost);
                      });
  }
  return Best.take();
}

//===----------------------------------------------------------------------===//
// Making calls
//===----------------------------------------------------------------------===//

StringRef OverloadCall::nodeName() const { return packetName(*Target); }

/// The dispatcher makes a list of one number that stands for several.
static Argument asList(const Argument &Value, const SchemaType &Type) {
  if (!Type.FixedSize || Value.isSequence() || Value.isNone())
    return Value;
  return Argument::list(SmallVector<Argument, 4>(Type.FixedSize, Value));
}

void OverloadCall::spell(Context &Ctx, llvm::SmallVectorImpl<Argument> &Args,
                         llvm::SmallVectorImpl<KwArg> &Kwargs) const {
  bool ByName = false;
  for (auto [P, Given] : llvm::zip(Schema->params(), Values)) {
    if (!Given || (P.HasDefault && Given->isNone())) {
      ByName = true;
      continue;
    }
    Argument Value =
        Target->isOperatorOverload() ? asList(*Given, P.Type) : *Given;
    ByName |= P.Kind == ParamKind::KeywordOnly;
    if (P.Kind == ParamKind::VarPositional && Value.isSequence())
      llvm::append_range(Args, Value.elements());
    else if (ByName)
      Kwargs.push_back({Ctx.intern(P.Name), Value});
    else
      Args.push_back(Value);
  }
}

static Opcode opcodeOf(const OpTarget &Target) {
  return Target.isMethod() ? Opcode::CallMethod : Opcode::CallFunction;
}

Node *OverloadCall::create(Graph &G, StringRef Name) const {
  SmallVector<Argument, 6> Args;
  SmallVector<KwArg, 4> Kwargs;
  spell(G.context(), Args, Kwargs);
  return G.createNode(opcodeOf(*Target), G.context().intern(Target->name()),
                      Args, Kwargs, Name);
}

void OverloadCall::assignTo(Node &N) const {
  SmallVector<Argument, 6> Args;
  SmallVector<KwArg, 4> Kwargs;
  spell(N.context(), Args, Kwargs);
  N.setOp(opcodeOf(*Target));
  N.setTarget(Target->name());
  N.setArgsKwargs(Args, Kwargs);
}
