// Values inside torch.autocast, as PyTorch 2.13 exports them: products are made of the lower
// type, losses of float32, and joined is what is the widest. What decompose converts has no
// holes, as a copy.
//
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: fx-opt %s --passes=decompose,check-values -o - | FileCheck %s
// CHECK: %_to_copy : {{.*}}(args = (%x,), kwargs = {dtype: torch.bfloat16}) {val: tensor(torch.bfloat16, (3, 3), (3, 1),
fx 1
module {
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %arg0_1 : [num_users=6] = placeholder[target=arg0_1] {val: tensor(torch.float32, (3, 3), (6, 1), device("cpu"))}
        %arg1_1 : [num_users=1] = placeholder[target=arg1_1] {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
        %arg2_1 : [num_users=2] = placeholder[target=arg2_1] {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%arg0_1, %arg0_1), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %prelu : [num_users=1] = call_function[target=torch.ops.aten.prelu.default](args = (%arg0_1, %arg1_1), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %einsum : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("ij,kj->ki", [%arg0_1, %arg0_1]), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%arg0_1, %arg2_1],), kwargs = {}) {val: tensor(torch.float32, (6, 3), (3, 1), device("cpu"))}
        %inner : [num_users=1] = call_function[target=torch.ops.aten.inner.default](args = (%arg0_1, %arg0_1), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %power : [num_users=0] = call_function[target=torch.ops.aten.matrix_power.default](args = (%arg0_1, 2), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %pad : [num_users=0] = call_function[target=torch.ops.aten.pad.default](args = (%arg2_1, [1, 1], "reflect"), kwargs = {}) {val: tensor(torch.float32, (3, 5), (5, 1), device("cpu"))}
        return (%linear, %prelu, %einsum, %cat, %inner)
  }
  submod_2 = torch.fx.graph_module.GraphModule {
    graph():
        %linear : [num_users=1] = placeholder[target=linear] {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %arg3_1 : [num_users=1] = placeholder[target=arg3_1] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
        %broadcast_tensors : [num_users=2] = call_function[target=torch.ops.aten.broadcast_tensors.default](args = ([%linear, %linear],), kwargs = {}) {val: [tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")), tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))]}
        %getitem : [num_users=0] = call_function[target=operator.getitem](args = (%broadcast_tensors, 0), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %getitem_1 : [num_users=3] = call_function[target=operator.getitem](args = (%broadcast_tensors, 1), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %l1_loss : [num_users=1] = call_function[target=torch.ops.aten.l1_loss.default](args = (%getitem_1, %getitem_1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
        %nll_loss_nd : [num_users=1] = call_function[target=torch.ops.aten.nll_loss_nd.default](args = (%getitem_1, %arg3_1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
        return (%getitem_1, %l1_loss, %nll_loss_nd)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (6, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {input_spec: ("user_input",), val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {input_spec: ("user_input",), val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %t : [num_users=1] = placeholder[target=t] {input_spec: ("user_input",), val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %wrap_with_autocast : [num_users=5] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, False, %submod_1, %x, %w, %b), kwargs = {}) {val: (tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")), tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")), tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")), tensor(torch.float32, (6, 3), (3, 1), device("cpu")), tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")))}
    %linear : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast, 0), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %prelu : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast, 1), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %einsum : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast, 2), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %cat : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast, 3), kwargs = {}) {val: tensor(torch.float32, (6, 3), (3, 1), device("cpu"))}
    %inner : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast, 4), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %submod_2 : [num_users=1] = get_attr[target=submod_2]
    %wrap_with_autocast_1 : [num_users=3] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.float16, True, False, %submod_2, %linear, %t), kwargs = {}) {val: (tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")), tensor(torch.float32, (), (), device("cpu")), tensor(torch.float32, (), (), device("cpu")))}
    %getitem_8 : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast_1, 0), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %l1_loss : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast_1, 1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %nll_loss_nd : [num_users=1] = call_function[target=operator.getitem](args = (%wrap_with_autocast_1, 2), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem_8, %prelu, %einsum, %cat, %inner, %l1_loss, %nll_loss_nd),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
