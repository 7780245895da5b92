// Quantized tensors have the types of floats in programs. What is made of one by
// `dequantize` is not what it is made of.
// RUN: fx-opt %s --split-input-file --decompose -o - | FileCheck %s
// CHECK: %quantize_per_tensor : {{.*}}aten.quantize_per_tensor.tensor_qparams
// CHECK-NEXT: %dequantize : {{.*}}aten.dequantize.self](args = (%quantize_per_tensor,)
// CHECK-NEXT: target=output](args = ((%dequantize,),)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %s : [num_users=1] = placeholder[target=s] {input_spec: ("user_input",), val: tensor(torch.float32, (), (), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %quantize_per_tensor : [num_users=1] = call_function[target=torch.ops.aten.quantize_per_tensor.tensor_qparams](args = (%x, %s, %z, torch.quint8), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %dequantize : [num_users=1] = call_function[target=torch.ops.aten.dequantize.self](args = (%quantize_per_tensor,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%dequantize,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// Nor is it in a branch, which is given one.
// CHECK: aten.dequantize.self](args = (%q,)
// CHECK: aten.quantize_per_tensor.default
fx 1
module {
  branch = torch.fx.graph_module.GraphModule {
    graph():
        %q : [num_users=1] = placeholder[target=q] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %d : [num_users=1] = call_function[target=torch.ops.aten.dequantize.self](args = (%q,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %twice : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%d,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%twice,)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %c : [num_users=1] = placeholder[target=c] {input_spec: ("user_input",), val: tensor(torch.bool, (), (), device("cpu"))}
    %quantize_per_tensor : [num_users=1] = call_function[target=torch.ops.aten.quantize_per_tensor.default](args = (%x, 0.1, 3, torch.quint8), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %branch : [num_users=1] = get_attr[target=branch]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%c, %branch, %branch, (%quantize_per_tensor,)), kwargs = {}) {val: (tensor(torch.float32, (3,), (1,), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
