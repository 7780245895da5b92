//===- TorchImport.cpp - torch.fx graphs into the IR ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchClasses.h"
#include "TorchGraph.h"
#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

namespace fxpy {

class GraphImporter {
public:
  GraphImporter(TorchGraph &T, Graph &G)
      : T(T), G(G), Ctx(G.context()), Torch(torchClasses()) {}
  void run();

private:
  /// A number that a base of names reached.
  using Counters = DenseMap<uint32_t, uint32_t>;

  Symbol string(PyObject *S, const char *What);
  Opcode opcode(PyObject *Op);
  void node(PyObject *Obj);
  void value(PyObject *A, unsigned Depth);
  void named(PyObject *A, unsigned Depth);
  void items(PyObject *A, bool IsList, ArgKind Kind, unsigned Depth);
  void entries(PyObject *A, unsigned Depth);
  bool constant(PyObject *A, PyTypeObject *Type);
  void object(PyObject *A);
  void type(PyObject *Annotation, Symbol &Result);
  void readCounters();
  void claimOtherNames(Py_ssize_t Count);
  void orderUsers(PyObject *Root);
  [[noreturn]] void fail(const Twine &Text);
  [[noreturn]] void failOperand(PyObject *A);

  TorchGraph &T;
  Graph &G;
  Context &Ctx;
  const TorchClasses &Torch;
  NodeReader Read;
  DenseMap<PyObject *, Node *> Map;
  DenseMap<PyObject *, Symbol> Strings;
  DenseMap<PyObject *, Opcode> Opcodes;
  /// The constants that are one object each.
  DenseMap<PyObject *, std::pair<ArgKind, uint8_t>> Constants;
  ArgSpecBuilder B;
  Counters Last;
  SmallVector<Name, 8> Deferred;
  nb::object Namespace, UsedNames;
  /// The node that is read.
  PyObject *Current = nullptr;
};

} // namespace fxpy

/// The name of a node of PyTorch, for messages.
static std::string shownName(PyObject *Node) {
  nb::object Name = nb::steal(PyObject_GetAttrString(Node, "name"));
  StringRef Text;
  if (Name.is_valid() && PyUnicode_Check(Name.ptr()))
    textOf(Name.ptr(), Text);
  PyErr_Clear();
  return Text.empty() ? "?" : Text.str();
}

void GraphImporter::fail(const Twine &Text) {
  std::string Where =
      Current ? "the node '" + shownName(Current) + "': " : std::string();
  throw nb::value_error((Where + Text).str().c_str());
}

void GraphImporter::failOperand(PyObject *A) {
  fail("it uses '" + shownName(A) + "', which is not before it in the graph");
}

Symbol GraphImporter::string(PyObject *S, const char *What) {
  Symbol &Known = Strings[S];
  if (!Known) {
    StringRef Text;
    if (!PyUnicode_Check(S) || !textOf(S, Text))
      throw nb::type_error(What);
    Known = Ctx.intern(Text);
  }
  return Known;
}

Opcode GraphImporter::opcode(PyObject *Op) {
  if (auto It = Opcodes.find(Op); It != Opcodes.end())
    return It->second;
  StringRef Text;
  std::optional<Opcode> Code;
  if (PyUnicode_Check(Op) && textOf(Op, Text))
    Code = parseOpcode(Text);
  if (!Code)
    fail("its op is none that torch.fx has");
  Opcodes[Op] = *Code;
  return *Code;
}

/// dtype, layout and memory format, by their text.
bool GraphImporter::constant(PyObject *A, PyTypeObject *Type) {
  if (Type != Torch.DType && Type != Torch.Layout && Type != Torch.MemoryFormat)
    return false;
  auto It = Constants.find(A);
  if (It == Constants.end()) {
    nb::object Shown = checked(PyObject_Str(A));
    StringRef Text;
    std::pair<ArgKind, uint8_t> Value = {ArgKind::None, 0};
    if (textOf(Shown.ptr(), Text)) {
      if (Type == Torch.DType) {
        if (std::optional<DType> D = parseDType(Text))
          Value = {ArgKind::DType, uint8_t(*D)};
      } else if (Type == Torch.Layout) {
        if (std::optional<Layout> L = parseLayout(Text))
          Value = {ArgKind::Layout, uint8_t(*L)};
      } else if (std::optional<MemoryFormat> F = parseMemoryFormat(Text)) {
        Value = {ArgKind::MemoryFormat, uint8_t(*F)};
      }
    }
    It = Constants.try_emplace(A, Value).first;
  }
  if (It->second.first == ArgKind::None)
    return false;
  B.addSmall(It->second.first, It->second.second);
  return true;
}

