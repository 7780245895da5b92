// A piece of what a caller gives lies in memory as that does, so a copy of it to another
// layout stays.
// RUN: fx-opt %s -O1 --to=fx | FileCheck %s

// CHECK: %clone :
// CHECK: view.default](args = (%clone,

fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 4, 6), (24, 6, 1), device("cpu"))}
    %chunk : [num_users=2] = call_function[target=torch.ops.aten.chunk.default](args = (%x, 2), kwargs = {}) {val: [tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu")), tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu"), requires_grad=False, offset=24)]}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {}) {val: tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu"))}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {}) {val: tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu"), requires_grad=False, offset=24)}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%getitem,), kwargs = {}) {val: tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%neg,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [24]), kwargs = {}) {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem_1,), kwargs = {}) {val: tensor(torch.float32, (1, 4, 6), (24, 6, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%view, %exp),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
