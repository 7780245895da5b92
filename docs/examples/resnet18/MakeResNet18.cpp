//===- MakeResNet18.cpp - A model of torchvision, without Python ----------===//
//
// make-resnet18 FILE: writes the TorchScript archive that
// torch.jit.script(torchvision.models.resnet18().eval()) would save, with
// random weights, always the same. Uses LibTorch alone; utils/quickstart has a
// model with weights by it, whatever Python can do on the machine.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <exception>
#include <iostream>
#include <torch/script.h>

using torch::jit::Module;

namespace {

/// Modules with the attributes that torch.nn's constructors leave behind.
class ScriptBuilder {
public:
  ScriptBuilder() : Unit(std::make_shared<torch::jit::CompilationUnit>()) {
    at::manual_seed(0);
  }
  Module resnet18();

private:
  Module make(const char *Class) {
    Module M(c10::QualifiedName(std::string("__torch__.") + Class), Unit,
             /*shouldMangle=*/true);
    M.register_attribute("training", c10::BoolType::get(), false);
    return M;
  }
  static void parameter(Module &M, const char *Name, at::Tensor Value) {
    M.register_parameter(Name, Value.requires_grad_(), /*is_buffer=*/false);
  }
  static void number(Module &M, const char *Name, int64_t Value) {
    M.register_attribute(Name, c10::IntType::get(), Value);
  }
  static void pair(Module &M, const char *Name, int64_t Value) {
    static const c10::TypePtr Pair =
        c10::TupleType::create({c10::IntType::get(), c10::IntType::get()});
    M.register_attribute(Name, Pair,
                         c10::ivalue::Tuple::create({Value, Value}));
  }
  static void flag(Module &M, const char *Name, bool Value) {
    M.register_attribute(Name, c10::BoolType::get(), Value);
  }

  Module conv(int64_t In, int64_t Out, int64_t Size, int64_t Stride);
  Module norm(int64_t Channels);
  Module relu();
  Module maxPool();
  Module averagePool();
  Module linear(int64_t In, int64_t Out);
  Module sequential(Module First, Module Second);
  Module block(int64_t In, int64_t Out, int64_t Stride);

  std::shared_ptr<torch::jit::CompilationUnit> Unit;
};

} // namespace

Module ScriptBuilder::conv(int64_t In, int64_t Out, int64_t Size,
                           int64_t Stride) {
  Module M = make("torch.nn.modules.conv.Conv2d");
  double Deviation = std::sqrt(2.0 / double(Out * Size * Size));
  parameter(M, "weight", at::randn({Out, In, Size, Size}) * Deviation);
  M.register_attribute("bias", c10::NoneType::get(), c10::IValue());
  number(M, "in_channels", In);
  number(M, "out_channels", Out);
  pair(M, "kernel_size", Size);
  pair(M, "stride", Stride);
  pair(M, "padding", Size / 2);
  pair(M, "dilation", 1);
  number(M, "groups", 1);
  M.register_attribute("padding_mode", c10::StringType::get(), "zeros");
  M.define(R"(
def forward(self, input):
    return torch.conv2d(input, self.weight, self.bias, self.stride,
                        self.padding, self.dilation, self.groups)
)");
  return M;
}

Module ScriptBuilder::norm(int64_t Channels) {
  Module M = make("torch.nn.modules.batchnorm.BatchNorm2d");
  parameter(M, "weight", at::rand({Channels}) + 0.5);
  parameter(M, "bias", at::randn({Channels}) * 0.1);
  M.register_buffer("running_mean", at::randn({Channels}) * 0.1);
  M.register_buffer("running_var", at::rand({Channels}) + 0.5);
  M.register_buffer("num_batches_tracked", at::full({}, 1, at::kLong));
  number(M, "num_features", Channels);
  M.register_attribute("eps", c10::FloatType::get(), 1e-5);
  M.register_attribute("momentum", c10::FloatType::get(), 0.1);
  flag(M, "affine", true);
  flag(M, "track_running_stats", true);
  M.define(R"(
def forward(self, input):
    return torch.batch_norm(input, self.weight, self.bias, self.running_mean,
                            self.running_var, self.training, self.momentum,
                            self.eps, True)
)");
  return M;
}

