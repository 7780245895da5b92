//===- TorchExport.cpp - The IR into torch.fx graphs ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "TorchClasses.h"
#include "TorchGraph.h"
#include "TorchValues.h"
#include "fx/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/ScopeExit.h"
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
  PauseCollector() : Paused(PyGC_Disable()) {}
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
  GraphExporter(TorchGraph &T, GraphModule &M, Graph &G, PyObject *Graph);

  nb::tuple writeBack();
  nb::list copyAll();

private:
  bool isCreated(const Node &N) { return IsCopy || !T.stampOf(N); }
  void checkOrder();
  void resolveAll();
  void update(PyObject *Obj, const Node &N);
  void change(TorchGraph::Stamp &S, const Node &N);
  nb::object create(const Node &N, PyObject *Before);
  nb::object createSlowly(const Node &N, PyObject *Before);
  nb::object newName(const Node &N);
  void place(PyObject *Obj, PyObject *&Cur);
  void orderUsers();
  PyObject *skipGone(PyObject *Cur);
  nb::object entriesOf(Opcode Op, uint32_t TargetId, nb::handle Target);
  void erase(TorchGraph::Stamp &S);
  nb::object node(const Node *N) override { return nb::borrow(objectOf(*N)); }
  PyObject *objectOf(const Node &N) {
    TorchGraph::Stamp *S = IsCopy ? nullptr : T.stampOf(N);
    return S ? S->Node : Map.lookup(&N);
  }
  std::optional<size_t> sourceOf(const Node &N);
  bool hasValueOf(const Node &N, size_t Source);
  PyObject *annotation(Symbol Text);
  PyObject *typeOf(const Node &N);
  nb::object withoutNodes(PyObject *Args);
  nb::object metaFrom(size_t Source, bool HasValue);
  void readGraph();
  bool writeMetadata();

  TorchGraph &T;
  GraphModule &M;
  Graph &G;
  PyObject *PyGraph;
  bool IsCopy = false;
  int64_t NumErased = 0; ///< That the length of the graph still counts.
  const TorchClasses &Torch;
  NodeReader Read;
  std::vector<nb::object> Made;
  /// The nodes of one kind and target, as torch.fx looks them up.
  DenseMap<std::pair<unsigned, uint32_t>, nb::object> Entries;
  DenseSet<PyObject *> Gone;
  /// The names that nodes of the graph have now and give up, by Name::key().
  DenseSet<uint64_t> Left;
  /// How many nodes come from each that was read, itself included.
  DenseMap<size_t, unsigned> HeirsOf;
  nb::object Root, Namespace, UsedNames, BaseCount, NameOf, Table;
  nb::object CreateHooks, ReplaceHooks, EraseHooks;
};

} // namespace fxpy

GraphExporter::GraphExporter(TorchGraph &T, GraphModule &M, fx::Graph &G,
                             PyObject *Graph)
    : ValueExporter(M.context(), T.Objects), T(T), M(M), G(G), PyGraph(Graph),
      Torch(torchClasses()) {}

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
  EraseHooks = Hooks[2];
}

/// Fails where a node is used before its place, which whoever edits a graph may
/// leave: torch.fx has no such graphs, and operands have to be there when a
/// node is made.
void GraphExporter::checkOrder() {
  bool InOrder = all_of(G.nodes(), [&](Node *N) {
    return all_of(N->operandUses(),
                  [&](const Use &U) { return G.node(U.Value)->isBefore(N); });
  });
  if (InOrder)
    return;
  Messages Said;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) { Said.add(D); });
  [[maybe_unused]] bool IsValid = verify(M, Diags);
  assert(!IsValid && "the verifier looks at the order, too");
  Said.raise("VerifyError");
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
  size_t Source = T.Sources.size();
  if (const Argument *Mark = N.meta(MarkKey))
    Source = Mark->isInt() ? size_t(Mark->asInt()) : Source;
  else if (TorchGraph::Stamp *S = T.stampOf(N))
    Source = S->Source;
  return Source < T.Sources.size() ? std::optional(Source) : std::nullopt;
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
    torchHelper("rename")(nb::handle(Obj), nb::str(N.name().c_str()),
                          Left.contains(N.nameRef().key()));
  if (S.TypeId != N.type().id())
    check(PyObject_SetAttrString(Obj, "type", annotation(N.type())));
  nb::object Before =
      ReplaceHooks.is_none()
          ? nb::none()
          : nb::object(torchHelper("operands")(nb::handle(Obj)));
  update(Obj, N);
  if (!Before.is_none())
    torchHelper("call_replace_hooks")(ReplaceHooks, nb::handle(Obj), Before);
}

