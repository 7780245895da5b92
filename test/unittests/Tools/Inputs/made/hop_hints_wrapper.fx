fx 1
module {
  hints_wrapper_body_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=1] = placeholder[target=arg0_1] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %arg1_1 : [num_users=1] = placeholder[target=arg1_1] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %matmul : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%arg0_1, %arg1_1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%matmul,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        return (%relu,)
  }
}
weights "hop_hints_wrapper.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x", "y"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %hints_wrapper_body_graph_0 : [num_users=1] = get_attr[target=hints_wrapper_body_graph_0]
    %hints_wrapper : [num_users=1] = call_function[target=torch.ops.higher_order.hints_wrapper](args = (%hints_wrapper_body_graph_0, [%x, %y], {}), kwargs = {hints: {"opt_level": 3, "fuse": True, "ratio": 0.5, "who": "me"}}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%hints_wrapper, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
