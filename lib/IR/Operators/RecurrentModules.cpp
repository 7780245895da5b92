//===- RecurrentModules.cpp - LSTM, GRU and RNN ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/RecurrentModules.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpSchema.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"

using namespace fx;
using namespace llvm;

namespace {

/// Makes the call of one module.
class RecurrentCall {
public:
  RecurrentCall(Graph &G, const Module &Callee, StringRef Path,
                const BoundCall &Args)
      : G(G), Callee(Callee), Path(Path), Args(Args), Ctx(G.context()) {}

  Argument layers(StringRef Class, const CallArgs &Call);
  Argument cell(StringRef Class, const CallArgs &Call);

private:
  Argument option(StringRef Name) const { return Args.value(Ctx, Name); }
  bool flag(StringRef Name) const {
    Argument A = option(Name);
    return A.isBool() && A.asBool();
  }
  Argument weight(const Twine &Name) {
    return G.getAttr((Path + "." + Name).str());
  }
  static Argument at(const CallArgs &Call, unsigned I, StringRef Name) {
    if (I < Call.Args.size())
      return Call.Args[I];
    for (const KwArg &K : Call.Kwargs)
      if (K.Name == Name)
        return K.Value;
    return Argument::none();
  }

  Graph &G;
  const Module &Callee;
  StringRef Path;
  const BoundCall &Args;
  Context &Ctx;
};

} // namespace

Argument RecurrentCall::layers(StringRef Class, const CallArgs &Call) {
  int64_t Layers =
      option("num_layers").isInt() ? option("num_layers").asInt() : 1;
  bool Bias = flag("bias"), Both = flag("bidirectional");
  Argument Projection = option("proj_size");
  bool Projects = Projection.isInt() && Projection.asInt() > 0;
  SmallVector<Argument, 16> Weights;
  for (int64_t L = 0; L < Layers; ++L)
    for (StringRef Suffix : {"", "_reverse"}) {
      if (!Suffix.empty() && !Both)
        continue;
      Weights.push_back(weight("weight_ih_l" + Twine(L) + Suffix));
      Weights.push_back(weight("weight_hh_l" + Twine(L) + Suffix));
      if (Bias) {
        Weights.push_back(weight("bias_ih_l" + Twine(L) + Suffix));
        Weights.push_back(weight("bias_hh_l" + Twine(L) + Suffix));
      }
      if (Projects)
        Weights.push_back(weight("weight_hr_l" + Twine(L) + Suffix));
    }
  Argument Dropout = option("dropout");
  std::string Target = "fx.rnn." + Class.lower();
  if (Class == "RNN") {
    Argument Kind = option("nonlinearity");
    Target += Kind.isString() && Kind.str() == "relu" ? "_relu" : "_tanh";
  }
  return G.callFunction(
      Target,
      {at(Call, 0, "input"), at(Call, 1, "hx"), Argument::list(Weights), Bias,
       Layers, Dropout.isInt() ? Argument(double(Dropout.asInt())) : Dropout,
       Callee.isTraining(), Both, flag("batch_first"), option("hidden_size"),
       Projects ? Projection : Argument(0)});
}

Argument RecurrentCall::cell(StringRef Class, const CallArgs &Call) {
  bool Bias = flag("bias");
  std::string Target = "fx.rnn." + Class.lower();
  if (Class == "RNNCell") {
    Argument Kind = option("nonlinearity");
    Target += Kind.isString() && Kind.str() == "relu" ? "_relu" : "_tanh";
  }
  return G.callFunction(Target, {at(Call, 0, "input"), at(Call, 1, "hx"),
                                 weight("weight_ih"), weight("weight_hh"),
                                 Bias ? weight("bias_ih") : Argument::none(),
                                 Bias ? weight("bias_hh") : Argument::none()});
}

/// The constructors; the table has none, for lack of a formula.
static constexpr StringLiteral LayersConstructor =
    "(int input_size, int hidden_size, int num_layers=1, bool bias=True, bool "
    "batch_first=False, float dropout=0.0, bool bidirectional=False, int "
    "proj_size=0, str nonlinearity='tanh', Any device=None, Any dtype=None) -> "
    "()";
static constexpr StringLiteral CellConstructor =
    "(int input_size, int hidden_size, bool bias=True, str "
    "nonlinearity='tanh', Any device=None, Any dtype=None) -> ()";

std::optional<BoundCall> fx::bindRecurrentConstructor(const Module &Callee) {
  const ModuleInfo *Class = classOf(Callee);
  if (!Class)
    return std::nullopt;
  bool IsCell = Class->shownName().ends_with("Cell");
  if (!StringSwitch<bool>(Class->name())
           .Cases("torch.nn.LSTM", "torch.nn.GRU", "torch.nn.RNN",
                  "torch.nn.LSTMCell", "torch.nn.GRUCell", "torch.nn.RNNCell",
                  true)
           .Default(false))
    return std::nullopt;
  // Schemas live as long as the process.
  static BumpPtrAllocator Memory;
  static const OpSchema Schemas[] = {
      cantFail(parseOpSchema(LayersConstructor, Memory)),
      cantFail(parseOpSchema(CellConstructor, Memory))};
  BoundCall Result;
  if (bindCall(Schemas[IsCell], {}, {Callee.args(), Callee.kwargs()}, Result))
    return std::nullopt;
  return Result;
}

bool fx::expandRecurrentModule(Graph &G, const Module &Callee, StringRef Path,
                               const CallArgs &Call, Expansion &Result) {
  std::optional<BoundCall> Args = bindRecurrentConstructor(Callee);
  if (!Args)
    return false;
  StringRef Class = classOf(Callee)->shownName();
  RecurrentCall Maker(G, Callee, Path, *Args);
  Result.Result = Class.ends_with("Cell") ? Maker.cell(Class, Call)
                                          : Maker.layers(Class, Call);
  return true;
}