/// The name of a new node, which is taken: that of the IR, or the next one
/// where torch.fx has given that to a node. Counts as torch.fx would.
nb::object GraphExporter::newName(const Node &N) {
  SmallString<32> Text;
  raw_svector_ostream OS(Text);
  N.printName(OS);
  nb::object Name = checked(
      PyUnicode_FromStringAndSize(Text.data(), Py_ssize_t(Text.size())));
  int IsUsed = PySet_Contains(UsedNames.ptr(), Name.ptr());
  check(IsUsed);
  if (IsUsed)
    return Left.contains(N.nameRef().key())
               ? Name
               : nb::object(Namespace.attr("create_name")(Name, nb::none()));
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

/// What \p Text, the type of a node, stands for: what was read, or what the
/// name leads to.
PyObject *GraphExporter::annotation(Symbol Text) {
  if (!Text)
    return Py_None;
  if (PyObject *Known = T.Types.lookup(Text))
    return Known;
  nb::object Found =
      torchHelper("annotation")(nb::str(Text.str().data(), Text.str().size()));
  T.Types.bind(Text, Found.ptr());
  return Found.ptr();
}

/// The annotation of a new node: where nodes are copied, the very object.
PyObject *GraphExporter::typeOf(const Node &N) {
  if (TorchGraph::Stamp *S = IsCopy ? T.stampOf(N) : nullptr)
    if (S->TypeId == N.type().id())
      return Read.get(S->Node, NodeField::Type);
  return annotation(N.type());
}

/// Has a copy of the metadata of a node for one that comes from it.
nb::object GraphExporter::metaFrom(size_t Source, bool HasValue) {
  static PyObject *const Meta = PyUnicode_InternFromString("meta");
  static PyObject *const Values[] = {
      PyUnicode_InternFromString("val"),
      PyUnicode_InternFromString("example_value"),
      PyUnicode_InternFromString("tensor_meta")};
  nb::object Old = checked(PyObject_GetAttr(T.Sources[Source], Meta));
  nb::object Copy = checked(PyDict_New());
  // It is whatever mapping somebody has set.
  if (!Old.is_none())
    check(PyDict_Update(Copy.ptr(), Old.ptr()));
  if (!HasValue)
    for (PyObject *Key : Values)
      if (PyDict_GetItemWithError(Copy.ptr(), Key))
        check(PyDict_DelItem(Copy.ptr(), Key));
  return Copy;
}

nb::object GraphExporter::entriesOf(Opcode Op, uint32_t TargetId,
                                    nb::handle Target) {
  bool IsFunction = Op == Opcode::CallFunction;
  nb::object &Known = Entries[{unsigned(Op), IsFunction ? TargetId : 0}];
  if (!Known.is_valid()) {
    nb::object Key =
        checked(PyTuple_Pack(2, str(Ctx.intern(toString(Op))).ptr(),
                             IsFunction ? Target.ptr() : Py_None));
    Known = checked(PyObject_GetItem(Table.ptr(), Key.ptr()));
  }
  return Known;
}

/// Creates the node through the public interface of torch.fx.
nb::object GraphExporter::createSlowly(const Node &N, PyObject *Before) {
  nb::str Name(N.name().c_str());
  nb::object Result(torchHelper("create_node")(
      nb::handle(PyGraph), nb::handle(Before),
      str(Ctx.intern(toString(N.op()))), target(N), arguments(N), keywords(N),
      Name, nb::handle(typeOf(N))));
  if (Left.contains(N.nameRef().key()))
    torchHelper("rename")(Result, Name, true);
  return Result;
}

/// As Graph.create_node does it, without the checks of types.
nb::object GraphExporter::create(const Node &N, PyObject *Before) {
  nb::object Result;
  if (!nodeLayout().Direct) {
    Result = createSlowly(N, Before);
  } else {
    nb::object Name = newName(N), Target = target(N);
    nb::object Op = str(Ctx.intern(toString(N.op())));
    static const auto New =
        reinterpret_cast<newfunc>(PyType_GetSlot(Torch.Node, Py_tp_new));
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
    check(PyDict_SetItem(entriesOf(N.op(), N.targetId(), Target).ptr(),
                         Result.ptr(), Py_None));
  }
  if (std::optional<size_t> Source = sourceOf(N)) {
    nb::object Meta = metaFrom(*Source, hasValueOf(N, *Source));
    check(PyObject_SetAttrString(Result.ptr(), "meta", Meta.ptr()));
  }
  return Result;
}

/// As Graph.erase_node does it, for a node that has no users any more.
void GraphExporter::erase(TorchGraph::Stamp &S) {
  PyObject *Users = Read.get(S.Node, NodeField::Users);
  nb::object Bare;
  if (nodeLayout().Direct && EraseHooks.is_none() && PyDict_Size(Users) == 0 &&
      PyTuple_Check(S.Args) && PyDict_Size(S.Kwargs) == 0)
    Bare = withoutNodes(S.Args);
  if (!Bare.is_valid() ||
      PyDict_DelItem(entriesOf(S.Op, S.TargetId, S.Target).ptr(), S.Node)) {
    PyErr_Clear();
    checked(PyObject_CallMethod(PyGraph, "erase_node", "O", S.Node));
    return;
  }
  static PyObject *const Erased = PyUnicode_InternFromString("_erased");
  checked(PyObject_CallFunctionObjArgs(Torch.Remove, S.Node, nullptr));
  check(PyObject_SetAttr(S.Node, Erased, Py_True));
  checked(PyObject_CallFunctionObjArgs(Torch.Update, S.Node, Bare.ptr(),
                                       S.Kwargs, nullptr));
  ++NumErased;
}

/// Arguments with None in the place of nodes; nothing if nodes may be in lists
/// and the like.
nb::object GraphExporter::withoutNodes(PyObject *Args) {
  Py_ssize_t Count = PyTuple_Size(Args);
  nb::object Result = checked(PyTuple_New(Count));
  for (Py_ssize_t I = 0; I != Count; ++I) {
    PyObject *Item = PyTuple_GetItem(Args, I);
    if (Py_TYPE(Item) == Torch.Node)
      Item = Py_None;
    else if (PyTuple_Check(Item) || PyList_Check(Item) || PyDict_Check(Item) ||
             PySlice_Check(Item))
      return {};
    Py_INCREF(Item);
    check(PyTuple_SetItem(Result.ptr(), I, Item));
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
    auto First = N->users().begin(), Last = N->users().end();
    if (First == Last || ++First == Last)
      continue;
    PyObject *Dict = Read.get(objectOf(*N), NodeField::Users);
    PyObject *Key, *Value;
    Py_ssize_t At = 0;
    auto I = N->users().begin(), E = N->users().end();
    bool Same = true;
    while (Same && PyDict_Next(Dict, &At, &Key, &Value)) {
      Same = I != E && objectOf(**I) == Key;
      if (Same)
        ++I;
    }
    if (Same && I == E)
      continue;
    PyDict_Clear(Dict);
    for (Node *User : N->users())
      check(PyDict_SetItem(Dict, objectOf(*User), Py_None));
  }
}

/// Whether Python has such a value without torch.
static bool isPlain(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::None:
  case ArgKind::Bool:
  case ArgKind::Int:
  case ArgKind::BigInt:
  case ArgKind::Float:
  case ArgKind::Complex:
  case ArgKind::String:
    return true;
  case ArgKind::Tuple:
  case ArgKind::List:
  case ArgKind::Dict:
    return all_of(A.elements(), isPlain);
  default:
    return false;
  }
}

