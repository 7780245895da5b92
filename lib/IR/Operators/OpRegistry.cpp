//===- OpRegistry.cpp - Finding operators by name ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets and operators are made at their first lookup, under one lock, and
// never go away. A name is looked for in the td tables first; then its shape
// decides how it follows from the operator list.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpRegistry.h"
#include "OpDerive.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <mutex>

using namespace fx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

#include "fx/IR/OpTable.h.inc"

/// Where the overloads of a target come from.
struct Source {
  enum SourceKind : uint8_t {
    Declared,
    Overload,
    Packet,
    Function,
    Method,
    Custom
  };
  SourceKind Kind = Declared;
  const OpTableData *Table = nullptr;
  const OpTableData::Spelling *Spelling = nullptr;
  aten::Range Overloads;
  /// Schema of a custom operator.
  const OpSchema *Schema = nullptr;
  ArrayRef<EffectRule> Effects;
};

/// An operator of a table.
struct OpRef {
  const OpTableData *Table = nullptr;
  unsigned Index = 0;
  explicit operator bool() const { return Table; }
};

StringRef text(const OpTableData &Table, uint32_t Offset) {
  return Table.Strings + Offset;
}

/// Binary search by name in one of a table's sorted arrays.
template <typename T>
const T *findByName(const OpTableData &Table, ArrayRef<T> Rows,
                    StringRef Name) {
  const T *It = llvm::partition_point(
      Rows, [&](const T &Row) { return text(Table, Row.Name) < Name; });
  if (It == Rows.end() || text(Table, It->Name) != Name)
    return nullptr;
  return It;
}

} // namespace

namespace fx {

/// The one registry of the process.
class OpRegistryImpl {
public:
  static OpRegistryImpl &get() {
    static OpRegistryImpl *Registry = new OpRegistryImpl();
    return *Registry;
  }

  const OpTarget *lookup(TargetKind Kind, StringRef Name);
  const OpInfo *lookupOp(StringRef Name);
  const OpInfo &unregistered() const { return Unregistered; }
  const OpTarget::Lazy &parse(const OpTarget &Target);
  ArrayRef<OpSpelling> spellings(const OpInfo &Op);
  void forEachDeclared(llvm::function_ref<void(const OpInfo &)> Visit);
  void forEachMember(OpSet Set, llvm::function_ref<void(const OpInfo &)> Visit);
  llvm::Error add(const OpTableData &Table);
  llvm::Error add(const CustomOp &Op);

private:
  OpRegistryImpl() { Tables.push_back(&BuiltinOps); }

  OpTarget *find(TargetKind Kind, StringRef Name);
  OpTarget *findDeclared(TargetKind Kind, StringRef Name);
  OpTarget *findOverload(StringRef Name);
  OpTarget *findBinding(TargetKind Kind, StringRef Name);
  OpTarget *makeTarget(TargetKind Kind, StringRef Name, const OpInfo &Op,
                       const Source &From);

  OpRef findDeclaredOp(StringRef Name) const;
  OpRef findClaim(StringRef Base) const;
  StringRef findValueRule(StringRef Name) const;
  uint32_t findSets(StringRef Name) const;
  OpInfo &opOf(OpRef Ref);
  OpInfo &opOfBase(StringRef Base);
  OpInfo &impliedOp(StringRef Name, aten::Range Overloads,
                    const OpInfo *Functional);
  ArrayRef<EffectRule> readEffects(const OpTableData &Table, uint32_t First,
                                   unsigned Count, ArrayRef<EffectRule> Before);
  StringRef atenBaseOf(const OpInfo &Op) const;
  void addImpliedSpellings(StringRef Base, bool Outs,
                           SmallVector<OpSpelling, 16> &Names);

  template <typename T> ArrayRef<T> save(ArrayRef<T> Items) {
    T *Copy = Memory.Allocate<T>(Items.size());
    std::uninitialized_copy(Items.begin(), Items.end(), Copy);
    return ArrayRef<T>(Copy, Items.size());
  }

  std::mutex Lock;
  llvm::BumpPtrAllocator Memory;
  SmallVector<const OpTableData *, 2> Tables;
  llvm::StringMap<OpTarget *> Functions;
  llvm::StringMap<OpTarget *> Methods;
  llvm::StringMap<OpInfo *> Ops;
  unsigned NumImplied = 0;
  const OpInfo Unregistered;
};

} // namespace fx

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

