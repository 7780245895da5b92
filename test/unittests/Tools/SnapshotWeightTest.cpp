//===- SnapshotWeightTest.cpp - What passes make of weights ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions with normalizations behind them, in all forms that they have,
// most of which fuse. The checksums are of the weights too.
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/TensorData.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

namespace {

/// A program, and the records of its weights.
class ConvNorm {
public:
  explicit ConvNorm(uint32_t Seed) : D(Seed) {}

  std::string text() {
    Rank = D.number(3) + 1;
    Transposed = D.rarely(3);
    Groups = D.rarely(3) ? 2 : 1;
    Channels = D.rarely(3) ? 6 : 4;
    HasBias = D.rarely(2);
    IsAffine = !D.rarely(3);
    IsNested = D.rarely(6);
    std::string Graph = D.rarely(2) ? modules() : functions(), Text;
    if (IsNested) {
      std::string Inner;
      for (StringRef Line : split(Graph, '\n'))
        Inner += Line.empty() ? "" : ("    " + Line + "\n").str();
      Text = "fx 1\nmodule = my.Net {\n  block = my.Block {\n" + Modules +
             "    graph():\n" + Inner +
             "  }\n}\nweights \"w.safetensors\"\ngraph():\n    %x = "
             "placeholder[target=x]\n" +
             call("block", "module", "block", "%x,") + "    return %block\n";
    } else {
      Text = "fx 1\nmodule = my.Net {\n" + Modules +
             "}\nweights \"w.safetensors\"\ngraph():\n" + Graph;
    }
    static constexpr StringLiteral Words[] = {
        "None", "True", "False", "0",    "1",     "2.5",  "(4,)",
        "[]",   "%x",   "%conv", "(4,)", "\"a\"", "(1,)", "3"};
    return D.rarely(4) ? withMistake(Text, D.number(1000), Words) : Text;
  }

  std::string weights() const {
    std::string Bytes;
    raw_string_ostream OS(Bytes);
    StreamOutput Out(OS);
    cantFail(Writer.write(Out));
    return Bytes;
  }

private:
  /// A tensor of a module, whose elements are small numbers.
  std::string tensor(StringRef Owner, StringRef Name, StringRef Role,
                     std::vector<int64_t> Sizes) {
    if (D.rarely(40))
      Sizes.back() += 1;
    std::string Type = D.rarely(30)   ? "float16"
                       : D.rarely(30) ? "int64"
                       : D.rarely(30) ? "float64"
                                      : "float32";
    TensorData Data = TensorData::of<double>(DType::Float64, Sizes, [&] {
      uint64_t Count = 1;
      for (int64_t S : Sizes)
        Count *= S;
      std::vector<double> Values(Count);
      for (double &V : Values)
        V = (D.number(64) + 1) / 16.0;
      if (D.rarely(60))
        Values[0] = D.rarely(2) ? -4 : INFINITY;
      return Values;
    }());
    TensorData Kept = Data.to(*parseDType("torch." + Type));
    std::string Record = (Owner + "." + Name).str(), Shape;
    SmallVector<uint64_t, 5> Extents(Sizes.begin(), Sizes.end());
    cantFail(Writer.add(Record, *safeTypeOf(Kept.dtype()), Extents,
                        Payload::owned(Kept.bytes().str())));
    for (int64_t S : Sizes)
      Shape += std::to_string(S) + ", ";
    return formatv("    {0} = {1}(torch.{2}, ({3}){4})\n", Name, Role, Type,
                   Sizes.size() == 1 ? StringRef(Shape).rtrim()
                                     : StringRef(Shape).drop_back(2),
                   IsNested ? ", record=\"" + Record + "\"" : "");
  }

