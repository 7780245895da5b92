//===- Passes.td - The passes of the example plugin --------*- tablegen -*-===//

include "fx/Pass/PassBase.td"

def ReplaceGelu : Pass<"replace-gelu"> {
  let Summary = "Replace GELU by a sigmoid that is close to it";
  let Description = [{
Each call of `torch.nn.functional.gelu`, `gelu(x)`, becomes
`x * sigmoid(factor * x)`. The result differs by at most 0.02 with the default
factor. Metadata of the call goes to the last of the new nodes.
  }];
  let Options = [
    Option<"Factor", "factor", "double", "1.702", "the factor of x">,
    Option<"Where", "where", "std::string", "*", "which nodes to look at"> {
      let ValueName = "selector";
    }
  ];
  let FlagOption = "factor";
  let Statistics = [
    Statistic<"NumReplaced", "num-replaced", "calls replaced">
  ];
  let Example = [{
$ fx-opt model.fx --load-pass-plugin=GeluPlugin.so --replace-gelu
  }];
}
