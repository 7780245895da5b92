//===- RulesRecurrent.cpp - Recurrent networks ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {
/// The weights of one layer in one direction.
struct Layer {
  Value InputWeight, HiddenWeight, InputBias, HiddenBias, Projection;
};
/// The shared part of LSTM, GRU and plain networks.
struct Network {
  SmallVector<Layer, 8> Layers;
  int64_t NumLayers = 1;
  double Dropout = 0;
  bool Train = false, Bidirectional = false, BatchFirst = false;
};
} // namespace

static Value linear(Call &C, const Value &X, const Value &Weight,
                    const Value &Bias) {
  return C.call("linear", {X, Weight, Bias});
}
static Value sigmoid(const Value &V) { return V.call().call("sigmoid", {V}); }
static Value tanh_(const Value &V) { return V.call().call("tanh", {V}); }

/// Groups the flat list of weights.
static bool gather(Call &C, unsigned Params, bool HasBiases, bool Projects,
                   Network &N) {
  SmallVector<Value, 6> Flat = C.values(Params);
  unsigned Group = (HasBiases ? 4 : 2) + (Projects ? 1 : 0);
  size_t Wanted = size_t(N.NumLayers) * (N.Bidirectional ? 2 : 1);
  if (N.NumLayers < 0 || Flat.size() != Wanted * Group) {
    failCount(C, Params, Flat.size(),
              Twine(Group) + " for each of " + Twine(Wanted) + " layers");
    return false;
  }
  for (size_t I = 0; I != Flat.size(); I += Group) {
    Layer L;
    L.InputWeight = Flat[I];
    L.HiddenWeight = Flat[I + 1];
    if (HasBiases) {
      L.InputBias = Flat[I + 2];
      L.HiddenBias = Flat[I + 3];
    }
    if (Projects)
      L.Projection = Flat[I + Group - 1];
    N.Layers.push_back(L);
  }
  return true;
}

static SmallVector<Value, 16> unbind(Call &C, const Value &V) {
  Value Parts = C.call("unbind.int", {V, 0});
  SmallVector<Value, 16> Result;
  for (const Argument &Part : Parts.argument().elements())
    Result.push_back(C.value(Part));
  return Result;
}

static Value cat(Call &C, ArrayRef<Value> Parts, int64_t D) {
  SmallVector<Argument, 16> Items(Parts.begin(), Parts.end());
  return C.call("cat", {Argument::list(Items), D});
}
static Value stack(Call &C, ArrayRef<Value> Parts) {
  SmallVector<Argument, 16> Items(Parts.begin(), Parts.end());
  return C.call("stack", {Argument::list(Items), 0});
}

/// Runs all layers; RunLayer(input, layer number, reverse) gives the outputs of
/// one and remembers its last state.
template <typename RunT>
static Value runLayers(Call &C, Value Input, const Network &N, RunT RunLayer) {
  if (N.BatchFirst)
    Input = C.call("transpose.int", {Input, 0, 1});
  unsigned Directions = N.Bidirectional ? 2 : 1;
  for (int64_t I = 0; I != N.NumLayers && !C.failed(); ++I) {
    Value Forward = RunLayer(Input, I * Directions, false);
    if (N.Bidirectional) {
      Value Backward = RunLayer(Input, I * Directions + 1, true);
      Input = cat(C, {Forward, Backward}, Forward.rank() - 1);
    } else {
      Input = Forward;
    }
    if (N.Dropout != 0 && N.Train && I + 1 < N.NumLayers)
      Input = C.call("dropout", {Input, N.Dropout, true});
  }
  return N.BatchFirst ? C.call("transpose.int", {Input, 0, 1}) : Input;
}

//===----------------------------------------------------------------------===//
// LSTM
//===----------------------------------------------------------------------===//

