// Values that the program gives and that are no longer, or never were, what is computed.
// RUN: fx-opt %s --decompose --split-input-file 2>/dev/null | FileCheck %s

// torch.export of Python's code takes a product in torch.autocast for one of float32.
// CHECK-LABEL: graph():
// CHECK: %addmm : {{.*}}val: tensor(torch.bfloat16
// CHECK: %mul : {{.*}}val: tensor(torch.bfloat16
// CHECK-NOT: torch.float32
fx 1
module {
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=2] = placeholder[target=arg0_1] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%arg0_1, 1, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (3,), device("cpu")), source_fn_stack: "getitem,_operator.getitem", from_node: "[{\"name\": \"getitem\", \"target\": \"<built-in function getitem>\", \"graph_id\": 140182879382800, \"pass_name\": \"Interpreter_PropagateUnbackedSymInts\", \"action\": \"create\", \"from_node\": [{\"name\": \"getitem\", \"target\": \"<built-in function getitem>\", \"graph_id\": 140182856454800, \"pass_name\": \"Interpreter_DynamoGraphTransformer\", \"action\": \"create\", \"from_node\": []}]}]"}
        %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%arg0_1, %arg0_1, %select), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu")), source_fn_stack: "linear,torch._C._nn.linear", from_node: "[{\"name\": \"y\", \"target\": \"<built-in function linear>\", \"graph_id\": 140182879382800, \"pass_name\": \"Interpreter_PropagateUnbackedSymInts\", \"action\": \"create\", \"from_node\": [{\"name\": \"y\", \"target\": \"<built-in function linear>\", \"graph_id\": 140182856454800, \"pass_name\": \"Interpreter_DynamoGraphTransformer\", \"action\": \"create\", \"from_node\": []}]}]"}
        return (%linear,)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %linear : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, None, %submod_1, %x), kwargs = {}) {val: (tensor(torch.float32, (2, 2), (2, 1), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%linear, 0), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%getitem, 2), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu")), source_fn_stack: "mul,_operator.mul", from_node: "[{\"name\": \"res\", \"target\": \"<built-in function mul>\", \"graph_id\": 140182879382800, \"pass_name\": \"Interpreter_PropagateUnbackedSymInts\", \"action\": \"create\", \"from_node\": [{\"name\": \"res\", \"target\": \"<built-in function mul>\", \"graph_id\": 140182856454800, \"pass_name\": \"Interpreter_DynamoGraphTransformer\", \"action\": \"create\", \"from_node\": []}]}]"}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// The input has holes; what it becomes has none, nor do views of that.
// CHECK-LABEL: graph():
// CHECK: %add : {{.*}}val: tensor(torch.float32, (3, 3), (3, 1)
// CHECK: %unsqueeze : {{.*}}val: tensor(torch.float32, (1, 3, 3), (9, 3, 1)
// CHECK: %unsqueeze_1 : {{.*}}val: tensor(torch.float32, (1, 3, 3, 1), (9, 3, 1, 1)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (6, 2), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%y, %y), kwargs = {alpha: 2}) {val: tensor(torch.float32, (3, 3), (6, 2), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%add_, 0), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3), (18, 6, 2), device("cpu"))}
    %unsqueeze_1 : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%unsqueeze, 3), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3, 1), (18, 6, 2, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%unsqueeze_1, 1), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3, 1), (9, 3, 1, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// ravel makes new memory of what is expanded, although a view would do.
// CHECK-LABEL: graph():
// CHECK: %clone : {{.*}}(args = (%expand,), kwargs = {memory_format: torch.contiguous_format})
// CHECK: %view : {{.*}}(args = (%clone, [-1])
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%x, [4]), kwargs = {}) {val: tensor(torch.float32, (4,), (0,), device("cpu"))}
    %ravel : [num_users=1] = call_function[target=torch.ops.aten.ravel.default](args = (%expand,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %ravel
