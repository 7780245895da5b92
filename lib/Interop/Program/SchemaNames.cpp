//===- SchemaNames.cpp - Words and numbers of the archive's schema --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SchemaNames.h"
#include "fx/IR/Context.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Numbered {
  uint8_t Number;
  T Value;
};
} // namespace

static constexpr Numbered<DType> DTypes[] = {
    {1, DType::UInt8},           {2, DType::Int8},
    {3, DType::Int16},           {4, DType::Int32},
    {5, DType::Int64},           {6, DType::Float16},
    {7, DType::Float32},         {8, DType::Float64},
    {9, DType::Complex32},       {10, DType::Complex64},
    {11, DType::Complex128},     {12, DType::Bool},
    {13, DType::BFloat16},       {28, DType::UInt16},
    {29, DType::Float8E4M3FN},   {30, DType::Float8E5M2},
    {31, DType::Float8E4M3FNUZ}, {32, DType::Float8E5M2FNUZ},
    {33, DType::Float8E8M0FNU},  {34, DType::UInt32},
    {35, DType::UInt64}};
static constexpr Numbered<Layout> Layouts[] = {
    {1, Layout::Sparse},    {2, Layout::SparseCsr}, {3, Layout::SparseCsc},
    {4, Layout::SparseBsr}, {5, Layout::SparseBsc}, {6, Layout::Mkldnn},
    {7, Layout::Strided}};
static constexpr Numbered<MemoryFormat> MemoryFormats[] = {
    {1, MemoryFormat::Contiguous},
    {2, MemoryFormat::ChannelsLast},
    {3, MemoryFormat::ChannelsLast3d},
    {4, MemoryFormat::Preserve}};

template <typename T>
static std::optional<T> fromNumber(ArrayRef<Numbered<T>> Table,
                                   int64_t Number) {
  for (const Numbered<T> &Entry : Table)
    if (Entry.Number == Number)
      return Entry.Value;
  return std::nullopt;
}

template <typename T>
static unsigned toNumber(ArrayRef<Numbered<T>> Table, T Value) {
  for (const Numbered<T> &Entry : Table)
    if (Entry.Value == Value)
      return Entry.Number;
  return 0;
}

std::optional<DType> interop::dtypeFromNumber(int64_t N) {
  return fromNumber(ArrayRef(DTypes), N);
}
std::optional<Layout> interop::layoutFromNumber(int64_t N) {
  return fromNumber(ArrayRef(Layouts), N);
}
std::optional<MemoryFormat> interop::memoryFormatFromNumber(int64_t N) {
  return fromNumber(ArrayRef(MemoryFormats), N);
}
unsigned interop::numberOf(DType T) { return toNumber(ArrayRef(DTypes), T); }
unsigned interop::numberOf(Layout L) { return toNumber(ArrayRef(Layouts), L); }
unsigned interop::numberOf(MemoryFormat F) {
  return toNumber(ArrayRef(MemoryFormats), F);
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

StringRef interop::targetFromJSON(StringRef Target) {
  return Target.starts_with("_operator.") ? Target.drop_front() : Target;
}

bool interop::isOperatorModule(StringRef Target) {
  return Target.starts_with("operator.");
}

static constexpr StringLiteral Binary[] = {"a", "b"}, Unary[] = {"a"},
                               Ite[] = {"b", "t", "f"}, Trunc[] = {"x"};

namespace {
struct SymOpEntry {
  StringLiteral Target;
  ArrayRef<StringLiteral> Parameters;
};
} // namespace

static constexpr SymOpEntry SymOps[] = {
    {"operator.add", Binary},     {"operator.sub", Binary},
    {"operator.mul", Binary},     {"operator.floordiv", Binary},
    {"operator.truediv", Binary}, {"operator.mod", Binary},
    {"operator.pow", Binary},     {"operator.eq", Binary},
    {"operator.ne", Binary},      {"operator.lt", Binary},
    {"operator.le", Binary},      {"operator.gt", Binary},
    {"operator.ge", Binary},      {"operator.neg", Unary},
    {"operator.pos", Unary},      {"operator.and_", Binary},
    {"operator.or_", Binary},     {"operator.lshift", Binary},
    {"operator.rshift", Binary},  {"torch.sym_int", Unary},
    {"torch.sym_float", Unary},   {"torch.sym_max", Binary},
    {"torch.sym_min", Binary},    {"torch.sym_not", Unary},
    {"torch.sym_ite", Ite},       {"torch._sym_sqrt", Unary},
    {"math.trunc", Trunc}};

ArrayRef<StringLiteral> interop::symOpParameters(StringRef Target) {
  for (const SymOpEntry &E : SymOps)
    if (E.Target == Target)
      return E.Parameters;
  return {};
}

TargetClass interop::classifyTarget(StringRef Target) {
  if (Target.starts_with("torch.ops.higher_order."))
    return TargetClass::HigherOrder;
  // `#namespace:operator` is one of an extension, which has a schema too.
  if (Target.starts_with("torch.ops.") || Target.starts_with("#"))
    return TargetClass::Overload;
  return symOpParameters(Target).empty() ? TargetClass::Function
                                         : TargetClass::SymOp;
}

//===----------------------------------------------------------------------===//
// What has no kind of its own
//===----------------------------------------------------------------------===//

/// A named tuple of two strings.
static Argument makePair(Context &Ctx, StringRef Class, StringRef FirstKey,
                         Symbol First, StringRef SecondKey, Symbol Second) {
  return Argument::namedTuple(
      Ctx.intern(Class),
      {Argument::string(Ctx, FirstKey), Argument::string(First),
       Argument::string(Ctx, SecondKey), Argument::string(Second)});
}

static bool isPair(const Argument &A, StringRef Class, StringRef FirstKey,
                   Symbol &First, StringRef SecondKey, Symbol &Second) {
  if (A.kind() != ArgKind::NamedTuple || A.str() != Class)
    return false;
  const Argument *X = A.lookup(FirstKey), *Y = A.lookup(SecondKey);
  if (!X || !Y || !X->isString() || !Y->isString())
    return false;
  First = X->symbol();
  Second = Y->symbol();
  return true;
}

Argument interop::makeObject(Context &Ctx, Symbol Name, Symbol Class) {
  return makePair(Ctx, ObjectClass, "name", Name, "class_fqn", Class);
}

bool interop::isObject(const Argument &A, Symbol &Name, Symbol &Class) {
  return isPair(A, ObjectClass, "name", Name, "class_fqn", Class);
}

static constexpr StringLiteral UnknownClass =
    "torch._export.serde.schema.Argument";

Argument interop::makeUnknown(Context &Ctx, StringRef Member, StringRef JSON) {
  return makePair(Ctx, UnknownClass, "member", Ctx.intern(Member), "json",
                  Ctx.intern(JSON));
}

bool interop::isUnknown(const Argument &A, Symbol &Member, Symbol &JSON) {
  return isPair(A, UnknownClass, "member", Member, "json", JSON);
}
