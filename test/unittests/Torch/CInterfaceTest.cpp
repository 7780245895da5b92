//===- CInterfaceTest.cpp - Running models from C -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/C/fx.h"
#include "fx/Torch/CompiledModel.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <cstring>
#include <string>
#include <vector>

using namespace fx;
using namespace llvm;

namespace {

std::string input(StringRef Name) {
  return (FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/" + Name).str();
}

/// The text of an error; empty for none.
std::string text(fx_error *E) {
  if (!E)
    return "";
  std::string Text = fx_error_message(E);
  fx_error_free(E);
  return Text;
}

/// A tensor in memory of its own.
struct Floats {
  std::vector<float> Elements;
  std::vector<int64_t> Sizes;
  DLTensor Tensor = {};
  Floats(std::vector<int64_t> S, float Value) : Sizes(std::move(S)) {
    size_t Count = 1;
    for (int64_t Size : Sizes)
      Count *= size_t(Size);
    Elements.assign(Count, Value);
    Tensor.data = Elements.data();
    Tensor.device.device_type = kDLCPU;
    Tensor.ndim = int32_t(Sizes.size());
    Tensor.dtype = {kDLFloat, 32, 1};
    Tensor.shape = Sizes.data();
  }
};

const float &firstOf(const DLTensor *T) {
  return *reinterpret_cast<const float *>(static_cast<const char *>(T->data) +
                                          T->byte_offset);
}

struct CInterfaceTest : testing::Test {
  fx_model *Model = nullptr;
  fx_values *Values = nullptr;
  ~CInterfaceTest() override {
    fx_values_free(Values);
    fx_model_free(Model);
  }
  /// Loads native text.
  void loadText(StringRef Text) {
    SmallString<128> Path;
    int FD;
    ASSERT_FALSE(sys::fs::createTemporaryFile("model", "fx", FD, Path));
    raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    FileRemover Remover(Path);
    ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  }
};

TEST_F(CInterfaceTest, ErrorsAreValues) {
  EXPECT_EQ(fx_c_version(), uint32_t(FX_C_VERSION));
  EXPECT_EQ(text(fx_model_load("/no/model.pt2", nullptr, &Model)),
            "/no/model.pt2: cannot read: No such file or directory");
  EXPECT_EQ(Model, nullptr);
  // The argument that a caller forgot.
  EXPECT_EQ(text(fx_model_load(nullptr, nullptr, &Model)),
            "'': cannot read: the path is empty; give that of a model");
  std::string Path = input("dyn_mlp_batch_range.pt2");
  fx_load_options Options = {};
  Options.size = sizeof(Options);
  Options.model = "other";
  EXPECT_EQ(text(fx_model_load(Path.c_str(), &Options, &Model)),
            Path + ": there is no model 'other' in this file; its models are "
                   "model");
  Options.model = "model";
  EXPECT_EQ(text(fx_model_load(Path.c_str(), &Options, &Model)), "");
  fx_model_free(Model);
  // A caller forgot it, and would get another model than asked for.
  Options.size = 0;
  EXPECT_EQ(text(fx_model_load(Path.c_str(), &Options, &Model)),
            "the size of the options is 0; it must be "
            "sizeof(fx_load_options)");
  // Of a caller that was compiled before there was a member.
  Options.size = offsetof(fx_load_options, model);
  EXPECT_EQ(text(fx_model_load(Path.c_str(), &Options, &Model)), "");
  Floats Wrong({1, 4}, 1);
  const DLTensor *Inputs[] = {&Wrong.Tensor};
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 1, &Values)),
            "input 'input': dimension 0 is 1 and must be at least 2 and at "
            "most 1024 (s31)");
  EXPECT_EQ(Values, nullptr);
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 0, &Values)),
            "the number of inputs is 0 and must be 1 (input)");
}