OpRef OpRegistryImpl::findDeclaredOp(StringRef Name) const {
  for (const OpTableData *Table : Tables)
    if (const auto *Row = findByName(*Table, Table->Ops, Name))
      return {Table, unsigned(Row - Table->Ops.begin())};
  return {};
}

/// The operator whose td record lists Base.
OpRef OpRegistryImpl::findClaim(StringRef Base) const {
  for (const OpTableData *Table : Tables)
    if (const auto *Row = findByName(*Table, Table->AtenNames, Base))
      return {Table, Row->Op};
  return {};
}

StringRef OpRegistryImpl::findValueRule(StringRef Name) const {
  for (const OpTableData *Table : Tables)
    if (const auto *Row = findByName(*Table, Table->ValueRules, Name))
      return text(*Table, Row->Rule);
  return "";
}

uint32_t OpRegistryImpl::findSets(StringRef Name) const {
  uint32_t Sets = 0;
  for (const OpTableData *Table : Tables)
    if (const auto *Row = findByName(*Table, Table->Members, Name))
      for (; Row != Table->Members.end() && text(*Table, Row->Name) == Name;
           ++Row)
        if (std::optional<OpSet> Set = lookupOpSet(text(*Table, Row->Set)))
          Sets |= 1u << unsigned(*Set);
  return Sets;
}

ArrayRef<EffectRule> OpRegistryImpl::readEffects(const OpTableData &Table,
                                                 uint32_t First, unsigned Count,
                                                 ArrayRef<EffectRule> Before) {
  SmallVector<EffectRule, 8> Rules(Before);
  // fx-tblgen has parsed each rule with the same code.
  for (uint32_t Offset : Table.Texts.slice(First, Count))
    Rules.push_back(llvm::cantFail(parseEffectRule(text(Table, Offset))));
  return save(ArrayRef(Rules));
}

OpInfo &OpRegistryImpl::opOf(OpRef Ref) {
  const OpTableData &Table = *Ref.Table;
  const OpTableData::Op &Row = Table.Ops[Ref.Index];
  StringRef Name = text(Table, Row.Name);
  OpInfo *&Op = Ops[Name];
  if (Op)
    return *Op;
  Op = new (Memory.Allocate<OpInfo>()) OpInfo();
  Op->Name = Name;
  Op->Summary = text(Table, Row.Summary);
  Op->Builder = text(Table, Row.Builder);
  Op->ValueRule = findValueRule(Name);
  Op->Sets = findSets(Name);
  Op->Commutative = Row.Flags & 1;
  Op->Pointwise = Row.Flags & 2;
  Op->Effects = readEffects(Table, Row.FirstText, Row.NumEffects, {});
  SmallVector<InverseRule, 4> Inverses;
  uint32_t At = Row.FirstText + Row.NumEffects;
  for (unsigned I = 0; I != Row.NumInverses; ++I, At += 3)
    Inverses.push_back({text(Table, Table.Texts[At]),
                        text(Table, Table.Texts[At + 1]),
                        text(Table, Table.Texts[At + 2])});
  Op->Inverses = save(ArrayRef(Inverses));
  Op->ID = Ref.Index;
  for (const OpTableData *Other : Tables) {
    if (Other == &Table)
      break;
    Op->ID += Other->Ops.size();
  }
  return *Op;
}

OpInfo &OpRegistryImpl::impliedOp(StringRef Name, aten::Range Overloads,
                                  const OpInfo *Functional) {
  OpInfo *&Op = Ops[Name];
  if (Op)
    return *Op;
  Op = new (Memory.Allocate<OpInfo>()) OpInfo();
  Op->Name = Name.copy(Memory);
  Op->ValueRule = findValueRule(Name);
  Op->Sets = findSets(Name);
  Op->Functional = Functional;
  // Ids below 2^16 belong to declared operators.
  Op->ID = 65536 + NumImplied++;
  aten::Line First = aten::read(Overloads.Begin, Memory);
  Op->Pointwise = First.Schema.hasTag(ST_Pointwise);
  SmallVector<std::string, 4> Names;
  pythonFunctionNames(aten::baseName(aten::name(Overloads.Begin)),
                      First.Bindings, Names);
  if (Name.ends_with(".out"))
    return *Op;
  if (!Names.empty())
    Op->Builder = StringRef(Names.front()).copy(Memory);
  else if (First.Bindings.contains('m'))
    Op->Builder = StringRef(("." + Name).str()).copy(Memory);
  return *Op;
}

