//===- RunRecorder.cpp - Recording one run of a model ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunRecorder.h"
#include "Exceptions.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/ScopeExit.h"
#include <ATen/SequenceNumber.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/sum.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/functions/accumulate_grad.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;
using Kind = Recording::Kind;

static void collectTensors(const IValue &V, std::vector<at::Tensor> &Tensors) {
  if (V.isTensor()) {
    if (V.toTensor().defined())
      Tensors.push_back(V.toTensor());
  } else if (V.isList()) {
    for (const IValue &Item : V.toListRef())
      collectTensors(Item, Tensors);
  } else if (V.isTuple()) {
    for (const IValue &Item : V.toTupleRef().elements())
      collectTensors(Item, Tensors);
  } else if (V.isGenericDict()) {
    for (const auto &Entry : V.toGenericDict())
      collectTensors(Entry.value(), Tensors);
  }
}

static std::vector<at::Tensor> tensorsOf(const IValue &V) {
  std::vector<at::Tensor> Tensors;
  collectTensors(V, Tensors);
  return Tensors;
}

/// The name without the namespaces of C++.
static std::string functionName(const torch::autograd::Node &F) {
  std::string Name = F.name();
  return StringRef(Name).rsplit(':').second.empty()
             ? Name
             : StringRef(Name).rsplit(':').second.str();
}

