// torch.export.unflatten makes a module with a preserved signature of its state, where nothing
// else is left of it.
// RUN: fx-opt %s --prune-unused-state | FileCheck %s
// CHECK: %p_inner0_w : {{.*}}("parameter", "inner0.w")
// CHECK-NOT: p_other_w
fx 1
module {
  inner0 = torch.nn.Module {
    w = parameter(torch.float32, (3,), (1,), device("cpu"))
  }
  other = torch.nn.Module {
    w = parameter(torch.float32, (3,), (1,), device("cpu"))
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("inner0", [("x",)], [("add",)], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"), ("other",)]
}
graph():
    %p_inner0_w : [num_users=0] = placeholder[target=p_inner0_w] {input_spec: ("parameter", "inner0.w"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %p_other_w : [num_users=0] = placeholder[target=p_other_w] {input_spec: ("parameter", "other.w"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add : [num_users=0] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}
