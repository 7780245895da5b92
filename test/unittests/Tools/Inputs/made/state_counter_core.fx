fx 1
module {
  steps = buffer(torch.int64, (), (), device("cpu"), record="data/weights/weight_0")
  history = buffer(torch.float32, (4,), (1,), device("cpu"), record="data/weights/weight_1")
}
weights "state_counter_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %b_steps : [num_users=1] = placeholder[target=b_steps] {input_spec: ("buffer", "steps"), val: tensor(torch.int64, (), (), device("cpu"))}
    %b_history : [num_users=3] = placeholder[target=b_history] {input_spec: ("buffer", "history"), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%b_steps, 1), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%b_history, 0, 0, -1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%slice_1,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %slice_2 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%b_history, 0, 1, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"), offset=1)}
    %copy : [num_users=1] = call_function[target=torch.ops.aten.copy.default](args = (%slice_2, %clone), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %slice_scatter : [num_users=2] = call_function[target=torch.ops.aten.slice_scatter.default](args = (%b_history, %copy, 0, 1, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %mean : [num_users=1] = call_function[target=torch.ops.aten.mean.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %select_1 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%slice_scatter, 0, 0), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %copy_1 : [num_users=1] = call_function[target=torch.ops.aten.copy.default](args = (%select_1, %mean), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %arange : [num_users=1] = call_function[target=torch.ops.aten.arange.start_step](args = (0, 4), kwargs = {layout: torch.strided, device: device("cpu"), pin_memory: False}) {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%arange, [-1]), kwargs = {}) {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %eq : [num_users=1] = call_function[target=torch.ops.aten.eq.Scalar](args = (%view, 0), kwargs = {}) {val: tensor(torch.bool, (4,), (1,), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%copy_1, 0), kwargs = {}) {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%unsqueeze, [4]), kwargs = {}) {val: tensor(torch.float32, (4,), (0,), device("cpu"))}
    %where : [num_users=2] = call_function[target=torch.ops.aten.where.self](args = (%eq, %expand, %slice_scatter), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %add), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %clone_1 : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%where,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %where, %mul, %clone_1),), kwargs = {}) {output_specs: (("buffer_mutation", "steps"), ("buffer_mutation", "history"), ("user_output",), ("user_output",))}
