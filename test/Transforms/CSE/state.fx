// A write to state is seen by modules that read it, and by what shares its memory, even
// where no operand of a call is written. What is the same before and after the write is not.
// RUN: fx-opt %s --cse --print-format=fx | FileCheck %s

// CHECK: %lin :
// CHECK-NEXT: %given :
// CHECK-NEXT: %relu :
// CHECK-NEXT: %weight :
// CHECK-NEXT: %add_ :
// CHECK-NEXT: %lin_2 :
// CHECK-NEXT: %relu_2 :
// CHECK-NEXT: %cat : {{.*}}(args = ([%lin, %lin, %lin_2, %relu, %relu, %relu_2],), kwargs = {})

fx 1
module = Net {
  lin = torch.nn.Linear(4, 4) {
    weight = parameter(torch.float32, (4, 4))
    bias = parameter(torch.float32, (4,))
  }
  giver = torch.fx.GraphModule {
    w = parameter(torch.float32, (4, 4))
    graph():
        %w : [num_users=1] = get_attr[target=w]
        return %w
  }
}
graph():
    %ones : [num_users=3] = call_function[target=torch.ones](args = (4, 4), kwargs = {})
    %lin : [num_users=1] = call_module[target=lin](args = (%ones,), kwargs = {})
    %lin_1 : [num_users=1] = call_module[target=lin](args = (%ones,), kwargs = {})
    %given : [num_users=3] = call_module[target=giver](args = (), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%given,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%given,), kwargs = {})
    %weight : [num_users=1] = get_attr[target=lin.weight]
    %add_ : [num_users=0] = call_method[target=add_](args = (%weight, 1), kwargs = {})
    %lin_2 : [num_users=1] = call_module[target=lin](args = (%ones,), kwargs = {})
    %relu_2 : [num_users=1] = call_function[target=torch.relu](args = (%given,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%lin, %lin_1, %lin_2, %relu, %relu_1, %relu_2],), kwargs = {})
    return %cat
