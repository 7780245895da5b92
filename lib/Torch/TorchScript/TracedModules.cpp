//===- TracedModules.cpp - Classes after torch.jit.trace ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TracedModules.h"
#include "ScriptTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

//===----------------------------------------------------------------------===//
// Which operator a class calls
//===----------------------------------------------------------------------===//

namespace {
/// N stands for the number of dimensions. Arguments of the operator that are
/// called like one of the constructor tell that one; the names of the input, of
/// tensors and of `training` mean these; all others have to be in Fixed, with
/// the value that the class gives. Sets are constructor arguments that the
/// operator itself gives, or names in another way, where it has them
/// (`size=$output_size`).
struct TracedClass {
  StringLiteral Name;
  StringLiteral Operator;
  StringLiteral Fixed = "";
  StringLiteral Sets = "";
};
} // namespace

/// One overload has a list of scales instead.
static constexpr StringLiteral NoScales =
    "scales=None scales_d=None scales_h=None scales_w=None";

static constexpr TracedClass Classes[] = {
    {"Linear", "linear"},
    {"ConvNd", "_convolution", "transposed=False output_padding=0"},
    {"ConvNd", "_convolution_mode"},
    {"ConvTransposeNd", "_convolution", "transposed=True"},
    {"Embedding", "embedding"},
    {"BatchNormNd", "batch_norm"},
    {"SyncBatchNorm", "batch_norm"},
    {"InstanceNormNd", "instance_norm"},
    {"GroupNorm", "group_norm"},
    {"LayerNorm", "layer_norm"},
    {"RMSNorm", "rms_norm"},
    {"ReLU", "relu"},
    {"ReLU6", "relu6"},
    {"ReLU6", "hardtanh", "min_val=0 max_val=6"},
    {"ELU", "elu", "scale=1 input_scale=1"},
    {"SELU", "selu"},
    {"CELU", "celu"},
    {"GELU", "gelu"},
    {"GLU", "glu"},
    {"Hardshrink", "hardshrink"},
    {"Hardsigmoid", "hardsigmoid"},
    {"Hardswish", "hardswish"},
    {"Hardtanh", "hardtanh"},
    {"LeakyReLU", "leaky_relu"},
    {"LogSigmoid", "log_sigmoid"},
    {"Mish", "mish"},
    {"PReLU", "prelu"},
    {"SiLU", "silu"},
    {"Sigmoid", "sigmoid"},
    {"Softplus", "softplus"},
    {"Softshrink", "softshrink"},
    {"Tanh", "tanh"},
    {"Threshold", "threshold"},
    {"Softmax", "softmax", "dtype=None"},
    {"LogSoftmax", "log_softmax", "dtype=None"},
    {"Softmax2d", "softmax", "dim=-3 dtype=None"},
    {"Dropout", "dropout"},
    {"Dropout1d", "feature_dropout"},
    {"Dropout2d", "feature_dropout"},
    {"Dropout3d", "feature_dropout"},
    {"AlphaDropout", "alpha_dropout"},
    {"FeatureAlphaDropout", "feature_alpha_dropout"},
    {"MaxPoolNd", "max_poolNd"},
    {"AvgPoolNd", "avg_poolNd"},
    {"AdaptiveAvgPoolNd", "adaptive_avg_poolNd"},
    {"AdaptiveMaxPoolNd", "adaptive_max_poolNd"},
    {"ConstantPadNd", "constant_pad_nd", "", "padding=$pad"},
    {"ConstantPadNd", "pad", "mode=constant", "padding=$pad"},
    {"ZeroPadNd", "constant_pad_nd", "value=0", "padding=$pad"},
    {"ZeroPadNd", "pad", "mode=constant value=0", "padding=$pad"},
    {"ZeroPadNd", "pad", "mode=constant value=None", "padding=$pad"},
    {"ReflectionPadNd", "reflection_padNd"},
    {"ReflectionPadNd", "pad", "mode=reflect value=None", "padding=$pad"},
    {"ReplicationPadNd", "replication_padNd"},
    {"ReplicationPadNd", "pad", "mode=replicate value=None", "padding=$pad"},
    {"CircularPadNd", "pad", "mode=circular value=None", "padding=$pad"},
    {"PixelShuffle", "pixel_shuffle"},
    {"PixelUnshuffle", "pixel_unshuffle"},
    {"ChannelShuffle", "channel_shuffle"},
    {"Flatten", "flatten"},
    {"Upsample", "upsample_nearestNd", NoScales,
     "mode=nearest size=$output_size scale_factor=$scale_factors"},
    {"Upsample", "upsample_linear1d", NoScales,
     "mode=linear size=$output_size scale_factor=$scale_factors"},
    {"Upsample", "upsample_bilinear2d", NoScales,
     "mode=bilinear size=$output_size scale_factor=$scale_factors"},
    {"Upsample", "upsample_trilinear3d", NoScales,
     "mode=trilinear size=$output_size scale_factor=$scale_factors"},
};

