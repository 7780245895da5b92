fx 1
module {
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %arg2_1 : [num_users=1] = placeholder[target=arg2_1] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
        %arg0_1 : [num_users=1] = placeholder[target=arg0_1] {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"), requires_grad=True)}
        %arg1_1 : [num_users=1] = placeholder[target=arg1_1] {val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
        %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%arg2_1, %arg0_1, %arg1_1), kwargs = {}) {val: tensor(torch.bfloat16, (2, 4), (4, 1), device("cpu"))}
        return (%linear,)
  }
  lin = torch.nn.Module {
    weight = parameter(torch.float32, (4, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (4,), (1,), device("cpu"), record="data/weights/weight_1")
  }
}
weights "hop_autocast.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("lin",)]
}
graph():
    %p_lin_weight : [num_users=1] = placeholder[target=p_lin_weight] {input_spec: ("parameter", "lin.weight"), val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"), requires_grad=True)}
    %p_lin_bias : [num_users=1] = placeholder[target=p_lin_bias] {input_spec: ("parameter", "lin.bias"), val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %linear : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, False, %submod_1, %x, %p_lin_weight, %p_lin_bias), kwargs = {}) {val: (tensor(torch.bfloat16, (2, 4), (4, 1), device("cpu")),)}
    %getitem : [num_users=2] = call_function[target=operator.getitem](args = (%linear, 0), kwargs = {}) {val: tensor(torch.bfloat16, (2, 4), (4, 1), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%getitem,), kwargs = {dtype: torch.bfloat16, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%getitem, torch.float32), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%to, %x), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