Module ScriptBuilder::relu() {
  Module M = make("torch.nn.modules.activation.ReLU");
  flag(M, "inplace", true);
  M.define("def forward(self, input):\n    return torch.relu_(input)\n");
  return M;
}

Module ScriptBuilder::maxPool() {
  Module M = make("torch.nn.modules.pooling.MaxPool2d");
  number(M, "kernel_size", 3);
  number(M, "stride", 2);
  number(M, "padding", 1);
  number(M, "dilation", 1);
  flag(M, "return_indices", false);
  flag(M, "ceil_mode", false);
  M.define(R"(
def forward(self, input):
    return torch.max_pool2d(input, self.kernel_size, self.stride, self.padding,
                            self.dilation, self.ceil_mode)
)");
  return M;
}

Module ScriptBuilder::averagePool() {
  Module M = make("torch.nn.modules.pooling.AdaptiveAvgPool2d");
  pair(M, "output_size", 1);
  M.define(R"(
def forward(self, input):
    return torch.adaptive_avg_pool2d(input, self.output_size)
)");
  return M;
}

Module ScriptBuilder::linear(int64_t In, int64_t Out) {
  Module M = make("torch.nn.modules.linear.Linear");
  parameter(M, "weight", at::randn({Out, In}) / std::sqrt(double(In)));
  parameter(M, "bias", at::randn({Out}) * 0.1);
  number(M, "in_features", In);
  number(M, "out_features", Out);
  M.define(R"(
def forward(self, input):
    return torch.linear(input, self.weight, self.bias)
)");
  return M;
}

Module ScriptBuilder::sequential(Module First, Module Second) {
  Module M = make("torch.nn.modules.container.Sequential");
  M.register_module("0", First);
  M.register_module("1", Second);
  M.define(R"(
def forward(self, input):
    input = getattr(self, "0").forward(input)
    return getattr(self, "1").forward(input)
)");
  return M;
}

Module ScriptBuilder::block(int64_t In, int64_t Out, int64_t Stride) {
  Module M = make("torchvision.models.resnet.BasicBlock");
  M.register_module("conv1", conv(In, Out, 3, Stride));
  M.register_module("bn1", norm(Out));
  M.register_module("relu", relu());
  M.register_module("conv2", conv(Out, Out, 3, 1));
  M.register_module("bn2", norm(Out));
  std::string Identity = "x";
  if (In != Out) {
    M.register_module("downsample",
                      sequential(conv(In, Out, 1, Stride), norm(Out)));
    Identity = "self.downsample.forward(x)";
  }
  M.define(R"(
def forward(self, x):
    out = self.relu.forward(self.bn1.forward(self.conv1.forward(x)))
    out = self.bn2.forward(self.conv2.forward(out))
    out += )" +
           Identity + R"(
    return self.relu.forward(out)
)");
  return M;
}

Module ScriptBuilder::resnet18() {
  Module M = make("torchvision.models.resnet.ResNet");
  M.register_module("conv1", conv(3, 64, 7, 2));
  M.register_module("bn1", norm(64));
  M.register_module("relu", relu());
  M.register_module("maxpool", maxPool());
  int64_t In = 64;
  for (int I = 1; I <= 4; ++I) {
    int64_t Out = int64_t(32) << I;
    Module First = block(In, Out, In == Out ? 1 : 2);
    M.register_module("layer" + std::to_string(I),
                      sequential(First, block(Out, Out, 1)));
    In = Out;
  }
  M.register_module("avgpool", averagePool());
  M.register_module("fc", linear(512, 1000));
  M.define(R"(
def forward(self, x):
    x = self.relu.forward(self.bn1.forward(self.conv1.forward(x)))
    x = self.maxpool.forward(x)
    x = self.layer1.forward(x)
    x = self.layer2.forward(x)
    x = self.layer3.forward(x)
    x = self.layer4.forward(x)
    x = torch.flatten(self.avgpool.forward(x), 1)
    return self.fc.forward(x)
)");
  return M;
}

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    std::cerr << "usage: make-resnet18 FILE\n";
    return 2;
  }
  try {
    // Parameters are leaves all the same.
    at::NoGradGuard NoGradients;
    ScriptBuilder().resnet18().save(Argv[1]);
  } catch (const std::exception &E) {
    std::cerr << "make-resnet18: " << E.what() << '\n';
    return 1;
  }
}