/// Whether \p Name is \p Pattern with a number for N, \p N where it is known.
static bool matchesDimension(StringRef Pattern, StringRef Name, char &N) {
  size_t At = Pattern.find("Nd");
  if (At == StringRef::npos)
    return Pattern == Name;
  if (Name.size() != Pattern.size() || !isDigit(Name[At]) ||
      (N && N != Name[At]))
    return false;
  N = Name[At];
  return Name.take_front(At) == Pattern.take_front(At) &&
         Name.drop_front(At + 1) == Pattern.drop_front(At + 1);
}

//===----------------------------------------------------------------------===//
// Reading a call
//===----------------------------------------------------------------------===//

namespace {
/// One way to call a module, against one line of the table.
class TracedCall {
public:
  TracedCall(Context &Ctx, const ModuleInfo &Class, const TracedClass &Form,
             const jit::Module &Script, const jit::Graph &Code)
      : Ctx(Ctx), Class(Class), Form(Form), Script(Script), Code(Code) {}

  bool read(const jit::Node &Call, char Dimension);
  StringMap<Argument> takeFound() { return std::move(Found); }

private:
  bool readOperand(const std::string &Name, const jit::Value *V);
  bool readTensor(const std::string &Name, const jit::Value *V);
  void readSets();
  bool readSizes();
  bool readSizes(const at::Tensor &T, ArrayRef<StringRef> Names);
  bool readConvolution(const at::Tensor &Weight, StringRef Name);
  std::optional<Argument> constant(const jit::Value *V) const;
  std::optional<at::Tensor> tensor(const char *Name) const;

  Context &Ctx;
  const ModuleInfo &Class;
  const TracedClass &Form;
  const jit::Module &Script;
  const jit::Graph &Code;
  StringMap<Argument> Given; ///< What the constructor calls otherwise.
  StringMap<Argument> Found;
  bool HasInput = false;
};
} // namespace

/// The value of `name=value` in \p Text; nothing when it is not there.
static std::optional<StringRef> lookUp(StringRef Text, StringRef Name) {
  for (StringRef Entry : split(Text, ' '))
    if (auto [Key, Value] = Entry.split('='); Key == Name && !Value.empty())
      return Value;
  return std::nullopt;
}

static bool isTraining(StringRef Name) {
  return Name == "train" || Name == "training" || Name == "use_input_stats";
}

/// What chooses a kernel, and not what it computes.
static bool isIrrelevant(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("benchmark", "deterministic", "cudnn_enabled", "cudnn_enable",
             "allow_tf32", "generator", true)
      .Default(false);
}

/// Ints and floats are one; a list stands for its equal elements.
static bool equals(const Argument &A, StringRef Text) {
  if (A.kind() == ArgKind::Tuple)
    return all_of(A.elements(),
                  [&](const Argument &Item) { return equals(Item, Text); });
  if (A.isBool())
    return Text == (A.asBool() ? "True" : "False");
  if (A.isNone())
    return Text == "None";
  if (A.kind() == ArgKind::String)
    return A.str() == Text;
  double Wanted;
  if (Text.getAsDouble(Wanted))
    return false;
  return (A.isInt() && A.asInt() == Wanted) ||
         (A.isFloat() && A.asFloat() == Wanted);
}

/// A constant, or a list of them.
std::optional<Argument> TracedCall::constant(const jit::Value *V) const {
  auto Plain = [&](const jit::Value *Item) {
    std::optional<c10::IValue> Known = jit::toIValue(Item);
    return Known ? plainArgument(Ctx, *Known) : std::nullopt;
  };
  if (V->node()->kind() != c10::prim::ListConstruct)
    return Plain(V);
  std::vector<Argument> Items;
  for (const jit::Value *Item : V->node()->inputs()) {
    std::optional<Argument> A = Plain(Item);
    if (!A)
      return std::nullopt;
    Items.push_back(std::move(*A));
  }
  return Argument::tuple(Items);
}

