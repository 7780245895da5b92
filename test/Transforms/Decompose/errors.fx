// RUN: not fx-opt %s --decompose --split-input-file 2>&1 | FileCheck %s

// CHECK: :[[@LINE+4]]:5: error: the contents of 'x' are changed in place, which no output of this graph can return
// CHECK-NEXT: %x :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {})
    return %add_

// -----

// What is decomposed into must be what the program says.
// CHECK: :[[@LINE+4]]:5: error: 'relu6' cannot be decomposed: what it is decomposed into has other sizes
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %relu6 : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %relu6

// -----

// CHECK: remark: calls of 'torch.ops.aten.unbind.int' are left as they are: the type of 'x' is not known
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %unbind : [num_users=1] = call_function[target=torch.ops.aten.unbind.int](args = (%x,), kwargs = {})
    return %unbind

// -----

// CHECK: error: 'add_' cannot be decomposed: memory of unknown sizes is written through a view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [-1]), kwargs = {})
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%view, 1), kwargs = {})
    return %add_

// -----

// PyTorch does not run this either.
// CHECK: error: 'add_' cannot be decomposed: several elements of 'expand', which is written, are the same memory
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%clone, [2, 3, 4]), kwargs = {})
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%expand, 1), kwargs = {})
    return %add_

// -----

// CHECK: :[[@LINE+3]]:5: error: 'x' cannot be decomposed: its sizes or strides are changed in place, which no output can say
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %t_ : [num_users=0] = call_function[target=torch.ops.aten.t_.default](args = (%x,), kwargs = {})
    return %x

// -----

// CHECK: error: 'resize_' cannot be decomposed: input 'x' is resized
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %resize_ : [num_users=0] = call_function[target=torch.ops.aten.resize_.default](args = (%x, [2]), kwargs = {})
    return %x

// -----

// CHECK: error: 'addmm_' cannot be decomposed: 'torch.ops.aten.addmm_.default' reads memory that it writes
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %addmm_ : [num_users=0] = call_function[target=torch.ops.aten.addmm_.default](args = (%clone, %clone, %x), kwargs = {})
    return %clone

// -----

// The kernel reads the first column after it has written it.
// CHECK: error: 'sub_' cannot be decomposed: 'torch.ops.aten.sub_.Tensor' reads memory that it writes
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=3] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 1, 0, 1), kwargs = {})
    %sub_ : [num_users=0] = call_function[target=torch.ops.aten.sub_.Tensor](args = (%clone, %slice_1), kwargs = {})
    return %clone

// -----

// What was written lies where it did, also where its new contents are dense.
// CHECK: error: 'add_' cannot be decomposed: 'torch.ops.aten.add_.Tensor' reads memory that it writes
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %neg_ : [num_users=0] = call_function[target=torch.ops.aten.neg_.default](args = (%x,), kwargs = {})
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%x,), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%t, %x), kwargs = {})
    return %x

// -----

// `mul` is x, which exp.out makes smaller.
// CHECK: error: 'x' cannot be decomposed: its sizes or strides are changed in place, which no output can say
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.out](args = (%x, %x), kwargs = {out: %x}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.out](args = (%y,), kwargs = {out: %mul}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %exp

// -----

// The same with out=, of an overlapping view.
// CHECK: error: 'add' cannot be decomposed: 'torch.ops.aten.add.out' reads memory that it writes
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=3] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%clone, [3, 4], [0, 1]), kwargs = {})
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%as_strided, %x), kwargs = {out: %clone})
    return %clone

// -----

// The view shows elements between those of 'x', which a new value for 'x' does not have.
// CHECK: error: 'neg' cannot be decomposed: as_strided reads memory, part of which was written as another tensor
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%x, [2, 2], [1, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%as_strided,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// The same where the view is made afterwards.
// CHECK: error: 'as_strided' cannot be decomposed: as_strided reads memory, part of which was written as another tensor
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2), (4, 1), device("cpu"))}
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%x, [2, 2], [1, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%as_strided,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// A graph may return a view of what it was given.
// CHECK: :[[@LINE+15]]:5: error: 'add_' cannot be decomposed: 'getitem', which is written, shares memory in a way that is not followed
fx 1
module {
  part = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %part : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, 2), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
        return (%part,)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %part : [num_users=1] = get_attr[target=part]
    %call : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%part, "part", %x), kwargs = {}) {val: (tensor(torch.float32, (2,), (1,), device("cpu")),)}
    %y : [num_users=2] = call_function[target=operator.getitem](args = (%call, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%y, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return (%y,)
