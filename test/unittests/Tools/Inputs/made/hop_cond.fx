fx 1
module {
  w = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_0")
  true_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %p_w : [num_users=0] = placeholder[target=p_w] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%sin, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        return (%add,)
  }
  false_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %p_w : [num_users=1] = placeholder[target=p_w] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%cos, %p_w), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        return (%mul,)
  }
}
weights "hop_cond.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x", "flag"])]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %flag : [num_users=1] = placeholder[target=flag] {input_spec: ("user_input",), val: tensor(torch.bool, (), (), device("cpu"))}
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%flag, %true_graph_0, %false_graph_0, [%x, %p_w]), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
