fx 1
module {
  qkv = torch.nn.Module {
    weight = parameter(torch.float32, (24, 8), (8, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (24,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  o = torch.nn.Module {
    weight = parameter(torch.float32, (8, 8), (8, 1), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (8,), (1,), device("cpu"), record="data/weights/weight_3")
  }
}
weights "attn_sdpa_causal_dynamic.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (0, None), "s27": (2, 128)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 2), "s27": ("Symbol('s27', positive=True, integer=True)", "int", 6), "8*s27": ("Mul(Integer(8), Symbol('s27', positive=True, integer=True))", "int", 48), "24*s27": ("Mul(Integer(24), Symbol('s27', positive=True, integer=True))", "int", 144)}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("qkv",), ("o",)]
}
graph():
    %p_qkv_weight : [num_users=1] = placeholder[target=p_qkv_weight] {input_spec: ("parameter", "qkv.weight"), val: tensor(torch.float32, (24, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_qkv_bias : [num_users=1] = placeholder[target=p_qkv_bias] {input_spec: ("parameter", "qkv.bias"), val: tensor(torch.float32, (24,), (1,), device("cpu"), requires_grad=True)}
    %p_o_weight : [num_users=1] = placeholder[target=p_o_weight] {input_spec: ("parameter", "o.weight"), val: tensor(torch.float32, (8, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_o_bias : [num_users=1] = placeholder[target=p_o_bias] {input_spec: ("parameter", "o.bias"), val: tensor(torch.float32, (8,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=3] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("8*s27"), 8, 1), device("cpu"))}
    %sym_size_int_2 : [num_users=4] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s77")}
    %sym_size_int_3 : [num_users=4] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 1), kwargs = {}) {val: sym("s27")}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_qkv_weight, %p_qkv_bias), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 24), (sym("24*s27"), 24, 1), device("cpu"))}
    %split : [num_users=3] = call_function[target=torch.ops.aten.split.Tensor](args = (%linear, 8, -1), kwargs = {}) {val: [tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("24*s27"), 24, 1), device("cpu")), tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("24*s27"), 24, 1), device("cpu"), offset=8), tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("24*s27"), 24, 1), device("cpu"), offset=16)]}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%split, 0), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("24*s27"), 24, 1), device("cpu"))}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%split, 1), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("24*s27"), 24, 1), device("cpu"), offset=8)}
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%split, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("24*s27"), 24, 1), device("cpu"), offset=16)}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem, [%sym_size_int_2, %sym_size_int_3, 2, -1]), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 2, 4), (sym("24*s27"), 24, 4, 1), device("cpu"))}
    %transpose : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view, 1, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 2, sym("s27"), 4), (sym("24*s27"), 4, 24, 1), device("cpu"))}
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_1, [%sym_size_int_2, %sym_size_int_3, 2, -1]), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 2, 4), (sym("24*s27"), 24, 4, 1), device("cpu"), offset=8)}
    %transpose_1 : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_1, 1, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 2, sym("s27"), 4), (sym("24*s27"), 4, 24, 1), device("cpu"), offset=8)}
    %view_2 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%getitem_2, [%sym_size_int_2, %sym_size_int_3, 2, -1]), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 2, 4), (sym("24*s27"), 24, 4, 1), device("cpu"), offset=16)}
    %transpose_2 : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%view_2, 1, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 2, sym("s27"), 4), (sym("24*s27"), 4, 24, 1), device("cpu"), offset=16)}
    %scaled_dot_product_attention : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%transpose, %transpose_1, %transpose_2, None, 0.0, True), kwargs = {scale: 0.25}) {val: tensor(torch.float32, (sym("s77"), 2, sym("s27"), 4), (sym("8*s27"), 4, 8, 1), device("cpu"))}
    %transpose_3 : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%scaled_dot_product_attention, 1, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 2, 4), (sym("8*s27"), 8, 4, 1), device("cpu"))}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%transpose_3, [%sym_size_int_2, %sym_size_int_3, 8]), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("8*s27"), 8, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%reshape, %p_o_weight, %p_o_bias), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), sym("s27"), 8), (sym("8*s27"), 8, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear_1,),), kwargs = {}) {output_specs: (("user_output",),)}
