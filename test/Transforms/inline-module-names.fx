fx 1
// What the option `modules` picks. Classes win over paths of that name.
//
// RUN: fx-opt %s --inline-module=relu | FileCheck %s --check-prefix=CLASS
// RUN: fx-opt %s --inline-module=ReLU | FileCheck %s --check-prefix=CLASS
// RUN: fx-opt %s --inline-module=torch.nn.ReLU | FileCheck %s --check-prefix=CLASS
// RUN: fx-opt %s --inline-module=torch.nn.modules.activation.ReLU | FileCheck %s --check-prefix=CLASS
// RUN: fx-opt %s --inline-module='class:re?u' | FileCheck %s --check-prefix=CLASS
// RUN: fx-opt %s --inline-module=path:relu | FileCheck %s --check-prefix=PATH
// RUN: fx-opt %s --inline-module='layer.*' | FileCheck %s --check-prefix=GLOB
// RUN: fx-opt %s --inline-module=layer.act | FileCheck %s --check-prefix=GLOB
// RUN: fx-opt %s --inline-module='{layer,other}.*' | FileCheck %s --check-prefix=GLOB
// RUN: fx-opt %s --inline-module='head,gelu' | FileCheck %s --check-prefix=SEVERAL
// RUN: fx-opt %s --passes='inline-module{modules={path:relu,path:layer.act}}' | FileCheck %s --check-prefix=BOTH
// RUN: fx-opt %s --inline-module='*' | FileCheck %s --check-prefix=EVERY
// RUN: fx-opt %s --inline-module=leaf | FileCheck %s --check-prefix=EVERY
module net = Net {
  relu = torch.nn.GELU()
  layer = torch.nn.Sequential {
    act = torch.nn.ReLU()
  }
  head = my.pkg.Head {
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %neg : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
        return %neg
  }
}
// CLASS:      %relu : {{.*}} call_module[target=relu](args = (%x,)
// CLASS-NEXT: %relu_1 : {{.*}} call_function[target=torch.nn.functional.relu](args = (%relu,), kwargs = {inplace: False})
// CLASS-NEXT: call_module[target=head](args = (%relu_1,)
// PATH:       call_function[target=torch._C._nn.gelu](args = (%x,), kwargs = {approximate: "none"})
// PATH-NEXT:  call_module[target=layer.act]
// PATH-NEXT:  call_module[target=head]
// GLOB:       call_module[target=relu]
// GLOB-NEXT:  call_function[target=torch.nn.functional.relu]
// GLOB-NEXT:  call_module[target=head]
// SEVERAL:      call_function[target=torch._C._nn.gelu]
// SEVERAL-NEXT: call_module[target=layer.act]
// SEVERAL-NEXT: call_function[target=torch.neg]
// BOTH:       call_function[target=torch._C._nn.gelu]
// BOTH-NEXT:  call_function[target=torch.nn.functional.relu]
// BOTH-NEXT:  call_module[target=head]
// EVERY:      call_function[target=torch._C._nn.gelu]
// EVERY-NEXT: call_function[target=torch.nn.functional.relu]
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    %layer_act : [num_users=1] = call_module[target=layer.act](args = (%relu,), kwargs = {})
    %head : [num_users=1] = call_module[target=head](args = (%layer_act,), kwargs = {})
    return %head
