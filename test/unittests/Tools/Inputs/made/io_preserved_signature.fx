fx 1
module {
  inner = torch.nn.Module {
    lin = torch.nn.Module {
      weight = parameter(torch.float32, (3, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
      bias = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_1")
    }
  }
  inner2 = torch.nn.Module {
    lin = torch.nn.Module {
      weight = parameter(torch.float32, (3, 3), (3, 1), device("cpu"), record="data/weights/weight_2")
      bias = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_3")
    }
  }
  head = torch.nn.Module {
    weight = parameter(torch.float32, (1, 3), (3, 1), device("cpu"), record="data/weights/weight_4")
    bias = parameter(torch.float32, (1,), (1,), device("cpu"), record="data/weights/weight_5")
  }
}
weights "io_preserved_signature.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("inner", [("x",), ("mean",)], [("mul",), ("x",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[\\\"scale\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", "[1, {\"type\": \"builtins.dict\", \"context\": \"[\\\"y\\\", \\\"x\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]"), ("inner.lin",), ("inner2", [("mul",), 2.0], [("mul_1",), ("mul",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[\\\"scale\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", "[1, {\"type\": \"builtins.dict\", \"context\": \"[\\\"y\\\", \\\"x\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]"), ("inner2.lin",), ("head",)]
}
graph():
    %p_inner_lin_weight : [num_users=1] = placeholder[target=p_inner_lin_weight] {input_spec: ("parameter", "inner.lin.weight"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_inner_lin_bias : [num_users=1] = placeholder[target=p_inner_lin_bias] {input_spec: ("parameter", "inner.lin.bias"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %p_inner2_lin_weight : [num_users=1] = placeholder[target=p_inner2_lin_weight] {input_spec: ("parameter", "inner2.lin.weight"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_inner2_lin_bias : [num_users=1] = placeholder[target=p_inner2_lin_bias] {input_spec: ("parameter", "inner2.lin.bias"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %p_head_weight : [num_users=1] = placeholder[target=p_head_weight] {input_spec: ("parameter", "head.weight"), val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_head_bias : [num_users=1] = placeholder[target=p_head_bias] {input_spec: ("parameter", "head.bias"), val: tensor(torch.float32, (1,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=3] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mean : [num_users=1] = call_function[target=torch.ops.aten.mean.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_inner_lin_weight, %p_inner_lin_bias), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%linear, %mean), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%mul, %p_inner2_lin_weight, %p_inner2_lin_bias), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%linear_1, 2.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul_1, %x), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %linear_2 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%add, %p_head_weight, %p_head_bias), kwargs = {}) {val: tensor(torch.float32, (2, 1), (1, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear_2,),), kwargs = {}) {output_specs: (("user_output",),)}
