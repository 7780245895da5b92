//===- Passes.td - The passes of the example plugin --------*- tablegen -*-===//

include "fx/Pass/PassBase.td"

class SelectorOption<string cppName, string flag, string description>
    : Option<cppName, flag, "std::string", "*", description> {
  let ValueName = "selector";
}

def ReplaceGelu : Pass<"replace-gelu"> {
  let Summary = "Replace GELU by a sigmoid that is close to it";
  let Description = [{
Each call of GELU, `gelu(x)`, under whatever name, becomes
`x * sigmoid(factor * x)`. The result differs by at most 0.02 with the default
factor. Metadata of the call goes to the last of the new nodes.
  }];
  let Options = [
    Option<"Factor", "factor", "double", "1.702", "the factor of x">,
    SelectorOption<"Where", "where", "which nodes to look at">
  ];
  let FlagOption = "factor";
  let Statistics = [
    Statistic<"NumReplaced", "num-replaced", "calls replaced">
  ];
  let Example = [{
fx-opt model.fx --load-pass-plugin=GeluPlugin.so --replace-gelu
  }];
}
