//===- Nested.cpp - Inputs and outputs that nest --------------------------===//

#include "fx/Torch/CompiledModel.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ATen.h>

int main(int, char **Argv) {
  auto Loaded = fx::CompiledModel::load(Argv[1]);
  if (!Loaded)
    return llvm::errs() << llvm::toString(Loaded.takeError()) << '\n', 1;
  const fx::CompiledModel &Model = **Loaded;
  for (const fx::ModelLeaf &Leaf : Model.inputs())
    llvm::outs() << Leaf.Name << '\n';

  at::Tensor X = at::ones({2});
  // {"ids": x, "meta": [x, x]}; values of several types are of AnyType.
  c10::impl::GenericDict Batch(c10::StringType::get(), c10::AnyType::get());
  Batch.insert("ids", X);
  Batch.insert("meta", c10::List<at::Tensor>({X, X}));
  c10::IValue Extras = c10::ivalue::Tuple::create({X, X});

  // model(batch, extras, x, x, flag=..., bias=x)
  auto Out =
      Model.run({Batch, Extras, X, X}, {{"flag", at::ones({1})}, {"bias", X}});
  if (!Out)
    return llvm::errs() << llvm::toString(Out.takeError()) << '\n', 1;
  c10::impl::GenericDict First =
      Out->toTupleRef().elements()[0].toGenericDict();
  llvm::outs() << "out: " << c10::str(First.at("out").toTensor().sizes())
               << '\n';
}