/// The operator of `aten::relu`: the declared one that lists it, or one that
/// its name implies.
OpInfo &OpRegistryImpl::opOfBase(StringRef Base) {
  if (OpRef Ref = findClaim(Base))
    return opOf(Ref);
  auto [Namespace, Bare] = Base.split("::");
  const OpInfo *Functional = nullptr;
  if (Bare.ends_with("_") && !Bare.ends_with("__"))
    if (StringRef Pure = Base.drop_back(); !aten::lookup(Pure).empty())
      Functional = &opOfBase(Pure);
  std::string Name = Bare.str();
  if (Namespace != "aten" || findDeclaredOp(Name))
    Name = (Namespace + "." + Bare).str();
  return impliedOp(Name, aten::lookup(Base), Functional);
}

const OpInfo *OpRegistryImpl::lookupOp(StringRef Name) {
  std::lock_guard Guard(Lock);
  if (OpRef Ref = findDeclaredOp(Name))
    return &opOf(Ref);
  if (OpInfo *Known = Ops.lookup(Name))
    return Known;
  // Names of implied operators: `add_`, `quantized.add`, `add.out`.
  StringRef Bare = Name;
  bool Out = Bare.consume_back(".out");
  std::string Base;
  if (Bare.contains('.')) {
    auto [Namespace, Rest] = Bare.split('.');
    Base = (Namespace + "::" + Rest).str();
  } else {
    Base = ("aten::" + Bare).str();
  }
  aten::Range Overloads = aten::lookup(Base);
  if (Overloads.empty())
    return nullptr;
  const OpInfo &Op = opOfBase(Base);
  if (!Out)
    return Op.name() == Name ? &Op : nullptr;
  for (unsigned I = Overloads.Begin; I != Overloads.End; ++I)
    if (aten::read(I, Memory).Schema.hasTag(ST_Out))
      return &impliedOp(Name, {I, I + 1}, &Op);
  return nullptr;
}

void OpRegistryImpl::forEachDeclared(
    llvm::function_ref<void(const OpInfo &)> Visit) {
  SmallVector<const OpInfo *, 0> All;
  {
    std::lock_guard Guard(Lock);
    for (const OpTableData *Table : Tables)
      for (unsigned I = 0, E = Table->Ops.size(); I != E; ++I)
        All.push_back(&opOf({Table, I}));
  }
  for (const OpInfo *Op : All)
    Visit(*Op);
}

