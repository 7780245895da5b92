// torch.autocast converts einsum where it multiplies matrices, that is where a dimension
// of two operands is summed; elsewhere it multiplies elements, or permutes them.
// RUN: fx-opt %s --check-values -o /dev/null 2>&1 | count 0
fx 1
module {
  submod = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (3, 1), (1, 1), device("cpu"))}
        %product : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("ij,jk", [%x, %x]), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
        %ones : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("ij,kj->ik", [%y, %y]), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %turned : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("ij->ji", [%x]), kwargs = {}) {val: tensor(torch.float32, (3, 3), (1, 3), device("cpu"))}
        %times : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("ij,ij->ij", [%x, %x]), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        %sums : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("ij,kl->ik", [%x, %x]), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
        return (%product, %ones, %turned, %times, %sums)
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
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 1), (1, 1), device("cpu"))}
    %submod : [num_users=1] = get_attr[target=submod]
    %region : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = ("cpu", torch.bfloat16, True, False, %submod, %x, %y), kwargs = {}) {val: (tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu")), tensor(torch.float32, (3, 3), (3, 1), device("cpu")), tensor(torch.float32, (3, 3), (1, 3), device("cpu")), tensor(torch.float32, (3, 3), (3, 1), device("cpu")), tensor(torch.float32, (3, 3), (3, 1), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%region, 0), kwargs = {}) {val: tensor(torch.bfloat16, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