static void lstmStep(Call &C, const Value &Input, Value &Hidden, Value &Cell,
                     const Layer &L, int64_t Along) {
  Value Gates = linear(C, Hidden, L.HiddenWeight, L.HiddenBias) + Input;
  Value Parts = C.call("chunk", {Gates, 4, Along});
  Value In = sigmoid(Parts[0]), Forget = sigmoid(Parts[1]);
  Value New = tanh_(Parts[2]), Out = sigmoid(Parts[3]);
  Value Kept = Forget * Cell;
  Cell = Kept + In * New;
  Hidden = Out * tanh_(Cell);
  if (!L.Projection.isNone())
    Hidden = linear(C, Hidden, L.Projection, C.none());
}

// lstm.input(input, hx, params, has_biases, num_layers, dropout, train,
//            bidirectional, batch_first)
static Value lstm(Call &C) {
  SmallVector<Value, 6> States = C.values(1);
  if (States.size() != 2)
    return failCount(C, 1, States.size(), "2");
  Network N;
  N.NumLayers = C.integer(4, 1);
  N.Dropout = C.number(5);
  N.Train = C.flag(6);
  N.Bidirectional = C.flag(7);
  N.BatchFirst = C.flag(8);
  bool Projects = !C.same(States[0].size(2), States[1].size(2));
  if (!gather(C, 2, C.flag(3), Projects, N))
    return C.none();
  SmallVector<Value, 16> Hidden = unbind(C, States[0]);
  SmallVector<Value, 16> Cells = unbind(C, States[1]);
  if (size_t Found = std::min(Hidden.size(), Cells.size());
      C.failed() || Found < N.Layers.size())
    return failCount(C, 1, Found,
                     "one for each layer and direction, " +
                         Twine(N.Layers.size()));
  SmallVector<Value, 8> LastHidden, LastCells;
  Value Output = runLayers(
      C, C[0], N, [&](const Value &Input, int64_t Index, bool Reverse) {
        const Layer &L = N.Layers[Index];
        Value H = C.call("unsqueeze", {Hidden[Index], 0});
        Value Cell = C.call("unsqueeze", {Cells[Index], 0});
        Value X = linear(C, Input, L.InputWeight, L.InputBias);
        if (Reverse)
          X = C.call("flip", {X, Call::list({0})});
        SmallVector<Value, 16> Steps;
        for (const Value &Step : unbind(C, X)) {
          lstmStep(C, Step, H, Cell, L, 2);
          Steps.push_back(H);
        }
        if (Reverse)
          std::reverse(Steps.begin(), Steps.end());
        Value Out = cat(C, Steps, 0);
        LastHidden.push_back(C.call("squeeze.dim", {H, 0}));
        LastCells.push_back(C.call("squeeze.dim", {Cell, 0}));
        return Out;
      });
  Value H = stack(C, LastHidden);
  return C.tuple({Output, H, stack(C, LastCells)});
}

// lstm_cell(input, hx, w_ih, w_hh, b_ih, b_hh)
static Value lstmCell(Call &C) {
  SmallVector<Value, 6> States = C.values(1);
  if (States.size() != 2)
    return failCount(C, 1, States.size(), "2");
  Value Hidden = linear(C, States[0], C[3], C[5]);
  Value Gates = Hidden + linear(C, C[0], C[2], C[4]);
  Value Parts = C.call("chunk", {Gates, 4, 1});
  Value In = sigmoid(Parts[0]), Forget = sigmoid(Parts[1]);
  Value New = tanh_(Parts[2]), Out = sigmoid(Parts[3]);
  Value Kept = Forget * States[1];
  Value Cell = Kept + In * New;
  return C.tuple({Out * tanh_(Cell), Cell});
}

//===----------------------------------------------------------------------===//
// GRU
//===----------------------------------------------------------------------===//

static Value gruStep(const Value &InputGates, const Value &HiddenGates,
                     const Value &Hidden) {
  Value Reset = sigmoid(HiddenGates[0] + InputGates[0]);
  Value Update = sigmoid(HiddenGates[1] + InputGates[1]);
  Value New = tanh_(InputGates[2] + HiddenGates[2] * Reset);
  return (Hidden - New) * Update + New;
}

