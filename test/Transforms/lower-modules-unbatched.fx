// Modules take inputs without a batch; the functions that they call may not. Where the
// rank is not known, what is written is right for both.
// RUN: fx-opt %s --lower-modules --to=fx | FileCheck %s

fx 1
module = Net {
  norm = torch.nn.InstanceNorm2d(4)
  attention = torch.nn.MultiheadAttention(8, 2, batch_first=True) {
    in_proj_weight = param(torch.float32, (24, 8))
    in_proj_bias = param(torch.float32, (24,))
    out_proj = torch.nn.Linear(8, 8)
  }
}
// CHECK: %unsqueeze : {{.*}}call_method[target=unsqueeze](args = (%unknown, -4)
// CHECK: %flatten : {{.*}}call_method[target=flatten](args = (%unsqueeze, 0, -4)
// CHECK: %instance_norm : {{.*}}(args = (%flatten,)
// CHECK: %reshape_as : {{.*}}call_method[target=reshape_as](args = (%instance_norm, %unknown)
// CHECK: %instance_norm_1 : {{.*}}(args = (%batch,)
// CHECK: call_method[target=unsqueeze](args = (%image, -4)
// CHECK: call_method[target=transpose](args = (%query, 1, 0)
// CHECK: call_method[target=transpose](args = (%getitem, 1, 0)
// CHECK: call_method[target=transpose](args = (%unknown, -2, 0)
graph():
    %unknown : [num_users=2] = placeholder[target=unknown]
    %batch : [num_users=1] = placeholder[target=batch] {val: tensor(torch.float32, (2, 4, 5, 5), (100, 25, 5, 1), device("cpu"))}
    %image : [num_users=1] = placeholder[target=image] {val: tensor(torch.float32, (4, 5, 5), (25, 5, 1), device("cpu"))}
    %query : [num_users=1] = placeholder[target=query] {val: tensor(torch.float32, (2, 3, 8), (24, 8, 1), device("cpu"))}
    %a : [num_users=1] = call_module[target=norm](args = (%unknown,), kwargs = {})
    %b : [num_users=1] = call_module[target=norm](args = (%batch,), kwargs = {})
    %c : [num_users=1] = call_module[target=norm](args = (%image,), kwargs = {})
    %d : [num_users=1] = call_module[target=attention](args = (%query, %query, %query), kwargs = {})
    %e : [num_users=1] = call_module[target=attention](args = (%unknown, %unknown, %unknown), kwargs = {})
    return (%a, %b, %c, %d, %e)