void GraphImporter::object(PyObject *A) {
  B.addText(ArgKind::Function, T.Objects.nameOf(A));
}

void GraphImporter::items(PyObject *A, bool IsList, ArgKind Kind,
                          unsigned Depth) {
  size_t Place = B.beginAggregate(Kind);
  Py_ssize_t Count = IsList ? PyList_Size(A) : PyTuple_Size(A);
  for (Py_ssize_t I = 0; I != Count; ++I) {
    if (!IsList) {
      value(PyTuple_GetItem(A, I), Depth + 1);
      continue;
    }
    // Code in Python that names objects may have changed it.
    nb::object Item = nb::borrow(PyList_GetItem(A, I));
    if (!Item.is_valid())
      throw nb::python_error();
    value(Item.ptr(), Depth + 1);
  }
  B.endAggregate(Place, uint32_t(Count));
}

void GraphImporter::entries(PyObject *A, unsigned Depth) {
  size_t Place = B.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  PyObject *Key, *Value;
  Py_ssize_t At = 0;
  while (PyDict_Next(A, &At, &Key, &Value)) {
    nb::object KeepsKey = nb::borrow(Key), KeepsValue = nb::borrow(Value);
    size_t Operands = B.Operands.size();
    value(Key, Depth + 1);
    if (B.Operands.size() != Operands)
      fail("it has a node as the key of a dictionary");
    value(Value, Depth + 1);
    Count += 2;
  }
  B.endAggregate(Place, Count);
}

/// A named tuple; its class is kept.
void GraphImporter::named(PyObject *A, unsigned Depth) {
  nb::object Fields = checked(PyObject_GetAttrString(A, "_fields"));
  Symbol Class = T.Objects.nameOf(reinterpret_cast<PyObject *>(Py_TYPE(A)));
  size_t Place = B.beginAggregate(ArgKind::NamedTuple, Class);
  Py_ssize_t Count = PyTuple_Size(A);
  for (Py_ssize_t I = 0; I != Count; ++I) {
    nb::object Field = checked(PySequence_GetItem(Fields.ptr(), I));
    StringRef Text;
    if (!PyUnicode_Check(Field.ptr()) || !textOf(Field.ptr(), Text))
      fail("it has a named tuple with a field without a name");
    B.addText(ArgKind::String, Ctx.intern(Text));
    value(PyTuple_GetItem(A, I), Depth + 1);
  }
  B.endAggregate(Place, 2 * uint32_t(Count));
}

