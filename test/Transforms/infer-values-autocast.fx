// What torch.export says of a product inside torch.autocast may be wrong; rules would
// believe it, and take the cast to float32 for nothing.
// RUN: fx-opt %s -O1 2>/dev/null | FileCheck %s
// CHECK: %product : {{.*}}{val: tensor(torch.bfloat16, (3, 3), (3, 1),
// CHECK: %float_1 : {{.*}}torch.ops.aten.to.dtype
// CHECK: return (%float_1,)
fx 1
module {
  submod = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %product : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%x, %x), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %float_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%product, torch.float32), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        return (%float_1,)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %submod : [num_users=1] = get_attr[target=submod]
    %region : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, False, %submod, %x), kwargs = {}) {val: (tensor(torch.float32, (3, 3), (3, 1), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%region, 0), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
