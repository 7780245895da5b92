fx 1
module {
  bag = torch.nn.Module {
    weight = parameter(torch.float32, (10, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
  }
}
weights "ops_scatter.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["ids", "offsets", "x", "i"]), ("bag",)]
}
graph():
    %p_bag_weight : [num_users=1] = placeholder[target=p_bag_weight] {input_spec: ("parameter", "bag.weight"), val: tensor(torch.float32, (10, 3), (3, 1), device("cpu"), requires_grad=True)}
    %ids : [num_users=1] = placeholder[target=ids] {input_spec: ("user_input",), val: tensor(torch.int64, (5,), (1,), device("cpu"))}
    %offsets : [num_users=1] = placeholder[target=offsets] {input_spec: ("user_input",), val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %x : [num_users=5] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %i : [num_users=5] = placeholder[target=i] {input_spec: ("user_input",), val: tensor(torch.int64, (3, 3), (3, 1), device("cpu"))}
    %embedding_bag : [num_users=4] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%p_bag_weight, %ids, %offsets, False, 1, False, None, True, None), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.int64, (5,), (1,), device("cpu")), tensor(torch.int64, (2,), (1,), device("cpu")), tensor(torch.int64, (2,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%embedding_bag, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %getitem_1 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 1), kwargs = {}) {val: tensor(torch.int64, (5,), (1,), device("cpu"))}
    %getitem_2 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 2), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %getitem_3 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 3), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([4, 3],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %scatter_add : [num_users=1] = call_function[target=torch.ops.aten.scatter_add.default](args = (%zeros, 0, %i, %x), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %scatter : [num_users=1] = call_function[target=torch.ops.aten.scatter.value_reduce](args = (%x, 1, %i, 2.0), kwargs = {reduce: "multiply"}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %gather : [num_users=1] = call_function[target=torch.ops.aten.gather.default](args = (%x, 0, %i), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %scatter_reduce : [num_users=1] = call_function[target=torch.ops.aten.scatter_reduce.two](args = (%x, 0, %i, %x, "amax"), kwargs = {include_self: False}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%i, 1, 0), kwargs = {}) {val: tensor(torch.int64, (3,), (3,), device("cpu"))}
    %index_add : [num_users=1] = call_function[target=torch.ops.aten.index_add.default](args = (%x, 0, %select, %x), kwargs = {alpha: 2}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem, %scatter_add, %scatter, %gather, %scatter_reduce, %index_add),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
