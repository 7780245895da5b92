//===- Passes.td - The passes of the example plugin --------*- tablegen -*-===//

include "fx/Pass/PassBase.td"

def TanhGelu : Pass<"tanh-gelu"> {
  let Summary = "Compute GELU by its tanh form";
  let Description = [{
Each `aten.gelu` becomes `0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3)))`.
  }];
  let Example = "fx-opt model.pt2 --load-pass-plugin=EditPlugin.so --tanh-gelu -o out.pt2";
}

def InsertRelu : Pass<"insert-relu"> {
  let Summary = "Put a ReLU after calls of an operator";
  let Description = [{
The users of each call of `after` see what `aten.relu` makes of its result.
  }];
  let Options = [
    Option<"After", "after", "std::string", "torch.ops.aten.linear.default",
           "the operator">
  ];
  let FlagOption = "after";
  let Idempotent = false;
  let Example = "fx-opt model.pt2 --load-pass-plugin=EditPlugin.so --insert-relu -o out.pt2";
}

def FoldScale : Pass<"fold-scale"> {
  let Summary = "Fold a factor into the weights of a linear layer";
  let Description = [{
A product of `aten.linear` and a number becomes the linear layer alone, with
weight and bias multiplied, where nothing else uses or changes them.
  }];
  let Statistics = [
    Statistic<"NumFolded", "num-folded", "factors folded">
  ];
  let Example = "fx-opt model.pt2 --load-pass-plugin=EditPlugin.so --fold-scale -o out.pt2";
}

def DropOutput : Pass<"drop-output"> {
  let Summary = "Drop an output and what is only needed for it";
  let Description = [{
The output at the place `index`, counting from 0, is no longer returned.
  }];
  let Options = [
    Option<"Index", "index", "uint64_t", "0", "which one">
  ];
  let FlagOption = "index";
  let Idempotent = false;
  let Example = "fx-opt model.pt2 --load-pass-plugin=EditPlugin.so --drop-output=1 -o out.pt2";
}
