//===- ResNet.h - ResNet-18 over proxies ------------------------*- C++ -*-===//
//
// torchvision's ResNet-18 as a C++ program: its modules, and the code of the
// two classes that are not torch.nn's.
//
//===----------------------------------------------------------------------===//

#ifndef EXAMPLE_RESNET_H
#define EXAMPLE_RESNET_H

#include "fx/Tracing/Functions.h"
#include "fx/Tracing/ModuleBuilder.h"
#include "fx/Tracing/Tracer.h"
#include <string>

inline fx::TraceValue forwardBlock(fx::TracedModule Self, fx::Proxy X) {
  fx::Proxy Out = Self.call("relu", Self.call("bn1", Self.call("conv1", X)));
  Out = Self.call("bn2", Self.call("conv2", Out));
  fx::Proxy Identity = X;
  if (Self.has("downsample"))
    Identity = Self.call("downsample", X);
  Out += Identity;
  return Self.call("relu", Out);
}

inline fx::TraceValue forwardResNet(fx::TracedModule Self, fx::Proxy X) {
  X = Self.call("relu", Self.call("bn1", Self.call("conv1", X)));
  X = Self.call("maxpool", X);
  for (const char *Layer : {"layer1", "layer2", "layer3", "layer4"})
    X = Self.call(Layer, X);
  X = Self.call("avgpool", X);
  return Self.call("fc", fx::trace::torch::flatten(X, 1));
}

inline void addConv(fx::ModuleBuilder M, const char *Name, int In, int Out,
                    int Size, int Stride) {
  M.add(Name, "torch.nn.Conv2d(" + std::to_string(In) + ", " +
                  std::to_string(Out) + ", kernel_size=" +
                  std::to_string(Size) + ", stride=" + std::to_string(Stride) +
                  ", padding=" + std::to_string(Size / 2) + ", bias=False)");
}

inline void addNorm(fx::ModuleBuilder M, const char *Name, int Channels) {
  M.add(Name, "torch.nn.BatchNorm2d(" + std::to_string(Channels) + ")");
}

inline void addBlock(fx::ModuleBuilder Layer, const char *Name, int In, int Out,
                     int Stride) {
  fx::ModuleBuilder Block = Layer.add(Name, "BasicBlock");
  addConv(Block, "conv1", In, Out, 3, Stride);
  addNorm(Block, "bn1", Out);
  Block.add("relu", "torch.nn.ReLU(inplace=True)");
  addConv(Block, "conv2", Out, Out, 3, 1);
  addNorm(Block, "bn2", Out);
  if (In == Out)
    return;
  fx::ModuleBuilder Down = Block.add("downsample", "torch.nn.Sequential");
  addConv(Down, "0", In, Out, 1, Stride);
  addNorm(Down, "1", Out);
}

inline std::unique_ptr<fx::GraphModule> makeResNet18(fx::Context &Ctx) {
  auto M = std::make_unique<fx::GraphModule>(Ctx);
  M->setTreeKind(fx::GraphModule::TreeKind::Closed);
  fx::ModuleBuilder Net(M->root(), "ResNet");
  addConv(Net, "conv1", 3, 64, 7, 2);
  addNorm(Net, "bn1", 64);
  Net.add("relu", "torch.nn.ReLU(inplace=True)");
  Net.add("maxpool", "torch.nn.MaxPool2d(kernel_size=3, stride=2, padding=1)");
  int In = 64;
  for (int I = 1; I <= 4; ++I) {
    int Out = 32 << I;
    fx::ModuleBuilder Layer =
        Net.add("layer" + std::to_string(I), "torch.nn.Sequential");
    addBlock(Layer, "0", In, Out, In == Out ? 1 : 2);
    addBlock(Layer, "1", Out, Out, 1);
    In = Out;
  }
  Net.add("avgpool", "torch.nn.AdaptiveAvgPool2d(output_size=(1, 1))");
  Net.add("fc", "torch.nn.Linear(512, 1000)");
  return M;
}

inline void defineResNet(fx::ClassCode &Code) {
  Code.define("BasicBlock", fx::function({"x"}, &forwardBlock));
  Code.define("ResNet", fx::function({"x"}, &forwardResNet));
}

#endif // EXAMPLE_RESNET_H
