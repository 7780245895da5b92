// torch.autocast does not round what torch.tensordot sums up to one number: it is not a product of
// matrices. Values are those of PyTorch 2.13.
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: fx-opt %s --passes='normalize-args{only-kwargs=true},check-values' -o /dev/null
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK-NOT: bfloat16
fx 1
module {
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=1] = placeholder[target=arg0_1] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %tensordot : [num_users=1] = call_function[target=torch.ops.aten.tensordot.default](args = (%arg0_1, %arg0_1, [-2, -1], [0, 1]), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%tensordot, 1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
        return (%add,)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %add : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, False, %submod_1, %x), kwargs = {}) {val: (tensor(torch.float32, (), (), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%add, 0), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
