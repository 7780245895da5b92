//===- PythonPass.cpp - Passes that are functions in Python ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonPass.h"
#include "NodeHandles.h"
#include "TorchClasses.h"
#include "fx/Pass/PassPlugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

PassDefinition::PassDefinition(std::string TheName, std::string TheSummary,
                               std::string TheDescription, nb::list Given,
                               nb::object TheFunction, bool Idempotent,
                               bool WantsValues)
    : Name(std::move(TheName)), Summary(std::move(TheSummary)),
      Description(std::move(TheDescription)),
      Function(TheFunction.release().ptr()), WantsValues(WantsValues) {
  for (nb::handle O : Given) {
    nb::tuple T = nb::borrow<nb::tuple>(O);
    OptionSpec S;
    S.Flag = nb::cast<std::string>(T[0]);
    S.Type = nb::cast<std::string>(T[1]);
    S.Default = nb::cast<std::string>(T[2]);
    S.Description = nb::cast<std::string>(T[3]);
    for (nb::handle Word : nb::object(T[4])) {
      S.Words.push_back(nb::cast<std::string>(Word));
      S.ValueName += (S.ValueName.empty() ? "" : "|") + S.Words.back();
    }
    if (S.Words.empty())
      S.ValueName = S.Type;
    Options.push_back(std::move(S));
  }
  for (const OptionSpec &S : Options)
    OptionInfos.push_back({S.Flag, S.ValueName, S.Default, S.Description,
                           S.Type == "ints" || S.Type == "strs"});
  Info = {Name, Summary, Description, "", "", OptionInfos, {}, Idempotent};
}

void PassDefinition::clear() {
  PyObject *Old = std::exchange(Function, nb::none().release().ptr());
  Py_DECREF(Old);
}

PassDefinition::~PassDefinition() {
  // The last pipeline may go after the interpreter.
  if (!Py_IsInitialized())
    return;
  nb::gil_scoped_acquire Lock;
  Py_DECREF(Function);
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// One of some words.
class WordOption : public Option<std::string> {
public:
  WordOption(PassOptions &Owner, const PassDefinition::OptionSpec &S)
      : Option(Owner, S.Flag, S.Default), Spec(S) {}
  Error parse(StringRef Text) override {
    SmallVector<StringRef, 8> Words(Spec.Words.begin(), Spec.Words.end());
    if (Expected<unsigned> Word = parseOptionWord(Text, Words); !Word)
      return Word.takeError();
    return Option::parse(Text);
  }

private:
  const PassDefinition::OptionSpec &Spec;
};
} // namespace

template <typename T>
static std::unique_ptr<PassOptionBase>
optionOf(PassOptions &Owner, const PassDefinition::OptionSpec &S) {
  T Default{};
  cantFail(parseOptionValue(S.Default, Default));
  return std::make_unique<Option<T>>(Owner, S.Flag, Default);
}

/// A list whose default need not be empty.
template <typename T> class DefaultedList : public ListOption<T> {
public:
  DefaultedList(PassOptions &Owner, const PassDefinition::OptionSpec &S)
      : ListOption<T>(Owner, S.Flag), Default(S.Default) {
    if (!Default.empty())
      cantFail(ListOption<T>::parse(Default));
    this->Given = false;
    raw_string_ostream OS(Printed);
    ListOption<T>::print(OS);
  }
  bool hasDefaultValue() const override {
    std::string Now;
    raw_string_ostream OS(Now);
    ListOption<T>::print(OS);
    return Now == Printed;
  }

private:
  const std::string &Default;
  std::string Printed;
};

PythonPass::PythonPass(std::shared_ptr<PassDefinition> D)
    : Pass(D->info()), Definition(std::move(D)) {
  for (const PassDefinition::OptionSpec &S : Definition->options()) {
    if (S.Type == "bool")
      Owned.push_back(optionOf<bool>(*this, S));
    else if (S.Type == "int")
      Owned.push_back(optionOf<int64_t>(*this, S));
    else if (S.Type == "float")
      Owned.push_back(optionOf<double>(*this, S));
    else if (S.Type == "words")
      Owned.push_back(std::make_unique<WordOption>(*this, S));
    else if (S.Type == "ints")
      Owned.push_back(std::make_unique<DefaultedList<int64_t>>(*this, S));
    else if (S.Type == "strs")
      Owned.push_back(std::make_unique<DefaultedList<std::string>>(*this, S));
    else
      Owned.push_back(
          std::make_unique<Option<std::string>>(*this, S.Flag, S.Default));
  }
}

std::unique_ptr<Pass> PythonPass::clone() const {
  auto Copy = std::make_unique<PythonPass>(Definition);
  Copy->copyOptionValues(*this);
  return Copy;
}

