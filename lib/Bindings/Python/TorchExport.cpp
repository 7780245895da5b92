//===- TorchExport.cpp - The IR into torch.fx graphs ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchGraph.h"
#include "TorchTypes.h"
#include "TorchValues.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

namespace {
/// Pauses the garbage collector while many objects are made, none of which is
/// garbage.
class PauseCollector {
public:
  explicit PauseCollector(bool Many) : Paused(Many && PyGC_Disable()) {}
  PauseCollector(const PauseCollector &) = delete;
  PauseCollector &operator=(const PauseCollector &) = delete;
  ~PauseCollector() {
    if (Paused)
      PyGC_Enable();
  }

private:
  bool Paused;
};
} // namespace

namespace fxpy {

class GraphExporter : private ValueExporter {
public:
  GraphExporter(TorchGraph &T, GraphModule &M, PyObject *Graph);

  nb::tuple writeBack();
  nb::list copyAll();

private:
  bool isCreated(const Node &N) { return IsCopy || !T.stampOf(N); }
  void resolveAll();
  void update(PyObject *Obj, const Node &N);
  void change(TorchGraph::Stamp &S, const Node &N);
  nb::object create(const Node &N, PyObject *Before);
  nb::object createSlowly(const Node &N, PyObject *Before);
  nb::object newName(const Node &N);
  void place(PyObject *Obj, PyObject *&Cur);
  void orderUsers();
  PyObject *skipGone(PyObject *Cur);
  std::optional<size_t> sourceOf(const Node &N);
  bool hasValueOf(const Node &N, size_t Source);
  PyObject *typeOf(const Node &N);
  void readGraph();

  TorchGraph &T;
  Graph &G;
  PyObject *PyGraph;
  bool IsCopy = false;
  const TorchTypes &Torch;
  NodeReader Read;
  std::vector<nb::object> Made;
  DenseSet<PyObject *> Gone;
  /// How many nodes come from each that was read, itself included.
  DenseMap<size_t, unsigned> HeirsOf;
  nb::object Root, Namespace, UsedNames, BaseCount, NameOf, Table;
  nb::object CreateHooks, ReplaceHooks;
};

} // namespace fxpy

GraphExporter::GraphExporter(TorchGraph &T, GraphModule &M, PyObject *Graph)
    : ValueExporter(M.context(), T.Objects), T(T), G(M.graph()), PyGraph(Graph),
      Torch(torchTypes()) {}

void GraphExporter::readGraph() {
  auto Get = [](const nb::object &O, const char *Name) {
    return checked(PyObject_GetAttrString(O.ptr(), Name));
  };
  nb::object Whole = nb::borrow(PyGraph);
  Root = Get(Whole, "_root");
  Namespace = Get(Whole, "_graph_namespace");
  UsedNames = Get(Namespace, "_used_names");
  BaseCount = Get(Namespace, "_base_count");
  NameOf = Get(Namespace, "_obj_to_name");
  if (nodeLayout().Direct)
    Table = Get(Get(Whole, "_find_nodes_lookup_table"), "table");
  nb::object Hooks = torchHelper("hooks")(Whole);
  CreateHooks = Hooks[0];
  ReplaceHooks = Hooks[1];
}