/// What passes have put into the metadata of nodes, such as tags. What Python
/// had there stays; types of values are for the passes. Returns whether
/// anything is new.
bool GraphExporter::writeMetadata() {
  bool IsNew = false;
  static PyObject *const Meta = PyUnicode_InternFromString("meta");
  const Symbol Own[] = {Ctx.valKey(), Ctx.intern(MarkKey),
                        Ctx.intern("symbols")};
  for (Node *N : G.nodes()) {
    if (!N->hasMeta())
      continue;
    for (const KwArg &Entry : N->meta().entries()) {
      if (is_contained(Own, Entry.Name) || !isPlain(Entry.Value))
        continue;
      nb::object Dict = checked(PyObject_GetAttr(objectOf(*N), Meta));
      if (Dict.is_none()) {
        Dict = checked(PyDict_New());
        check(PyObject_SetAttr(objectOf(*N), Meta, Dict.ptr()));
      }
      nb::object Value = value(Entry.Value);
      nb::object Old =
          nb::steal(PyObject_GetItem(Dict.ptr(), str(Entry.Name).ptr()));
      int IsSame = Old.is_valid()
                       ? PyObject_RichCompareBool(Old.ptr(), Value.ptr(), Py_EQ)
                       : 0;
      // What is missing or cannot be compared is another.
      PyErr_Clear();
      IsNew |= IsSame != 1;
      check(PyObject_SetItem(Dict.ptr(), str(Entry.Name).ptr(), Value.ptr()));
    }
  }
  return IsNew;
}