void OpRegistryImpl::forEachMember(
    OpSet Set, llvm::function_ref<void(const OpInfo &)> Visit) {
  StringRef SetName = opSetNames()[unsigned(Set)];
  for (const OpTableData *Table : Tables)
    for (const OpTableData::Member &Row : Table->Members)
      if (text(*Table, Row.Set) == SetName)
        if (const OpInfo *Op = lookupOp(text(*Table, Row.Name)))
          Visit(*Op);
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

OpTarget *OpRegistryImpl::makeTarget(TargetKind Kind, StringRef Name,
                                     const OpInfo &Op, const Source &From) {
  OpTarget *Target = new (Memory.Allocate<OpTarget>()) OpTarget();
  Target->Name = Name.copy(Memory);
  Target->ValueRule =
      Kind == TargetKind::Function ? findValueRule(Name) : StringRef();
  if (Target->ValueRule.empty())
    Target->ValueRule = Op.valueRule();
  Target->Kind = Kind;
  Target->Op = &Op;
  Target->Record = new (Memory.Allocate<Source>()) Source(From);
  bool Native = From.Kind == Source::Function || From.Kind == Source::Method;
  Target->Binding.NumpyNames = Native;
  Target->Binding.SpreadIntList = Native;
  Target->Binding.SkipFirst = Kind == TargetKind::Method;
  Target->IsOverload = From.Kind == Source::Overload;
  return Target;
}

OpTarget *OpRegistryImpl::findDeclared(TargetKind Kind, StringRef Name) {
  bool IsMethod = Kind == TargetKind::Method;
  for (const OpTableData *Table : Tables) {
    const auto *Row =
        findByName(*Table, IsMethod ? Table->Methods : Table->Functions, Name);
    if (!Row)
      continue;
    Source From;
    From.Table = Table;
    From.Spelling = Row;
    if (!Row->NumSchemas) {
      // The signature follows from the operator list, as far as it knows one.
      if (OpTarget *Implied = Name.starts_with("torch.ops.")
                                  ? findOverload(Name)
                                  : findBinding(Kind, Name)) {
        const auto *Other = static_cast<const Source *>(Implied->Record);
        From.Kind = Other->Kind;
        From.Overloads = Other->Overloads;
      }
    }
    OpTarget *Target = makeTarget(Kind, Name, opOf({Table, Row->Op}), From);
    Target->IsOverload = Name.starts_with("torch.ops.") && Name.count('.') == 4;
    return Target;
  }
  return nullptr;
}

/// `torch.ops.NAMESPACE.NAME` with or without an overload.
OpTarget *OpRegistryImpl::findOverload(StringRef Name) {
  SmallVector<StringRef, 3> Parts;
  Name.drop_front(strlen("torch.ops.")).split(Parts, '.');
  if (Parts.size() < 2 || Parts.size() > 3)
    return nullptr;
  std::string Base = (Parts[0] + "::" + Parts[1]).str();
  Source From;
  From.Kind = Source::Packet;
  From.Overloads = aten::lookup(Base);
  if (From.Overloads.empty())
    return nullptr;
  if (Parts.size() == 2)
    return makeTarget(TargetKind::Function, Name, opOfBase(Base), From);

  StringRef Wanted = Parts[2] == "default" ? "" : Parts[2];
  for (unsigned I = From.Overloads.Begin; I != From.Overloads.End; ++I) {
    if (aten::name(I).split('.').second != Wanted)
      continue;
    From.Kind = Source::Overload;
    From.Overloads = {I, I + 1};
    OpInfo *Op = &opOfBase(Base);
    if (aten::read(I, Memory).Schema.hasTag(ST_Out))
      Op = &impliedOp((Op->name() + ".out").str(), From.Overloads, Op);
    return makeTarget(TargetKind::Function, Name, *Op, From);
  }
  return nullptr;
}

/// `torch.relu` or the method `relu`, bindings of `aten::relu`.
OpTarget *OpRegistryImpl::findBinding(TargetKind Kind, StringRef Name) {
  PythonBinding Binding;
  if (Kind == TargetKind::Method)
    Binding = {'m', ("aten::" + Name).str()};
  else
    Binding = splitPythonName(Name);
  if (!Binding.Letter)
    return nullptr;
  Source From;
  From.Kind = Kind == TargetKind::Method ? Source::Method : Source::Function;
  From.Overloads = aten::lookup(Binding.Base);
  if (From.Overloads.empty() ||
      !aten::readBindings(From.Overloads.Begin, Memory)
           .contains(Binding.Letter))
    return nullptr;
  return makeTarget(Kind, Name, opOfBase(Binding.Base), From);
}

OpTarget *OpRegistryImpl::find(TargetKind Kind, StringRef Name) {
  if (OpTarget *Target = findDeclared(Kind, Name))
    return Target;
  if (Kind == TargetKind::Function && Name.starts_with("torch.ops."))
    return findOverload(Name);
  return findBinding(Kind, Name);
}

const OpTarget *OpRegistryImpl::lookup(TargetKind Kind, StringRef Name) {
  std::lock_guard Guard(Lock);
  auto &Cache = Kind == TargetKind::Method ? Methods : Functions;
  if (OpTarget *Known = Cache.lookup(Name))
    return Known;
  OpTarget *Target = find(Kind, Name);
  if (Target)
    Cache[Name] = Target;
  return Target;
}

/// How many positional arguments, and no others, no overload does anything
/// with but compute; -1 when even none are too many.
static int maxPureArgs(ArrayRef<OpSchema> Overloads) {
  int Max = -1;
  for (const OpSchema &Schema : Overloads) {
    if (Schema.tags() & (ST_Random | ST_MayAlias))
      return -1;
    int Count = 0;
    for (const SchemaParam &Param : Schema.params()) {
      if (Param.Kind == ParamKind::KeywordOnly ||
          Param.Kind == ParamKind::VarKeyword)
        break;
      if (Param.Type.AliasSet)
        return -1;
      // Lists may be spread over any number of positions.
      bool Many = Param.Kind == ParamKind::VarPositional || Param.Type.isList();
      Count = Many ? INT_MAX : Count == INT_MAX ? Count : Count + 1;
    }
    Max = std::max(Max, Count);
  }
  return Max;
}

const OpTarget::Lazy &OpRegistryImpl::parse(const OpTarget &Target) {
  std::lock_guard Guard(Lock);
  if (const OpTarget::Lazy *Done = Target.Details.load())
    return *Done;
  const Source &From = *static_cast<const Source *>(Target.Record);
  SmallVector<OpSchema, 8> Schemas;
  ArrayRef<EffectRule> Effects = Target.op().Effects;
  if (From.Spelling) {
    uint32_t First = From.Spelling->FirstText;
    unsigned Count = From.Spelling->NumSchemas;
    for (uint32_t Offset : From.Table->Texts.slice(First, Count))
      Schemas.push_back(
          llvm::cantFail(parseOpSchema(text(*From.Table, Offset), Memory)));
    Effects = readEffects(*From.Table, First + Count, From.Spelling->NumEffects,
                          Effects);
  }
  switch (From.Kind) {
  case Source::Declared:
    break;
  case Source::Custom:
    Schemas.push_back(*From.Schema);
    Effects = From.Effects;
    break;
  case Source::Overload:
  case Source::Packet:
    for (unsigned I = From.Overloads.Begin; I != From.Overloads.End; ++I)
      Schemas.push_back(aten::read(I, Memory).Schema);
    break;
  case Source::Function:
    deriveFunction(From.Overloads, Memory, Schemas);
    break;
  case Source::Method:
    deriveMethod(From.Overloads, Memory, Schemas);
    break;
  }
  auto *Parsed = new (Memory.Allocate<OpTarget::Lazy>())
      OpTarget::Lazy{save(ArrayRef(Schemas)), Effects,
                     Effects.empty() ? maxPureArgs(Schemas) : -1};
  Target.Details.store(Parsed, std::memory_order_release);
  return *Parsed;
}

//===----------------------------------------------------------------------===//
// Spellings
//===----------------------------------------------------------------------===//

/// `aten::relu_` for an implied operator `relu_`.
StringRef OpRegistryImpl::atenBaseOf(const OpInfo &Op) const {
  StringRef Name = Op.name();
  Name.consume_back(".out");
  for (unsigned I = 0, E = aten::size(); I != E; ++I) {
    StringRef Base = aten::baseName(aten::name(I));
    auto [Namespace, Bare] = Base.split("::");
    if (Namespace == "aten" ? Bare == Name || ("aten." + Bare).str() == Name
                            : (Namespace + "." + Bare).str() == Name)
      return Base;
  }
  return "";
}

void OpRegistryImpl::addImpliedSpellings(StringRef Base, bool Outs,
                                         SmallVector<OpSpelling, 16> &Names) {
  aten::Range Overloads = aten::lookup(Base);
  if (Overloads.empty())
    return;
  auto [Namespace, Bare] = Base.split("::");
  StringRef Bindings = aten::readBindings(Overloads.Begin, Memory);
  if (!Outs) {
    SmallVector<std::string, 4> Functions;
    pythonFunctionNames(Base, Bindings, Functions);
    for (StringRef Name : Functions)
      Names.push_back({TargetKind::Function, Name.copy(Memory)});
    if (Bindings.contains('m'))
      Names.push_back({TargetKind::Method, Bare});
    Names.push_back({TargetKind::Function,
                     StringRef(("torch.ops." + Namespace + "." + Bare).str())
                         .copy(Memory)});
  }
  for (unsigned I = Overloads.Begin; I != Overloads.End; ++I) {
    if (aten::read(I, Memory).Schema.hasTag(ST_Out) != Outs)
      continue;
    StringRef Overload = aten::name(I).split('.').second;
    std::string Name = ("torch.ops." + Namespace + "." + Bare + "." +
                        (Overload.empty() ? "default" : Overload))
                           .str();
    Names.push_back({TargetKind::Function, StringRef(Name).copy(Memory)});
  }
}

ArrayRef<OpSpelling> OpRegistryImpl::spellings(const OpInfo &Op) {
  std::lock_guard Guard(Lock);
  if (const ArrayRef<OpSpelling> *Done = Op.Spellings.load())
    return *Done;
  SmallVector<OpSpelling, 16> Names;
  if (OpRef Ref = findDeclaredOp(Op.name())) {
    const OpTableData &Table = *Ref.Table;
    for (const auto &Row : Table.Functions)
      if (Row.Op == Ref.Index)
        Names.push_back({TargetKind::Function, text(Table, Row.Name)});
    for (const auto &Row : Table.Methods)
      if (Row.Op == Ref.Index)
        Names.push_back({TargetKind::Method, text(Table, Row.Name)});
    const OpTableData::Op &Row = Table.Ops[Ref.Index];
    uint32_t First = Row.FirstText + Row.NumEffects + 3 * Row.NumInverses;
    for (uint32_t Offset : Table.Texts.slice(First, Row.NumAten))
      addImpliedSpellings(text(Table, Offset), /*Outs=*/false, Names);
  } else {
    addImpliedSpellings(atenBaseOf(Op), Op.name().ends_with(".out"), Names);
  }
  // A name may be declared by another operator.
  llvm::erase_if(Names, [&](const OpSpelling &Spelling) {
    for (const OpTableData *Table : Tables) {
      const auto *Row =
          findByName(*Table,
                     Spelling.Kind == TargetKind::Method ? Table->Methods
                                                         : Table->Functions,
                     Spelling.Name);
      if (Row)
        return text(*Table, Table->Ops[Row->Op].Name) != Op.name();
    }
    return false;
  });
  auto Key = [](const OpSpelling &S) { return std::pair(S.Kind, S.Name); };
  llvm::sort(Names, [&](const OpSpelling &A, const OpSpelling &B) {
    return Key(A) < Key(B);
  });
  Names.erase(std::unique(Names.begin(), Names.end(),
                          [&](const OpSpelling &A, const OpSpelling &B) {
                            return Key(A) == Key(B);
                          }),
              Names.end());
  auto *Result = new (Memory.Allocate<ArrayRef<OpSpelling>>())
      ArrayRef<OpSpelling>(save(ArrayRef(Names)));
  Op.Spellings.store(Result, std::memory_order_release);
  return *Result;
}

//===----------------------------------------------------------------------===//
// Plugins
//===----------------------------------------------------------------------===//

llvm::Error OpRegistryImpl::add(const OpTableData &Table) {
  std::lock_guard Guard(Lock);
  auto Clash = [&](StringRef What, StringRef Name) {
    return llvm::createStringError(What + " '" + Name +
                                   "' is declared already");
  };
  for (const OpTableData *Other : Tables) {
    if (Other == &Table)
      return llvm::createStringError("the table is registered already");
    for (const auto &Row : Table.Ops)
      if (findByName(*Other, Other->Ops, text(Table, Row.Name)))
        return Clash("operator", text(Table, Row.Name));
    for (const auto &Row : Table.Functions)
      if (findByName(*Other, Other->Functions, text(Table, Row.Name)))
        return Clash("function", text(Table, Row.Name));
    for (const auto &Row : Table.Methods)
      if (findByName(*Other, Other->Methods, text(Table, Row.Name)))
        return Clash("method", text(Table, Row.Name));
  }
  for (const OpTableData::Member &Row : Table.Members)
    if (!lookupOpSet(text(Table, Row.Set)))
      return llvm::createStringError("there is no set of operators '" +
                                     text(Table, Row.Set) + "'");
  Tables.push_back(&Table);
  return llvm::Error::success();
}

llvm::Error OpRegistryImpl::add(const CustomOp &Custom) {
  std::lock_guard Guard(Lock);
  StringRef Overload = Custom.Overload.empty() ? "default" : Custom.Overload;
  std::string Name =
      ("torch.ops." + Custom.Namespace + "." + Custom.Name + "." + Overload)
          .str();
  if (Functions.lookup(Name) || find(TargetKind::Function, Name))
    return llvm::createStringError("'" + Name + "' is known already");
  llvm::Expected<OpSchema> Schema =
      parseOpSchema(Custom.Schema.copy(Memory), Memory,
                    Custom.Overload.copy(Memory), Custom.Tags);
  if (!Schema)
    return Schema.takeError();
  std::string OpName = (Custom.Namespace + "." + Custom.Name).str();
  OpInfo *&Op = Ops[OpName];
  if (!Op) {
    Op = new (Memory.Allocate<OpInfo>()) OpInfo();
    Op->Name = StringRef(OpName).copy(Memory);
    Op->ID = 65536 + NumImplied++;
    Op->Pointwise = Custom.Tags & ST_Pointwise;
    Op->Builder = StringRef(Name).copy(Memory);
  }
  Source From;
  From.Kind = Source::Custom;
  From.Schema = new (Memory.Allocate<OpSchema>()) OpSchema(*Schema);
  if (Custom.SideEffect) {
    EffectRule Rule;
    Rule.Kind = EffectRule::SideEffect;
    From.Effects = save(ArrayRef(Rule));
  }
  OpTarget *Target = makeTarget(TargetKind::Function, Name, *Op, From);
  Target->IsOverload = true;
  if (!Custom.ValueRule.empty())
    Target->ValueRule = Custom.ValueRule.copy(Memory);
  Functions[Name] = Target;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The public functions
//===----------------------------------------------------------------------===//

const OpTarget::Lazy &OpTarget::parse() const {
  return OpRegistryImpl::get().parse(*this);
}

ArrayRef<OpSpelling> OpInfo::spellings() const {
  if (const ArrayRef<OpSpelling> *Done =
          Spellings.load(std::memory_order_acquire))
    return *Done;
  return OpRegistryImpl::get().spellings(*this);
}

const OpTarget *fx::lookupFunction(StringRef Qualified) {
  return OpRegistryImpl::get().lookup(TargetKind::Function, Qualified);
}

const OpTarget *fx::lookupFunctionSpelled(StringRef Name) {
  if (StringRef Rest = Name; Rest.consume_front("F."))
    return lookupFunction(("torch.nn.functional." + Rest).str());
  for (StringRef Prefix : {"torch.ops.aten.", "torch.ops.", ""})
    if (const OpTarget *Target = lookupFunction((Prefix + Name).str()))
      return Target;
  return nullptr;
}

const OpTarget *fx::lookupMethod(StringRef Name) {
  return OpRegistryImpl::get().lookup(TargetKind::Method, Name);
}

const OpInfo *fx::lookupOp(StringRef Name) {
  return OpRegistryImpl::get().lookupOp(Name);
}

const OpInfo &fx::unregisteredOp() {
  return OpRegistryImpl::get().unregistered();
}

void fx::forEachDeclaredOp(llvm::function_ref<void(const OpInfo &)> Visit) {
  OpRegistryImpl::get().forEachDeclared(Visit);
}

ArrayRef<llvm::StringLiteral> fx::opSetNames() {
  static constexpr llvm::StringLiteral Names[] = {
#define FX_OP_SET(DEF, NAME) NAME,
#include "fx/IR/OpSets.inc"
  };
  return Names;
}

std::optional<OpSet> fx::lookupOpSet(StringRef Name) {
  ArrayRef<llvm::StringLiteral> Names = opSetNames();
  const llvm::StringLiteral *It = llvm::find(Names, Name);
  if (It == Names.end())
    return std::nullopt;
  return OpSet(It - Names.begin());
}

void fx::forEachMember(OpSet Set,
                       llvm::function_ref<void(const OpInfo &)> Visit) {
  OpRegistryImpl::get().forEachMember(Set, Visit);
}

llvm::Error fx::registerCustomOp(const CustomOp &Op) {
  return OpRegistryImpl::get().add(Op);
}

llvm::Error fx::registerOps(const OpTableData &Table) {
  return OpRegistryImpl::get().add(Table);
}
