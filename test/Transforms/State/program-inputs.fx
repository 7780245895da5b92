fx 1
// Of inputs of a program that are one parameter one is used, but not where an output is that
// memory, or only one has a gradient. The other inputs are keys of PyTorch's state dictionary,
// and stay. A buffer that is written without being read stays.
// RUN: fx-opt %s --dedupe-state | FileCheck %s --check-prefix=DEDUPE
// RUN: fx-opt %s --prune-unused-state | FileCheck %s --check-prefix=PRUNE

// RUN: fx-opt %s --passes=dedupe-state,prune-unused-state | FileCheck %s --check-prefix=BOTH

// DEDUPE:      %p_a : [num_users=1] = placeholder
// DEDUPE-NEXT: %p_b : [num_users=0] = placeholder
// DEDUPE-NEXT: %p_frozen : [num_users=1] = placeholder
// DEDUPE-NEXT: %p_r : [num_users=1] = placeholder
// DEDUPE-NEXT: %p_s : [num_users=1] = placeholder
// DEDUPE:      %add : {{.*}}(args = (%p_a, %p_a), kwargs = {})

// PRUNE: count = buffer(
// PRUNE-NOT: unused
// PRUNE: %b_count : [num_users=0] = placeholder
// PRUNE-NEXT: %x :
// BOTH:      %p_a : [num_users=1] = placeholder
// BOTH-NEXT: %p_b : [num_users=0] = placeholder
// BOTH-NOT:  %p_unused
module {
  a = parameter(torch.float32, (2,), (1,), device("cpu"), record="one")
  b = parameter(torch.float32, (2,), (1,), device("cpu"), record="one")
  frozen = parameter(torch.float32, (2,), (1,), device("cpu"), requires_grad=False, record="one")
  r = parameter(torch.float32, (2,), (1,), device("cpu"), record="two")
  s = parameter(torch.float32, (2,), (1,), device("cpu"), record="two")
  unused = parameter(torch.float32, (2,), (1,), device("cpu"))
  count = buffer(torch.float32, (2,), (1,), device("cpu"))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %p_a : [num_users=1] = placeholder[target=p_a] {input_spec: ("parameter", "a"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_b : [num_users=1] = placeholder[target=p_b] {input_spec: ("parameter", "b"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_frozen : [num_users=1] = placeholder[target=p_frozen] {input_spec: ("parameter", "frozen"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %p_r : [num_users=1] = placeholder[target=p_r] {input_spec: ("parameter", "r"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_s : [num_users=1] = placeholder[target=p_s] {input_spec: ("parameter", "s"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_unused : [num_users=0] = placeholder[target=p_unused] {input_spec: ("parameter", "unused"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %b_count : [num_users=0] = placeholder[target=b_count] {input_spec: ("buffer", "count", True), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%p_a, %p_b), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %p_frozen), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %sub : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul, %p_s), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg, %sub, %p_r),), kwargs = {}) {output_specs: (("buffer_mutation", "count"), ("user_output",), ("user_output",))}
