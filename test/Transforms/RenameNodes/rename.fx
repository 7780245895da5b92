// RUN: fx-opt %s --rename-nodes > %t
// RUN: FileCheck %s < %t
// RUN: fx-opt %t --rename-nodes | diff %t -

// Graphs of submodules have names of their own.
// CHECK: %x : [num_users=1] = placeholder[target=x]
// CHECK: %relu : {{.*}} call_method[target=relu](args = (%x,), kwargs = {}) {tag: "foo"}
// CHECK: %_args : [num_users=1] = placeholder[target=*args]
// CHECK: %input_1 : [num_users=1] = placeholder[target=input]
// CHECK: %relu : {{.*}} call_function[target=torch.relu](args = (%_args,), kwargs = {})
// CHECK: %relu_1 : {{.*}} call_function[target=torch.relu](args = (%relu,), kwargs = {})
// CHECK: %layer1_0_relu : {{.*}} call_module[target=layer1.0.relu](args = (%relu_1, %input_1), kwargs = {})
// CHECK: return %layer1_0_relu

fx 1
module = Net {
  layer1 = torch.nn.Sequential {
    "0" = torch.nn.Sequential {
      relu = torch.fx.GraphModule {
        graph():
            %a : [num_users=1] = placeholder[target=x]
            %b : [num_users=1] = call_method[target=relu](args = (%a,), kwargs = {}) {tag: "foo"}
            return %b
      }
    }
  }
}
graph():
    %relu : [num_users=1] = placeholder[target="*args"]
    %input_2 : [num_users=1] = placeholder[target=input]
    %relu_5 : [num_users=1] = call_function[target=torch.relu](args = (%relu,), kwargs = {})
    %relu_3 : [num_users=1] = call_function[target=torch.relu](args = (%relu_5,), kwargs = {})
    %x : [num_users=1] = call_module[target=layer1.0.relu](args = (%relu_3, %input_2), kwargs = {})
    %out : [num_users=0] = output[target=output](args = (%x,), kwargs = {})
