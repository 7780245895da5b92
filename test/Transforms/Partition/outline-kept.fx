fx 1
// Parts of torch.fx graphs that stay as they are.
// RUN: fx-opt %s --passes=outline 2>&1 | FileCheck %s
module net = Net {
  norm = torch.nn.BatchNorm1d(4) training {
    weight = parameter(torch.float32, (4,))
    bias = parameter(torch.float32, (4,))
    running_mean = buffer(torch.float32, (4,))
    running_var = buffer(torch.float32, (4,))
    num_batches_tracked = buffer(torch.int64, ())
  }
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %norm : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {}) {tag: "a"}
    %norm_1 : [num_users=1] = call_module[target=norm](args = (%norm,), kwargs = {})
    %neg : [num_users=0] = call_function[target=torch.neg](args = (%x,), kwargs = {}) {tag: "c"}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%norm_1,), kwargs = {}) {tag: "d"}
    return %relu

// CHECK: outline-kept.fx:15:5: remark: outline: a part with the tag 'a' stays as it is: the module 'norm' writes to its state, and others use it
// CHECK: outline-kept.fx:17:5: remark: outline: a part with the tag 'c' stays as it is: it has no results
// CHECK: %norm : {{.*}}call_module[target=norm]{{.*}} {tag: "a"}
// CHECK: %norm_1 :
// CHECK: %neg : {{.*}} {tag: "c"}
// CHECK: %d : {{.*}}call_module[target=d]