/// Finds everything that the new graph needs before anything is changed.
void GraphExporter::resolveAll() {
  for (Node *N : G.nodes()) {
    TorchGraph::Stamp *S = IsCopy ? nullptr : T.stampOf(*N);
    if (S && TorchGraph::isUnchanged(*S, *N))
      continue;
    if (N->isCallFunction())
      resolve(N->target());
    if (N->spec().isPlain())
      continue;
    for (const Argument &A : N->args())
      resolve(A);
    for (const KwArg &K : N->kwargs())
      resolve(K.Value);
  }
  raiseMissing();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

std::optional<size_t> GraphExporter::sourceOf(const Node &N) {
  const Argument *Mark = N.meta(MarkKey);
  if (!Mark || !Mark->isInt() || size_t(Mark->asInt()) >= T.Sources.size())
    return std::nullopt;
  return size_t(Mark->asInt());
}

/// Whether the new node \p N has the value of the node that it comes from: as
/// the values say, or as the only node that was made of one that is gone.
bool GraphExporter::hasValueOf(const Node &N, size_t Source) {
  if (Source < T.Values.size() &&
      T.Values[Source].kind() != ArgKind::Ellipsis && N.val())
    return *N.val() == T.Values[Source];
  if (HeirsOf.empty())
    for (Node *Each : G.nodes())
      if (std::optional<size_t> From = sourceOf(*Each))
        ++HeirsOf[*From];
  return HeirsOf.lookup(Source) == 1;
}

void GraphExporter::update(PyObject *Obj, const Node &N) {
  nb::object Args = arguments(N), Kwargs = keywords(N);
  if (Torch.Update) {
    checked(PyObject_CallFunctionObjArgs(Torch.Update, Obj, Args.ptr(),
                                         Kwargs.ptr(), nullptr));
    return;
  }
  check(PyObject_SetAttrString(Obj, "args", Args.ptr()));
  check(PyObject_SetAttrString(Obj, "kwargs", Kwargs.ptr()));
}

/// Brings a node that a pass changed up to date.
void GraphExporter::change(TorchGraph::Stamp &S, const Node &N) {
  PyObject *Obj = S.Node;
  if (S.Op != N.op())
    check(PyObject_SetAttrString(Obj, "op",
                                 str(Ctx.intern(toString(N.op()))).ptr()));
  if (S.TargetId != N.targetId())
    check(PyObject_SetAttrString(Obj, "target", target(N).ptr()));
  if (!(S.NameRef == N.nameRef()))
    torchHelper("rename")(nb::handle(Obj), nb::str(N.name().c_str()));
  if (S.TypeId != N.type().id())
    if (PyObject *Type = N.type() ? T.Types.lookup(N.type()) : Py_None)
      check(PyObject_SetAttrString(Obj, "type", Type));
  nb::object Before =
      ReplaceHooks.is_none()
          ? nb::none()
          : nb::object(torchHelper("operands")(nb::handle(Obj)));
  update(Obj, N);
  if (!Before.is_none())
    torchHelper("call_replace_hooks")(ReplaceHooks, nb::handle(Obj), Before);
}

/// The name of a new node, which is taken: that of the IR, or the next that is
/// free. Counts as torch.fx would.
nb::object GraphExporter::newName(const Node &N) {
  SmallString<32> Text;
  raw_svector_ostream OS(Text);
  N.printName(OS);
  nb::object Name = checked(
      PyUnicode_FromStringAndSize(Text.data(), Py_ssize_t(Text.size())));
  int IsUsed = PySet_Contains(UsedNames.ptr(), Name.ptr());
  check(IsUsed);
  if (IsUsed)
    return nb::object(Namespace.attr("create_name")(Name, nb::none()));
  check(PySet_Add(UsedNames.ptr(), Name.ptr()));
  fx::Name Parts = N.nameRef();
  nb::object Base = str(Ctx.symbol(Parts.Base));
  if (Parts.Suffix != fx::Name::NoSuffix) {
    nb::object Number = checked(PyLong_FromUnsignedLong(Parts.Suffix - 1));
    check(PyDict_SetItem(BaseCount.ptr(), Base.ptr(), Number.ptr()));
  } else if (!PyDict_GetItemWithError(BaseCount.ptr(), Base.ptr())) {
    nb::object Zero = checked(PyLong_FromLong(0));
    check(PyDict_SetItem(BaseCount.ptr(), Base.ptr(), Zero.ptr()));
  }
  return Name;
}

/// The annotation of a new node: where nodes are copied, the very object.
PyObject *GraphExporter::typeOf(const Node &N) {
  if (TorchGraph::Stamp *S = IsCopy ? T.stampOf(N) : nullptr)
    if (S->TypeId == N.type().id())
      return Read.get(S->Node, NodeField::Type);
  PyObject *Type = N.type() ? T.Types.lookup(N.type()) : nullptr;
  return Type ? Type : Py_None;
}

/// By what torch.fx offers to everybody.
nb::object GraphExporter::createSlowly(const Node &N, PyObject *Before) {
  return nb::object(torchHelper("create_node")(
      nb::handle(PyGraph), nb::handle(Before),
      str(Ctx.intern(toString(N.op()))), target(N), arguments(N), keywords(N),
      nb::str(N.name().c_str()), nb::handle(typeOf(N))));
}

/// As Graph.create_node does it, without the checks of types.
nb::object GraphExporter::create(const Node &N, PyObject *Before) {
  nb::object Result;
  if (!nodeLayout().Direct) {
    Result = createSlowly(N, Before);
  } else {
    nb::object Name = newName(N), Target = target(N);
    nb::object Op = str(Ctx.intern(toString(N.op())));
    auto New = reinterpret_cast<newfunc>(PyType_GetSlot(Torch.Node, Py_tp_new));
    static PyObject *const Nothing = PyTuple_New(0);
    Result = checked(New(Torch.Node, Nothing, nullptr));
    checked(PyObject_CallFunctionObjArgs(Torch.NodeInit, Result.ptr(), PyGraph,
                                         Name.ptr(), Op.ptr(), Target.ptr(),
                                         typeOf(N), nullptr));
    update(Result.ptr(), N);
    if (!CreateHooks.is_none())
      for (nb::handle Hook : CreateHooks)
        Hook(Result);
    check(PyDict_SetItem(NameOf.ptr(), Result.ptr(), Name.ptr()));
    checked(PyObject_CallFunctionObjArgs(Torch.Prepend, Before, Result.ptr(),
                                         nullptr));
    nb::object Key = checked(
        PyTuple_Pack(2, Op.ptr(), N.isCallFunction() ? Target.ptr() : Py_None));
    nb::object Entries = checked(PyObject_GetItem(Table.ptr(), Key.ptr()));
    check(PyDict_SetItem(Entries.ptr(), Result.ptr(), Py_None));
  }
  if (std::optional<size_t> Source = sourceOf(N)) {
    nb::object Meta =
        checked(PyObject_GetAttrString(T.Sources[*Source], "meta"));
    nb::object Copy = checked(PyDict_Copy(Meta.ptr()));
    if (!hasValueOf(N, *Source))
      for (const char *Key : {"val", "example_value", "tensor_meta"})
        if (PyDict_DelItemString(Copy.ptr(), Key))
          PyErr_Clear();
    check(PyObject_SetAttrString(Result.ptr(), "meta", Copy.ptr()));
  }
  return Result;
}

PyObject *GraphExporter::skipGone(PyObject *Cur) {
  while (Gone.contains(Cur))
    Cur = Read.get(Cur, NodeField::Next);
  return Cur;
}

/// Makes \p Obj the next node; \p Cur is the one that is there.
void GraphExporter::place(PyObject *Obj, PyObject *&Cur) {
  if (Obj == Cur) {
    Cur = skipGone(Read.get(Cur, NodeField::Next));
    return;
  }
  nb::object Done = checked(PyObject_CallMethod(
      Cur, Torch.Prepend ? "_prepend" : "prepend", "O", Obj));
}

void GraphExporter::orderUsers() {
  for (Node *N : G.nodes()) {
    PyObject *Obj = Map.lookup(N);
    PyObject *Dict = Read.get(Obj, NodeField::Users);
    if (PyDict_Size(Dict) < 2)
      continue;
    PyObject *Key, *Value;
    Py_ssize_t At = 0;
    auto I = N->users().begin(), E = N->users().end();
    bool Same = true;
    while (Same && PyDict_Next(Dict, &At, &Key, &Value)) {
      Same = I != E && Map.lookup(*I) == Key;
      if (Same)
        ++I;
    }
    if (Same && I == E)
      continue;
    PyDict_Clear(Dict);
    for (Node *User : N->users())
      check(PyDict_SetItem(Dict, Map.lookup(User), Py_None));
  }
}

nb::tuple GraphExporter::writeBack() {
  T.checkUnchangedInPython();
  // What stays, by id.
  std::vector<bool> Stays(T.Stamps.size());
  size_t Created = 0, Changed = 0, Same = 0;
  bool InOrder = true;
  size_t At = 0;
  for (Node *N : G.nodes()) {
    TorchGraph::Stamp *S = T.stampOf(*N);
    if (!S) {
      ++Created;
      continue;
    }
    Stays[N->id()] = true;
    InOrder &= At < T.Order.size() && T.Order[At++] == N->id();
    if (TorchGraph::isUnchanged(*S, *N))
      ++Same;
    else
      ++Changed;
  }
  size_t Erased = T.Order.size() - Same - Changed;
  if (Created + Changed + Erased == 0 && InOrder)
    return nb::make_tuple(Same, 0, 0, 0);

  readGraph();
  resolveAll();
  torchHelper("check_state")(nb::handle(PyGraph), [this] {
    nb::list Paths;
    for (Node *N : G.nodes())
      if ((N->isGetAttr() || N->isCallModule()) && !T.stampOf(*N))
        Paths.append(str(N->target()));
    return Paths;
  }());
  std::vector<PyObject *> ToErase;
  for (uint32_t Id : llvm::reverse(T.Order))
    if (!Stays[Id]) {
      ToErase.push_back(T.Stamps[Id].Node);
      Gone.insert(T.Stamps[Id].Node);
    }

  PauseCollector Pause(Created > 1000);
  PyObject *Cur = skipGone(Read.get(Root.ptr(), NodeField::Next));
  for (Node *N : G.nodes()) {
    if (TorchGraph::Stamp *S = T.stampOf(*N)) {
      Map[N] = S->Node;
      if (!TorchGraph::isUnchanged(*S, *N))
        change(*S, *N);
      place(S->Node, Cur);
    } else {
      Made.push_back(create(*N, Cur));
      Map[N] = Made.back().ptr();
    }
  }
  if (nodeLayout().Direct && Created)
    torchHelper("add_length")(nb::handle(PyGraph), Created);
  for (PyObject *Obj : ToErase)
    checked(PyObject_CallMethod(PyGraph, "erase_node", "O", Obj));
  orderUsers();

  // Agree on what there is now.
  std::vector<TorchGraph::Stamp> Old;
  std::swap(Old, T.Stamps);
  T.Order.clear();
  NodeReader Fresh;
  for (Node *N : G.nodes()) {
    T.stamp(*N, Map.lookup(N), Fresh);
    T.Order.push_back(N->id());
  }
  for (TorchGraph::Stamp &S : Old)
    S.release();
  return nb::make_tuple(Same, Changed, Created, Erased);
}

nb::list GraphExporter::copyAll() {
  IsCopy = true;
  readGraph();
  resolveAll();
  PauseCollector Pause(G.size() > 1000);
  nb::list Pairs;
  for (Node *N : G.nodes()) {
    Made.push_back(create(*N, Root.ptr()));
    Map[N] = Made.back().ptr();
    TorchGraph::Stamp *S = T.stampOf(*N);
    Pairs.append(nb::make_tuple(Made.back(), S ? nb::borrow(S->Node)
                                               : nb::object(nb::none())));
  }
  if (nodeLayout().Direct)
    torchHelper("add_length")(nb::handle(PyGraph), G.size());
  orderUsers();
  return Pairs;
}

nb::tuple TorchGraph::writeBack(GraphModule &M) {
  return GraphExporter(*this, M, Graph).writeBack();
}

nb::list TorchGraph::copyTo(GraphModule &M, PyObject *Into) {
  return GraphExporter(*this, M, Into).copyAll();
}
