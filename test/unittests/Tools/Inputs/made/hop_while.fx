fx 1
module {
  while_loop_cond_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=1] = placeholder[target=arg0_1] {val: tensor(torch.int64, (), (), device("cpu"))}
        %arg1_1 : [num_users=0] = placeholder[target=arg1_1] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %lt : [num_users=1] = call_function[target=torch.ops.aten.lt.Scalar](args = (%arg0_1, 3), kwargs = {}) {val: tensor(torch.bool, (), (), device("cpu"))}
        return %lt
  }
  while_loop_body_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=2] = placeholder[target=arg0_1] {val: tensor(torch.int64, (), (), device("cpu"))}
        %arg1_1 : [num_users=1] = placeholder[target=arg1_1] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%arg0_1, 1), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
        %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%arg1_1, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %arg0_1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%add, %add_1)
  }
}
weights "hop_while.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["i", "x"])]
}
graph():
    %i : [num_users=1] = placeholder[target=i] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %while_loop_cond_graph_0 : [num_users=1] = get_attr[target=while_loop_cond_graph_0]
    %while_loop_body_graph_0 : [num_users=1] = get_attr[target=while_loop_body_graph_0]
    %while_loop : [num_users=2] = call_function[target=torch.ops.higher_order.while_loop](args = (%while_loop_cond_graph_0, %while_loop_body_graph_0, [%i, %x], []), kwargs = {}) {val: (tensor(torch.int64, (), (), device("cpu")), tensor(torch.float32, (3,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%while_loop, 0), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%while_loop, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem, %getitem_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
