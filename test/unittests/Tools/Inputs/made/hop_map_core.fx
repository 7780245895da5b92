fx 1
module {
  body_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %xs : [num_users=1] = placeholder[target=xs] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %_softmax : [num_users=1] = call_function[target=torch.ops.aten._softmax.default](args = (%xs, -1, False), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%_softmax, %y), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%add,)
  }
}
weights "hop_map_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["xs", "y"])]
}
graph():
    %xs : [num_users=1] = placeholder[target=xs] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %body_graph_0 : [num_users=1] = get_attr[target=body_graph_0]
    %map_impl : [num_users=1] = call_function[target=torch.ops.higher_order.map_impl](args = (%body_graph_0, [%xs], [%y]), kwargs = {}) {val: (tensor(torch.float32, (3, 4), (4, 1), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%map_impl, 0), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
