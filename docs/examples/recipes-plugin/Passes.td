include "fx/Pass/PassBase.td"

def UseSilu : Pass<"use-silu"> {
  let Summary = "Replace x * sigmoid(x) by silu(x)";
  let Description = [{
Metadata of the product goes to the call of silu. `x` has to be known to hold
floats, so run `infer-values` before. The product stays where `x` is written
between it and the sigmoid.
  }];
  let Statistics = [
    Statistic<"NumReplaced", "num-replaced", "products replaced">
  ];
  let Example = "fx-opt model.pt2 --load-pass-plugin=Recipes.so --use-silu -o out.pt2";
}

def QuantizeInputs : Pass<"quantize-inputs"> {
  let Summary = "Round the inputs of linear layers and convolutions";
  let Description = [{
Inserts `fake_quantize_per_tensor_affine` before each of them whose input is
known to hold floats; run `infer-values` before. Layers that are modules are
left alone; `lower-modules` makes calls of them.
  }];
  let Options = [
    Option<"Scale", "scale", "double", "0.1", "what values are multiples of">
  ];
  let FlagOption = "scale";
  let Example = "fx-opt model.fx --load-pass-plugin=Recipes.so --quantize-inputs=0.05";
}

def OutlineRange : Pass<"outline-range"> {
  let Summary = "Make a submodule of the nodes from one to another";
  let Description = [{
The range is in the order of the outermost graph, with both ends.
  }];
  let Options = [
    Option<"From", "from", "std::string", "", "the name of the first node">,
    Option<"To", "to", "std::string", "", "the name of the last node">,
    Option<"Path", "path", "std::string", "part", "where the submodule goes">
  ];
  let Example = "fx-opt model.fx --load-pass-plugin=Recipes.so --outline-range='from=conv1 to=relu'";
}

def CountFlops : Pass<"count-flops"> {
  let Summary = "Report floating-point operations by operator";
  let Description = [{
Values need types; `infer-values` gives them. Branches and bodies of loops count
once. Calls of modules are left out; `lower-modules` makes calls of operators of
them.
  }];
  let Example = "fx-opt model.pt2 --load-pass-plugin=Recipes.so --count-flops -o /dev/null";
}
