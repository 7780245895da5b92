// What is extracted from a program is what it returns, whatever containers its results were in:
// one value as it is, several as a tuple.
// RUN: fx-opt %s --passes='extract{from=b}' | FileCheck %s --check-prefix=ONE
// RUN: fx-opt %s --passes='extract{to=a,b}' | FileCheck %s --check-prefix=TWO
// ONE: module_calls = [("", [], [], {{.*}}}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]",
// ONE: %output : {{.*}}(args = ((%b,),)
// TWO: module_calls = [("", [], [], {{.*}}}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]",
// TWO: %output : {{.*}}(args = ((%a, %b),)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.dict\", \"context\": \"[\\\"z\\\", \\\"u\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": \"builtins.list\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", ())]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%a, %b),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
