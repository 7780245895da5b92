fx 1
// State and modules go with the part that alone uses them; their records keep
// their names.
// RUN: fx-opt %s --passes=outline | FileCheck %s --implicit-check-not=unused
// RUN: fx-opt %s --passes='outline{tags=c}' | FileCheck %s --check-prefix=ONLY
// RUN: fx-opt %s --passes='outline{name=7th}' | FileCheck %s --check-prefix=NAME
module net = Net training {
  block = torch.nn.Module {
    fc = torch.nn.Linear(4, 4) {
      weight = parameter(torch.float32, (4, 4), record="w0")
      bias = parameter(torch.float32, (4,))
    }
  }
  act = torch.nn.ReLU()
  scale = parameter(torch.float32, (4,))
  shared = parameter(torch.float32, (4,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %scale : [num_users=1] = get_attr[target=scale]
    %shared : [num_users=2] = get_attr[target=shared]
    %fc : [num_users=2] = call_module[target=block.fc](args = (%x,), kwargs = {}) {tag: "a"}
    %act : [num_users=1] = call_module[target=act](args = (%fc,), kwargs = {}) {tag: "a"}
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%act, %scale), kwargs = {}) {tag: "a"}
    %add : [num_users=1] = call_function[target=torch.add](args = (%mul, %shared), kwargs = {}) {tag: "a"}
    %act_1 : [num_users=1] = call_module[target=act](args = (%add,), kwargs = {}) {tag: "c d"}
    %add_1 : [num_users=1] = call_function[target=torch.add](args = (%act_1, %shared), kwargs = {}) {tag: "c"}
    return (%add_1, %fc)

// CHECK: module net = Net training {
// CHECK-NEXT:   shared = parameter
// CHECK-NEXT:   a = torch.fx.graph_module.GraphModule training {
// CHECK-NEXT:     scale = parameter(torch.float32, (4,), record="scale")
// CHECK-NEXT:     block = torch.nn.Module {
// CHECK-NEXT:       fc = torch.nn.Linear(4, 4) {
// CHECK-NEXT:         weight = parameter(torch.float32, (4, 4), record="w0")
// CHECK-NEXT:         bias = parameter(torch.float32, (4,), record="block.fc.bias")
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// A module that several parts call is copied.
// CHECK-NEXT:     act = torch.nn.ReLU()
// CHECK-NEXT:     graph():
// CHECK-NEXT:         %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT:         %shared : [num_users=1] = placeholder[target=shared]
// CHECK-NEXT:         %fc : {{.*}}call_module[target=block.fc](args = (%x,), kwargs = {}) {tag: "a"}
// CHECK-NEXT:         %act : {{.*}}call_module[target=act](args = (%fc,), kwargs = {}) {tag: "a"}
// CHECK-NEXT:         %scale : {{.*}}get_attr[target=scale]
// CHECK-NEXT:         %mul : {{.*}}(args = (%act, %scale), kwargs = {}) {tag: "a"}
// CHECK-NEXT:         %add : {{.*}}(args = (%mul, %shared), kwargs = {}) {tag: "a"}
// CHECK-NEXT:         return (%fc, %add)
// CHECK-NEXT:   }
// CHECK-NEXT:   c_d = torch.fx.graph_module.GraphModule training {
// CHECK-NEXT:     act = torch.nn.ReLU()
// CHECK:      {{^}}graph():
// CHECK-NEXT:     %x :
// CHECK-NEXT:     %shared : [num_users=2] = get_attr[target=shared]
// CHECK-NEXT:     %a : [num_users=2] = call_module[target=a](args = (%x, %shared), kwargs = {})
// CHECK-NEXT:     %fc : [num_users=1] = call_function[target=operator.getitem](args = (%a, 0), kwargs = {})
// CHECK-NEXT:     %add : [num_users=1] = call_function[target=operator.getitem](args = (%a, 1), kwargs = {})
// CHECK-NEXT:     %c_d : [num_users=1] = call_module[target=c_d](args = (%add,), kwargs = {})
// CHECK-NEXT:     %c : [num_users=1] = call_module[target=c](args = (%c_d, %shared), kwargs = {})
// CHECK-NEXT:     return (%c, %fc)

// ONLY: act = torch.nn.ReLU()
// ONLY: {{^}}graph():
// ONLY: %act_1 : {{.*}} {tag: "c d"}
// ONLY: %c : {{.*}}call_module[target=c](args = (%act_1, %shared), kwargs = {})

// NAME: _7th_0 = torch.fx.graph_module.GraphModule
// NAME: _7th_1 = torch.fx.graph_module.GraphModule
// NAME: _7th_2 = torch.fx.graph_module.GraphModule