  std::vector<int64_t> weightSizes() {
    std::vector<int64_t> Sizes = {Channels, Channels / Groups};
    for (unsigned I = 0; I != Rank; ++I)
      Sizes.push_back(D.number(2) + 1);
    return Sizes;
  }
  std::string convTensors() {
    return tensor("conv", "weight", "parameter", weightSizes()) +
           (HasBias ? tensor("conv", "bias", "parameter", {Channels}) : "");
  }
  std::string normTensors() {
    std::string Result;
    if (IsAffine)
      Result += tensor("bn", "weight", "parameter", {Channels}) +
                tensor("bn", "bias", "parameter", {Channels});
    return Result + tensor("bn", "running_mean", "buffer", {Channels}) +
           tensor("bn", "running_var", "buffer", {Channels});
  }

  std::string call(StringRef Name, StringRef Form, StringRef Target,
                   const std::string &Args, const std::string &Kwargs = "",
                   const std::string &Val = "") {
    return formatv("    %{0} = call_{1}[target={2}](args = ({3}), kwargs = "
                   "{{{4}}){5}\n",
                   Name, Form, Target, Args, Kwargs, Val);
  }
  /// The type of a result, now and then of one without a batch.
  std::string val(bool IsOdd) {
    std::string Sizes = std::to_string(D.rarely(8) ? 1 : 2) + ", " +
                        std::to_string(Channels),
                Strides;
    for (unsigned I = 0; I != Rank; ++I)
      Sizes += ", 3";
    if (D.rarely(8))
      Sizes = StringRef(Sizes).split(", ").second.str();
    size_t Dims = StringRef(Sizes).count(',') + 1;
    for (size_t I = 0; I != Dims; ++I)
      Strides += std::to_string(10 * (Dims - I) + (IsOdd && D.rarely(2))) +
                 (I + 1 == Dims ? "" : ", ");
    if (Dims == 1)
      return "";
    return formatv(" {{val: tensor(torch.float32, ({0}), ({1}), "
                   "device(\"cpu\"))}",
                   Sizes, Strides);
  }

  std::string others() {
    switch (D.number(60)) {
    case 0:
      return call("other", "method", "add_", "%mean, 1");
    case 1:
      return call("other", "function", "torch.relu", "%conv,");
    case 2:
      return call("other", "method", "mul_", "%w, 2");
    case 3:
      return call("other", "function", "torch.neg", "%w,");
    case 4:
      return call("other", "function", "torch.neg", "%b0,");
    default:
      return "";
    }
  }

  std::string modules() {
    std::string Dim = std::to_string(Rank) + "d";
    std::string Ctor =
        formatv("{0}, {0}, 3", Channels).str() + (Groups == 1   ? ""
                                                  : D.rarely(3) ? ", 1, 0, 0, 2"
                                                                : ", groups=2");
    if (Transposed && Groups == 2)
      Ctor = formatv("{0}, {0}, 3, groups=2", Channels);
    if (!HasBias)
      Ctor += Groups == 1 && !Transposed && D.rarely(3) ? ", 1, 0, 1, 1, False"
                                                        : ", bias=False";
    std::string Class = D.rarely(30) ? "LazyConv" + Dim
                        : Transposed ? "ConvTranspose" + Dim
                                     : "Conv" + Dim;
    Modules = "  conv = torch.nn." + Class + "(" + Ctor + ") {\n" +
              convTensors() + "  }\n";
    std::string Epsilon = D.rarely(3)   ? ", eps=0.5"
                          : D.rarely(3) ? ", 0.25"
                          : D.rarely(9) ? ", eps=1"
                                        : "";
    Modules += formatv("  bn = torch.nn.{0}({1}{2}{3}){4} {{\n{5}  }\n",
                       D.rarely(20) ? "InstanceNorm" + Dim : "BatchNorm" + Dim,
                       Channels, Epsilon, IsAffine ? "" : ", affine=False",
                       D.rarely(12) ? " training" : "", normTensors());
    std::string Graph = "    %x = placeholder[target=x]\n";
    if (D.rarely(3))
      Graph += "    %mean = get_attr[target=bn.running_mean]\n";
    if (D.rarely(6))
      Graph += "    %w = get_attr[target=conv.weight]\n";
    bool HasVal = D.rarely(2), IsOdd = D.rarely(4);
    Graph +=
        call("conv", "module", "conv", "%x,", "", HasVal ? val(IsOdd) : "");
    if (D.rarely(12))
      Graph += call("conv2", "module", "conv", "%x,");
    if (D.rarely(5))
      Graph += "    %mean0 = get_attr[target=bn.running_mean]\n"
               "    %var0 = get_attr[target=bn.running_var]\n" +
               call("bn", "function", "torch.nn.functional.batch_norm",
                    "%conv, %mean0, %var0", "", HasVal ? val(IsOdd) : "");
    else
      Graph += call("bn", "module", "bn", D.rarely(12) ? "%conv, 1" : "%conv,",
                    "", HasVal ? val(IsOdd) : "");
    std::string Other = others();
    bool IsKnown = !StringRef(Other).contains("%b0") &&
                   (!StringRef(Other).contains("%w") ||
                    StringRef(Graph).contains("%w =")) &&
                   (!StringRef(Other).contains("%mean") ||
                    StringRef(Graph).contains("%mean ="));
    if (IsKnown)
      Graph += Other;
    return Graph + call("relu", "function", "torch.relu", "%bn,") +
           "    return (%relu,)\n";
  }

