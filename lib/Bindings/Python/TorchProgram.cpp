//===- TorchProgram.cpp - What torch.export adds to a graph ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeHandles.h"
#include "NodeValues.h"
#include "TorchGraph.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Interop/WeightStore.h"
#include <nanobind/stl/string.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

/// A tuple of path, role, value, whether it wants a gradient or is saved, and
/// the name of its memory.
static TensorAttr stateOf(Context &Ctx, nb::tuple T) {
  TensorAttr A;
  A.Role =
      parseRole(nb::cast<std::string>(T[1])).value_or(TensorAttr::Constant);
  A.Type = describedValue(Ctx, T[2]);
  if (A.Type.kind() == ArgKind::Ellipsis)
    throw nb::value_error("state has a dtype that fx-opt does not know");
  bool Flag = nb::cast<bool>(T[3]);
  (A.Role == TensorAttr::Buffer ? A.Persistent : A.RequiresGrad) = Flag;
  A.Record = Ctx.intern(nb::cast<std::string>(T[4]));
  return A;
}

/// Makes a graph that was just imported a program. Attributes are those of
/// native text; specifications are those of all placeholders and the output;
/// \p Memory has addresses and sizes, which stay as long as the module is used.
static void setProgram(PyModule &M, nb::dict Attributes, nb::list State,
                       nb::dict Memory, nb::list Inputs, nb::tuple Outputs) {
  PyModule::Use Lock(M);
  Context &Ctx = M.context();
  ExportedProgram &P = M.module().makeProgram();
  HandleReader Reader(M);
  for (auto [Name, Value] : Attributes) {
    std::string Key = nb::cast<std::string>(Name);
    if (!P.setAttribute(Ctx.intern(Key), Reader.value(Value)))
      throw nb::value_error(("a program has no such " + Key).c_str());
  }
  M.module().setTreeKind(GraphModule::TreeKind::Closed);
  for (nb::handle Each : State) {
    nb::tuple T = nb::cast<nb::tuple>(Each);
    std::string Path = nb::cast<std::string>(T[0]);
    if (!M.module().addState(Path, stateOf(Ctx, T)))
      throw nb::value_error(("a module is called " + Path).c_str());
  }
  auto Store = std::make_shared<WeightStore>();
  for (auto [Name, Place] : Memory)
    Store->lend(nb::cast<std::string>(Name),
                {reinterpret_cast<const char *>(nb::cast<uintptr_t>(Place[0])),
                 nb::cast<size_t>(Place[1])});
  M.module().setWeightStore(std::move(Store));
  size_t I = 0;
  for (Node *N : M.module().graph().nodes()) {
    if (N->isPlaceholder() && I < Inputs.size())
      N->setMeta("input_spec", Reader.value(Inputs[I++]));
    else if (N->isOutput())
      N->setMeta("output_specs", Reader.value(Outputs));
  }
  if (I != Inputs.size())
    throw nb::value_error("there are more inputs than placeholders");
}

//===----------------------------------------------------------------------===//
// Graphs of branches and loops
//===----------------------------------------------------------------------===//

/// Adds the graph of a submodule, with the values of its nodes; parents come
/// first.
static void addSubgraph(PyModule &M, const std::string &Path, nb::handle Graph,
                        nb::list Values) {
  PyModule::Use Lock(M);
  Context &Ctx = M.context();
  auto Child = std::make_unique<fx::Module>(
      Ctx, Ctx.intern("torch.fx.graph_module.GraphModule"));
  Child->setGraph(std::make_unique<fx::Graph>(Ctx));
  fx::Graph &G =
      *M.module().root().addSubmodule(Path, std::move(Child)).graph();
  auto Torch = std::make_unique<TorchGraph>(M.module(), Graph.ptr());
  Torch->import(G);
  Torch->setValues(G, Values, nb::dict());
  M.subgraphs().emplace_back(Path, std::move(Torch));
}

static fx::Graph *subgraphAt(PyModule &M, StringRef Path) {
  fx::Module *Sub = M.module().submodule(Path);
  return Sub ? Sub->graph() : nullptr;
}

