// PyTorch writes to inputs and buffers after the graph. A copy that is saved for
// gradients may not become what is written then; in inference it may.
// RUN: fx-opt %s --split-input-file --passes='optimize{O1}' | FileCheck %s
// RUN: fx-opt %s --split-input-file --passes='optimize{O1 inference}' | FileCheck %s --check-prefix=INFERENCE

// CHECK-LABEL: graph():
// CHECK: %mm : {{.*}}(args = (%clone, %p_w)
// INFERENCE-LABEL: graph():
// INFERENCE: %mm : {{.*}}(args = (%x, %p_w)
fx 1
module {
  w = parameter(torch.float32, (3, 3), (3, 1), device("cpu"))
  b = buffer(torch.float32, (3, 3), (3, 1), device("cpu"))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %b_b : [num_users=0] = placeholder[target=b_b] {input_spec: ("buffer", "b"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%clone, %p_w), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%mm,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg,),), kwargs = {}) {output_specs: (("user_input_mutation", "x"),)}

// -----

// CHECK-LABEL: graph():
// CHECK: %mm : {{.*}}(args = (%clone, %p_w)
// INFERENCE-LABEL: graph():
// INFERENCE: %mm : {{.*}}(args = (%b_b, %p_w)
fx 1
module {
  w = parameter(torch.float32, (3, 3), (3, 1), device("cpu"))
  b = buffer(torch.float32, (3, 3), (3, 1), device("cpu"))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %b_b : [num_users=1] = placeholder[target=b_b] {input_spec: ("buffer", "b"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %x : [num_users=0] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%b_b,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%clone, %p_w), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%mm,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg,),), kwargs = {}) {output_specs: (("buffer_mutation", "b"),)}

// -----

// Another one is written.
// CHECK-LABEL: graph():
// CHECK: %mm : {{.*}}(args = (%x, %p_w)
// INFERENCE-LABEL: graph():
// INFERENCE: %mm : {{.*}}(args = (%x, %p_w)
fx 1
module {
  w = parameter(torch.float32, (3, 3), (3, 1), device("cpu"))
  b = buffer(torch.float32, (3, 3), (3, 1), device("cpu"))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True)}
    %b_b : [num_users=0] = placeholder[target=b_b] {input_spec: ("buffer", "b"), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%clone, %p_w), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%mm,), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg,),), kwargs = {}) {output_specs: (("buffer_mutation", "b"),)}
