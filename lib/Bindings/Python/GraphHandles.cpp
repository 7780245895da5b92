//===- GraphHandles.cpp - Graphs as Python sees them ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeHandles.h"
#include "TorchClasses.h"
#include "fx/Analysis/CostAnalysis.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/Effects.h"
#include "fx/IR/Verifier.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

namespace {
/// What an iterator over the nodes holds.
class NodeIterator {
public:
  NodeIterator(nb::handle Owner, bool Reverse)
      : Owner(nb::borrow(Owner)), M(moduleOf(Owner)) {
    PyModule::Use Lock(M);
    M.noteGraph();
    Place = M.iterate(Reverse);
  }
  NodeIterator(const NodeIterator &) = delete;
  NodeIterator &operator=(const NodeIterator &) = delete;
  ~NodeIterator() { Place->IsOver = true; }
  int visit(ObjectVisitor Visit) { return Visit(Owner.ptr()); }

  nb::object next() {
    PyModule::Use Lock(M);
    if (Place->IsStale)
      raiseStale("a pass has replaced the graph that is iterated over");
    if (Place->HasBegun && *Place->At)
      ++Place->At;
    Place->HasBegun = true;
    if (!*Place->At)
      throw nb::stop_iteration();
    return handleOf(Owner, **Place->At);
  }

private:
  nb::object Owner;
  PyModule &M;
  std::shared_ptr<PyModule::Iteration> Place;
};
} // namespace

static void eraseNode(PyModule &M, NodeHandle &H) {
  PyModule::Use Lock(M);
  Node &N = nodeIn(M, nb::find(H));
  if (N.hasUsers())
    throw nb::value_error(("the node '" + N.name() +
                           "' has users; replace them before it is erased")
                              .c_str());
  M.edited();
  M.module().graph().eraseNode(&N);
}

static nb::object create(nb::handle Self, const std::string &OpName,
                         nb::handle Target, nb::handle Args, nb::handle Kwargs,
                         nb::handle Name, nb::handle Type, nb::handle Place,
                         bool Behind) {
  PyModule &M = moduleOf(Self);
  std::optional<Opcode> Op = parseOpcode(OpName);
  if (!Op)
    throw nb::value_error(("torch.fx has no op '" + OpName + "'").c_str());
  PyModule::Use Lock(M);
  M.noteGraph();
  HandleReader Reader(M);
  Symbol NewTarget = Reader.target(*Op, Target);
  SmallVector<Argument, 4> NewArgs = Reader.arguments(Args);
  SmallVector<KwArg, 4> NewKwargs = Reader.keywords(Kwargs);
  StringRef NameText, TypeText;
  if (!Name.is_none() && !textOf(Name.ptr(), NameText))
    throw nb::type_error("the name of a node is a str");
  if (!Type.is_none() && !textOf(Type.ptr(), TypeText))
    throw nb::type_error("the type of a node is a str");
  Graph &G = M.module().graph();
  Node *At = Place.is_none() ? nullptr : &nodeIn(M, Place);
  M.edited();
  auto Make = [&] {
    return G.createNode(*Op, NewTarget, NewArgs, NewKwargs, NameText,
                        TypeText.empty() ? Symbol()
                                         : M.context().intern(TypeText));
  };
  Node *New;
  if (At && !Behind) {
    InsertionGuard Guard = G.insertingBefore(At);
    New = Make();
  } else {
    InsertionGuard Guard = G.insertingAfter(At);
    New = Make();
  }
  return handleOf(Self, *New);
}

/// The nodes of a kind, of a target where one is given, in order.
static nb::list findNodes(nb::handle Self, const std::string &OpName,
                          nb::handle Target) {
  PyModule &M = moduleOf(Self);
  std::optional<Opcode> Op = parseOpcode(OpName);
  if (!Op)
    throw nb::value_error(("torch.fx has no op '" + OpName + "'").c_str());
  PyModule::Use Lock(M);
  M.noteGraph();
  Symbol Name;
  if (!Target.is_none())
    Name = HandleReader(M).target(*Op, Target);
  nb::list Result;
  Graph &G = M.module().graph();
  // An index takes as long as ten searches, and edits have to keep it up.
  if (!M.isSearchedOften()) {
    for (Node *N : G.nodes())
      if (N->op() == *Op && (!Name || N->target() == Name))
        Result.append(handleOf(Self, *N));
    return Result;
  }
  for (Node *N : G.findNodes(*Op, Name))
    Result.append(handleOf(Self, *N));
  return Result;
}

static nb::list selectNodes(nb::handle Self, const std::string &Text) {
  PyModule &M = moduleOf(Self);
  PyModule::Use Lock(M);
  M.noteGraph();
  Expected<NodeSelector> S = NodeSelector::parse(Text, M.context());
  if (!S) {
    Messages Said;
    Said.add(S.takeError());
    Said.raise("PipelineError");
  }
  NodeMatcher Matcher(*S, M.module().graph());
  nb::list Result;
  for (Node *N : M.module().graph().nodes())
    if (Matcher.matches(*N))
      Result.append(handleOf(Self, *N));
  return Result;
}