std::optional<at::Tensor> TracedCall::tensor(const char *Name) const {
  if (!Script.hasattr(Name) || !Script.attr(Name).isTensor())
    return std::nullopt;
  return Script.attr(Name).toTensor();
}

bool TracedCall::readTensor(const std::string &Name, const jit::Value *V) {
  const jit::Node *N = V->node();
  if (N->kind() == c10::prim::GetAttr)
    return N->s(c10::attr::name) == Name && N->input() == Code.inputs()[0] &&
           tensor(Name.c_str());
  std::optional<Argument> None = constant(V);
  return None && None->isNone() && !tensor(Name.c_str());
}

bool TracedCall::readOperand(const std::string &Name, const jit::Value *V) {
  if (V == Code.inputs()[1]) {
    bool IsFirst = !HasInput;
    HasInput = true;
    return IsFirst && (Name == "input" || Name == "self" || Name == "indices");
  }
  if (Class.findTensor(Name))
    return readTensor(Name, V);
  if (isIrrelevant(Name))
    return true;
  std::optional<Argument> A = constant(V);
  if (!A)
    return false;
  if (isTraining(Name))
    return A->isBool() &&
           A->asBool() == (Script.is_training() ||
                           (Name != "train" && !tensor("running_mean")));
  if (std::optional<StringRef> Fixed = lookUp(Form.Fixed, Name))
    return equals(*A, *Fixed);
  if (Form.Sets.contains(("$" + Name))) {
    Given[Name] = *A;
    return true;
  }
  if (!Class.constructor().findParam(Name))
    return false;
  // An empty list is None, a negative index of padding too.
  if (A->kind() == ArgKind::Tuple && A->elements().empty())
    A = Argument::none();
  if (Name == "padding_idx" && A->isInt() && A->asInt() < 0)
    A = Argument::none();
  // Pools are given one number more often than several.
  if (Class.name().contains("Pool") && A->kind() == ArgKind::Tuple &&
      all_equal(A->elements()))
    A = Argument(A->elements()[0]);
  Found[Name] = *A;
  return true;
}

void TracedCall::readSets() {
  for (StringRef Entry : split(Form.Sets, ' ')) {
    auto [Name, Value] = Entry.split('=');
    if (!Value.consume_front("$")) {
      if (!Value.empty())
        Found[Name] = Argument::string(Ctx.intern(Value));
      continue;
    }
    if (auto It = Given.find(Value); It != Given.end())
      Found[Name] = It->second;
  }
}

/// What only the sizes of tensors say, and whether they are there.
bool TracedCall::readSizes() {
  std::optional<at::Tensor> Weight = tensor("weight");
  for (const SchemaParam &P : Class.constructor().params()) {
    if (P.Name == "affine" || P.Name == "elementwise_affine")
      Found[P.Name] = Weight.has_value();
    else if (P.Name == "track_running_stats")
      Found[P.Name] = tensor("running_mean").has_value();
    // Where nothing is learned there is no bias to leave out.
    else if (P.Name == "bias")
      Found[P.Name] = tensor("bias").has_value() || !Weight;
  }
  StringRef Name = Class.name();
  Name.consume_front("torch.nn.");
  if (Name.starts_with("Conv"))
    return Weight && readConvolution(*Weight, Name);
  if (Name.contains("BatchNorm") || Name.contains("InstanceNorm")) {
    std::optional<at::Tensor> T = Weight ? Weight : tensor("running_mean");
    return !T || readSizes(*T, {"num_features"});
  }
  if (!Weight)
    return true;
  if (Name == "Linear")
    return readSizes(*Weight, {"out_features", "in_features"});
  if (Name == "Embedding")
    return readSizes(*Weight, {"num_embeddings", "embedding_dim"});
  if (Name == "PReLU")
    return readSizes(*Weight, {"num_parameters"});
  return Name != "GroupNorm" || readSizes(*Weight, {"num_channels"});
}

/// Takes the sizes of \p T for arguments; they have to be as many.
bool TracedCall::readSizes(const at::Tensor &T, ArrayRef<StringRef> Names) {
  if (size_t(T.dim()) != Names.size())
    return false;
  for (auto [Name, Size] : zip(Names, T.sizes()))
    Found[Name] = Size;
  return true;
}