// gru.input(input, hx, params, has_biases, num_layers, dropout, train,
//           bidirectional, batch_first)
template <typename StepT> static Value recurrent(Call &C, StepT MakeStep) {
  Network N;
  N.NumLayers = C.integer(4, 1);
  N.Dropout = C.number(5);
  N.Train = C.flag(6);
  N.Bidirectional = C.flag(7);
  N.BatchFirst = C.flag(8);
  if (!gather(C, 2, C.flag(3), false, N))
    return C.none();
  SmallVector<Value, 16> Hidden = unbind(C, C[1]);
  if (C.failed() || Hidden.size() < N.Layers.size())
    return failCount(C, 1, Hidden.size(),
                     "one for each layer and direction, " +
                         Twine(N.Layers.size()));
  SmallVector<Value, 8> Last;
  Value Output = runLayers(
      C, C[0], N, [&](const Value &Input, int64_t Index, bool Reverse) {
        const Layer &L = N.Layers[Index];
        Value X = linear(C, Input, L.InputWeight, L.InputBias);
        if (Reverse)
          X = C.call("flip", {X, Call::list({0})});
        Value H = C.call("unsqueeze", {Hidden[Index], 0});
        SmallVector<Value, 16> Steps;
        for (const Value &Step : unbind(C, X)) {
          H = MakeStep(Step, H, L);
          Steps.push_back(H);
        }
        if (Reverse)
          std::reverse(Steps.begin(), Steps.end());
        Value Out = cat(C, Steps, 0);
        Last.push_back(C.call("squeeze.dim", {H, 0}));
        return Out;
      });
  return C.tuple({Output, stack(C, Last)});
}

static Value gru(Call &C) {
  return recurrent(C, [&](const Value &Step, const Value &H, const Layer &L) {
    Value InputGates = C.call("chunk", {Step, 3, 1});
    Value HiddenGates =
        C.call("chunk", {linear(C, H, L.HiddenWeight, L.HiddenBias), 3, 2});
    return gruStep(InputGates, HiddenGates, H);
  });
}

// gru_cell(input, hx, w_ih, w_hh, b_ih, b_hh)
static Value gruCell(Call &C) {
  Value InputGates = C.call("chunk", {linear(C, C[0], C[2], C[4]), 3, 1});
  Value HiddenGates = C.call("chunk", {linear(C, C[1], C[3], C[5]), 3, 1});
  return gruStep(InputGates, HiddenGates, C[1]);
}

//===----------------------------------------------------------------------===//
// Plain networks
//===----------------------------------------------------------------------===//

static Value plain(Call &C, StringRef Activation) {
  return recurrent(C, [&](const Value &Step, const Value &H, const Layer &L) {
    return C.call(Activation,
                  {linear(C, H, L.HiddenWeight, L.HiddenBias) + Step});
  });
}
static Value rnnTanh(Call &C) { return plain(C, "tanh"); }
static Value rnnRelu(Call &C) { return plain(C, "relu"); }

static Value plainCell(Call &C, StringRef Activation) {
  Value Hidden = linear(C, C[1], C[3], C[5]);
  return C.call(Activation, {Hidden + linear(C, C[0], C[2], C[4])});
}
static Value rnnTanhCell(Call &C) { return plainCell(C, "tanh"); }
static Value rnnReluCell(Call &C) { return plainCell(C, "relu"); }

ArrayRef<Entry> fx::decomposition::recurrentRules() {
  static const Entry Rules[] = {
      {"lstm.input", lstm},
      {"lstm_cell", lstmCell},
      {"gru.input", gru},
      {"gru_cell", gruCell},
      {"rnn_tanh.input", rnnTanh},
      {"rnn_relu.input", rnnRelu},
      {"rnn_tanh_cell", rnnTanhCell},
      {"rnn_relu_cell", rnnReluCell},
  };
  return Rules;
}
