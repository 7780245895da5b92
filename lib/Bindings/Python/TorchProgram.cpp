//===- TorchProgram.cpp - What torch.export adds to a graph ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeHandles.h"
#include "NodeValues.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Interop/WeightStore.h"
#include "llvm/ADT/StringSwitch.h"
#include <nanobind/stl/string.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

/// A tuple of path, role, value, whether it wants a gradient or is saved, and
/// the name of its memory.
static TensorAttr stateOf(Context &Ctx, nb::tuple T) {
  TensorAttr A;
  A.Role = StringSwitch<TensorAttr::RoleKind>(nb::cast<std::string>(T[1]))
               .Case("parameter", TensorAttr::Parameter)
               .Case("buffer", TensorAttr::Buffer)
               .Default(TensorAttr::Constant);
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

/// All state by dotted name, with the name of its memory.
static nb::dict stateNames(PyModule &M) {
  PyModule::Use Lock(M);
  nb::dict Names;
  std::as_const(M.module())
      .forEachState([&](const TensorAttr &T, StringRef Path) {
        StringRef Record = recordOf(T, Path);
        Names[nb::str(Path.data(), Path.size())] =
            nb::str(Record.data(), Record.size());
      });
  return Names;
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
      .def("state_names", stateNames)
      .def("dialects", dialects);
}