/// `conv2d` for `torch.ops.aten.conv2d.default`.
static std::string callName(const Node &N) {
  StringRef Target = N.targetText();
  if (Target.consume_front("torch.ops."))
    return Target.split('.').second.split('.').first.str();
  return Target.contains('.') ? Target.rsplit('.').second.str() : Target.str();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

RunRecorder::RunRecorder(Interpreter &I, const RecorderOptions &Options)
    : I(I), M(I.module()), Options(Options), Plan(M) {
  R.Nodes.push_back({});
  R.Nodes.back().K = Kind::Context;
  R.Nodes.back().Name = "ContextDummy";
  R.Nodes.back().Depth = -1;
  event(0);
  for (const LayerPlan::Layer &L : Plan.layers()) {
    bool IsModel = LayerNodes.empty();
    uint32_t Parent = IsModel ? 0 : LayerNodes[L.Parent];
    StringRef Outer = IsModel ? "" : StringRef(Plan.layers()[L.Parent].Path);
    StringRef Name = L.Path;
    if (!Outer.empty() && Name.consume_front(Outer))
      Name.consume_front(".");
    uint32_t N = add(Kind::Layer, Name.str(), Parent, int(L.Depth));
    R.Nodes[N].Class = L.Class;
    R.Nodes[N].Path = L.Path;
    if (IsModel)
      R.Nodes[N].Name = !this->Options.Name.empty() ? this->Options.Name
                        : !L.Class.empty()          ? L.Class
                                                    : "GraphModule";
    LayerNodes.push_back(N);
    event(N);
  }
}

uint32_t RunRecorder::add(Kind K, std::string Name, uint32_t Parent,
                          int Depth) {
  Recording::Node N;
  N.K = K;
  N.Name = std::move(Name);
  N.Parent = Parent;
  N.Depth = Depth;
  R.Nodes.push_back(std::move(N));
  return uint32_t(R.Nodes.size() - 1);
}

std::string RunRecorder::numbered(StringRef Class) {
  unsigned Number = ++Counts[Class];
  return Number == 1 ? Class.str() : (Class + "-" + Twine(Number)).str();
}

RunRecorder::TensorKey RunRecorder::keyOf(const at::Tensor &T) {
  // A tensor that was written is another value.
  uint64_t Version = T.is_inference() ? 0 : uint64_t(T._version());
  return {T.unsafeGetTensorImpl(), Version};
}

uint32_t RunRecorder::find(const at::Tensor &T) const {
  return Tensors.lookup(keyOf(T));
}

static void describeTensor(Recording::Node &N, const at::Tensor &T) {
  if (std::optional<DType> Type = fromTorch(T.scalar_type()))
    N.Type = shortName(*Type).str();
  else
    N.Type = "?";
  N.Sizes = T.sizes().vec();
}

uint32_t RunRecorder::addTensor(const at::Tensor &T, uint32_t Parent, int Depth,
                                std::string Name) {
  std::string Number = numbered("Tensor");
  uint32_t N = add(Kind::Tensor, Name.empty() ? Number : Name, Parent, Depth);
  describeTensor(R.Nodes[N], T);
  Tensors[keyOf(T)] = N;
  if (T.grad_fn())
    Borders[{T.grad_fn().get(), T.output_nr()}] = N;
  Alive.push_back(T);
  event(N);
  return N;
}

uint32_t RunRecorder::addParameter(StringRef Path, const at::Tensor &T,
                                   uint32_t Layer) {
  auto [It, IsNew] = ParameterNodes.try_emplace(T.unsafeGetTensorImpl(), 0);
  if (!IsNew)
    return It->second;
  StringRef Name = Path.contains('.') ? Path.rsplit('.').second : Path;
  uint32_t N =
      add(Kind::Parameter, Name.str(), Layer, R.Nodes[Layer].Depth + 1);
  ParameterNodes[T.unsafeGetTensorImpl()] = N;
  R.Nodes[N].Path = Path.str();
  describeTensor(R.Nodes[N], T);
  event(N);
  return N;
}

void RunRecorder::edge(uint32_t From, uint32_t To) {
  if (!KnownEdges.insert({From, To}).second)
    return;
  double Now = Times.now();
  if (FirstEdge < 0)
    FirstEdge = Now;
  R.Edges.push_back({From, To, Now - FirstEdge});
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

Error RunRecorder::prepare() {
  Parameters = parametersOf(M);
  for (auto &Entry : Parameters)
    for (const std::string &Path : Entry.second) {
      Expected<at::Tensor> T = I.tensor(Path);
      if (!T)
        return T.takeError();
      const TensorAttr *Attr = M.state(Path);
      bool Wanted = !Attr || Attr->RequiresGrad;
      if (!T->defined() || T->is_inference() ||
          !(T->is_floating_point() || T->is_complex()))
        continue;
      if (Wanted)
        T->requires_grad_();
      if (T->requires_grad())
        Differentiable.push_back(*T);
    }
  return Error::success();
}

std::vector<at::Tensor> RunRecorder::valuesOf(ArrayRef<Node *> Nodes) const {
  std::vector<at::Tensor> Result;
  for (Node *N : Nodes)
    if (auto It = Values.find(N); It != Values.end())
      collectTensors(It->second, Result);
  return Result;
}

/// The inputs of the model are there.
void RunRecorder::beginModel() {
  if (Begun)
    return;
  Begun = true;
  std::vector<Node *> Inputs;
  for (Node *N : M.graph().findNodes(Opcode::Placeholder)) {
    std::optional<InputSpec> Spec = InputSpec::of(*N);
    if (!Spec || Spec->Kind == InputSpec::UserInput)
      Inputs.push_back(N);
  }
  std::vector<at::Tensor> Given = valuesOf(Inputs);
  unsigned Number = 0;
  for (const at::Tensor &T : Given) {
    std::string Name = "Input";
    if (Given.size() > 1)
      Name += "-" + std::to_string(++Number);
    if (!find(T))
      addTensor(T, 0, 0, Name);
  }
  enter(0, Given);
}

void RunRecorder::enter(uint32_t Layer, ArrayRef<at::Tensor> Inputs) {
  const LayerPlan::Layer &L = Plan.layers()[Layer];
  uint32_t LayerNode = LayerNodes[Layer];
  auto Own = Parameters.find(L.Path);
  if (Own != Parameters.end()) {
    for (const std::string &Path : Own->second) {
      Expected<at::Tensor> T = I.tensor(Path);
      if (T)
        addParameter(Path, *T, LayerNode);
      else
        consumeError(T.takeError());
    }
  }
  if (R.Nodes[LayerNode].Start < 0)
    R.Nodes[LayerNode].Start = Times.now();
  uint32_t Outer = R.Nodes[LayerNode].Parent;
  for (const at::Tensor &T : Inputs) {
    uint32_t N = find(T);
    if (!N) {
      uint32_t From = walk(sourceOf(T), Outer);
      N = addTensor(T, Outer, R.Nodes[LayerNode].Depth);
      if (From)
        edge(From, N);
    } else if (Layer != 0) {
      edge(N, N);
    }
    event(N);
    event(N);
  }
}

void RunRecorder::leave(uint32_t Layer, ArrayRef<at::Tensor> Outputs) {
  uint32_t LayerNode = LayerNodes[Layer];
  uint32_t Outer = R.Nodes[LayerNode].Parent;
  unsigned Number = 0;
  for (const at::Tensor &T : Outputs) {
    std::string Name;
    if (Layer == 0) {
      Name = "Output";
      if (Outputs.size() > 1)
        Name += "-" + std::to_string(++Number);
    }
    if (uint32_t N = find(T)) {
      // What a layer inside gave is given on; what came from outside stays.
      if (R.Nodes[N].Parent == LayerNode) {
        R.Nodes[N].Parent = Outer;
        R.Nodes[N].Depth = R.Nodes[LayerNode].Depth;
        if (!Name.empty())
          R.Nodes[N].Name = Name;
      }
      edge(N, N);
      continue;
    }
    TensorSource Source = sourceOf(T);
    // A view of a tensor that was met, as a dropout in evaluation.
    uint32_t N = addTensor(T, Outer, R.Nodes[LayerNode].Depth, Name);
    if (Source.Function)
      Borders.erase({Source.Function, Source.Result});
    if (uint32_t From = walk(Source, LayerNode))
      edge(From, N);
    if (Source.Function)
      Borders[{Source.Function, Source.Result}] = N;
    event(N);
    event(N);
  }
}

void RunRecorder::before(const Node &N) {
  if (N.isPlaceholder())
    return;
  ArrayRef<uint32_t> Around = Plan.callsAround(N);
  if (N.isCall()) {
    beginModel();
    size_t Same = 0;
    while (Same < Around.size() && Same < OpenCalls.size() &&
           OpenCalls[Same] == Around[Same])
      ++Same;
    while (OpenCalls.size() > Same) {
      const LayerPlan::Call &C = Plan.calls()[OpenCalls.pop_back_val()];
      leave(C.Layer, valuesOf(C.Outputs));
    }
    for (uint32_t Call : Around.drop_front(Same)) {
      const LayerPlan::Call &C = Plan.calls()[Call];
      enter(C.Layer, valuesOf(C.Inputs));
      OpenCalls.push_back(Call);
    }
  }
  Sequences.push_back({at::sequence_number::peek(), &N});
  NodeStart = Times.now();
}

void RunRecorder::after(const Node &N, const IValue &Value) {
  double Took = Times.now() - NodeStart;
  if (N.isCall()) {
    auto AddTime = [&](uint32_t Layer) {
      double &Sum = R.Nodes[LayerNodes[Layer]].Forward;
      Sum = std::max(Sum, 0.0) + Took;
    };
    AddTime(0);
    for (uint32_t Call : Plan.callsAround(N))
      AddTime(Plan.calls()[Call].Layer);
  }
  Values[&N] = Value;
  for (const at::Tensor &T : tensorsOf(Value)) {
    Alive.push_back(T);
    if (N.isCall())
      Producers.try_emplace(keyOf(T), &N);
    // A parameter of an exported program.
    std::optional<InputSpec> Spec = InputSpec::of(N);
    if (Spec && Spec->Kind == InputSpec::Parameter && T.requires_grad())
      addParameter(Spec->Target.str(), T, LayerNodes[0]);
  }
}

void RunRecorder::finish(const IValue &Output) {
  beginModel();
  while (!OpenCalls.empty()) {
    const LayerPlan::Call &C = Plan.calls()[OpenCalls.pop_back_val()];
    leave(C.Layer, valuesOf(C.Outputs));
  }
  leave(0, tensorsOf(Output));
}

//===----------------------------------------------------------------------===//
// What led to a tensor
//===----------------------------------------------------------------------===//

TensorSource RunRecorder::sourceOf(const at::Tensor &T) const {
  TensorSource S;
  if (T.grad_fn()) {
    S.Function = T.grad_fn().get();
    S.Result = T.output_nr();
  } else {
    S.Call = Producers.lookup(keyOf(T));
  }
  return S;
}

std::pair<uint64_t, const Node *> RunRecorder::callOf(uint64_t Sequence) const {
  auto It = upper_bound(Sequences, Sequence,
                        [](uint64_t S, const auto &E) { return S < E.first; });
  if (It == Sequences.begin())
    return {0, nullptr};
  return *std::prev(It);
}

/// Whether a function that \p Call made has an operand without a gradient
/// where it could have one: then that is where such operands went.
bool RunRecorder::hasOpenEdge(uint64_t First, const Node &Call) const {
  auto Value = Values.find(&Call);
  if (Value == Values.end())
    return false;
  std::vector<const torch::autograd::Node *> Work;
  DenseSet<const void *> Seen;
  auto Visit = [&](const torch::autograd::Node *F) {
    constexpr uint64_t Leaf = std::numeric_limits<uint64_t>::max();
    if (F && F->sequence_nr() >= First && F->sequence_nr() != Leaf &&
        Seen.insert(F).second)
      Work.push_back(F);
  };
  for (const at::Tensor &T : tensorsOf(Value->second))
    Visit(T.grad_fn().get());
  while (!Work.empty()) {
    const torch::autograd::Node *F = Work.back();
    Work.pop_back();
    for (const torch::autograd::Edge &E : F->next_edges()) {
      if (!E.is_valid())
        return true;
      Visit(E.function.get());
    }
  }
  return false;
}

uint32_t RunRecorder::known(const TensorSource &S) {
  if (S.Call)
    return CallNodes.lookup(S.Call);
  if (!S.Function)
    return 0;
  if (uint32_t N = Borders.lookup({S.Function, S.Result}))
    return N;
  if (uint32_t N = Functions.lookup(S.Function))
    return N;
  auto *Accumulator =
      dynamic_cast<torch::autograd::AccumulateGrad *>(S.Function);
  if (!Accumulator)
    return 0;
  const at::Tensor &Leaf = Accumulator->variable;
  uint32_t N = ParameterNodes.lookup(Leaf.unsafeGetTensorImpl());
  if (!N)
    N = find(Leaf);
  if (!N)
    N = addParameter("", Leaf, LayerNodes[0]);
  else if (R.Nodes[N].K == Kind::Parameter &&
           Accumulators.insert(S.Function).second)
    event(N);
  return N;
}

uint32_t RunRecorder::create(const TensorSource &S, uint32_t Layer) {
  std::string Class =
      S.Function ? functionName(*S.Function) : callName(*S.Call);
  uint32_t N =
      add(Kind::Operation, numbered(Class), Layer, R.Nodes[Layer].Depth + 1);
  const Node *Call = S.Call;
  if (S.Function) {
    Functions[S.Function] = N;
    Call = callOf(S.Function->sequence_nr()).second;
    R.Nodes[N].Forward = Times.forward(int64_t(S.Function->sequence_nr()));
  } else {
    CallNodes[S.Call] = N;
  }
  if (Call)
    R.Nodes[N].Path = Call->name();
  event(N);
  return N;
}

/// What \p S read: other functions, or tensors without gradients.
void RunRecorder::inputsOf(const TensorSource &S,
                           std::vector<TensorSource> &Sources,
                           std::vector<at::Tensor> &Plain) const {
  const Node *Call = S.Call;
  if (S.Function) {
    bool Any = S.Function->num_outputs() == 0;
    for (const torch::autograd::Edge &E : S.Function->next_edges()) {
      if (E.is_valid())
        Sources.push_back({E.function.get(), E.input_nr, nullptr});
      else
        Any = true;
    }
    // An operand without a gradient: which one, the node shows. Where no
    // function of the call could have one, as of indices, it is the first's.
    auto [First, Made] = callOf(S.Function->sequence_nr());
    if (Made && !Any)
      Any = S.Function->sequence_nr() == First && !hasOpenEdge(First, *Made);
    if (Any)
      Call = Made;
  }
  if (!Call)
    return;
  for (const Node *Operand : Call->allInputNodes())
    if (auto It = Values.find(Operand); It != Values.end())
      for (const at::Tensor &T : tensorsOf(It->second))
        if (!S.Function || !T.requires_grad())
          Plain.push_back(T);
}

uint32_t RunRecorder::walk(const TensorSource &S, uint32_t Layer) {
  if (uint32_t N = known(S))
    return N;
  if (!S.Function && !S.Call)
    return 0;
  struct Frame {
    uint32_t N;
    std::vector<TensorSource> Inputs;
    size_t Next = 0;
  };
  std::vector<Frame> Stack;
  auto Open = [&](const TensorSource &Source) {
    Frame F;
    F.N = create(Source, Layer);
    std::vector<at::Tensor> Plain;
    inputsOf(Source, F.Inputs, Plain);
    for (const at::Tensor &T : Plain) {
      uint32_t From = find(T);
      if (!From)
        From = ParameterNodes.lookup(T.unsafeGetTensorImpl());
      if (From)
        edge(From, F.N);
      else
        F.Inputs.push_back(sourceOf(T));
    }
    Stack.push_back(std::move(F));
  };
  Open(S);
  uint32_t First = Stack.front().N;
  while (!Stack.empty()) {
    Frame &F = Stack.back();
    if (F.Next == F.Inputs.size()) {
      uint32_t Done = F.N;
      Stack.pop_back();
      if (!Stack.empty())
        edge(Done, Stack.back().N);
      continue;
    }
    TensorSource Input = F.Inputs[F.Next++];
    if (uint32_t N = known(Input))
      edge(N, F.N);
    else if (Input.Function || Input.Call)
      Open(Input);
  }
  return First;
}

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

void RunRecorder::differentiate(const IValue &Output) {
  at::Tensor Sum;
  for (const at::Tensor &T : tensorsOf(Output))
    if (T.requires_grad() && T.is_floating_point())
      Sum = Sum.defined() ? Sum + T.sum() : T.sum();
  if (!Sum.defined() || Differentiable.empty())
    return;
  torch::autograd::grad({Sum}, Differentiable, {}, /*retain_graph=*/true,
                        /*create_graph=*/false, /*allow_unused=*/true);
}

Recording RunRecorder::take() && {
  for (auto &[Function, N] : Functions) {
    auto *F = static_cast<const torch::autograd::Node *>(Function);
    double Took = Times.backward(int64_t(F->sequence_nr()));
    R.Nodes[N].Backward = Took;
    for (uint32_t Layer = R.Nodes[N].Parent; Took >= 0 && Layer != 0;
         Layer = R.Nodes[Layer].Parent)
      R.Nodes[Layer].Backward = std::max(R.Nodes[Layer].Backward, 0.0) + Took;
  }
  return std::move(R);
}

Expected<Recording> fx::recordRun(Interpreter &I, std::vector<IValue> Inputs,
                                  const RecorderOptions &Options) {
  std::optional<RunRecorder> Recorder;
  Error Failed = catching([&] {
    Recorder.emplace(I, Options);
    return Recorder->prepare();
  });
  if (Failed)
    return Failed;
  auto IsOwn = [](const RunEvent &E) { return !E.Inner && E.Path.empty(); };
  I.setHooks(
      [&](const RunEvent &E) {
        if (IsOwn(E))
          Recorder->before(E.N);
      },
      [&](const RunEvent &E, const IValue &Value) {
        if (IsOwn(E))
          Recorder->after(E.N, Value);
      });
  auto Unhook = make_scope_exit([&] { I.setHooks(nullptr, nullptr); });
  Recorder->times().start();
  Expected<IValue> Output = I.run(std::move(Inputs));
  if (!Output)
    return Output.takeError();
  return catching([&] {
    Recorder->finish(*Output);
    if (Options.Backward)
      Recorder->differentiate(*Output);
    Recorder->times().stop();
    return std::move(*Recorder).take();
  });
}
