fx 1
// The signature of a program is that of what is left.
// RUN: fx-opt %s --passes='extract{from=b to=c},prune-unused-state' | FileCheck %s
module {
  w = parameter(torch.float32, (4,))
  v = parameter(torch.float32, (4,))
}
program {
  schema_version = (8, 20)
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ())]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
    %p_v : [num_users=1] = placeholder[target=p_v] {input_spec: ("parameter", "v"), val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %p_w), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%a, %p_v), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%c,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%d,),), kwargs = {}) {output_specs: (("user_output",),)}

// CHECK: module {
// CHECK-NEXT: v = parameter
// CHECK-NEXT: }
// CHECK: {{^}}graph():
// CHECK-NEXT: %p_v :
// CHECK-NEXT: %a : [num_users=1] = placeholder[target=a] {{.*}}input_spec: ("user_input",)
// CHECK-NEXT: %b :
// CHECK-NEXT: %c :
// CHECK-NEXT: %output : {{.*}}(args = ((%c,),)
