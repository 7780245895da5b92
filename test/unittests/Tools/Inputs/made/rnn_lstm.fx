fx 1
module {
  emb = torch.nn.Module {
    weight = parameter(torch.float32, (20, 6), (6, 1), device("cpu"), record="data/weights/weight_0")
  }
  rnn = torch.nn.Module {
    weight_ih_l0 = parameter(torch.float32, (32, 6), (6, 1), device("cpu"), record="data/weights/weight_1")
    weight_hh_l0 = parameter(torch.float32, (32, 8), (8, 1), device("cpu"), record="data/weights/weight_2")
    bias_ih_l0 = parameter(torch.float32, (32,), (1,), device("cpu"), record="data/weights/weight_3")
    bias_hh_l0 = parameter(torch.float32, (32,), (1,), device("cpu"), record="data/weights/weight_4")
    weight_ih_l1 = parameter(torch.float32, (32, 8), (8, 1), device("cpu"), record="data/weights/weight_5")
    weight_hh_l1 = parameter(torch.float32, (32, 8), (8, 1), device("cpu"), record="data/weights/weight_6")
    bias_ih_l1 = parameter(torch.float32, (32,), (1,), device("cpu"), record="data/weights/weight_7")
    bias_hh_l1 = parameter(torch.float32, (32,), (1,), device("cpu"), record="data/weights/weight_8")
  }
  out = torch.nn.Module {
    weight = parameter(torch.float32, (20, 8), (8, 1), device("cpu"), record="data/weights/weight_9")
    bias = parameter(torch.float32, (20,), (1,), device("cpu"), record="data/weights/weight_10")
  }
}
weights "rnn_lstm.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", ["tokens"]), ("emb",), ("rnn",), ("out",)]
}
graph():
    %p_emb_weight : [num_users=1] = placeholder[target=p_emb_weight] {input_spec: ("parameter", "emb.weight"), val: tensor(torch.float32, (20, 6), (6, 1), device("cpu"), requires_grad=True)}
    %p_rnn_weight_ih_l0 : [num_users=1] = placeholder[target=p_rnn_weight_ih_l0] {input_spec: ("parameter", "rnn.weight_ih_l0"), val: tensor(torch.float32, (32, 6), (6, 1), device("cpu"), requires_grad=True)}
    %p_rnn_weight_hh_l0 : [num_users=1] = placeholder[target=p_rnn_weight_hh_l0] {input_spec: ("parameter", "rnn.weight_hh_l0"), val: tensor(torch.float32, (32, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_rnn_bias_ih_l0 : [num_users=1] = placeholder[target=p_rnn_bias_ih_l0] {input_spec: ("parameter", "rnn.bias_ih_l0"), val: tensor(torch.float32, (32,), (1,), device("cpu"), requires_grad=True)}
    %p_rnn_bias_hh_l0 : [num_users=1] = placeholder[target=p_rnn_bias_hh_l0] {input_spec: ("parameter", "rnn.bias_hh_l0"), val: tensor(torch.float32, (32,), (1,), device("cpu"), requires_grad=True)}
    %p_rnn_weight_ih_l1 : [num_users=1] = placeholder[target=p_rnn_weight_ih_l1] {input_spec: ("parameter", "rnn.weight_ih_l1"), val: tensor(torch.float32, (32, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_rnn_weight_hh_l1 : [num_users=1] = placeholder[target=p_rnn_weight_hh_l1] {input_spec: ("parameter", "rnn.weight_hh_l1"), val: tensor(torch.float32, (32, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_rnn_bias_ih_l1 : [num_users=1] = placeholder[target=p_rnn_bias_ih_l1] {input_spec: ("parameter", "rnn.bias_ih_l1"), val: tensor(torch.float32, (32,), (1,), device("cpu"), requires_grad=True)}
    %p_rnn_bias_hh_l1 : [num_users=1] = placeholder[target=p_rnn_bias_hh_l1] {input_spec: ("parameter", "rnn.bias_hh_l1"), val: tensor(torch.float32, (32,), (1,), device("cpu"), requires_grad=True)}
    %p_out_weight : [num_users=1] = placeholder[target=p_out_weight] {input_spec: ("parameter", "out.weight"), val: tensor(torch.float32, (20, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_out_bias : [num_users=1] = placeholder[target=p_out_bias] {input_spec: ("parameter", "out.bias"), val: tensor(torch.float32, (20,), (1,), device("cpu"), requires_grad=True)}
    %tokens : [num_users=1] = placeholder[target=tokens] {input_spec: ("user_input",), val: tensor(torch.int64, (2, 5), (5, 1), device("cpu"))}
    %embedding : [num_users=1] = call_function[target=torch.ops.aten.embedding.default](args = (%p_emb_weight, %tokens, 0), kwargs = {}) {val: tensor(torch.float32, (2, 5, 6), (30, 6, 1), device("cpu"))}
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([2, 2, 8],), kwargs = {dtype: torch.float32, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (2, 2, 8), (16, 8, 1), device("cpu"))}
    %zeros_1 : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([2, 2, 8],), kwargs = {dtype: torch.float32, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (2, 2, 8), (16, 8, 1), device("cpu"))}
    %lstm : [num_users=3] = call_function[target=torch.ops.aten.lstm.input](args = (%embedding, [%zeros, %zeros_1], [%p_rnn_weight_ih_l0, %p_rnn_weight_hh_l0, %p_rnn_bias_ih_l0, %p_rnn_bias_hh_l0, %p_rnn_weight_ih_l1, %p_rnn_weight_hh_l1, %p_rnn_bias_ih_l1, %p_rnn_bias_hh_l1], True, 2, 0.0, False, False, True), kwargs = {}) {val: (tensor(torch.float32, (2, 5, 8), (8, 16, 1), device("cpu")), tensor(torch.float32, (2, 2, 8), (16, 8, 1), device("cpu")), tensor(torch.float32, (2, 2, 8), (16, 8, 1), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%lstm, 0), kwargs = {}) {val: tensor(torch.float32, (2, 5, 8), (8, 16, 1), device("cpu"))}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%lstm, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 8), (16, 8, 1), device("cpu"))}
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%lstm, 2), kwargs = {}) {val: tensor(torch.float32, (2, 2, 8), (16, 8, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%getitem, %p_out_weight, %p_out_bias), kwargs = {}) {val: tensor(torch.float32, (2, 5, 20), (100, 20, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear, %getitem_1, %getitem_2),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
