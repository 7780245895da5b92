//===- RandomWeights.cpp - Values for graphs without weights --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomWeights.h"
#include "Execution/Callable.h"
#include "fx/IR/RecurrentModules.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/xxhash.h"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Functions.h>
#include <cmath>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

using Sizes = std::vector<int64_t>;

namespace {

/// The constructor arguments of a module.
class ModuleArgs {
public:
  ModuleArgs(const Module &M, const ModuleInfo &Class, bool OpenTree)
      : Ctx(M.context()) {
    if (std::optional<BoundCall> B = bindRecurrentConstructor(M)) {
      Bound = std::move(*B);
      return;
    }
    Expected<BoundCall> B = bindConstructor(M, Class, OpenTree);
    if (!B)
      fail(toString(B.takeError()));
    Bound = std::move(*B);
  }

  Argument value(StringRef Name) const { return Bound.value(Ctx, Name); }
  int64_t integer(StringRef Name) const {
    Argument A = value(Name);
    if (!A.isInt())
      fail("the argument '" + Name + "' of its module is not an int");
    return A.asInt();
  }
  bool flag(StringRef Name) const {
    Argument A = value(Name);
    return A.isBool() && A.asBool();
  }
  /// One int or a sequence of \p N.
  Sizes spread(StringRef Name, unsigned N) const {
    Argument A = value(Name);
    if (A.isInt())
      return Sizes(N, A.asInt());
    Sizes Result;
    for (const Argument &Item : A.elements())
      Result.push_back(Item.asInt());
    return Result;
  }

private:
  Context &Ctx;
  BoundCall Bound;
};

} // namespace