/// Kinds, targets and operands of all nodes, as bytes of whole numbers: see
/// Graph.arrays in fxopt/_graph.py.
static nb::tuple arrays(PyModule &M) {
  PyModule::Use Lock(M);
  Graph &G = M.module().graph();
  std::vector<uint8_t> Ops;
  std::vector<uint32_t> Targets, Offsets{0}, Operands, Places(G.idBound());
  DenseMap<uint32_t, uint32_t> Indices;
  nb::list Texts;
  for (Node *N : G.nodes()) {
    Places[N->id()] = uint32_t(Ops.size());
    Ops.push_back(uint8_t(N->op()));
    auto [It, IsNew] =
        Indices.try_emplace(N->targetId(), uint32_t(Indices.size()));
    if (IsNew)
      Texts.append(nb::str(N->targetText().data(), N->targetText().size()));
    Targets.push_back(It->second);
    for (const Use &U : N->operandUses())
      Operands.push_back(Places[U.Value]);
    Offsets.push_back(uint32_t(Operands.size()));
  }
  auto Bytes = [](const auto &Numbers) {
    return nb::bytes(Numbers.data(), Numbers.size() * sizeof(Numbers[0]));
  };
  return nb::make_tuple(Bytes(Ops), Bytes(Targets), Bytes(Offsets),
                        Bytes(Operands), Texts);
}

/// Operations and bytes of the value of each node, in order.
static nb::list nodeCosts(PyModule &M) {
  PyModule::Use Lock(M);
  CostAnalysis Costs(M.module());
  nb::list Result;
  for (Node *N : M.module().graph().nodes())
    Result.append(nb::make_tuple(N->isCall() ? Costs.flops(*N) : 0.0,
                                 N->val() ? Costs.bytes(*N->val()) : 0.0));
  return Result;
}

/// For each node the places of those that it may write to, and of those whose
/// memory its result may be.
static nb::list nodeMemory(PyModule &M) {
  PyModule::Use Lock(M);
  DenseMap<const Node *, size_t> Places;
  auto PlacesOf = [&](ArrayRef<Node *> Nodes) {
    nb::list Result;
    for (Node *N : Nodes)
      if (auto At = Places.find(N); At != Places.end())
        Result.append(At->second);
    return Result;
  };
  nb::list Result;
  for (Node *N : M.module().graph().nodes()) {
    Effects E = getEffects(*N);
    Result.append(nb::make_tuple(PlacesOf(E.Writes), PlacesOf(E.Aliases)));
    Places.try_emplace(N, Places.size());
  }
  return Result;
}

static nb::object findByName(nb::handle Self, const std::string &Name) {
  PyModule &M = moduleOf(Self);
  PyModule::Use Lock(M);
  M.noteGraph();
  Node *N = M.module().graph().findByName(Name);
  return N ? handleOf(Self, *N) : nb::object(nb::none());
}

/// Gives nodes the names of a pass of torch.fx, which may have exchanged them
/// or taken those of nodes that are gone. A name that another node has is made
/// unique.
static void nameNodes(PyModule &M, nb::handle Wanted) {
  PyModule::Use Lock(M);
  M.edited();
  Graph &G = M.module().graph();
  std::vector<std::pair<Node *, Name>> Pairs;
  for (nb::handle Pair : Wanted)
    Pairs.emplace_back(
        &nodeIn(M, Pair[0]),
        Namespace::parse(M.module().context(), nb::cast<std::string>(Pair[1])));
  DenseSet<uint64_t> Taken;
  for (Node *N : G.nodes())
    Taken.insert(N->nameRef().key());
  for (auto &[N, New] : Pairs)
    Taken.erase(N->nameRef().key());
  for (auto &[N, New] : Pairs) {
    if (Taken.insert(New.key()).second)
      G.names().claim(New);
    else
      New = G.names().createName(New);
    if (!(New == N->nameRef()))
      G.assignName(N, New);
  }
}

static void lint(PyModule &M) {
  PyModule::Use Lock(M);
  Messages Said;
  DiagnosticEngine Diags;
  Diags.setErrorLimit(0);
  Diags.setHandler([&](const Diagnostic &D) { Said.add(D); });
  if (!verify(M.module(), Diags))
    Said.raise("VerifyError");
}

static void setSource(PyModule &M, NodeHandle &H, nb::handle Source) {
  Editing N(H);
  if (!M.torch())
    throw nb::type_error("the module was not made by fxopt.from_torch");
  M.torch()->setSource(*N, Source.ptr());
}

void fxpy::bindHandles(nb::module_ &Fx, nb::class_<PyModule> &Module) {
  bindNodes(Fx);
  nb::class_<NodeIterator>(Fx, "NodeIterator",
                           nb::type_slots(collectedSlots<NodeIterator>()))
      .def("__iter__", [](nb::handle Self) { return nb::borrow(Self); })
      .def("__next__", &NodeIterator::next);
  Module
      .def(
          "nodes",
          [](nb::handle Self, bool Reverse) {
            return std::make_unique<NodeIterator>(Self, Reverse);
          },
          nb::arg("reverse"))
      .def("find_nodes", findNodes, nb::arg("op"), nb::arg("target").none())
      .def("find_by_name", findByName, nb::arg("name"))
      .def("select", selectNodes, nb::arg("selector"))
      .def("lint", lint)
      .def("name_nodes", nameNodes, nb::arg("wanted"))
      .def("arrays", arrays)
      .def("node_costs", nodeCosts)
      .def("node_memory", nodeMemory)
      .def("set_source", setSource, nb::arg("node"), nb::arg("source"))
      .def_prop_ro("output_node",
                   [](nb::handle Self) -> nb::object {
                     PyModule &M = moduleOf(Self);
                     PyModule::Use Lock(M);
                     M.noteGraph();
                     Node *N = M.module().graph().outputNode();
                     return N ? handleOf(Self, *N) : nb::object(nb::none());
                   })
      .def("create_node", create, nb::arg("op"), nb::arg("target"),
           nb::arg("args"), nb::arg("kwargs").none(), nb::arg("name").none(),
           nb::arg("type").none(), nb::arg("place").none(), nb::arg("behind"))
      .def("erase_node", eraseNode, nb::arg("node"));
}
