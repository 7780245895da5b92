fx 1
module {
  scan_combine_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=1] = placeholder[target=arg0_1] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %arg1_1 : [num_users=1] = placeholder[target=arg1_1] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%arg0_1, 0.5), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %arg1_1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%add,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%add, %exp)
  }
}
weights "hop_scan.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["init", "xs"])]
}
graph():
    %init : [num_users=1] = placeholder[target=init] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %xs : [num_users=1] = placeholder[target=xs] {input_spec: ("user_input",), val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"))}
    %scan_combine_graph_0 : [num_users=1] = get_attr[target=scan_combine_graph_0]
    %scan : [num_users=2] = call_function[target=torch.ops.higher_order.scan](args = (%scan_combine_graph_0, [%init], [%xs], []), kwargs = {}) {val: (tensor(torch.float32, (3,), (1,), device("cpu")), tensor(torch.float32, (5, 3), (3, 1), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%scan, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%scan, 1), kwargs = {}) {val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem, %getitem_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
