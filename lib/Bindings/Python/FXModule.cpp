//===- FXModule.cpp - The extension module fxopt._fx ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeHandles.h"
#include "NodeValues.h"
#include "PyModule.h"
#include "PythonPass.h"
#include "TorchClasses.h"
#include "TorchGraph.h"
#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/InPlaceViews.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Support/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

using namespace fxpy;
using namespace fx;
namespace nb = nanobind;

/// What the classes of PyTorch are, and where the fields of a node.
static bool setTorchTypes(nb::dict Types, nb::handle Probe, Py_ssize_t Bytes) {
  TorchClasses &T = torchClasses();
  auto Class = [&](const char *Name) {
    nb::object O = Types[Name];
    return reinterpret_cast<PyTypeObject *>(O.release().ptr());
  };
  T.Node = Class("Node");
  T.Size = Class("Size");
  T.ImmutableList = Class("immutable_list");
  T.ImmutableDict = Class("immutable_dict");
  T.DType = Class("dtype");
  T.Device = Class("device");
  T.Layout = Class("layout");
  T.MemoryFormat = Class("memory_format");
  if (Probe.is_none() || !findLayout(Probe.ptr(), Bytes)) {
    nodeLayout() = NodeLayout();
    T.NodeInit = T.Update = T.Prepend = nullptr;
    return false;
  }
  T.NodeInit = nb::object(Types["init"]).release().ptr();
  T.Update = nb::object(Types["update"]).release().ptr();
  T.Prepend = nb::object(Types["prepend"]).release().ptr();
  T.Remove = nb::object(Types["remove"]).release().ptr();
  return true;
}

/// Reads \p Tree, the text of print(module), as the tree of \p M. False if it
/// cannot be read.
static bool setTree(PyModule &M, const std::string &Tree) {
  PyModule::Use Lock(M);
  llvm::SourceMgr SM;
  unsigned Buffer = SM.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Tree, "module"), llvm::SMLoc());
  DiagnosticEngine Diags(&SM);
  Diags.setHandler([](const Diagnostic &) {});
  std::unique_ptr<fx::Module> Root =
      parseModuleTree(M.context(), SM, Buffer, Diags);
  if (!Root)
    return false;
  M.module().setTree(std::move(Root), GraphModule::TreeKind::Open);
  return true;
}

/// What print(module) does not say of the module at \p Path. Returns the names
/// of the constructor's arguments that it never shows of that class.
static nb::list setModule(PyModule &M, const std::string &Path,
                          const std::string &Class, bool IsTraining) {
  PyModule::Use Lock(M);
  nb::list Hidden;
  fx::Module *Sub = M.module().submodule(Path);
  if (!Sub)
    return Hidden;
  Sub->setClassName(M.context().intern(Class));
  Sub->setTraining(IsTraining);
  if (const ModuleInfo *Known = classOf(*Sub))
    for (const SchemaParam &P : Known->constructor().params())
      if (Known->isHidden(P.Name))
        Hidden.append(nb::str(P.Name.data(), P.Name.size()));
  return Hidden;
}

/// Adds arguments of the constructor to those of the module at \p Path.
static void addArguments(PyModule &M, const std::string &Path,
                         nb::dict Arguments) {
  PyModule::Use Lock(M);
  fx::Module *Sub = M.module().submodule(Path);
  if (!Sub)
    return;
  std::vector<KwArg> Kwargs(Sub->kwargs().begin(), Sub->kwargs().end());
  for (KwArg &K : HandleReader(M).keywords(Arguments))
    if (llvm::none_of(Kwargs,
                      [&](const KwArg &Old) { return Old.Name == K.Name; }))
      Kwargs.push_back(std::move(K));
  Sub->setKwargs(std::move(Kwargs));
}

/// Says of which type a tensor of the module at \p Path is; \p Type describes
/// it.
static void addTensor(PyModule &M, const std::string &Path,
                      const std::string &Name, nb::handle Type, bool IsBuffer) {
  PyModule::Use Lock(M);
  fx::Module *Sub = M.module().submodule(Path);
  TensorType Known(describedValue(M.context(), Type));
  if (!Sub || !Known)
    return;
  TensorAttr Tensor;
  Tensor.Name = M.context().intern(Name);
  Tensor.Role = IsBuffer ? TensorAttr::Buffer : TensorAttr::Parameter;
  Tensor.RequiresGrad = Known.requiresGrad();
  Tensor.Type = Known.withRequiresGrad(false).value();
  Sub->addTensor(std::move(Tensor));
}

static std::unique_ptr<PyModule> importGraph(nb::handle Graph) {
  auto M = std::make_unique<PyModule>();
  M->file().modules().push_back(std::make_unique<GraphModule>(M->context()));
  // New state would have to come to modules of PyTorch.
  WeightStore::of(M->module()).refuseState();
  auto Torch = std::make_unique<TorchGraph>(M->module(), Graph.ptr());
  Torch->import(M->module().graph());
  M->setTorch(std::move(Torch));
  return M;
}

static TorchGraph &torchOf(PyModule &M) {
  if (TorchGraph *T = M.torch())
    return *T;
  throw nb::type_error("the module was not made by fxopt.from_torch");
}

