//===- TorchGraph.cpp - What ties a module to a torch.fx graph ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchGraph.h"
#include "NodeValues.h"
#include "TorchClasses.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

const char *const fxpy::MarkKey = "torch_node";

TorchClasses &fxpy::torchClasses() {
  static TorchClasses Types;
  return Types;
}

nb::object fxpy::torchHelper(const char *Name) {
  return nb::module_::import_("fxopt._torch").attr(Name);
}

//===----------------------------------------------------------------------===//
// Names of objects
//===----------------------------------------------------------------------===//

ObjectTable::~ObjectTable() {
  for (auto &Entry : ByName)
    Py_DECREF(Entry.second);
}

bool ObjectTable::bind(Symbol Name, PyObject *O) {
  auto [It, IsNew] = ByName.try_emplace(Name.id(), O);
  if (!IsNew)
    return It->second == O;
  Py_INCREF(O);
  Names.try_emplace(O, Name);
  return true;
}

Symbol ObjectTable::nameOf(PyObject *O) {
  if (auto It = Names.find(O); It != Names.end())
    return It->second;
  // Leads back to the object, or is a description.
  nb::object Named = torchHelper("describe")(nb::handle(O));
  StringRef Text;
  if (!textOf(nb::object(Named[0]).ptr(), Text))
    Text = "object";
  if (nb::cast<bool>(Named[1])) {
    Symbol Name = Ctx.intern(Text);
    if (bind(Name, O))
      return Name;
  }
  // No name of the op table begins like this.
  Symbol Name;
  do
    Name = Ctx.intern(("python." + Text + "_" + Twine(++LastNumber)).str());
  while (!bind(Name, O));
  return Name;
}

//===----------------------------------------------------------------------===//
// Stamps
//===----------------------------------------------------------------------===//

TorchGraph::TorchGraph(GraphModule &M, PyObject *Graph)
    : Graph(Graph), Objects(M.context()), Types(M.context()) {
  Py_INCREF(Graph);
}

TorchGraph::~TorchGraph() {
  for (Stamp &S : Stamps)
    S.release();
  for (PyObject *O : Sources)
    Py_DECREF(O);
  Py_DECREF(Graph);
}

void TorchGraph::Stamp::release() {
  Py_CLEAR(Node);
  Py_CLEAR(Target);
  Py_CLEAR(Name);
  Py_CLEAR(Args);
  Py_CLEAR(Kwargs);
}

uint64_t TorchGraph::hashOperands(const Node &N) {
  // Serial numbers are compared: a new node may have the id of an erased one.
  const fx::Graph &G = N.graph();
  uint64_t Hash = 0xcbf29ce484222325;
  for (const Use &U : N.operandUses())
    Hash = (Hash ^ G.node(U.Value)->serial()) * 0x100000001b3;
  return Hash;
}

void TorchGraph::stamp(const Node &N, PyObject *Node, NodeReader &Read) {
  if (Stamps.size() <= N.id())
    Stamps.resize(std::max<size_t>(N.id() + 1, N.graph().idBound()));
  Stamp &S = Stamps[N.id()];
  if (S.Node != Node)
    S.Source = ~0u;
  auto Set = [](PyObject *&Slot, PyObject *O) {
    Py_INCREF(O);
    PyObject *Old = std::exchange(Slot, O);
    Py_XDECREF(Old);
  };
  Set(S.Node, Node);
  Set(S.Target, Read.get(Node, NodeField::Target));
  Set(S.Name, Read.get(Node, NodeField::Name));
  Set(S.Args, Read.get(Node, NodeField::Args));
  Set(S.Kwargs, Read.get(Node, NodeField::Kwargs));
  S.Operands = hashOperands(N);
  S.Serial = N.serial();
  S.SpecId = N.specId();
  S.TargetId = N.targetId();
  S.TypeId = N.type().id();
  S.NameRef = N.nameRef();
  S.Op = N.op();
}

bool TorchGraph::isUnchanged(const Stamp &S, const Node &N) {
  return S.SpecId == N.specId() && S.TargetId == N.targetId() &&
         S.NameRef == N.nameRef() && S.Op == N.op() &&
         S.TypeId == N.type().id() && S.Operands == hashOperands(N);
}

TorchGraph::Stamp *TorchGraph::stampOf(const Node &N) {
  if (N.id() >= Stamps.size())
    return nullptr;
  Stamp &S = Stamps[N.id()];
  return S.Node && S.Serial == N.serial() ? &S : nullptr;
}

