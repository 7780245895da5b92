//===- OpSchema.h - Parameters of a callable --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// One overload of an operator, a method or a module's constructor: its
/// parameters with types, defaults and alias marks, and what it returns. The
/// text form is the dispatcher's schema syntax plus what Python needs:
/// \code{.txt}
///   (Tensor input, bool inplace=False) -> Tensor
///   (Tensor(a!) self, *, Tensor other, Scalar alpha=1) -> Tensor(a!)
///   (Any a, Any b, /) -> Any                   positional only before '/'
///   (int *size, dtype? dtype=None) -> Tensor   takes the remaining positions
///   (Any **kwargs) -> Any                      takes the remaining keywords
/// \endcode
/// A schema is immutable and knows no Context, so tables, fx-tblgen and the
/// library share it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSCHEMA_H
#define FX_IR_OPSCHEMA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace llvm {
template <typename T> class SmallVectorImpl;
class raw_ostream;
} // namespace llvm

namespace fx {

/// What a value of a schema type is, apart from optional and list.
enum class SchemaKind : uint8_t {
  Any,
  Tensor,
  Scalar, ///< bool, int, float, complex or a symbolic number.
  Int,
  SymInt, ///< An int that may be symbolic.
  Float,
  Bool,
  SymBool,
  Complex,
  Str,
  Device,
  DType, ///< `ScalarType` in the dispatcher's schemas.
  Layout,
  MemoryFormat,
  QScheme,
  Generator,
  Stream,
  Storage,
  None,
  Callable,
  Tuple, ///< A tuple of any length and content.
  Dict,
  Class ///< Another class; its name is in SchemaType::ClassName.
};

/// A type such as `Tensor(a!)[]?`.
struct SchemaType {
  /// The name of a `Class`, else empty.
  llvm::StringRef ClassName;
  SchemaKind Kind = SchemaKind::Any;
  /// 1 for `T[]`, 2 for `T[][]`, 0 when the type is not a list.
  uint8_t ListDepth = 0;
  /// 2 for `int[2]`, where one int stands for a list of two; else 0.
  uint8_t FixedSize = 0;
  /// `a` of `Tensor(a)`, `*` for a wildcard, 0 without a mark.
  char AliasSet = 0;
  /// The `!` of `Tensor(a!)`: the call writes to it.
  bool Written = false;
  /// `T?` and `T[]?`.
  bool Optional = false;
  /// `T?[]`.
  bool ElementOptional = false;

  bool isList() const { return ListDepth != 0; }
  /// True for Tensor and lists of it.
  bool isTensorLike() const { return Kind == SchemaKind::Tensor; }
  bool operator==(const SchemaType &RHS) const;
  /// Writes the text that the parser reads.
  void print(llvm::raw_ostream &OS) const;
};

/// How a parameter takes arguments.
enum class ParamKind : uint8_t {
  PositionalOnly,
  Normal,
  VarPositional, ///< `*size`
  KeywordOnly,
  VarKeyword ///< `**kwargs`
};

/// One parameter.
struct SchemaParam {
  llvm::StringRef Name;
  SchemaType Type;
  /// The default as a Python literal, e.g. `1e-05`, `'mean'`, `[0, 1]`,
  /// `torch.contiguous_format`. Meaningful when HasDefault is true.
  llvm::StringRef Default;
  ParamKind Kind = ParamKind::Normal;
  bool HasDefault = false;

  bool isVariadic() const {
    return Kind == ParamKind::VarPositional || Kind == ParamKind::VarKeyword;
  }
  bool isRequired() const { return !HasDefault && !isVariadic(); }
  /// An argument such as `out=`, which gets a result and may be resized.
  bool isOut() const { return Kind == ParamKind::KeywordOnly && Type.Written; }
};

/// One result.
struct SchemaReturn {
  llvm::StringRef Name; ///< Often empty.
  SchemaType Type;
};

/// What the dispatcher's tags and flags say about an overload; a bit set.
enum SchemaTag : uint16_t {
  ST_Random = 1 << 0,      ///< nondeterministic_seeded
  ST_MayAlias = 1 << 1,    ///< maybe_aliasing_or_mutating
  ST_Pointwise = 1 << 2,   ///< pointwise
  ST_Reduction = 1 << 3,   ///< reduction
  ST_InPlace = 1 << 4,     ///< inplace, inplace_view
  ST_Out = 1 << 5,         ///< out: results go to arguments
  ST_Core = 1 << 6,        ///< core: a member of the core operator set
  ST_ViewCopy = 1 << 7,    ///< view_copy
  ST_DataShape = 1 << 8,   ///< dynamic_output_shape, data_dependent_output
  ST_Composite = 1 << 9,   ///< decomposes for every backend
  ST_Decomposed = 1 << 10, ///< in PyTorch's decomposition table
  ST_Generated = 1 << 11   ///< made from another overload, not bound in Python
};

/// One overload. A view: the memory belongs to who made it (a registry, or
/// the allocator given to the parser).
class OpSchema {
public:
  OpSchema() = default;
  OpSchema(llvm::StringRef Overload, llvm::ArrayRef<SchemaParam> Params,
           llvm::ArrayRef<SchemaReturn> Returns, bool ReturnsTuple,
           uint16_t Tags = 0)
      : Overload(Overload), Params(Params), Returns(Returns), Tags(Tags),
        ReturnsTuple(ReturnsTuple) {}

