//===- PythonTypes.cpp - Annotations and globals of generated code --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

// Methods of torch.Tensor that are written in Python; the others are known to
// Python as method descriptors, which belong to no module.
static constexpr StringLiteral PythonTensorMethods[] = {
    "backward",      "dim_order",
    "eig",           "index",
    "is_shared",     "istft",
    "lstsq",         "lu",
    "module_load",   "norm",
    "register_hook", "register_post_accumulate_grad_hook",
    "reinforce",     "resize",
    "resize_as",     "share_memory_",
    "solve",         "split",
    "stft",          "storage",
    "storage_type",  "symeig",
    "to_sparse_coo", "unflatten",
    "unique",        "unique_consecutive"};

/// Whether an object of that name lives in a module of torch.
/// (torch.fx: _is_from_torch).
static bool isTorch(StringRef Qualified, bool Old) {
  if (!Qualified.starts_with("torch."))
    return false;
  StringRef Method = Qualified;
  if (Method.consume_front("torch.Tensor.") && !Method.contains('.'))
    return Old || is_contained(PythonTensorMethods, Method);
  if (Old)
    return true;
  // Modules below torch._dynamo and torch._inductor are not counted.
  StringRef Module = allButLastPart(Qualified);
  return !Module.contains("._dynamo.") && !Module.contains("._inductor.");
}

StringRef PythonGlobals::object(StringRef Qualified, StringRef Hint) {
  if (Qualified == "torch.device")
    return "device";
  if (isTorch(Qualified, Old) || Namespace::isIllegal(Qualified))
    return Qualified;
  auto [It, New] = Spelled.try_emplace(Qualified);
  if (New)
    It->second = Names.createName(Hint).str(Ctx);
  return It->second;
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// Splits at \p Separator where no bracket or string is open. Empty when
/// brackets do not match.
static SmallVector<StringRef, 4> splitTopLevel(StringRef Text,
                                               StringRef Separator) {
  SmallVector<StringRef, 4> Parts;
  SmallVector<char, 16> Open;
  size_t Begin = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\'' || C == '"') {
      for (++I; I < Text.size() && Text[I] != C; ++I)
        if (Text[I] == '\\')
          ++I;
      continue;
    }
    if (C == '[' || C == '(' || C == '{' || C == '<') {
      Open.push_back(C);
    } else if (C == ']' || C == ')' || C == '}' || C == '>') {
      if (Open.empty())
        return {};
      Open.pop_back();
    } else if (Open.empty() && Text.substr(I).starts_with(Separator)) {
      Parts.push_back(Text.slice(Begin, I));
      I += Separator.size() - 1;
      Begin = I + 1;
    }
  }
  if (!Open.empty())
    return {};
  Parts.push_back(Text.drop_front(Begin));
  return Parts;
}

static bool isQuoted(StringRef Text) {
  return Text.size() >= 2 && (Text.front() == '\'' || Text.front() == '"') &&
         Text.back() == Text.front();
}

/// The class after an alias of `typing` that stands for another class; empty
/// for any other.
static StringRef originOf(StringRef Alias) {
  return StringSwitch<StringRef>(Alias)
      .Case("List", "list")
      .Case("Dict", "dict")
      .Case("Set", "set")
      .Case("FrozenSet", "frozenset")
      .Case("Tuple", "tuple")
      .Case("Type", "type")
      .Case("DefaultDict", "collections.defaultdict")
      .Case("OrderedDict", "collections.OrderedDict")
      .Case("Counter", "collections.Counter")
      .Case("ChainMap", "collections.ChainMap")
      .Case("Deque", "collections.deque")
      .Case("AbstractSet", "collections.abc.Set")
      .Case("Awaitable", "collections.abc.Awaitable")
      .Case("Coroutine", "collections.abc.Coroutine")
      .Case("AsyncIterable", "collections.abc.AsyncIterable")
      .Case("AsyncIterator", "collections.abc.AsyncIterator")
      .Case("AsyncGenerator", "collections.abc.AsyncGenerator")
      .Case("Iterable", "collections.abc.Iterable")
      .Case("Iterator", "collections.abc.Iterator")
      .Case("Generator", "collections.abc.Generator")
      .Case("Reversible", "collections.abc.Reversible")
      .Case("Container", "collections.abc.Container")
      .Case("Collection", "collections.abc.Collection")
      .Case("Callable", "collections.abc.Callable")
      .Case("MutableSet", "collections.abc.MutableSet")
      .Case("Mapping", "collections.abc.Mapping")
      .Case("MutableMapping", "collections.abc.MutableMapping")
      .Case("Sequence", "collections.abc.Sequence")
      .Case("MutableSequence", "collections.abc.MutableSequence")
      .Case("ByteString", "collections.abc.ByteString")
      .Case("MappingView", "collections.abc.MappingView")
      .Case("KeysView", "collections.abc.KeysView")
      .Case("ItemsView", "collections.abc.ItemsView")
      .Case("ValuesView", "collections.abc.ValuesView")
      .Case("Hashable", "collections.abc.Hashable")
      .Case("Sized", "collections.abc.Sized")
      .Case("ContextManager", "contextlib.AbstractContextManager")
      .Case("AsyncContextManager", "contextlib.AbstractAsyncContextManager")
      .Case("Pattern", "re.Pattern")
      .Case("Match", "re.Match")
      .Default("");
}

