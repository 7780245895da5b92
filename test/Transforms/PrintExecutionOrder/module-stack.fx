// Calls of one module are told apart by nn_module_stack: `inner` is called twice.
// RUN: fx-opt %s --print-execution-order --print-format=none > %t
// RUN: FileCheck %s < %t

// CHECK: {{^}}module_forward_order:
// CHECK-NEXT: {{^}}   ''
// CHECK-NEXT: {{^}}   'layer0'
// CHECK-NEXT: {{^}}   'relu'
// CHECK-NEXT: {{^}}   'inner'
// CHECK-NEXT: {{^}}   'inner.lin'
// CHECK-NEXT: {{^}}   'inner'
// CHECK-NEXT: {{^}}   'inner.lin'
// CHECK-NEXT: {{^}}param_forward_order:
// CHECK-NEXT: {{^}}   layer0.weight
// CHECK-NEXT: {{^}}   layer0.bias
// CHECK-NEXT: {{^}}   inner.lin.weight
// CHECK-NEXT: {{^}}   inner.lin.bias
// CHECK-NEXT: {{^}}   inner.scale
// CHECK-NEXT: {{^}}   weight
// CHECK-NEXT: {{^}}module_to_param_usage_infos:
// CHECK-NEXT: {{^}}   '' [("'layer0'", ['weight', 'bias']), ("'inner'", ['scale', 'lin.weight', 'lin.bias']), ("'inner'", ['scale', 'lin.weight', 'lin.bias']), ("''", ['weight'])]
// CHECK-NEXT: {{^}}   'layer0' [("'layer0'", ['weight', 'bias'])]
// CHECK-NEXT: {{^}}   'relu' []
// CHECK-NEXT: {{^}}   'inner' [("'inner.lin'", ['weight', 'bias']), ("'inner'", ['inner.scale'])]
// CHECK-NEXT: {{^}}   'inner.lin' [("'inner.lin'", ['weight', 'bias'])]
// CHECK-NOT: {{.}}

fx 1
module = Net {
  layer0 = torch.nn.Linear(4, 4) {
    weight = parameter(torch.float32, (4, 4))
    bias = parameter(torch.float32, (4,))
  }
  inner = Inner {
    scale = parameter(torch.float32, (4,))
    lin = torch.nn.Linear(4, 4) {
      weight = parameter(torch.float32, (4, 4))
      bias = parameter(torch.float32, (4,))
    }
  }
  weight = parameter(torch.float32, (4, 4))
  relu = torch.nn.ReLU()
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %layer0 : [num_users=1] = call_module[target=layer0](args = (%x,), kwargs = {}) {nn_module_stack: {"layer0": ("layer0", "torch.nn.modules.linear.Linear")}}
    %relu : [num_users=1] = call_module[target=relu](args = (%layer0,), kwargs = {}) {nn_module_stack: {"relu": ("relu", "torch.nn.modules.activation.ReLU")}}
    %inner_lin : [num_users=1] = call_module[target=inner.lin](args = (%relu,), kwargs = {}) {nn_module_stack: {"inner": ("inner", "Inner"), "inner.lin": ("inner.lin", "torch.nn.modules.linear.Linear")}}
    %inner_scale : [num_users=1] = get_attr[target=inner.scale] {nn_module_stack: {"inner": ("inner", "Inner")}}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%inner_lin, %inner_scale), kwargs = {}) {nn_module_stack: {"inner": ("inner", "Inner")}}
    %inner_lin_1 : [num_users=1] = call_module[target=inner.lin](args = (%mul,), kwargs = {}) {nn_module_stack: {"inner@1": ("inner", "Inner"), "inner.lin@1": ("inner.lin", "torch.nn.modules.linear.Linear")}}
    %inner_scale_1 : [num_users=1] = get_attr[target=inner.scale] {nn_module_stack: {"inner@1": ("inner", "Inner")}}
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (%inner_lin_1, %inner_scale_1), kwargs = {}) {nn_module_stack: {"inner@1": ("inner", "Inner")}}
    %weight : [num_users=1] = get_attr[target=weight]
    %matmul : [num_users=1] = call_function[target=torch.matmul](args = (%mul_1, %weight), kwargs = {})
    return %matmul