/// Whether the graph of PyTorch is what it was when it was taken.
bool TorchGraph::isUnchangedInPython() const {
  NodeReader Read;
  nb::object Root = checked(PyObject_GetAttrString(Graph, "_root"));
  PyObject *Cur = Read.get(Root.ptr(), NodeField::Next);
  bool Same = true;
  for (uint32_t Id : Order) {
    const Stamp &S = Stamps[Id];
    Same = Cur == S.Node && Cur != Root.ptr() &&
           Read.get(Cur, NodeField::Target) == S.Target &&
           Read.get(Cur, NodeField::Name) == S.Name &&
           Read.get(Cur, NodeField::Args) == S.Args &&
           Read.get(Cur, NodeField::Kwargs) == S.Kwargs;
    if (!Same)
      break;
    Cur = Read.get(Cur, NodeField::Next);
  }
  return Same && Cur == Root.ptr();
}

bool TorchGraph::isSame(const fx::Graph &G) const {
  size_t At = 0;
  for (const Node *N : G.nodes()) {
    const Stamp *S = stampOf(*N);
    if (!S || At == Order.size() || Order[At++] != N->id() ||
        !isUnchanged(*S, *N))
      return false;
  }
  return At == Order.size();
}

void TorchGraph::checkUnchangedInPython() const {
  if (isUnchangedInPython())
    return;
  nb::object Type =
      nb::module_::import_("fxopt._errors").attr("StaleNodeError");
  PyErr_SetString(Type.ptr(),
                  "the graph was changed by Python code after it was taken; "
                  "take it again with fxopt.from_torch");
  throw nb::python_error();
}

void TorchGraph::addMark(Node &N) {
  Stamp *S = stampOf(N);
  if (!S || N.meta(MarkKey))
    return;
  if (S->Source == ~0u) {
    S->Source = uint32_t(Sources.size());
    Py_INCREF(S->Node);
    Sources.push_back(S->Node);
  }
  Argument Number{int64_t(S->Source)};
  if (N.hasMeta()) {
    N.setMeta(MarkKey, Number);
    return;
  }
  Context &Ctx = N.graph().context();
  KwArg Mark[] = {{Ctx.intern(MarkKey), Number}};
  N.setMeta(Ctx.internMeta(Mark));
}

void TorchGraph::addMarks(GraphModule &M) {
  if (std::exchange(IsMarked, true))
    return;
  for (Node *N : M.graph().nodes())
    addMark(*N);
}

PyObject *TorchGraph::sourceOf(const Node &N) const {
  if (const Argument *Mark = N.meta(MarkKey)) {
    bool IsKnown = Mark->isInt() && size_t(Mark->asInt()) < Sources.size();
    return IsKnown ? Sources[size_t(Mark->asInt())] : nullptr;
  }
  const Stamp *S = stampOf(N);
  return S ? S->Node : nullptr;
}

void TorchGraph::setSource(Node &N, PyObject *Source) {
  N.setMeta(MarkKey, Argument(int64_t(Sources.size())));
  Py_INCREF(Source);
  Sources.push_back(Source);
}

/// A description of symbols, whose values are texts, numbers and None.
static Argument symbolsOf(Context &Ctx, nb::dict Symbols) {
  SmallVector<Argument, 8> Entries;
  auto Read = [&](nb::handle O) {
    StringRef Text;
    if (PyUnicode_Check(O.ptr()) && textOf(O.ptr(), Text))
      return Argument::string(Ctx, Text);
    return describedValue(Ctx, O);
  };
  for (auto [Text, What] : Symbols) {
    SmallVector<Argument, 4> Parts;
    for (nb::handle Part : What)
      Parts.push_back(Read(Part));
    Entries.push_back(Read(Text));
    Entries.push_back(Argument::tuple(Parts));
  }
  return Argument::dict(Entries);
}

void TorchGraph::setValues(fx::Graph &G, nb::list Described, nb::dict Symbols) {
  Context &Ctx = G.context();
  if (Described.size() != Order.size() || IsMarked)
    throw nb::value_error("values are for a graph as it was read");
  Values.assign(Order.size(), Argument::ellipsis());
  for (size_t I = 0; I != Order.size(); ++I) {
    nb::object Value = Described[I];
    if (Value.ptr() == Py_Ellipsis)
      continue;
    Values[I] = describedValue(Ctx, Value);
    if (Values[I].kind() == ArgKind::Ellipsis)
      continue;
    G.node(Order[I])->setVal(Values[I]);
  }
  FoundNodes Inputs = G.findNodes(Opcode::Placeholder);
  if (Symbols.size() != 0 && !Inputs.empty())
    (*Inputs.begin())->setMeta("symbols", symbolsOf(Ctx, Symbols));
}

void TorchGraph::removeMarks(GraphModule &M) {
  for (Node *N : M.graph().nodes())
    if (N->hasMeta())
      N->eraseMeta(MarkKey);
}
