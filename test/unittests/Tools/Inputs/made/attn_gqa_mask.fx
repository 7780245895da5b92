fx 1
module {
}
weights "attn_gqa_mask.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["q", "k", "v", "keep"])]
}
graph():
    %q : [num_users=1] = placeholder[target=q] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 4, 6, 8), (192, 48, 8, 1), device("cpu"))}
    %k : [num_users=1] = placeholder[target=k] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2, 6, 8), (96, 48, 8, 1), device("cpu"))}
    %v : [num_users=1] = placeholder[target=v] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2, 6, 8), (96, 48, 8, 1), device("cpu"))}
    %keep : [num_users=1] = placeholder[target=keep] {input_spec: ("user_input",), val: tensor(torch.bool, (6, 6), (6, 1), device("cpu"))}
    %scaled_dot_product_attention : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %k, %v, %keep), kwargs = {scale: 0.5, enable_gqa: True}) {val: tensor(torch.float32, (1, 4, 6, 8), (192, 48, 8, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%scaled_dot_product_attention,),), kwargs = {}) {output_specs: (("user_output",),)}