bool TracedCall::readConvolution(const at::Tensor &Weight, StringRef Name) {
  bool Transposed = Name.starts_with("ConvTranspose");
  auto Groups = Found.find("groups");
  bool HasDims = Name.ends_with((Twine(Weight.dim() - 2) + "d").str());
  if (!HasDims || Groups == Found.end() || !Groups->second.isInt())
    return false;
  int64_t OfGroups;
  if (MulOverflow(Weight.size(1), Groups->second.asInt(), OfGroups))
    return false;
  Found["in_channels"] = Transposed ? Weight.size(0) : OfGroups;
  Found["out_channels"] = Transposed ? OfGroups : Weight.size(0);
  std::vector<Argument> Kernel;
  for (int64_t Size : Weight.sizes().slice(2))
    Kernel.push_back(Size);
  Found["kernel_size"] = Argument::tuple(Kernel);
  return true;
}

bool TracedCall::read(const jit::Node &Call, char Dimension) {
  if (!Call.kind().is_aten())
    return false;
  StringRef Operator = Call.kind().toUnqualString();
  bool InPlace = Operator.consume_back("_");
  if (!matchesDimension(Form.Operator, Operator, Dimension))
    return false;
  const c10::FunctionSchema *Schema = Call.maybeSchema();
  if (!Schema || Schema->arguments().size() != Call.inputs().size())
    return false;
  if (InPlace && !Class.constructor().findParam("inplace"))
    return false;
  if (InPlace)
    Found["inplace"] = true;
  for (auto [Param, V] : zip(Schema->arguments(), Call.inputs()))
    if (!readOperand(Param.name(), V))
      return false;
  readSets();
  return HasInput && readSizes() &&
         all_of(Class.constructor().params(), [&](const SchemaParam &P) {
           return !P.isRequired() || Found.count(P.Name);
         });
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool torch_impl::isTracedForward(StringRef Name) {
  unsigned Number;
  return Name.consume_front("forward") &&
         (Name.empty() || !Name.getAsInteger(10, Number));
}

/// The call that \p Code consists of: what else there is are constants and
/// attributes. Null when there is more than that, and for other inputs.
static const jit::Node *onlyCall(const jit::Graph &Code) {
  if (Code.inputs().size() != 2 || Code.outputs().size() != 1)
    return nullptr;
  const jit::Node *Call = nullptr;
  for (const jit::Node *N : Code.nodes()) {
    if (N->kind() == c10::prim::Constant || N->kind() == c10::prim::GetAttr ||
        N->kind() == c10::prim::ListConstruct)
      continue;
    if (Call || N->outputs().empty())
      return nullptr;
    Call = N;
  }
  return Call && Code.outputs()[0] == Call->output(0) ? Call : nullptr;
}

static std::optional<StringMap<Argument>>
argumentsFromMethod(Context &Ctx, const ModuleInfo &Class,
                    const jit::Module &Script, const jit::Graph &Code) {
  StringRef Name = Class.name();
  if (!Name.consume_front("torch.nn."))
    return std::nullopt;
  if (Name == "Identity" && Code.inputs().size() == 2 &&
      Code.outputs().vec() == Code.inputs().slice(1).vec())
    return StringMap<Argument>();
  const jit::Node *Call = onlyCall(Code);
  if (!Call)
    return std::nullopt;
  for (const TracedClass &Form : Classes) {
    char Dimension = 0;
    if (!matchesDimension(Form.Name, Name, Dimension))
      continue;
    TracedCall Reader(Ctx, Class, Form, Script, Code);
    if (Reader.read(*Call, Dimension))
      return Reader.takeFound();
  }
  return std::nullopt;
}

static bool sameArguments(const StringMap<Argument> &A,
                          const StringMap<Argument> &B) {
  return A.size() == B.size() && all_of(A, [&](const auto &Entry) {
           auto It = B.find(Entry.first());
           return It != B.end() && It->second == Entry.second;
         });
}

std::optional<StringMap<Argument>>
torch_impl::argumentsFromCode(Context &Ctx, const ModuleInfo &Class,
                              const jit::Module &Script) {
  std::optional<StringMap<Argument>> Result;
  for (const jit::Method &M : Script.get_methods()) {
    if (!isTracedForward(M.name()))
      return std::nullopt;
    auto Found = argumentsFromMethod(Ctx, Class, Script, *M.graph());
    if (!Found || (Result && !sameArguments(*Result, *Found)))
      return std::nullopt;
    Result = std::move(Found);
  }
  return Result;
}
