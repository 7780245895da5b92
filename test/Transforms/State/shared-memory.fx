// What shares memory with a parameter: a write to the result of a module may be
// one to the parameters of the module, for example.
// RUN: fx-opt %s --split-input-file --cse --freeze --dce | FileCheck %s

fx 1
module {
  sub = torch.nn.Module {
    w = parameter(torch.float32, (2, 2))
    graph():
        %w : [num_users=1] = get_attr[target=w]
        %view : [num_users=1] = call_method[target=view](args = (%w, 4), kwargs = {})
        return %view
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=2] = get_attr[target=sub.w]
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%w,), kwargs = {})
    %sub : [num_users=1] = call_module[target=sub](args = (), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%sub, 1), kwargs = {})
    %exp_1 : [num_users=1] = call_function[target=torch.exp](args = (%w,), kwargs = {})
    return (%x, %exp, %exp_1)
// CHECK: w = parameter(
// CHECK: %exp : {{.*}}(args = (%w,)
// CHECK: %add_ :
// CHECK: %exp_1 : {{.*}}(args = (%w,)

// -----
fx 1
module {
  outer = torch.nn.Module {
    inner = torch.nn.Module {
      w = parameter(torch.float32, (2, 2))
      graph():
          %w : [num_users=1] = get_attr[target=w]
          return %w
    }
    graph():
        %inner : [num_users=1] = call_module[target=inner](args = (), kwargs = {})
        %add_ : [num_users=0] = call_method[target=add_](args = (%inner, 1), kwargs = {})
        return None
  }
}
graph():
    %w : [num_users=1] = get_attr[target=outer.inner.w]
    %outer : [num_users=0] = call_module[target=outer](args = (), kwargs = {})
    return %w
// CHECK: w = parameter(
// CHECK: %outer : {{.*}}call_module

// -----
fx 1
module {
  sub = torch.nn.Module {
    w = parameter(torch.float32, (2, 2))
    graph():
        %w : [num_users=1] = get_attr[target=w]
        return %w
  }
}
graph():
    %w : [num_users=1] = get_attr[target=sub.w]
    %sub : [num_users=1] = call_module[target=sub](args = (), kwargs = {})
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%sub,), kwargs = {})
    %sub_1 : [num_users=1] = call_module[target=sub](args = (), kwargs = {})
    %exp_1 : [num_users=1] = call_function[target=torch.exp](args = (%sub_1,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%exp, %exp_1), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.add](args = (%mul, %w), kwargs = {})
    return %add
// Where nobody writes, equal calls become one.
// CHECK: w = constant(
// CHECK: %sub :
// CHECK-NOT: %sub_1
// CHECK: %mul : {{.*}}(args = (%exp, %exp)

// -----
fx 1
module {
  w = parameter(torch.float32, (2, 2))
}
graph():
    %w : [num_users=1] = get_attr[target=w]
    %dict : [num_users=2] = call_function[target=builtins.dict](args = (), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%dict, "w", %w), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%dict, "w"), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%getitem, 1), kwargs = {})
    return None
// A container may hold what is put into it.
// CHECK: w = parameter(

// -----
fx 1
module {
  sub = torch.nn.Module {
    w = parameter(torch.float32, (2, 2))
    other = parameter(torch.float32, (2, 2))
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %w : [num_users=1] = get_attr[target=w]
        %mm : [num_users=1] = call_function[target=torch.mm](args = (%x, %w), kwargs = {})
        return %mm
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %sub : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    return %sub
// The graph of a submodule is one that reads state.
// CHECK: w = constant(
// CHECK: other = parameter(

// -----
// What a module of an unknown class does with its own state is not known.
fx 1
module {
  sub = my.Layer {
    w = parameter(torch.float32, (2, 2))
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=sub.w]
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%w,), kwargs = {})
    %sub : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    return (%exp, %sub)
// CHECK: my.Layer
// CHECK-NEXT: w = parameter(
