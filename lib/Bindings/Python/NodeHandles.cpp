//===- NodeHandles.cpp - Nodes as Python sees them ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeHandles.h"
#include "TorchClasses.h"
#include "fx/IR/Effects.h"
#include <nanobind/stl/string.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

NodeHandle::NodeHandle(nb::handle Owner, PyModule &M, const Node &N)
    : M(M), Owner(Owner.inc_ref().ptr()), Id(N.id()), Serial(N.serial()),
      Epoch(M.epoch()), Name(N.nameRef()) {}

NodeHandle::~NodeHandle() {
  M.handles().erase({Epoch, uint64_t(Id) << 32 | Serial});
  Py_DECREF(Owner);
}

Node *NodeHandle::get() const {
  Graph &G = M.module().graph();
  if (Epoch != M.epoch() || Id >= G.idBound())
    return nullptr;
  Node *N = G.node(Id);
  return N->serial() == Serial && !N->isErased() ? N : nullptr;
}

Node &NodeHandle::node() const {
  if (Node *N = get()) {
    Name = N->nameRef();
    return *N;
  }
  std::string Shown = "%" + Name.str(M.context());
  raiseStale(Epoch == M.epoch()
                 ? "the node " + Shown + " was erased"
                 : "a pass has replaced the graph of the node " + Shown);
}

Node &fxpy::nodeIn(PyModule &M, nb::handle O) {
  if (!nb::isinstance<NodeHandle>(O))
    throw nb::type_error("expected a fxopt.Node");
  NodeHandle &H = *nb::inst_ptr<NodeHandle>(O);
  if (&H.module() != &M)
    throw nb::value_error("a node is one of another module");
  return H.node();
}