void GraphImporter::value(PyObject *A, unsigned Depth) {
  PyTypeObject *Type = Py_TYPE(A);
  if (Type == Torch.Node) {
    Node *N = Map.lookup(A);
    if (!N)
      failOperand(A);
    return B.addNode(N);
  }
  if (Depth > MaxArgumentDepth)
    fail("its arguments are nested more than " + Twine(MaxArgumentDepth) +
         " deep");
  if (A == Py_None)
    return B.addPlain(ArgKind::None);
  if (Type == &PyBool_Type)
    return B.addSmall(ArgKind::Bool, A == Py_True);
  if (Type == &PyLong_Type) {
    int Overflow;
    long long Number = PyLong_AsLongLongAndOverflow(A, &Overflow);
    if (!Overflow)
      return B.addInt(Number);
    nb::object Digits = checked(PyObject_Str(A));
    StringRef Text;
    if (!textOf(Digits.ptr(), Text))
      fail("it has an integer without digits");
    return B.addValue(Argument::integer(Ctx, Text));
  }
  if (Type == &PyFloat_Type)
    return B.addFloat(PyFloat_AsDouble(A));
  StringRef Text;
  if (Type == &PyUnicode_Type) {
    if (Symbol Known = Strings.lookup(A))
      return B.addText(ArgKind::String, Known);
    if (!textOf(A, Text))
      return object(A);
    return B.addText(ArgKind::String, Strings[A] = Ctx.intern(Text));
  }
  if (Type == &PyTuple_Type || Type == Torch.Size)
    return items(A, false, ArgKind::Tuple, Depth);
  if (Type == Torch.ImmutableList || Type == &PyList_Type)
    return items(A, true, ArgKind::List, Depth);
  if (Type == Torch.ImmutableDict || Type == &PyDict_Type)
    return entries(A, Depth);
  if (Type == &PySlice_Type || Type == &PyRange_Type) {
    size_t Place = B.beginAggregate(Type == &PySlice_Type ? ArgKind::Slice
                                                          : ArgKind::Range);
    for (const char *Part : {"start", "stop", "step"}) {
      nb::object P = checked(PyObject_GetAttrString(A, Part));
      value(P.ptr(), Depth + 1);
    }
    return B.endAggregate(Place, 3);
  }
  if (constant(A, Type))
    return;
  if (Type == Torch.Device) {
    nb::object Shown = checked(PyObject_Str(A));
    if (!textOf(Shown.ptr(), Text))
      fail("it has a device without a text");
    return B.addText(ArgKind::Device, Ctx.intern(Text));
  }
  if (A == Py_Ellipsis)
    return B.addPlain(ArgKind::Ellipsis);
  if (Type == &PyComplex_Type)
    return B.addValue(Argument::complex(PyComplex_RealAsDouble(A),
                                        PyComplex_ImagAsDouble(A)));
  if (PyTuple_Check(A) && PyObject_HasAttrString(A, "_fields"))
    return named(A, Depth);
  // Subclasses that hold nodes are what torch.fx itself takes them for.
  if ((PyTuple_Check(A) || PyList_Check(A) || PyDict_Check(A)) &&
      nb::cast<bool>(torchHelper("holds_node")(nb::handle(A)))) {
    if (PyDict_Check(A))
      return entries(A, Depth);
    bool IsList = PyList_Check(A);
    return items(A, IsList, IsList ? ArgKind::List : ArgKind::Tuple, Depth);
  }
  object(A);
}

void GraphImporter::type(PyObject *Annotation, Symbol &Result) {
  if (Annotation == Py_None)
    return;
  nb::object Shown = torchHelper("type_text")(nb::handle(Annotation));
  StringRef Text;
  if (!textOf(Shown.ptr(), Text) || Text.empty())
    return;
  Result = Ctx.intern(Text);
  T.Types.bind(Result, Annotation);
}

/// The number that each base of names has reached.
void GraphImporter::readCounters() {
  Namespace = checked(PyObject_GetAttrString(T.Graph, "_graph_namespace"));
  UsedNames = checked(PyObject_GetAttrString(Namespace.ptr(), "_used_names"));
  nb::object Counts =
      checked(PyObject_GetAttrString(Namespace.ptr(), "_base_count"));
  PyObject *Key, *Value;
  Py_ssize_t At = 0;
  while (PyDict_Next(Counts.ptr(), &At, &Key, &Value)) {
    int Overflow;
    long long Number = PyLong_AsLongLongAndOverflow(Value, &Overflow);
    StringRef Text;
    if (!Overflow && Number > 0 && Number <= Name::MaxNumber &&
        textOf(Key, Text))
      Last[Ctx.intern(Text).id()] = uint32_t(Number) + 1;
  }
}

/// Names that no node has any more: torch.fx does not give them out again.
void GraphImporter::claimOtherNames(Py_ssize_t Count) {
  if (PySet_Size(UsedNames.ptr()) != Count) {
    // A set has no order; names are claimed in one.
    nb::object Sorted = checked(PySequence_List(UsedNames.ptr()));
    check(PyList_Sort(Sorted.ptr()));
    for (Py_ssize_t I = 0, E = PyList_Size(Sorted.ptr()); I != E; ++I) {
      StringRef Text;
      if (!textOf(PyList_GetItem(Sorted.ptr(), I), Text))
        continue;
      Name N = fx::Namespace::parse(Ctx, Text);
      if (auto It = Last.find(N.Base);
          It != Last.end() && It->second == N.Suffix)
        Deferred.push_back(N);
      else
        G.names().claim(N);
    }
  }
  // The last number of a base is claimed last: the counter follows it.
  for (Name N : Deferred)
    G.names().claim(N);
}

