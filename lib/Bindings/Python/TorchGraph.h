//===- TorchGraph.h - What ties a module to a torch.fx graph ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A graph of torch.fx is read into the IR together with a stamp for each node:
/// the Python node and what the IR's node was. Writing back compares stamps, so
/// that nodes which no pass touched stay the same Python objects.
///
/// Callables and objects that are arguments are known by name: the qualified
/// name that leads back to the object, or else a name made here, which stands
/// for that object and is equal only to itself.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_TORCHGRAPH_H
#define FX_LIB_BINDINGS_PYTHON_TORCHGRAPH_H

#include "NodeFields.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include <nanobind/nanobind.h>
#include <vector>

namespace fxpy {

/// Python objects under the names that the IR has for them.
class ObjectTable {
public:
  explicit ObjectTable(fx::Context &Ctx) : Ctx(Ctx) {}
  ObjectTable(const ObjectTable &) = delete;
  ObjectTable &operator=(const ObjectTable &) = delete;
  ~ObjectTable();

  /// The name of \p O, a callable if \p IsTarget.
  fx::Symbol nameOf(PyObject *O);
  /// Makes \p Name stand for \p O; false if it stands for another object.
  bool bind(fx::Symbol Name, PyObject *O);
  /// The object called \p Name, borrowed; null if there is none.
  PyObject *lookup(fx::Symbol Name) const { return ByName.lookup(Name.id()); }
  /// Whether there was an object that no name leads to.
  bool hasNameless() const { return LastNumber != 0; }
  /// Calls \p Fn for every object.
  template <typename Callback> int visit(Callback Fn) const {
    for (const auto &Entry : ByName)
      if (int Result = Fn(Entry.second))
        return Result;
    return 0;
  }

private:
  fx::Context &Ctx;
  llvm::DenseMap<uint32_t, PyObject *> ByName;
  llvm::DenseMap<PyObject *, fx::Symbol> Names;
  unsigned LastNumber = 0;
};

class TorchGraph {
public:
  TorchGraph(fx::GraphModule &M, PyObject *Graph);
  TorchGraph(const TorchGraph &) = delete;
  TorchGraph &operator=(const TorchGraph &) = delete;
  ~TorchGraph();

  /// Whether \p Other is the graph of PyTorch that it was made for.
  bool isOf(PyObject *Other) const { return Other == Graph; }
  /// Reads the graph of PyTorch into \p G, which is empty.
  void import(fx::Graph &G);
  /// Gives the nodes of \p G, which import() has made, their values: \p Values
  /// has a description of each (see NodeValues.h), or an Ellipsis. \p Symbols
  /// becomes the metadata `symbols` (see SymbolicMath.h) of a placeholder.
  void setValues(fx::Graph &G, nanobind::list Values, nanobind::dict Symbols);
  /// Whether all nodes of \p G are what they were when it was read.
  bool isSame(const fx::Graph &G) const;
  /// Changes the graph of PyTorch to what the module says, and returns how many
  /// nodes stayed, were changed, made and erased, and whether anything is not
  /// as it was. Raises fxopt.StaleNodeError where Python code changed the graph
  /// meanwhile, fxopt.ResolveError for names without an object, and
  /// fxopt.VerifyError where a node is used before its place; all leave the
  /// graph as it is.
  nanobind::tuple writeBack(fx::GraphModule &M);
  /// Makes new nodes for all of \p G, a graph of \p M, in \p Graph, which is
  /// empty, and returns pairs of a node and the node that it was made from, or
  /// None. Raises as writeBack().
  nanobind::list copyTo(fx::GraphModule &M, fx::Graph &G, PyObject *Graph);

  /// Calls \p Fn for every object that this holds.
  template <typename Callback> int visit(Callback Fn) const {
    if (int Result = Fn(Graph))
      return Result;
    for (const Stamp &S : Stamps)
      for (PyObject *O : {S.Node, S.Target, S.Name, S.Args, S.Kwargs})
        if (O)
          if (int Result = Fn(O))
            return Result;
    for (PyObject *O : Sources)
      if (int Result = Fn(O))
        return Result;
    if (int Result = Objects.visit(Fn))
      return Result;
    return Types.visit(Fn);
  }
  /// The objects that the graph names.
  ObjectTable &objects() { return Objects; }
  /// The Python node that \p N, of a marked graph, was read from or got its
  /// metadata from; borrowed, null if there is none.
  PyObject *sourceOf(const fx::Node &N) const;
  /// Makes \p Source, a Python node of whatever graph, the one that \p N gets
  /// its metadata from when it is written back.
  void setSource(fx::Node &N, PyObject *Source);
  /// Marks the nodes that Python has: passes hand metadata on to the nodes that
  /// they make, so a mark says where a node comes from.
  void addMarks(fx::GraphModule &M);
  /// Marks \p N, if Python has it.
  void addMark(fx::Node &N);
  /// Removes the marks.
  static void removeMarks(fx::GraphModule &M);

private:
  friend class GraphImporter;
  friend class GraphExporter;

  /// What one node was when Python and the IR last agreed.
  struct Stamp {
    PyObject *Node = nullptr; ///< Null: the slot is not in use.
    PyObject *Target = nullptr, *Name = nullptr;
    PyObject *Args = nullptr, *Kwargs = nullptr;
    uint64_t Operands = 0;
    uint32_t Serial = 0, SpecId = 0, TargetId = 0, TypeId = 0;
    uint32_t Source = ~0u; ///< The index of Node in Sources, if it is there.
    fx::Name NameRef;
    fx::Opcode Op = fx::Opcode::Output;

    void release();
  };
  static uint64_t hashOperands(const fx::Node &N);
  void stamp(const fx::Node &N, PyObject *Node, NodeReader &Read);
  /// Whether \p S is what \p N still is.
  static bool isUnchanged(const Stamp &S, const fx::Node &N);
  /// The stamp of \p N, or null for a node that a pass made.
  Stamp *stampOf(const fx::Node &N);
  const Stamp *stampOf(const fx::Node &N) const {
    return const_cast<TorchGraph *>(this)->stampOf(N);
  }
  bool isUnchangedInPython() const;
  void checkUnchangedInPython() const;

  PyObject *Graph;
  ObjectTable Objects, Types;
  /// Indexed by id of the IR's node.
  std::vector<Stamp> Stamps;
  /// Ids in the order of the Python graph.
  std::vector<uint32_t> Order;
  /// The nodes that were read, by the number that marks them.
  std::vector<PyObject *> Sources;
  bool IsMarked = false;
  /// Indexed by the number that marks them; empty where values were not read.
  std::vector<fx::Argument> Values;
};

/// `torch_node`: the key of the mark.
extern const char *const MarkKey;

/// A function of fxopt._torch.
nanobind::object torchHelper(const char *Name);

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_TORCHGRAPH_H