nb::tuple GraphExporter::writeBack() {
  T.checkUnchangedInPython();
  // What becomes of those that Python has, by id.
  enum Fate : uint8_t { Goes, Changes, Stays };
  std::vector<Fate> Fates(T.Stamps.size());
  size_t Created = 0, Changed = 0, Same = 0;
  bool InOrder = true;
  size_t At = 0;
  for (Node *N : G.nodes()) {
    TorchGraph::Stamp *S = T.stampOf(*N);
    if (!S) {
      ++Created;
      continue;
    }
    bool IsSame = TorchGraph::isUnchanged(*S, *N);
    if (!(S->NameRef == N->nameRef()))
      Left.insert(S->NameRef.key());
    Fates[N->id()] = IsSame ? Stays : Changes;
    InOrder &= At < T.Order.size() && T.Order[At++] == N->id();
    IsSame ? ++Same : ++Changed;
  }
  size_t Erased = T.Order.size() - Same - Changed;
  if (Created + Changed + Erased == 0 && InOrder) {
    bool IsNew = writeMetadata();
    return nb::make_tuple(Same, 0, 0, 0, IsNew);
  }

  checkOrder();
  readGraph();
  resolveAll();
  torchHelper("check_state")(nb::handle(PyGraph), [this] {
    nb::list Paths;
    for (Node *N : G.nodes())
      if ((N->isGetAttr() || N->isCallModule()) && !T.stampOf(*N))
        Paths.append(str(N->target()));
    return Paths;
  }());
  std::vector<TorchGraph::Stamp> ToErase;
  for (uint32_t Id : llvm::reverse(T.Order))
    if (Fates[Id] == Goes) {
      ToErase.push_back(std::exchange(T.Stamps[Id], {}));
      Gone.insert(ToErase.back().Node);
      Left.insert(ToErase.back().NameRef.key());
    }
  auto Release = make_scope_exit([&] {
    for (TorchGraph::Stamp &S : ToErase)
      S.release();
  });

  PauseCollector Pause;
  PyObject *Cur = skipGone(Read.get(Root.ptr(), NodeField::Next));
  for (Node *N : G.nodes()) {
    if (TorchGraph::Stamp *S = T.stampOf(*N)) {
      if (Fates[N->id()] == Changes)
        change(*S, *N);
      place(S->Node, Cur);
    } else {
      Made.push_back(create(*N, Cur));
      Map[N] = Made.back().ptr();
    }
  }
  for (TorchGraph::Stamp &S : ToErase)
    erase(S);
  if (nodeLayout().Direct)
    torchHelper("add_length")(nb::handle(PyGraph),
                              int64_t(Created) - NumErased);
  orderUsers();
  writeMetadata();

  // Agree on what there is now.
  T.Order.clear();
  NodeReader Fresh;
  for (Node *N : G.nodes()) {
    T.Order.push_back(N->id());
    if (N->id() >= Fates.size() || Fates[N->id()] != Stays)
      T.stamp(*N, objectOf(*N), Fresh);
  }
  // The new ones have no marks.
  T.IsMarked &= Created == 0;
  return nb::make_tuple(Same, Changed, Created, Erased, true);
}

nb::list GraphExporter::copyAll() {
  IsCopy = true;
  checkOrder();
  readGraph();
  resolveAll();
  for (Node *N : G.nodes())
    T.addMark(*N);
  PauseCollector Pause;
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
  writeMetadata();
  return Pairs;
}

nb::tuple TorchGraph::writeBack(GraphModule &M) {
  return GraphExporter(*this, M, M.graph(), Graph).writeBack();
}

nb::list TorchGraph::copyTo(GraphModule &M, fx::Graph &G, PyObject *Into) {
  return GraphExporter(*this, M, G, Into).copyAll();
}