void GraphImporter::node(PyObject *Obj) {
  Current = Obj;
  Opcode Op = opcode(Read.get(Obj, NodeField::Op));
  PyObject *PyTarget = Read.get(Obj, NodeField::Target);
  Symbol Target = Op == Opcode::CallFunction
                      ? T.Objects.nameOf(PyTarget)
                      : string(PyTarget, "the target of a node is not a str");
  B.clear();
  // Code in Python that names objects may give the node others.
  nb::object Args = nb::borrow(Read.get(Obj, NodeField::Args));
  nb::object Kwargs = nb::borrow(Read.get(Obj, NodeField::Kwargs));
  if (!PyTuple_Check(Args.ptr()) || !PyDict_Check(Kwargs.ptr()))
    fail("its arguments are not a tuple and a dict");
  for (Py_ssize_t I = 0, E = PyTuple_Size(Args.ptr()); I < E; ++I) {
    PyObject *A = PyTuple_GetItem(Args.ptr(), I);
    if (Py_TYPE(A) == Torch.Node) {
      Node *N = Map.lookup(A);
      if (!N)
        failOperand(A);
      B.addOperandArg(N);
    } else {
      B.beginArg();
      value(A, 0);
    }
  }
  PyObject *Key, *Value;
  Py_ssize_t At = 0;
  while (PyDict_Next(Kwargs.ptr(), &At, &Key, &Value)) {
    nb::object KeepsValue = nb::borrow(Value);
    B.beginKwarg(string(Key, "the name of an argument is not a str"));
    value(Value, 0);
  }
  StringRef Text;
  if (!textOf(Read.get(Obj, NodeField::Name), Text))
    fail("its name is not a str that can be encoded as UTF-8");
  Name N = fx::Namespace::parse(Ctx, Text);
  if (auto It = Last.find(N.Base); It != Last.end() && It->second == N.Suffix)
    Deferred.push_back(N);
  else if (!G.names().claim(N))
    fail("another node has the same name");
  Symbol Type;
  type(Read.get(Obj, NodeField::Type), Type);
  Node *New = G.createNamed(Op, Target, B, N, Type);
  Map[Obj] = New;
  T.stamp(*New, Obj, Read);
  Py_INCREF(Obj);
  T.Stamps[New->id()].Source = uint32_t(T.Sources.size());
  T.Sources.push_back(Obj);
  T.Order.push_back(New->id());
}

void GraphImporter::orderUsers(PyObject *Root) {
  SmallVector<Node *, 8> Users;
  for (uint32_t Id : T.Order) {
    Current = T.Stamps[Id].Node;
    PyObject *Dict = Read.get(Current, NodeField::Users);
    Node *N = G.node(Id);
    if (!PyDict_Check(Dict))
      fail("its users are not a dict");
    if (PyDict_Size(Dict) == 0 && !N->hasUsers())
      continue;
    Users.clear();
    PyObject *Key, *Value;
    Py_ssize_t At = 0;
    while (PyDict_Next(Dict, &At, &Key, &Value))
      Users.push_back(Map.lookup(Key));
    if (std::equal(Users.begin(), Users.end(), N->users().begin(),
                   N->users().end()))
      continue;
    if (is_contained(Users, nullptr) || !N->setUserOrder(Users))
      fail("its users are not the nodes that use it");
  }
}

void GraphImporter::run() {
  readCounters();
  nb::object Length = checked(PyObject_GetAttrString(T.Graph, "_len"));
  size_t Count = nb::cast<size_t>(Length);
  Map.reserve(Count);
  T.Stamps.reserve(Count + 2);
  T.Order.reserve(Count);
  T.Sources.reserve(Count);
  nb::object Root = checked(PyObject_GetAttrString(T.Graph, "_root"));
  auto Next = [&](PyObject *Node) {
    nb::object Result = nb::borrow(Read.get(Node, NodeField::Next));
    if (Py_TYPE(Result.ptr()) != Torch.Node)
      throw nb::type_error(
          "the graph has nodes of a subclass of torch.fx.Node");
    return Result;
  };
  if (Py_TYPE(Root.ptr()) != Torch.Node)
    throw nb::type_error("the graph has a root that is not a torch.fx.Node");
  for (nb::object Cur = Next(Root.ptr()); !Cur.is(Root); Cur = Next(Cur.ptr()))
    node(Cur.ptr());
  // Objects may change the graph when they are asked for their names.
  Current = nullptr;
  if (T.Objects.hasNameless() && !T.isUnchangedInPython())
    fail("the graph was changed while it was read");
  claimOtherNames(Py_ssize_t(T.Order.size()));
  orderUsers(Root.ptr());
}

void TorchGraph::import(fx::Graph &G) { GraphImporter(*this, G).run(); }
