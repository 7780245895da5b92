// RUN: fx-opt %s --decompose --split-input-file | FileCheck %s

// What buffers and inputs hold in the end are outputs, before the results.
// CHECK: verifiers = ["ATEN"]
// CHECK: %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%b_seen, 1), kwargs = {}) {stack_trace: "a.py:3", val: tensor(torch.int64, (), (), device("cpu"))}
// CHECK: %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %add), kwargs = {})
// CHECK: %output : {{.*}}(args = ((%add, %mul, %add),), kwargs = {}) {output_specs: (("buffer_mutation", "seen"), ("user_input_mutation", "x"), ("user_output",))}
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %b_seen : [num_users=2] = placeholder[target=b_seen] {input_spec: ("buffer", "seen"), val: tensor(torch.int64, (), (), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%b_seen, 1), kwargs = {}) {stack_trace: "a.py:3", val: tensor(torch.int64, (), (), device("cpu"))}
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%x, %add_), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%b_seen,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// Sizes are asked for at the front and computed once.
// CHECK: %sym_size_int : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s0")}
// CHECK-NEXT: %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size_int, 4), kwargs = {}) {val: sym("4*s0")}
// CHECK-NEXT: %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [%mul, 6]), kwargs = {})
// CHECK: %addmm :
// CHECK-NEXT: %view_1 : {{.*}}(args = (%addmm, [%sym_size_int, 4, 5]), kwargs = {}) {val: tensor(torch.float32, (sym("s0"), 4, 5), (20, 5, 1), device("cpu"))}
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s0": (2, 64)}
  symbolics = {"s0": ("Symbol('s0', positive=True, integer=True)", "int", 3)}
}
graph():
    %w : [num_users=1] = placeholder[target=w] {input_spec: ("user_input",), val: tensor(torch.float32, (5, 6), (6, 1), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {input_spec: ("user_input",), val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s0"), 4, 6), (24, 6, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %w, %b), kwargs = {}) {val: tensor(torch.float32, (sym("s0"), 4, 5), (20, 5, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// Nested graphs are decomposed too; a region that sets a mode goes.
// CHECK-NOT: submod_1
// CHECK: true_graph_0 = torch.fx.graph_module.GraphModule {
// CHECK: call_function[target=torch.ops.aten.sigmoid.default]
// CHECK-NOT: submod_1
// CHECK: verifiers = ["ATEN"]
// CHECK: %hardtanh : [num_users=1] = call_function[target=torch.ops.aten.hardtanh.default](args = (%x, 0, 6), kwargs = {})
// CHECK: %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%flag, %true_graph_0, %false_graph_0, [%hardtanh]), kwargs = {})
fx 1
module {
  true_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%silu,)
  }
  false_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%cos,)
  }
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %relu6 : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%relu6,)
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
    %flag : [num_users=1] = placeholder[target=flag] {input_spec: ("user_input",), val: tensor(torch.bool, (), (), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %wrap : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_1, %x), kwargs = {}) {val: (tensor(torch.float32, (3,), (1,), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%wrap, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%flag, %true_graph_0, %false_graph_0, [%getitem]), kwargs = {}) {val: (tensor(torch.float32, (3,), (1,), device("cpu")),)}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem_1,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// A number that stands for data, here a float.
// CHECK: %_local_scalar_dense : [num_users=1] = call_function[target=torch.ops.aten._local_scalar_dense.default](args = (%x,), kwargs = {}) {val: sym("zuf0")}
// CHECK-NEXT: %full : {{.*}}(args = ([2], %_local_scalar_dense), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  symbolics = {"zuf0": ("Symbol('zuf0')", "float", None)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (), (), device("cpu"))}
    %item : [num_users=1] = call_function[target=torch.ops.aten.item.default](args = (%x,), kwargs = {}) {val: sym("zuf0")}
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([2], %item), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%full,),), kwargs = {}) {output_specs: (("user_output",),)}
