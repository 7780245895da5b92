// Calls of one module are merged when it computes a value and nothing else.
// RUN: fx-opt %s --cse --print-format=fx | FileCheck %s

// A write to an input may be one to a parameter: nobody knows what a caller
// passes.
// CHECK: %lin : [num_users=1]
// CHECK-NEXT: %relu : [num_users=1]
// CHECK-NEXT: %lin_2 : [num_users=1]
// CHECK-NEXT: %drop : [num_users=1]
// CHECK-NEXT: %drop_1 : [num_users=1]
// CHECK-NEXT: %mine : [num_users=1]
// CHECK-NEXT: %mine_1 : [num_users=1]
// CHECK-NEXT: %cat : {{.*}}(args = ([%lin, %lin, %relu, %lin_2, %drop, %drop_1, %mine, %mine_1],), kwargs = {})

fx 1
module = Net {
  lin = torch.nn.Linear(4, 4) {
    weight = parameter(torch.float32, (4, 4))
    bias = parameter(torch.float32, (4,))
  }
  relu = torch.nn.ReLU(inplace=True)
  drop = torch.nn.Dropout(p=0.5) training
  mine = Mine()
}
graph():
    %x : [num_users=3] = placeholder[target=x]
    %y : [num_users=5] = placeholder[target=y]
    %lin : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})
    %lin_1 : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_module[target=relu](args = (%y,), kwargs = {})
    %lin_2 : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})
    %drop : [num_users=1] = call_module[target=drop](args = (%y,), kwargs = {})
    %drop_1 : [num_users=1] = call_module[target=drop](args = (%y,), kwargs = {})
    %mine : [num_users=1] = call_module[target=mine](args = (%y,), kwargs = {})
    %mine_1 : [num_users=1] = call_module[target=mine](args = (%y,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%lin, %lin_1, %relu, %lin_2, %drop, %drop_1, %mine, %mine_1],), kwargs = {})
    return %cat