/// `typing.List` for `list`, as torch.fx maps origins back; empty for classes
/// that it does not map.
static StringRef typingAlias(StringRef Class) {
  return StringSwitch<StringRef>(Class)
      .Case("list", "typing.List")
      .Case("dict", "typing.Dict")
      .Case("set", "typing.Set")
      .Case("frozenset", "typing.FrozenSet")
      .Case("tuple", "typing.Tuple")
      .Default("");
}

/// A name that is not a generic. Python's dictionary of names takes numbers and
/// truth values for the same object where they are equal.
StringRef PythonGlobals::typeName(StringRef Printed) {
  StringRef Key = StringSwitch<StringRef>(Printed)
                      .Case("True", "1")
                      .Case("False", "0")
                      .Default(Printed);
  return object(Key, Printed);
}

// torch.fx: type_repr. The text is what _type_repr gave, so it says again what
// kind of object it was.
std::string PythonGlobals::type(StringRef Printed, unsigned Depth) {
  // Deeper ones are not annotations that Python could hold.
  if (Depth == MaxArgumentDepth)
    return Printed.str();
  if (Printed == "()")
    return "()";
  // An annotation that is a string.
  if (isQuoted(Printed))
    return typeName(Printed).str();
  if (SmallVector<StringRef, 4> Union = splitTopLevel(Printed, " | ");
      Union.size() > 1) {
    if (Old)
      return typeName(Printed).str();
    std::string Text;
    for (StringRef Part : Union)
      Text +=
          (Text.empty() ? "" : "|") +
          (Part == "None" ? std::string("NoneType") : type(Part, Depth + 1));
    return Text;
  }
  size_t Bracket = Printed.find('[');
  if (Bracket != StringRef::npos && Bracket && Printed.ends_with("]") &&
      !splitTopLevel(Printed, ", ").empty() &&
      !StringRef("<~").contains(Printed.front()))
    return generic(Printed.take_front(Bracket),
                   Printed.slice(Bracket + 1, Printed.size() - 1), Depth + 1);
  StringRef Alias = Printed;
  if (Alias.consume_front("typing."))
    if (StringRef Origin = originOf(Alias); !Origin.empty()) {
      StringRef Mapped = Old ? typingAlias(Origin) : StringRef();
      return object(Mapped.empty() ? Origin : Mapped).str();
    }
  if (Printed == "Dyn")
    return object("torch.fx.tensor_type._DynType").str();
  return typeName(Printed).str();
}

/// `Origin[Inner]`
std::string PythonGlobals::generic(StringRef Origin, StringRef Inner,
                                   unsigned Depth) {
  SmallVector<StringRef, 4> Args = splitTopLevel(Inner, ", ");
  StringRef Alias = Origin, Class = Origin;
  bool IsOptional = false, IsCallable = Origin == "collections.abc.Callable";
  if (Alias.consume_front("typing.")) {
    StringRef Known = originOf(Alias);
    IsOptional = Alias == "Optional";
    IsCallable = Alias == "Callable";
    if (IsOptional)
      Class = "typing.Union";
    else if (!Known.empty() && typingAlias(Known).empty())
      Class = Known;
    else if (Alias == "Annotated" && !Args.empty())
      Class = Args.front();
  } else if (Origin == "TensorType") {
    Class = "torch.fx.tensor_type.TensorType";
    if (Inner.starts_with("(") && Inner.ends_with(")"))
      Args = splitTopLevel(Inner.drop_front().drop_back(), ", ");
  } else if (Old && !typingAlias(Origin).empty()) {
    Class = typingAlias(Origin);
  }
  std::string Text = object(Class).str();
  if (Inner == "()")
    return Text;
  // torch.fx flattened the parameters of a callable before it came to refuse
  // them.
  if (IsCallable && !Args.empty() && Args[0].starts_with("[") &&
      Args[0].ends_with("]")) {
    SmallVector<StringRef, 4> Flat;
    StringRef Parameters = Args[0].drop_front().drop_back();
    if (!Parameters.empty())
      Flat = splitTopLevel(Parameters, ", ");
    Flat.append(Args.begin() + 1, Args.end());
    Args = std::move(Flat);
  }
  Text += '[';
  bool First = true;
  for (StringRef Arg : Args) {
    if (!First)
      Text += ',';
    First = false;
    Text += type(Arg, Depth);
  }
  if (IsOptional)
    Text += ",NoneType";
  return Text + ']';
}
