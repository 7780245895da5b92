fx 1
module {
  w = buffer(torch.float32, (0, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
}
weights "types_empty.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "e"])]
}
graph():
    %b_w : [num_users=0] = placeholder[target=b_w] {input_spec: ("buffer", "w"), val: tensor(torch.float32, (0, 4), (4, 1), device("cpu"))}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e : [num_users=3] = placeholder[target=e] {input_spec: ("user_input",), val: tensor(torch.float32, (0, 3), (3, 1), device("cpu"))}
    %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%x, %e],), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%e, [0]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %empty : [num_users=1] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %sum_2 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%e, [0]), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([3, 0, 2],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (3, 0, 2), (2, 2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%cat, %sum_1, %empty, %sum_2, %reshape, %zeros),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