TEST_F(CInterfaceTest, InputsThatLibTorchRefusesAreNamed) {
  ASSERT_EQ(text(fx_model_load(input("dyn_mlp_batch_range.pt2").c_str(),
                               nullptr, &Model)),
            "");
  auto NamesInput = [&](void (*Change)(DLTensor &)) {
    Floats X({2, 4}, 1);
    Change(X.Tensor);
    const DLTensor *Inputs[] = {&X.Tensor};
    std::string Text = text(fx_model_run(Model, Inputs, 1, &Values));
    return StringRef(Text).starts_with("input 'input': ");
  };
  EXPECT_TRUE(
      NamesInput([](DLTensor &T) { T.device.device_type = DLDeviceType(99); }));
  EXPECT_TRUE(
      NamesInput([](DLTensor &T) { T.device.device_type = kDLOpenCL; }));
  EXPECT_TRUE(NamesInput([](DLTensor &T) { T.dtype.lanes = 4; }));
  EXPECT_TRUE(NamesInput([](DLTensor &T) { T.dtype.bits = 7; }));
}

TEST_F(CInterfaceTest, ExactModelsAreNotPrepared) {
  std::string Path = input("prepare_convs.pt2");
  fx_load_options Options = {};
  Options.size = sizeof(Options);
  Options.exact = 1;
  ASSERT_EQ(text(fx_model_load(Path.c_str(), &Options, &Model)), "");
  Floats X({2, 3, 16, 16}, 0.3f);
  const DLTensor *Inputs[] = {&X.Tensor};
  ASSERT_EQ(text(fx_model_run(Model, Inputs, 1, &Values)), "");

  CompileOptions Exactly;
  Exactly.Prepare = CompileOptions::Preparation::Exact;
  auto Same = cantFail(CompiledModel::load(Path, Exactly));
  auto Wanted =
      cantFail(Same->runLeaves({at::full({2, 3, 16, 16}, 0.3, at::kFloat)}));
  ASSERT_EQ(fx_values_size(Values), Wanted.size());
  for (size_t I = 0; I != Wanted.size(); ++I) {
    const at::Tensor &T = Wanted[I].toTensor();
    EXPECT_EQ(memcmp(fx_values_get(Values, I)->data, T.data_ptr(), T.nbytes()),
              0);
  }
}

TEST_F(CInterfaceTest, LeavesAreDescribed) {
  std::string Path = input("dyn_mlp_batch_range.pt2");
  ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  ASSERT_EQ(fx_model_num_inputs(Model), 1u);
  ASSERT_EQ(fx_model_num_outputs(Model), 1u);
  fx_leaf Leaf;
  ASSERT_TRUE(fx_model_input(Model, 0, &Leaf));
  EXPECT_STREQ(Leaf.name, "input");
  EXPECT_TRUE(Leaf.has_type);
  EXPECT_EQ(Leaf.dtype_code, uint8_t(kDLFloat));
  EXPECT_EQ(Leaf.dtype_bits, 32);
  ASSERT_EQ(Leaf.ndim, 2);
  EXPECT_EQ(Leaf.sizes[0], -1);
  EXPECT_EQ(Leaf.least[0], 2);
  EXPECT_EQ(Leaf.most[0], 1024);
  EXPECT_EQ(Leaf.sizes[1], 4);
  EXPECT_FALSE(fx_model_input(Model, 1, &Leaf));
  EXPECT_FALSE(fx_model_output(Model, 1, &Leaf));
}

TEST_F(CInterfaceTest, ResultsAreMemoryOfTheirOwn) {
  loadText("fx 1\ngraph():\n"
           "    %x : [num_users=1] = placeholder[target=x]\n"
           "    %v : [num_users=1] = call_method[target=view](args = (%x, -1), "
           "kwargs = {})\n"
           "    return (%v, None, 2.5)\n");
  Floats X({2, 3}, 7);
  // The elements begin behind the pointer.
  X.Tensor.byte_offset = sizeof(float);
  X.Sizes = {1, 3};
  const DLTensor *Inputs[] = {&X.Tensor};
  ASSERT_EQ(text(fx_model_run(Model, Inputs, 1, &Values)), "");
  ASSERT_EQ(fx_values_size(Values), 3u);
  const DLTensor *Out = fx_values_get(Values, 0);
  X.Elements.assign(6, 0);
  ASSERT_EQ(Out->ndim, 1);
  EXPECT_EQ(Out->shape[0], 3);
  EXPECT_EQ(firstOf(Out), 7);
  EXPECT_EQ(fx_values_get(Values, 1), nullptr);
  EXPECT_EQ(fx_values_get(Values, 2)->ndim, 0);
  EXPECT_EQ(fx_values_get(Values, 3), nullptr);
  DLManagedTensor *Mine = fx_values_take(Values, 0);
  EXPECT_EQ(fx_values_take(Values, 0), nullptr);
  fx_values_free(Values);
  Values = nullptr;
  EXPECT_EQ(firstOf(&Mine->dl_tensor), 7);
  Mine->deleter(Mine);
}

