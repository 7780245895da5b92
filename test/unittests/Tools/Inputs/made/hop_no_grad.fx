fx 1
module {
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %linear : [num_users=1] = placeholder[target=linear] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %detach : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %softmax : [num_users=2] = call_function[target=torch.ops.aten.softmax.int](args = (%detach, -1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %linalg_vector_norm : [num_users=1] = call_function[target=torch.ops.aten.linalg_vector_norm.default](args = (%softmax,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
        return (%softmax, %linalg_vector_norm)
  }
  a = torch.nn.Module {
    weight = parameter(torch.float32, (3, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  b = torch.nn.Module {
    weight = parameter(torch.float32, (2, 3), (3, 1), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_3")
  }
}
weights "hop_no_grad.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("a",), ("b",)]
}
graph():
    %p_a_weight : [num_users=1] = placeholder[target=p_a_weight] {input_spec: ("parameter", "a.weight"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_a_bias : [num_users=1] = placeholder[target=p_a_bias] {input_spec: ("parameter", "a.bias"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %p_b_weight : [num_users=1] = placeholder[target=p_b_weight] {input_spec: ("parameter", "b.weight"), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_b_bias : [num_users=1] = placeholder[target=p_b_bias] {input_spec: ("parameter", "b.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_a_weight, %p_a_bias), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %wrap_with_set_grad_enabled : [num_users=2] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_1, %linear), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (), (), device("cpu")))}
    %softmax : [num_users=2] = call_function[target=operator.getitem](args = (%wrap_with_set_grad_enabled, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %linalg_vector_norm : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_set_grad_enabled, 1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%softmax, %p_b_weight, %p_b_bias), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %div : [num_users=1] = call_function[target=torch.ops.aten.div.Tensor](args = (%linear_1, %linalg_vector_norm), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%div, %softmax),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
