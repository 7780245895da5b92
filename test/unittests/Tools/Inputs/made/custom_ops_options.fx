fx 1
module {
}
weights "custom_ops_options.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  parameter_names = {"torch.ops.corpus.minmax.default": ("xs", "mode", "int[] ks"), "torch.ops.corpus_def.options.default": ("x",)}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "y"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %y : [num_users=2] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %minmax : [num_users=3] = call_function[target=torch.ops.corpus.minmax.default](args = ([%x, %y], "max", []), kwargs = {}) {val: (tensor(torch.float32, (2,), (1,), device("cpu")), [tensor(torch.float32, (2,), (1,), device("cpu")), tensor(torch.float32, (2,), (1,), device("cpu"))], 0)}
    %getitem : [num_users=0] = call_function[target=operator.getitem](args = (%minmax, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %getitem_1 : [num_users=2] = call_function[target=operator.getitem](args = (%minmax, 1), kwargs = {}) {val: [tensor(torch.float32, (2,), (1,), device("cpu")), tensor(torch.float32, (2,), (1,), device("cpu"))]}
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%getitem_1, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %getitem_3 : [num_users=0] = call_function[target=operator.getitem](args = (%getitem_1, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %getitem_4 : [num_users=0] = call_function[target=operator.getitem](args = (%minmax, 2), kwargs = {}) {val: 0}
    %options : [num_users=1] = call_function[target=torch.ops.corpus_def.options.default](args = (%x,), kwargs = {dtype: torch.bfloat16, memory_format: torch.preserve_format, fs: [0.1], bs: [False], names: ["only"], opt: [%y, None], hw: [7, 8], c: complex(-0.0, -1.0)}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem_2, %options),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