static nb::object parameterName(StringRef Flag) {
  return nb::module_::import_("fxopt._passes")
      .attr("parameter_name")(nb::str(Flag.data(), Flag.size()));
}

nb::dict PythonPass::values() const {
  nb::dict Values;
  for (auto [Spec, O] : zip(Definition->options(), Owned)) {
    nb::object Value;
    if (Spec.Type == "bool") {
      Value = nb::bool_(static_cast<Option<bool> &>(*O).get());
    } else if (Spec.Type == "int") {
      Value = nb::int_(static_cast<Option<int64_t> &>(*O).get());
    } else if (Spec.Type == "float") {
      Value = nb::float_(static_cast<Option<double> &>(*O).get());
    } else if (Spec.Type == "ints") {
      nb::list Items;
      for (int64_t Item : static_cast<ListOption<int64_t> &>(*O))
        Items.append(Item);
      Value = Items;
    } else if (Spec.Type == "strs") {
      nb::list Items;
      for (const std::string &Item : static_cast<ListOption<std::string> &>(*O))
        Items.append(Item);
      Value = Items;
    } else {
      Value = nb::cast(static_cast<Option<std::string> &>(*O).get());
    }
    Values[parameterName(Spec.Flag)] = Value;
  }
  return Values;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static thread_local RunState *Current = nullptr;

RunState::RunState(PyModule &M, nb::handle Self, nb::handle Wrapper,
                   nb::handle Check)
    : M(M), Self(Self), Wrapper(Wrapper), Check(Check),
      Outer(std::exchange(Current, this)) {}
RunState::~RunState() { Current = Outer; }
RunState *RunState::current() { return Current; }
RunState &RunState::first() {
  RunState *First = this;
  for (RunState *R = Outer; R; R = R->Outer)
    if (&R->M == &M)
      First = R;
  return *First;
}

namespace {
/// What fxopt.PassContext holds. It outlives the run where somebody keeps it.
struct PassContext {
  PythonPass *Pass;
  PyModule *M;

  PythonPass &pass() const {
    if (Pass)
      return *Pass;
    PyErr_SetString(PyExc_RuntimeError, "the pass does not run any more");
    throw nb::python_error();
  }
  void say(PythonPass::Level L, const std::string &Text, nb::handle At) {
    Node *N = nullptr;
    if (!At.is_none()) {
      if (!nb::isinstance<NodeHandle>(At) ||
          &nb::inst_ptr<NodeHandle>(At)->module() != M)
        throw nb::type_error("the place of a message is a node of the module");
      N = &nb::inst_ptr<NodeHandle>(At)->node();
    }
    pass().say(L, N, Text);
  }
};
} // namespace

void PythonPass::count(const std::string &Name, uint64_t By) {
  auto [It, IsNew] = Counts.try_emplace(Name);
  if (IsNew)
    It->second = std::make_unique<PassStatistic>(*this, It->first,
                                                 "counted by the pass");
  *It->second += By;
}

void PythonPass::say(Level L, Node *At, const std::string &Text) {
  DiagnosticPlace Place = At ? DiagnosticPlace(*At) : DiagnosticPlace();
  if (L == Level::Remark)
    remark(Place, Text);
  else if (L == Level::Warning)
    warning(Place, Text);
  else
    diags().report(diag::err_pass, Place, name(), Text);
}

Expected<bool> PythonPass::call(RunState &State) {
  State.M.noteGraph();
  nb::object Context = nb::cast(PassContext{this, &State.M});
  auto End = make_scope_exit(
      [&] { nb::inst_ptr<PassContext>(Context)->Pass = nullptr; });
  uint64_t Edits = State.M.edits();
  nb::object Result;
  try {
    Result = Definition->function()(State.Wrapper, Context, **values());
    bool HasEdited = State.M.edits() != Edits;
    if (State.first().IsBroken)
      return error(DiagnosticPlace(),
                   "a pipeline that it ran has failed; the pass cannot go on");
    if (Result.is_none())
      return HasEdited;
    if (PyBool_Check(Result.ptr()))
      return nb::cast<bool>(Result);
    nb::object Shown = checked(
        PyObject_Repr(reinterpret_cast<PyObject *>(Py_TYPE(Result.ptr()))));
    return error(DiagnosticPlace(),
                 "it returned a " + Twine(nb::str(Shown).c_str()) +
                     "; a pass returns whether it changed anything");
  } catch (nb::python_error &E) {
    State.Exception = nb::borrow(E.value());
    nb::object Type = nb::borrow(E.type());
    nb::object Name = Type.attr("__name__");
    nb::object Text = nb::steal(PyObject_Str(E.value().ptr()));
    if (!Text.is_valid()) {
      PyErr_Clear();
      Text = nb::str("");
    }
    State.Stops |= !PyObject_IsSubclass(Type.ptr(), PyExc_Exception);
    StringRef Said, What;
    textOf(Text.ptr(), Said);
    textOf(Name.ptr(), What);
    return error(DiagnosticPlace(),
                 What + (Said.empty() ? "" : ": ") + Twine(Said));
  }
}

Expected<bool> PythonPass::run(GraphModule &Module) {
  RunState *State = RunState::current();
  if (!State || &State->M.module() != &Module)
    return error(DiagnosticPlace(), "a pass in Python runs by fxopt alone");
  nb::gil_scoped_acquire Lock;
  PyModule::Lend Lent(State->M);
  try {
    return call(*State);
  } catch (std::exception &E) {
    return error(DiagnosticPlace(), E.what());
  }
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static void registerPass(std::shared_ptr<PassDefinition> D) {
  PassRegistry &Registry = passRegistry();
  // One in Python may be defined again, as notebooks do.
  StringRef Name = D->info().Flag;
  if (const PassRegistry::Entry *Old = Registry.lookup(Name);
      Old && Old->Plugin == "python")
    Registry.remove(Name);
  Registry.setPlugin("python");
  bool Added =
      Registry.add(D->info(), [D] { return std::make_unique<PythonPass>(D); });
  Registry.setPlugin("");
  Registry.takeRefused();
  if (!Added)
    throw nb::value_error(
        ("fx-opt has a pass or a group '" + Name + "'").str().c_str());
}

static void loadPlugin(const std::string &Path) {
  Expected<const PassPluginInfo *> Info = loadPassPlugin(Path, passRegistry());
  if (Info)
    return;
  Messages Said;
  Said.add(Info.takeError(), Path);
  Said.raise("PluginError");
}

static nb::list passes() {
  auto Text = [](StringRef S) { return nb::str(S.data(), S.size()); };
  nb::list Result;
  for (const PassRegistry::Entry &E : passRegistry().entries()) {
    nb::list Options;
    for (const PassOptionInfo &O : E.Info->Options)
      Options.append(nb::make_tuple(Text(O.Flag), Text(O.ValueName),
                                    Text(O.Default), Text(O.Description),
                                    O.IsList));
    Result.append(nb::make_tuple(Text(E.Info->Flag), Text(E.Info->Summary),
                                 Text(E.Info->Description), Options));
  }
  return Result;
}

void fxpy::bindPasses(nb::module_ &Fx) {
  using Level = PythonPass::Level;
  nb::class_<PassContext>(Fx, "PassContext",
                          "What a pass in Python may say while it runs.")
      .def_prop_ro(
          "name",
          [](PassContext &C) {
            StringRef Name = C.pass().name();
            return nb::str(Name.data(), Name.size());
          },
          "The name of the pass.")
      .def(
          "stat",
          [](PassContext &C, const std::string &Name, uint64_t By) {
            C.pass().count(Name, By);
          },
          nb::arg("name"), nb::arg("by") = 1,
          "Count something; the report and --stats show it.")
      .def(
          "remark",
          [](PassContext &C, const std::string &Text, nb::handle At) {
            C.say(Level::Remark, Text, At);
          },
          nb::arg("text"), nb::arg("node") = nb::none(), "Say something.")
      .def(
          "warning",
          [](PassContext &C, const std::string &Text, nb::handle At) {
            C.say(Level::Warning, Text, At);
          },
          nb::arg("text"), nb::arg("node") = nb::none(), "Warn of something.")
      .def(
          "error",
          [](PassContext &C, const std::string &Text, nb::handle At) {
            C.say(Level::Error, Text, At);
          },
          nb::arg("text"), nb::arg("node") = nb::none(),
          "Report an error: the pass fails when it returns.")
      .def("_note_change", [](PassContext &C) {
        C.pass();
        if (RunState *State = RunState::current())
          State->HasChangedBeyond = true;
      });
  nb::class_<PassDefinition>(Fx, "PassDefinition",
                             nb::type_slots(collectedSlots<PassDefinition>()))
      .def(nb::init<std::string, std::string, std::string, nb::list, nb::object,
                    bool, bool>(),
           nb::arg("name"), nb::arg("summary"), nb::arg("description"),
           nb::arg("options"), nb::arg("function"), nb::arg("idempotent"),
           nb::arg("values"));
  Fx.def("register_pass", &registerPass, nb::arg("definition"));
  Fx.def("load_plugin", &loadPlugin, nb::arg("path"));
  Fx.def("passes", &passes);
}
