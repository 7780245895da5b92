fx 1
module {
  lifted_tensor_0 = constant(torch.float32, (), (), device("cpu"), record="data/constants/tensor_0")
}
weights "ops_inplace.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %c_lifted_tensor_0 : [num_users=1] = placeholder[target=c_lifted_tensor_0] {input_spec: ("tensor_constant", "lifted_tensor_0"), val: tensor(torch.float32, (), (), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%clone, 1), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %relu_ : [num_users=1] = call_function[target=torch.ops.aten.relu_.default](args = (%add_,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %mul_ : [num_users=1] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%relu_, 2), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clamp_ : [num_users=1] = call_function[target=torch.ops.aten.clamp_.default](args = (%mul_, None, 3.0), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %t_ : [num_users=1] = call_function[target=torch.ops.aten.t_.default](args = (%clamp_,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (1, 3), device("cpu"))}
    %unsqueeze_ : [num_users=4] = call_function[target=torch.ops.aten.unsqueeze_.default](args = (%t_, 0), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3), (3, 1, 3), device("cpu"))}
    %transpose : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%unsqueeze_, 1, 2), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3), (3, 3, 1), device("cpu"))}
    %view : [num_users=2] = call_function[target=torch.ops.aten.view.default](args = (%transpose, [-1]), kwargs = {}) {val: tensor(torch.float32, (9,), (1,), device("cpu"))}
    %lift_fresh_copy : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_0,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%view, 0, 0), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %copy_ : [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%select, %lift_fresh_copy), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %select_1 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%unsqueeze_, 2, 1), kwargs = {}) {val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"), offset=3)}
    %zero_ : [num_users=0] = call_function[target=torch.ops.aten.zero_.default](args = (%select_1,), kwargs = {}) {val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"), offset=3)}
    %select_2 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%unsqueeze_, 1, 0), kwargs = {}) {val: tensor(torch.float32, (1, 3), (3, 3), device("cpu"))}
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%select_2, 0.5), kwargs = {}) {val: tensor(torch.float32, (1, 3), (3, 3), device("cpu"))}
    %hardtanh_ : [num_users=1] = call_function[target=torch.ops.aten.hardtanh_.default](args = (%unsqueeze_,), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3), (3, 1, 3), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%hardtanh_, %view),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
