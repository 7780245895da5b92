fx 1
module {
  foo = object(record="data/constants/custom_obj_0")
}
weights "obj_torchbind_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x", "y"])]
}
graph():
    %token : [num_users=1] = placeholder[target=token] {input_spec: ("token",), val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %obj_foo : [num_users=2] = placeholder[target=obj_foo] {input_spec: ("custom_obj", "foo"), val: namedtuple("torch.ScriptObject", name="obj_foo", class_fqn="__torch__.torch.classes._TorchScriptTesting._Foo")}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %with_effects : [num_users=2] = call_function[target=torch.ops.higher_order.with_effects](args = (%token, fn("torch.ops.higher_order.call_torchbind"), %obj_foo, "add_tensor", %mul), kwargs = {}) {val: (tensor(torch.float32, (0,), (1,), device("cpu")), tensor(torch.float32, (3,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%with_effects, 0), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%with_effects, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %with_effects_1 : [num_users=2] = call_function[target=torch.ops.higher_order.with_effects](args = (%getitem, fn("torch.ops.higher_order.call_torchbind"), %obj_foo, "add_tensor", %y), kwargs = {}) {val: (tensor(torch.float32, (0,), (1,), device("cpu")), tensor(torch.float32, (3,), (1,), device("cpu")))}
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%with_effects_1, 0), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %getitem_3 : [num_users=1] = call_function[target=operator.getitem](args = (%with_effects_1, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %sub : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%getitem_1, %getitem_3), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem_2, %sub),), kwargs = {}) {output_specs: (("token",), ("user_output",))}