TEST_F(CInterfaceTest, NumbersAreTensorsWithoutDimensions) {
  std::string Path = input("io_namedtuple_dataclass.pt2");
  ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  Floats T({2}, 1), Scale({}, 1.5);
  const DLTensor *Inputs[] = {&T.Tensor, &T.Tensor, &T.Tensor, &Scale.Tensor};
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 4, &Values)), "");
}

TEST_F(CInterfaceTest, NumbersWhereOptionalInputsAreLeftOut) {
  std::string Path = input("numbers_left_out.pt2");
  ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  Floats X({3, 2}, 1), F({}, 2.5);
  int64_t Seven = 7;
  DLTensor N = X.Tensor;
  N.data = &Seven;
  N.ndim = 0;
  N.dtype = {kDLInt, 64, 1};
  // The constants 2.5 and True are optional.
  const DLTensor *Inputs[] = {&X.Tensor, &N, &F.Tensor, nullptr, nullptr};
  ASSERT_EQ(text(fx_model_run(Model, Inputs, 2, &Values)), "");
  EXPECT_EQ(firstOf(fx_values_get(Values, 0)), 17.5);
  fx_values_free(Values);
  Values = nullptr;
  std::string Names = " (x, n, f, b)";
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 3, &Values)),
            "the number of inputs is 3 and must be 2 or 4" + Names);
  EXPECT_EQ(text(fx_model_run(Model, Inputs, size_t(1) << 63, &Values)),
            "the number of inputs is 9223372036854775808 and must be 2 or 4" +
                Names);
  N.ndim = -1;
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 2, &Values)),
            "input 'n': it has -1 dimensions");
}

/// DLPack has no marks for views that are conjugated or negated.
TEST_F(CInterfaceTest, MarkedViewsAreResolved) {
  loadText(R"(fx 1
graph():
    %x = placeholder[target=x]
    %y = call_function[target=torch.complex](args = (%x, %x), kwargs = {})
    %conj = call_method[target=conj](args = (%y,), kwargs = {})
    %imag = call_function[target=builtins.getattr](args = (%conj, "imag"), kwargs = {})
    return (%conj, %imag)
)");
  Floats X({2}, 3);
  const DLTensor *Inputs[] = {&X.Tensor};
  ASSERT_EQ(text(fx_model_run(Model, Inputs, 1, &Values)), "");
  const DLTensor *Conj = fx_values_get(Values, 0);
  const DLTensor *Imag = fx_values_get(Values, 1);
  EXPECT_EQ(firstOf(Conj), 3);
  EXPECT_EQ((&firstOf(Conj))[1], -3);
  EXPECT_EQ(firstOf(Imag), -3);
}

TEST_F(CInterfaceTest, SessionsKeepState) {
  std::string Path = input("state_counter_core.pt2");
  ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  fx_session *Session = nullptr;
  ASSERT_EQ(text(fx_session_new(Model, &Session)), "");
  Floats X({2, 2}, 1);
  const DLTensor *Inputs[] = {&X.Tensor};
  auto Run = [&] {
    EXPECT_EQ(text(fx_session_run(Session, Inputs, 1, &Values)), "");
    float First = firstOf(fx_values_get(Values, 0));
    fx_values_free(Values);
    Values = nullptr;
    return First;
  };
  float First = Run();
  EXPECT_EQ(Run(), First * 2);
  EXPECT_EQ(text(fx_session_reset(Session)), "");
  // A session keeps its model.
  fx_model_free(Model);
  Model = nullptr;
  EXPECT_EQ(Run(), First);
  fx_session_free(Session);
}