  std::string functions() {
    Modules = "  conv = torch.nn.Module {\n" + convTensors() +
              "  }\n  bn = torch.nn.Module {\n" + normTensors() + "  }\n";
    std::string Graph = "    %x = placeholder[target=x]\n"
                        "    %w = get_attr[target=conv.weight]\n"
                        "    %mean = get_attr[target=bn.running_mean]\n"
                        "    %var = get_attr[target=bn.running_var]\n";
    if (HasBias)
      Graph += "    %b0 = get_attr[target=conv.bias]\n";
    if (IsAffine)
      Graph += "    %s = get_attr[target=bn.weight]\n"
               "    %b = get_attr[target=bn.bias]\n";
    std::string Bias = HasBias ? "%b0" : "None",
                Scale = IsAffine ? "%s" : "None",
                Shift = IsAffine ? "%b" : "None";
    std::string Dim = std::to_string(Rank) + "d";
    std::string List = Rank == 1 ? "[1]" : Rank == 2 ? "[1, 1]" : "[1, 1, 1]";
    std::string Zeros = Rank == 1 ? "[0]" : Rank == 2 ? "[0, 0]" : "[0, 0, 0]";
    bool HasVal = D.rarely(2), IsOdd = D.rarely(4);
    std::string Val = HasVal ? val(IsOdd) : "";
    std::string G = std::to_string(Groups);
    std::string Name = Transposed ? "conv_transpose" + Dim : "conv" + Dim;
    switch (D.number(5)) {
    case 0:
      Graph += call("conv", "function", "torch.ops.aten.convolution.default",
                    "%x, %w, " + Bias + ", " + List + ", " + Zeros + ", " +
                        List + ", " + (Transposed ? "True" : "False") + ", " +
                        Zeros + ", " + G,
                    "", Val);
      break;
    case 1:
      Graph += call(
          "conv", "function",
          "torch.ops.aten." + Name +
              (Transposed ? (Rank == 1 ? ".default" : ".input") : ".default"),
          "%x, %w, " + Bias + ", " + List + ", " + Zeros + ", " +
              (Transposed ? Zeros + ", " + G : List + ", " + G),
          "", Val);
      break;
    case 2:
      Graph += call("conv", "function", "torch." + Name,
                    HasBias ? "%x, %w, %b0" : "%x, %w", "groups: " + G, Val);
      break;
    case 3:
      Graph += call("conv", "function", "torch.nn.functional." + Name, "%x,",
                    "weight: %w, " + (HasBias ? "bias: " + Bias + ", " : "") +
                        "groups: " + G,
                    Val);
      break;
    default:
      Graph +=
          call("conv", "function", "torch.nn.functional." + Name, "",
               "groups: " + G + ", input: %x, weight: %w, bias: " + Bias, Val);
    }
    if (D.rarely(12))
      Graph += call("conv2", "function", "torch." + Name,
                    HasBias ? "%x, %w, %b0" : "%x, %w");
    Val = HasVal ? val(IsOdd) : "";
    std::string Training = D.rarely(12) ? "True" : "False";
    std::string Epsilon = D.rarely(12) ? "1" : D.rarely(2) ? "0.5" : "1e-05";
    std::string Result = "%bn";
    switch (D.number(5)) {
    case 0:
      Graph += call("bn", "function", "torch.ops.aten.batch_norm.default",
                    "%conv, " + Scale + ", " + Shift + ", %mean, %var, " +
                        Training + ", 0.1, " + Epsilon + ", True",
                    "", Val);
      break;
    case 1:
      Graph += call("bn", "function", "torch.nn.functional.batch_norm",
                    "%conv, %mean, %var, " + Scale + ", " + Shift,
                    "training: " + Training + ", eps: " + Epsilon, Val);
      break;
    case 2:
      Graph += call("bn", "function", "torch.nn.functional.batch_norm", "",
                    "input: %conv, running_mean: %mean, running_var: %var, "
                    "weight: " +
                        Scale + ", bias: " + Shift,
                    Val);
      break;
    default:
      Graph += D.rarely(2)
                   ? call("bn", "function",
                          "torch.ops.aten.native_batch_norm.default",
                          "%conv, " + Scale + ", " + Shift + ", %mean, %var, " +
                              Training + ", 0.1, " + Epsilon)
                   : call("bn", "function",
                          "torch.ops.aten._native_batch_norm_legit_no_training."
                          "default",
                          "%conv, " + Scale + ", " + Shift +
                              ", %mean, %var, 0.1, " + Epsilon);
      Graph += call("item", "function", "operator.getitem",
                    D.rarely(16) ? "%bn, 1" : "%bn, 0", "", Val);
      if (D.rarely(6))
        Graph += call("item2", "function", "operator.getitem",
                      D.rarely(2) ? "%bn, 2" : "%bn, 0");
      Result = "%item";
      if (D.rarely(10))
        Graph += call("item3", "function", "torch.neg",
                      StringRef(Graph).contains("item2") ? "%item2," : "%bn,");
    }
    std::string Other = others();
    if (HasBias || !StringRef(Other).contains("%b0"))
      Graph += Other;
    return Graph + call("relu", "function", "torch.relu", Result + ",") +
           "    return (%relu,)\n";
  }

