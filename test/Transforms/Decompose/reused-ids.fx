// RUN: fx-opt %s --passes=decompose | FileCheck %s
// A node that is made anew may have the id of one that was not used: it is new
// all the same, and not copied as the value of another one.
// CHECK: %copy : {{.*}}aten.copy.default
// CHECK-NOT: aten.clone
fx 1
module = builtins.Net
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %unused : [num_users=0] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %copy_ : [num_users=1] = call_function[target=torch.ops.aten.copy_.default](args = (%x, %x), kwargs = {}) {val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %diagonal : [num_users=1] = call_function[target=torch.ops.aten.diagonal.default](args = (%copy_,), kwargs = {}) {val: tensor(torch.float32, (2,), (5,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%diagonal,),), kwargs = {}) {output_specs: (("user_output",),)}