/// The paths of those that passes have changed.
static nb::list changedSubgraphs(PyModule &M) {
  PyModule::Use Lock(M);
  nb::list Paths;
  for (auto &[Path, Torch] : M.subgraphs())
    if (fx::Graph *G = subgraphAt(M, Path); G && !Torch->isSame(*G))
      Paths.append(nb::str(Path.c_str(), Path.size()));
  return Paths;
}

static nb::list copySubgraph(PyModule &M, const std::string &Path,
                             nb::handle Into) {
  PyModule::Use Lock(M);
  for (auto &[Known, Torch] : M.subgraphs())
    if (fx::Graph *G = Known == Path ? subgraphAt(M, Path) : nullptr)
      return Torch->copyTo(M.module(), *G, Into.ptr());
  throw nb::key_error(Path.c_str());
}

//===----------------------------------------------------------------------===//
// What is asked of a program
//===----------------------------------------------------------------------===//

/// Whether it wants a gradient, or is saved.
static bool flagOf(const TensorAttr &A) {
  return A.Role == TensorAttr::Buffer ? A.Persistent : A.RequiresGrad;
}

/// All state by dotted name, with the name of its memory, its role, and whether
/// it wants a gradient or is saved.
static nb::dict stateNames(PyModule &M) {
  PyModule::Use Lock(M);
  nb::dict Names;
  std::as_const(M.module())
      .forEachState([&](const TensorAttr &T, StringRef Path) {
        StringRef Record = recordOf(T, Path), Role = toString(T.Role);
        Names[nb::str(Path.data(), Path.size())] =
            nb::make_tuple(nb::str(Record.data(), Record.size()),
                           nb::str(Role.data(), Role.size()), flagOf(T));
      });
  return Names;
}

/// What the tensor at \p Path is now: its dtype, sizes, strides, offset and
/// device, and the bytes of its record.
static nb::tuple stateTensor(PyModule &M, const std::string &Path) {
  PyModule::Use Lock(M);
  const TensorAttr *A = M.module().state(Path);
  TensorType Type = A ? A->tensorType() : TensorType();
  auto Numbers = [](ArrayRef<Argument> Items) {
    nb::list Result;
    for (const Argument &Item : Items) {
      if (!Item.isInt())
        throw nb::value_error("a size of state is not a number");
      Result.append(Item.asInt());
    }
    return nb::tuple(Result);
  };
  if (!Type || !Type.fixedOffset() || !Type.isStrided())
    throw nb::value_error(("no type is known of " + Path).c_str());
  Expected<StringRef> Bytes =
      WeightStore::of(M.module()).read(recordOf(*A, Path));
  if (!Bytes)
    throw nb::value_error(toString(Bytes.takeError()).c_str());
  StringRef DTypeText = toString(Type.dtype());
  std::string Device =
      Type.device().isNone() ? "cpu" : Type.device().str().str();
  return nb::make_tuple(nb::str(DTypeText.data(), DTypeText.size()),
                        Numbers(Type.sizes()), Numbers(Type.strides()),
                        *Type.fixedOffset(), nb::str(Device.c_str()),
                        nb::bytes(Bytes->data(), Bytes->size()));
}

/// The dialects that the program says it is of.
static nb::list dialects(PyModule &M) {
  PyModule::Use Lock(M);
  nb::list Names;
  if (const ExportedProgram *P = M.module().program())
    for (Symbol Name : P->Verifiers)
      Names.append(nb::str(Name.str().data(), Name.str().size()));
  return Names;
}

void fxpy::bindPrograms(nb::class_<PyModule> &Module) {
  Module
      .def("set_program", setProgram, nb::arg("attributes"), nb::arg("state"),
           nb::arg("memory"), nb::arg("inputs"), nb::arg("outputs"))
      .def("add_subgraph", addSubgraph, nb::arg("path"), nb::arg("graph"),
           nb::arg("values"))
      .def("changed_subgraphs", changedSubgraphs)
      .def("copy_subgraph", copySubgraph, nb::arg("path"), nb::arg("graph"))
      .def("state_names", stateNames)
      .def("state_tensor", stateTensor, nb::arg("path"))
      .def("dialects", dialects);
}