static Sizes concat(Sizes A, const Sizes &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

static std::optional<Sizes> convSizes(StringRef Class, StringRef Name,
                                      const ModuleArgs &Args) {
  bool Transposed = Class.contains("ConvTranspose");
  unsigned N = unsigned(Class[Class.size() - 2] - '0');
  int64_t In = Args.integer("in_channels"), Out = Args.integer("out_channels");
  int64_t Groups = Args.integer("groups");
  if (Name == "bias")
    return Sizes{Out};
  Sizes Kernel = Args.spread("kernel_size", N);
  if (Transposed)
    return concat({In, Out / Groups}, Kernel);
  return concat({Out, In / Groups}, Kernel);
}

static std::optional<Sizes> recurrentSizes(StringRef Class, StringRef Name,
                                           const ModuleArgs &Args);

/// Sizes of the tensor \p Name of a class of torch.nn.
static std::optional<Sizes> sizesOf(StringRef Class, StringRef Name,
                                    const ModuleArgs &Args) {
  if (Class.starts_with("Conv"))
    return convSizes(Class, Name, Args);
  if (Class == "Linear" || Class == "NonDynamicallyQuantizableLinear") {
    if (Name == "bias")
      return Sizes{Args.integer("out_features")};
    return Sizes{Args.integer("out_features"), Args.integer("in_features")};
  }
  if (Class == "Bilinear") {
    if (Name == "bias")
      return Sizes{Args.integer("out_features")};
    return Sizes{Args.integer("out_features"), Args.integer("in1_features"),
                 Args.integer("in2_features")};
  }
  if (Class.starts_with("BatchNorm") || Class.starts_with("InstanceNorm") ||
      Class == "SyncBatchNorm")
    return Name == "num_batches_tracked" ? Sizes()
                                         : Sizes{Args.integer("num_features")};
  if (Class == "FrozenBatchNorm2d")
    return Sizes{Args.integer("num_features")};
  if (Class == "GroupNorm")
    return Sizes{Args.integer("num_channels")};
  if (Class == "LayerNorm" || Class == "LayerNorm2d" || Class == "RMSNorm")
    return Args.spread("normalized_shape", 1);
  if (Class == "Embedding" || Class == "EmbeddingBag")
    return Sizes{Args.integer("num_embeddings"), Args.integer("embedding_dim")};
  if (Class == "PReLU")
    return Sizes{Args.integer("num_parameters")};
  if (Class == "MultiheadAttention") {
    int64_t Dim = Args.integer("embed_dim");
    return StringSwitch<std::optional<Sizes>>(Name)
        .Case("in_proj_weight", Sizes{3 * Dim, Dim})
        .Case("in_proj_bias", Sizes{3 * Dim})
        .Cases("bias_k", "bias_v", Sizes{1, 1, Dim})
        .Default(std::nullopt);
  }
  return recurrentSizes(Class, Name, Args);
}

/// `weight_ih_l0_reverse` and its like.
static std::optional<Sizes> recurrentSizes(StringRef Class, StringRef Name,
                                           const ModuleArgs &Args) {
  int64_t Gates = StringSwitch<int64_t>(Class)
                      .Cases("LSTM", "LSTMCell", 4)
                      .Cases("GRU", "GRUCell", 3)
                      .Cases("RNN", "RNNCell", 1)
                      .Default(0);
  if (!Gates)
    return std::nullopt;
  int64_t Hidden = Args.integer("hidden_size");
  int64_t Input = Args.integer("input_size");
  if (Name.starts_with("bias"))
    return Sizes{Gates * Hidden};
  if (Name.starts_with("weight_hh"))
    return Sizes{Gates * Hidden, Hidden};
  if (!Class.ends_with("Cell") && !Name.contains("_l0"))
    Input = Hidden * (Args.flag("bidirectional") ? 2 : 1);
  return Sizes{Gates * Hidden, Input};
}

static at::Tensor fill(StringRef Path, StringRef Name, const Sizes &Shape,
                       c10::ScalarType Type, uint64_t Seed) {
  if (!c10::isFloatingType(Type) && !c10::isComplexType(Type))
    return at::zeros(Shape, Type);
  at::Generator Generator =
      at::detail::createCPUGenerator(Seed ^ xxh3_64bits(Path));
  at::Tensor T = at::empty(Shape, c10::ScalarType::Float);
  if (Name == "running_var") {
    T.uniform_(0.5, 1.5, Generator);
  } else if (Name == "running_mean" || Name.starts_with("bias")) {
    T.uniform_(-0.1, 0.1, Generator);
  } else if (Shape.size() < 2) {
    T.uniform_(0.5, 1.5, Generator);
  } else {
    double Inputs = 1;
    for (int64_t Size : ArrayRef(Shape).drop_front())
      Inputs *= double(Size);
    double Bound = std::sqrt(3 / std::max(Inputs, 1.0));
    T.uniform_(-Bound, Bound, Generator);
  }
  return T.to(Type);
}

at::Tensor torch_impl::randomWeight(GraphModule &M, StringRef Path,
                                    const TensorAttr *Attr, uint64_t Seed) {
  auto [Owner, Name] =
      Path.contains('.') ? Path.rsplit('.') : std::pair(StringRef(), Path);
  if (Attr && Attr->Type.kind() == ArgKind::TensorType) {
    ArrayRef<Argument> Facts = Attr->Type.elements();
    Sizes Shape;
    for (const Argument &Size : Facts[1].elements()) {
      if (!Size.isInt())
        fail("its sizes are symbolic");
      Shape.push_back(Size.asInt());
    }
    std::optional<c10::ScalarType> Type = toTorch(Facts[0].asDType());
    if (!Type)
      fail("this LibTorch has no " + toString(Facts[0].asDType()));
    return fill(Path, Name, Shape, *Type, Seed);
  }
  const Module *Of = M.submodule(Owner);
  const ModuleInfo *Class = Of ? classOf(*Of) : nullptr;
  if (!Class)
    fail("no values can be made up: its sizes are not known");
  ModuleArgs Args(*Of, *Class, M.treeKind() == GraphModule::TreeKind::Open);
  std::optional<Sizes> Shape = sizesOf(Class->shownName(), Name, Args);
  if (!Shape)
    fail("no values can be made up: the class " + Class->name() +
         " does not give its sizes");
  c10::ScalarType Type = Name == "num_batches_tracked" ? c10::ScalarType::Long
                                                       : c10::ScalarType::Float;
  return fill(Path, Name, *Shape, Type, Seed);
}