nb::object fxpy::handleOf(nb::handle Owner, const Node &N) {
  PyModule &M = *nb::inst_ptr<PyModule>(Owner);
  PyObject *&Known =
      M.handles()[{M.epoch(), uint64_t(N.id()) << 32 | N.serial()}];
  if (Known)
    return nb::borrow(Known);
  nb::object New = nb::inst_alloc(nb::type<NodeHandle>());
  new (nb::inst_ptr<NodeHandle>(New)) NodeHandle(Owner, M, N);
  nb::inst_mark_ready(New);
  Known = New.ptr();
  return New;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

static nb::object text(StringRef S) { return nb::str(S.data(), S.size()); }

/// The six words are one object each.
static nb::object opText(Opcode Op) {
  static PyObject *Words[NumOpcodes];
  PyObject *&Word = Words[unsigned(Op)];
  if (!Word)
    Word = PyUnicode_InternFromString(toString(Op).data());
  return nb::borrow(Word);
}

static nb::object neighbor(const NodeHandle &H, Node *(Node::*Which)() const) {
  Reading N(H);
  Node *Other = ((*N).*Which)();
  return Other ? handleOf(H.owner(), *Other) : nb::object(nb::none());
}

static nb::list users(const NodeHandle &H) {
  Reading N(H);
  nb::list Result;
  for (Node *User : N->users())
    Result.append(handleOf(H.owner(), *User));
  return Result;
}

static nb::list inputs(const NodeHandle &H) {
  Reading N(H);
  nb::list Result;
  for (Node *Input : N->allInputNodes())
    Result.append(handleOf(H.owner(), *Input));
  return Result;
}

static nb::object callable(const NodeHandle &H) {
  Symbol Target;
  {
    Reading N(H);
    if (!N->isCallFunction())
      return nb::none();
    Target = N->target();
  }
  if (PyObject *O = H.module().objects().lookup(Target))
    return nb::borrow(O);
  return torchHelper("resolve")(text(Target.str()));
}

static void setArgs(NodeHandle &H, nb::handle Args) {
  Editing N(H);
  N->setArgs(HandleReader(H.module()).arguments(Args));
}

static void setKwargs(NodeHandle &H, nb::handle Kwargs) {
  Editing N(H);
  N->setKwargs(HandleReader(H.module()).keywords(Kwargs));
}

static void setTarget(NodeHandle &H, nb::handle Target) {
  Editing N(H);
  N->setTarget(HandleReader(H.module()).target(N->op(), Target));
}

static void setOp(NodeHandle &H, const std::string &Op) {
  std::optional<Opcode> New = parseOpcode(Op);
  if (!New)
    throw nb::value_error(("torch.fx has no op '" + Op + "'").c_str());
  Editing(H)->setOp(*New);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// As `if` of Python takes it.
static bool isTrue(const nb::object &O) {
  int Result = PyObject_IsTrue(O.ptr());
  check(Result);
  return Result;
}

static nb::list replaceAllUses(NodeHandle &H, nb::handle With,
                               nb::handle Filter, bool PropagateMeta) {
  // The filter is Python code: it decides before anything is changed.
  SmallVector<nb::object, 8> Users;
  for (nb::handle User : users(H))
    if (Filter.is_none() || isTrue(Filter(User)))
      Users.push_back(nb::borrow(User));
  PyModule &M = H.module();
  Editing N(H);
  Node &New = nodeIn(M, With);
  // The filter may have erased some.
  nb::list Result;
  for (const nb::object &User : Users)
    if (nodeIn(M, User).id() != New.id())
      Result.append(User);
  if (PropagateMeta) {
    if (New.hasMeta())
      throw nb::value_error("propagate_meta: the new node has metadata");
    if (M.torch())
      M.torch()->addMark(*N);
    New.setMeta(N->meta());
  }
  if (Filter.is_none()) {
    N->replaceAllUsesWith(&New);
    return Result;
  }
  for (nb::handle User : Result)
    nodeIn(M, User).replaceInputWith(&*N, &New);
  return Result;
}

static void move(NodeHandle &H, nb::handle Other, bool Behind) {
  Editing N(H);
  Node &Moved = nodeIn(H.module(), Other);
  if (&Moved == &*N)
    return;
  if (Behind)
    N->append(&Moved);
  else
    N->prepend(&Moved);
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

static nb::list metaKeys(const NodeHandle &H) {
  Reading N(H);
  nb::list Keys;
  for (const KwArg &Entry : N->meta().entries())
    if (Entry.Name.str() != MarkKey)
      Keys.append(text(Entry.Name.str()));
  return Keys;
}

static nb::object metaGet(const NodeHandle &H, const std::string &Key) {
  Reading N(H);
  const Argument *Value = Key == MarkKey ? nullptr : N->meta(Key);
  if (!Value)
    throw nb::key_error(Key.c_str());
  return HandleWriter(H.owner()).value(*Value);
}

static void metaSet(NodeHandle &H, const std::string &Key, nb::handle Value) {
  Editing N(H);
  Argument New = HandleReader(H.module()).value(Value);
  if (New.containsNode() || Key == MarkKey)
    throw nb::value_error("metadata holds no nodes");
  N->setMeta(Key, New);
}

static void metaDelete(NodeHandle &H, const std::string &Key) {
  Editing N(H);
  if (Key == MarkKey || !N->meta(Key))
    throw nb::key_error(Key.c_str());
  N->eraseMeta(Key);
}

//===----------------------------------------------------------------------===//
// The class
//===----------------------------------------------------------------------===//

void fxpy::bindNodes(nb::module_ &Fx) {
  auto RaiseNew = [](nb::args, nb::kwargs) -> NodeHandle * {
    throw nb::type_error("nodes are made by a graph, such as "
                         "graph.call_function");
  };
  nb::class_<NodeHandle>(Fx, "Node",
                         nb::type_slots(collectedSlots<NodeHandle>()),
                         nb::is_weak_referenceable(),
                         "A node of a graph, as torch.fx.Node has it; see "
                         "docs/Python.md for the differences.")
      .def(nb::new_(RaiseNew))
      .def_prop_ro(
          "is_alive",
          [](NodeHandle &H) {
            PyModule::Use Lock(H.module());
            return H.get() != nullptr;
          },
          "Whether the node is in its graph still.")
      .def_prop_rw(
          "op", [](NodeHandle &H) { return opText(Reading(H)->op()); }, setOp,
          "The kind: 'placeholder', 'get_attr', 'call_function', "
          "'call_method', "
          "'call_module' or 'output'.")
      .def_prop_rw(
          "target",
          [](NodeHandle &H) { return text(Reading(H)->targetText()); },
          setTarget,
          "What is called or read, as text: 'torch.relu', 'conv1'. A callable "
          "may "
          "be assigned, too.")
      .def_prop_ro(
          "callable", callable, nb::sig("def callable(self) -> object"),
          "The function that a call_function calls; None for other nodes.")
      .def_prop_rw(
          "name", [](NodeHandle &H) { return text(Reading(H)->name()); },
          [](NodeHandle &H, const std::string &Name) {
            Editing(H)->rename(Name);
          },
          "The name, which no other node of the graph has. One that is taken "
          "gets "
          "a number when it is assigned.")
      .def_prop_rw(
          "type",
          [](NodeHandle &H) -> nb::object {
            Symbol Type = Reading(H)->type();
            return Type ? text(Type.str()) : nb::object(nb::none());
          },
          [](NodeHandle &H, nb::handle Type) {
            StringRef Text;
            if (!Type.is_none() && !textOf(Type.ptr(), Text))
              throw nb::type_error("the type of a node is a str");
            Editing N(H);
            N->setType(Text.empty() ? Symbol()
                                    : H.module().context().intern(Text));
          },
          nb::for_setter(nb::arg("value").none()),
          "The annotation of the result as text, or None.")
      .def_prop_rw(
          "args",
          [](NodeHandle &H) {
            Reading N(H);
            return HandleWriter(H.owner()).arguments(*N);
          },
          setArgs,
          "The positional arguments, a tuple; to change them, assign a new "
          "one.")
      .def_prop_rw(
          "kwargs",
          [](NodeHandle &H) {
            Reading N(H);
            return HandleWriter(H.owner()).keywords(*N);
          },
          setKwargs,
          "The keyword arguments, a new dict each time; to change them, assign "
          "one.")
      .def_prop_ro(
          "users",
          [](NodeHandle &H) {
            nb::dict Result;
            for (nb::handle User : users(H))
              Result[User] = nb::none();
            return Result;
          },
          "The nodes that use this one, each once: the keys of a dict, as "
          "in torch.fx.")
      .def_prop_ro("all_input_nodes", inputs,
                   "The nodes among the arguments, each once.")
      .def_prop_ro(
          "next", [](NodeHandle &H) { return neighbor(H, &Node::next); },
          "The node after this one, or None.")
      .def_prop_ro(
          "prev", [](NodeHandle &H) { return neighbor(H, &Node::prev); },
          "The node before this one, or None.")
      .def_prop_ro(
          "torch_node",
          [](NodeHandle &H) -> nb::object {
            Reading N(H);
            PyObject *O =
                H.module().torch() ? H.module().torch()->sourceOf(*N) : nullptr;
            return O ? nb::borrow(O) : nb::object(nb::none());
          },
          "The node of torch.fx that this one came from, or None.")
      .def(
          "is_impure", [](NodeHandle &H) { return hasEffects(*Reading(H)); },
          "Whether the call does more than compute its result, such as write "
          "or "
          "draw random numbers: dead code elimination keeps it.")
      .def("_owner", [](NodeHandle &H) { return nb::borrow(H.owner()); })
      .def("_meta_keys", metaKeys)
      .def("_meta_get", metaGet)
      .def("_meta_set", metaSet, nb::arg("key"), nb::arg("value").none())
      .def("_meta_delete", metaDelete)
      .def_prop_ro(
          "meta",
          [](nb::handle Self) {
            return nb::module_::import_("fxopt._graph").attr("Metadata")(Self);
          },
          "The metadata as fx-opt knows it, a mapping that can be changed.")
      .def_prop_ro(
          "graph",
          [](NodeHandle &H) {
            return nb::module_::import_("fxopt._graph")
                .attr("graph_of")(H.owner());
          },
          "The graph of the node.")
      .def("replace_all_uses_with", replaceAllUses, nb::arg("replace_with"),
           nb::arg("delete_user_cb") = nb::none(), nb::kw_only(),
           nb::arg("propagate_meta") = false,
           "Give all users, or those for which the callback returns True, "
           "another "
           "node in place of this one; returns these.")
      .def(
          "replace_input_with",
          [](NodeHandle &H, nb::handle Old, nb::handle New) {
            Editing N(H);
            N->replaceInputWith(&nodeIn(H.module(), Old),
                                &nodeIn(H.module(), New));
          },
          nb::arg("old_input"), nb::arg("new_input"),
          "Put one node in place of another in the arguments.")
      .def(
          "prepend",
          [](NodeHandle &H, nb::handle X) { move(H, X, /*Behind=*/false); },
          nb::arg("x"), "Move `x`, a node of the same graph, before this one.")
      .def(
          "append",
          [](NodeHandle &H, nb::handle X) { move(H, X, /*Behind=*/true); },
          nb::arg("x"), "Move `x`, a node of the same graph, behind this one.")
      .def(
          "update_arg",
          [](NodeHandle &H, size_t I, nb::handle A) {
            Editing N(H);
            Argument New = HandleReader(H.module()).value(A);
            if (I >= N->numArgs())
              throw nb::index_error("the node has no such argument");
            N->updateArg(unsigned(I), New);
          },
          nb::arg("idx"), nb::arg("arg").none(),
          "Replace a positional argument.")
      .def(
          "insert_arg",
          [](NodeHandle &H, size_t I, nb::handle A) {
            Editing N(H);
            Argument New = HandleReader(H.module()).value(A);
            if (I > N->numArgs())
              throw nb::index_error("the node has fewer arguments");
            N->insertArg(unsigned(I), New);
          },
          nb::arg("idx"), nb::arg("arg").none(),
          "Insert a positional argument before that at `idx`.")
      .def(
          "update_kwarg",
          [](NodeHandle &H, const std::string &Key, nb::handle A) {
            Editing N(H);
            N->updateKwarg(Key, HandleReader(H.module()).value(A));
          },
          nb::arg("key"), nb::arg("arg").none(),
          "Replace or add a keyword argument.")
      .def("__lt__",
           [](NodeHandle &H, NodeHandle &Other) {
             Reading N(H);
             return N->isBefore(&nodeIn(H.module(), nb::find(Other)));
           })
      .def("__repr__", [](NodeHandle &H) {
        if (H.module().isBusy())
          return std::string("<node in use>");
        Node *N = H.get();
        return N ? N->name() : std::string("<erased node>");
      });
}