NB_MODULE(_fx, M) {
  M.doc() = "libFX for Python; use it through fxopt.";
  // Modules live as long as somebody holds them; at the end of the process
  // that may be for ever.
  nb::set_leak_warnings(false);

  nb::class_<Pipeline>(M, "Pipeline",
                       nb::type_slots(collectedSlots<Pipeline>()))
      .def(nb::init<const std::string &>(), nb::arg("text"))
      .def_static(
          "of",
          [](std::shared_ptr<PassDefinition> D) {
            return std::make_unique<Pipeline>(std::move(D));
          },
          nb::arg("definition"))
      .def_static("join", &Pipeline::join, nb::arg("parts"))
      .def_prop_ro("text", &Pipeline::text)
      .def_prop_ro("wants_values", &Pipeline::wantsValues)
      .def_prop_ro("wants_program", &Pipeline::wantsProgram)
      .def_prop_ro("functions", &Pipeline::functions)
      .def_prop_ro("names", &Pipeline::names);

  bindPasses(M);
  bindRules(M);
  nb::class_<PyModule> Module(M, "Module",
                              nb::type_slots(collectedSlots<PyModule>()),
                              nb::is_weak_referenceable());
  bindHandles(M, Module);
  bindPrograms(Module);
  Module.def("text", &PyModule::text, nb::arg("format"))
      .def("info", &PyModule::info)
      .def(
          "run",
          [](nb::handle Self, nb::handle Wrapper, const Pipeline &P,
             bool Verify, const std::string &PrintChanged, nb::handle Check,
             bool KeepsBefore) {
            return moduleOf(Self).run(Self, Wrapper, P, Verify, PrintChanged,
                                      Check, KeepsBefore);
          },
          nb::arg("wrapper"), nb::arg("pipeline"), nb::arg("verify"),
          nb::arg("print_changed"), nb::arg("check").none(),
          nb::arg("keeps_before"))
      .def("write", &PyModule::write, nb::arg("path"), nb::arg("format"))
      .def("diagnostics", &PyModule::diagnostics)
      .def_prop_ro("num_nodes",
                   [](PyModule &Self) {
                     PyModule::Use Lock(Self);
                     return Self.module().graph().size();
                   })
      .def_prop_ro("is_program",
                   [](PyModule &Self) {
                     PyModule::Use Lock(Self);
                     return Self.module().program() != nullptr;
                   })
      .def_prop_ro("name",
                   [](PyModule &Self) {
                     PyModule::Use Lock(Self);
                     llvm::StringRef Name = Self.module().name().str();
                     return nb::str(Name.data(), Name.size());
                   })
      .def("set_tree", &setTree, nb::arg("text"))
      .def(
          "set_values",
          [](PyModule &Self, nb::list Values, nb::dict Symbols) {
            PyModule::Use Lock(Self);
            torchOf(Self).setValues(Self.module().graph(), Values, Symbols);
          },
          nb::arg("values"), nb::arg("symbols"))
      .def("set_module", &setModule, nb::arg("path"), nb::arg("class_name"),
           nb::arg("training"))
      .def("add_arguments", &addArguments, nb::arg("path"),
           nb::arg("arguments"))
      .def("add_tensor", &addTensor, nb::arg("path"), nb::arg("name"),
           nb::arg("type"), nb::arg("is_buffer"))
      .def(
          "write_back",
          [](PyModule &Self, nb::handle Graph) {
            PyModule::Use Lock(Self);
            if (!torchOf(Self).isOf(Graph.ptr()))
              raiseStale("the GraphModule was given another graph after its "
                         "graph was taken");
            return torchOf(Self).writeBack(Self.module());
          },
          nb::arg("graph"))
      .def(
          "copy_to",
          [](PyModule &Self, nb::handle Graph) {
            PyModule::Use Lock(Self);
            GraphModule &M = Self.module();
            if (TorchGraph *T = Self.torch())
              return T->copyTo(M, M.graph(), Graph.ptr());
            return TorchGraph(M, Graph.ptr()).copyTo(M, M.graph(), Graph.ptr());
          },
          nb::arg("graph"))
      .def("state_paths", [](PyModule &Self) {
        PyModule::Use Lock(Self);
        nb::list Paths;
        for (Node *N : Self.module().graph().nodes())
          if (N->isGetAttr() || N->isCallModule())
            Paths.append(
                nb::str(N->targetText().data(), N->targetText().size()));
        return Paths;
      });

  M.def("open", &openFile, nb::arg("path"));
  M.def("open_all", &openAllOfFile, nb::arg("path"));
  M.def("open_all_bytes", &openAllOfBytes, nb::arg("contents"),
        nb::arg("name"));
  M.def("open_bytes", &openBytes, nb::arg("contents"), nb::arg("name"));
  M.def("import_graph", &importGraph, nb::arg("graph"));
  M.def("set_torch_types", &setTorchTypes, nb::arg("types"),
        nb::arg("probe").none(), nb::arg("size"));
  M.def(
      "changes_sizes_in_place",
      [](const std::string &Method) { return changesSizesInPlace(Method); },
      nb::arg("method"));
  M.def("version", [] { return getVersion().str(); });
}
