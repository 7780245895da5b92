fx 1
module {
  acc = buffer(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_0")
}
weights "custom_mutating_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %b_acc : [num_users=1] = placeholder[target=b_acc] {input_spec: ("buffer", "acc"), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %auto_functionalized_v2 : [num_users=2] = call_function[target=torch.ops.higher_order.auto_functionalized_v2](args = (fn("torch.ops.corpus.add_one_.default"),), kwargs = {by: 2.0, _x_base_index: 0, _all_bases: [%clone]}) {val: (None, tensor(torch.float32, (3,), (1,), device("cpu")))}
    %as_none : [num_users=0] = call_function[target=operator.getitem](args = (%auto_functionalized_v2, 0), kwargs = {}) {val: None}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%auto_functionalized_v2, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %auto_functionalized_v2_1 : [num_users=2] = call_function[target=torch.ops.higher_order.auto_functionalized_v2](args = (fn("torch.ops.corpus.add_one_.default"),), kwargs = {by: 1.0, _x_base_index: 0, _all_bases: [%b_acc]}) {val: (None, tensor(torch.float32, (3,), (1,), device("cpu")))}
    %as_none_1 : [num_users=0] = call_function[target=operator.getitem](args = (%auto_functionalized_v2_1, 0), kwargs = {}) {val: None}
    %getitem_3 : [num_users=2] = call_function[target=operator.getitem](args = (%auto_functionalized_v2_1, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_1, %getitem_3), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem_3, %add),), kwargs = {}) {output_specs: (("buffer_mutation", "acc"), ("user_output",))}