TEST_F(CInterfaceTest, TensorsThatCannotBeAreRefused) {
  std::string Path = input("dyn_mlp_batch_range.pt2");
  ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  Floats X({2, 4}, 1);
  auto Run = [&](DLTensor T) {
    const DLTensor *Inputs[] = {&T};
    std::string Text = text(fx_model_run(Model, Inputs, 1, &Values));
    EXPECT_EQ(Values, nullptr);
    return Text;
  };
  int64_t Backwards[] = {-4, 1};
  DLTensor T = X.Tensor;
  T.strides = Backwards;
  EXPECT_EQ(Run(T), "input 'input': the stride of dimension 0 is -4, and "
                    "LibTorch takes no negative ones; copy the tensor");
  T = X.Tensor;
  T.ndim = -1;
  EXPECT_EQ(Run(T), "input 'input': it has -1 dimensions");
  T = X.Tensor;
  T.shape = nullptr;
  EXPECT_EQ(Run(T), "input 'input': it has dimensions, and no shape");
  T = X.Tensor;
  T.data = nullptr;
  EXPECT_EQ(Run(T), "input 'input': it has elements, and no data");
  int64_t Negative[] = {2, -4}, Large[] = {int64_t(1) << 62, 4};
  T = X.Tensor;
  T.shape = Negative;
  EXPECT_EQ(Run(T), "input 'input': dimension 1 is -4");
  T.shape = Large;
  EXPECT_EQ(Run(T), "input 'input': it has more elements than memory can hold");
  int64_t Far[] = {INT64_MAX, 1};
  T = X.Tensor;
  T.strides = Far;
  EXPECT_EQ(Run(T), "input 'input': it has more elements than memory can hold");
  // Strides that make elements share memory are not a mistake.
  int64_t Same[] = {0, 1};
  T.strides = Same;
  const DLTensor *Inputs[] = {&T};
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 1, &Values)), "");
}

TEST_F(CInterfaceTest, NullsAreRefused) {
  std::string Path = input("dyn_mlp_batch_range.pt2");
  EXPECT_EQ(text(fx_model_load(Path.c_str(), nullptr, nullptr)),
            "the argument 'model' is null");
  ASSERT_EQ(text(fx_model_load(Path.c_str(), nullptr, &Model)), "");
  Floats X({2, 4}, 1);
  const DLTensor *Inputs[] = {&X.Tensor};
  fx_session *Session = nullptr;
  EXPECT_EQ(text(fx_model_run(nullptr, Inputs, 1, &Values)),
            "the argument 'model' is null");
  EXPECT_EQ(text(fx_model_run(Model, nullptr, 1, &Values)),
            "the argument 'inputs' is null");
  EXPECT_EQ(text(fx_model_run(Model, nullptr, 0, &Values)),
            "the number of inputs is 0 and must be 1 (input)");
  EXPECT_EQ(text(fx_model_run(Model, Inputs, 1, nullptr)),
            "the argument 'outputs' is null");
  EXPECT_EQ(text(fx_session_new(nullptr, &Session)),
            "the argument 'model' is null");
  EXPECT_EQ(text(fx_session_new(Model, nullptr)),
            "the argument 'session' is null");
  EXPECT_EQ(text(fx_session_run(nullptr, Inputs, 1, &Values)),
            "the argument 'session' is null");
  EXPECT_EQ(text(fx_session_reset(nullptr)), "the argument 'session' is null");
  fx_leaf Leaf;
  EXPECT_EQ(fx_model_num_inputs(nullptr), 0u);
  EXPECT_EQ(fx_model_num_outputs(nullptr), 0u);
  EXPECT_FALSE(fx_model_input(nullptr, 0, &Leaf));
  EXPECT_FALSE(fx_model_output(nullptr, 0, &Leaf));
  EXPECT_FALSE(fx_model_input(Model, 0, nullptr));
  EXPECT_EQ(fx_values_size(nullptr), 0u);
  EXPECT_EQ(fx_values_get(nullptr, 0), nullptr);
  EXPECT_EQ(fx_values_take(nullptr, 0), nullptr);
  EXPECT_STREQ(fx_error_message(nullptr), "");
}

} // namespace
