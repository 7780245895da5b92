fx 1
module {
  l = torch.nn.Module {
    weight = parameter(torch.float32, (3, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_1")
  }
}
weights "mlp_relu_variants_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("l",), ("r",)]
}
graph():
    %p_l_weight : [num_users=1] = placeholder[target=p_l_weight] {input_spec: ("parameter", "l.weight"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_l_bias : [num_users=1] = placeholder[target=p_l_bias] {input_spec: ("parameter", "l.bias"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=10] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%p_l_weight, [1, 0]), kwargs = {}) {val: tensor(torch.float32, (3, 3), (1, 3), device("cpu"))}
    %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%p_l_bias, %x, %permute), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%addmm,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu_1 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu_2 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu_3 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %clamp : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%x, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %hardtanh : [num_users=1] = call_function[target=torch.ops.aten.hardtanh.default](args = (%x, 0, 6), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %clamp_1 : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%x, 0.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %full_like : [num_users=1] = call_function[target=torch.ops.aten.full_like.default](args = (%x, 0), kwargs = {pin_memory: False, memory_format: torch.preserve_format}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %maximum : [num_users=1] = call_function[target=torch.ops.aten.maximum.default](args = (%x, %full_like), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %leaky_relu : [num_users=1] = call_function[target=torch.ops.aten.leaky_relu.default](args = (%x, 0.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu, %relu_1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_2 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_1, %relu_2), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_3 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_2, %relu_3), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_4 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_3, %clamp), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_5 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_4, %hardtanh), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_6 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_5, %clamp_1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_7 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_6, %maximum), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add_8 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add_7, %leaky_relu), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add_8,),), kwargs = {}) {output_specs: (("user_output",),)}
