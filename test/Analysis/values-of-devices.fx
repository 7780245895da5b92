// Tensors that are made on `cuda` are on the first GPU. Autocast for the CPU leaves tensors of
// a GPU alone.
//
// RUN: fx-opt %s --infer-values | FileCheck %s
// RUN: fx-opt %s --infer-values | fx-opt - --decompose | FileCheck %s --check-prefix=CORE
//
// CHECK: %mm : {{.*}}val: tensor(torch.bfloat16, (2, 2), (2, 1), device("cpu"))
// CHECK: %mm_1 : {{.*}}val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))
// CHECK: %zeros : {{.*}}val: tensor(torch.float32, (2,), (1,), device("cuda:0"))
// CHECK: %named : {{.*}}val: tensor(torch.float32, (2,), (1,), device("cuda:0"))
// CHECK: %second : {{.*}}val: tensor(torch.float32, (2,), (1,), device("cuda:1"))
// CHECK: %meta : {{.*}}val: tensor(torch.float32, (2,), (1,), device("meta"))
// CHECK: %to : {{.*}}val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))
//
// CORE: %_to_copy : {{.*}}(args = (%x,), kwargs = {dtype: torch.bfloat16})
// CORE: mm.default](args = (%_to_copy_1, %_to_copy)
// CORE: mm.default](args = (%y, %y), kwargs = {}) {val: tensor(torch.float32,
fx 1
module {
  region = torch.fx.graph_module.GraphModule {
    graph():
        %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
        %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
        %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%a, %a), kwargs = {})
        %mm_1 : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%b, %b), kwargs = {})
        return (%mm, %mm_1)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=2] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    %region : [num_users=1] = get_attr[target=region]
    %wrap : [num_users=2] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, True, %region, %x, %y), kwargs = {}) {val: (tensor(torch.bfloat16, (2, 2), (2, 1), device("cpu")), tensor(torch.float32, (2, 2), (2, 1), device("cuda:0")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%wrap, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%wrap, 1), kwargs = {})
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([2],), kwargs = {device: device("cuda")})
    %named : [num_users=1] = call_function[target=torch.ops.aten.ones.default](args = ([2],), kwargs = {device: device("cuda:0")})
    %second : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([2], 1.5), kwargs = {device: device("cuda:1")})
    %meta : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([2],), kwargs = {device: device("meta")})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.device](args = (%y, device("cuda"), torch.float32), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((%getitem, %getitem_1, %zeros, %named, %second, %meta, %to),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
