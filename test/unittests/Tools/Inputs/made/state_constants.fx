fx 1
module {
  lifted_tensor_0 = constant(torch.float32, (3,), (1,), device("cpu"), record="data/constants/tensor_0")
  table = constant(torch.float32, (2, 3), (3, 1), device("cpu"), record="data/constants/tensor_1")
  lifted_tensor_1 = constant(torch.int64, (), (), device("cpu"), record="data/constants/tensor_2")
  scale = buffer(torch.float32, (3,), (1,), device("cpu"), persistent=False, record="data/constants/tensor_3")
}
weights "state_constants.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %b_scale : [num_users=1] = placeholder[target=b_scale] {input_spec: ("buffer", "scale", False), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %c_lifted_tensor_0 : [num_users=1] = placeholder[target=c_lifted_tensor_0] {input_spec: ("tensor_constant", "lifted_tensor_0"), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %c_table : [num_users=1] = placeholder[target=c_table] {input_spec: ("tensor_constant", "table"), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c_lifted_tensor_1 : [num_users=1] = placeholder[target=c_lifted_tensor_1] {input_spec: ("tensor_constant", "lifted_tensor_1"), val: tensor(torch.int64, (), (), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %b_scale), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %lift_fresh_copy : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_0,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %detach_ : [num_users=1] = call_function[target=torch.ops.aten.detach_.default](args = (%lift_fresh_copy,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %detach_), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%c_table, 0, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"), offset=3)}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add, %select), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %lift_fresh_copy_1 : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_1,), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %detach__1 : [num_users=1] = call_function[target=torch.ops.aten.detach_.default](args = (%lift_fresh_copy_1,), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %sub : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%add_1, %detach__1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([2],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%sub, %zeros),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