  /// The overload's name, `Tensor` in `aten::add.Tensor`; empty for the
  /// default overload and for Python functions.
  llvm::StringRef overload() const { return Overload; }
  llvm::ArrayRef<SchemaParam> params() const { return Params; }
  llvm::ArrayRef<SchemaReturn> returns() const { return Returns; }
  /// True when the result is a tuple, even one of a single element.
  bool returnsTuple() const { return ReturnsTuple; }
  /// The index of the parameter called Name. Linear in the parameters.
  std::optional<unsigned> findParam(llvm::StringRef Name) const;
  /// How many parameters can be given by position, not counting a `*args`.
  unsigned numPositional() const;
  /// A set of SchemaTag bits.
  uint16_t tags() const { return Tags; }
  bool hasTag(SchemaTag Tag) const { return Tags & Tag; }
  /// True when some parameter is written to (`(a!)`).
  bool isMutable() const;
  /// True when some parameter is one like `out=`.
  bool writesOut() const;
  /// True when Python gets a tuple or a list: of several results, or one list.
  bool returnsSequence() const {
    return returns().size() > 1 ||
           (returns().size() == 1 && returns()[0].Type.isList());
  }
  /// Writes the text that parseOpSchema reads, e.g.
  /// `(Tensor input, bool inplace=False) -> Tensor`.
  void print(llvm::raw_ostream &OS) const;

private:
  llvm::StringRef Overload;
  llvm::ArrayRef<SchemaParam> Params;
  llvm::ArrayRef<SchemaReturn> Returns;
  uint16_t Tags = 0;
  bool ReturnsTuple = false;
};

/// Reads a schema. Names in the result point into Text, which must outlive
/// it; arrays are taken from Memory. The error says what is wrong and at which
/// column of Text (from 1). Linear in the text.
llvm::Expected<OpSchema> parseOpSchema(llvm::StringRef Text,
                                       llvm::BumpPtrAllocator &Memory,
                                       llvm::StringRef Overload = "",
                                       uint16_t Tags = 0);

/// Reads a type alone, e.g. `int[2]?`.
llvm::Expected<SchemaType> parseSchemaType(llvm::StringRef Text);

/// The spelling of a kind in schemas: `Tensor`, `int`, `ScalarType`, ...
llvm::StringRef schemaKindName(SchemaKind Kind);

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// What a parameter receives in one call.
struct BoundSlot {
  enum SlotKind : uint8_t {
    Default,    ///< Nothing was given.
    Positional, ///< The positional argument Index.
    Keyword,    ///< The keyword argument Index.
    Rest        ///< A variadic one: positionals (or keywords) from Index on.
  };
  SlotKind Kind = Default;
  unsigned Index = 0;
};

/// Why arguments do not fit a schema.
struct BindFailure {
  enum FailureKind : uint8_t {
    None,
    TooManyPositional,
    UnknownKeyword,
    DuplicateArgument,
    MissingArgument,
    WrongType
  };
  FailureKind Kind = None;
  /// The parameter (DuplicateArgument, MissingArgument, WrongType), the
  /// keyword (UnknownKeyword) or the number given (TooManyPositional).
  unsigned Index = 0;
  explicit operator bool() const { return Kind != None; }
};

/// Options of bindArguments.
struct BindOptions {
  /// Accept NumPy's names `axis`, `keepdims`, `x`, `x1`, `x2`, `a_min`,
  /// `a_max` for `dim`, `keepdim`, `input`, `input`, `other`, `min`, `max`, as
  /// PyTorch's own functions do.
  bool NumpyNames = false;
  /// Let a sole positional `int[]` parameter (after SkipFirst ones) take all
  /// remaining positions, as in `x.view(2, 3)`. It gets a Rest slot even when
  /// there is one argument, which may be an int or a list.
  bool SpreadIntList = false;
  /// Parameters before the first one that SpreadIntList looks at: 1 for
  /// methods, whose first parameter is the receiver.
  unsigned SkipFirst = 0;
};

/// Matches counts and names by Python's rules, without looking at values: for
/// each parameter of Schema one slot. Linear in parameters times keywords. A
/// keyword that goes to `**kwargs` has no slot of its own.
BindFailure bindArguments(const OpSchema &Schema, unsigned NumPositional,
                          llvm::ArrayRef<llvm::StringRef> Keywords,
                          llvm::SmallVectorImpl<BoundSlot> &Slots,
                          const BindOptions &Options = {});

/// A sentence for Failure, e.g. `missing argument 'other'`.
std::string describeBindFailure(const OpSchema &Schema,
                                const BindFailure &Failure,
                                llvm::ArrayRef<llvm::StringRef> Keywords);

} // namespace fx

#endif // FX_IR_OPSCHEMA_H