  Draws D;
  unsigned Rank = 2;
  int64_t Groups = 1, Channels = 4;
  bool Transposed = false, HasBias = false, IsAffine = true, IsNested = false;
  std::string Modules;
  SafeTensorsWriter Writer;
};

class SnapshotOfWeights : public testing::TestWithParam<unsigned> {};

TEST_P(SnapshotOfWeights, ConvNorms) {
  Snapshots Snaps("programs/conv-norms-" + std::to_string(GetParam()));
  for (unsigned I = 0; I != 200; ++I) {
    ConvNorm Made(1000 * GetParam() + I);
    Sample S{"in.fx", Made.text(), ""};
    Snaps.addFile("w.safetensors", Made.weights());
    Snaps.runTogether(
        "conv-norm " + std::to_string(I), S,
        {{"fx-opt", "--show-diagnostic-ids", "--stats", "--fuse-conv-bn", "-o",
          "RESULT.fx"},
         {"fx-opt", "--show-diagnostic-ids",
          "--passes=fuse-conv-bn,freeze,prune-unused-state,dedupe-state,"
          "cast-weights{dtype=float16}",
          "-o", "RESULT.fx"}});
  }
}
INSTANTIATE_TEST_SUITE_P(All, SnapshotOfWeights, testing::Range(0u, 4u));

} // namespace
